import type { SizedPuzzle } from '../../../solver/core/result/puzzle-id.js';
import { hasIndexes } from '../open/indexes.js';
import type { Store } from '../open/open.js';
import { nameSql, ordinalSql, pathSql, piecesOf, type PieceOfRun } from '../pieces.js';
import { fieldsSql, type ResultFields } from '../queries/stored-results.js';
import { expectedResults } from '../stored-runs.js';
import {
  choosePath,
  leavesOut,
  type Path,
  planOf,
  SORT_KEYS,
  countInPieceOf,
  countOf,
} from './result-path.js';
import type { Cursor, ResultList, ResultQuery } from './result-filter.js';
import { setImmediate } from 'node:timers/promises';

/** What the table of a run's puzzles shows of a result. */
export const SHOWN = [
  ...(['status', 'stoppedBy', 'technique', 'guessDepth', 'guessDepthMin'] as const),
  ...(['solutions', 'solutionsExact', 'solveMs'] as const),
  ...(['difficulty', 'difficultyBound', 'stars', 'needs', 'sweeps'] as const),
] as const;

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

interface ResultPage {
  readonly rows: readonly ResultRow[];
  /** The row after which the next page begins; null if these are the last rows. */
  readonly next: Cursor | null;
  /** How many rows the filter matches; null if counting them would cost more than the page. */
  readonly found: number | null;
  /** Whether there may be more than `found`. */
  readonly foundAtLeast: boolean;
}

/** Solutions with more cells are not shown in a table. */
const LARGEST_THUMBNAIL = 2_500;

const COLUMNS = `r.puzzle_id AS puzzleId, ${nameSql('r', 'p')} AS name, ${ordinalSql('r')} AS ordinal, p.title, p.width, p.height, p.colours, p.palette,
  ${fieldsSql(SHOWN, 'r')}, p.filled, ${pathSql('r')} AS path`;

const THUMBNAIL = `iif(p.width * p.height <= ${LARGEST_THUMBNAIL}, r.solution, NULL) AS solution`;

/**
 * One page of a run's results, in two steps: the ids, which an index has without reading the wide
 * rows, then the rows.
 */
export function resultPage(store: Store, query: ResultQuery): ResultPage {
  // One transaction, so that a run that begins meanwhile cannot drop an index that is being used.
  return store.db.transaction(() => {
    const path = choosePath(store, query, { limit: query.limit, pages: 'one' });
    const { cursors, next } = cursorPage(store, path, query.after, query.limit);
    const rows = rowsOf(store, query.runId, cursors, THUMBNAIL);
    return { rows, next, found: path.found, foundAtLeast: path.foundAtLeast };
  })();
}

/** The rows that a filter matches, page by page, without pictures. */
export function resultPages(
  store: Store,
  list: ResultList,
  limit: number,
): Generator<readonly ResultRow[], void, undefined> {
  return listPages(store, list, limit, (cursors) =>
    rowsOf(store, list.runId, cursors, 'NULL AS solution'),
  );
}

/**
 * What `read` returns for the rows that a filter matches, page by page. Between two pages no query
 * is open. The path is chosen once, since choosing may cost more than a page, and again if a run
 * has dropped or made the indexes meanwhile.
 */
export function* listPages<T>(
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

/**
 * How many rows `listPages` goes through, in pages of `limit`; null if it would take time to tell.
 */
export function countListed(store: Store, list: ResultList, limit: number): number | null {
  const { conditions, found, foundAtLeast } = choosePath(store, list, { limit, pages: 'all' });
  const isAll = Object.values(conditions).every(({ length }) => length === 0);
  if (isAll && !leavesOut(list.sort)) return expectedResults(store, list.runId);
  return foundAtLeast ? null : found;
}

/** The rows of a page as their sort keys and ids; `next` is the last of them if more follow. */
function cursorPage(
  store: Store,
  path: Path,
  after: Cursor | null,
  limit: number,
): { readonly cursors: readonly Cursor[]; readonly next: Cursor | null } {
  const { sql, values } = planOf(path, after, limit + 1);
  const found = store.db.prepare<(string | number)[], Cursor>(sql).all(...values);
  const cursors = found.slice(0, limit);
  return { cursors, next: found.length > limit ? (cursors.at(-1) ?? null) : null };
}

/**
 * The rows of some puzzles, in their order; CROSS JOIN makes SQLite keep the order of the tables.
 * It is one query, as a query for each row takes 18 times as long.
 */
function rowsOf(
  store: Store,
  runId: number,
  cursors: readonly Cursor[],
  picture: string,
): ResultRow[] {
  const ids = cursors.map(({ puzzleId }) => puzzleId);
  return store.db
    .prepare<[string, number], ResultRow>(
      `SELECT ${COLUMNS}, ${picture} FROM json_each(?) AS wanted
         CROSS JOIN results r ON r.run_id = ? AND r.puzzle_id = wanted.value
         CROSS JOIN puzzles p ON p.puzzle_id = r.puzzle_id`,
    )
    .all(JSON.stringify(ids), runId);
}

/** The puzzles before and after one in a list; null at either end. */
export interface Neighbours {
  readonly previous: number | null;
  readonly next: number | null;
}

/** The neighbours of a puzzle in a filtered and sorted list, whether or not it is in the list. */
export function neighboursOf(store: Store, list: ResultList, puzzleId: number): Neighbours {
  return store.db.transaction(() => {
    const at = store.db
      .prepare<[number, number], Cursor>(
        `SELECT r.puzzle_id AS puzzleId, ${SORT_KEYS[list.sort]} AS key
         FROM results r JOIN puzzles p ON p.puzzle_id = r.puzzle_id
         WHERE r.run_id = ? AND r.puzzle_id = ?`,
      )
      .get(list.runId, puzzleId);
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
  isWanted: () => boolean = () => true,
): Promise<number | null> {
  const known = store.db.transaction((): number | null => {
    const all = { limit: Number.MAX_SAFE_INTEGER, pages: 'all' } as const;
    const path = choosePath(store, list, all);
    if (path.found !== null && !path.foundAtLeast) return path.found;
    if (!path.isRare && !path.foundAtLeast) return null;
    const { sql, values } = countOf(path);
    return store.db
      .prepare<(string | number)[], number>(sql)
      .pluck()
      .get(...values)!;
  })();
  return known ?? (await countInSlices(store, list, isWanted));
}

/** Whether a list has all results of its run. */
export function listsAll({ filter, sort }: ResultList): boolean {
  return Object.values(filter).every((one) => one == null) && !leavesOut(sort);
}

async function countInSlices(
  store: Store,
  list: ResultList,
  isWanted: () => boolean,
): Promise<number | null> {
  const path = store.db.transaction(() => choosePath(store, list, { limit: 1, pages: 'one' }))();
  const { sql, values } = countInPieceOf(path);
  const ofPiece = store.db.prepare<(string | number | PieceOfRun)[], number>(sql).pluck();
  let total = 0;
  let seen = 0;
  for (const { pieceId, entries } of piecesOf(store, list.runId)) {
    total += ofPiece.get(...values, { run: list.runId, piece: pieceId })!;
    seen += entries;
    if (seen < SLICE) continue;
    seen = 0;
    await setImmediate();
    if (!isWanted()) return null;
  }
  return total;
}
