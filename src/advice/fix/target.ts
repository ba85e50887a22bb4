import type { Obstacle } from './obstacle.js';

/**
 * What a search for changes learns of a picture: it is good, these obstacles stand in the way, or
 * the effort allowed for one picture was not enough to tell.
 */
export type Verdict =
  | { readonly kind: 'good' }
  | { readonly kind: 'bad'; readonly obstacles: readonly Obstacle[] }
  | { readonly kind: 'open' };

/** What a picture is to become. */
export interface Target {
  /** Some obstacles of the picture as it is, as small and as many as are cheap to find. */
  seed(): readonly Obstacle[];
  /** Decides whether the picture as it is now is good. */
  judge(): Verdict;
  /** How far the picture as it is now is from good: 0 if it is, smaller is nearer. */
  distance(): number;
  /** The cells that line solving leaves unknown, in order. */
  unknownCells(): readonly number[];
  /** Keeps in mind what is known of the picture as it is now, for `hope`. */
  note(): void;
  /**
   * As `distance`, quick and hopeful: as if all that was known when `note` was called were still known
   * after the change of `cell` alone. Always 0 for a target that has no such measure.
   */
  hope(cell: number): number;
}

export const GOOD: Verdict = { kind: 'good' };
export const OPEN: Verdict = { kind: 'open' };
