import {
  DIFFICULTY_CLASSES,
  NEEDS,
  difficultyClass,
  difficultyRank,
  type Needs,
} from '../../../solver/core/result/difficulty.js';
import {
  type DepthKey,
  depthKeyOf,
  depthOrder,
  isUndecided,
  type Status,
  STATUSES,
  TECHNIQUE_KEYS,
  type TechniqueKey,
  techniqueKeyOf,
} from '../../../solver/core/result/outcome.js';
import { SizeTally } from '../../../solver/core/figures.js';
import type { StoredResult } from '../../../solver/core/result/result.js';
import { penalisedMs } from '../../record/par2.js';
import { NumberList, TopList } from './number-lists.js';
import { kindOfNumber, type ResultKind } from './result-kinds.js';
import { ShapeKeys } from './shape-keys.js';

/** What figures need of one result and its puzzle. */
export interface CountedResult {
  puzzleId: number;
  width: number;
  height: number;
  /** The cells that the clues fill. */
  filled: number;
  /** See `kindOfNumber`. */
  kind: number;
  depth: StoredResult['guessDepth'];
  depthMin: StoredResult['guessDepthMin'];
  ms: StoredResult['solveMs'];
  limitMs: StoredResult['limitMs'];
  score: StoredResult['difficulty'];
  stars: StoredResult['stars'];
}

/** How many verdicts a second engine checked, by its answer. */
export interface CrossChecks {
  readonly agreed: number;
  readonly disagreed: number;
  /** Its time ran out, or there was no verdict to compare with. */
  readonly undecided: number;
}

/**
 * How many authors' pictures or start positions came with the puzzles, and how they fit the clues.
 */
export interface Fits {
  readonly given: number;
  readonly wrong: number;
  /** Whether they fit was not found out. */
  readonly open: number;
}

/** How many of the hardest puzzles are named and drawn, of each kind. */
const HARDEST = 12;

/**
 * How many of the slowest are kept: the times of so many of them may become shorter later on that
 * others take their places.
 */
const SLOWEST = HARDEST + 60;

/** How many results are of a kind. */
interface KindCount {
  readonly kind: ResultKind;
  count: number;
}

/**
 * What is counted of the results of a run, from which all its figures are made: a pure value.
 * Results are added in any order, in one thread or in several, and what was counted of some is
 * merged with what was counted of others. Copies from another thread have the fields, and none of
 * the methods.
 */
export class ResultTally {
  private readonly kinds = new Map<number, KindCount>();
  private readonly depths = new Map<DepthKey, number>();
  /** Those of all puzzles, which are added apart. */
  readonly shapes = new ShapeKeys();
  readonly sizes = new SizeTally();
  /** Milliseconds of results with a verdict, and of the others, without what was taken over. */
  readonly decidedTimes = new NumberList();
  readonly openTimes = new NumberList();
  /** What the others count in PAR-2. */
  readonly openPenalties = new NumberList();
  /** Scores by the class of the puzzle: those of the last one are lower bounds. */
  readonly scores = Array.from({ length: DIFFICULTY_CLASSES }, () => new NumberList());
  private readonly byScore = new TopList(HARDEST);
  private readonly byTime = new TopList(SLOWEST);
  private readonly byGuessDepth = new TopList(SLOWEST);

  /** Adds a result, which is not kept. */
  add(result: CountedResult): void {
    const { puzzleId, width, height, filled, depth, depthMin, ms, limitMs, score, stars } = result;
    const counted = this.kindCount(result.kind);
    const { kind } = counted;
    counted.count++;
    const { isReused, isBound } = kind;
    const known = kind.status as Status;
    const by = kind.technique ?? null;
    const depthKey = depthKeyOf(known, by, depth, depthMin);
    this.depths.set(depthKey, (this.depths.get(depthKey) ?? 0) + 1);
    this.sizes.add({
      width,
      height,
      filled,
      ms,
      score,
      status: known,
      technique: by,
      isReused,
      isBound,
    });
    const rated = { difficulty: score, difficultyBound: isBound, stars };
    if (score !== null) this.scores[difficultyClass(rated)].push(score);
    if (!isReused) {
      if (!isUndecided(known)) this.decidedTimes.push(ms);
      else {
        this.openTimes.push(ms);
        this.openPenalties.push(penalisedMs(known, ms, limitMs));
      }
    }
    // Nobody learns from an empty grid, which may be slow as the first of a run.
    if (filled === 0) return;
    const difficulty = difficultyRank(rated);
    if (difficulty !== null) this.byScore.add(difficulty, puzzleId);
    if (!isReused) this.byTime.add(ms, puzzleId);
    const rank = depthRank(result, ms);
    if (rank !== null) this.byGuessDepth.add(rank, puzzleId);
  }

  /** Drops what need not travel. */
  trim(): this {
    for (const list of [this.byScore, this.byTime, this.byGuessDepth]) list.cut();
    return this;
  }

