import type { Database, Statement } from 'better-sqlite3';
import { isUndecided } from '../../../solver/core/result/outcome.js';
import type { RunRetry } from '../../record/outcome.js';
import { isoTime } from '../rows/iso-time.js';
import type { RetriedResult } from './result-updater.js';

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
        startedAt: isoTime(Date.now()),
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
    this.end.run(isoTime(Date.now()), this.wallBefore + ms);
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
  ).run(isoTime(Date.now()), runId);
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
