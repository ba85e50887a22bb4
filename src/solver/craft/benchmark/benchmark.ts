import type { NamedPuzzle } from '../../formats/contract/format.js';
import { pack } from '../../core/puzzle/packed.js';
import { cluesOfPicture } from '../../core/puzzle/picture.js';
import type { Cells, Palette, Puzzle } from '../../core/puzzle/types.js';
import { Solver } from '../../engine/solver/solve.js';
import type { GridSize } from '../../core/puzzle/grid-size.js';
import { Random } from '../generate/random-puzzles.js';
import { blobs, drawing, noise, letterRows } from './pictures.js';

/** The versions of the benchmark corpus. One that was released is never changed: add another. */
export const BENCHMARK_VERSIONS = [1] as const;
export type BenchmarkVersion = (typeof BENCHMARK_VERSIONS)[number];

/** A family of puzzles that only differ by chance. */
interface Family {
  /** Part of the puzzles' names. */
  readonly name: string;
  readonly size: GridSize;
  readonly count: number;
  readonly colours: number;
  readonly picture: (random: Random, size: GridSize) => Cells;
  /** Kept are only pictures with one solution, or of these those of one technique; null: all. */
  readonly only: 'line' | 'probe' | 'unique' | null;
}

/**
 * The benchmark corpus of a version and a seed, the same for ever: random pictures of many sizes
 * and densities, planted ones that are the only solution of their clues (by lines, by probing, by
 * any means), islands, drawings, texts, and pictures in two to four colours. The name of a puzzle
 * says which it is: `b1-s1-random-25x25-d40-3`.
 *
 * No puzzle hangs on how good the solver is: what is kept for being unique is decided without any
 * limit, and whether it is solved by lines or by probing is a property of the puzzle.
 */
export function* benchmarkPuzzles(version: BenchmarkVersion, seed: number): Generator<NamedPuzzle> {
  const seeds = new Random(seed);
  for (const family of FAMILIES[version]()) {
    const random = new Random(seeds.next());
    for (let number = 0; number < family.count; number++) {
      const { puzzle, goal } = nextPuzzle(family, random);
      const { width, height } = puzzle;
      const name = family.name.replace('%', `${width}x${height}`);
      yield { name: `b${version}-s${seed}-${name}-${number + 1}`, title: null, puzzle, goal };
    }
  }
}

const FAMILIES: Readonly<Record<BenchmarkVersion, () => readonly Family[]>> = { 1: version1 };

function version1(): Family[] {
  return [
    ...[5, 10, 15, 20, 25, 30, 40, 50].flatMap((side) =>
      [30, 40, 50, 60, 70].map((percent) => ofNoise('random', side, percent, 5, null)),
    ),
    ...[10, 15, 20, 25, 30].map((side) => ofNoise('line', side, 60, 8, 'line')),
    ...[10, 15, 20].map((side) => ofNoise('probe', side, 50, 8, 'probe')),
    ofNoise('unique', 25, 50, 8, 'unique'),
    ...[15, 20, 30, 40, 60].map((side) => drawn('blobs', side, 1, 8, blobs)),
    ...[15, 20, 30, 40, 60].map((side) => drawn('drawing', side, 1, 8, drawing)),
    ...[37, 43, 49, 55, 67].map((height, i) => ({
      ...drawn('text', 0, 1, 4, letterRows),
      size: { width: 59 + 12 * i, height },
    })),
    ...[2, 3, 4].flatMap((colours) =>
      [10, 15, 20, 30].flatMap((side) =>
        [50, 70].map((percent) => ofNoise('coloured', side, percent, 3, null, colours)),
      ),
    ),
    ...[2, 3, 4].flatMap((colours) =>
      [15, 20, 30, 40].map((side) =>
        drawn('painting', side, colours, 3, (random, size) => drawing(random, size, colours)),
      ),
    ),
  ];
}

function ofNoise(
  kind: string,
  side: number,
  percent: number,
  count: number,
  only: Family['only'],
  colours = 1,
): Family {
  return {
    name: `${kind}-%${colours > 1 ? `-c${colours}` : ''}-d${percent}`,
    size: { width: side, height: side },
    count,
    colours,
    picture: (random, size) => noise(random, size, percent / 100, colours),
    only,
  };
}

function drawn(
  kind: string,
  side: number,
  colours: number,
  count: number,
  picture: Family['picture'],
): Family {
  const name = `${kind}-%${colours > 1 ? `-c${colours}` : ''}`;
  return { name, size: { width: side, height: side }, count, colours, picture, only: null };
}

/** The colours of coloured puzzles, the background first. */
const PALETTE: Palette = ['#ffffff', '#c62828', '#1565c0', '#2e7d32', '#f9a825'];

function nextPuzzle(family: Family, random: Random): { puzzle: Puzzle; goal: Cells } {
  const { size, colours, picture, only } = family;
  for (;;) {
    const goal = picture(random, size);
    const palette = colours === 1 ? null : PALETTE.slice(0, colours + 1);
    const clues = cluesOfPicture(goal, size.width, size.height);
    const puzzle: Puzzle = { ...size, ...clues, colours, palette, start: null };
    if (only === null || isKept(puzzle, only)) return { puzzle, goal };
  }
}

/** Decided without any limit, so that it is a property of the puzzle alone. */
function isKept(puzzle: Puzzle, only: NonNullable<Family['only']>): boolean {
  const { status, technique } = new Solver().solve(pack(puzzle), 0, {
    timeoutMs: Infinity,
    maxSteps: Infinity,
    memoryBytes: Infinity,
    count: 2,
    guessDepth: 1,
  });
  return status === 'unique' && (only === 'unique' || technique === only);
}
