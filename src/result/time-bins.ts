/**
 * Bins of solving time, the same in the database's queries, the report and the pages: each is a
 * tenth of a decade, so that the bounds of one differ by a factor of 1.26.
 */
export const BINS_PER_DECADE = 10;

/** Where the first bin begins, in milliseconds; shorter times belong to it too. */
const LEAST_MS = 0.001;

/** From 1 µs to 11 days; longer times belong to the last bin. */
export const TIME_BINS = 12 * BINS_PER_DECADE;

/** How many results took a time of each bin. */
export type TimeBins = Uint32Array;

/** Bins without any result. */
export function emptyBins(): TimeBins {
  return new Uint32Array(TIME_BINS);
}

/** The bin that a time in milliseconds belongs to. */
export function binOf(ms: number): number {
  if (!(ms > LEAST_MS)) return 0;
  // The logarithm of a power of ten may come out a hair below its whole number.
  const bin = Math.floor(Math.log10(ms / LEAST_MS) * BINS_PER_DECADE + 1e-9);
  return Math.min(TIME_BINS - 1, bin);
}

/** Where a bin begins, in milliseconds, which is where the one before it ends. */
export function binStart(bin: number): number {
  return LEAST_MS * 10 ** (bin / BINS_PER_DECADE);
}
