import { rejectWithin, type BuiltPiece } from '../../corpus/reader/piece-builder.js';
import type { Reject } from '../../../solver/core/puzzle/validate.js';
import type { RowsBeside } from '../../../solver/core/result/result.js';
import { type RunWorker, firstEntries } from '../../record/options.js';
import { PUZZLE_COLUMNS, type EntryRows } from '../packed/entry-rows.js';
import { ADD, donePlaces, pieceState, pieceWith } from '../pieces.js';
import { countPiece, SET_COUNTS } from '../queries/scan-results.js';
import { addRejects } from '../queries/rejects.js';
import { sumOfRejects } from '../queries/damaged-rows.js';
import { StoreError } from '../open/store-error.js';
import { change, insertRows, queryValues, type Store } from '../open/open.js';
import { STAGED, StagedRows } from './staged-rows.js';
import { ResultTally } from '../result-tally.js';
import { RESULT_COLUMN_LIST } from '../../../solver/core/result/result-columns.js';

/** A piece that a run has read, with its number in the database. */
export interface ReadPiece {
  readonly piece: BuiltPiece;
  readonly pieceId: number;
  readonly sourceId: number;
  /** Its place among the pieces of the source. */
  readonly position: number;
  /** Whether the database had it before. */
  readonly isKnown: boolean;
  /** The run whose rows the results are; null if the run has the piece at another place already. */
  readonly heldBy: number | null;
}

/** Some of what a run has read or found, which is written together. */
export interface RunEntries {
  /** Pieces that were read, with their rejects. */
  readonly pieces?: readonly ReadPiece[];
  /** Puzzles with their results. */
  readonly rows?: readonly EntryRows[];
  /** Which other machine solved them, if one did. */
  readonly by?: RunWorker | null;
  /** Rows beside all of the results, in their order. */
  readonly extra?: RowsBeside;
  /** Once a source was read to its end. */
  readonly finished?: FinishedSource;
}

function rejectsWithin({ rejects, firstEntry, firstLine }: BuiltPiece): Reject[] {
  return rejects.map((reject) => rejectWithin(reject, firstEntry, firstLine));
}

function countsOfRejects(rejects: readonly Reject[]): Uint8Array {
  const tally = new ResultTally();
  tally.addRow(sumOfRejects(rejects));
  return tally.toBytes();
}

/** How many results entries have. */
export function resultCount({ rows = [] }: RunEntries): number {
  return rows.reduce((sum, { count }) => sum + count, 0);
}

/** What is known about a source once it was read to its end, or to the limit of the run. */
export interface FinishedSource {
  readonly sourceId: number;
  /** Those that the run has of it. */
  readonly entries: number;
  /** In one part of a run: those of all parts together. */
  readonly allEntries?: number;
  /** Only for standard input: the sizes of files are known before. */
  readonly bytes?: number;
  /** Whether its list of pieces is complete, not cut by a limit; null if drawn ones may follow. */
  readonly isWhole: boolean | null;
}

/** The columns of results on their way, after the number of the row; the id comes last, too. */
const RESULT_COLUMNS_IN_ROWS = [...RESULT_COLUMN_LIST.map(({ name }) => name), 'puzzle_id'];

/** The staged tables, each with the numbers of its rows ahead. */
const PUZZLES = {
  name: 'puzzles',
  // A label, which few puzzles have, goes into a table of its own.
  columns: ['row', ...PUZZLE_COLUMNS.slice(0, -1), 'label', 'puzzle_id'],
};
const RESULTS = { name: 'results', columns: ['row', ...RESULT_COLUMNS_IN_ROWS] };

const stagedRows = new WeakMap<Store, StagedRows>();

function stagedRowsOf(store: Store): StagedRows {
  const known = stagedRows.get(store);
  if (known !== undefined) return known;
  const staged = new StagedRows(store.db, [PUZZLES, RESULTS]);
  stagedRows.set(store, staged);
  store.whenClosed(() => staged.close());
  return staged;
}

