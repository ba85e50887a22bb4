import type { ComponentChildren, JSX } from 'preact';
import type { CountAnswer, ResultsAnswer, RunAnswer } from '../../answers.js';
import {
  type Asked,
  listQuery,
  puzzleAddress,
  type Show,
  showAt,
  useFetched,
  wordsIn,
} from '../window.js';
import {
  bigCountText,
  countText,
  durationText,
  numberOf,
  shareText,
} from '../../../../solver/core/text/numbers.js';
import { Choice, Field, Presses, TextField, useKeys } from '../controls.js';
import { type ColumnHead, PuzzleName, Stars, TableView } from '../lists.js';
import { Badge, lazily, Notice } from '../parts.js';
import { type Selection, useSelection } from './selection.js';
import { looksLikeNoise } from '../../../../solver/core/puzzle/picture.js';
import { readCells } from '../../../../solver/core/puzzle/text.js';
import { NEEDS_WORDS, scoreText } from '../../../../solver/core/result/difficulty-words.js';
import { puzzleName } from '../../../record/puzzle-id.js';
import { Thumbnail } from '../grid-view.js';
import { fileName } from '../../../../solver/core/text/plain-text.js';
import { FILTER_WORDS, SINCE_WORDS } from '../../../record/outcome.js';
import { NEEDS } from '../../../../solver/core/result/difficulty.js';
import { STATUSES } from '../../../../solver/core/result/outcome.js';
import type { PlainFigures } from '../../../report/summary/numbers.js';

type ResultRow = ResultsAnswer['rows'][number];

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

/** A run, its number as the address has it, and what that asks for. */
export interface ShownRun extends Pick<Asked, 'run' | 'query'> {
  readonly answer: RunAnswer;
}

