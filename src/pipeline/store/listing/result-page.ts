import { type SizedPuzzle, PIECE_ENTRIES } from '../../record/puzzle-id.js';
import { hasIndexes, queryLists, queryRows, queryValues, type Store } from '../open/open.js';
import { nameSql, ordinalSql, pathSql, piecesOf, nameAt, pieceFinder, placeIn } from '../pieces.js';
import { fieldsSql, type ResultFields } from '../queries/stored-results.js';
import { expectedResults } from '../stored-runs.js';
import {
  type Cursor,
  type ResultList,
  FINDERS,
  conditionsOf,
  joined,
  namedIds,
  type Condition,
  type Finder,
  type ResultSort,
  type SizeBounds,
  DENSITY,
  OWN_NAME,
} from './result-filter.js';
import { setImmediate } from 'node:timers/promises';
import { UNWATCHED, type Watch } from '../../record/progress.js';
import {
  RESULT_COLUMNS,
  RESULT_COLUMN_LIST,
  type ResultColumnName,
} from '../../../solver/core/result/result-columns.js';
import { DRAWN_DENSITY } from '../../record/figures.js';
import { unpackPicture } from '../packed/packed-picture.js';
import { packedSql, pieceRowsSql, resultsInOrderSql } from '../result-layout.js';
import { countRejects } from '../queries/rejects.js';
import { NEEDS, difficultyRankSql } from '../../../solver/core/result/difficulty.js';
import { STATUSES, isUndecided } from '../../../solver/core/result/outcome.js';

/** What the table of a run's puzzles shows of a result. */
export const SHOWN = [
  ...(['status', 'stoppedBy', 'technique', 'guessDepth', 'guessDepthMin'] as const),
  ...(['solutions', 'solutionsExact', 'solveMs'] as const),
  ...(['difficulty', 'difficultyBound', 'stars', 'needs', 'sweeps'] as const),
] as const;

interface ResultQuery extends ResultList {
  readonly limit: number;
  /** The row after which to go on: `next` of the page before; null for the first page. */
  readonly after: Cursor | null;
}

/** One row of the table of a run's puzzles. */
export interface ResultRow
  extends Omit<SizedPuzzle, 'path'>, Pick<ResultFields, (typeof SHOWN)[number]> {
  readonly colours: number;
  readonly palette: string | null;
  /** The number of cells that the clues fill. */
  readonly filled: number;
  /** The file that the puzzle is from; null if it is from an earlier corpus. */
  readonly path: string | null;
  /** Rows joined by `/`; null if there is none, or if the picture is too large for a table. */
  readonly solution: string | null;
}

/** Solutions with more cells are not shown in a table. */
const LARGEST_THUMBNAIL = 2_500;

const COLUMNS = `r.puzzle_id AS puzzleId, ${nameSql('r', 'p')} AS name, ${ordinalSql('r')} AS ordinal, p.title, p.width, p.height, p.colours, p.palette,
  ${fieldsSql(SHOWN, 'r')}, p.filled, ${pathSql('r')} AS path`;

const THUMBNAIL = `iif(p.width * p.height <= ${LARGEST_THUMBNAIL}, r.solution, NULL) AS solution`;

/** One page of a run's results: first the ids, by an index, then the wide rows. */
export function resultPage(store: Store, query: ResultQuery) {
  // One transaction, so that a run that begins meanwhile cannot drop an index that is being used.
  return store.db.transaction(() => {
    const path = choosePath(store, query, { limit: query.limit, pages: 'one' });
    const { cursors, next } = cursorPage(store, path, query.after, query.limit);
    return {
      rows: rowsOf(store, query.runId, cursors, THUMBNAIL),
      /** The row after which the next page begins; null if these are the last rows. */
      next,
      /** How many rows the filter matches; null if counting them would cost more than the page. */
      found: path.found,
      /** Whether there may be more than `found`. */
      foundAtLeast: path.foundAtLeast,
    };
  })();
}

/** The rows that a filter matches, page by page, without pictures. */
export function resultPages(store: Store, list: ResultList, limit: number) {
  return listPages(store, list, limit, (cursors) =>
    rowsOf(store, list.runId, cursors, 'NULL AS solution'),
  );
}

