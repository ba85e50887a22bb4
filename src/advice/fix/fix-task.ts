import type { FixOptions, Fixed, NotFixed, PicturedPuzzle } from './fix.js';

/** A puzzle to fix in another thread. */
export interface FixTask {
  readonly number: number;
  readonly pictured: PicturedPuzzle;
  readonly options: FixOptions;
}

/** The outcome. */
export interface FixAnswered {
  readonly number: number;
  readonly answer: Fixed | NotFixed;
}
