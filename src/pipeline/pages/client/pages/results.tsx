import type { ComponentChildren, JSX } from 'preact';
import type { CountAnswer, ResultRow, ResultsAnswer, RunAnswer } from '../../api.js';
import { listQuery, puzzleAddress, queryText, readdress, useFetched } from '../window.js';
import {
  bigCountText,
  countText,
  durationText,
  numberOf,
  shareText,
} from '../../../../solver/core/text/numbers.js';
import { Choice, Field, TextField, useListKeys } from '../controls.js';
import { Stars } from '../lists.js';
import { Badge, lazily, Notice } from '../parts.js';
import { type Selection, useSelection } from './selection.js';
import { looksLikeNoise } from '../../../../solver/core/puzzle/picture.js';
import { readCells } from '../../../../solver/core/puzzle/text.js';
import { NEEDS_WORDS, scoreText } from '../../../../solver/core/result/difficulty-words.js';
import { puzzleName } from '../../../record/puzzle-id.js';
import { Thumbnail } from '../grid-view.js';
import { fileName, plainText } from '../../../../solver/core/text/plain-text.js';
import { FILTER_WORDS, SINCE_WORDS } from '../../../record/outcome.js';
import { NEEDS } from '../../../../solver/core/result/difficulty.js';
import { STATUSES } from '../../../../solver/core/result/outcome.js';
import type { PlainFigures } from '../../../report/summary/numbers.js';

/** Writing puzzles needs all formats, which only those load who select some. */
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

/** The puzzles of a run, as a table or gallery; the address has filter, order, view and page. */
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

/** What a run is opened for comes first; while it goes on, what is there stays where it is. */
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

/** Known with its page, or else counted while that is shown already; null until then. */
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
  readonly show: Show;
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

interface Choice {
  readonly word: string;
  readonly label: string;
  readonly values: readonly string[];
}

interface Entry {
  readonly word: string;
  readonly label: string;
  readonly hint: string;
  readonly wide?: boolean;
}

const CHOICES: readonly Choice[] = [
  {
    word: 'technique',
    label: 'Technique',
    values: ['line', 'probe', 'search', 'ambiguous', 'none'],
  },
  { word: 'depth', label: 'Guess depth', values: ['0', '1', '2', '2+', '3', 'none'] },
  { word: 'needs', label: 'Needs', values: NEEDS },
  { word: 'since', label: 'Since the last night', values: SINCE_WORDS },
];

const ENTRIES: readonly Entry[] = [
  { word: 'score', label: 'Score', hint: '6-8, 10-' },
  { word: 'size', label: 'Size', hint: '20x15, 5-9' },
  { word: 'name', label: 'Name begins with', hint: 'or *part, a|b', wide: true },
  { word: 'min', label: 'At least, ms', hint: '0' },
  { word: 'max', label: 'At most, ms', hint: 'any' },
  { word: 'label', label: 'Label', hint: 'hard, *guessing' },
  { word: 'density', label: 'Filled, %', hint: '40-60, 80-' },
  { word: 'sweeps', label: 'Sweeps', hint: '1, 3-' },
  { word: 'look_ahead', label: 'Look-ahead', hint: '2, 4-' },
  { word: 'opening', label: 'Opens with', hint: '3-' },
  { word: 'narrowest', label: 'Narrowest', hint: '1, 2-' },
  { word: 'file', label: 'File contains', hint: 'any, a|b', wide: true },
];

/** What each word of a filter is called on its chip. */
const LABELS: ReadonlyMap<string, string> = new Map([
  ['status', 'Status'],
  ['stars', 'Stars'],
  ...[...CHOICES, ...ENTRIES].map(({ word, label }) => [word, label] as const),
]);

/** The filters of the table as chips; each change takes effect at once, in the address. */
export function ResultFilters(props: {
  readonly figures: Pick<PlainFigures, 'byStatus' | 'byStars'>;
  readonly query: URLSearchParams;
  readonly show: Show;
}): JSX.Element {
  const { figures, query, show } = props;
  const value = (word: string): string => query.get(word) ?? '';
  const statuses = STATUSES.map((of) => ({ of, count: figures.byStatus[of] ?? 0 }));
  const stars = figures.byStars.map(([of, count]) => ({ of, count }));
  const set = FILTER_WORDS.filter((word) => value(word) !== '');
  const chip = (word: string, of: string): ChipOf => {
    const values = value(word)
      .split(',')
      .filter((one) => one !== '');
    const pressed = values.includes(of);
    const others = values.filter((one) => one !== of);
    return {
      pressed,
      toggle: () => show({ [word]: (pressed ? others : [...values, of]).join(',') }),
    };
  };
  return (
    <form class="card-body" role="search" onSubmit={(event) => event.preventDefault()}>
      <div class="chips">
        {statuses.filter(isThere).map(({ count, of }) => (
          <Chip key={of} {...chip('status', of)} count={count}>
            <Badge word={of} />
          </Chip>
        ))}
        {stars.filter(isThere).map(({ count, of }) => (
          <Chip key={of} {...chip('stars', String(of))} count={count}>
            <Stars stars={of} />
          </Chip>
        ))}
      </div>
      {set.length > 0 && (
        <div class="chips" role="group" aria-label="Filters that are set">
          {set.map((word) => (
            <button
              key={word}
              type="button"
              class="chip set"
              title="Take this filter away"
              onClick={() => show({ [word]: null })}
            >
              {LABELS.get(word)}: {orWords(word, value(word))} <span aria-hidden="true">×</span>
            </button>
          ))}
          <button
            type="button"
            class="plain small"
            onClick={() => show(Object.fromEntries(set.map((word) => [word, null])))}
          >
            Clear all
          </button>
        </div>
      )}
      <details>
        <summary>More filters</summary>
        {CHOICES.map(({ word, label, values }) => (
          <div key={word} class="chips small" role="group" aria-label={label}>
            <span class="soft">{label}</span>
            {values.map((one) => (
              <Chip key={one} {...chip(word, one)}>
                {one === 'none' ? 'not known' : one}
              </Chip>
            ))}
          </div>
        ))}
        <div class="filters">
          {ENTRIES.map((entry) => (
            <Input key={entry.word} {...entry} value={value(entry.word)} show={show} />
          ))}
        </div>
      </details>
    </form>
  );
}

const isThere = ({ count }: { readonly count: number }): boolean => count > 0;

interface ChipOf {
  readonly pressed: boolean;
  readonly toggle: () => void;
}

/** A value of a filter beside others, and how many puzzles of the run it fits, if known. */
function Chip(
  props: ChipOf & { readonly count?: number; readonly children: ComponentChildren },
): JSX.Element {
  const { pressed, toggle, count, children } = props;
  return (
    <button type="button" class="chip" aria-pressed={pressed} onClick={toggle}>
      {children} {count !== undefined && <span class="soft">{countText(count)}</span>}
    </button>
  );
}

/** The values of a word as people say them, as any of them will do. */
function orWords(word: string, value: string): string {
  const sign = word === 'name' || word === 'file' ? '|' : ',';
  return value.split(sign).join(' or ');
}

function Input(props: Entry & { readonly value: string; readonly show: Show }): JSX.Element {
  const { word, label, hint, wide, value, show } = props;
  return (
    <Field label={label}>
      {(id) => (
        <TextField
          id={id}
          class={wide === true ? 'wide' : 'narrow'}
          value={value}
          placeholder={hint}
          onTake={(text) => show({ [word]: text.trim() })}
        />
      )}
    </Field>
  );
}