/**
 * What `read` returns for the rows that a filter matches, page by page. Between two pages no query
 * is open. The path is chosen once, since choosing may cost more than a page, and again if a run
 * has dropped or made the indexes meanwhile.
 */
function* listPages<T>(
  store: Store,
  list: ResultList,
  limit: number,
  read: (cursors: readonly Cursor[]) => readonly T[],
): Generator<readonly T[], void, undefined> {
  let path: Path | null = null;
  let after: Cursor | null = null;
  do {
    const page = store.db.transaction(() => {
      if (path === null || (path.along !== null) !== hasIndexes(store)) {
        path = choosePath(store, list, { limit, pages: 'all' });
      }
      const { cursors, next } = cursorPage(store, path, after, limit);
      return { rows: read(cursors), next };
    })();
    if (page.rows.length > 0) yield page.rows;
    after = page.next;
  } while (after !== null);
}

/** How many rows `listPages` goes through, in pages of `limit`; null if it takes time to tell. */
function countListed(store: Store, list: ResultList, limit: number): number | null {
  const { conditions, found, foundAtLeast } = choosePath(store, list, { limit, pages: 'all' });
  const isAll = Object.values(conditions).every(({ length }) => length === 0);
  if (isAll && !leavesOut(list.sort)) return expectedResults(store, list.runId);
  return foundAtLeast ? null : found;
}

/** The rows of a page as their sort keys and ids; `next` is the last of them if more follow. */
function cursorPage(store: Store, path: Path, after: Cursor | null, limit: number) {
  const { sql, values } = planOf(path, after, limit + 1);
  const found = queryRows<Cursor>(store, sql, ...values);
  const cursors = found.slice(0, limit);
  return { cursors, next: found.length > limit ? (cursors.at(-1) ?? null) : null };
}

/** Rows in the order of the ids, kept by CROSS JOIN. A query for each takes 18 times as long. */
function rowsOf(store: Store, runId: number, cursors: readonly Cursor[], picture: string) {
  const ids = cursors.map(({ puzzleId }) => puzzleId);
  const sql = `SELECT ${COLUMNS}, ${picture} FROM json_each(?) AS wanted
    CROSS JOIN results r ON r.run_id = ? + 0 AND r.puzzle_id = wanted.value
    CROSS JOIN puzzles p ON p.puzzle_id = r.puzzle_id`;
  return queryRows<ResultRow>(store, sql, JSON.stringify(ids), runId);
}

/** The neighbours of a puzzle in a list, whether or not it is in the list; null at either end. */
export function neighboursOf(store: Store, list: ResultList, puzzleId: number) {
  return store.db.transaction(() => {
    const sql = `SELECT r.puzzle_id AS puzzleId, ${SORT_KEYS[list.sort]} AS key
      FROM results r JOIN puzzles p ON p.puzzle_id = r.puzzle_id
      WHERE r.run_id = ? + 0 AND r.puzzle_id = ? + 0`;
    const at = queryRows<Cursor>(store, sql, list.runId, puzzleId).at(0);
    if (at === undefined) return { previous: null, next: null };
    const path = choosePath(store, list, { limit: 1, pages: 'one' });
    const first = (descending: boolean): number | null => {
      const turned = { ...path, list: { ...path.list, descending } };
      return cursorPage(store, turned, at, 1).cursors.at(0)?.puzzleId ?? null;
    };
    return { previous: first(!list.descending), next: first(list.descending) };
  })();
}

/** How many results are looked at in a row: some 20 ms. */
const SLICE = 50_000;

/**
 * How many results a list has. Where no index knows, all results of the run are looked at, in
 * slices between which others have their turn, as long as `isWanted`: null if it is not any more.
 */
export async function countResults(
  store: Store,
  list: ResultList,
  isWanted = (): boolean => true,
): Promise<number | null> {
  const known = store.db.transaction((): number | null => {
    const all = { limit: Number.MAX_SAFE_INTEGER, pages: 'all' } as const;
    const path = choosePath(store, list, all);
    if (path.found !== null && !path.foundAtLeast) return path.found;
    if (!path.isRare && !path.foundAtLeast) return null;
    const { sql, values } = countOf(path);
    return queryValues<number>(store, sql, ...values)[0];
  })();
  return known ?? (await countInSlices(store, list, isWanted));
}

