import { STATUSES, isUndecided, type Status } from '../../core/result/outcome.js';
import { penalisedMs } from '../../core/run-record/par2.js';
import {
  TECHNIQUE_KEYS,
  depthKeyOf,
  depthOrder,
  techniqueKeyOf,
  type DepthKey,
  type TechniqueKey,
} from '../../core/result/technique-keys.js';
import { areFigures } from '../../runs/store/queries/damaged-rows.js';
import type { ScannedResult } from '../../runs/store/queries/result-scan.js';
import { ShapeKeys } from '../../runs/store/queries/shape-keys.js';
import { SizeTally } from '../../core/result/size-tally.js';
import { NEEDS, type Needs } from '../../core/result/difficulty.js';
import { emptyScoreBins, scoreBin } from '../../core/result/bins.js';

/** How many verdicts a second engine checked, by its answer. */
export interface CrossChecks {
  agreed: number;
  disagreed: number;
  /** Its time ran out, or there was no verdict to compare with. */
  undecided: number;
}

/** How many authors' pictures or start positions came with the puzzles, and how they fit the clues. */
export interface Fits {
  given: number;
  wrong: number;
  /** Whether they fit was not found out. */
  open: number;
}

const OUTCOMES = { agree: 'agreed', differ: 'disagreed', unknown: 'undecided' } as const;

/** Adds results up, one after the other: all that the numbers of a run need of its rows. */
export class Tally {
  readonly byStatusAndTechnique = new Map<Status, Map<TechniqueKey, number>>();
  readonly crossChecks: CrossChecks = { agreed: 0, disagreed: 0, undecided: 0 };
  readonly goals: Fits = { given: 0, wrong: 0, open: 0 };
  readonly starts: Fits = { given: 0, wrong: 0, open: 0 };
  readonly shapes = new ShapeKeys();
  readonly times = new NumberList();
  /** Of puzzles with a verdict. */
  readonly decidedTimes = new NumberList();
  readonly difficulty = new DifficultyTally();
  readonly sizes = new SizeTally();
  /** Ids of the puzzles whose results are left out of all other figures: no run has written such numbers. */
  readonly damaged: number[] = [];
  /** Ids of puzzles. */
  readonly hardestByScore: TopList<number>;
  readonly hardestByTime: TopList<number>;
  readonly hardestByGuessDepth: TopList<number>;
  totalMs = 0;
  /** Verdicts with a checked proof. */
  proven = 0;
  penalisedMs = 0;
  private readonly depths = new Map<DepthKey, number>();

  constructor(hardest: number) {
    this.hardestByScore = new TopList(hardest);
    this.hardestByTime = new TopList(hardest);
    this.hardestByGuessDepth = new TopList(hardest);
  }

  add(result: Readonly<ScannedResult>): void {
    const { puzzleId, status, technique, ms, goalMatches, startFit, score, stars, needs } = result;
    if (goalMatches !== null) {
      this.goals.given++;
      if (goalMatches === 0) this.goals.wrong++;
    }
    if (startFit !== null) {
      this.starts.given++;
      if (startFit !== 'fits') this.starts[startFit]++;
    }
    this.shapes.add(puzzleId, result.shape);
    if (!areFigures(result)) {
      this.damaged.push(puzzleId);
      return;
    }
    increase(this.countsOf(status), techniqueKeyOf(status, technique));
    increase(this.depths, depthKeyOf(status, technique, result.depth, result.depthMin));
    this.sizes.add(result);
    if (result.crossCheck !== null) this.crossChecks[OUTCOMES[result.crossCheck]]++;
    this.proven += result.isProven;
    this.times.push(ms);
    if (!isUndecided(status)) this.decidedTimes.push(ms);
    this.totalMs += ms;
    this.penalisedMs += penalisedMs(status, ms, result.limitMs);
    if (score !== null && stars !== null && needs !== null) {
      this.difficulty.add(score, result.isBound === 1, stars, needs);
    }
    // Nobody learns from an empty grid; the first puzzle of a run, often one, is slow in any case.
    if (result.filled === 0) return;
    if (score !== null && score > this.hardestByScore.threshold) {
      this.hardestByScore.add(score, puzzleId);
    }
    if (ms > this.hardestByTime.threshold) this.hardestByTime.add(ms, puzzleId);
    const rank = result.depth ?? result.depthMin ?? 0;
    // Among equal depths, the slower one: times weigh less than one level.
    if (rank > 0) this.hardestByGuessDepth.add(rank + ms / (ms + 1000), puzzleId);
  }

