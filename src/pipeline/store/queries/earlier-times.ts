import { isUndecided, type Status, type StoppedBy } from '../../../solver/core/result/outcome.js';
import type { Store } from '../open/open.js';

/** A number that looks drawn by lot, and is the same for a puzzle every time. */
const LOT = `(((r.puzzle_id + (r.puzzle_id >> 32)) & 4294967295) * 1103515245 >> 16)`;

/** How long a puzzle took in a run, and what shows about it without solving it. */
export interface EarlierTime {
  readonly width: number;
  readonly height: number;
  readonly colours: number;
  readonly filled: number;
  /** Blocks of rows and columns together, about. */
  readonly blocks: number;
  readonly ms: number;
  /** Whether its work came to an end by itself. */
  readonly isOver: boolean;
  /** Steps that it took; null if nobody counted. */
  readonly steps: number | null;
}

type Row = [
  width: number,
  height: number,
  colours: number,
  filled: number,
  commas: number,
  ms: number,
  status: Status,
  stoppedBy: StoppedBy,
  steps: number | null,
];

/**
 * The times of about `most` of a run's `results`, drawn as if by lot; without rows that cannot be
 * right.
 */
export function* earlierTimes(
  store: Store,
  runId: number,
  results: number,
  most: number,
): Generator<EarlierTime, void, undefined> {
  const step = Math.max(1, Math.ceil(results / most));
  const rows = store.db
    .prepare<[number, number], Row>(
      `SELECT p.width, p.height, p.colours, p.filled, length(p.clues) - length(replace(p.clues, ',', '')),
         r.solve_ms, r.status, r.stopped_by, r.line_solves
       FROM results r CROSS JOIN puzzles p ON p.puzzle_id = r.puzzle_id
       WHERE r.run_id = ? AND ${LOT} % ? = 0 AND r.solve_ms >= 0 AND r.status <> 'crash'`,
    )
    .raw();
  for (const row of rows.iterate(runId, step)) {
    const [width, height, colours, filled, commas, ms, status, stoppedBy, steps] = row;
    const isOver = stoppedBy !== 'timeout' && !(isUndecided(status) && stoppedBy === 'steps');
    // There is one comma less than blocks, and one more for each empty line.
    yield { width, height, colours, filled, blocks: commas + 1, ms, isOver, steps };
  }
}

/** How many results a run has, and how long their puzzles took together, in milliseconds. */
export function solvingTime(
  { db }: Store,
  runId: number,
): { readonly results: number; readonly solveMs: number } {
  return db
    .prepare<[number], { readonly results: number; readonly solveMs: number }>(
      `SELECT count(*) AS results, coalesce(sum(solve_ms), 0) AS solveMs FROM results WHERE run_id = ?`,
    )
    .get(runId)!;
}