/** Whether a list has all results of its run. */
export function listsAll({ filter, sort }: ResultList): boolean {
  return Object.values(filter).every((one) => one == null) && !leavesOut(sort);
}

async function countInSlices(store: Store, list: ResultList, isWanted: () => boolean) {
  const path = store.db.transaction(() => choosePath(store, list, { limit: 1, pages: 'one' }))();
  const { sql, values } = countInPieceOf(path);
  let total = 0;
  let seen = 0;
  for (const { pieceId, entries } of piecesOf(store, list.runId)) {
    const piece = { run: list.runId, piece: pieceId };
    total += queryValues<number>(store, sql, ...values, piece)[0];
    seen += entries;
    if (seen < SLICE) continue;
    seen = 0;
    await setImmediate();
    if (!isWanted()) return null;
  }
  return total;
}

type ExportValue = string | number | null;

/** Named as in the database; `path` is of `run_sources`, both densities are worked out. */
const EXPORT_COLUMNS = [
  ...(['run_id', 'puzzle_id', 'path', 'ordinal', 'name', 'title', 'label'] as const),
  ...(['width', 'height', 'colours', 'palette', 'fingerprint', 'shape'] as const),
  ...(['density', 'drawn_density'] as const),
  ...RESULT_COLUMN_LIST.map(({ name }) => name),
] as const;

const CLUE_COLUMNS = ['clues', 'start'] as const;

type ExportColumn = (typeof EXPORT_COLUMNS)[number] | (typeof CLUE_COLUMNS)[number];

interface ExportRequest extends ResultList {
  readonly withClues: boolean;
  /** The most rows, from the first one on; left out: all. */
  readonly take?: number;
}

/** The columns of an export, in their order. */
export function exportColumns({ withClues }: { readonly withClues: boolean }): ExportColumn[] {
  return [...EXPORT_COLUMNS, ...(withClues ? CLUE_COLUMNS : [])];
}

const PICTURES: ReadonlySet<string> = new Set(
  RESULT_COLUMN_LIST.filter(({ kind }) => kind.is === 'cells').map(({ name }) => name),
);

const EXPORTED_AT_ONCE = 2000;

/** Rows of `exportColumns`, page by page: no query stays open, so slow readers hold up no run. */
export function* exportRows(
  store: Store,
  request: ExportRequest,
  watch: Watch = UNWATCHED,
): Generator<readonly ExportValue[], void, undefined> {
  const names = exportColumns(request);
  // SQL takes six times as long to unpack a picture.
  const columns = names.map((name) => {
    // What is known by the piece is put in afterwards.
    if (name === 'path' || name === 'ordinal') return 'NULL';
    if (name === 'density') return DENSITY;
    if (name === 'drawn_density') return DRAWN_DENSITY;
    return name in RESULT_COLUMNS ? packedSql(RESULT_COLUMNS[name as ResultColumnName]) : name;
  });
  const select = `SELECT ${columns.join(', ')} FROM json_each(?) AS wanted
    CROSS JOIN held_rows AS results ON run_id = ? + 0 AND puzzle_id = wanted.value
    CROSS JOIN puzzles p USING (puzzle_id)`;
  const packed = [...names.keys()].filter((i) => PICTURES.has(names[i]));
  const [ids, paths, ordinals, called] = (['puzzle_id', 'path', 'ordinal', 'name'] as const).map((name) => names.indexOf(name)); // prettier-ignore
  const pieceOf = pieceFinder(store);
  const read = (cursors: readonly Cursor[]): readonly ExportValue[][] => {
    const wanted = cursors.map(({ puzzleId }) => puzzleId);
    const rows = queryLists<ExportValue[]>(store, select, JSON.stringify(wanted), request.runId);
    for (const row of rows) {
      const puzzleId = Number(row[ids]);
      const piece = pieceOf(request.runId, puzzleId);
      if (piece !== null) {
        const place = placeIn(piece, puzzleId);
        row[paths] = place.path;
        row[ordinals] = place.ordinal;
        row[called] ??= nameAt(place);
      }
      for (const i of packed) {
        const value: unknown = row[i];
        if (value instanceof Uint8Array) row[i] = unpackPicture(value);
      }
    }
    return rows;
  };
  const { take = Infinity } = request;
  const counted = countListed(store, request, EXPORTED_AT_ONCE);
  const total = counted && Math.min(take, counted);
  let done = 0;
  for (const rows of listPages(store, request, EXPORTED_AT_ONCE, read)) {
    const taken = rows.slice(0, take - done);
    yield* taken;
    watch.reached((done += taken.length), total);
    if (done >= take) return;
  }
}

