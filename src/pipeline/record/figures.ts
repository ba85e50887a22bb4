import { ABOUT_EQUAL } from '../../solver/core/result/difficulty-words.js';
import {
  isUndecided,
  type Status,
  type Technique,
  TECHNIQUES,
} from '../../solver/core/result/outcome.js';

/** How many there are in each bin; those that are left out at the end are empty. */
export type Counts = ArrayLike<number>;

interface CountedPuzzles {
  readonly puzzles: number;
  readonly unique: number;
  /** Unique, and solved by lines alone. */
  readonly line: number;
  /** Of the puzzles that have a score, see `scoreBin`. */
  readonly scoreBins: Counts;
  /** The lowest bin that has a score which is a lower bound; null without any. */
  readonly boundBin: number | null;
}

/** Puzzles of one or several sizes; as JSON, too. */
interface SizedPuzzles extends CountedPuzzles {
  /** Without a verdict. */
  readonly open: number;
  /** See `binOf`; without what was taken over from other runs. */
  readonly timeBins: Counts;
  /** By the bin of the density, as far as it is known; null for bins without puzzles. */
  readonly densities: readonly (CountedPuzzles | null)[];
}

export interface SizeNumbers extends SizedPuzzles {
  readonly width: number;
  readonly height: number;
}

interface SizedResult {
  readonly width: number;
  readonly height: number;
  readonly ms: number;
  readonly filled: number;
  readonly score: number | null;
  /** Set if the score is a lower bound. */
  readonly isBound?: boolean;
  readonly status: Status;
  readonly technique: Technique | null;
  /** Set if it was taken over from another run: its time does not count. */
  readonly isReused?: boolean;
}

/** Adds results up by size, and within a size by density. */
export class SizeTally {
  private readonly sizes = new Map<number, { width: number; height: number; sum: SizeSum }>();

  add(result: SizedResult): void {
    const { width, height, ms, filled, status, isReused } = result;
    const size = this.sizeOf(width, height);
    addResult(size, result);
    addResult((size.densities[densityBin(filled, width * height)] ??= emptyCounts()), result);
    if (isReused !== true) size.timeBins[binOf(ms)]++;
    if (isUndecided(status)) size.open++;
  }

  /** In the order of the number of cells, wide ones after narrow ones. */
  bySize(): SizeNumbers[] {
    return [...this.sizes.values()]
      .map(({ width, height, sum }) => ({ width, height, ...sum }))
      .sort((a, b) => a.width * a.height - b.width * b.height || a.width - b.width);
  }

  /** The same as whole numbers, without what is zero: a size is the sum of its densities. */
  toNumbers(): number[] {
    return this.bySize().flatMap(({ width, height, open, timeBins, densities }) => {
      const known = densities.flatMap((one, bin) =>
        one === null ? [] : [[bin, ...asNumbers(one)]],
      );
      return [width, height, open, ...sparse(timeBins), known.length, ...known.flat()];
    });
  }

  /** Adds what `toNumbers` returned; times only if they are `timed`. */
  addNumbers(numbers: ArrayLike<number>, timed: boolean): void {
    let at = 0;
    while (at < numbers.length) {
      const sum = this.sizeOf(numbers[at], numbers[at + 1]);
      sum.open += numbers[at + 2];
      at = addSparse(numbers, at + 3, timed ? [sum.timeBins] : []);
      for (let left = numbers[at++]; left > 0 && at < numbers.length; left--) {
        const density = (sum.densities[numbers[at++]] ??= emptyCounts());
        for (const into of [sum, density]) {
          into.puzzles += numbers[at];
          into.unique += numbers[at + 1];
          into.line += numbers[at + 2];
          if (numbers[at + 3] > 0) addBound(into, numbers[at + 3] - 1);
        }
        at = addSparse(numbers, at + 4, [sum.scoreBins, density.scoreBins]);
      }
    }
  }

  private sizeOf(width: number, height: number): SizeSum {
    const key = width * 0x10000 + height;
    let size = this.sizes.get(key);
    if (size === undefined) {
      size = { width, height, sum: emptySum() };
      this.sizes.set(key, size);
    }
    return size.sum;
  }
}

function asNumbers({ puzzles, unique, line, boundBin, scoreBins }: CountedPuzzles): number[] {
  return [puzzles, unique, line, (boundBin ?? -1) + 1, ...sparse(scoreBins)];
}

/** How many bins are not empty, and each of them with its count. */
function sparse(counts: Counts): number[] {
  // Of hundreds of bins a piece has a few, and this is done for each piece.
  const found = [0];
  for (let bin = 0; bin < counts.length; bin++) {
    if (counts[bin] > 0) found.push(bin, counts[bin]);
  }
  found[0] = (found.length - 1) / 2;
  return found;
}

