import type { Needs } from '../../../solver/core/result/difficulty.js';
import { type Status } from '../../../solver/core/result/outcome.js';
import {
  type DepthKey,
  TECHNIQUE_KEYS,
  type TechniqueKey,
} from '../../../solver/core/result/technique-keys.js';
import {
  binOf,
  type Counts,
  emptyBins,
  type SizeClass,
  sizeClasses,
  type SizeNumbers,
  sumOfSizes,
} from '../../../solver/core/figures.js';
import { NumberList, quantile, sumOf } from '../../store/tally/number-lists.js';
import type { CrossChecks, ResultTally } from '../../store/tally/result-tally.js';

/**
 * The figures of a run that are made of its results alone: the same in the report, the summary, on
 * the pages and in metrics.
 */
export interface CountedFigures {
  /** The number of results; with the rejects, all entries. */
  readonly puzzles: number;
  /** How many of them were taken over from other runs: all figures of time leave these out. */
  readonly reused: number;
  /** All statuses, even if no puzzle has them; `solved` is of other programs, and only theirs. */
  readonly byStatus: ReadonlyMap<Status, number>;
  /** Techniques of unique puzzles, and what the others are; all of them. */
  readonly byTechnique: ReadonlyMap<TechniqueKey, number>;
  /** How many puzzles have each pair, for the stacked chart. */
  readonly byStatusAndTechnique: ReadonlyMap<Status, ReadonlyMap<TechniqueKey, number>>;
  readonly byGuessDepth: ReadonlyMap<DepthKey, number>;
  /** In the order of the number of cells. */
  readonly bySize: readonly SizeNumbers[];
  /** How hard the puzzles are for people. */
  readonly difficulty: DifficultyNumbers;
  /** Null if no verdict was checked. */
  readonly crossCheck: CrossChecks | null;
  /** Verdicts with a checked proof (`--prove`); null if no proofs were asked for. */
  readonly proven: number | null;
  readonly solveMs: SolveTimes;
  /** Solve times of the puzzles with a verdict, in ascending order: what "solved within" shows. */
  readonly decidedMs: Float64Array;
}

/** How hard the puzzles of a run are for people: those with a score alone. */
interface DifficultyNumbers {
  readonly rated: number;
  /** Scores that are lower bounds. */
  readonly bounds: number;
  readonly median: number | null;
  /** Whether it may be more, as a lower bound is among the scores up to it. */
  readonly medianIsBound: boolean;
  readonly lowest: number | null;
  readonly lowestIsBound: boolean;
  readonly highest: number | null;
  readonly highestIsBound: boolean;
  /** See `scoreBin`. */
  readonly byScore: Counts;
  /** One to five stars, all of them. */
  readonly byStars: ReadonlyMap<number, number>;
  /** Every technique, the weakest first. */
  readonly byNeeds: ReadonlyMap<Needs, number>;
}

/** Milliseconds; null if there is no puzzle. `quantileAt` defines the quantiles. */
export interface SolveTimes {
  readonly total: number;
  readonly median: number | null;
  readonly p95: number | null;
  readonly p99: number | null;
  readonly max: number | null;
  /**
   * PAR-2, the mean solve time in which a puzzle without a verdict (timeout, memory, crash) counts
   * as twice the limit that it had; without a limit, as twice the time that it took. Null where
   * steps were limited: how far they lead says nothing of time.
   */
  readonly par2: number | null;
}

/** The figures from which charts are drawn, in the report and on pages: plain, as JSON has them. */
export interface PlainFigures extends Pick<CountedFigures, 'puzzles' | 'reused' | 'solveMs'> {
  readonly byStatus: Readonly<Partial<Record<Status, number>>>;
  readonly byStatusAndTechnique: Entries<Status, Entries<TechniqueKey, number>>;
  /** In the order of the depths. */
  readonly byDepth: Entries<DepthKey, number>;
  readonly byStars: Entries<number, number>;
  readonly byNeeds: Entries<Needs, number>;
  /** How many scores are in each bin, see `scoreBin`, and how many are lower bounds. */
  readonly scoreBins: readonly number[];
  readonly bounds: number;
  /** How many times of puzzles with a verdict are in each bin, see `binOf`. */
  readonly timeBins: readonly number[];
  readonly sizes: readonly SizeClass[];
}

/** A map in JSON. */
type Entries<Key, Value> = readonly (readonly [Key, Value])[];