/** What the rows of a list are found along: an index, of a sort or a filter, or the run's order. */
type Along = Finder | 'order' | 'named';

/** Sorted for each page: 0.1 s for 150,000 rows. An index by score would cost a run 1 us a row. */
const UNINDEXED: ReadonlySet<ResultSort> = new Set([
  ...(['hard', 'score', 'stars', 'needs', 'depth', 'sweeps', 'density', 'file'] as const),
]);

/** Whether an order leaves out the puzzles that do not have what it is by. */
function leavesOut(sort: ResultSort): boolean {
  return UNINDEXED.has(sort) && sort !== 'hard';
}

/** How the rows of a list are found, and how many there are. */
interface Path {
  readonly list: ResultList;
  readonly conditions: ReturnType<typeof conditionsOf>;
  /** The runs whose rows these are, the run itself among them if it has written any. */
  readonly holders: readonly number[];
  /** Null if there are no indexes yet. */
  readonly along: Along | null;
  /** Whether so few entries of the finder's index match that all of them are soon looked at. */
  readonly isRare: boolean;
  /** Null if counting would cost more than a page. */
  readonly found: number | null;
  readonly foundAtLeast: boolean;
  /** Where the piece of a puzzle comes first. */
  readonly placeOf: (puzzleId: number) => { readonly file: number; readonly position: number };
}

/** The most index entries that are counted to learn how rare a filter is: some ten milliseconds. */
const MOST_COUNTED = 200_000;

/** The cost of a row that must be looked up, compared with one that an index covers. */
const LOOKUP = 6;

/** The matching rows may all be at the far end of another order: how much to allow for that. */
const UNEVEN = 3;

/** How much of a list is wanted: one page, or all of its pages, one after the other. */
interface WantedPage {
  readonly limit: number;
  readonly pages: 'one' | 'all';
}

/**
 * There are two paths to a page: along the sort's index until the page is full, which is fast if
 * many rows match; or through the rows that a filter's index has, whose ids are then sorted (again
 * for every page), which is fast if they are few. How many there are is counted, up to a limit.
 */
function choosePath(store: Store, asked: ResultList, { limit, pages }: WantedPage): Path {
  const list = withoutNeedlessSort(asked);
  const conditions = conditionsOf(list.filter);
  const finders = FINDERS.filter((finder) => conditions[finder].length > 0);
  const held = 'SELECT DISTINCT held_by FROM run_pieces WHERE run_id = ?';
  const holders = queryValues<number>(store, held, list.runId);
  const pieceOf = pieceFinder(store);
  const placeOf: Path['placeOf'] = (id) => pieceOf(list.runId, id) ?? { file: 0, position: 0 };
  if (!hasIndexes(store)) {
    const unknown = { along: null, isRare: false, found: null, foundAtLeast: false };
    return { list, conditions, holders, placeOf, ...unknown };
  }
  const total = entriesOf(store, list.runId);
  // How many rows each index has, up to MOST_COUNTED; sizes and names over all runs.
  const counts = finders.map((finder) => {
    const found = rowsFoundBy(list, finder, conditions[finder], holders);
    const count = `SELECT count(*) FROM (SELECT 1 FROM (${found.sql}) LIMIT ${MOST_COUNTED})`;
    return queryValues<number>(store, count, ...found.values)[0];
  });
  const least = Math.min(total, ...counts);
  const narrow = conditions.size.length + conditions.name.length + conditions.others.length === 0;
  const byIndex = !UNINDEXED.has(list.sort);
  let along = (byIndex ? list.sort : 'order') as Along;
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
      along = finder === 'name' ? 'named' : finder;
      cost = own;
      isRare = counts[i] < MOST_COUNTED;
    }
  });
  // Sizes and names are counted over all runs of the database.
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

