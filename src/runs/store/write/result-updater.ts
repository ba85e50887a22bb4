import type { Database, Statement } from 'better-sqlite3';
import type { PuzzleResult } from '../../../core/result/result.js';
import type { RunWorker } from '../../../core/run-record/who-solves.js';
import { StoreError } from '../open/store-error.js';
import { RESULT_ROW_COLUMNS, resultValues } from '../layout/result-layout.js';

/** One result of a retry: it replaces the one that the run has. */
export interface RetriedResult {
  readonly puzzleId: number;
  readonly result: PuzzleResult;
  /** The other machine that solved it, if one did. */
  readonly by?: RunWorker | null;
}

/** What solving does not change. */
interface KeptColumns {
  readonly attempts: number;
  readonly goalMatches: number | null;
}

/**
 * Changes results that a run has already: those of retries, and of puzzles that are timed again.
 */
export class ResultUpdater {
  private readonly before: Statement<[number, number], KeptColumns>;
  private readonly replaceResult: Statement;
  private readonly forgetWorker: Statement<[number, number]>;
  private readonly shorten: Statement<{ solveMs: number; runId: number; puzzleId: number }>;

  constructor(db: Database) {
    this.before = db.prepare(
      'SELECT attempts, goal_matches AS goalMatches FROM results WHERE run_id = ? AND puzzle_id = ?',
    );
    this.replaceResult = db.prepare(
      `UPDATE result_rows SET ${RESULT_ROW_COLUMNS.slice(2)
        .map((name) => `${name} = ?`)
        .join(', ')}
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
    const before = this.before.get(runId, puzzleId);
    if (before === undefined) {
      throw new StoreError('missing', `Run ${runId} has no result for puzzle ${puzzleId}.`);
    }
    const { attempts, goalMatches } = before;
    const values = resultValues(result, {
      attempts: attempts + 1,
      goalMatches: goalMatches === null ? null : goalMatches === 1,
      limitMs,
      ...{ reusedRun: null, reusedFrom: null },
    });
    this.replaceResult.run(...values, runId, puzzleId);
    this.forgetWorker.run(runId, puzzleId);
  }

  /** Keeps the shorter of two times. */
  shortenTime(runId: number, puzzleId: number, solveMs: number): void {
    this.shorten.run({ solveMs, runId, puzzleId });
  }
}
