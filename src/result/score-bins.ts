import { ABOUT_EQUAL } from './difficulty-words.js';

/** Scores up to 40 are told apart: an effort of a million million. */
export const SCORE_BINS = 80;

/** The bin of a score: as wide as the least difference that says anything. */
export function scoreBin(score: number): number {
  return Math.max(0, Math.min(SCORE_BINS - 1, Math.floor(score / ABOUT_EQUAL)));
}

/** Bins without any score. */
export function emptyScoreBins(): Uint32Array {
  return new Uint32Array(SCORE_BINS);
}

/** The least score of a bin. */
export function scoreBinStart(bin: number): number {
  return bin * ABOUT_EQUAL;
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
