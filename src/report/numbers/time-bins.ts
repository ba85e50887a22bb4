/** Five bins to a decade: the bounds of one differ by a factor of 1.6. */
export const BINS_PER_DECADE = 5;

/** The first bin begins at 10^-4 ms; anything below belongs to it. */
const LOWEST_EXPONENT = -4;

const BINS = 13 * BINS_PER_DECADE;

/** How many solve times fall into each logarithmic bin, from 0.1 us to 11 days. */
export type TimeBins = Uint32Array;

/** Bins with nothing in them. */
export function emptyBins(): TimeBins {
  return new Uint32Array(BINS);
}

/** The bin that a time belongs to. */
export function binOf(ms: number): number {
  const bin = Math.floor((Math.log10(ms) - LOWEST_EXPONENT) * BINS_PER_DECADE);
  return bin > 0 ? Math.min(bin, BINS - 1) : 0;
}

/** Where a bin begins, in milliseconds; the end of a bin is the start of the next. */
export function binStart(bin: number): number {
  return 10 ** (bin / BINS_PER_DECADE + LOWEST_EXPONENT);
}
