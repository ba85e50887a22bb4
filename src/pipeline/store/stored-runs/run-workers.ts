import type { Store } from '../open/open.js';

/** A machine that solved for a run, as the database knows it. */
export interface StoredWorker {
  /** 16 hexadecimal digits, new each time that a worker is started. */
  readonly name: string;
  readonly host: string;
  readonly cpu: string;
  readonly threads: number;
  readonly toolVersion: string;
  readonly nodeVersion: string;
  /** Puzzles that it solved in the latest session of the run. */
  readonly puzzles: number;
  /** UTC, ISO 8601; null if it was only seen once. */
  readonly seenAt: string | null;
}

/** The workers of a run, the ones that solved most first; none if the run did not use a queue. */
export function runWorkers(store: Store, runId: number): readonly StoredWorker[] {
  return store.db
    .prepare<[number], StoredWorker>(
      `SELECT name, host, cpu, threads, tool_version AS toolVersion, node_version AS nodeVersion,
         puzzles, seen_at AS seenAt
       FROM workers WHERE run_id = ? ORDER BY puzzles DESC, name LIMIT 1000`,
    )
    .all(runId);
}

/** The names of all machines that solved for a run. */
export function workerNames(store: Store, runId: number): ReadonlySet<string> {
  return new Set(
    store.db
      .prepare<[number], string>('SELECT name FROM workers WHERE run_id = ?')
      .pluck()
      .all(runId),
  );
}