/** Adds what `sparse` returned, which begins at a place, and returns where it ends. */
function addSparse(numbers: ArrayLike<number>, at: number, into: readonly Uint32Array[]): number {
  const end = Math.min(numbers.length, at + 1 + 2 * numbers[at]);
  for (let i = at + 1; i < end; i += 2) {
    for (const bins of into) bins[numbers[i]] += numbers[i + 1];
  }
  return end;
}

export function sumOfSizes(sizes: readonly SizedPuzzles[]): SizedPuzzles {
  const sum = emptySum();
  for (const size of sizes) {
    addPuzzles(sum, size);
    sum.open += size.open;
    addCounts(sum.timeBins, size.timeBins);
    size.densities.forEach((density, bin) => {
      if (density !== null) addPuzzles((sum.densities[bin] ??= emptyCounts()), density);
    });
  }
  return sum;
}

type Counting<T> = { -readonly [Field in keyof T]: T[Field] };
type CountSum = Counting<CountedPuzzles> & { readonly scoreBins: Uint32Array };
type SizeSum = ReturnType<typeof emptySum>;

function emptySum() {
  const densities = new Array<CountSum | null>(DENSITY_BINS).fill(null);
  return { ...emptyCounts(), open: 0, timeBins: emptyBins(), densities };
}

function emptyCounts(): CountSum {
  return { puzzles: 0, unique: 0, line: 0, scoreBins: emptyScoreBins(), boundBin: null };
}

function addResult(sum: CountSum, { score, isBound, status, technique }: SizedResult): void {
  sum.puzzles++;
  if (status === 'unique') sum.unique++;
  if (status === 'unique' && technique === 'line') sum.line++;
  if (score === null) return;
  const bin = scoreBin(score);
  sum.scoreBins[bin]++;
  if (isBound === true) addBound(sum, bin);
}

function addPuzzles(sum: CountSum, other: CountedPuzzles): void {
  sum.puzzles += other.puzzles;
  sum.unique += other.unique;
  sum.line += other.line;
  addCounts(sum.scoreBins, other.scoreBins);
  if (other.boundBin !== null) addBound(sum, other.boundBin);
}

function addBound(sum: CountSum, bin: number): void {
  sum.boundBin = Math.min(sum.boundBin ?? bin, bin);
}

function addCounts(into: Uint32Array, counts: Counts): void {
  for (let bin = 0; bin < counts.length; bin++) into[bin] += counts[bin];
}

/** Puzzles that share a column of the charts against size. */
export interface SizeClass extends SizedPuzzles {
  readonly name: string;
}

/** How many columns with their names fit side by side. */
const COLUMNS = 9;

/** If there are many sizes, puzzles are grouped by the longer side, up to these. */
const LONGEST_SIDES = [5, 10, 15, 20, 25, 30, 40, 60, 100, Infinity];

/** The sizes themselves if they are few, else ranges of the longer side. */
export function sizeClasses(sizes: readonly SizeNumbers[]): SizeClass[] {
  if (sizes.length <= COLUMNS) {
    return sizes.map((size) => ({ ...size, name: `${size.width}x${size.height}` }));
  }
  return LONGEST_SIDES.flatMap((to, i) => {
    const from = i === 0 ? 1 : LONGEST_SIDES[i - 1] + 1;
    const within = sizes.filter(({ width, height }) => {
      const side = Math.max(width, height);
      return side >= from && side <= to;
    });
    if (within.length === 0) return [];
    return [{ name: to === Infinity ? `${from}+` : `${from}–${to}`, ...sumOfSizes(within) }];
  });
}

/** About the quantile `q`, as `quantileAt` has it, by the middles of bins; null for none. */
export function quantileOfBins(bins: Counts, q: number, middleOf: (bin: number) => number) {
  const counts = Array.from(bins);
  const total = counts.reduce((sum, count) => sum + count, 0);
  return quantileAt(total, q, (rank) => {
    let seen = 0;
    return middleOf(counts.findIndex((count) => (seen += count) > rank));
  });
}

/** About a quantile of scores, and whether it may be more; null if nothing has a score. */
export function scoreAt(
  { scoreBins, boundBin }: Pick<SizedPuzzles, 'scoreBins' | 'boundBin'>,
  q: number,
): { value: number; isBound: boolean } | null {
  const value = quantileOfBins(scoreBins, q, scoreBinMiddle);
  if (value === null) return null;
  return { value, isBound: boundBin !== null && scoreBinMiddle(boundBin) <= value };
}

/** Bins of solving time, the same everywhere: each a tenth of a decade wide. */
export const BINS_PER_DECADE = 10;

/** Where the first bin begins, in milliseconds; shorter times belong to it too. */
const LEAST_MS = 0.001;

/** From 1 µs to 11 days; longer times belong to the last bin. */
const TIME_BINS = 12 * BINS_PER_DECADE;