/** What is done with staged rows; of some, those that the run has solved itself. */
const [PUZZLE_LIST, RESULT_LIST] = [PUZZLE_COLUMNS, RESULT_COLUMNS_IN_ROWS].map((names) =>
  names.join(', '),
);
const ADD_PUZZLES = `INSERT INTO main.puzzle_rows (${PUZZLE_LIST}) SELECT ${PUZZLE_LIST} FROM ${STAGED}.puzzles
  WHERE true ON CONFLICT (puzzle_id) DO NOTHING`;
const ADD_LABELS = `INSERT INTO main.label_rows (puzzle_id, label) SELECT puzzle_id, label FROM ${STAGED}.puzzles
  WHERE label IS NOT NULL ON CONFLICT (puzzle_id) DO NOTHING`;
const ADD_RESULTS = `INSERT INTO main.result_rows (run_id, ${RESULT_LIST}) SELECT ?, ${RESULT_LIST} FROM ${STAGED}.results`;
const OWN_RESULTS = `FROM ${STAGED}.results WHERE row BETWEEN ? AND ? AND reused_run IS NULL`;

/**
 * Writes entries of a run into the tables. A piece is met when it is read (`meet`), and complete
 * once all its results are written: then its counts are, too. Every method but `meet`, `stage` and
 * `settle` runs within a transaction of the caller.
 */
export class EntryWriter {
  private readonly staged: StagedRows;
  private isUnchecked = false;
  /** Pieces that were met and may not be written yet, by their hashes. */
  private readonly met = new Map<string, number>();
  /** Pieces not all written yet, with counts (`ResultTally.toBytes`) of what is, and of rejects. */
  private readonly open = new Map<number, { left: number; readonly counts: Uint8Array[] }>();
  /** The next position of a piece in each source. */
  private readonly positions = new Map<number, number>();
  private nextPiece: number;

  constructor(private readonly store: Store) {
    this.staged = stagedRowsOf(store);
    const next = 'SELECT 1 + ifnull(max(piece_id), 0) FROM pieces';
    [this.nextPiece] = queryValues<number>(store, next);
  }

  /**
   * Takes the next piece of a source, and tells what of it is left to solve: null for all of its
   * puzzles, else the places of those that are done, which may be all. `holderOf` finds an earlier
   * run whose rows will do for a piece that is known; null if none will.
   */
  meet(
    runId: number,
    sourceId: number,
    piece: BuiltPiece,
    holderOf: (pieceId: number) => number | null,
  ): { readonly read: ReadPiece; readonly done: 'all' | ReadonlySet<number> } {
    const { store } = this;
    const key = Buffer.from(piece.sha256).toString('latin1');
    const known = this.met.get(key) ?? pieceWith(store, piece.sha256);
    const pieceId = known ?? this.nextPiece++;
    const before = 'SELECT count(*) FROM source_pieces WHERE source_id = ? AND first_entry < ?';
    const position =
      this.positions.get(sourceId) ??
      queryValues<number>(store, before, sourceId, piece.firstEntry)[0];
    this.positions.set(sourceId, position + 1);
    const read = { piece, pieceId, sourceId, position, isKnown: known !== null };
    const isRepeated = this.met.has(key) || this.open.has(pieceId);
    const state = isRepeated ? null : pieceState(store, runId, pieceId);
    if (isRepeated || state === 'complete') return { read: { ...read, heldBy: null }, done: 'all' };
    this.met.set(key, pieceId);
    const { puzzles } = piece;
    const heldBy = known === null || state !== null ? null : holderOf(pieceId);
    if (heldBy !== null) return { read: { ...read, heldBy }, done: 'all' };
    const places = state === null ? [] : donePlaces(store, runId, pieceId);
    if (puzzles > places.length) {
      const counts =
        places.length > 0
          ? [countPiece(store, runId, pieceId).toBytes()]
          : piece.rejects.length > 0
            ? [countsOfRejects(rejectsWithin(piece))]
            : [];
      this.open.set(pieceId, { left: puzzles - places.length, counts });
    }
    return { read: { ...read, heldBy: runId }, done: new Set(places) };
  }

  /** Makes rows ready, before the transaction in which `write` gets the same groups. */
  stage(groups: readonly RunEntries[]): void {
    const rows = groups.flatMap((group) => group.rows ?? []);
    if (rows.length > 0) this.staged.stage(rows);
  }

