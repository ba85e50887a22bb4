import Database, { type Statement } from 'better-sqlite3';

/** What a file claims about one puzzle, as its text. */
export interface FiledClaim {
  readonly id: string;
  /** Its place in its file. */
  readonly line: number;
  readonly verdict: string;
  readonly solution: string;
  readonly secondSolution: string;
  /** Milliseconds; null if it does not say. */
  readonly ms: number | null;
  readonly cpuMs: number | null;
}

/**
 * Claims by the names of their puzzles, in a database of their own that is gone when it is closed: a
 * file may have more claims than memory holds.
 */
export class ClaimTable {
  private readonly db = new Database('');
  private readonly insert: Statement;
  private readonly find: Statement<[string], FiledClaim>;

  constructor() {
    this.db.pragma('journal_mode = OFF');
    this.db
      .exec(`CREATE TABLE claims (id TEXT PRIMARY KEY, line INTEGER, verdict TEXT, solution TEXT,
      secondSolution TEXT, ms REAL, cpuMs REAL, used INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID`);
    this.insert = this.db.prepare(`INSERT OR IGNORE INTO claims VALUES
      (@id, @line, @verdict, @solution, @secondSolution, @ms, @cpuMs, 0)`);
    this.find = this.db.prepare(`UPDATE claims SET used = 1 WHERE id = ?
      RETURNING id, line, verdict, solution, secondSolution, ms, cpuMs`);
  }

  /** False if there is a claim about this puzzle already, which stays. */
  add(claim: FiledClaim): boolean {
    return this.insert.run(claim).changes === 1;
  }

  /** The claim about a puzzle, which is `used` now; null if there is none. */
  take(id: string): FiledClaim | null {
    return this.find.get(id) ?? null;
  }

  /** How many claims were never taken, and the first of them in the order of the file. */
  unused(limit: number): { total: number; first: { id: string; line: number }[] } {
    const total = this.db.prepare<[], number>('SELECT count(*) FROM claims WHERE used = 0').pluck();
    const first = this.db.prepare<[number], { id: string; line: number }>(
      'SELECT id, line FROM claims WHERE used = 0 ORDER BY line LIMIT ?',
    );
    return { total: total.get()!, first: first.all(limit) };
  }

  close(): void {
    this.db.close();
  }
}
