import { change, queryRows, queryValues } from '../open/open.js';
import Database from 'better-sqlite3';

/** What a file claims about one puzzle, as its text. */
interface FiledClaim {
  /** What the claim calls the puzzle: `#3` for the puzzle at place 3, if it goes by places. */
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

type FoundClaim = Omit<FiledClaim, 'byOrdinal'>;
const FOUND = 'RETURNING id, line, verdict, solution, secondSolution, ms, cpuMs';

/** Claims by puzzle names, in a temporary database: a file may have more than memory holds. */
export class ClaimTable {
  private readonly db = new Database('');

  constructor() {
    this.db.pragma('journal_mode = OFF');
    this.db
      .exec(`CREATE TABLE claims (id TEXT PRIMARY KEY, place TEXT, byOrdinal INTEGER, line INTEGER, verdict TEXT, solution TEXT,
      secondSolution TEXT, ms REAL, cpuMs REAL, used INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
      CREATE INDEX claims_by_place ON claims (place) WHERE place IS NOT NULL`);
  }

  /** False if there is a claim about this puzzle already, which stays. */
  add({ byOrdinal, ...claim }: FiledClaim): boolean {
    const place = /#\d+$/.exec(claim.id)?.[0] ?? null;
    const sql = `INSERT OR IGNORE INTO claims VALUES
      (@id, @place, @byOrdinal, @line, @verdict, @solution, @secondSolution, @ms, @cpuMs, 0)`;
    const values = { ...claim, place, byOrdinal: byOrdinal ? 1 : 0 };
    return change({ db: this.db }, sql, values).changes === 1;
  }

  /**
   * The claim about a puzzle, which is `used` now; null if there is none. A puzzle without a name
   * is stored as `<file>#<ordinal>`, and may be called so, or just `#<ordinal>`.
   */
  take(name: string | null, ordinal: number): FoundClaim | null {
    const { db } = this;
    const use = (which: string, ...values: unknown[]): FoundClaim | undefined => {
      const sql = `UPDATE claims SET used = 1 WHERE ${which} ${FOUND}`;
      return queryRows<FoundClaim>({ db }, sql, ...values).at(0);
    };
    const named = name === null ? undefined : use('id = ?', name);
    return (
      named ?? use('place = ? AND byOrdinal >= ?', `#${ordinal}`, Number(name !== null)) ?? null
    );
  }

  /** How many claims were never taken, and the first of them in the order of the file. */
  unused(limit: number): { total: number; first: { id: string; line: number }[] } {
    const { db } = this;
    const [total] = queryValues<number>({ db }, 'SELECT count(*) FROM claims WHERE used = 0');
    const first = 'SELECT id, line FROM claims WHERE used = 0 ORDER BY line LIMIT ?';
    return { total, first: queryRows({ db }, first, limit) };
  }

  close(): void {
    this.db.close();
  }
}
