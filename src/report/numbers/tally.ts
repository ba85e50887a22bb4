import { NEEDS } from '../../core/result/difficulty.js';
import { isUndecided, type Status } from '../../core/result/outcome.js';
import { SizeTally } from '../../core/result/size-tally.js';
import { depthKeyOf, techniqueKeyOf } from '../../core/result/technique-keys.js';
import { penalisedMs } from '../../core/run-record/par2.js';
import type { ScannedResult } from '../../runs/store/queries/result-scan.js';
import { ShapeKeys } from '../../runs/store/queries/shape-keys.js';
import { NumberList, TopList } from './number-lists.js';

/** How many verdicts a second engine checked, by its answer. */
export interface CrossChecks {
  agreed: number;
  disagreed: number;
  /** Its time ran out, or there was no verdict to compare with. */
  undecided: number;
}

const ANSWERS = { agree: 'agreed', differ: 'disagreed', unknown: 'undecided' } as const;

/**
 * How many authors' pictures or start positions came with the puzzles, and how they fit the clues.
 */
export interface Fits {
  given: number;
  wrong: number;
  /** Whether they fit was not found out. */
  open: number;
}

/** How many of the hardest puzzles are named and drawn, of each kind. */
const HARDEST = 12;

/**
 * A figure of a run: what it starts with, how a result changes it, and how it takes in that of
 * later results.
 */
interface Figure<Sum> {
  readonly start: () => Sum;
  readonly add: (sum: Sum, result: ScannedResult) => Sum;
  /** Whatever is left to do after the last result, before sums are merged. */
  readonly end?: (sum: Sum) => void;
  /** `later` may be a copy from another thread, which has fields but no methods. */
  readonly merge: (sum: Sum, later: Sum) => Sum;
}

/** What is counted of the results of a run. */
const FIGURES = {
  goals: fields<Fits>({ given: 0, wrong: 0, open: 0 }, (goals, { goalMatches }) => {
    if (goalMatches === null) return;
    goals.given++;
    if (goalMatches === 0) goals.wrong++;
  }),
  starts: fields<Fits>({ given: 0, wrong: 0, open: 0 }, (starts, { startFit }) => {
    if (startFit === null) return;
    starts.given++;
    if (startFit !== 'fits') starts[startFit]++;
  }),
  shapes: absorbing(
    () => new ShapeKeys(),
    (shapes, { puzzleId, shape }) => shapes.add(puzzleId, shape),
  ),
  byStatusAndTechnique: byStatus(({ status, technique }) => techniqueKeyOf(status, technique)),
  byGuessDepth: counts(({ status, technique, depth, depthMin }) =>
    depthKeyOf(status, technique, depth, depthMin),
  ),
  sizes: absorbing(
    () => new SizeTally(),
    (sizes, result) => sizes.add(result),
  ),
  crossChecks: fields<CrossChecks>(
    { agreed: 0, disagreed: 0, undecided: 0 },
    (checks, { crossCheck }) => {
      if (crossCheck !== null) checks[ANSWERS[crossCheck]]++;
    },
  ),
  /** Verdicts with a checked proof. */
  proven: total(({ isProven }) => isProven),
  /**
   * All of them, and those that were taken over from other runs, which all figures of time leave
   * out.
   */
  puzzles: total(() => 1),
  reused: total(({ isReused }) => isReused),
  /** Of puzzles with a verdict. */
  decidedTimes: list(({ status, ms, isReused }) =>
    isReused === 1 || isUndecided(status) ? null : ms,
  ),
  /** Of the others. */
  openTimes: list(({ status, ms, isReused }) =>
    isReused === 0 && isUndecided(status) ? ms : null,
  ),
  /** What these count in PAR-2. */
  openPenalty: total(({ status, ms, limitMs, isReused }) =>
    isReused === 0 && isUndecided(status) ? penalisedMs(status, ms, limitMs) : 0,
  ),
  scores: list(({ score }) => score),
  scoreBounds: total(({ score, isBound }) => (score !== null && isBound === 1 ? 1 : 0)),
  leastBound: least(({ score, isBound }) => (isBound === 1 ? score : null)),
  stars: counts(({ stars }) => stars, [1, 2, 3, 4, 5]),
  needs: counts(({ needs }) => needs, NEEDS),
  hardestByScore: hardest(({ score }) => score),
  hardestByTime: hardest(({ ms, isReused }) => (isReused === 1 ? null : ms)),
  // Among equal depths, the slower one: times weigh less than one level.
  hardestByGuessDepth: hardest(({ depth, depthMin, ms }) => {
    const rank = depth ?? depthMin ?? 0;
    return rank > 0 ? rank + ms / (ms + 1000) : null;
  }),
};

/** All figures that the numbers of a run need of its results. */
export type Tally = {
  -readonly [Name in keyof typeof FIGURES]: ReturnType<(typeof FIGURES)[Name]['start']>;
};

/** Adds up the results that `scan` hands over. */
export function tallyOf(scan: (add: (result: ScannedResult) => void) => void): Tally {
  const sums = sumsOf(FIGURES);
  scan((result) => sums.add(result));
  return sums.sums() as Tally;
}

