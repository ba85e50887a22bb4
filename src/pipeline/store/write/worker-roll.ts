import type { Database, Statement } from 'better-sqlite3';
import type { PoolMember, RunWorker } from '../../record/options.js';
import { RowInserter } from '../rows/row-inserter.js';

/**
 * The other machines of a run: one row each and, for each result that another machine found, which
 * one. This is not in the rows of results, so that a run on one machine pays nothing.
 */
export class WorkerRoll {
  private readonly known = new Map<string, number>();
  /** What each worker had done before this session of the run. */
  private readonly before = new Map<string, number>();
  private readonly insert: Statement<(string | number)[], { id: number; puzzles: number }>;
  private readonly update: Statement<(string | number)[]>;
  private readonly solvedBy: RowInserter;

  constructor(
    private readonly db: Database,
    private readonly runId: number,
  ) {
    this.insert = db.prepare<(string | number)[], { id: number; puzzles: number }>(
      `INSERT INTO workers (run_id, name, host, cpu, threads, tool_version, node_version)
       VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (run_id, name) DO UPDATE SET threads = excluded.threads
       RETURNING worker_id AS id, puzzles`,
    );
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

  /**
   * Notes what each worker has done since the run was begun or resumed, and when it was last seen.
   */
  show(workers: readonly PoolMember[]): void {
    for (const worker of workers) {
      const seen = new Date(Date.now() - Math.max(0, worker.seenMsAgo)).toISOString();
      const id = this.idOf(worker);
      const before = this.before.get(worker.id) ?? 0;
      this.update.run(worker.threads, before + worker.puzzles, seen, id);
    }
  }

  /** Notes once more what each worker has done, by the results that the run has of it. */
  settle(): void {
    this.db
      .prepare<[number]>(
        `UPDATE workers SET puzzles = shares.puzzles
         FROM (SELECT worker_id, count(*) AS puzzles FROM solved_by WHERE run_id = ? GROUP BY worker_id)
           AS shares
         WHERE workers.worker_id = shares.worker_id`,
      )
      .run(this.runId);
  }

  /** The number of a worker in the database, where it is noted if it is not there yet. */
  idOf({ id, host, cpu, threads, version, node }: RunWorker): number {
    const known = this.known.get(id);
    if (known !== undefined) return known;
    const row = this.insert.get(this.runId, id, host, cpu, threads, version, node)!;
    this.known.set(id, row.id);
    if (!this.before.has(id)) this.before.set(id, row.puzzles);
    return row.id;
  }
}
