import { hasIndexes } from '../open/indexes.js';
import type { Store } from '../open/open.js';
import { holdersOf, indexedRowsSql } from './indexed-rows.js';
import { pieceFinder, type AfterPlace } from '../pieces.js';
import { countRejects } from '../rows/rejects.js';
import {
  FINDERS,
  conditionsOf,
  namedIds,
  type Condition,
  type Conditions,
  type Finder,
  type ResultCriteria,
  type ResultList,
  type ResultSort,
  type SizeBounds,
} from './result-filter.js';

/** How the rows of a list are found: along the order of a sort, or by the index of a filter. */
export type Along = { readonly sort: ResultSort } | { readonly finder: Finder };

/**
 * Orders without an index: all matching rows are sorted for each page, which takes 0.1 s for
 * 150,000. An index by score would cost the end of a run 1 us a row.
 */
const UNINDEXED: ReadonlySet<ResultSort> = new Set([
  'hard',
  'score',
  'stars',
  'needs',
  'depth',
  'sweeps',
  'density',
  'file',
]);

/** Whether an order leaves out the puzzles that do not have what it is by. */
export function leavesOut(sort: ResultSort): boolean {
  return UNINDEXED.has(sort) && sort !== 'hard';
}

/** How the rows of a list are found, and how many there are. */
export interface Path {
  readonly list: ResultList;
  readonly conditions: Conditions;
  /** The runs whose rows these are. */
  readonly holders: readonly number[];
  /** Null if there are no indexes yet. */
  readonly along: Along | null;
  /** Whether so few entries of the finder's index match that all of them are soon looked at. */
  readonly isRare: boolean;
  /** Null if counting would cost more than a page. */
  readonly found: number | null;
  readonly foundAtLeast: boolean;
  /** Where the piece of a puzzle comes first. */
  readonly placeOf: (puzzleId: number) => AfterPlace;
}

/** The most index entries that are counted to learn how rare a filter is: some ten milliseconds. */
const MOST_COUNTED = 200_000;

/** The cost of a row that must be looked up, compared with one that an index covers. */
const LOOKUP = 6;

/** The matching rows may all be at the far end of another order: how much to allow for that. */
const UNEVEN = 3;

/** How much of a list is wanted: one page, or all of its pages, one after the other. */
export interface WantedPage {
  /** The number of rows of a page. */
  readonly limit: number;
  readonly pages: 'one' | 'all';
}

/**
 * There are two paths to a page: along the sort's index until the page is full, which is fast if
 * many rows match; or through the rows that a filter's index has, whose ids are then sorted (again
 * for every page), which is fast if they are few. How many there are is counted, up to a limit.
 */
export function choosePath(store: Store, asked: ResultList, { limit, pages }: WantedPage): Path {
  const list = withoutNeedlessSort(asked);
  const conditions = conditionsOf(list.filter);
  const finders = FINDERS.filter((finder) => conditions[finder].length > 0);
  const holders = holdersOf(store, list.runId);
  const pieceOf = pieceFinder(store);
  const placeOf = (id: number): AfterPlace => pieceOf(list.runId, id) ?? { file: 0, position: 0 };
  if (!hasIndexes(store)) {
    const unknown = { along: null, isRare: false, found: null, foundAtLeast: false };
    return { list, conditions, holders, placeOf, ...unknown };
  }
  const total = entriesOf(store, list.runId);
  const counts = finders.map((finder) =>
    countRows(store, list, finder, { conditions: conditions[finder], holders }),
  );
  const least = Math.min(total, ...counts);
  const narrow = conditions.size.length + conditions.name.length + conditions.others.length === 0;
  const byIndex = !UNINDEXED.has(list.sort);
  let along: Along = byIndex ? { sort: list.sort } : { sort: 'order' };
  const fear = list.sort === 'order' ? 1 : UNEVEN;
  const onePage = byIndex ? ((limit * total) / Math.max(1, least)) * fear : total;
  const passed = pages === 'all' ? total : onePage;
  let cost = passed * LOOKUP;
  let isRare = false;
  finders.forEach((finder, i) => {
    const covered = narrow && isOfResults(finder) && isOfResults(list.sort);
    const sorted = pages === 'all' ? Math.ceil(counts[i] / limit) : 1;
    const own = counts[i] * (covered ? 1 : LOOKUP) * sorted;
    if (own < cost) {
      [along, cost] = [{ finder }, own];
      isRare = counts[i] < MOST_COUNTED;
    }
  });
  // Sizes and names are counted over all runs of the database, so they do not tell the number for
  // this run.
  const sure = conditions.others.length === 0 && byIndex;
  const ofRun = sure && finders.length === 1 && isOfResults(finders[0]);
  const all = sure && finders.length === 0;
  const found = all ? allOfRun(store, list.runId) : ofRun ? least : null;
  const foundAtLeast = ofRun && found === MOST_COUNTED;
  return { list, conditions, holders, placeOf, along, isRare, found, foundAtLeast };
}

