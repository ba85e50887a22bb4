import { pack } from '../core/puzzle/packed.js';
import { puzzleOfPicture } from '../core/puzzle/picture.js';
import {
  BLANK,
  type Cells,
  type GridSize,
  type Palette,
  type Puzzle,
} from '../core/puzzle/types.js';
import { limitedBySteps } from '../engine/model/limits.js';
import { Solver } from '../engine/solver/solve.js';
import type { NamedPuzzle } from '../formats/contract/format.js';
import { Random } from './random-puzzles.js';

/** The versions of the benchmark corpus. One that was released is never changed: add another. */
export const BENCHMARK_VERSIONS = [1] as const;
type BenchmarkVersion = (typeof BENCHMARK_VERSIONS)[number];

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
    const puzzle = puzzleOfPicture(goal, size.width, size.height, palette);
    if (only === null || isKept(puzzle, only)) return { puzzle, goal };
  }
}

/** Decided without any limit, so that it is a property of the puzzle alone. */
function isKept(puzzle: Puzzle, only: NonNullable<Family['only']>): boolean {
  const { status, technique } = new Solver().solve(pack(puzzle), 0, limitedBySteps(Infinity));
  return status === 'unique' && (only === 'unique' || technique === only);
}

/*
 * The pictures of the benchmark corpus. They are made of whole numbers and of comparisons alone,
 * and nothing here may change: a released version of the corpus is the same bytes for ever.
 */

/** A picture in which each cell is filled with the same probability, in any of the colours. */
function noise(random: Random, { width, height }: GridSize, share: number, colours = 1): Cells {
  const cells = new Uint8Array(width * height);
  for (let i = 0; i < cells.length; i++) {
    const filled = random.fraction() < share;
    cells[i] = filled ? 1 + (colours === 1 ? 0 : below(random, colours)) : BLANK;
  }
  return cells;
}

/** How often each cell becomes what most of its neighbourhood is. */
const SMOOTHINGS = 3;

/** Islands with smooth shores: noise, of which each cell then follows its neighbourhood. */
function blobs(random: Random, { width, height }: GridSize): Cells {
  let cells = noise(random, { width, height }, 0.5);
  for (let round = 0; round < SMOOTHINGS; round++) {
    const before = cells;
    cells = before.map((_, i) => {
      const [x, y] = [i % width, Math.floor(i / width)];
      let filled = 0;
      for (let dy = -1; dy <= 1; dy++) {
        for (let dx = -1; dx <= 1; dx++) {
          const [nx, ny] = [x + dx, y + dy];
          if (nx < 0 || ny < 0 || nx >= width || ny >= height) continue;
          filled += before[ny * width + nx];
        }
      }
      return filled > 4 ? 1 : 0;
    });
  }
  return cells;
}

/** What people may draw: discs, rings, boxes, frames and strokes, half of the pictures mirrored. */
function drawing(random: Random, size: GridSize, colours = 1): Cells {
  const { width, height } = size;
  const cells = new Uint8Array(width * height);
  const shapes = 4 + below(random, 4);
  for (let i = 0; i < shapes; i++) {
    const colour = i > 1 && below(random, 4) === 0 ? BLANK : 1 + below(random, colours);
    const inside = shape(random, size);
    for (let at = 0; at < cells.length; at++) {
      if (inside(at % width, Math.floor(at / width))) cells[at] = colour;
    }
  }
  if (below(random, 2) === 0) return cells;
  return cells.map((_, at) => {
    const x = at % width;
    return cells[at - x + Math.min(x, width - 1 - x)];
  });
}

/** Rows of letters of 3x5 cells, one cell apart, with a blank row above and below. */
function letterRows(random: Random, { width, height }: GridSize): Cells {
  const cells = new Uint8Array(width * height);
  for (let top = 1; top + LETTER_HEIGHT < height; top += LETTER_HEIGHT + 1) {
    for (let left = 0; left + LETTER_WIDTH <= width; left += LETTER_WIDTH + 1) {
      if (below(random, 7) === 0) continue;
      const letter = LETTERS[below(random, LETTERS.length)];
      for (let y = 0; y < LETTER_HEIGHT; y++) {
        for (let x = 0; x < LETTER_WIDTH; x++) {
          if (letter[y][x] === '#') cells[(top + y) * width + left + x] = 1;
        }
      }
    }
  }
  return cells;
}

type Inside = (x: number, y: number) => boolean;

function shape(random: Random, { width, height }: GridSize): Inside {
  const [x, y] = [below(random, width), below(random, height)];
  const kind = below(random, 5);
  if (kind === 4) return stroke(x, y, below(random, width), below(random, height));
  const across = 2 + below(random, Math.max(1, width >> 1));
  const down = 2 + below(random, Math.max(1, height >> 1));
  const outer = kind < 2 ? disc(x, y, across, down) : box(x, y, across, down);
  if (kind % 2 === 0) return outer;
  const inner = kind < 2 ? disc(x, y, across - 1, down - 1) : box(x, y, across - 1, down - 1);
  return (px, py) => outer(px, py) && !inner(px, py);
}

function disc(x: number, y: number, across: number, down: number): Inside {
  const reach = (across * down) ** 2;
  return (px, py) => ((px - x) * down) ** 2 + ((py - y) * across) ** 2 <= reach;
}

function box(x: number, y: number, across: number, down: number): Inside {
  return (px, py) => Math.abs(px - x) < across && Math.abs(py - y) < down;
}

/** The cells that a straight stroke of a width of one cell passes, from one cell to another. */
function stroke(x1: number, y1: number, x2: number, y2: number): Inside {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const longer = Math.max(Math.abs(dx), Math.abs(dy));
  return (px, py) =>
    px >= Math.min(x1, x2) &&
    px <= Math.max(x1, x2) &&
    py >= Math.min(y1, y2) &&
    py <= Math.max(y1, y2) &&
    2 * Math.abs(dx * (py - y1) - dy * (px - x1)) <= longer;
}

/** A whole number from 0 to `end` - 1. */
function below(random: Random, end: number): number {
  return Math.floor(random.fraction() * end);
}

const LETTER_WIDTH = 3;
const LETTER_HEIGHT = 5;

/** A font of 3x5 cells, A to Z side by side. */
const FONT = [
  '.#. ##. .## ##. ### ### .## #.# ### ..# #.# #.. #.# ##. .#. ##. .#. ##. .## ### #.# #.# #.# #.# #.# ###',
  '#.# #.# #.. #.# #.. #.. #.. #.# .#. ..# #.# #.. ### #.# #.# #.# #.# #.# #.. .#. #.# #.# #.# #.# #.# ..#',
  '### ##. #.. #.# ##. ##. #.# ### .#. ..# ##. #.. ### #.# #.# ##. #.# ##. .#. .#. #.# #.# ### .#. .#. .#.',
  '#.# #.# #.. #.# #.. #.. #.# #.# .#. #.# #.# #.. #.# #.# #.# #.. .#. #.# ..# .#. #.# #.# ### #.# .#. #..',
  '#.# ##. .## ##. ### #.. .## #.# ### .#. #.# ### #.# #.# .#. #.. ..# #.# ##. .#. ### .#. #.# #.# .#. ###',
];

/** The rows of each letter, from the top. */
export const LETTERS = Array.from({ length: 26 }, (_, i) =>
  FONT.map((row) => row.slice(4 * i, 4 * i + LETTER_WIDTH)),
);
