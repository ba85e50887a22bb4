import type { GridSize, SizeRange } from '../../generate/grid-size.js';
import { UsageError } from '../outcome/failure.js';

const MAX_SIDE = 1000;

/** @throws UsageError if `word` is not a size such as `25x25`. */
export function readSize(word: string): GridSize {
  const [, width, height] = /^(\d+)x(\d+)$/i.exec(word) ?? [];
  const size = { width: Number(width), height: Number(height) };
  if (size.width >= 1 && size.height >= 1 && Math.max(size.width, size.height) <= MAX_SIDE) {
    return size;
  }
  throw new UsageError(
    `expected width x height such as 25x25, each from 1 to ${MAX_SIDE}, got "${word}"`,
  );
}

/** Sizes separated by commas. @throws UsageError */
export function readSizes(word: string): GridSize[] {
  return word.split(',').map(readSize);
}

/** Sizes separated by commas, or a range of sizes (`15x15..30x30`). @throws UsageError */
export function readSizesOrRange(word: string): readonly GridSize[] | SizeRange {
  const ends = word.split('..');
  if (ends.length === 1) return readSizes(word);
  const [from, to] = ends.map(readSize);
  if (ends.length === 2 && from.width <= to.width && from.height <= to.height) return { from, to };
  throw new UsageError(
    `expected a range from a smaller to a larger size such as 15x15..30x30, got "${word}"`,
  );
}

/** One share of a whole. @throws UsageError */
export function readShare(word: string): number {
  const share = word.trim() === '' ? Number.NaN : Number(word);
  if (share >= 0 && share <= 1) return share;
  throw new UsageError(`expected a share from 0 to 1 such as 0.05, got "${word}"`);
}

/** One share, or a range of shares (`0.4..0.6`). @throws UsageError */
export function readDensity(word: string): { from: number; to: number } {
  const [from, to = from] = word
    .split('..')
    .map((part) => (part === '' ? Number.NaN : Number(part)));
  if (from >= 0 && to <= 1 && from <= to && word.split('..').length <= 2) return { from, to };
  throw new UsageError(
    `expected a share from 0 to 1 such as 0.5, or a range such as 0.4..0.6, got "${word}"`,
  );
}

/** A range of numbers from 0 on, such as `6..8`, `6..` or `..8`. @throws UsageError */
export function readRange(word: string): { from: number; to: number } {
  const [, low, high] = /^(\d+(?:\.\d+)?)?\.\.(\d+(?:\.\d+)?)?$/.exec(word) ?? [];
  const from = Number(low ?? 0);
  const to = high === undefined ? Infinity : Number(high);
  if ((low !== undefined || high !== undefined) && from <= to) return { from, to };
  throw new UsageError(`expected a range such as 6..8, 6.. or ..8, got "${word}"`);
}