  /** Writes the groups staged last. @throws StoreError if a place has another piece already. */
  write(runId: number, groups: readonly RunEntries[]): void {
    for (const { pieces = [], finished } of groups) {
      const cut = finished?.isWhole === false ? this.cutSource(runId, finished, pieces) : null;
      for (const one of pieces)
        this.writePiece(runId, cut === null ? one : { ...one, sourceId: cut });
      if (finished !== undefined) this.noteFinished(runId, { ...finished, sourceId: cut ?? finished.sourceId }); // prettier-ignore
    }
    const count = groups.reduce((sum, group) => sum + resultCount(group), 0);
    if (count > 0) {
      // From here on this connection does not check what it writes, which takes as long as
      // inserting it. Tests let SQLite look at what threads make; changes by any other program are
      // checked.
      if (!this.isUnchecked) this.store.db.pragma('ignore_check_constraints = ON');
      this.isUnchecked = true;
      change(this.store, ADD_PUZZLES);
      change(this.store, ADD_LABELS);
      change(this.store, ADD_RESULTS, runId);
    }
    for (const [pieceId, counts] of this.completedBy(groups)) {
      change(this.store, SET_COUNTS, runId, pieceId, counts);
    }
    for (const { rows = [], extra } of groups) {
      if (extra === undefined) continue;
      const own = `SELECT puzzle_id ${OWN_RESULTS} ORDER BY row`;
      const ids = rows.flatMap(({ first, last }) =>
        queryValues<number>(this.store, own, first, last),
      );
      const beside = ids.map((id, i) => [runId, id, ...extra.rows[i]]);
      const columns = extra.columns.join(', ');
      insertRows(this.store, `${extra.table} (run_id, puzzle_id, ${columns})`, beside);
    }
  }

  /** Notes that the groups are committed. */
  settle(groups: readonly RunEntries[]): void {
    for (const { pieces = [], rows = [] } of groups) {
      for (const { piece } of pieces) this.met.delete(Buffer.from(piece.sha256).toString('latin1'));
      for (const { pieceId, puzzles, counts } of rows.flatMap((one) => one.pieces)) {
        const open = this.open.get(pieceId);
        if (open === undefined) continue;
        open.left -= puzzles;
        if (open.left <= 0) this.open.delete(pieceId);
        else open.counts.push(counts);
      }
    }
  }

  /** The pieces all of whose results are there with those of the groups, and what is counted. */
  private *completedBy(groups: readonly RunEntries[]) {
    const found = new Map<number, { puzzles: number; readonly counts: Uint8Array[] }>();
    for (const one of groups.flatMap(({ rows = [] }) => rows).flatMap(({ pieces }) => pieces)) {
      const known = found.get(one.pieceId) ?? { puzzles: 0, counts: [] };
      known.puzzles += one.puzzles;
      known.counts.push(one.counts);
      found.set(one.pieceId, known);
    }
    for (const [pieceId, { puzzles, counts }] of found) {
      const open = this.open.get(pieceId);
      if (open === undefined || open.left > puzzles) continue;
      const parts = [...open.counts, ...counts];
      // Most pieces are solved in one batch, by a thread that has counted all of them.
      if (parts.length === 1) yield [pieceId, parts[0]] as const;
      else {
        const tally = new ResultTally();
        for (const part of parts) tally.absorbBytes(part, pieceId, false);
        yield [pieceId, tally.toBytes()] as const;
      }
    }
  }

  private writePiece(runId: number, { piece, heldBy, isKnown, ...read }: ReadPiece): void {
    const { pieceId, sourceId, position } = read;
    const { firstEntry, firstLine, rejects, entries } = piece;
    // Another group may have brought it a moment ago: `isKnown` spares most statements.
    const { store } = this;
    if (!isKnown) change(store, ADD.piece, pieceId, piece.sha256, entries, rejects.length);
    const place = [sourceId, position, pieceId, firstEntry, firstLine];
    const { changes } = change(store, ADD.place, ...place);
    if (changes === 0) this.requireSame(sourceId, position, pieceId);
    if (heldBy === null) return;
    change(store, ADD.holder, runId, pieceId, heldBy);
    const within = rejectsWithin(piece);
    if (heldBy === runId && piece.puzzles === 0) {
      change(store, SET_COUNTS, runId, pieceId, countsOfRejects(within));
    }
    if (!isKnown) addRejects(store, pieceId, within);
  }

