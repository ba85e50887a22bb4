import type { Store } from '../open/open.js';
import { hasIndexes } from '../open/indexes.js';
import {
  FINDERS,
  conditionsOf,
  namedIds,
  type Condition,
  type Conditions,
  type Finder,
  type ResultFilter,
} from './result-filter.js';
import type { ResultQuery, ResultSort } from './result-query.js';

/** How the ids of a page are found. */
export interface Plan {
  /** Gives `puzzleId` and `value` (what is sorted by), and takes the number of rows at its end. */
  readonly sql: string;
  readonly values: readonly (string | number)[];
  readonly found: number | null;
  readonly foundAtLeast: boolean;
}

/** Index entries that are looked at to learn how rare a filter is: some ten milliseconds. */
const PROBED = 200_000;

/** What a row costs that must be looked up, against one that an index covers. */
const LOOKUP = 6;

/** Rows that match may stand together at the far end of another order: how much to fear that. */
const UNEVEN = 3;

const KEYS: Record<ResultSort, string> = {
  order: 'r.puzzle_id',
  name: 'p.name COLLATE NOCASE',
  size: 'max(p.width, p.height)',
  time: 'r.solve_ms',
};

/** What is gone along: the order of a sort, or the rows that a filter's index has. */
type Along = { readonly sort: ResultSort } | { readonly finder: Finder };

/**
 * Two ways lead to a page: to go along the sort's index until the page is full, which is fast
 * where many rows match, or to take the rows that a filter's index has and sort their ids,
 * which is fast where they are few. How many there are is counted, up to a limit.
 */
export function planOf(store: Store, asked: ResultQuery): Plan {
  const query = withoutNeedlessSort(asked);
  const conditions = conditionsOf(query.filter);
  const finders = FINDERS.filter((finder) => conditions[finder].length > 0);
  const total = entriesOf(store, query.runId);
  if (!hasIndexes(store)) return plan(query, conditions, null, null);

  const counts = finders.map((finder) => probe(store, query, finder, conditions[finder]));
  const least = Math.min(total, ...counts);
  const narrow = conditions.size.length + conditions.name.length === 0;
  let along: Along = { sort: query.sort };
  const fear = query.sort === 'order' ? 1 : UNEVEN;
  let cost = ((query.limit * total) / Math.max(1, least)) * LOOKUP * fear;
  finders.forEach((finder, i) => {
    const covered = narrow && isOfResults(finder) && isOfResults(query.sort);
    const own = counts[i] * (covered ? 1 : LOOKUP);
    if (own < cost) [along, cost] = [{ finder }, own];
  });
  // Sizes and names are counted over all runs of the database, so they tell nothing of this one.
  const ofRun = finders.length === 1 && isOfResults(finders[0]);
  const found = finders.length === 0 ? resultsOf(store, query.runId, total) : ofRun ? least : null;
  return plan(query, conditions, along, found);
}

/** Puzzles of one size need not be sorted by it. */
function withoutNeedlessSort(query: ResultQuery): ResultQuery {
  const { width, height } = query.filter;
  const oneSize = query.sort === 'size' && width != null && height != null;
  return oneSize ? { ...query, sort: 'order' } : query;
}

function plan(
  query: ResultQuery,
  conditions: Conditions,
  along: Along | null,
  found: number | null,
): Plan {
  const { sort, descending, after, runId } = query;
  const key = KEYS[sort];
  const needsPuzzles = !isOfResults(sort) || conditions.size.length + conditions.name.length > 0;
  const from = tables(along, needsPuzzles, query.filter);
  const id = from.first === 'p' ? 'p.puzzle_id' : 'r.puzzle_id';
  const direction = descending ? 'DESC' : 'ASC';
  const compare = descending ? '<' : '>';
  const all: Condition[] = [{ sql: 'r.run_id = ?', values: [runId] }];
  for (const finder of FINDERS) if (finder !== from.serves) all.push(...conditions[finder]);
  if (after !== null) {
    all.push(
      sort === 'order'
        ? { sql: `${id} ${compare} ?`, values: [after.puzzleId] }
        : { sql: `(${key}, ${id}) ${compare} (?, ?)`, values: [after.value, after.puzzleId] },
    );
  }
  const order = sort === 'order' ? `${id} ${direction}` : `${key} ${direction}, ${id} ${direction}`;
  return {
    sql: `SELECT ${id} AS puzzleId, ${key} AS value FROM ${from.sql}
      WHERE ${all.map(({ sql }) => sql).join(' AND ')} ORDER BY ${order} LIMIT ?`,
    values: [...from.values, ...all.flatMap(({ values }) => values)],
    found,
    foundAtLeast: found === PROBED,
  };
}

