import type { Status } from '../solver/outcome.js';
import type { Store } from './open.js';
import { BINS_PER_DECADE, LEAST_MS } from './run-figures.js';

/** How many puzzles went from one status to another. */
export interface Transition {
  readonly left: Status;
  readonly right: Status;
  readonly count: number;
}

/** A puzzle that both runs have, with another status or difficulty. */
export interface ChangedPuzzle {
  readonly leftId: number;
  readonly rightId: number;
  readonly name: string;
  readonly title: string | null;
  readonly width: number;
  readonly height: number;
  readonly left: Status;
  readonly right: Status;
  readonly leftTechnique: string | null;
  readonly rightTechnique: string | null;
  readonly leftMs: number;
  readonly rightMs: number;
}

/** A puzzle that only one of the runs has. */
export interface LonePuzzle {
  readonly puzzleId: number;
  readonly name: string;
  readonly title: string | null;
  readonly status: Status;
}

/** How many puzzles took a time of one bin in the left run and of another in the right. */
export interface TimePair {
  readonly left: number;
  readonly right: number;
  readonly count: number;
}

/** Two runs side by side. Lists hold the first of each kind, counts say how many there are. */
export interface Comparison {
  readonly both: number;
  readonly transitions: readonly Transition[];
  /** Puzzles whose status differs: the verdict has changed. */
  readonly changedCount: number;
  readonly changed: readonly ChangedPuzzle[];
  /** Puzzles of the same status with another technique or guess depth. */
  readonly harderOrEasierCount: number;
  readonly harderOrEasier: readonly ChangedPuzzle[];
  readonly goneCount: number;
  readonly gone: readonly LonePuzzle[];
  readonly newCount: number;
  readonly fresh: readonly LonePuzzle[];
  readonly times: readonly TimePair[];
  /** Every how many puzzles `times` looks at one; the counts are multiplied by it. */
  readonly timesStep: number;
  readonly leftMs: number;
  readonly rightMs: number;
}

/** A puzzle of one run is that of another by its id, or where the corpus has changed by its content and name. */
type Match = 'id' | 'content';

const SAMPLE = 100_000;

/**
 * What changed from run `left` to run `right`. Over the same sources puzzles are matched by
 * their ids; where a source has changed, by fingerprint and name, so that an edited puzzle is
 * gone and new.
 */
export function compareRuns(store: Store, left: number, right: number, listed = 200): Comparison {
  const match: Match = sameSources(store, left, right) ? 'id' : 'content';
  const pairs = match === 'id' ? PAIRS_BY_ID : pairsByContent(store, left, right);
  const query = <T>(sql: string, ...more: number[]): T[] =>
    store.db
      .prepare<Record<string, number>, T>(sql)
      .all({ left, right, listed, step: more[0] ?? 1 });

  const transitions = query<Transition & { leftMs: number; rightMs: number }>(
    `SELECT a.status AS left, b.status AS right, count(*) AS count,
       sum(a.solve_ms) AS leftMs, sum(b.solve_ms) AS rightMs
     FROM ${pairs} GROUP BY 1, 2 ORDER BY 3 DESC`,
  );
  const both = sum(transitions, ({ count }) => count);
  const changedCount = sum(transitions, (t) => (t.left === t.right ? 0 : t.count));
  const difficulty = `a.status = b.status AND
    (a.technique IS NOT b.technique OR a.guess_depth IS NOT b.guess_depth)`;
  const [{ count: harderOrEasierCount }] = query<{ count: number }>(
    `SELECT count(*) AS count FROM ${pairs} WHERE ${difficulty}`,
  );
  const changedRows = (condition: string, count: number): ChangedPuzzle[] =>
    count === 0 ? [] : query(`${CHANGED} FROM ${pairs} ${NAMED} WHERE ${condition} LIMIT @listed`);
  const lone = (of: 'left' | 'right'): { count: number; rows: LonePuzzle[] } => {
    const from = loneOf(match, of);
    const [{ count }] = query<{ count: number }>(`SELECT count(*) AS count ${from}`);
    if (count === 0) return { count, rows: [] };
    const columns = 'r.puzzle_id AS puzzleId, name, title, status';
    return { count, rows: query(`SELECT ${columns} ${from} LIMIT @listed`) };
  };
  const step = Math.max(1, Math.ceil(both / SAMPLE));
  const gone = lone('left');
  const fresh = lone('right');
  return {
    both,
    transitions: transitions.map(({ left: from, right: to, count }) => ({
      left: from,
      right: to,
      count,
    })),
    changedCount,
    changed: changedRows('a.status <> b.status', changedCount),
    harderOrEasierCount,
    harderOrEasier: changedRows(difficulty, harderOrEasierCount),
    goneCount: gone.count,
    gone: gone.rows,
    newCount: fresh.count,
    fresh: fresh.rows,
    times: query(`${TIMES} FROM ${pairs} WHERE a.puzzle_id % @step = 0 GROUP BY 1, 2`, step),
    timesStep: step,
    leftMs: sum(transitions, ({ leftMs }) => leftMs),
    rightMs: sum(transitions, ({ rightMs }) => rightMs),
  };
}