/** The puzzles of a run, as a table or gallery; the address has filter, order, view and page. */
export function ResultsSection({ answer, run, query }: ShownRun): JSX.Element {
  const gallery = query.get('view') === 'gallery';
  const sort = query.get('sort') ?? usualOrder(answer);
  const isKnown = ORDERS.some(([known]) => known === sort);
  const asked = new URLSearchParams(query);
  asked.set('sort', sort);
  const fetched = useFetched<ResultsAnswer>(`/api/runs/${run}/results${listQuery(asked, 'after')}`);
  const selection = useSelection(run);
  useListKeys('#puzzles [data-puzzle]');
  const show: Show = (changes) => showAt(`/runs/${run}`, query, { after: null, ...changes });
  const { data } = fetched;
  const total = useTotal(run, asked, data);
  const shown = { run, rows: data?.rows ?? [], query: asked, show, selection };
  return (
    <section class="card" id="puzzles" aria-labelledby="puzzles-title">
      <div class="row apart">
        <h2 id="puzzles-title">Puzzles</h2>
        <Presses
          label="How the puzzles are shown"
          class="switch"
          presses={[
            { name: 'Table', isPressed: !gallery, act: () => show({ view: null }) },
            { name: 'Gallery', isPressed: gallery, act: () => show({ view: 'gallery' }) },
          ]}
        />
      </div>
      <ResultFilters figures={answer.figures} query={query} show={show} />
      {fetched.state === 'failed' && <Notice kind="bad" title={fetched.reason} />}
      <div class="row apart">
        <p class="small soft" role="status">
          {fetched.state !== 'failed' && (data === null ? 'Loading …' : foundWords(data, total))}
        </p>
        {!gallery && (
          <span class="row small">
            <span class="soft">All of these rows:</span>
            {['csv', 'ndjson'].map((form) => (
              <a key={form} href={`/api/runs/${run}/results.${form}${listQuery(asked)}`} download>
                {form.toUpperCase()}
              </a>
            ))}
          </span>
        )}
        <Choice
          label="Order"
          class="row small"
          value={sort}
          options={isKnown ? ORDERS : [[sort, 'by a heading of the table'], ...ORDERS]}
          choose={(wanted) => show({ sort: wanted })}
        />
      </div>
      {shown.rows.length > 0 && (gallery ? <Gallery {...shown} /> : <ResultTable {...shown} />)}
      {data !== null && (
        <nav class="row" aria-label="Pages of the table">
          {query.has('after') && (
            <button type="button" onClick={() => show({})}>
              First page
            </button>
          )}
          {data.next !== null && (
            <button type="button" onClick={() => show({ after: data.next })}>
              Next page
            </button>
          )}
        </nav>
      )}
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

/** The puzzles of a page of the list as pictures, for a glance at a whole book. */
function Gallery({ run, rows, query, selection }: Listed): JSX.Element {
  return (
    <ol class="gallery">
      {rows.map((row) => (
        <li key={row.puzzleId}>
          <Pick row={row} selection={selection} />
          <a data-puzzle href={puzzleAddress(run, row.puzzleId, query)}>
            <span class="picture">
              {row.solution !== null ? (
                <Thumbnail row={row} side={112} />
              ) : (
                <span class="missing small soft">
                  {['unique', 'multiple'].includes(row.status)
                    ? 'too large to show here'
                    : 'no solution'}
                </span>
              )}
            </span>
            {puzzleName(row)}
          </a>
          <Facts row={row} />
        </li>
      ))}
    </ol>
  );
}

function Facts({ row }: { readonly row: ResultRow }): JSX.Element {
  const { width, height, stars, needs, difficulty, solution, status } = row;
  const cells = solution === null ? null : readCells(solution, width, height);
  const isNoise = cells !== null && looksLikeNoise(cells, width);
  return (
    <p class="small soft">
      {stars === null ? <Badge word={status} /> : <Stars stars={stars} />}{' '}
      {difficulty !== null && `${score(row)}, `}
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
  const ids = rows.map(({ puzzleId }) => puzzleId);
  const now = query.get('sort') ?? 'order';
  const heads = COLUMNS.map(([words, sort, cells]): ColumnHead => {
    const [up, down] = [now === sort, now === `-${sort}`];
    if (sort === null) return [words, cells];
    const heading = (
      <button type="button" class="plain" onClick={() => show({ sort: up ? `-${sort}` : sort })}>
        {words}
        <span aria-hidden="true">{up ? ' ▲' : down ? ' ▼' : ''}</span>
      </button>
    );
    return [heading, cells, up ? 'ascending' : down ? 'descending' : undefined];
  });
  const all = (
    <label class="pick">
      <input
        type="checkbox"
        aria-label="Select all on this page"
        checked={ids.every((id) => selection.ids.has(id))}
        onChange={(event) => selection.set(ids, event.currentTarget.checked)}
      />
      <span class="unseen">Picture</span>
    </label>
  );
  return (
    <TableView
      title="Puzzles of this run"
      columns={[[all], ...heads]}
      keys={ids}
      rows={rows.map((row) => [
        <Pick row={row} selection={selection}>
          <Thumbnail row={row} />
        </Pick>,
        ...COLUMNS.map(([, , , cell]) => cell(row, puzzleAddress(run, row.puzzleId, query))),
      ])}
    />
  );
}

/** The columns: heading, the word to sort by, the class of the cells, and what fills one. */
const COLUMNS: readonly (readonly [
  words: string,
  sort: string | null,
  cells: string | undefined,
  cell: (row: ResultRow, href: string) => ComponentChildren,
])[] = [
  ['Name', 'name', 'name', (row, href) => <PuzzleName href={href} puzzle={row} />],
  ['Status', null, undefined, ({ status }) => <Badge word={status} />],
  [
    'Size',
    'size',
    'number',
    ({ width, height, colours }) => (
      <>
        {width}×{height}
        {colours > 1 && <div class="soft small">{colours} colours</div>}
      </>
    ),
  ],
  [
    'Technique',
    null,
    undefined,
    ({ status, technique }) => (status === 'multiple' ? 'ambiguous' : (technique ?? '-')),
  ],
  [
    'Depth',
    'depth',
    'number',
    ({ guessDepth, guessDepthMin: least }) => guessDepth ?? (least === null ? '-' : `≥ ${least}`),
  ],
  [
    'Solutions',
    null,
    'number',
    ({ solutions, solutionsExact }) =>
      `${solutionsExact === 1 ? '' : '≥ '}${bigCountText(solutions)}`,
  ],
  ['Score', 'score', 'number', score],
  ['Stars', 'stars', undefined, ({ stars }) => (stars === null ? '-' : <Stars stars={stars} />)],
  ['Needs', 'needs', undefined, ({ needs }) => needs ?? '-'],
  ['Time', 'time', 'number', ({ solveMs }) => durationText(solveMs)],
  ['Sweeps', 'sweeps', 'number', ({ sweeps }) => (sweeps === null ? '-' : countText(sweeps))],
  ['Filled', 'density', 'number', (row) => shareText(row.filled, row.width * row.height)],
  ['Entry', 'order', 'number', ({ ordinal }) => countText(ordinal)],
  ['File', 'file', 'soft small', ({ path }) => (path === null ? '-' : fileName(path))],
];

function score({ difficulty, difficultyBound }: ResultRow): string {
  return scoreText({ difficulty, difficultyBound: difficultyBound === 1 });
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

/** Words of a filter, what each is called, and its values. */
const CHOICES: readonly (readonly [word: string, label: string, values: readonly string[]])[] = [
  ['technique', 'Technique', ['line', 'probe', 'search', 'ambiguous', 'none']],
  ['depth', 'Guess depth', ['0', '1', '2', '2+', '3', 'none']],
  ['needs', 'Needs', NEEDS],
  ['since', 'Since the last night', SINCE_WORDS],
];

/** Words whose values are typed; those of `ALTERNATIVES` are longer. */
const ENTRIES: readonly (readonly [word: string, label: string, hint: string])[] = [
  ['score', 'Score', '6-8, 10-'],
  ['size', 'Size', '20x15, 5-9'],
  ['name', 'Name begins with', 'or *part, a|b'],
  ['min', 'At least, ms', '0'],
  ['max', 'At most, ms', 'any'],
  ['label', 'Label', 'hard, *guessing'],
  ['density', 'Filled, %', '40-60, 80-'],
  ['sweeps', 'Sweeps', '1, 3-'],
  ['look_ahead', 'Look-ahead', '2, 4-'],
  ['opening', 'Opens with', '3-'],
  ['narrowest', 'Narrowest', '1, 2-'],
  ['file', 'File contains', 'any, a|b'],
];

/** What may have commas in it: any of several is written with bars. */
const ALTERNATIVES = ['name', 'file'];

/** What each word of a filter is called on its chip. */
const LABELS: ReadonlyMap<string, string> = new Map([
  ['status', 'Status'],
  ['stars', 'Stars'],
  ...[...CHOICES, ...ENTRIES].map(([word, label]) => [word, label] as const),
]);

/** Draws values of a filter, with how many puzzles of the run they fit, if that is known. */
function chipsOf(query: URLSearchParams, show: Show) {
  return (word: string, of: string, shown: ComponentChildren, count?: number): JSX.Element => {
    const values = (query.get(word) ?? '').split(',').filter((one) => one !== '');
    const pressed = values.includes(of);
    const next = pressed ? values.filter((one) => one !== of) : [...values, of];
    return (
      <button
        key={of}
        type="button"
        class="chip"
        aria-pressed={pressed}
        onClick={() => show({ [word]: next.join(',') })}
      >
        {shown} {count !== undefined && <span class="soft">{countText(count)}</span>}
      </button>
    );
  };
}

/** The filters of the table as chips; each change takes effect at once, in the address. */
export function ResultFilters(props: {
  readonly figures: Pick<PlainFigures, 'byStatus' | 'byStars'>;
  readonly query: URLSearchParams;
  readonly show: Show;
}): JSX.Element {
  const { figures, query, show } = props;
  const set = wordsIn(query, FILTER_WORDS);
  const chip = chipsOf(query, show);
  return (
    <form class="card-body" role="search" onSubmit={(event) => event.preventDefault()}>
      <div class="chips">
        {STATUSES.map((of) => {
          const count = figures.byStatus[of] ?? 0;
          return count > 0 && chip('status', of, <Badge word={of} />, count);
        })}
        {figures.byStars.map(
          ([of, count]) => count > 0 && chip('stars', String(of), <Stars stars={of} />, count),
        )}
      </div>
      {set.length > 0 && (
        <div class="chips" role="group" aria-label="Filters that are set">
          {set.map(([word, values]) => (
            <button
              key={word}
              type="button"
              class="chip set"
              title="Take this filter away"
              onClick={() => show({ [word]: null })}
            >
              {LABELS.get(word)}:{' '}
              {values.split(ALTERNATIVES.includes(word) ? '|' : ',').join(' or ')}{' '}
              <span aria-hidden="true">×</span>
            </button>
          ))}
          <button
            type="button"
            class="plain small"
            onClick={() => show(Object.fromEntries(set.map(([word]) => [word, null])))}
          >
            Clear all
          </button>
        </div>
      )}
      <details>
        <summary>More filters</summary>
        {CHOICES.map(([word, label, values]) => (
          <div key={word} class="chips small" role="group" aria-label={label}>
            <span class="soft">{label}</span>
            {values.map((one) => chip(word, one, one === 'none' ? 'not known' : one))}
          </div>
        ))}
        <div class="filters">
          {ENTRIES.map(([word, label, hint]) => (
            <Field key={word} label={label}>
              {(id) => (
                <TextField
                  id={id}
                  class={ALTERNATIVES.includes(word) ? 'wide' : 'narrow'}
                  value={query.get(word) ?? ''}
                  placeholder={hint}
                  onTake={(text) => show({ [word]: text.trim() })}
                />
              )}
            </Field>
          ))}
        </div>
      </details>
    </form>
  );
}

/** j and k walk through the links of a list, as in mail; x selects the one with the focus. */
function useListKeys(selector: string): void {
  useKeys(({ key }) => {
    const links = [...document.querySelectorAll<HTMLElement>(selector)];
    const at = links.findIndex((link) => link.closest('tr, li')?.contains(document.activeElement));
    if (key === 'j') focusOn(links[Math.min(at + 1, links.length - 1)]);
    else if (key === 'k') focusOn(links[Math.max(at - 1, 0)]);
    else if (key === 'x') {
      links[at]?.closest('tr, li')?.querySelector<HTMLElement>('input[type=checkbox]')?.click();
    }
  });
}

function focusOn(link: HTMLElement | undefined): void {
  link?.focus({ preventScroll: true });
  link?.closest('tr, li')?.scrollIntoView({ block: 'nearest' });
}
