import type { Database, Statement } from 'better-sqlite3';
import { type PuzzleResult, solvedOnce } from '../../../solver/core/result/result.js';
import type { RunWorker } from '../../record/options.js';
import { StoreError } from '../open/store-error.js';
import { CHANGED_COLUMNS, changedValues } from '../result-layout.js';
import { fieldsSql } from '../queries/stored-results.js';
import { resultSummer } from '../queries/damaged-rows.js';
import { isUndecided } from '../../../solver/core/result/outcome.js';
import type { RunRetry } from '../../record/outcome.js';

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

/** What is known about a retry, or a round, at its start. */
export interface NewRetry extends Pick<
  RunRetry,
  'statuses' | 'timeoutMs' | 'maxSteps' | 'memoryMiB' | 'puzzles'
> {
  /** Left out or null for a retry. */
  readonly round?: number | null;
}

/**
 * The row of a retry, or a round, under way: each method runs within a transaction of the caller.
 */
export class RetryNote {
  /** The time limit of its results; null for none. */
  readonly limitMs: number | null;
  private readonly add: Statement<number[]>;
  private readonly end: Statement<[string, number]>;
  private readonly wallBefore: number;

  /** A round that was stopped goes on: `puzzles` are the ones that are left of it. */
  constructor(db: Database, runId: number, retry: NewRetry) {
    const { round = null, statuses, timeoutMs, maxSteps, memoryMiB, puzzles } = retry;
    this.limitMs = timeoutMs;
    const begun = round === null ? undefined : begunRound(db, runId, round, puzzles);
    const position =
      begun?.position ??
      addRetry(db, runId, {
        startedAt: new Date().toISOString(),
        finishedAt: null,
        round,
        statuses,
        timeoutMs,
        maxSteps,
        memoryMiB,
        puzzles,
        tried: 0,
        reused: 0,
        decided: 0,
        wallMs: 0,
      });
    this.wallBefore = begun?.wallMs ?? 0;
    const where = `WHERE run_id = ${runId} AND position = ${position}`;
    if (begun !== undefined) db.exec(`UPDATE retries SET finished_at = NULL ${where}`);
    this.add = db.prepare(
      `UPDATE retries SET tried = tried + ?, reused = coalesce(reused, 0) + ?, decided = decided + ?, wall_ms = ? ${where}`,
    );
    this.end = db.prepare(`UPDATE retries SET finished_at = ?, wall_ms = ? ${where}`);
  }

  /**
   * Counts results that it found, in place of `reused` that were taken over, `ms` milliseconds
   * after it has begun or gone on.
   */
  count(retried: readonly RetriedResult[], reused: number, ms: number): void {
    const decided = retried.filter(({ result }) => !isUndecided(result.status));
    this.add.run(retried.length, reused, decided.length, this.wallBefore + ms);
  }

  finish(ms: number): void {
    this.end.run(new Date().toISOString(), this.wallBefore + ms);
  }
}

/** The row of a round of which these puzzles are left; undefined if there is none. */
function begunRound(
  db: Database,
  runId: number,
  round: number,
  left: number,
): { readonly position: number; readonly wallMs: number } | undefined {
  return db
    .prepare<[number, number, number], { readonly position: number; readonly wallMs: number }>(
      `SELECT position, coalesce(wall_ms, 0) AS wallMs FROM retries
       WHERE run_id = ? AND round = ? AND puzzles - tried = ? ORDER BY position DESC LIMIT 1`,
    )
    .get(runId, round, left);
}

/**
 * Gives the retries of a run that had tried all their puzzles, and were killed before they could
 * say so, an end: now, as whoever goes on with them finds nothing left to do.
 */
export function endDoneRetries(db: Database, runId: number): void {
  db.prepare(
    'UPDATE retries SET finished_at = ? WHERE run_id = ? AND finished_at IS NULL AND tried = puzzles',
  ).run(new Date().toISOString(), runId);
}

/** Adds a retry to those of a run; returns its place among them. */
export function addRetry(db: Database, runId: number, retry: RunRetry): number {
  return db
    .prepare<[RunRetry & { runId: number; words: string }], number>(
      `INSERT INTO retries (run_id, position, started_at, finished_at, statuses, timeout_ms, max_steps,
         memory_mib, puzzles, tried, reused, decided, round, wall_ms)
       SELECT @runId, coalesce(max(position), 0) + 1, @startedAt, @finishedAt, @words, @timeoutMs, @maxSteps,
         @memoryMiB, @puzzles, @tried, @reused, @decided, @round, @wallMs FROM retries WHERE run_id = @runId
       RETURNING position`,
    )
    .pluck()
    .get({ ...retry, runId, words: retry.statuses.join(',') })!;
}
