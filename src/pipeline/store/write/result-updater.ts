import type { Database, Statement } from 'better-sqlite3';
import { solvedOnce } from '../../../solver/core/result/result-parts.js';
import type { PuzzleResult } from '../../../solver/core/result/result.js';
import type { RunWorker } from '../../record/who-solves.js';
import { StoreError } from '../open/store-error.js';
import { CHANGED_COLUMNS, changedValues } from '../layout/result-layout.js';
import { fieldColumn } from '../rows/result-fields.js';

/** One result of a retry: it replaces the one that the run has. */
export interface RetriedResult {
  readonly puzzleId: number;
  readonly result: PuzzleResult;
  /** The other machine that solved it, if one did. */
  readonly by?: RunWorker | null;
}

/**
 * Changes results that a run has already: those of retries, and of puzzles that are timed again.
 * What a row says of its entry stays as it is.
 */
export class ResultUpdater {
  private readonly attempts: Statement<[number, number], number>;
  private readonly replaceResult: Statement;
  private readonly forgetWorker: Statement<[number, number]>;
  private readonly shorten: Statement<{ solveMs: number; runId: number; puzzleId: number }>;

  constructor(db: Database) {
    this.attempts = db
      .prepare<[number, number], number>(
        `SELECT ${fieldColumn('attempts')} FROM result_rows WHERE run_id = ? AND puzzle_id = ?`,
      )
      .pluck();
    this.replaceResult = db.prepare(
      `UPDATE result_rows SET ${CHANGED_COLUMNS.map((name) => `${name} = ?`).join(', ')}
       WHERE run_id = ? AND puzzle_id = ?`,
    );
    this.forgetWorker = db.prepare('DELETE FROM solved_by WHERE run_id = ? AND puzzle_id = ?');
    this.shorten = db.prepare(
      `UPDATE result_rows SET solve_ms = @solveMs
       WHERE run_id = @runId AND puzzle_id = @puzzleId AND solve_ms > @solveMs`,
    );
  }

  /**
   * Replaces one result, and counts it in `attempts`; `limitMs` is the limit that it was found
   * under, null for none.
   * @throws StoreError if the run has none.
   */
  replace(runId: number, { puzzleId, result }: RetriedResult, limitMs: number | null): void {
    const attempts = this.attempts.get(runId, puzzleId);
    if (attempts === undefined) {
      throw new StoreError(
        'NM_PUZZLE_UNKNOWN',
        `Run ${runId} has no result for puzzle ${puzzleId}.`,
      );
    }
    const values = changedValues(result, { ...solvedOnce(limitMs), attempts: attempts + 1 });
    this.replaceResult.run(...values, runId, puzzleId);
    this.forgetWorker.run(runId, puzzleId);
  }

  /** Keeps the shorter of two times. */
  shortenTime(runId: number, puzzleId: number, solveMs: number): void {
    this.shorten.run({ solveMs, runId, puzzleId });
  }
}
