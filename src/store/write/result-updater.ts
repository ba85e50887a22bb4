import type { Database, Statement } from 'better-sqlite3';
import type { PuzzleResult } from '../../result/result.js';
import type { RunWorker } from '../../result/run/who-solves.js';
import { StoreError } from '../open/store-error.js';
import { STORED_COLUMNS, storedValues } from '../layout/result-layout.js';

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

/** Changes results that a run has already: those of retries, and of puzzles that are timed again. */
export class ResultUpdater {
  private readonly before: Statement<[number, number], KeptColumns>;
  private readonly replaceResult: Statement;
  private readonly forgetWorker: Statement<[number, number]>;
  private readonly shorten: Statement<{ ns: number; runId: number; puzzleId: number }>;

  constructor(db: Database) {
    this.before = db.prepare(
      'SELECT attempts, goal_matches AS goalMatches FROM results WHERE run_id = ? AND puzzle_id = ?',
    );
    this.replaceResult = db.prepare(
      `UPDATE result_rows SET ${STORED_COLUMNS.map((name) => `${name} = ?`).join(', ')}, exact_ms = NULL
       WHERE run_id = ? AND puzzle_id = ?`,
    );
    this.forgetWorker = db.prepare('DELETE FROM solved_by WHERE run_id = ? AND puzzle_id = ?');
    this.shorten = db.prepare(
      `UPDATE result_rows SET solve_ns = @ns, exact_ms = NULL
       WHERE run_id = @runId AND puzzle_id = @puzzleId AND solve_ns > @ns`,
    );
  }

  /**
   * Replaces one result, and counts it in `attempts`; `limitMs` as in `Unsolved`.
   * @throws StoreError if the run has none.
   */
  replace(runId: number, { puzzleId, result }: RetriedResult, limitMs: number | null): void {
    const before = this.before.get(runId, puzzleId);
    if (before === undefined) {
      throw new StoreError('missing', `Run ${runId} has no result for puzzle ${puzzleId}.`);
    }
    const { attempts, goalMatches } = before;
    const values = storedValues(result, {
      attempts: attempts + 1,
      goalMatches: goalMatches === null ? null : goalMatches === 1,
      limitMs,
    });
    this.replaceResult.run(...values, runId, puzzleId);
    this.forgetWorker.run(runId, puzzleId);
  }

  /** Keeps the shorter of two times. */
  shortenTime(runId: number, puzzleId: number, solveMs: number): void {
    this.shorten.run({ ns: Math.round(solveMs * 1e6), runId, puzzleId });
  }
}
