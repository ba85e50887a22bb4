import Database, { type Statement } from 'better-sqlite3';

/** What a file claims about one puzzle, as its text. */
export interface FiledClaim {
  /** What the claim calls the puzzle; `#3` for the puzzle at place 3 if it is called by its place. */
  readonly id: string;
  readonly byOrdinal: boolean;
  /** Its place in its file. */
  readonly line: number;
  readonly verdict: string;
  readonly solution: string;
  readonly secondSolution: string;
  /** Milliseconds; null if it does not say. */
  readonly ms: number | null;
  readonly cpuMs: number | null;
}

/** A claim that was looked up. */
export type FoundClaim = Omit<FiledClaim, 'byOrdinal'>;

/**
 * Claims by the names of their puzzles, in a database of their own that is gone when it is closed: a
 * file may have more claims than memory holds.
 */
export class ClaimTable {
  private readonly db = new Database('');
  private readonly insert: Statement;
  private readonly findName: Statement<[string], FoundClaim>;
  private readonly findPlace: Statement<[string, 0 | 1], FoundClaim>;

  constructor() {
    this.db.pragma('journal_mode = OFF');
    this.db
      .exec(`CREATE TABLE claims (id TEXT PRIMARY KEY, place TEXT, byOrdinal INTEGER, line INTEGER, verdict TEXT, solution TEXT,
      secondSolution TEXT, ms REAL, cpuMs REAL, used INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
      CREATE INDEX claims_by_place ON claims (place) WHERE place IS NOT NULL`);
    this.insert = this.db.prepare(`INSERT OR IGNORE INTO claims VALUES
      (@id, @place, @byOrdinal, @line, @verdict, @solution, @secondSolution, @ms, @cpuMs, 0)`);
    const found = 'RETURNING id, line, verdict, solution, secondSolution, ms, cpuMs';
    this.findName = this.db.prepare(`UPDATE claims SET used = 1 WHERE id = ? ${found}`);
    this.findPlace = this.db.prepare(
      `UPDATE claims SET used = 1 WHERE place = ? AND byOrdinal >= ? ${found}`,
    );
  }

  /** False if there is a claim about this puzzle already, which stays. */
  add({ byOrdinal, ...claim }: FiledClaim): boolean {
    const place = /#\d+$/.exec(claim.id)?.[0] ?? null;
    return this.insert.run({ ...claim, place, byOrdinal: byOrdinal ? 1 : 0 }).changes === 1;
  }

  /**
   * The claim about a puzzle, which is `used` now; null if there is none. A puzzle without a name is stored
   * as `<file>#<ordinal>`, and may be called so, or just `#<ordinal>`.
   */
  take(name: string | null, ordinal: number): FoundClaim | null {
    const named = name === null ? undefined : this.findName.get(name);
    return named ?? this.findPlace.get(`#${ordinal}`, name === null ? 0 : 1) ?? null;
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