export function emptyBins(): Uint32Array {
  return new Uint32Array(TIME_BINS);
}

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

function scoreBinMiddle(bin: number): number {
  return scoreBinStart(bin + 0.5);
}

/** `6.5 to 7` of a bin of scores. */
export function scoreBinText(bin: number): string {
  return `${scoreBinStart(bin)} to ${scoreBinStart(bin + 1)}`;
}

/** Densities, the shares of filled cells, are told apart in steps of five per cent. */
export const DENSITY_BINS = 20;

function densityBin(filled: number, cells: number): number {
  return Math.min(DENSITY_BINS - 1, Math.floor((filled / cells) * DENSITY_BINS + 1e-9));
}

/**
 * The `q` quantile (0 to 1; 0.5 for the median) of `n` values: `at` has the value of each rank,
 * from 0 in ascending order. It is between two values by how near their ranks are, so that a median
 * of an even number is the mean of the middle two: type 7 of R, and what NumPy, pandas and DuckDB
 * do unless they are told otherwise. Null if there are none.
 */
export function quantileAt(n: number, q: number, at: (rank: number) => number): number | null {
  if (n === 0) return null;
  const place = (n - 1) * q;
  const below = Math.floor(place);
  const value = at(below);
  return place === below ? value : value + (place - below) * (at(below + 1) - value);
}

/**
 * What it took to solve puzzles, in the order in which charts and tables show it. Only of puzzles
 * with one solution does the technique say anything: the others are `ambiguous` (several
 * solutions), `contradiction` (none) or `unproven`.
 */
export const TECHNIQUE_KEYS = [...TECHNIQUES, 'ambiguous', 'contradiction', 'unproven'] as const;

export type TechniqueKey = (typeof TECHNIQUE_KEYS)[number];

/** Under which of them a result is counted. */
export function techniqueKeyOf(status: Status, technique: Technique | null): TechniqueKey {
  if (status === 'unique') return technique ?? 'unproven';
  if (status === 'multiple') return 'ambiguous';
  return status === 'contradiction' ? 'contradiction' : 'unproven';
}

/**
 * A guess depth as charts and tables name it: `2` is known, `2+` is "at least 2". Puzzles with
 * several solutions are `ambiguous`, those whose depth was not found out `none`, and those without
 * a verdict (timeout and the other limits) `open`, whatever is known of them.
 */
type DepthKey = string;

/** The keys that are not depths, in the order in which they come after them. */
const NO_DEPTHS = ['ambiguous', 'none', 'open'] as const;

/**
 * Under which of them a result is counted. Without a technique the work on the depth was not
 * finished, or nobody looked for it, as in what other programs claim.
 */
export function depthKeyOf(
  status: Status,
  technique: Technique | null,
  depth: number | null,
  depthMin: number | null,
): DepthKey {
  if (isUndecided(status)) return 'open';
  if (status === 'multiple') return 'ambiguous';
  if (depth !== null) return String(depth);
  return technique === null || depthMin === null ? 'none' : `${depthMin}+`;
}

/** What a key of a guess depth means, in words. */
export function depthMeaning(key: DepthKey): string {
  if (key === 'none') return 'not classified';
  if (key === 'open') return 'no verdict';
  if (key === 'ambiguous') return 'several solutions';
  if (key === '0') return 'lines alone';
  if (key === '1') return 'one assumption';
  return key.endsWith('+')
    ? `not solved at depth ${Number(key.slice(0, -1)) - 1}`
    : `${key} nested`;
}

/** What a guess depth takes, as colours tell it. */
export function techniqueOfDepth(key: DepthKey): TechniqueKey {
  if (key === 'ambiguous') return key;
  if (key === '0') return 'line';
  if (key === '1') return 'probe';
  return key === 'none' || key === 'open' ? 'unproven' : 'search';
}

/** Depths in ascending order, "at least 2" after 2, then the others. */
export function depthOrder(a: DepthKey, b: DepthKey): number {
  const place = (key: DepthKey): number => {
    const other = (NO_DEPTHS as readonly string[]).indexOf(key);
    return other >= 0 ? 1e9 + other : Number.parseInt(key, 10) + (key.endsWith('+') ? 0.5 : 0);
  };
  return place(a) - place(b);
}

/**
 * The density that a puzzle was drawn for, in SQL, from the column `name`: `generate` and `study`
 * name what they draw after it, with three decimals (`25x25-d0.450-s1-17`). Null for all others.
 */
export const DRAWN_DENSITY = `CASE WHEN substr(name, instr(name, '-d') + 2, 7) GLOB '[01].[0-9][0-9][0-9]-s' THEN CAST(substr(name, instr(name, '-d') + 2, 5) AS DOUBLE) END`;
