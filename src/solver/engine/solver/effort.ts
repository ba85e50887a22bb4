import {
  DIFFICULTY_VERSION,
  FIVE_STAR_TRIES,
  MOST_LOOK_AHEAD,
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
  /** Within how many rounds assumptions must contradict; 0 for none, or if they are not enough. */
  readonly lookAhead: number;
  /** The same of inner assumptions; 0 if nobody asked, or a limit ended that. */
  readonly innerLookAhead: number;
  /** How many lines tell something in the first round, and the fewest in one before the last. */
  readonly opening: number;
  readonly narrowest: number;
}

/** The score. `level` is the weakest level of reading lines that suffices, if one does. */
export function scoreOf(sums: EffortSums, level: Needs): Difficulty {
  const effort = sums.line + PROBE_WEIGHT * sums.probe;
  return {
    difficulty: log2(1 + effort),
    difficultyBound: sums.bound,
    effortLine: sums.line,
    effortProbe: sums.probe,
    tries: sums.tries,
    stars: starsOf(sums, effort),
    needs: sums.bound ? 'nested' : sums.assumed ? assumptionOf(sums.lookAhead) : level,
    lookAhead: sums.lookAhead === 0 ? null : sums.lookAhead,
    difficultyVersion: DIFFICULTY_VERSION,
    opening: sums.opening,
    narrowest: sums.narrowest,
    innerLookAhead: sums.innerLookAhead === 0 ? null : sums.innerLookAhead,
  };
}

/**
 * The binary logarithm of a number from 1 on. The last digits of `Math.log2` depend on the version
 * of JavaScript, and a score must not.
 */
function log2(value: number): number {
  let twos = 0;
  for (; value > Math.SQRT2; value *= 0.5) twos++;
  const ratio = (value - 1) / (value + 1);
  let sum = 0;
  for (let i = 21; i > 0; i -= 2) sum = sum * ratio * ratio + 1 / i;
  return twos + 2 * ratio * sum * Math.LOG2E;
}

function assumptionOf(lookAhead: number): Needs {
  return lookAhead <= MOST_LOOK_AHEAD ? 'lookahead' : 'assumption';
}

function starsOf(sums: EffortSums, effort: number): number {
  if (sums.bound) return 5;
  if (sums.assumed) return sums.tries < FIVE_STAR_TRIES ? 4 : 5;
  if (effort < TWO_STAR_EFFORT) return 1;
  return effort < THREE_STAR_EFFORT ? 2 : 3;
}