function rowsFoundBy(
  { runId, filter }: ResultList,
  finder: Finder,
  conditions: readonly Condition[],
  holders: readonly number[],
): Condition {
  if (finder === 'name') return namedIds(filter, 'UNION ALL');
  if (finder === 'size') {
    // The index has only the longer side of a size; the exact sides would need the rows.
    const sides = conditions.filter(({ sql }) => sql.startsWith('max('));
    return joined(sides, ' AND ', (sql) => `SELECT 1 FROM puzzles p WHERE ${sql}`);
  }
  const all = [{ sql: 'r.run_id = ?', values: [runId] }, ...conditions];
  const arms = holders.map((holder) => {
    const rows = indexedRowsSql(finder, runId, holder, holders.length === 1);
    return joined(all, ' AND ', (sql) => `SELECT 1 FROM ${rows} WHERE ${sql}`);
  });
  return joined(arms, ' UNION ALL ');
}

/** How many results a run has that is complete; null of another. */
function allOfRun(store: Store, runId: number): number | null {
  const [state] = queryValues(store, 'SELECT state FROM runs WHERE run_id = ?', runId);
  return state === 'complete' ? entriesOf(store, runId) - countRejects(store, runId) : null;
}

/** About how many results a run has: the entries of its sources, as far as they are known. */
function entriesOf(store: Store, runId: number): number {
  const sql = 'SELECT sum(entries) FROM run_sources WHERE run_id = ?';
  return queryValues<number | null>(store, sql, runId)[0] || 1_000_000;
}

