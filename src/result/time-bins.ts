/**
 * Bins of solving time, the same in queries, the report and the pages. Each is a tenth of a decade
 * wide: its upper bound is 1.26 times its lower one.
 */
export const BINS_PER_DECADE = 10;

/** Where the first bin begins, in milliseconds; shorter times belong to it too. */
const LEAST_MS = 0.001;

/** From 1 µs to 11 days; longer times belong to the last bin. */
export const TIME_BINS = 12 * BINS_PER_DECADE;

/** How many results fall into each bin. */
export type TimeBins = Uint32Array;

/** Bins without any result. */
export function emptyBins(): TimeBins {
  return new Uint32Array(TIME_BINS);
}

/** The bin that a time in milliseconds belongs to. */
export function binOf(ms: number): number {
  if (!(ms > LEAST_MS)) return 0;
  // The logarithm of a power of ten may come out slightly below the whole number.
  const bin = Math.floor(Math.log10(ms / LEAST_MS) * BINS_PER_DECADE + 1e-9);
  return Math.min(TIME_BINS - 1, bin);
}

/** Where a bin begins, in milliseconds; the one before it ends there. */
export function binStart(bin: number): number {
  return LEAST_MS * 10 ** (bin / BINS_PER_DECADE);
}
