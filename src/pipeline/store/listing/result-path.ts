import { hasIndexes } from '../open/indexes.js';
import type { Store } from '../open/open.js';
import { pieceFinder, type AfterPlace, pathSql } from '../pieces.js';
import { countRejects } from '../queries/rejects.js';
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
  DENSITY,
  OWN_NAME,
  type Cursor,
} from './result-filter.js';
import { NEEDS, difficultyRankSql } from '../../../solver/core/result/difficulty.js';
import { STATUSES, isUndecided } from '../../../solver/core/result/outcome.js';
import { pieceRowsSql, resultsInOrderSql, RESULT_ROW_COLUMNS } from '../result-layout.js';
import { PIECE_ENTRIES } from '../../../solver/core/result/puzzle-id.js';

/** How the rows of a list are found: along the order of a sort, or by the index of a filter. */
type Along = { readonly sort: ResultSort } | { readonly finder: Finder };

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
interface WantedPage {
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
function isOfResults(what: ResultSort | Finder): boolean {
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

/** The sort key of each order, in SQL; `r` is `results`, `p` is `puzzles`. */
export const SORT_KEYS: Record<ResultSort, string> = {
  order: 'r.puzzle_id',
  name: `${OWN_NAME} COLLATE NOCASE`,
  size: 'max(p.width, p.height)',
  time: 'r.solve_ms',
  hard: `CASE WHEN r.status IN (${STATUSES.filter(isUndecided)
    .map((status) => `'${status}'`)
    .join(', ')}) THEN 1e9 ELSE coalesce(${difficultyRankSql('r.')}, -1) END`,
  score: difficultyRankSql('r.'),
  stars: 'r.stars',
  needs: `CASE r.needs ${NEEDS.map((word, i) => `WHEN '${word}' THEN ${i}`).join(' ')} END`,
  // A depth that is only known to be at least d comes after depth d.
  depth: 'coalesce(r.guess_depth, r.guess_depth_min + 0.5)',
  sweeps: 'r.sweeps',
  density: DENSITY,
  file: pathSql('r'),
};

/** The order of the corpora. */
const IN_ORDER = ['r.file', 'r.piece', 'r.puzzle_id'];

/**
 * The query for the first `limit` rows after a cursor along a path: it returns `puzzleId` and
 * `key` (the sort key).
 */
export function planOf(path: Path, after: Cursor | null, limit: number): Condition {
  const { sort, descending, runId } = path.list;
  const key = SORT_KEYS[sort];
  const direction = descending ? 'DESC' : 'ASC';
  const compare = descending ? '<' : '>';
  const arms = armsOf(path).map(({ from, all }): Condition => {
    const id = from.first === 'p' ? 'p.puzzle_id' : 'r.puzzle_id';
    const conditions = [...all];
    const isInOrder = from.inOrder && sort === 'order';
    if (after !== null && isInOrder) {
      const { file, position } = path.placeOf(after.puzzleId);
      const values = [file, position, after.puzzleId];
      conditions.push({ sql: `(${IN_ORDER.join(', ')}) ${compare} (?, ?, ?)`, values });
    } else if (after !== null) {
      const [keys, marks, values] =
        sort === 'order'
          ? [id, '?', [after.puzzleId]]
          : [`(${key}, ${id})`, '(?, ?)', [after.key, after.puzzleId]];
      conditions.push({ sql: `${keys} ${compare} ${marks}`, values });
    }
    const { file } = after === null || !isInOrder ? NOWHERE : path.placeOf(after.puzzleId);
    const bound = `${descending ? '<=' : '>='} ${file ?? (descending ? '9e9' : '0')}`;
    const rows = isInOrder
      ? from.sql.replace(ANY_ORDER, `${resultsInOrderSql(runId, bound)} r`)
      : from.sql;
    const order = isInOrder ? IN_ORDER : sort === 'order' ? [id] : [key, id];
    return {
      sql: `SELECT ${id} AS puzzleId, ${key} AS key FROM ${rows}
      WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}
      ORDER BY ${order.map((one) => `${one} ${direction}`).join(', ')} LIMIT ?`,
      values: [...from.values, ...conditions.flatMap(({ values }) => values), limit],
    };
  });
  if (arms.length === 1) return arms[0];
  const collated = sort === 'name' ? 'key COLLATE NOCASE' : 'key';
  return {
    sql: `SELECT puzzleId, key FROM (${unionOf(arms)})
      ORDER BY ${collated} ${direction}, puzzleId ${direction} LIMIT ?`,
    values: [...arms.flatMap(({ values }) => values), limit],
  };
}

function unionOf(arms: readonly Condition[]): string {
  return arms.map(({ sql }) => `SELECT * FROM (${sql})`).join(' UNION ALL ');
}

/** The tables of a path, and the conditions that rows of the list meet, that of the run first. */
interface Arm {
  readonly from: From;
  readonly all: Condition[];
}

/** One for each run that holds rows of the list, where an index of their table finds them. */
function armsOf(path: Path): readonly Arm[] {
  const { list, conditions, along, holders } = path;
  const { sort, runId, filter } = list;
  const needsPuzzles =
    !isOfResults(sort) ||
    conditions.size.length + conditions.name.length > 0 ||
    conditions.others.some(({ sql }) => sql.includes('p.'));
  return tables(along, needsPuzzles, filter, { runId, holders }).map((from) => {
    const all: Condition[] = [{ sql: 'r.run_id = ?', values: [runId] }];
    for (const finder of FINDERS) if (finder !== from.serves) all.push(...conditions[finder]);
    all.push(...conditions.others);
    if (leavesOut(sort)) all.push({ sql: `${SORT_KEYS[sort]} IS NOT NULL`, values: [] });
    return { from, all };
  });
}

/** The query that counts all rows of a path. */
export function countOf(path: Path): Condition {
  const arms = armsOf(path).map(({ from, all }) => ({
    sql: `SELECT count(*) AS count FROM ${from.sql} WHERE ${all.map(({ sql }) => sql).join(' AND ')}`,
    values: [...from.values, ...all.flatMap(({ values }) => values)],
  }));
  return {
    sql: `SELECT sum(count) FROM (${unionOf(arms)})`,
    values: arms.flatMap(({ values }) => values),
  };
}

/** The query that counts the rows of a list in one piece of its run, for `pieceRowsSql`. */
export function countInPieceOf(path: Path): Condition {
  const [{ from, all }] = armsOf({ ...path, along: { sort: 'order' } });
  const [, ...others] = all;
  const matches = others.map(({ sql }) => `(${sql})`).join(' AND ') || '1';
  return {
    sql: `SELECT count(*) FROM ${from.sql.replace(ANY_ORDER, `${pieceRowsSql('results')} r`)} WHERE ${matches}`,
    values: others.flatMap(({ values }) => values),
  };
}

const ANY_ORDER = 'results r';

/** Before the first file. */
const NOWHERE = { file: null };

/** The tables in the order in which they are read; CROSS JOIN makes SQLite keep it. */
interface From extends Condition {
  readonly first: 'r' | 'p';
  /** Whether all rows of the run are looked at, in whichever order. */
  readonly inOrder: boolean;
  /** The part of the filter whose conditions the path already meets. */
  readonly serves: Finder | null;
}

function tables(
  along: Along | null,
  needsPuzzles: boolean,
  filter: ResultCriteria,
  { runId, holders }: { readonly runId: number; readonly holders: readonly number[] },
): readonly From[] {
  const results = 'CROSS JOIN results r ON r.puzzle_id = p.puzzle_id';
  const puzzles = needsPuzzles ? 'CROSS JOIN puzzles p ON p.puzzle_id = r.puzzle_id' : '';
  const from = (sql: string, first: 'r' | 'p', inOrder = false): From => ({
    sql,
    values: [],
    first,
    inOrder,
    serves: null,
  });
  const ordered = [from(`${ANY_ORDER} ${puzzles}`, 'r', true)];
  if (along === null) return ordered;
  if ('finder' in along && along.finder === 'name') {
    const named = namedIds(filter, 'UNION');
    const sql = `(${named.sql}) n CROSS JOIN puzzles p ON p.puzzle_id = n.puzzle_id ${results}`;
    return [{ sql, values: named.values, first: 'p', inOrder: false, serves: 'name' }];
  }
  const index = 'finder' in along ? along.finder : along.sort;
  switch (index) {
    case 'verdict':
    case 'time':
      return holders.map((holder) =>
        from(`${indexedRowsSql(index, runId, holder, holders.length === 1)} ${puzzles}`, 'r'),
      );
    case 'order':
    case 'hard':
    case 'score':
    case 'stars':
    case 'needs':
    case 'depth':
    case 'sweeps':
    case 'density':
    case 'file':
      return ordered;
    case 'size':
    case 'name':
      return [from(`puzzle_rows p INDEXED BY puzzles_by_${index} ${results}`, 'p')];
  }
}

/** The runs whose rows the results of a run are, itself among them if it has written any. */
function holdersOf({ db }: Store, runId: number): readonly number[] {
  return db
    .prepare<[number], number>('SELECT DISTINCT held_by FROM run_pieces WHERE run_id = ?')
    .pluck()
    .all(runId);
}

const COLUMNS = RESULT_ROW_COLUMNS.filter((name) => name !== 'run_id').join(', ');

/**
 * The rows of a run that one of its holders has, as a table `r`, found by an index of
 * `result_rows`: of a run that passed nothing over, these are all.
 */
function indexedRowsSql(
  index: 'verdict' | 'time',
  runId: number,
  holder: number,
  isOnly: boolean,
): string {
  const rows = `result_rows r INDEXED BY results_by_${index}`;
  if (isOnly && holder === runId) return rows;
  return `(SELECT ${runId} AS run_id, ${COLUMNS} FROM ${rows}
    WHERE r.run_id = ${holder} AND EXISTS (SELECT 1 FROM run_pieces h
      WHERE h.run_id = ${runId} AND h.piece_id = r.puzzle_id / ${PIECE_ENTRIES} AND h.held_by = ${holder})) r`;
}
