import type { Database, Statement } from 'better-sqlite3';
import type { PoolMember, RunWorker } from '../../result/run/run-worker.js';
import { isoTime } from '../rows/result-row.js';
import { RowInserter } from '../rows/row-inserter.js';

/**
 * The other machines of a run: one row each and, for each result that another machine found, which
 * one. This is not in the rows of results, so that a run on one machine pays nothing.
 */
export class WorkerRoll {
  private readonly known = new Map<string, number>();
  private readonly insert: Statement<(string | number)[], number>;
  private readonly update: Statement<(string | number)[]>;
  private readonly solvedBy: RowInserter;

  constructor(
    db: Database,
    private readonly runId: number,
  ) {
    this.insert = db
      .prepare<(string | number)[], number>(
        `INSERT INTO workers (run_id, name, host, cpu, threads, tool_version, node_version)
         VALUES (?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (run_id, name) DO UPDATE SET threads = excluded.threads
         RETURNING worker_id`,
      )
      .pluck();
    this.update = db.prepare(
      `UPDATE workers SET threads = ?, puzzles = ?, seen_at = ? WHERE worker_id = ?`,
    );
    this.solvedBy = new RowInserter(
      db,
      'solved_by',
      ['run_id', 'puzzle_id', 'worker_id'],
      'ON CONFLICT (run_id, puzzle_id) DO UPDATE SET worker_id = excluded.worker_id',
    );
  }

  /** Notes who found a result. `flush` is due after the last one, in the same transaction. */
  note(puzzleId: number, by: RunWorker): void {
    this.solvedBy.push([this.runId, puzzleId, this.idOf(by)]);
  }

  flush(): void {
    this.solvedBy.flush();
  }

  /** Forgets what was noted in a transaction that failed, with the ids made in it. */
  reset(): void {
    this.solvedBy.reset();
    this.known.clear();
  }

  /** Notes what each worker has done, and when it was last seen. */
  show(workers: readonly PoolMember[]): void {
    for (const worker of workers) {
      const seen = isoTime(Date.now() - Math.max(0, worker.seenMsAgo));
      this.update.run(worker.threads, worker.puzzles, seen, this.idOf(worker));
    }
  }

  private idOf({ id, host, cpu, threads, version, node }: RunWorker): number {
    let found = this.known.get(id);
    if (found === undefined) {
      found = this.insert.get(this.runId, id, host, cpu, threads, version, node)!;
      this.known.set(id, found);
    }
    return found;
  }
}
