import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { PIECE_ENTRIES } from '../record/puzzle-id.js';
import { idsOfPiece } from './pieces.js';
import { countChangedPieces } from './queries/scan-results.js';
import {
  bytesOfDatabase,
  change,
  queryRows,
  queryValues,
  type Store,
  SCHEMA_TABLES,
} from './open/open.js';
import { explainedError, sqliteCode } from './open/store-error.js';
import { Nights, acceptedPuzzles, isOfAll, allSeries } from './changes/nights.js';
import { listRuns, type Run } from './stored-runs.js';

/** Rows of the runs whose numbers `@runs` lists as JSON. */
const OF_THESE = 'run_id IN (SELECT value FROM json_each(@runs))';
/** Sources and pieces that no other run refers to. */
const LONE_SOURCES = `SELECT source_id FROM sources WHERE source_id NOT IN (
  SELECT source_id FROM run_sources WHERE NOT ${OF_THESE})`;
const LONE_PIECES = `SELECT piece_id FROM pieces WHERE piece_id NOT IN (
  SELECT piece_id FROM run_pieces WHERE NOT ${OF_THESE})`;

/** What removing these runs would free, found without writing. */
export function pruneFigures(store: Store, runIds: readonly number[]) {
  const runs = JSON.stringify(runIds);
  const count = (sql: string): number =>
    queryValues<number>(store, `SELECT count(*) FROM ${sql}`, { runs })[0];
  // Rows that runs which stay refer to are handed over to them.
  const results = count(`result_rows WHERE ${OF_THESE} AND NOT EXISTS (SELECT 1 FROM run_pieces h
    WHERE h.piece_id = result_rows.puzzle_id / ${PIECE_ENTRIES} AND h.held_by = result_rows.run_id
      AND NOT h.${OF_THESE})`);
  const puzzles = count(`puzzles WHERE puzzle_id / ${PIECE_ENTRIES} IN (${LONE_PIECES})`);
  // Of the pages of a table and its indexes, whose names begin as its own does.
  const pages = 'SELECT sum(pgsize) FROM dbstat WHERE aggregate = TRUE AND name GLOB ?';
  const bytesOf = (gone: number, table: string, names: string): number =>
    gone === 0 ? 0 : (gone / count(table)) * (queryValues<number>(store, pages, names)[0] ?? 0);
  return {
    runs: runIds.length,
    results,
    puzzles,
    rejects: count(`piece_rejects WHERE piece_id IN (${LONE_PIECES})`),
    sources: count(`sources WHERE source_id IN (${LONE_SOURCES})`),
    /** About how many bytes of the database these take. */
    bytes: Math.round(
      bytesOf(results, 'result_rows', 'result*') + bytesOf(puzzles, 'puzzle_rows', 'puzzle*'),
    ),
  };
}

/** The tables that have rows of runs, each before the tables that it refers to. */
function tablesOfRuns(store: Store): string[] {
  const hasRuns = "SELECT count(*) FROM pragma_table_info(?) WHERE name = 'run_id'";
  return Object.keys(SCHEMA_TABLES)
    .filter((table) => queryValues<number>(store, hasRuns, table)[0] === 1)
    .reverse();
}

/** The tables that refer to rows of results, which `handOver` moves. */
const REFERRING: ReadonlySet<string> = new Set(['claims', 'solved_by']);

/**
 * Removes runs with all that is theirs and what no other run refers to, in one transaction: a kill
 * leaves the database as it was. The file keeps its size, see `makeSmall`.
 * @throws StoreError if the disk is full, or another program holds the database.
 */
