import { ABOUT_EQUAL } from '../result/difficulty-words.js';

/**
 * Bins of solving time, the same in queries, the report and the pages. Each is a tenth of a decade
 * wide: its upper bound is 1.26 times its lower one.
 */
export const BINS_PER_DECADE = 10;

/** Where the first bin begins, in milliseconds; shorter times belong to it too. */
const LEAST_MS = 0.001;

/** From 1 µs to 11 days; longer times belong to the last bin. */
const TIME_BINS = 12 * BINS_PER_DECADE;

/** How many results fall into each bin. */
export type TimeBins = Uint32Array;

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

/** The middle of a bin on its scale, in milliseconds. */
export function binMiddle(bin: number): number {
  return binStart(bin + 0.5);
}

/** Scores up to 40 are told apart: an effort of a million million. */
export const SCORE_BINS = 80;

/** The bin of a score: as wide as the least difference that says anything. */
export function scoreBin(score: number): number {
  return Math.max(0, Math.min(SCORE_BINS - 1, Math.floor(score / ABOUT_EQUAL)));
}

export function emptyScoreBins(): Uint32Array {
  return new Uint32Array(SCORE_BINS);
}

export function scoreBinStart(bin: number): number {
  return bin * ABOUT_EQUAL;
}

/** The score in the middle of a bin. */
export function scoreBinMiddle(bin: number): number {
  return scoreBinStart(bin + 0.5);
}

/** `6.5 to 7` of a bin of scores. */
export function scoreBinText(bin: number): string {
  return `${scoreBinStart(bin)} to ${scoreBinStart(bin + 1)}`;
}

/** Densities, the shares of filled cells, are told apart in steps of five per cent. */
export const DENSITY_BINS = 20;

export function densityBin(filled: number, cells: number): number {
  return Math.min(DENSITY_BINS - 1, Math.floor((filled / cells) * DENSITY_BINS + 1e-9));
}

/** `40 to 45 %`. */
export function densityBinText(bin: number): string {
  const step = 100 / DENSITY_BINS;
  return `${bin * step} to ${(bin + 1) * step} %`;
}
