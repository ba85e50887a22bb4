import type { Database, Statement } from 'better-sqlite3';
import type { PuzzleResult } from '../../result/result.js';
import type { RunWorker } from '../../result/run/run-worker.js';
import { StoreError } from '../open/errors.js';
import { SOLVED_COLUMNS } from '../rows/result-columns.js';
import { resultValues } from '../rows/result-row.js';

/** One result of a retry: it replaces the one that the run has. */
export interface RetriedResult {
  readonly puzzleId: number;
  readonly result: PuzzleResult;
  /** The other machine that solved it, if one did. */
  readonly by?: RunWorker | null;
}

/** Changes results that a run has already: those of retries, and of puzzles that are timed again. */
export class ResultUpdater {
  private readonly replaceResult: Statement;
  private readonly forgetWorker: Statement<[number, number]>;
  private readonly shorten: Statement<[number, number, number]>;

  constructor(db: Database) {
    this.replaceResult = db.prepare(
      `UPDATE results SET ${SOLVED_COLUMNS.map((name) => `${name} = ?`).join(', ')},
         attempts = attempts + 1
       WHERE run_id = ? AND puzzle_id = ?`,
    );
    this.forgetWorker = db.prepare('DELETE FROM solved_by WHERE run_id = ? AND puzzle_id = ?');
    this.shorten = db.prepare(
      'UPDATE results SET solve_ms = min(solve_ms, ?) WHERE run_id = ? AND puzzle_id = ?',
    );
  }

  /** Replaces one result, and counts it in `attempts`. @throws StoreError if the run has none. */
  replace(runId: number, { puzzleId, result }: RetriedResult): void {
    const { changes } = this.replaceResult.run(...resultValues(result), runId, puzzleId);
    if (changes !== 1) {
      throw new StoreError('missing', `Run ${runId} has no result for puzzle ${puzzleId}.`);
    }
    this.forgetWorker.run(runId, puzzleId);
  }

  /** Keeps the shorter of two times. */
  shortenTime(runId: number, puzzleId: number, solveMs: number): void {
    this.shorten.run(solveMs, runId, puzzleId);
  }
}
