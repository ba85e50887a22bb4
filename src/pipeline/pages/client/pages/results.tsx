// Writing puzzles needs all formats, which only those load who select some.
import type { JSX, ComponentChildren } from 'preact';
import type { CountAnswer, ResultsAnswer, RunAnswer, ResultRow } from '../../api.js';
import { queryText, useFetched, listQuery, readdress, puzzleAddress } from '../window.js';
import {
  countText,
  numberOf,
  bigCountText,
  shareText,
  durationText,
} from '../../../../solver/core/text/numbers.js';
import { Choice, useListKeys } from '../controls.js';
import { Stars } from '../lists.js';
import { lazily, Notice, Badge } from '../parts.js';
import { ResultFilters } from './result-filters.js';
import { useSelection, type Selection } from './selection.js';
import { looksLikeNoise } from '../../../../solver/core/puzzle/picture.js';
import { readCells } from '../../../../solver/core/puzzle/text.js';
import { NEEDS_WORDS, scoreText } from '../../../../solver/core/result/difficulty-words.js';
import { puzzleName } from '../../../record/puzzle-id.js';
import { Thumbnail } from '../grid-view.js';
import { fileName, plainText } from '../../../../solver/core/text/plain-text.js';

const SelectionBar = lazily(async () => (await import('./selection-bar.js')).SelectionBar);

/** The orders to choose from; the headings of the table have more. */
const ORDERS: readonly (readonly [sort: string, words: string])[] = [
  ['-hard', 'the open first, then the hardest'],
  ['score', 'the easiest first'],
  ['-size', 'the largest first'],
  ['size', 'the smallest first'],
  ['-time', 'the slowest first'],
  ['name', 'by name'],
  ['order', 'as in the corpora'],
];

/**
 * The puzzles of a run, as a table or as a gallery; filter, order, view and page are in the
 * address.
 */
export function ResultsSection(props: {
  readonly answer: RunAnswer;
  readonly run: string;
  readonly query: URLSearchParams;
}): JSX.Element {
  const { answer, run, query } = props;
  const gallery = query.get('view') === 'gallery';
  const asked = new URLSearchParams(query);
  if (!asked.has('sort')) asked.set('sort', usualOrder(answer));
  const fetched = useFetched<ResultsAnswer>(`/api/runs/${run}/results?${wordsFor(asked)}`);
  const selection = useSelection(run);
  useListKeys('#puzzles [data-puzzle]');
  const show = (changes: Record<string, string | null>): void => {
    const next = new URLSearchParams(query);
    next.delete('after');
    for (const [word, value] of Object.entries(changes)) {
      if (value === null || value === '') next.delete(word);
      else next.set(word, value);
    }
    readdress(`/runs/${run}${queryText(next)}`);
  };
  const { data } = fetched;
  const total = useTotal(run, asked, data);
  const shown = { run, rows: data?.rows ?? [], query: asked, show, selection };
  return (
    <section class="card" id="puzzles" aria-labelledby="puzzles-title">
      <div class="row apart">
        <h2 id="puzzles-title">Puzzles</h2>
        <ViewSwitch gallery={gallery} show={show} />
      </div>
      <ResultFilters figures={answer.figures} query={query} show={show} />
      {fetched.state === 'failed' && <Notice kind="bad" title={fetched.reason} />}
      <div class="row apart">
        <p class="small soft" role="status">
          {fetched.state !== 'failed' && (data === null ? 'Loading …' : foundWords(data, total))}
        </p>
        {!gallery && <Downloads {...shown} />}
        <Order sort={asked.get('sort') ?? ''} show={show} />
      </div>
      {shown.rows.length > 0 && (gallery ? <Gallery {...shown} /> : <ResultTable {...shown} />)}
      {data !== null && <PageLinks later={query.has('after')} next={data.next} show={show} />}
      {shown.rows.length > 0 && (
        <p class="small soft for-mouse">
          <kbd>j</kbd> and <kbd>k</kbd> walk through the puzzles, <kbd>Enter</kbd> opens one,{' '}
          <kbd>x</kbd> selects it.
        </p>
      )}
      {selection.ids.size > 0 && <SelectionBar run={run} selection={selection} />}
    </section>
  );
}

/** Of more puzzles the slowest come first, which an index knows: to order them takes a second. */
const MOST_ORDERED = 500_000;

/**
 * What a run is opened for comes first; while it goes on, what is there stays where it is.
 */
function usualOrder({ run }: RunAnswer): string {
  if (run.state === 'running') return 'order';
  return run.results > MOST_ORDERED ? '-time' : ORDERS[0][0];
}

/** The list and the page of it, as the server is asked for them. */
function wordsFor(query: URLSearchParams): string {
  const words = new URLSearchParams(listQuery(query));
  const after = query.get('after');
  if (after !== null) words.set('after', after);
  return words.toString();
}

type Show = (changes: Record<string, string | null>) => void;

