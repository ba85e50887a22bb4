import { resolve } from 'node:path';
import { StoreError, explainedError } from '../open/store-error.js';
import { workerNames } from '../stored-runs.js';
import {
  change,
  insertRows,
  queryLists,
  queryRows,
  queryValues,
  type Store,
} from '../open/open.js';
import { shortClues } from '../../../solver/core/puzzle/clues-json.js';
import { placeOf, puzzleIdOf, PIECE_ENTRIES } from '../../record/puzzle-id.js';
import { ADD, nameAt, placeIn, type RunPiece, nameSql, piecesOf, pieceWith } from '../pieces.js';
import type { RowValue } from '../../record/result-rules.js';
import { addRejects, rejectsOfPiece } from '../queries/rejects.js';
import { countChangedPieces } from '../queries/scan-results.js';
import { RESULT_ROW_COLUMNS, pieceRowsSql, shortValues } from '../result-layout.js';
import { WorkerRoll, addRetry } from './run-writer.js';
import type { PoolMember } from '../../record/options.js';
import type { RunRetry } from '../../record/outcome.js';
import { COPIED_COLUMNS, RESULT_AT } from '../queries/damaged-rows.js';
import type { Reject } from '../../../solver/core/puzzle/validate.js';

const { reused_run: REUSED_RUN, reused_from: REUSED_FROM } = RESULT_AT;

const CLUES = COPIED_COLUMNS.puzzles.indexOf('clues');
const DIGITS = ['fingerprint', 'shape'].map((name) => COPIED_COLUMNS.puzzles.indexOf(name));

const LABEL = COPIED_COLUMNS.puzzles.indexOf('label');

/** The tables with their columns, for `insertRows`. */
const LABELS = 'label_rows (puzzle_id, label)';
const PUZZLES = `puzzle_rows (${COPIED_COLUMNS.puzzles.toSpliced(LABEL, 1).join(', ')})`;
const RESULTS = `result_rows (${RESULT_ROW_COLUMNS.join(', ')})`;
const CLAIMS = `claims (${['run_id', 'puzzle_id', ...COPIED_COLUMNS.claims].join(', ')})`;
const UNLESS_THERE = 'ON CONFLICT (puzzle_id) DO NOTHING';

/** A value of `puzzles` as `puzzle_rows` has it. */
function storedValue(value: RowValue, column: number): RowValue {
  if (column === CLUES) return shortClues(String(value));
  return DIGITS.includes(column) ? Buffer.from(String(value), 'hex') : value;
}

/** A part of a run in another database, as far as it decides how its rows are copied. */
interface PartToCopy {
  /** The database of the part. */
  readonly path: string;
  /** The machine that worked on the part; its id names the part. */
  readonly worker: PoolMember;
  /** The other machines that solved for it, by their names. */
  readonly workers: ReadonlyMap<string, PoolMember>;
  readonly startedAt: string;
  readonly wallMs: number;
  readonly retries: readonly RunRetry[];
}

/** Copies parts into one run. Methods commit, or throw and write nothing; they may be repeated. */
export class PartCopier {
  private readonly roll: WorkerRoll;

  /** `runId` must be there, in the state `running`. */
  constructor(
    private readonly store: Store,
    private readonly runId: number,
  ) {
    this.roll = new WorkerRoll(store, runId);
  }

  /** Notes who worked on a part, and once how long and what was tried again. */
  beginPart({ worker, workers, startedAt, wallMs, retries }: PartToCopy): void {
    this.commit(() => {
      const { store, runId } = this;
      if (!workerNames(store, runId).has(worker.id)) {
        const set =
          'UPDATE runs SET wall_ms = wall_ms + ?, started_at = min(started_at, ?) WHERE run_id = ?';
        change(store, set, wallMs, startedAt, runId);
        for (const retry of retries) addRetry(store, runId, retry);
      }
      this.roll.show([worker, ...workers.values()]);
    });
  }

  /** Copies the list of pieces of a source, of which this database may know all or a part. */
  copyList(sourceId: number, entries: number | null, places: readonly CopiedPlace[]): void {
    this.commit(() => {
      for (const { position, firstEntry, firstLine, ...piece } of places) {
        const pieceId = this.pieceOf(piece);
        change(this.store, ADD.place, sourceId, position, pieceId, firstEntry, firstLine);
      }
      if (entries === null) return;
      change(this.store, 'UPDATE sources SET entries = ? WHERE source_id = ?', entries, sourceId);
    });
  }