/** The tables in the order in which they are gone through; CROSS JOIN keeps SQLite to it. */
interface From extends Condition {
  readonly first: 'r' | 'p';
  /** The finder whose conditions need not be asked again. */
  readonly serves: Finder | null;
}

function tables(along: Along | null, needsPuzzles: boolean, filter: ResultFilter): From {
  const results = 'CROSS JOIN results r ON r.puzzle_id = p.puzzle_id';
  const puzzles = needsPuzzles ? 'CROSS JOIN puzzles p ON p.puzzle_id = r.puzzle_id' : '';
  if (along === null) {
    const sql = `results r ${puzzles.replace('CROSS ', '')}`;
    return { sql, values: [], first: 'r', serves: null };
  }
  if ('finder' in along && along.finder === 'name') {
    const named = namedIds(filter, 'UNION');
    return {
      sql: `(${named.sql}) n CROSS JOIN puzzles p ON p.puzzle_id = n.puzzle_id ${results}`,
      values: named.values,
      first: 'p',
      serves: 'name',
    };
  }
  const index = 'finder' in along ? along.finder : along.sort;
  const values: never[] = [];
  switch (index) {
    case 'verdict':
    case 'time':
      return {
        sql: `results r INDEXED BY results_by_${index} ${puzzles}`,
        values,
        first: 'r',
        serves: null,
      };
    case 'order':
      return { sql: `results r ${puzzles}`, values, first: 'r', serves: null };
    case 'size':
    case 'name':
      return {
        sql: `puzzles p INDEXED BY puzzles_by_${index} ${results}`,
        values,
        first: 'p',
        serves: null,
      };
  }
}

/** Whether `results` and its indexes have this, without a look at the puzzles. */
function isOfResults(what: ResultSort | Finder): boolean {
  return what !== 'size' && what !== 'name';
}

/** How many rows a filter's index has, counted up to PROBED; sizes and names over all runs. */
function probe(
  store: Store,
  { runId, filter }: ResultQuery,
  finder: Finder,
  conditions: readonly Condition[],
): number {
  const rows = rowsOf(runId, filter, finder, conditions);
  return (
    store.db
      .prepare<(string | number)[], number>(
        `SELECT count(*) FROM (SELECT 1 FROM (${rows.sql}) LIMIT ${PROBED})`,
      )
      .pluck()
      .get(...rows.values) ?? 0
  );
}

function rowsOf(
  runId: number,
  filter: ResultFilter,
  finder: Finder,
  conditions: readonly Condition[],
): Condition {
  if (finder === 'name') return namedIds(filter, 'UNION ALL');
  const ofRun = { sql: 'r.run_id = ?', values: [runId] };
  // Of a size only the longer side stands in the index; the exact sides would need the rows.
  const all =
    finder === 'size'
      ? conditions.filter(({ sql }) => sql.startsWith('max('))
      : [ofRun, ...conditions];
  const from = finder === 'size' ? 'puzzles p' : `results r INDEXED BY results_by_${finder}`;
  return {
    sql: `SELECT 1 FROM ${from} WHERE ${all.map(({ sql }) => sql).join(' AND ')}`,
    values: all.flatMap(({ values }) => values),
  };
}

/** How many results a run without a filter shows: its entries but for the rejects. */
function resultsOf(store: Store, runId: number, entries: number): number {
  const rejects = store.db
    .prepare<[number], number>('SELECT count(*) FROM rejects WHERE run_id = ?')
    .pluck()
    .get(runId);
  return entries - (rejects ?? 0);
}

/** About how many results a run has: the entries of its sources, as far as they are known. */
function entriesOf(store: Store, runId: number): number {
  const known = store.db
    .prepare<[number], number>('SELECT coalesce(sum(entries), 0) FROM run_sources WHERE run_id = ?')
    .pluck()
    .get(runId);
  return known === undefined || known === 0 ? 1_000_000 : known;
}
