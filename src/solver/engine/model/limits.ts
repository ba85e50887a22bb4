import {
  blocksAtMost,
  coloursOf,
  hasStart,
  heightOf,
  startWords,
  widthOf,
  type PackedWords,
} from '../../core/puzzle/packed.js';
/** How many solutions to look for, at least 2; `exact` to count them all. */
export type CountWanted = number | 'exact';

/**
 * What the solver should find out about each puzzle, and what it may spend: plain data. Budget
 * enforces it.
 */
export interface SolveLimits {
  /** Milliseconds for one puzzle, from the start of its solving; Infinity for none. */
  readonly timeoutMs: number;
  /** A deterministic budget of steps (line solves); Infinity for none. */
  readonly maxSteps: number;
  /** The most bytes that the solver's own tables may take; Infinity for no limit. */
  readonly memoryBytes: number;
  readonly count: CountWanted;
  /** The deepest level of contradictions to classify by, at least 1. */
  readonly guessDepth: number;
}

/** Ten seconds a puzzle; is it unique, and does it need guessing? */
export const DEFAULT_SOLVE_LIMITS: SolveLimits = {
  timeoutMs: 10_000,
  maxSteps: Infinity,
  memoryBytes: Infinity,
  count: 2,
  guessDepth: 1,
};

/** The bytes of the puzzle and of what is known about its cells. */
export function bytesFor(words: PackedWords, offset: number): number {
  const [width, height] = [widthOf(words, offset), heightOf(words, offset)];
  const colours = coloursOf(words, offset);
  const lines = width + height;
  const starts = hasStart(words, offset) ? startWords(width * height) : 0;
  const blocks = blocksAtMost(words, offset) - starts;
  const planes = (colours + 1) * (height * ((width + 31) >>> 5) + width * ((height + 31) >>> 5));
  return 4 * (2 * lines + 1 + 4 * blocks + planes) + 5 * width * height * colours;
}
