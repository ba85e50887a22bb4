import type { Status } from '../../../solver/core/result/outcome.js';
import type { RowsBeside } from '../../../solver/core/result/result.js';
import { change, queryRows, queryValues, type Store } from '../open/open.js';
import type { SizedPuzzle } from '../../record/puzzle-id.js';
import { nameSql } from '../pieces.js';
import Database from 'better-sqlite3';

/** What another program can say of a puzzle; `solved`: it shows a solution, no more. */
export type ClaimedVerdict = 'unique' | 'multiple' | 'contradiction' | 'solved';

/** What became of a claim; `open`: nothing was claimed, or nobody could tell if it is true. */
type Judgement = 'right' | 'wrong' | 'open';

/** What another program said of a puzzle and what it took: the columns of `claims`. */
export interface StoredClaim {
  /** Null if it said nothing. */
  readonly said: ClaimedVerdict | null;
  readonly judged: Judgement;
  /** CPU milliseconds of all its processes; null if they are not known. */
  readonly cpuMs: number | null;
  /** The most memory that they held at once, in bytes; null if it is not known. */
  readonly memoryBytes: number | null;
}

/** Claims as they are written beside the results of a run. */
export function claimRows(claims: readonly StoredClaim[]): RowsBeside {
  return {
    table: 'claims',
    columns: ['said', 'judged', 'cpu_ms', 'memory_bytes'],
    rows: claims.map(({ said, judged, cpuMs, memoryBytes }) => [said, judged, cpuMs, memoryBytes]),
  };
}

/** How many answers of a run are alike. */
interface ClaimCount {
  readonly status: Status;
  readonly said: ClaimedVerdict | null;
  readonly judged: Judgement;
  readonly count: number;
  /** CPU milliseconds if they are known, else wall milliseconds. */
  readonly ms: number;
  /** What they count in PAR-2 if they are not solved; null without a limit. */
  readonly penalisedMs: number | null;
  /** Those of them whose CPU time is known. */
  readonly timed: number;
}

/** The answers of another program in a run, by what became of them. */
export function countClaims(store: Store, runId: number): ClaimCount[] {
  const sql = `SELECT status, said, judged, count(*) AS count, sum(coalesce(cpu_ms, solve_ms)) AS ms,
      sum(max(coalesce(cpu_ms, solve_ms), 2 * limit_ms)) AS penalisedMs, count(cpu_ms) AS timed
    FROM claims JOIN results USING (run_id, puzzle_id)
    WHERE run_id = ? GROUP BY status, said, judged ORDER BY count DESC`;
  return queryRows(store, sql, runId);
}

type WrongClaim = Pick<SizedPuzzle, 'puzzleId' | 'name' | 'width' | 'height'> &
  Pick<StoredClaim, 'said'> & { readonly reason: string };

/** How many claims of a run are wrong, and the first of them in the order of the corpora. */
export function wrongClaims(store: Store, runId: number, limit: number) {
  const wrong = `WHERE run_id = ? AND judged = 'wrong'`;
  const [total] = queryValues<number>(store, `SELECT count(*) FROM claims ${wrong}`, runId);
  const sql = `SELECT puzzle_id AS puzzleId, ${nameSql('claims')} AS name, width, height, said, coalesce(error, '') AS reason
    FROM claims JOIN results USING (run_id, puzzle_id) JOIN puzzles USING (puzzle_id)
    ${wrong} ORDER BY puzzle_id LIMIT ?`;
  return { total, first: queryRows<WrongClaim>(store, sql, runId, limit) };
}

/** Puzzles on which a program crashed for the same reason. */
interface Crashes {
  readonly reason: string;
  readonly count: number;
  /** The first of them in the order of the corpora. */
  readonly name: string;
}

/** Why a program came to no answer, wrong ones apart; the most frequent reason first. */
export function crashesOf(store: Store, runId: number): Crashes[] {
  // Of a query with min(), SQLite takes the other columns from the row that has the least.
  const sql = `SELECT error AS reason, count(*) AS count, min(puzzle_id) AS first, ${nameSql('claims')} AS name
    FROM claims JOIN results USING (run_id, puzzle_id) JOIN puzzles USING (puzzle_id)
    WHERE run_id = ? AND status = 'crash' AND judged <> 'wrong' AND error IS NOT NULL
    GROUP BY error ORDER BY count DESC, first LIMIT 1000`;
  const found = queryRows<Crashes>(store, sql, runId);
  return found.map(({ reason, count, name }) => ({ reason, count, name }));
}

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
