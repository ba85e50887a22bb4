// The effort that a puzzle takes a person; src/solver/engine/wasm/engine.ts makes the score of
// these sums: of whole numbers, so that they do not depend on how the puzzle is turned.

export class Effort {
  static line: f64 = 0;
  static probe: f64 = 0;
  static tries: f64 = 0;
  /** Whether lines alone were not enough. */
  static assumed: bool = false;
  /** Whether single assumptions were not enough. */
  static bound: bool = false;
  /** How many lines found something in the first round. */
  static opening: i32 = 0;
  /** The fewest that did so in a round before the last; 0 where rounds were stuck. */
  static narrowest: i32 = 0;
}

const NONE: i32 = -1;

/** How many lines found something in the last round so far, which may be the last of all. */
let latest: i32 = NONE;

export function startEffort(): void {
  Effort.line = 0;
  Effort.probe = 0;
  Effort.tries = 0;
  Effort.assumed = false;
  Effort.bound = false;
  Effort.opening = 0;
  Effort.narrowest = 0;
  latest = NONE;
}

/** Adds a round of reading: sums of weights, `open` and `productive`, and productive lines. */
export function addRound(open: i32, productive: i32, lines: i32): void {
  Effort.line += sqrt<f64>(<f64>open * <f64>productive);
  if (lines == 0) return;
  // Of a single round, both are the same.
  if (latest == NONE) Effort.opening = Effort.narrowest = lines;
  else Effort.narrowest = min(Effort.narrowest, latest);
  latest = lines;
}

/**
 * Adds the effort of finding one of the `contradictions` among `assumptions` from one position;
 * `cost` is that of all of them together. If there is none, the sums so far are a lower bound.
 */
export function addAssumptions(assumptions: f64, contradictions: f64, cost: f64): void {
  Effort.assumed = true;
  // Rounds are stuck.
  Effort.narrowest = latest = 0;
  if (contradictions == 0) {
    Effort.bound = true;
    return;
  }
  Effort.tries += (assumptions + 1) / (contradictions + 1);
  Effort.probe += ((assumptions + 1) * cost) / ((contradictions + 1) * contradictions);
}
