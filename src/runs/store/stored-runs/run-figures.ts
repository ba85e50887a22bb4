import { quantileAt } from '../../../core/result/quantile.js';
import { ABOUT_EQUAL } from '../../../core/result/difficulty-words.js';
import type { Needs } from '../../../core/result/difficulty.js';
import { SCORE_BINS, TIME_BINS, binOf, binStart, emptyBins } from '../../../core/result/bins.js';
import {
  STATUSES,
  isUndecided,
  type Status,
  type Technique,
} from '../../../core/result/outcome.js';
import { hasIndexes } from '../open/indexes.js';
import type { Store } from '../open/open.js';
import { puzzleId } from '../rows/stored-puzzle-id.js';

/** How many results of a run have one verdict. */
export interface VerdictCount {
  readonly status: Status;
  readonly technique: Technique | null;
  readonly guessDepth: number | null;
  readonly count: number;
  readonly totalMs: number;
}

/** What figures of a run leave out. */
interface LeftOut {
  /** Whether some results were taken over from other runs: times leave them out. */
  readonly hasReused?: boolean;
}

/** How many results of a run were taken over from others; it reads all its rows. */
export function countReused({ db }: Store, runId: number): number {
  return db
    .prepare<[number], number>(
      'SELECT count(*) FROM results WHERE run_id = ? AND reused_run IS NOT NULL',
    )
    .pluck()
    .get(runId)!;
}

/** The results of a run by verdict, in the order of the statuses. */
export function verdictCounts(
  store: Store,
  runId: number,
  { hasReused = false }: LeftOut = {},
): VerdictCount[] {
  const own = hasReused ? 'iif(reused_run IS NULL, solve_ms, 0)' : 'solve_ms';
  // The columns of the index by verdict: it is read without the rows, if no result was taken over.
  const counts = store.db
    .prepare<[number], VerdictCount>(
      `SELECT status, technique, guess_depth AS guessDepth, count(*) AS count,
         sum(${own}) AS totalMs
       FROM results WHERE run_id = ? GROUP BY status, technique, guess_depth`,
    )
    .all(runId);
  return counts.sort((a, b) => STATUSES.indexOf(a.status) - STATUSES.indexOf(b.status));
}

/** Whether a result has a verdict: 1 or 0. */
const DECIDED = `status IN (${STATUSES.flatMap((status) => (isUndecided(status) ? [] : [`'${status}'`])).join(', ')})`;

/** The times of a run's results. */
export interface TimeFigures {
  /** How many results with a verdict took a time of each bin, without trailing zeros. */
  readonly bins: readonly number[];
  /** The quantiles of the times of all results, as `quantileAt` has them; null without results. */
  readonly quantiles: readonly (number | null)[];
}

/**
 * The times of a run: read from the index by time, about once; or, while a run works and there is
 * no index, from all its rows, sorted here.
 */
export function timeFigures(
  store: Store,
  runId: number,
  shares: readonly number[],
  { hasReused = false }: LeftOut = {},
): TimeFigures {
  const where = `run_id = ?${hasReused ? ' AND reused_run IS NULL' : ''}`;
  return hasIndexes(store)
    ? indexedTimes(store, runId, shares, where)
    : collectedTimes(store, runId, shares, where);
}

function indexedTimes(
  store: Store,
  runId: number,
  shares: readonly number[],
  where: string,
): TimeFigures {
  const count = store.db
    .prepare<[number, number, number], [number, number]>(
      `SELECT count(*), coalesce(sum(${DECIDED}), 0) FROM results
       WHERE ${where} AND solve_ms >= ? AND solve_ms < ?`,
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
      `SELECT solve_ms FROM results WHERE ${where} ORDER BY solve_ms LIMIT 1 OFFSET ?`,
    )
    .pluck();
  const quantiles = shares.map((share) =>
    quantileAt(results, share, (rank) => nth.get(runId, rank)!),
  );
  return { bins: withoutTrailingZeros(bins), quantiles };
}

