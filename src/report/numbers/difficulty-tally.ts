import { NEEDS, type Needs } from '../../result/difficulty.js';
import { emptyScoreBins, scoreBin } from '../../result/score-bins.js';
import { NumberList, quantile } from './quantiles.js';

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
export class DifficultyTally {
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