  /** Gives up the room for more results, so that it takes few bytes where it is kept. */
  fit(): this {
    const { decidedTimes, openTimes, openPenalties, scores } = this;
    for (const list of [decidedTimes, openTimes, openPenalties, ...scores]) list.fit();
    return this.trim();
  }

  /** Takes in what was counted of other results. */
  absorb(other: ResultTally): void {
    for (const [number, { count }] of other.kinds) this.kindCount(number).count += count;
    for (const [key, count] of other.depths) {
      this.depths.set(key, (this.depths.get(key) ?? 0) + count);
    }
    this.shapes.absorb(other.shapes);
    this.sizes.absorb(other.sizes);
    this.decidedTimes.absorb(other.decidedTimes);
    this.openTimes.absorb(other.openTimes);
    this.openPenalties.absorb(other.openPenalties);
    other.scores.forEach((scores, i) => this.scores[i].absorb(scores));
    this.byScore.absorb(other.byScore);
    this.byTime.absorb(other.byTime);
    this.byGuessDepth.absorb(other.byGuessDepth);
  }

  /**
   * Counts a result with a verdict of this run as one that took `ms` milliseconds,
   * which is less than it did. Of up to 60 results the slowest are the right ones afterwards.
   */
  shorten(result: CountedResult, ms: number): void {
    this.decidedTimes.replace(result.ms, ms);
    this.sizes.shorten(result, ms);
    if (result.filled === 0) return;
    this.byTime.lower(ms, result.puzzleId);
    const rank = depthRank(result, ms);
    if (rank !== null) this.byGuessDepth.lower(rank, result.puzzleId);
  }

  /** How many results there are. */
  get puzzles(): number {
    return this.count(() => true);
  }

  /** How many of these results are such. */
  count(isSuch: (kind: ResultKind) => boolean): number {
    let sum = 0;
    for (const { kind, count } of this.kinds.values()) if (isSuch(kind)) sum += count;
    return sum;
  }

  /** How many puzzles of each status have each technique, or what they have instead. */
  get byStatusAndTechnique(): Map<Status, Map<TechniqueKey, number>> {
    const statuses = STATUSES.map((status) => {
      const counts = TECHNIQUE_KEYS.map((key) => {
        const isSuch = (kind: ResultKind): boolean =>
          kind.status === status && techniqueKeyOf(status, kind.technique ?? null) === key;
        return [key, this.count(isSuch)] as const;
      });
      return [status, new Map(counts.filter(([, count]) => count > 0))] as const;
    });
    return new Map(statuses.filter(([, counts]) => counts.size > 0));
  }

  /** All statuses, even if no puzzle has them. */
  get byStatus(): Map<Status, number> {
    return new Map(STATUSES.map((one) => [one, this.count(({ status }) => status === one)]));
  }

  get byDepth(): Map<DepthKey, number> {
    return new Map([...this.depths].sort(([a], [b]) => depthOrder(a, b)));
  }

  /** One to five stars, all of them. */
  get byStars(): Map<number, number> {
    const counts = this.scores.map(({ length }) => length);
    const [, one, two, three, four, five, bounds] = counts;
    return new Map([one, two, three, four, five + bounds].map((count, i) => [i + 1, count]));
  }

  /** Every technique, the weakest first. */
  get byNeeds(): Map<Needs, number> {
    return new Map(NEEDS.map((one) => [one, this.count(({ needs }) => needs === one)]));
  }

  get crossChecks(): CrossChecks {
    const of = (answer: ResultKind['crossCheck']): number =>
      this.count(({ crossCheck }) => crossCheck === answer);
    return { agreed: of('agree'), disagreed: of('differ'), undecided: of('unknown') };
  }

  /** How authors' pictures fit, or start positions. */
  fits(of: 'goalFit' | 'startFit'): Fits {
    const sums = { given: 0, wrong: 0, open: 0 };
    for (const { kind, count } of this.kinds.values()) {
      const fit = kind[of];
      if (fit == null) continue;
      sums.given += count;
      if (fit !== 'fits') sums[fit] += count;
    }
    return sums;
  }

  /** The ids of the puzzles that rank highest, the highest first. */
  hardest(by: 'byScore' | 'byTime' | 'byGuessDepth'): number[] {
    return this[by].ids(HARDEST);
  }

  private kindCount(number: number): KindCount {
    let counted = this.kinds.get(number);
    if (counted === undefined) {
      counted = { kind: kindOfNumber(number), count: 0 };
      this.kinds.set(number, counted);
    }
    return counted;
  }
}

/** What was counted of a run while its rows passed; nobody may use it once the run goes on. */
export interface CountedRun {
  readonly tally: ResultTally;
  readonly finishedAt: string;
}

/** Among equal depths, the slower one is harder: times weigh less than one level. Null for none. */
function depthRank({ depth, depthMin }: CountedResult, ms: number): number | null {
  const rank = depth ?? depthMin ?? 0;
  return rank > 0 ? rank + ms / (ms + 1000) : null;
}
