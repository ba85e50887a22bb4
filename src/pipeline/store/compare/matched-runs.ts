import { setImmediate } from 'node:timers/promises';
import Database, { type Statement } from 'better-sqlite3';
import type { Watch } from '../../record/counted-work.js';
import type { Status } from '../../../solver/core/result/outcome.js';
import type { Store } from '../open/open.js';
import { expectedResults } from '../stored-runs/read-runs.js';
import { inOrderSql } from '../layout/place-sql.js';
import { rowsBeyondSql } from '../layout/result-layout.js';
import { pagesOf } from '../rows/pages-of.js';

/**
 * What a time is: the CPU time or the wall time of another program, with the start of its process,
 * or the time of solving alone.
 */
export type TimeKind = 'cpu' | 'wall' | 'solving';

/** What one run says of one puzzle. */
export interface Answered {
  readonly puzzleId: number;
  readonly status: Status;
  readonly state: 'solved' | 'wrong' | 'open';
  readonly ms: number;
  readonly clock: TimeKind;
  /** The limit that it was found under; null for none. */
  readonly limitMs: number | null;
}

interface Row extends Answered {
  readonly fingerprint: string;
}

interface Key {
  readonly fingerprint: string;
  readonly nth: number;
}

/** CPU time comes in steps: less than one is counted as one. */
const LEAST_CPU_MS = 1;

/** How many rows are read before other requests get a turn: some ten milliseconds. */
const CHUNK = 5000;

/**
 * Runs of any databases, matched puzzle by puzzle. A puzzle is its content, however it is called:
 * puzzles that a run has several times are matched in the order of its corpora. They are kept in a
 * database of their own that is gone when it is closed, since runs may be larger than memory.
 */
export class MatchedRuns {
  private readonly db = new Database('');
  private readonly insert: Statement;
  private readonly sizes: number[] = [];

  constructor() {
    this.db.pragma('journal_mode = OFF');
    this.db.exec(`CREATE TABLE found (run INTEGER, fingerprint TEXT, nth INTEGER, puzzleId INTEGER,
      status TEXT, state TEXT, ms REAL, clock TEXT, limitMs REAL, PRIMARY KEY (run, fingerprint, nth)) WITHOUT ROWID`);
    this.insert = this.db.prepare(`INSERT INTO found VALUES (@run, @fingerprint,
      (SELECT coalesce(max(nth), -1) + 1 FROM found WHERE run = @run AND fingerprint = @fingerprint),
      @puzzleId, @status, @state, @ms, @clock, @limitMs)`);
  }

  /** Adds a run; returns how many puzzles it has. */
  async add(store: Store, runId: number, watch: Watch): Promise<number> {
    const { db } = store;
    const run = this.sizes.length;
    const page = db.prepare<[number, number, number, number], Row>(
      `SELECT r.puzzle_id AS puzzleId, fingerprint, status,
         CASE WHEN judged = 'wrong' THEN 'wrong'
           WHEN status IN ('unique', 'multiple', 'contradiction', 'solved') THEN 'solved'
           ELSE 'open' END AS state,
         coalesce(max(cpu_ms, ${LEAST_CPU_MS}), solve_ms) AS ms,
         CASE WHEN judged IS NULL THEN 'solving' WHEN cpu_ms IS NULL THEN 'wall' ELSE 'cpu' END AS clock,
         limit_ms AS limitMs
       FROM ${rowsBeyondSql('results_in_order')} r CROSS JOIN puzzles p USING (puzzle_id)
         LEFT JOIN claims c ON c.run_id = r.run_id AND c.puzzle_id = r.puzzle_id
       WHERE r.run_id = ? ORDER BY ${inOrderSql('r')} LIMIT ?`,
    );
    const insertAll = this.db.transaction((rows: readonly Row[]) => {
      for (const row of rows) this.insert.run({ ...row, run });
    });
    const total = expectedResults(store, runId);
    let count = 0;
    const read = (after: number): Row[] => page.all(after, after, runId, CHUNK);
    for (const rows of pagesOf(read, CHUNK, ({ puzzleId }) => puzzleId)) {
      insertAll(rows);
      watch.reached((count += rows.length), total);
      await setImmediate();
    }
    this.sizes.push(count);
    return count;
  }

  /**
   * What the runs say of each puzzle that all of them have, in the order in which they were added.
   */
  async *common(watch: Watch): AsyncGenerator<readonly Answered[], void, undefined> {
    // The smallest run leads: of its puzzles the others are asked.
    const lead = this.sizes.indexOf(Math.min(...this.sizes));
    const find = this.db.prepare<[number, string, number], Answered>(
      `SELECT puzzleId, status, state, ms, clock, limitMs FROM found
       WHERE run = ? AND fingerprint = ? AND nth = ?`,
    );
    for await (const { fingerprint, nth } of this.keys(lead, watch)) {
      const answers: Answered[] = [];
      for (let run = 0; run < this.sizes.length; run++) {
        const answer = find.get(run, fingerprint, nth);
        if (answer === undefined) break;
        answers.push(answer);
      }
      if (answers.length === this.sizes.length) yield answers;
    }
  }

  /** Whether two runs, by their places, have any puzzle in common. */
  share(a: number, b: number): boolean {
    return (
      this.db
        .prepare<[number, number]>(
          `SELECT 1 FROM found a JOIN found b ON b.run = ? AND b.fingerprint = a.fingerprint
           WHERE a.run = ? LIMIT 1`,
        )
        .get(b, a) !== undefined
    );
  }

  close(): void {
    this.db.close();
  }

  private async *keys(run: number, watch: Watch): AsyncGenerator<Key, void, undefined> {
    const page = this.db.prepare<[number, string, number, number], Key>(
      `SELECT fingerprint, nth FROM found
       WHERE run = ? AND (fingerprint, nth) > (?, ?) ORDER BY fingerprint, nth LIMIT ?`,
    );
    let done = 0;
    for (let [after, nth] = ['', -1]; ;) {
      const rows = page.all(run, after, nth, CHUNK);
      yield* rows;
      watch.reached((done += rows.length), this.sizes[run]);
      if (rows.length < CHUNK) return;
      ({ fingerprint: after, nth } = rows[rows.length - 1]);
      await setImmediate();
    }
  }
}