/** The same figures for charts. */
export function plainFigures(figures: CountedFigures): PlainFigures {
  const { puzzles, reused, solveMs, byStatus, byStatusAndTechnique, difficulty } = figures;
  const timeBins = emptyBins();
  for (const ms of figures.decidedMs) timeBins[binOf(ms)]++;
  return {
    puzzles,
    reused,
    solveMs,
    byStatus: Object.fromEntries(byStatus),
    byStatusAndTechnique: Array.from(byStatusAndTechnique, ([of, counts]) => [of, [...counts]]),
    byDepth: [...figures.byGuessDepth],
    byStars: [...difficulty.byStars],
    byNeeds: [...difficulty.byNeeds],
    scoreBins: plain(difficulty.byScore),
    bounds: difficulty.bounds,
    timeBins: plain(timeBins),
    sizes: sizeClasses(figures.bySize).map((size) => ({
      ...size,
      timeBins: plain(size.timeBins),
      scoreBins: plain(size.scoreBins),
      densities: size.densities.map((density) =>
        density === null ? null : { ...density, scoreBins: plain(density.scoreBins) },
      ),
    })),
  };
}

/** An array that JSON has, without the empty bins at the end. */
function plain(counts: ArrayLike<number>): number[] {
  const all = Array.from(counts);
  return all.slice(0, all.findLastIndex((count) => count > 0) + 1);
}

/** The figures of what was counted; `bySteps` says whether steps were limited. */
export function countedFigures(
  tally: ResultTally,
  bySteps: boolean,
): CountedFigures & { readonly proven: number } {
  const { crossChecks, byStatusAndTechnique, sizes } = tally;
  const { byStatus } = tally;
  if (byStatus.get('solved') === 0) byStatus.delete('solved');
  const techniques = [...byStatusAndTechnique.values()];
  const sum = (key: TechniqueKey): number =>
    techniques.reduce((sums, of) => sums + (of.get(key) ?? 0), 0);
  const bySize = sizes.bySize();
  const isChecked = Object.values(crossChecks).some((count: number) => count > 0);
  return {
    puzzles: tally.puzzles,
    reused: tally.count(({ isReused }) => isReused),
    byStatus,
    byTechnique: new Map(TECHNIQUE_KEYS.map((key) => [key, sum(key)])),
    byStatusAndTechnique,
    byGuessDepth: tally.byDepth,
    bySize,
    difficulty: difficultyOf(tally, bySize),
    crossCheck: isChecked ? crossChecks : null,
    proven: tally.count(({ isProven }) => isProven),
    solveMs: timesOf(tally, bySteps),
    decidedMs: tally.decidedTimes.sorted(),
  };
}

function timesOf(tally: ResultTally, bySteps: boolean): SolveTimes {
  const [decided, open] = [tally.decidedTimes.sorted(), tally.openTimes.sorted()];
  const all = new NumberList();
  // Nearly always all puzzles have a verdict.
  if (open.length > 0) for (const one of [tally.decidedTimes, tally.openTimes]) all.absorb(one);
  const sorted = open.length > 0 ? all.sorted() : decided;
  const decidedTotal = sumOf(decided);
  const penalty = sumOf(tally.openPenalties.sorted());
  return {
    total: decidedTotal + sumOf(open),
    median: quantile(sorted, 0.5),
    p95: quantile(sorted, 0.95),
    p99: quantile(sorted, 0.99),
    max: quantile(sorted, 1),
    par2: bySteps || sorted.length === 0 ? null : (decidedTotal + penalty) / sorted.length,
  };
}

function difficultyOf(tally: ResultTally, bySize: readonly SizeNumbers[]): DifficultyNumbers {
  const all = new NumberList();
  for (const scores of tally.scores) all.absorb(scores);
  const sorted = all.sorted();
  const bounds = tally.scores.at(-1)!.sorted();
  const leastBound = bounds.at(0) ?? Infinity;
  const mayBeMore = (score: number | undefined): boolean => leastBound <= (score ?? -1);
  return {
    rated: sorted.length,
    bounds: bounds.length,
    median: quantile(sorted, 0.5),
    medianIsBound: mayBeMore(sorted.at(sorted.length >> 1)),
    lowest: quantile(sorted, 0),
    lowestIsBound: mayBeMore(sorted.at(0)),
    highest: quantile(sorted, 1),
    highestIsBound: mayBeMore(sorted.at(-1)),
    byScore: sumOfSizes(bySize).scoreBins,
    byStars: tally.byStars,
    byNeeds: tally.byNeeds,
  };
}
