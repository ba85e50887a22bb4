import { writtenFormat } from '../pipeline/cli/converting.js';
import { densitiesOf, generateFlag, type WantedDensity } from '../pipeline/cli/generate-flags.js';
import { flag } from '../pipeline/cli/flags.js';
import { flagsIn, type FlagValues } from '../pipeline/cli/flag.js';
import { UsageError, conflict } from '../pipeline/cli/terminal.js';
import {
  type GridSize,
  isSizeRange,
  isSizeSteps,
  type SizeRange,
} from '../solver/core/puzzle/types.js';
import type { BenchmarkVersion } from '../solver/craft/benchmark.js';
import type { Shades } from '../solver/craft/image.js';
import {
  MAX_EVERY_CELLS,
  NO_WISH,
  type RandomGrid,
  type RandomPuzzles,
  type Wish,
} from '../solver/craft/random-puzzles.js';
import type { Format } from '../solver/formats/contract/format.js';

const { count, seed, all, benchmark, only, stars, needs, fromImage, threshold } = generateFlag;
const { dither, palette, goal } = generateFlag;

/** The flags of `nonomill generate` under the headings of its help. */
export const generateSections = {
  'What to make': {
    size: generateFlag.sizeOrRange,
    density: generateFlag.densityOrSteps,
    count,
    seed,
    all,
    benchmark,
  },
  'Which to keep': { only, difficulty: generateFlag.difficultyRange, stars, needs },
  'Of pictures': { fromImage, for: generateFlag.forGoal, threshold, dither, palette },
  Output: { goal, to: flag.generateTo, out: flag.out, force: flag.force },
};

export const generateFlags = flagsIn(generateSections);

/** What `nonomill generate` was asked for: a corpus, or the puzzle of a picture. */
export type GenerateOptions = CorpusOptions | ImageOptions;

export interface ImageOptions {
  readonly source: 'image';
  readonly file: string;
  /** Null: the picture's own. */
  readonly sizes: readonly GridSize[] | SizeRange | null;
  /**
   * What the best puzzle is looked for; null: none is, unless sizes are a range or `file` is a
   * folder.
   */
  readonly goal: 'unique' | 'line' | null;
  /** Null if nothing was said about them. */
  readonly shades: Shades | null;
  readonly format: Format;
  /** A file, or null for standard output. */
  readonly out: string | null;
  readonly force: boolean;
}

export interface CorpusOptions {
  readonly source:
    | { readonly kind: 'every'; readonly size: GridSize }
    | { readonly kind: 'benchmark'; readonly version: BenchmarkVersion; readonly seed: number }
    | { readonly kind: 'random'; readonly puzzles: RandomPuzzles }
    | { readonly kind: 'grid'; readonly grid: RandomGrid };
  readonly wish: Wish;
  /** Infinity for as many as there are. */
  readonly count: number;
  readonly format: Format;
  readonly goal: boolean;
  /** A file, or null for standard output. */
  readonly out: string | null;
  readonly force: boolean;
}

/** @throws UsageError if the flags do not go together. */
export function checkGenerate(
  _operands: readonly string[],
  values: GenerateValues,
): GenerateOptions {
  if (values.fromImage !== null) return checkImage(values.fromImage, values);
  if (values.benchmark !== null) return checkBenchmark(values.benchmark, values);
  const { all, count, goal, only, difficulty, stars, needs, out, force } = values;
  for (const name of ['threshold', 'palette', 'for', 'dither'] as const) {
    if (values[name] !== null && values[name] !== false)
      throw conflict(`--${name} goes with --from-image only`);
  }
  const format = formatFor(values, goal ? 'ndjson' : 'csv');
  if (goal) requireThat(format, 'goal', '--goal', 'pictures');
  const wish = { keep: only, difficulty, stars, needs };
  const rest = { wish, format, goal: goal || format.pictureOnly === true, out, force };
  if (all !== null) {
    refuseBeside('all', values, ['size', 'density', 'seed']);
    checkCells(all);
    requireOne(format, count);
    return { source: { kind: 'every', size: all }, count: count ?? Infinity, ...rest };
  }
  const { size, density, seed } = values;
  if (size !== null && isSizeRange(size)) {
    throw new UsageError(
      'NM_OPTION_VALUE',
      '--size: a range of sizes goes with --from-image only; say 15x15,20x20, or 15x15..30x30:5',
    );
  }
  if ((size !== null && isSizeSteps(size)) || density?.step !== undefined) {
    const grid = {
      sizes: size === null ? [DEFAULT_SIZE] : isSizeSteps(size) ? size.steps : size,
      densities: densitiesOfGrid(density ?? DEFAULT_DENSITY),
      count: count ?? 1000,
      seed: seed ?? DEFAULT_SEED,
    };
    requireOne(format, null);
    const all = grid.count * grid.sizes.length * grid.densities.length;
    return { source: { kind: 'grid', grid }, count: all, ...rest };
  }
  requireOne(format, count);
  const puzzles = {
    sizes: size ?? [DEFAULT_SIZE],
    density: density ?? DEFAULT_DENSITY,
    seed: seed ?? DEFAULT_SEED,
  };
  return {
    source: { kind: 'random', puzzles },
    count: count ?? 1000,
    ...rest,
  };
}

