import type { Difficulty, Needs } from '../../result/difficulty.js';

/**
 * The effort that a puzzle takes a person. All products and sums are of whole numbers, and rounds
 * come in the same order however the puzzle is turned: so the result is the same to the last bit
 * for its mirror images and its transpose.
 */
export class Effort {
  line = 0;
  probe = 0;
  tries = 0;
  /** Whether lines alone were not enough. */
  assumed = false;
  /** Whether single assumptions were not enough. */
  bound = false;

  reset(): void {
    this.line = 0;
    this.probe = 0;
    this.tries = 0;
    this.assumed = false;
    this.bound = false;
  }

  /** Adds one round of reading all lines. `open` and `productive` are sums of weights. */
  addRound(open: number, productive: number): void {
    this.line += Math.sqrt(open * productive);
  }

  /**
   * Adds the effort of finding one of the `contradictions` among `assumptions`, each made from the
   * same position; `cost` is that of all contradictions together. If there is none, two assumptions
   * at once would be needed: then the sum so far is a lower bound.
   */
  addAssumptions(assumptions: number, contradictions: number, cost: number): void {
    this.assumed = true;
    if (contradictions === 0) {
      this.bound = true;
      return;
    }
    this.tries += (assumptions + 1) / (contradictions + 1);
    this.probe += ((assumptions + 1) * cost) / ((contradictions + 1) * contradictions);
  }
}

/** The sums of a puzzle's effort. */
export type EffortSums = Readonly<Pick<Effort, 'line' | 'probe' | 'tries' | 'assumed' | 'bound'>>;

/** The score. `level` is the weakest level of reading lines that suffices, if one does. */
export function scoreOf(sums: EffortSums, level: Needs): Difficulty {
  const effort = sums.line + PROBE_WEIGHT * sums.probe;
  return {
    difficulty: Math.log2(1 + effort),
    difficultyBound: sums.bound,
    effortLine: sums.line,
    effortProbe: sums.probe,
    tries: sums.tries,
    stars: starsOf(sums, effort),
    needs: sums.bound ? 'nested' : sums.assumed ? 'assumption' : level,
  };
}

function starsOf(sums: EffortSums, effort: number): number {
  if (sums.bound) return 5;
  if (sums.assumed) return sums.tries < FIVE_STAR_TRIES ? 4 : 5;
  if (effort < TWO_STAR_EFFORT) return 1;
  return effort < THREE_STAR_EFFORT ? 2 : 3;
}

/** The weight of following an assumption, compared with reading lines: the only fitted constant. */
const PROBE_WEIGHT = 10;
const TWO_STAR_EFFORT = 250;
const THREE_STAR_EFFORT = 1000;
const FIVE_STAR_TRIES = 5;