function ViewSwitch(props: { readonly gallery: boolean; readonly show: Show }): JSX.Element {
  const { gallery, show } = props;
  return (
    <div class="switch" role="group" aria-label="How the puzzles are shown">
      <button type="button" aria-pressed={!gallery} onClick={() => show({ view: null })}>
        Table
      </button>
      <button type="button" aria-pressed={gallery} onClick={() => show({ view: 'gallery' })}>
        Gallery
      </button>
    </div>
  );
}

function Order({ sort, show }: { readonly sort: string; readonly show: Show }): JSX.Element {
  const isKnown = ORDERS.some(([known]) => known === sort);
  return (
    <Choice
      label="Order"
      class="row small"
      value={sort}
      options={isKnown ? ORDERS : [[sort, 'by a heading of the table'], ...ORDERS]}
      choose={(wanted) => show({ sort: wanted })}
    />
  );
}

/**
 * How many puzzles the list has: known with its page, or else counted while that is shown already;
 * null until then.
 */
function useTotal(run: string, asked: URLSearchParams, page: ResultsAnswer | null): number | null {
  const isWhole = page?.next === null && !asked.has('after');
  const known = isWhole ? page.rows.length : page?.foundAtLeast === true ? null : page?.found;
  const isAsked = page !== null && known == null;
  const address = `/api/runs/${run}/results/count${listQuery(asked)}`;
  const counted = useFetched<CountAnswer>(isAsked ? address : null);
  return known ?? (counted.state === 'here' ? counted.data.count : null);
}

function foundWords({ rows, foundAtLeast, found }: ResultsAnswer, total: number | null): string {
  if (rows.length === 0) return 'No puzzle matches. Take something out of the filter.';
  if (total !== null) return numberOf(total, 'puzzle');
  return foundAtLeast ? `More than ${countText(found ?? 0)} puzzles` : 'Counting …';
}

function Downloads(props: { readonly run: string; readonly query: URLSearchParams }): JSX.Element {
  const words = listQuery(props.query);
  return (
    <span class="row small">
      <span class="soft">All of these rows:</span>
      <a href={`/api/runs/${props.run}/results.csv${words}`} download>
        CSV
      </a>
      <a href={`/api/runs/${props.run}/results.ndjson${words}`} download>
        NDJSON
      </a>
    </span>
  );
}

function PageLinks(props: {
  readonly later: boolean;
  readonly next: string | null;
  readonly show: Show;
}): JSX.Element {
  const { later, next, show } = props;
  return (
    <nav class="row" aria-label="Pages of the table">
      {later && (
        <button type="button" onClick={() => show({})}>
          First page
        </button>
      )}
      {next !== null && (
        <button type="button" onClick={() => show({ after: next })}>
          Next page
        </button>
      )}
    </nav>
  );
}

/** The puzzles of a page of the list as pictures, for a glance at a whole book. */
function Gallery({ run, rows, query, selection }: Listed): JSX.Element {
  return (
    <ol class="gallery">
      {rows.map((row) => (
        <li key={row.puzzleId}>
          <Pick row={row} selection={selection} />
          <a data-puzzle href={puzzleAddress(run, row.puzzleId, query)}>
            <span class="picture">
              {row.solution === null ? <Missing row={row} /> : <Thumbnail row={row} side={112} />}
            </span>
            {puzzleName(row)}
          </a>
          <Facts row={row} />
        </li>
      ))}
    </ol>
  );
}

/** What is shown instead of the picture of a puzzle that is too large, or has no solution. */
function Missing({ row: { status } }: { readonly row: ResultRow }): JSX.Element {
  const words =
    status === 'unique' || status === 'multiple' ? 'too large to show here' : 'no solution';
  return <span class="missing small soft">{words}</span>;
}

function Facts({ row }: { readonly row: ResultRow }): JSX.Element {
  const { width, height, stars, needs, difficulty, difficultyBound, solution, status } = row;
  const cells = solution === null ? null : readCells(solution, width, height);
  const isNoise = cells !== null && looksLikeNoise(cells, width);
  return (
    <p class="small soft">
      {stars === null ? <Badge word={status} /> : <Stars stars={stars} />}{' '}
      {difficulty !== null &&
        `${scoreText({ difficulty, difficultyBound: difficultyBound === 1 })}, `}
      {width}×{height}
      {needs !== null && `, ${NEEDS_WORDS[needs]}`}
      {isNoise && ', looks like noise'}
    </p>
  );
}

/** A page of the puzzles of a run, as the table and the gallery get it. */
interface Listed {
  readonly run: string;
  readonly rows: readonly ResultRow[];
  readonly query: URLSearchParams;
  readonly show: (changes: Record<string, string | null>) => void;
  readonly selection: Selection;
}

