import { MAX_EVERY_CELLS } from '../generate/every-grid.js';
import type { GridSize } from '../generate/grid-size.js';
import type { Keep } from '../generate/only.js';
import type { RandomPuzzles } from '../generate/random-puzzles.js';
import { UsageError } from './failure.js';
import type { FlagValues } from './flag.js';
import * as known from './flags.js';
import { formatOfFile, type WrittenFormat } from './written-format.js';

export const generateFlags = {
  size: known.size,
  density: known.density,
  count: known.count,
  seed: known.seed,
  all: known.all,
  only: known.only,
  goal: known.goal,
  to: known.to,
  out: known.out,
};

/** What `nonomill generate` was asked for. */
export interface GenerateOptions {
  readonly source:
    | { readonly kind: 'every'; readonly size: GridSize }
    | { readonly kind: 'random'; readonly puzzles: RandomPuzzles };
  /** Null: every kind of puzzle. */
  readonly only: Keep | null;
  /** Infinity for all there are. */
  readonly count: number;
  readonly format: WrittenFormat;
  readonly goal: boolean;
  /** A file, or null for standard output. */
  readonly out: string | null;
}

/** @throws UsageError where the flags do not fit each other. */
export function checkGenerate(
  _operands: readonly string[],
  values: FlagValues<typeof generateFlags>,
): GenerateOptions {
  const { all, count, goal, only, out } = values;
  const format = values.to ?? formatOfFile(out) ?? (goal ? 'ndjson' : 'csv');
  if (goal && format === 'csv') {
    throw new UsageError('--goal: CSV holds no pictures; say --to ndjson');
  }
  const rest = { only, format, goal, out };
  if (all !== null) {
    checkCells(all);
    return { source: { kind: 'every', size: all }, count: count ?? Infinity, ...rest };
  }
  const { size: sizes, density, seed } = values;
  return {
    source: { kind: 'random', puzzles: { sizes, density, seed } },
    count: count ?? 1000,
    ...rest,
  };
}

function checkCells({ width, height }: GridSize): void {
  const cells = width * height;
  if (cells <= MAX_EVERY_CELLS) return;
  throw new UsageError(
    `--all: ${width}x${height} has 2^${cells} grids; at most ${MAX_EVERY_CELLS} cells are listed`,
  );
}