/** Whether `results` holds this, so that puzzles need not be read. */
export function isOfResults(what: ResultSort | Finder): boolean {
  return what !== 'size' && what !== 'name' && what !== 'density';
}

/** Puzzles of one size need not be sorted by it. */
function withoutNeedlessSort(list: ResultList): ResultList {
  const sizes = [list.filter.size ?? []].flat() as readonly SizeBounds[];
  const [{ width = null, height = null }] = sizes.length === 1 ? sizes : [{}];
  const oneSize = list.sort === 'size' && width !== null && height !== null;
  return oneSize ? { ...list, sort: 'order' } : list;
}

/** How many rows a filter's index has, up to MOST_COUNTED; sizes and names over all runs. */
function countRows(
  store: Store,
  { runId, filter }: ResultList,
  finder: Finder,
  ofFinder: Pick<Path, 'holders'> & { readonly conditions: readonly Condition[] },
): number {
  const rows = rowsOf(runId, filter, finder, ofFinder);
  return (
    store.db
      .prepare<(string | number)[], number>(
        `SELECT count(*) FROM (SELECT 1 FROM (${rows.sql}) LIMIT ${MOST_COUNTED})`,
      )
      .pluck()
      .get(...rows.values) ?? 0
  );
}

function rowsOf(
  runId: number,
  filter: ResultCriteria,
  finder: Finder,
  { conditions, holders }: Pick<Path, 'holders'> & { readonly conditions: readonly Condition[] },
): Condition {
  if (finder === 'name') return namedIds(filter, 'UNION ALL');
  if (finder === 'size') {
    // The index has only the longer side of a size; the exact sides would need the rows.
    const sides = conditions.filter(({ sql }) => sql.startsWith('max('));
    return allOf('SELECT 1 FROM puzzles p', sides);
  }
  const all = [{ sql: 'r.run_id = ?', values: [runId] }, ...conditions];
  const arms = holders.map((holder) => {
    const rows = indexedRowsSql(finder, runId, holder, holders.length === 1);
    return allOf(`SELECT 1 FROM ${rows}`, all);
  });
  return {
    sql: arms.map(({ sql }) => sql).join(' UNION ALL '),
    values: arms.flatMap(({ values }) => values),
  };
}

function allOf(select: string, conditions: readonly Condition[]): Condition {
  return {
    sql: `${select} WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`,
    values: conditions.flatMap(({ values }) => values),
  };
}

/** How many results a run has that is complete; null of another. */
function allOfRun(store: Store, runId: number): number | null {
  const state = store.db.prepare('SELECT state FROM runs WHERE run_id = ?').pluck().get(runId);
  return state === 'complete' ? entriesOf(store, runId) - countRejects(store, runId) : null;
}

/** About how many results a run has: the entries of its sources, as far as they are known. */
function entriesOf(store: Store, runId: number): number {
  const known = store.db
    .prepare<[number], number>('SELECT coalesce(sum(entries), 0) FROM run_sources WHERE run_id = ?')
    .pluck()
    .get(runId);
  return known === undefined || known === 0 ? 1_000_000 : known;
}