/** The puzzles of a page of the list as a table, sorted by a click on a heading. */
function ResultTable({ run, rows, query, show, selection }: Listed): JSX.Element {
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label="Puzzles of this run">
      <table>
        <thead>
          <HeadRow query={query} show={show} rows={rows} selection={selection} />
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.puzzleId} run={run} row={row} query={query} selection={selection} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The orders that a click on a heading of the table sets, and the words of that heading. */
const SORTED = {
  order: 'Entry',
  name: 'Name',
  size: 'Size',
  time: 'Time',
  score: 'Score',
  stars: 'Stars',
  needs: 'Needs',
  depth: 'Depth',
  sweeps: 'Sweeps',
  density: 'Filled',
  file: 'File',
} as const;

/** The headings of the columns; those that can be sorted by are buttons. */
function HeadRow({ query, show, rows, selection }: Omit<Listed, 'run'>): JSX.Element {
  const ids = rows.map(({ puzzleId }) => puzzleId);
  const now = query.get('sort') ?? 'order';
  const head = (sort: keyof typeof SORTED, kind = ''): JSX.Element => {
    const up = now === sort;
    const down = now === `-${sort}`;
    return (
      <th scope="col" class={kind} aria-sort={up ? 'ascending' : down ? 'descending' : undefined}>
        <button type="button" class="plain" onClick={() => show({ sort: up ? `-${sort}` : sort })}>
          {SORTED[sort]}
          <span aria-hidden="true">{up ? ' ▲' : down ? ' ▼' : ''}</span>
        </button>
      </th>
    );
  };
  return (
    <tr>
      <th scope="col">
        <label class="pick">
          <input
            type="checkbox"
            aria-label="Select all on this page"
            checked={ids.every((id) => selection.ids.has(id))}
            onChange={(event) => selection.set(ids, event.currentTarget.checked)}
          />
          <span class="unseen">Picture</span>
        </label>
      </th>
      {head('name')}
      <th scope="col">Status</th>
      {head('size', 'number')}
      <th scope="col">Technique</th>
      {head('depth', 'number')}
      <th scope="col" class="number">
        Solutions
      </th>
      {head('score', 'number')}
      {head('stars')}
      {head('needs')}
      {head('time', 'number')}
      {head('sweeps', 'number')}
      {head('density', 'number')}
      {head('order', 'number')}
      {head('file')}
    </tr>
  );
}

/** One puzzle of the table; its link keeps the filter. */
function Row(props: {
  readonly run: string;
  readonly row: ResultRow;
  readonly query: URLSearchParams;
  readonly selection: Selection;
}): JSX.Element {
  const { run, row, query, selection } = props;
  const { solutionsExact, solutions } = row;
  return (
    <tr>
      <td>
        <Pick row={row} selection={selection}>
          <Thumbnail row={row} />
        </Pick>
      </td>
      <td class="name">
        <a data-puzzle href={puzzleAddress(run, row.puzzleId, query)}>
          {plainText(row.name)}
        </a>
        {row.title !== null && <div class="soft small">{plainText(row.title)}</div>}
      </td>
      <td>
        <Badge word={row.status} />
      </td>
      <td class="number">
        {row.width}×{row.height}
        {row.colours > 1 && <div class="soft small">{row.colours} colours</div>}
      </td>
      <td>{row.status === 'multiple' ? 'ambiguous' : (row.technique ?? '-')}</td>
      <td class="number">{row.guessDepth ?? depthAtLeast(row)}</td>
      <td class="number">
        {solutionsExact === 1 ? '' : '≥ '}
        {bigCountText(solutions)}
      </td>
      <td class="number">{score(row)}</td>
      <td>{row.stars === null ? '-' : <Stars stars={row.stars} />}</td>
      <td>{row.needs ?? '-'}</td>
      <td class="number">{durationText(row.solveMs)}</td>
      <td class="number">{row.sweeps === null ? '-' : countText(row.sweeps)}</td>
      <td class="number">{density(row)}</td>
      <td class="number">{countText(row.ordinal)}</td>
      <td class="soft small">{row.path === null ? '-' : fileName(row.path)}</td>
    </tr>
  );
}

function score({ difficulty, difficultyBound }: ResultRow): string {
  return scoreText({ difficulty, difficultyBound: difficultyBound === 1 });
}

function density({ filled, width, height }: ResultRow): string {
  return shareText(filled, width * height);
}

function depthAtLeast({ guessDepthMin }: ResultRow): string {
  return guessDepthMin === null ? '-' : `≥ ${guessDepthMin}`;
}

/** The box that selects a puzzle, and its picture, which does so as well. */
function Pick(props: {
  readonly row: ResultRow;
  readonly selection: Selection;
  readonly children?: ComponentChildren;
}): JSX.Element {
  const { row, selection, children } = props;
  return (
    <label class="pick">
      <input
        type="checkbox"
        aria-label={`Select ${puzzleName(row)}`}
        checked={selection.ids.has(row.puzzleId)}
        onChange={(event) => selection.set([row.puzzleId], event.currentTarget.checked)}
      />
      {children}
    </label>
  );
}