export function removeRuns(store: Store, runIds: readonly number[]): void {
  const { db } = store;
  const runs = JSON.stringify(runIds);
  const remove = (from: (table: string, gone: string, runs: string) => void): void => {
    const removeAll = (): void => {
      for (const table of REFERRING) from(table, OF_THESE, runs);
      handOver(store, runs);
      // Puzzles come before the runs, which tell which of them are left alone.
      from('label_rows', `puzzle_id / ${PIECE_ENTRIES} IN (${LONE_PIECES})`, runs);
      from('puzzle_rows', `puzzle_id / ${PIECE_ENTRIES} IN (${LONE_PIECES})`, runs);
      for (const table of tablesOfRuns(store)) {
        if (!REFERRING.has(table)) from(table, OF_THESE, runs);
      }
      for (const table of ['source_pieces', 'sources']) {
        db.exec(`DELETE FROM ${table} WHERE source_id NOT IN (SELECT source_id FROM run_sources)`);
      }
      // The list of a source that stays names pieces of which a limited run has none.
      for (const table of ['piece_rejects', 'pieces']) {
        db.exec(`DELETE FROM ${table} WHERE piece_id NOT IN (SELECT piece_id FROM run_pieces)
          AND piece_id NOT IN (SELECT piece_id FROM source_pieces)`);
      }
    };
    db.transaction(() => new Nights(store).without(removeAll)).immediate();
  };
  const rowByRow = (table: string, gone: string): void => {
    change(store, `DELETE FROM ${table} WHERE ${gone}`, { runs });
  };
  try {
    // What an earlier program left of the log takes room, too.
    db.pragma('wal_checkpoint(TRUNCATE)');
    try {
      remove(rowByRow);
    } catch (error) {
      if (sqliteCode(error) !== 'SQLITE_FULL') throw error;
      const left = bytesHeld(store) - pruneFigures(store, runIds).bytes;
      if (left >= MOST_HELD) throw error;
      inLittleRoom(store, () => remove((...gone) => replaceRows(store, ...gone)));
    }
    db.pragma('wal_checkpoint(TRUNCATE)');
  } catch (error) {
    throw explainedError(error, store.path);
  }
}

/** The most bytes of rows that stay which are held in memory. */
const MOST_HELD = 2 ** 28;

/**
 * Does what has found no room for its log: with what stays in memory, if that is little enough.
 * Foreign keys rest, as SQLite otherwise empties a table that others refer to row by row.
 */
function inLittleRoom({ db }: Store, work: () => void): void {
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.pragma('temp_store = MEMORY');
  db.pragma('foreign_keys = OFF');
  try {
    work();
  } finally {
    db.pragma('foreign_keys = ON');
    db.pragma('temp_store = DEFAULT');
  }
}

/** Empties the table, which writes no pages, and puts back what stays: all that the log takes. */
function replaceRows({ db }: Store, table: string, gone: string, runs: string): void {
  db.prepare<{ runs: string }>(
    `CREATE TEMP TABLE staying AS SELECT * FROM main.${table} WHERE NOT ${gone}`,
  ).run({ runs });
  db.exec(`DELETE FROM main.${table};
    INSERT INTO main.${table} SELECT * FROM temp.staying; DROP TABLE temp.staying`);
}

/**
 * Makes the file as small as what it holds. SQLite writes it anew, through its log, before it gives
 * up the old pages: a kill leaves one or the other.
 * @returns Its bytes now; null if the disk has no room for the second copy that this takes.
 * @throws StoreError if the disk fails.
 */
export function makeSmall(store: Store): number | null {
  const { db, path } = store;
  // One copy in a temporary file, one in the log.
  const { bavail, bsize } = statfsSync(dirname(path));
  if (bavail * bsize < 2 * bytesHeld(store)) return null;
  try {
    db.exec('VACUUM');
    db.pragma('wal_checkpoint(TRUNCATE)');
  } catch (error) {
    // The folder for temporary files may be on another disk.
    if (sqliteCode(error) === 'SQLITE_FULL') return null;
    throw explainedError(error, path);
  }
  return bytesOfDatabase(path);
}

function bytesHeld({ db }: Store): number {
  const [pages, free, size] = ['page_count', 'freelist_count', 'page_size'].map(
    (name) => db.pragma(name, { simple: true }) as number,
  );
  return (pages - free) * size;
}

/**
 * Hands rows of removed runs (a JSON array of numbers) over to the first other run that refers to
 * them. Nothing may refer to them as theirs any more. Within a transaction.
 */
