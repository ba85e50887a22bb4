// The levels of reading lines: docs/solver/difficulty.md says what they are.

/** The levels, at the places of NEEDS in src/solver/core/result/difficulty.ts. */
export const enum Level {
  count,
  overlap,
  bounds,
  runs,
  line,
}
