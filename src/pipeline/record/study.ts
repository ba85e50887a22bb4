import type { GridPoint } from '../../solver/core/puzzle/types.js';
import { numberOf } from '../../solver/core/text/numbers.js';

/**
 * What a study asks, as it is kept with its run: it decides which puzzles are drawn, and when there
 * are enough.
 */
export interface KeptStudy {
  /** How shares depend on size and density. */
  readonly kind: 'phase';
  /** Such as `10x10`. */
  readonly sizes: readonly string[];
  /** The chance of each cell to be filled, with three decimals at most. */
  readonly densities: readonly number[];
  /** How far a share may be from the ends of its 95 % interval, half of it from end to end. */
  readonly error: number;
  /** The same seed draws the same puzzles. */
  readonly seed: number;
}

/** The name of what is kept among the options of a run. */
export const STUDY = 'study';

/** What is kept of the study that a run is; null if its puzzles come from corpora. */
export function studyOf(options: Readonly<Record<string, unknown>>): KeptStudy | null {
  const stored = options[STUDY];
  return typeof stored === 'object' ? (stored as KeptStudy | null) : null;
}

/** The words of the command that draws the puzzles of a study again; null if these are none. */
export function studyWords(options: Readonly<Record<string, unknown>>): readonly string[] | null {
  const study = studyOf(options);
  if (study === null) return null;
  const { kind, sizes, densities, error, seed } = study;
  const { maxSteps, guessDepth, noDifficulty } = options;
  const flags = {
    sizes: sizes.join(','),
    densities: densities.join(','),
    'until-error': error,
    seed,
    'guess-depth': guessDepth,
    'max-steps': maxSteps,
  };
  const words = Object.entries(flags).flatMap(([flag, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [`--${flag}`, String(value)] : [],
  );
  return ['study', kind, ...words, ...(noDifficulty === true ? [] : ['--rate'])];
}

export function pointsOf({ sizes, densities, seed }: KeptStudy): GridPoint[] {
  return sizes.flatMap((text) => {
    const [width, height] = text.split('x').map(Number);
    return densities.map((density) => ({ size: { width, height }, density, seed }));
  });
}

/** `phase study of 6 sizes with 13 densities`: what a list shows where it names corpora. */
export function studyText({ kind, sizes, densities }: KeptStudy): string {
  return `${kind} study of ${numberOf(sizes.length, 'size')} with ${numberOf(densities.length, 'density', 'densities')}`;
}