function handOver(store: Store, gone: string): void {
  const isGone = (column: string): string => `${column} IN (SELECT value FROM json_each(@gone))`;
  const heirs = `SELECT piece_id AS pieceId, held_by AS heldBy, min(run_id) AS heir FROM run_pieces
    WHERE ${isGone('held_by')} AND NOT ${isGone('run_id')} GROUP BY piece_id, held_by`;
  type Handed = Readonly<Record<'pieceId' | 'heldBy' | 'heir', number>>;
  const handed = queryRows<Handed>(store, heirs, { gone });
  const move = `UPDATE result_rows SET run_id = @heir, reused_run = ifnull(reused_run, @heldBy)
    WHERE run_id = @heldBy AND puzzle_id >= @first AND puzzle_id < @end`;
  const refer = `UPDATE run_pieces SET held_by = @heir
    WHERE held_by = @heldBy AND piece_id = @pieceId AND NOT ${isGone('run_id')}`;
  for (const { pieceId, heldBy, heir } of handed) {
    const [first, end] = idsOfPiece(pieceId);
    change(store, move, { heir, heldBy, first, end });
    change(store, refer, { heir, heldBy, pieceId, gone });
  }
  for (const heir of new Set(handed.map((one) => one.heir))) {
    // The rows are taken over ones now, and counted again as such. What others refer to is whole,
    // even of a run that is not complete.
    const own = handed.filter((one) => one.heir === heir).map(({ pieceId }) => pieceId);
    countChangedPieces(store, heir, new Map(), own);
  }
}

type PruneRequest =
  /** All but the latest of each series; those begun before a time; both: neither kept nor new. */
  | { readonly keep: number | null; readonly before: string | null }
  /** These, by their numbers. */
  | { readonly runIds: readonly number[] };

/** Runs that go, and runs that stay although they were meant, with the reason. */
interface ChosenRuns {
  readonly runs: readonly Run[];
  readonly kept: readonly { readonly run: Run; readonly why: string }[];
  /** Numbers that no run has. */
  readonly unknown: readonly number[];
}

/**
 * Chooses runs to remove, the earliest first. The run that is under way stays, and so does the last
 * one of each series, as nights are compared with it, unless it is named by its number.
 */
export function chooseRuns(store: Store, request: PruneRequest): ChosenRuns {
  const all = listRuns(store).reverse();
  const isUnderWay = ({ state }: Run): boolean =>
    state === 'running' && store.isWritten() && store.readonly;
  if ('runIds' in request) {
    const wanted = new Set(request.runIds);
    const named = all.filter(({ runId }) => wanted.has(runId));
    return {
      runs: named.filter((run) => !isUnderWay(run)),
      kept: named.filter(isUnderWay).map((run) => ({ run, why: 'it is under way' })),
      unknown: [...wanted].filter((id) => !all.some(({ runId }) => runId === id)),
    };
  }
  const { keep, before } = request;
  const latest = new Set<number>();
  const last = new Set<number>();
  /** Runs that the next night needs, with the reason. */
  const needed = new Map<number, string>();
  const nights = new Nights(store);
  for (const { runs } of allSeries(store)) {
    for (const { runId } of keep === null ? [] : runs.slice(-keep)) latest.add(runId);
    const complete = runs.filter(({ state }) => state === 'complete');
    const latestOne = complete.at(-1) ?? runs.at(-1);
    // The next night is compared with the last one over all of the corpora.
    const reference = complete.findLast(isOfAll) ?? latestOne;
    if (reference === undefined || latestOne === undefined) continue;
    last.add(latestOne.runId).add(reference.runId);
    const accepted = runs.findLast(({ acceptedAt }) => acceptedAt !== null);
    if (accepted !== undefined) needed.set(accepted.runId, 'it was accepted (--accept)');
    for (const { runId } of runs) {
      if (runId > (accepted?.runId ?? 0) && acceptedPuzzles(store, runId).length > 0)
        needed.set(runId, 'puzzles of it were accepted (--accept)');
    }
    // Without the run in which a puzzle was better, nobody would know any more that it is worse.
    nights.of(reference);
    const { losses = [], lost = [] } = nights.standing(reference) ?? {};
    const better = losses.flatMap(({ best, last }) => [best.piece, last.piece]);
    for (const { runId } of [...better, ...lost.map(({ piece }) => piece)])
      needed.set(runId, 'a puzzle was better in it than it is now');
  }
  const meant = all.filter(
    ({ runId, startedAt }) =>
      (keep === null || !latest.has(runId)) && (before === null || startedAt < before),
  );
  const why = (run: Run): string | null => {
    if (isUnderWay(run)) return 'it is under way';
    if (last.has(run.runId)) return 'it is the last complete one of its name or corpora';
    return needed.get(run.runId) ?? null;
  };
  const judged = meant.map((run) => ({ run, why: why(run) }));
  return {
    runs: judged.flatMap((one) => (one.why === null ? [one.run] : [])),
    kept: judged.flatMap(({ run, why }) => (why === null ? [] : [{ run, why }])),
    unknown: [],
  };
}