/** Each density by itself. @throws UsageError if there are none but a range without steps */
function densitiesOfGrid(density: WantedDensity): number[] {
  if (density.step === undefined && density.from !== density.to) {
    throw new UsageError(
      'NM_OPTION_VALUE',
      '--density: sizes with a step need densities with one, such as 0.2..0.8:0.05',
    );
  }
  return densitiesOf(density);
}

const DEFAULT_SIZE: GridSize = { width: 15, height: 15 };
const DEFAULT_DENSITY = { from: 0.5, to: 0.5 };
const DEFAULT_SEED = 1;

type GenerateValues = FlagValues<typeof generateFlags>;

/** @throws UsageError if a flag is given that has no meaning together with `flag`. */
function refuseBeside(
  flag: string,
  values: GenerateValues,
  others: readonly (keyof GenerateValues)[],
): void {
  const given = others.find((name) => values[name] !== null && values[name] !== false);
  if (given !== undefined) throw conflict(`--${given} does not go with --${flag}`);
}

/** Nothing but the seed may be chosen: a corpus to compare results with is whole. */
function checkBenchmark(version: BenchmarkVersion, values: GenerateValues): CorpusOptions {
  refuseBeside('benchmark', values, [
    ...(['all', 'size', 'density', 'count', 'only', 'difficulty', 'stars', 'needs'] as const),
    ...(['threshold', 'palette'] as const),
  ]);
  const { goal, out, force } = values;
  const format = formatFor(values, 'ndjson');
  requireThat(format, 'colour', '--benchmark', 'colours');
  requireOne(format, null);
  const source = { kind: 'benchmark', version, seed: values.seed ?? DEFAULT_SEED } as const;
  return { source, wish: NO_WISH, count: Infinity, format, goal, out, force };
}

/** The format of the flag or the file's name; of neither, `usual`. */
function formatFor({ to, out }: GenerateValues, usual: string): Format {
  // The names of devices and pipes do not tell a format.
  const isFile = out !== null && !/^\/(dev|proc)\/[^.]*$/.test(out);
  return writtenFormat(out ?? '-', to ?? (isFile ? null : usual));
}

/** @throws UsageError if a format cannot hold what a flag asks for. */
function requireThat(
  { name, holds }: Format,
  what: keyof Format['holds'],
  flag: string,
  words: string,
): void {
  if (holds[what]) return;
  const text = `${flag}: ${name === 'csv' ? 'CSV' : name} cannot hold ${words}; use --to ndjson`;
  throw new UsageError('NM_FORMAT_CANNOT_HOLD', text);
}

/** @throws UsageError if a format has one puzzle a file, and more are asked for. */
function requireOne({ name, holds }: Format, count: number | null): void {
  if (holds.many || count === 1) return;
  throw new UsageError(
    'NM_FORMAT_CANNOT_HOLD',
    `--to: ${name} holds one puzzle a file; say --count 1, or use another format`,
  );
}

function checkImage(file: string, values: GenerateValues): ImageOptions {
  const { threshold, palette, dither, size, out, force } = values;
  refuseBeside('from-image', values, [
    ...(['all', 'benchmark', 'count', 'only', 'density', 'seed', 'goal'] as const),
    ...(['difficulty', 'stars', 'needs'] as const),
  ]);
  if (threshold !== null && palette !== null) {
    throw conflict('--threshold is for black and white, --palette for colours: use one of them');
  }
  if (dither && palette !== null) {
    throw conflict('--dither is for black and white, --palette for colours: say one');
  }
  if (size !== null && isSizeSteps(size)) {
    throw new UsageError(
      'NM_OPTION_VALUE',
      '--size: sizes with a step are for random puzzles; say 15x15..30x30',
    );
  }
  const shades: Shades | null =
    palette !== null
      ? { kind: 'palette', colours: palette }
      : threshold !== null || dither
        ? { kind: 'threshold', threshold: threshold ?? DEFAULT_THRESHOLD, dither }
        : null;
  return {
    source: 'image',
    file,
    sizes: size,
    goal: values.for,
    shades,
    format: formatFor(values, 'ndjson'),
    out,
    force,
  };
}

/** How bright a blank cell is at least, if nothing is said. */
export const DEFAULT_THRESHOLD = 0.5;

function checkCells({ width, height }: GridSize): void {
  const cells = width * height;
  if (cells <= MAX_EVERY_CELLS) return;
  throw new UsageError(
    'NM_OPTION_VALUE',
    `--all: ${width}x${height} has 2^${cells} grids; at most ${MAX_EVERY_CELLS} cells are listed`,
  );
}