function collectedTimes(
  store: Store,
  runId: number,
  shares: readonly number[],
  where: string,
): TimeFigures {
  const bins = emptyBins();
  const rows = store.db
    .prepare<[number], [number, number]>(`SELECT solve_ms, ${DECIDED} FROM results WHERE ${where}`)
    .raw()
    .iterate(runId);
  const times = Float64Array.from(rows, ([ms, isDecided]) => {
    bins[binOf(ms)] += isDecided;
    return ms;
  }).sort();
  const quantiles = shares.map((share) => quantileAt(times.length, share, (rank) => times[rank]));
  return { bins: withoutTrailingZeros(bins), quantiles };
}

function withoutTrailingZeros(bins: ArrayLike<number>): number[] {
  const all = Array.from(bins);
  return all.slice(0, all.findLastIndex((n) => n > 0) + 1);
}

/** How many puzzles have a score of one bin, a number of stars, and a technique that they need. */
export interface ScoreCount {
  /** See `scoreBin`. */
  readonly bin: number;
  readonly stars: number;
  readonly needs: Needs;
  readonly count: number;
}

/** The scores of a run's puzzles, binned. */
export function scoreCounts(store: Store, runId: number): ScoreCount[] {
  return store.db
    .prepare<[number, number, number], ScoreCount>(
      `SELECT CAST(min(difficulty / ?, ?) AS INTEGER) AS bin, stars, needs, count(*) AS count
       FROM results WHERE run_id = ? AND difficulty IS NOT NULL AND stars IS NOT NULL
         AND needs IS NOT NULL
       GROUP BY 1, 2, 3`,
    )
    .all(ABOUT_EQUAL, SCORE_BINS - 1, runId);
}

/** How many results of each status a run has so far. */
export type RunTally = Readonly<Partial<Record<Status, number>>>;

/** Counts the results of a run by their status: 0.1 s for a million. */
export function tallyRun(store: Store, runId: number): RunTally {
  const rows = store.db
    .prepare<[number], [Status, number]>(
      'SELECT status, count(*) FROM results WHERE run_id = ? GROUP BY status',
    )
    .raw()
    .all(runId);
  return Object.fromEntries(rows);
}

/** The scores of a run's puzzles in ascending order; puzzles without one are left out. */
export function runScores(store: Store, runId: number): Float64Array {
  const scores = store.db
    .prepare<[number], number>(
      'SELECT difficulty FROM results WHERE run_id = ? AND difficulty IS NOT NULL',
    )
    .pluck()
    .iterate(runId);
  return Float64Array.from(scores).sort();
}

/** How a score ranks among the scores of a run. */
export interface ScoreRank {
  /** How many puzzles of the run have a lower score. */
  readonly below: number;
  /** How many puzzles of the run have a score. */
  readonly rated: number;
}

/** The rank of a score among scores in ascending order. */
export function scoreRank(scores: Float64Array, difficulty: number): ScoreRank {
  let [low, high] = [0, scores.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (scores[middle] < difficulty) low = middle + 1;
    else high = middle;
  }
  return { below: low, rated: scores.length };
}

/** How many puzzles were drawn for a point, and what was found of them. */
export interface PointCount {
  readonly puzzles: number;
  readonly unique: number;
  /** Those of them that lines alone solve. */
  readonly line: number;
}

/** Counts the results of a run among the first `puzzles` entries of a source. */
export function countPoint(
  { db }: Store,
  runId: number,
  sourceId: number,
  puzzles: number,
): PointCount {
  return db
    .prepare<number[], PointCount>(
      `SELECT count(*) AS puzzles, count(*) FILTER (WHERE status = 'unique') AS "unique",
         count(*) FILTER (WHERE status = 'unique' AND technique = 'line') AS line
       FROM results WHERE run_id = ? AND puzzle_id >= ? AND puzzle_id < ?`,
    )
    .get(runId, puzzleId(sourceId, 0), puzzleId(sourceId, puzzles))!;
}
