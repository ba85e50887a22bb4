import type { Status, Technique } from '../solver/outcome.js';
import type { Store } from './open.js';

/** How many results of a run have one verdict. */
export interface VerdictCount {
  readonly status: Status;
  readonly technique: Technique | null;
  readonly guessDepth: number | null;
  readonly count: number;
  readonly totalMs: number;
}

/** How many puzzles of one longer side took a time of one bin. */
export interface TimeSizeBin {
  /** The longer side in cells. */
  readonly side: number;
  /** See `binOf`. */
  readonly bin: number;
  readonly count: number;
}

/** Bins of time are parts of a decade: bin 0 begins at LEAST_MS, BINS_PER_DECADE at ten times that. */
export const BINS_PER_DECADE = 10;

/** Times below are in bin 0. */
export const LEAST_MS = 0.001;

const BINS = 11 * BINS_PER_DECADE;

/** Where a bin of time begins, in milliseconds. */
export function binStart(bin: number): number {
  return LEAST_MS * 10 ** (bin / BINS_PER_DECADE);
}

/** The results of a run by verdict. */
export function verdictCounts(store: Store, runId: number): VerdictCount[] {
  return store.db
    .prepare<[number], VerdictCount>(
      `SELECT status, technique, guess_depth AS guessDepth, count(*) AS count,
         sum(solve_ms) AS totalMs
       FROM results WHERE run_id = ? GROUP BY status, technique, guess_depth`,
    )
    .all(runId);
}

/**
 * How many results took a time of each bin, trailing zeros left out: one range of the index by
 * time for each bin, which together go over it once.
 */
export function timeBins(store: Store, runId: number): number[] {
  const count = store.db
    .prepare<[number, number, number], number>(
      'SELECT count(*) FROM results WHERE run_id = ? AND solve_ms >= ? AND solve_ms < ?',
    )
    .pluck();
  const bins: number[] = [];
  for (let bin = 0; bin < BINS; bin++) {
    const from = bin === 0 ? 0 : binStart(bin);
    bins.push(count.get(runId, from, bin === BINS - 1 ? 1e300 : binStart(bin + 1)) ?? 0);
  }
  while (bins.length > 0 && bins[bins.length - 1] === 0) bins.pop();
  return bins;
}

/** The time that a share of a run's results, from 0 to 1, does not exceed; null without results. */
export function timeQuantile(
  store: Store,
  runId: number,
  share: number,
  results: number,
): number | null {
  const at = Math.min(results - 1, Math.max(0, Math.ceil(share * results) - 1));
  const value = store.db
    .prepare<[number, number], number>(
      'SELECT solve_ms FROM results WHERE run_id = ? ORDER BY solve_ms LIMIT 1 OFFSET ?',
    )
    .pluck()
    .get(runId, at);
  return value ?? null;
}

/**
 * Time against size, binned. Of a run with more than `sample` results only every n-th puzzle is
 * looked at, and its bins are multiplied by n: the shape of a million points is that of a part.
 */
export function timeBySize(
  store: Store,
  runId: number,
  results: number,
  sample = 100_000,
): { readonly bins: TimeSizeBin[]; readonly step: number } {
  const step = Math.max(1, Math.ceil(results / sample));
  const rows = store.db
    .prepare<[number, number], [number, number]>(
      `SELECT max(p.width, p.height), r.solve_ms
       FROM results r INDEXED BY sqlite_autoindex_results_1 CROSS JOIN puzzles p ON p.puzzle_id = r.puzzle_id
       WHERE r.run_id = ? AND r.puzzle_id % ? = 0`,
    )
    .raw();
  const counts = new Map<number, number>();
  for (const [side, ms] of rows.iterate(runId, step)) {
    const key = side * 1000 + binOf(ms);
    counts.set(key, (counts.get(key) ?? 0) + step);
  }
  const bins = [...counts].map(([key, count]) => ({
    side: Math.floor(key / 1000),
    bin: key % 1000,
    count,
  }));
  return { bins, step };
}

function binOf(ms: number): number {
  const bin = Math.floor(Math.log10(Math.max(ms, LEAST_MS) / LEAST_MS) * BINS_PER_DECADE);
  return Math.min(BINS - 1, bin);
}
