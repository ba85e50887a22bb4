import type { Database, Statement } from 'better-sqlite3';
import { isUndecided } from '../../../core/result/outcome.js';
import type { RunRetry } from '../../../core/run-record/run-retry.js';
import { isoTime } from '../rows/iso-time.js';
import type { RetriedResult } from './result-updater.js';

/** What is known about a retry at its start. */
export type NewRetry = Pick<
  RunRetry,
  'statuses' | 'timeoutMs' | 'maxSteps' | 'memoryMiB' | 'puzzles'
>;

/** The row of a retry under way: each method runs within a transaction of the caller. */
export class RetryNote {
  /** The limit of what it finds; null for none. */
  readonly limitMs: number | null;
  private readonly add: Statement<[number, number]>;
  private readonly end: Statement<[string]>;

  constructor(db: Database, runId: number, retry: NewRetry) {
    const { statuses, timeoutMs, maxSteps, memoryMiB, puzzles } = retry;
    this.limitMs = timeoutMs;
    const position = addRetry(db, runId, {
      ...{ startedAt: isoTime(Date.now()), finishedAt: null, statuses, timeoutMs, maxSteps },
      ...{ memoryMiB, puzzles, tried: 0, decided: 0 },
    });
    const where = `WHERE run_id = ${runId} AND position = ${position}`;
    this.add = db.prepare(`UPDATE retries SET tried = tried + ?, decided = decided + ? ${where}`);
    this.end = db.prepare(`UPDATE retries SET finished_at = ? ${where}`);
  }

  /** Counts results that it found. */
  count(retried: readonly RetriedResult[]): void {
    const decided = retried.filter(({ result }) => !isUndecided(result.status));
    this.add.run(retried.length, decided.length);
  }

  finish(): void {
    this.end.run(isoTime(Date.now()));
  }
}

/**
 * Gives the retries of a run that had tried all their puzzles, and were killed before they could say so, an end: now, as
 * whoever goes on with them finds nothing left to do.
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
      `INSERT INTO retries
       SELECT @runId, coalesce(max(position), 0) + 1, @startedAt, @finishedAt, @words, @timeoutMs, @maxSteps,
         @memoryMiB, @puzzles, @tried, @decided FROM retries WHERE run_id = @runId
       RETURNING position`,
    )
    .pluck()
    .get({ ...retry, runId, words: retry.statuses.join(',') })!;
}