/**
 * Adds what was counted of results that come after those of `tally`; it may be a copy from another
 * thread.
 */
export function mergeTally(tally: Tally, later: Tally): Tally {
  return Object.fromEntries(
    figuresOf(FIGURES).map(([name, { merge }]) => [name, merge(tally[name], later[name])]),
  ) as Tally;
}

type Figures = Readonly<Partial<typeof FIGURES>>;

/** Only a figure itself knows what its sum is. */
const figuresOf = (figures: Figures): [keyof Tally, Figure<unknown>][] =>
  Object.entries(figures) as [keyof Tally, unknown][] as [keyof Tally, Figure<unknown>][];

/**
 * Sums in an array while results come: under their names, a million results take a third longer.
 */
function sumsOf(figures: Figures): {
  readonly add: (result: ScannedResult) => void;
  readonly sums: () => Partial<Tally>;
} {
  const entries = figuresOf(figures);
  const adders = entries.map(([, { add }]) => add);
  const sums = entries.map(([, { start }]) => start());
  return {
    add(result) {
      for (let i = 0; i < adders.length; i++) sums[i] = adders[i](sums[i], result);
    },
    sums() {
      for (const [i, [, { end }]] of entries.entries()) end?.(sums[i]);
      return Object.fromEntries(entries.map(([name], i) => [name, sums[i]]));
    },
  };
}

/** A figure that is a sum of numbers. */
function total(valueOf: (result: ScannedResult) => number): Figure<number> {
  return {
    start: () => 0,
    add: (sum, result) => sum + valueOf(result),
    merge: (sum, later) => sum + later,
  };
}

/** The least of some numbers; infinite without any. */
function least(valueOf: (result: ScannedResult) => number | null): Figure<number> {
  return {
    start: () => Infinity,
    add: (sum, result) => {
      const value = valueOf(result);
      return value !== null && value < sum ? value : sum;
    },
    merge: (sum, later) => Math.min(sum, later),
  };
}

/** A figure of an object that counts by itself, and absorbs what another one counted. */
function absorbing<Sum extends { absorb(later: Sum): void }>(
  start: () => Sum,
  count: (sum: Sum, result: ScannedResult) => void,
): Figure<Sum> {
  return {
    start,
    add(sum, result) {
      count(sum, result);
      return sum;
    },
    merge(sum, later) {
      sum.absorb(later);
      return sum;
    },
  };
}

/** All values, except null. */
function list(valueOf: (result: ScannedResult) => number | null): Figure<NumberList> {
  return {
    ...absorbing(
      () => new NumberList(),
      (values, result) => {
        const value = valueOf(result);
        if (value !== null) values.push(value);
      },
    ),
    // Each thread sorts its own part.
    end: (values) => values.sorted(),
  };
}

/**
 * The ids of the puzzles that rank highest. Nobody learns from an empty grid, which may be slow as
 * the first of a run.
 */
function hardest(rankOf: (result: ScannedResult) => number | null): Figure<TopList<number>> {
  return absorbing(
    () => new TopList(HARDEST),
    (top, result) => {
      const rank = rankOf(result);
      if (rank !== null && rank > top.threshold && result.filled !== 0) {
        top.add(rank, result.puzzleId);
      }
    },
  );
}

/** Counters with names. */
function fields<Counts extends { [Name in keyof Counts]: number }>(
  none: Counts,
  count: (counts: Counts, result: ScannedResult) => void,
): Figure<Counts> {
  return {
    start: () => ({ ...none }),
    add(counts, result) {
      count(counts, result);
      return counts;
    },
    merge(counts, later) {
      const names = Object.keys(none) as (keyof Counts)[];
      return Object.fromEntries(names.map((name) => [name, counts[name] + later[name]])) as Counts;
    },
  };
}

/**
 * How many results have each value, except null; those of `known` are counted even if there are
 * none.
 */
function counts<Value>(
  valueOf: (result: ScannedResult) => Value | null,
  known: readonly Value[] = [],
): Figure<Map<Value, number>> {
  return {
    start: () => new Map(known.map((value) => [value, 0])),
    add(counts, result) {
      const value = valueOf(result);
      if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
      return counts;
    },
    merge(counts, later) {
      for (const [value, count] of later) counts.set(value, (counts.get(value) ?? 0) + count);
      return counts;
    },
  };
}

/** How many results of each status have each value. */
function byStatus<Value>(
  valueOf: (result: ScannedResult) => Value,
): Figure<Map<Status, Map<Value, number>>> {
  const of = counts(valueOf);
  return {
    start: () => new Map(),
    add(statuses, result) {
      statuses.set(result.status, of.add(statuses.get(result.status) ?? of.start(), result));
      return statuses;
    },
    merge(statuses, later) {
      for (const [status, counted] of later) {
        statuses.set(status, of.merge(statuses.get(status) ?? of.start(), counted));
      }
      return statuses;
    },
  };
}
