/** The power of ten at or below `ms`; bins begin at such powers, apart from rounding. */
export function decadeBelow(ms: number): number {
  return 10 ** Math.floor(Math.log10(ms) + 1e-9);
}

/** The power of ten at or above `ms`. */
export function decadeAbove(ms: number): number {
  return 10 ** Math.ceil(Math.log10(ms) - 1e-9);
}