const PAIRS_BY_ID = `results a JOIN results b
  ON a.run_id = @left AND b.run_id = @right AND b.puzzle_id = a.puzzle_id`;

const PAIRS_BY_CONTENT = `temp.pairs m
  JOIN results a ON a.run_id = @left AND a.puzzle_id = m.left_id
  JOIN results b ON b.run_id = @right AND b.puzzle_id = m.right_id`;

const NAMED = 'JOIN puzzles p ON p.puzzle_id = b.puzzle_id';

const CHANGED = `SELECT a.puzzle_id AS leftId, b.puzzle_id AS rightId, p.name, p.title, p.width,
  p.height, a.status AS left, b.status AS right, a.technique AS leftTechnique,
  b.technique AS rightTechnique, a.solve_ms AS leftMs, b.solve_ms AS rightMs`;

const BIN = (ms: string): string =>
  `CAST(floor(log10(max(${ms}, ${LEAST_MS}) / ${LEAST_MS}) * ${BINS_PER_DECADE}) AS INTEGER)`;

const TIMES = `SELECT ${BIN('a.solve_ms')} AS left, ${BIN('b.solve_ms')} AS right,
  count(*) * @step AS count`;

/** The results of one run that have no partner in the other. */
function loneOf(match: Match, of: 'left' | 'right'): string {
  const other = of === 'left' ? 'right' : 'left';
  const partner =
    match === 'id'
      ? `SELECT 1 FROM results o WHERE o.run_id = @${other} AND o.puzzle_id = r.puzzle_id`
      : `SELECT 1 FROM temp.pairs m WHERE m.${of}_id = r.puzzle_id`;
  return `FROM results r JOIN puzzles USING (puzzle_id)
    WHERE r.run_id = @${of} AND NOT EXISTS (${partner})`;
}

function sameSources(store: Store, left: number, right: number): boolean {
  const list = store.db
    .prepare<[number], string>(
      `SELECT group_concat(source_id) FROM
         (SELECT DISTINCT source_id FROM run_sources WHERE run_id = ? ORDER BY source_id)`,
    )
    .pluck();
  return list.get(left) === list.get(right);
}

/** Matches by content in a temporary table, which also a database open for reading may have. */
function pairsByContent(store: Store, left: number, right: number): string {
  const { db } = store;
  db.exec(`DROP TABLE IF EXISTS temp.pairs; DROP TABLE IF EXISTS temp.content;
    CREATE TEMP TABLE content (fingerprint, name, right_id);
    CREATE TEMP TABLE pairs (left_id INTEGER PRIMARY KEY, right_id INTEGER)`);
  db.prepare(
    `INSERT INTO temp.content SELECT fingerprint, name, puzzle_id
     FROM results JOIN puzzles USING (puzzle_id) WHERE run_id = ?`,
  ).run(right);
  db.exec('CREATE INDEX temp.by_content ON content (fingerprint, name)');
  db.prepare(
    `INSERT OR IGNORE INTO temp.pairs SELECT p.puzzle_id, min(c.right_id)
     FROM results r JOIN puzzles p USING (puzzle_id)
       JOIN temp.content c ON c.fingerprint = p.fingerprint AND c.name = p.name
     WHERE r.run_id = ? GROUP BY p.puzzle_id`,
  ).run(left);
  db.exec('CREATE INDEX temp.by_right ON pairs (right_id)');
  return PAIRS_BY_CONTENT;
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