  /**
   * Makes a source of its own of what a run with a limit has read of one: the first entries are
   * another list of pieces, as its last one may end where others go on. Returns its number.
   */
  private cutSource(
    runId: number,
    { sourceId, entries: own, allEntries }: FinishedSource,
    pieces: readonly ReadPiece[],
  ): number {
    const { store } = this;
    const entries = allEntries ?? own;
    const key = { runId, sourceId, entries, first: firstEntries(entries) };
    const add = `INSERT INTO sources (sha256, format, reading, reader, bytes)
      SELECT sha256, format, trim(reading || ' ' || @first), reader, bytes FROM sources
      WHERE source_id = @sourceId AND reading NOT GLOB '*' || @first ON CONFLICT DO NOTHING`;
    change(store, add, key);
    const find = `SELECT max(c.source_id) FROM sources s JOIN sources c ON c.sha256 IS s.sha256 AND c.format = s.format AND c.reader = s.reader
        AND c.reading IN (s.reading, trim(s.reading || ' ' || @first)) AND c.reading GLOB '*' || @first
      WHERE s.source_id = @sourceId`;
    const [cut] = queryValues<number>(store, find, key);
    if (cut === sourceId) return cut;
    const before = pieces.at(-1)?.position ?? this.positions.get(sourceId) ?? 0;
    const moved = { ...key, cut, before };
    const move = `INSERT INTO source_pieces (source_id, position, piece_id, first_entry, first_line)
      SELECT @cut, position, piece_id, first_entry, first_line FROM source_pieces
      WHERE source_id = @sourceId AND position < @before ON CONFLICT DO NOTHING`;
    change(store, move, moved);
    const refer =
      'UPDATE run_sources SET source_id = @cut WHERE run_id = @runId AND source_id = @sourceId';
    change(store, refer, moved);
    return cut;
  }

  /** Notes which other machine found the results staged last, but for those taken over. */
  noteWorker(runId: number, { rows = [] }: RunEntries, workerId: number): void {
    const sql = `INSERT INTO main.solved_by (run_id, puzzle_id, worker_id) SELECT ?, puzzle_id, ? ${OWN_RESULTS}
      ON CONFLICT (run_id, puzzle_id) DO UPDATE SET worker_id = excluded.worker_id`;
    for (const { first, last } of rows) change(this.store, sql, runId, workerId, first, last);
  }

  /** Notes what is known about a source that was read to its end. */
  noteFinished(runId: number, { sourceId, entries, allEntries, bytes, isWhole }: FinishedSource) {
    const { store } = this;
    const set =
      'UPDATE run_sources INDEXED BY run_sources_by_source SET entries = ?, all_entries = ? WHERE run_id = ? AND source_id = ?';
    change(store, set, entries, allEntries ?? null, runId, sourceId);
    const setOf = (what: string): string => `UPDATE sources SET ${what} = ? WHERE source_id = ?`;
    if (isWhole === true) change(store, setOf('entries'), allEntries ?? entries, sourceId);
    if (bytes !== undefined) change(store, setOf('bytes'), bytes, sourceId);
  }

  /** The same bytes, read the same way, are the same pieces: else two runs would mix them up. */
  private requireSame(sourceId: number, position: number, pieceId: number): void {
    const there = 'SELECT piece_id FROM source_pieces WHERE source_id = ? AND position = ?';
    if (queryValues(this.store, there, sourceId, position)[0] === pieceId) return;
    throw new StoreError(
      'NM_DATABASE_PUZZLE_DIFFERS',
      `${this.store.path}: piece ${position} of source ${sourceId} has other entries than an earlier run read there, ` +
        `though the file is the same. Another version of nonomill may have read it: use a new database.`,
    );
  }
}
