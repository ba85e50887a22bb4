import type { Status, Technique } from '../../result/outcome.js';
import { DENSITY_BINS, densityBin, scoreBin } from '../../result/score-bins.js';
import { binOf, emptyBins, type TimeBins } from '../../result/time-bins.js';
import { emptyScoreBins, type ScoreBins } from './difficulty-tally.js';

/** The puzzles of one density, as far as it is known how many cells their clues fill. */
export interface DensityNumbers {
  puzzles: number;
  unique: number;
  /** Unique, and solved by lines alone. */
  line: number;
  readonly scoreBins: ScoreBins;
}

/** The puzzles of one size. */
export interface SizeNumbers {
  readonly width: number;
  readonly height: number;
  puzzles: number;
  readonly timeBins: TimeBins;
  /** By the bin of the density; bins without puzzles are undefined. */
  readonly densities: (DensityNumbers | undefined)[];
  /** Of the puzzles that have a score. */
  readonly scoreBins: ScoreBins;
}

/** What of a result counts for its size. */
export interface SizedResult {
  readonly width: number;
  readonly height: number;
  readonly ms: number;
  readonly filled: number | null;
  readonly score: number | null;
  readonly status: Status;
  readonly technique: Technique | null;
}

/** Adds results up by size, and within a size by density. */
export class SizeTally {
  private readonly sizes = new Map<number, SizeNumbers>();

  add({ width, height, ms, filled, score, status, technique }: SizedResult): void {
    const size = this.sizeOf(width, height);
    size.puzzles++;
    size.timeBins[binOf(ms)]++;
    if (score !== null) size.scoreBins[scoreBin(score)]++;
    if (filled === null) return;
    const density = (size.densities[densityBin(filled, width * height)] ??= emptyDensity());
    density.puzzles++;
    if (status === 'unique') density.unique++;
    if (status === 'unique' && technique === 'line') density.line++;
    if (score !== null) density.scoreBins[scoreBin(score)]++;
  }

  /** In the order of the number of cells, wide ones after narrow ones. */
  bySize(): SizeNumbers[] {
    return [...this.sizes.values()].sort(
      (a, b) => a.width * a.height - b.width * b.height || a.width - b.width,
    );
  }

  private sizeOf(width: number, height: number): SizeNumbers {
    const key = width * 0x10000 + height;
    let size = this.sizes.get(key);
    if (size === undefined) {
      size = { width, height, ...emptySize() };
      this.sizes.set(key, size);
    }
    return size;
  }
}

function emptyDensity(): DensityNumbers {
  return { puzzles: 0, unique: 0, line: 0, scoreBins: emptyScoreBins() };
}

/** A size without puzzles, to add others to. */
export function emptySize(): Omit<SizeNumbers, 'width' | 'height'> {
  return {
    puzzles: 0,
    timeBins: emptyBins(),
    densities: new Array<undefined>(DENSITY_BINS).fill(undefined),
    scoreBins: emptyScoreBins(),
  };
}

/** Adds the puzzles of `other` to those of `sum`. */
export function addSize(
  sum: ReturnType<typeof emptySize>,
  other: Omit<SizeNumbers, 'width' | 'height'>,
): void {
  sum.puzzles += other.puzzles;
  other.timeBins.forEach((count, bin) => (sum.timeBins[bin] += count));
  other.scoreBins.forEach((count, bin) => (sum.scoreBins[bin] += count));
  other.densities.forEach((density, bin) => {
    if (density === undefined) return;
    const into = (sum.densities[bin] ??= emptyDensity());
    into.puzzles += density.puzzles;
    into.unique += density.unique;
    into.line += density.line;
    density.scoreBins.forEach((count, at) => (into.scoreBins[at] += count));
  });
}