/** The sort key of each order, in SQL; `r` is `results`, `p` is `puzzles`. */
const SORT_KEYS: Record<ResultSort, string> = {
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

const IN_ORDER = ['r.file', 'r.piece', 'r.puzzle_id'];

/** Queries `puzzleId` and `key`, the sort key, of the first `limit` rows after a cursor. */
function planOf(path: Path, after: Cursor | null, limit: number): Condition {
  const { sort, descending, runId } = path.list;
  const key = SORT_KEYS[sort];
  const direction = descending ? 'DESC' : 'ASC';
  const compare = descending ? '<' : '>';
  const arms = armsOf(path).map(({ all, ...from }): Condition => {
    const id = from.first === 'p' ? 'p.puzzle_id' : 'r.puzzle_id';
    const conditions = [...all];
    const isInOrder = from.inOrder && sort === 'order';
    const order = isInOrder ? IN_ORDER : sort === 'order' ? [id] : [key, id];
    const place = after !== null && isInOrder ? path.placeOf(after.puzzleId) : null;
    if (after !== null) {
      const by = place ? [place.file, place.position] : sort === 'order' ? [] : [after.key];
      const values = [...by, after.puzzleId];
      const marks = order.map(() => '?').join(', ');
      conditions.push({ sql: `(${order.join(', ')}) ${compare} (${marks})`, values });
    }
    const bound = `${descending ? '<=' : '>='} ${place?.file ?? (descending ? '9e9' : '0')}`;
    const rows = isInOrder
      ? from.sql.replace(ANY_ORDER, `${resultsInOrderSql(runId, bound)} r`)
      : from.sql;
    const { sql, values } = joined(conditions, ' AND ');
    return {
      sql: `SELECT ${id} AS puzzleId, ${key} AS key FROM ${rows} WHERE ${sql}
      ORDER BY ${order.map((one) => `${one} ${direction}`).join(', ')} LIMIT ?`,
      values: [...from.values, ...values, limit],
    };
  });
  if (arms.length === 1) return arms[0];
  const collated = sort === 'name' ? 'key COLLATE NOCASE' : 'key';
  const { sql, values } = unionOf(arms);
  return {
    sql: `SELECT puzzleId, key FROM (${sql})
      ORDER BY ${collated} ${direction}, puzzleId ${direction} LIMIT ?`,
    values: [...values, limit],
  };
}

function unionOf(arms: readonly Condition[]): Condition {
  const selects = arms.map((arm) => ({ ...arm, sql: `SELECT * FROM (${arm.sql})` }));
  return joined(selects, ' UNION ALL ');
}

/**
 * The tables of a path in the order in which they are read, which CROSS JOIN makes SQLite keep, and
 * the conditions that rows of the list meet, that of the run first.
 */
interface Arm extends Condition {
  readonly first: 'r' | 'p';
  /** Whether all rows of the run are looked at, in whichever order. */
  readonly inOrder: boolean;
  readonly all: readonly Condition[];
}

/** One for each run that holds rows of the list, where an index of their table finds them. */
function armsOf({ list, conditions, along, holders }: Path): readonly Arm[] {
  const { sort, runId, filter } = list;
  const all: Condition[] = [
    { sql: 'r.run_id = ?', values: [runId] },
    ...FINDERS.flatMap((one) => (one === 'name' && along === 'named' ? [] : conditions[one])),
    ...conditions.others,
    ...(leavesOut(sort) ? [{ sql: `${SORT_KEYS[sort]} IS NOT NULL`, values: [] }] : []),
  ];
  const arm = (sql: string, first: Arm['first'], values: Condition['values'] = []): Arm => {
    return { sql, values, first, all, inOrder: sql.startsWith(ANY_ORDER) };
  };
  const results = 'CROSS JOIN results r ON r.puzzle_id = p.puzzle_id';
  if (along === 'named') {
    const named = namedIds(filter, 'UNION');
    const sql = `(${named.sql}) n CROSS JOIN puzzles p ON p.puzzle_id = n.puzzle_id ${results}`;
    return [arm(sql, 'p', named.values)];
  }
  if (along === 'size' || along === 'name') {
    return [arm(`puzzle_rows p INDEXED BY puzzles_by_${along} ${results}`, 'p')];
  }
  const needsPuzzles =
    !isOfResults(sort) ||
    conditions.size.length + conditions.name.length > 0 ||
    conditions.others.some(({ sql }) => sql.includes('p.'));
  const puzzles = needsPuzzles ? 'CROSS JOIN puzzles p ON p.puzzle_id = r.puzzle_id' : '';
  if (along === null || along === 'order') return [arm(`${ANY_ORDER} ${puzzles}`, 'r')];
  return holders.map((holder) =>
    arm(`${indexedRowsSql(along, runId, holder, holders.length === 1)} ${puzzles}`, 'r'),
  );
}

function countOf(path: Path): Condition {
  const arms = armsOf(path).map(({ all, ...from }) => {
    const { sql, values } = joined(all, ' AND ');
    return {
      sql: `SELECT count(*) AS count FROM ${from.sql} WHERE ${sql}`,
      values: [...from.values, ...values],
    };
  });
  const { sql, values } = unionOf(arms);
  return { sql: `SELECT sum(count) FROM (${sql})`, values };
}

/** The query that counts the rows of a list in one piece of its run, for `pieceRowsSql`. */
function countInPieceOf(path: Path): Condition {
  const [{ sql, all }] = armsOf({ ...path, along: 'order' });
  const rows = sql.replace(ANY_ORDER, `${pieceRowsSql('results')} r`);
  const count = (where: string): string => `SELECT count(*) FROM ${rows} WHERE ${where || '1'}`;
  return joined(all.slice(1), ' AND ', count);
}

const ANY_ORDER = 'results r';

const ROW_COLUMNS = ['puzzle_id', ...RESULT_COLUMN_LIST.map(({ name }) => name)].join(', ');

/** One holder's rows of a run, as `r`, by an index: all of them if the run passed nothing over. */
function indexedRowsSql(index: 'verdict' | 'time', runId: number, holder: number, isOnly: boolean) {
  const rows = `result_rows r INDEXED BY results_by_${index}`;
  if (isOnly && holder === runId) return rows;
  return `(SELECT ${runId} AS run_id, ${ROW_COLUMNS} FROM ${rows}
    WHERE r.run_id = ${holder} AND EXISTS (SELECT 1 FROM run_pieces h
      WHERE h.run_id = ${runId} AND h.piece_id = r.puzzle_id / ${PIECE_ENTRIES} AND h.held_by = ${holder})) r`;
}