  /**
   * Adds what was counted of results that come after these. `later` may be a copy from another thread, which has fields
   * but no methods.
   */
  absorb(later: Tally): void {
    for (const [status, techniques] of later.byStatusAndTechnique) {
      addCounts(this.countsOf(status), techniques);
    }
    addCounts(this.depths, later.depths);
    addFields(this.crossChecks, later.crossChecks);
    addFields(this.goals, later.goals);
    addFields(this.starts, later.starts);
    this.shapes.absorb(later.shapes);
    this.times.absorb(later.times);
    this.decidedTimes.absorb(later.decidedTimes);
    this.difficulty.absorb(later.difficulty);
    this.sizes.absorb(later.sizes);
    this.damaged.push(...later.damaged);
    this.hardestByScore.absorb(later.hardestByScore);
    this.hardestByTime.absorb(later.hardestByTime);
    this.hardestByGuessDepth.absorb(later.hardestByGuessDepth);
    this.totalMs += later.totalMs;
    this.proven += later.proven;
    this.penalisedMs += later.penalisedMs;
  }

  /** All statuses, even if no puzzle has them; `solved` is of other programs, and shows only there. */
  byStatus(): Map<Status, number> {
    const count = (status: Status): number => {
      let sum = 0;
      for (const n of this.byStatusAndTechnique.get(status)?.values() ?? []) sum += n;
      return sum;
    };
    const shown = STATUSES.filter((status) => status !== 'solved' || count(status) > 0);
    return new Map(shown.map((status) => [status, count(status)]));
  }

  /** All techniques, also those that no puzzle has. */
  byTechnique(): Map<TechniqueKey, number> {
    const count = (technique: TechniqueKey): number => {
      let sum = 0;
      for (const counts of this.byStatusAndTechnique.values()) sum += counts.get(technique) ?? 0;
      return sum;
    };
    return new Map(TECHNIQUE_KEYS.map((technique) => [technique, count(technique)]));
  }

  /** Ascending, then those that are no depths. */
  byGuessDepth(): Map<DepthKey, number> {
    return new Map([...this.depths].sort(([a], [b]) => depthOrder(a, b)));
  }

  private countsOf(status: Status): Map<TechniqueKey, number> {
    let techniques = this.byStatusAndTechnique.get(status);
    if (techniques === undefined) {
      techniques = new Map<TechniqueKey, number>();
      this.byStatusAndTechnique.set(status, techniques);
    }
    return techniques;
  }
}

function increase<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function addCounts<K>(to: Map<K, number>, more: ReadonlyMap<K, number>): void {
  for (const [key, count] of more) to.set(key, (to.get(key) ?? 0) + count);
}

function addFields<Counts extends { [Name in keyof Counts]: number }>(
  to: Counts,
  more: Counts,
): void {
  for (const name of Object.keys(more) as (keyof Counts)[]) {
    to[name] = (to[name] + more[name]) as Counts[keyof Counts];
  }
}

/** The `size` items of highest rank in a stream; of equal ranks, the earlier ones. */
export class TopList<T> {
  private readonly entries: { rank: number; item: T }[] = [];

  constructor(readonly size: number) {}

