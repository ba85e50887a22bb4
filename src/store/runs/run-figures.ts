import { ABOUT_EQUAL } from '../../result/difficulty-words.js';
import { SCORE_BINS } from '../../result/score-bins.js';
import type { Status, Technique } from '../../result/outcome.js';
import { TIME_BINS, binOf, binStart, emptyBins } from '../../result/time-bins.js';
import { hasIndexes } from '../open/indexes.js';
import type { Store } from '../open/open.js';

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

/** Whether a result has a verdict: 1 or 0. */
const DECIDED = `status IN ('unique', 'multiple', 'contradiction')`;

/** The times of a run's results. */
export interface TimeFigures {
  /** How many results with a verdict took a time of each bin, without trailing zeros. */
  readonly bins: readonly number[];
  /** The times that the shares asked for of all results do not exceed; null without results. */
  readonly quantiles: readonly (number | null)[];
}

/**
 * The times of a run: read from the index by time, about once; or, while a run works and there is
 * no index, from all its rows, sorted here.
 */
export function timeFigures(store: Store, runId: number, shares: readonly number[]): TimeFigures {
  return hasIndexes(store)
    ? indexedTimes(store, runId, shares)
    : collectedTimes(store, runId, shares);
}

function indexedTimes(store: Store, runId: number, shares: readonly number[]): TimeFigures {
  const count = store.db
    .prepare<[number, number, number], [number, number]>(
      `SELECT count(*), coalesce(sum(${DECIDED}), 0) FROM results
       WHERE run_id = ? AND solve_ms >= ? AND solve_ms < ?`,
    )
    .raw();
  const bins: number[] = [];
  let results = 0;
  for (let bin = 0; bin < TIME_BINS; bin++) {
    const from = bin === 0 ? 0 : binStart(bin);
    const to = bin === TIME_BINS - 1 ? 1e300 : binStart(bin + 1);
    const [all, decided] = count.get(runId, from, to)!;
    bins.push(decided);
    results += all;
  }
  const nth = store.db
    .prepare<[number, number], number>(
      'SELECT solve_ms FROM results WHERE run_id = ? ORDER BY solve_ms LIMIT 1 OFFSET ?',
    )
    .pluck();
  const quantiles = shares.map((share) => nth.get(runId, rankOf(share, results)) ?? null);
  return { bins: withoutTrailingZeros(bins), quantiles };
}

function collectedTimes(store: Store, runId: number, shares: readonly number[]): TimeFigures {
  const bins = emptyBins();
  const rows = store.db
    .prepare<[number], [number, number]>(
      `SELECT solve_ms, ${DECIDED} FROM results WHERE run_id = ?`,
    )
    .raw()
    .iterate(runId);
  const times = Float64Array.from(rows, ([ms, isDecided]) => {
    bins[binOf(ms)] += isDecided;
    return ms;
  }).sort();
  const quantiles = shares.map((share) => times.at(rankOf(share, times.length)) ?? null);
  return { bins: withoutTrailingZeros(bins), quantiles };
}

/** The index, from 0, of the time that `share` of `results` times do not exceed. */
function rankOf(share: number, results: number): number {
  return Math.min(Math.max(results - 1, 0), Math.max(0, Math.ceil(share * results) - 1));
}

function withoutTrailingZeros(bins: ArrayLike<number>): number[] {
  const all = Array.from(bins);
  return all.slice(0, all.findLastIndex((n) => n > 0) + 1);
}

/**
 * Time against size, binned. If a run has more than `sample` results, only every n-th puzzle is
 * read and the bins are multiplied by n: a million points have the same shape as a part of them.
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

/** How many puzzles have a score of one bin and a number of stars. */
export interface ScoreCount {
  /** See `scoreBin`. */
  readonly bin: number;
  readonly stars: number;
  readonly count: number;
}

/** The scores of a run's puzzles, binned. */
export function scoreCounts(store: Store, runId: number): ScoreCount[] {
  return store.db
    .prepare<[number, number, number], ScoreCount>(
      `SELECT CAST(min(difficulty / ?, ?) AS INTEGER) AS bin, stars, count(*) AS count FROM results
       WHERE run_id = ? AND difficulty IS NOT NULL GROUP BY 1, 2`,
    )
    .all(ABOUT_EQUAL, SCORE_BINS - 1, runId);
}
