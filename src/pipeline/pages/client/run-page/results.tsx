import type { JSX } from 'preact';
import type { CountAnswer, ResultsAnswer, RunAnswer, ResultRow } from '../../api.js';
import { useFetched } from '../window/fetched.js';
import { countText, numberOf } from '../../../../solver/core/text/numbers.js';
import { listQuery, readdress, puzzleAddress } from '../window/location.js';
import { Field } from '../parts/field.js';
import { lazily } from '../parts/lazily.js';
import { Notice } from '../parts/notice.js';
import { useListKeys } from '../parts/list-keys.js';
import { ResultFilters } from './result-filters.js';
import { ResultTable, type Listed } from './result-table.js';
import { useSelection } from './selection.js';
import { looksLikeNoise } from '../../../../solver/core/puzzle/picture.js';
import { readCells } from '../../../../solver/core/puzzle/text.js';
import { NEEDS_WORDS, scoreText } from '../../../../solver/core/result/difficulty-words.js';
import { puzzleName } from '../../../../solver/core/text/names.js';
import { Thumbnail } from '../grid/grid-view.js';
import { Badge, Stars } from '../parts/badge.js';
import { Pick } from './pick.js';

// Writing puzzles needs all formats, which only those load who select some.
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
    const text = next.toString();
    readdress(`/runs/${run}${text === '' ? '' : `?${text}`}`);
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

function ViewSwitch({
  gallery,
  show,
}: {
  readonly gallery: boolean;
  readonly show: Show;
}): JSX.Element {
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
  return (
    <Field label="Order" class="row small">
      {(id) => (
        <select
          id={id}
          value={sort}
          onChange={(event) => show({ sort: event.currentTarget.value })}
        >
          {!ORDERS.some(([known]) => known === sort) && (
            <option value={sort}>by a heading of the table</option>
          )}
          {ORDERS.map(([known, words]) => (
            <option key={known} value={known}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Field>
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