  /** Whether this database has the whole list of a source. */
  hasList(sourceId: number): boolean {
    const whole = 'SELECT 1 FROM sources WHERE source_id = ? AND entries IS NOT NULL';
    return queryRows(this.store, whole, sourceId).length > 0;
  }

  /**
   * Copies what a part has of a piece; returns how many results and rejects were not there yet.
   * @throws StoreError of the kind `mismatch` if another puzzle is in the place of one.
   */
  copyPiece({ sha256, piece, rows, rejects }: CopiedPiece, part: PartToCopy): number {
    return this.commit(() => {
      const { store, runId } = this;
      const pieceId = this.pieceOf({ sha256, ...piece });
      change(store, ADD.holder, runId, pieceId, runId);
      const isThere = 'SELECT 1 FROM results WHERE run_id = ? + 0 AND puzzle_id = ? + 0';
      const fresh = rows
        .map((row) => ({ ...row, id: puzzleIdOf(pieceId, placeOf(row.puzzleId)) }))
        .filter(({ id }) => queryValues(store, isThere, runId, id).length === 0);
      const labelled = fresh.filter(({ puzzle }) => puzzle[LABEL] !== null);
      const labels = labelled.map(({ id, puzzle }) => [id, puzzle[LABEL]]);
      insertRows(store, LABELS, labels, UNLESS_THERE);
      const puzzles = fresh.map(({ id, puzzle }) => {
        return [id, ...puzzle.map(storedValue).toSpliced(LABEL, 1).slice(1)];
      });
      const added = insertRows(store, PUZZLES, puzzles, UNLESS_THERE);
      if (added < fresh.length) this.requireSame(fresh, piece);
      const results = fresh.map(({ id, result }) => {
        return [runId, id, ...shortValues(this.withOrigin(result, part.path))];
      });
      insertRows(store, RESULTS, results);
      const claimed = fresh.flatMap(({ id, claim }) => {
        return claim === null ? [] : [[runId, id, ...claim]];
      });
      insertRows(store, CLAIMS, claimed);
      const own = fresh.filter(({ result }) => result[REUSED_RUN] === null);
      this.roll.note(
        own.map(({ id, worker }) => [id, part.workers.get(worker ?? '') ?? part.worker]),
      );
      return fresh.length + addRejects(store, pieceId, rejects);
    });
  }

  private pieceOf(piece: Pick<CopiedPlace, 'sha256' | 'entries' | 'rejects'>): number {
    const { sha256, entries, rejects } = piece;
    const known = pieceWith(this.store, sha256);
    if (known !== null) return known;
    return Number(change(this.store, ADD.piece, null, sha256, entries, rejects).lastInsertRowid);
  }

  /** The values of a result; one taken over says from where, as its run is not in this database. */
  private withOrigin(result: readonly RowValue[], part: string): readonly RowValue[] {
    if (result[REUSED_RUN] === null) return result;
    const from = resolve(String(result[REUSED_FROM] ?? part));
    return result.with(REUSED_FROM, from === resolve(this.store.path) ? null : from);
  }

  /** Notes how many entries each source has, for all parts together. */
  noteEntries(entries: ReadonlyMap<number, number>): void {
    this.commit(() => {
      const set = `UPDATE run_sources INDEXED BY run_sources_by_source SET entries = ?
        WHERE run_id = ? AND source_id = ?`;
      for (const [sourceId, count] of entries) change(this.store, set, count, this.runId, sourceId);
    });
  }

  /** Closes the run, with the share of each machine. */
  finish(state: 'complete' | 'interrupted', finishedAt: string | null): void {
    this.commit(() => {
      this.roll.settle();
      if (state === 'complete') countChangedPieces(this.store, this.runId);
      const set = 'UPDATE runs SET state = ?, finished_at = ? WHERE run_id = ?';
      change(this.store, set, state, finishedAt ?? new Date().toISOString(), this.runId);
    });
  }

  /** What is there may be from another run: it must be the same puzzle, or results would lie. */
  private requireSame(rows: readonly (CopiedResult & { readonly id: number })[], piece: RunPiece) {
    const column = COPIED_COLUMNS.puzzles.indexOf('fingerprint');
    const own = 'SELECT fingerprint FROM puzzles WHERE puzzle_id = ?';
    for (const { id, puzzle } of rows) {
      if (queryValues(this.store, own, id)[0] === puzzle[column]) continue;
      throw new StoreError(
        'NM_DATABASE_PUZZLE_DIFFERS',
        `${this.store.path}: the entry at ${nameAt(placeIn(piece, id))} is another puzzle ` +
          'than the part has there, though its piece is the same: use a new database.',
      );
    }
  }

