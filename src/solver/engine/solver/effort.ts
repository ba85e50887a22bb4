import {
  FIVE_STAR_TRIES,
  PROBE_WEIGHT,
  THREE_STAR_EFFORT,
  TWO_STAR_EFFORT,
  type Difficulty,
  type Needs,
} from '../../core/result/difficulty.js';

/**
 * The sums of the effort that a puzzle takes a person: effort.ts of the engine's assembly makes
 * them.
 */
export interface EffortSums {
  readonly line: number;
  readonly probe: number;
  readonly tries: number;
  /** Whether lines alone were not enough. */
  readonly assumed: boolean;
  /** Whether single assumptions were not enough. */
  readonly bound: boolean;
  /** How many lines tell something in the first round, and the fewest in one before the last. */
  readonly opening: number;
  readonly narrowest: number;
}

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
    opening: sums.opening,
    narrowest: sums.narrowest,
    needs: sums.bound ? 'nested' : sums.assumed ? 'assumption' : level,
  };
}

function starsOf(sums: EffortSums, effort: number): number {
  if (sums.bound) return 5;
  if (sums.assumed) return sums.tries < FIVE_STAR_TRIES ? 4 : 5;
  if (effort < TWO_STAR_EFFORT) return 1;
  return effort < THREE_STAR_EFFORT ? 2 : 3;
}
