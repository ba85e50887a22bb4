import type { Obstacle } from './obstacle.js';

/**
 * What a search for changes learns about a picture: that it is good, its obstacles, or that the
 * effort allowed for one picture was not enough to tell.
 */
export type Assessment =
  | { readonly kind: 'good' }
  | { readonly kind: 'bad'; readonly obstacles: readonly Obstacle[] }
  | { readonly kind: 'open' };

/** What a picture is to become. */
export interface Target {
  /** Some obstacles of the current picture, as small and as many as are cheap to find. */
  seed(): readonly Obstacle[];
  /** Decides whether the current picture is good. */
  judge(): Assessment;
  /** How far the current picture is from good: 0 if it is good, smaller is nearer. */
  distance(): number;
  /** The cells that line solving leaves unknown, in order. */
  unknownCells(): readonly number[];
  /** Notes what is known about the current picture, for `hope`. */
  note(): void;
  /**
   * A quick, optimistic `distance`: as if everything known when `note` was called were still known
   * after only `cell` changed. Always 0 for a target without such a measure.
   */
  hope(cell: number): number;
}

export const GOOD: Assessment = { kind: 'good' };
export const OPEN: Assessment = { kind: 'open' };
