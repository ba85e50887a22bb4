import type { Database, Statement } from 'better-sqlite3';
import { type PuzzleResult, solvedOnce } from '../../../solver/core/result/result.js';
import type { RunWorker } from '../../record/options.js';
import { StoreError } from '../open/store-error.js';
import { CHANGED_COLUMNS, changedValues } from '../layout/result-layout.js';
import { fieldsSql } from '../rows/result-fields.js';
import { resultSummer } from '../rows/rows-sum.js';

/** One result of a retry: it replaces the one that the run has. */
export interface RetriedResult {
  readonly puzzleId: number;
  readonly result: PuzzleResult;
  /** The other machine that solved it, if one did. */
  readonly by?: RunWorker | null;
}

/** What is asked of a result before another one replaces it. */
interface FormerResult {
  readonly attempts: number;
  readonly reusedRun: number | null;
}

/**
 * Changes results that a run has already: those of retries, and of puzzles that are timed again.
 * What a row says of its entry stays as it is.
 */
export class ResultUpdater {
  private readonly former: Statement<[number, number], FormerResult>;
  private readonly replaceResult: Statement;
  private readonly forgetWorker: Statement<[number, number]>;
  private readonly shorten: Statement<{ solveMs: number; runId: number; puzzleId: number }>;
  private readonly sumOf: ReturnType<typeof resultSummer>;

  constructor(db: Database) {
    this.former = db.prepare<[number, number], FormerResult>(
      `SELECT ${fieldsSql(['attempts', 'reusedRun'], 'result_rows')} FROM result_rows
       WHERE run_id = ? AND puzzle_id = ?`,
    );
    this.replaceResult = db.prepare(
      `UPDATE result_rows SET ${CHANGED_COLUMNS.map((name) => `${name} = ?`).join(', ')}
       WHERE run_id = ? AND puzzle_id = ?`,
    );
    this.forgetWorker = db.prepare('DELETE FROM solved_by WHERE run_id = ? AND puzzle_id = ?');
    this.sumOf = resultSummer(db);
    this.shorten = db.prepare(
      `UPDATE result_rows SET solve_ms = @solveMs
       WHERE run_id = @runId AND puzzle_id = @puzzleId AND solve_ms > @solveMs`,
    );
  }

  /**
   * Replaces one result, and counts it in `attempts`; `limitMs` is the limit that it was found
   * under, null for none. Returns whether the result that it replaces was taken over.
   * @throws StoreError if the run has none.
   */
  replace(runId: number, { puzzleId, result }: RetriedResult, limitMs: number | null): boolean {
    const former = this.former.get(runId, puzzleId);
    if (former === undefined) {
      throw new StoreError(
        'NM_PUZZLE_UNKNOWN',
        `Run ${runId} has no result for puzzle ${puzzleId}.`,
      );
    }
    const attempts = former.attempts + 1;
    const values = changedValues(result, { ...solvedOnce(limitMs), attempts });
    this.replaceResult.run(...values, runId, puzzleId);
    this.forgetWorker.run(runId, puzzleId);
    return former.reusedRun !== null;
  }

  /** Keeps the shorter of two times; returns what that adds to the sum of the rows of its piece. */
  shortenTime(runId: number, puzzleId: number, solveMs: number): number {
    const before = this.sumOf(runId, puzzleId);
    this.shorten.run({ solveMs, runId, puzzleId });
    return this.sumOf(runId, puzzleId) - before;
  }
}