  /** The rank that an item must exceed to be kept: cheap to ask a million times. */
  get threshold(): number {
    return this.entries.length < this.size ? -Infinity : this.entries[this.size - 1].rank;
  }

  add(rank: number, item: T): void {
    if (rank <= this.threshold) return;
    const lower = this.entries.findIndex((entry) => entry.rank < rank);
    this.entries.splice(lower === -1 ? this.entries.length : lower, 0, { rank, item });
    if (this.entries.length > this.size) this.entries.pop();
  }

  absorb(later: TopList<T>): void {
    for (const { rank, item } of later.entries) this.add(rank, item);
  }

  /** The items, the highest rank first. */
  items(): T[] {
    return this.entries.map(({ item }) => item);
  }
}

/** How hard the puzzles of a run are for people: those with a score alone. */
export interface DifficultyNumbers {
  readonly rated: number;
  /** Scores that are lower bounds. */
  readonly bounds: number;
  readonly median: number | null;
  readonly lowest: number | null;
  readonly highest: number | null;
  /** See `scoreBin`. */
  readonly byScore: Uint32Array;
  /** One to five stars, all of them. */
  readonly byStars: ReadonlyMap<number, number>;
  /** Every technique, the weakest first. */
  readonly byNeeds: ReadonlyMap<Needs, number>;
}

/** Adds scores up. */
class DifficultyTally {
  private readonly scores = new NumberList();
  private readonly bins = emptyScoreBins();
  private readonly stars = new Map([1, 2, 3, 4, 5].map((stars) => [stars, 0]));
  private readonly needs = new Map<Needs, number>(NEEDS.map((needs) => [needs, 0]));
  private bounds = 0;

  add(score: number, isBound: boolean, stars: number, needs: Needs): void {
    this.scores.push(score);
    this.bins[scoreBin(score)]++;
    this.stars.set(stars, (this.stars.get(stars) ?? 0) + 1);
    this.needs.set(needs, (this.needs.get(needs) ?? 0) + 1);
    if (isBound) this.bounds++;
  }

  absorb(other: DifficultyTally): void {
    this.scores.absorb(other.scores);
    for (const [bin, count] of other.bins.entries()) this.bins[bin] += count;
    addCounts(this.stars, other.stars);
    addCounts(this.needs, other.needs);
    this.bounds += other.bounds;
  }

  /** What was added up; nothing may be added after it. */
  numbers(): DifficultyNumbers {
    const sorted = this.scores.sorted();
    return {
      rated: sorted.length,
      bounds: this.bounds,
      median: quantile(sorted, 0.5),
      lowest: quantile(sorted, 0),
      highest: quantile(sorted, 1),
      byScore: this.bins,
      byStars: this.stars,
      byNeeds: this.needs,
    };
  }
}

/** A list of numbers that grows without an object for each: 8 bytes a number. */
export class NumberList {
  private values = new Float64Array(1024);
  private used = 0;

  get length(): number {
    return this.used;
  }

  push(value: number): void {
    if (this.used === this.values.length) this.grow();
    this.values[this.used++] = value;
  }

  absorb(other: NumberList): void {
    while (this.values.length < this.used + other.used) this.grow();
    this.values.set(other.values.subarray(0, other.used), this.used);
    this.used += other.used;
  }

  /** The numbers in ascending order, as a view: nothing may be pushed after it. */
  sorted(): Float64Array {
    return this.values.subarray(0, this.used).sort();
  }

  private grow(): void {
    const grown = new Float64Array(this.values.length * 2);
    grown.set(this.values);
    this.values = grown;
  }
}

/**
 * The quantile of ascending numbers by the nearest rank: a value that occurs, such that at least
 * the share `q` (0 to 1) is no greater. Null if there are none.
 */
export function quantile(sorted: Float64Array, q: number): number | null {
  if (sorted.length === 0) return null;
  return sorted[Math.max(0, Math.ceil(q * sorted.length) - 1)];
}