  private commit<T>(work: () => T): T {
    try {
      return this.store.db.transaction(work).immediate();
    } catch (error) {
      this.roll.reset();
      throw explainedError(error, this.store.path);
    }
  }
}

/** One result of a run with its puzzle, as it is copied. */
interface CopiedResult {
  readonly puzzleId: number;
  readonly name: string;
  /** The name of the other machine that solved it; null for the run's own. */
  readonly worker: string | null;
  readonly puzzle: readonly RowValue[];
  readonly result: readonly RowValue[];
  /** What another program claimed of it; null if none did the solving. */
  readonly claim: readonly RowValue[] | null;
}

/** The first row of a run that is of none of its pieces: nobody would see it. Null if none is. */
export function strayRow(store: Store, runId: number) {
  const sql = `SELECT r.puzzle_id AS puzzleId, ifnull(name, '') AS name
    FROM result_rows r LEFT JOIN puzzles USING (puzzle_id)
    WHERE r.run_id = ? AND NOT EXISTS (SELECT 1 FROM run_pieces h
      WHERE h.run_id = r.run_id AND h.piece_id = r.puzzle_id / ${PIECE_ENTRIES}) LIMIT 1`;
  return queryRows<Pick<CopiedResult, 'puzzleId' | 'name'>>(store, sql, runId).at(0) ?? null;
}

/** A piece as it is copied: what it is known by, its rejects, and the results that a run has. */
interface CopiedPiece {
  readonly sha256: Uint8Array;
  readonly piece: RunPiece;
  readonly rows: readonly CopiedResult[];
  /** By their places in the piece, with lines from its first one. */
  readonly rejects: readonly Reject[];
}

/** The pieces of a run with all that they have; between two of them no query is open. */
export function* copiedPieces(store: Store, runId: number): Generator<CopiedPiece> {
  const [puzzles, results, claims] = (['puzzles', 'results', 'claims'] as const).map((table) =>
    COPIED_COLUMNS[table].map((name) => `${table}.${name}`),
  );
  const claimed = puzzles.length + results.length;
  const ofPiece = `SELECT results.puzzle_id, ${nameSql('results')}, workers.name, claims.puzzle_id,
      ${[...puzzles, ...results, ...claims].join(', ')}
    FROM ${pieceRowsSql('held_rows')} AS results CROSS JOIN puzzles USING (puzzle_id)
      LEFT JOIN solved_by USING (run_id, puzzle_id)
      LEFT JOIN workers ON workers.worker_id = solved_by.worker_id
      LEFT JOIN claims ON claims.run_id = results.run_id AND claims.puzzle_id = results.puzzle_id
    ORDER BY results.puzzle_id`;
  type Row = [number, string, string | null, number | null, ...RowValue[]];
  const hash = 'SELECT sha256 FROM pieces WHERE piece_id = ?';
  for (const piece of piecesOf(store, runId)) {
    const { pieceId } = piece;
    const rows = queryLists<Row>(store, ofPiece, { run: runId, piece: pieceId });
    yield {
      sha256: queryValues<Uint8Array>(store, hash, pieceId)[0],
      piece,
      rows: rows.map(([puzzleId, name, worker, claim, ...values]) => ({
        puzzleId,
        name,
        worker,
        puzzle: values.slice(0, puzzles.length),
        result: values.slice(puzzles.length, claimed),
        claim: claim === null ? null : values.slice(claimed),
      })),
      rejects: rejectsOfPiece(store, pieceId),
    };
  }
}

/** One place of the list of pieces of a source, as it is copied. */
interface CopiedPlace extends Pick<
  RunPiece,
  'position' | 'firstEntry' | 'firstLine' | 'entries' | 'rejects'
> {
  readonly sha256: Uint8Array;
}

/** The list of pieces of a source, and its number of entries; null if the list is not complete. */
export function copiedList(store: Store, sourceId: number) {
  const whole = 'SELECT entries FROM sources WHERE source_id = ?';
  const [entries = null] = queryValues<number | null>(store, whole, sourceId);
  const sql = `SELECT position, first_entry AS firstEntry, first_line AS firstLine, sha256, entries, rejects
    FROM source_pieces JOIN pieces USING (piece_id) WHERE source_id = ? ORDER BY position`;
  return { entries, places: queryRows<CopiedPlace>(store, sql, sourceId) };
}
