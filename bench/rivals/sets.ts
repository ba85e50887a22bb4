import { existsSync } from 'node:fs';
import type { Puzzle } from '../../src/solver/core/puzzle/types.js';
import { filledPuzzle } from '../../test/support/long-puzzles.js';
import { setsOfFolder } from '../records/sets.js';
import { CORPORA } from '../support/corpora.js';
import { hardPuzzles, orientations } from '../support/hard-puzzles.js';
import { puzzleOf, randomNumbers } from '../support/random-puzzles.js';
import { corpus, randomOnes } from '../support/uniqueness.js';

/** Puzzles that are measured together. */
export interface RivalSet {
  readonly name: string;
  readonly puzzles: readonly Puzzle[];
}

/** Sides of large pictures. */
const LARGE = [
  [100, 40],
  [100, 100],
  [150, 150],
  [200, 200],
  [300, 300],
] as const;

/** The size of Faase, which is a set of its own. */
const FAASE = { width: 80, height: 95 };

/** All puzzles of both tournaments; none if they are not there. */
export function tournamentPuzzles(): Puzzle[] {
  return ['taai2017', 'tcga2015'].flatMap((name) => corpus(`tournament/${name}.question.txt`));
}

/**
 * What nonomill must be ahead on, and what must not lose: of the tournaments every `every`th
 * puzzle, and what is made by this seed. Sets of corpora that are not there are left out.
 */
export function rivalSets(every: number, seed: number): RivalSet[] {
  const random = randomNumbers(seed);
  const filled = (count: number, side: number, share: number): Puzzle[] =>
    Array.from({ length: count }, () => filledPuzzle(random, side, share));
  const drawn = drawnPuzzles();
  const sets: RivalSet[] = [
    { name: 'tournaments', puzzles: tournamentPuzzles().filter((_, i) => i % every === 0) },
    { name: 'random 25x25, 41 to 43 %', puzzles: hardPuzzles('25x25', 100, seed) },
    { name: 'random 30x30, half filled', puzzles: randomOnes(40, 30, 0.5) },
    { name: 'random 40x40, 45 %', puzzles: filled(8, 40, 0.45) },
    { name: 'random 50x50, 40 %', puzzles: filled(8, 50, 0.4) },
    { name: 'texts in letters of 3x5', puzzles: hardPuzzles('text', 12, seed) },
    { name: 'thin drawings', puzzles: hardPuzzles('thin', 60, seed) },
    { name: 'automata', puzzles: hardPuzzles('triangles', 30, seed) },
    { name: '8- to 12-dom, 8 ways', puzzles: hardPuzzles('dominoes', 0, seed) },
    { name: 'Forever, 8 ways', puzzles: hardPuzzles('forever', 0, seed) },
    { name: 'Faase, 8 ways', puzzles: hardPuzzles('faase', 0, seed).flatMap(orientations) },
    { name: 'drawn by people', puzzles: drawn.filter(({ colours }) => colours === 1) },
    { name: 'drawn in colours', puzzles: drawn.filter(({ colours }) => colours > 1) },
    {
      name: 'blobs, 100x40 to 300x300',
      puzzles: LARGE.map(([width, height]) => blobs(random, width, height)),
    },
  ];
  return sets.filter(({ puzzles }) => puzzles.length > 0);
}

/** The puzzles of all corpora but tournaments and those that are sets of their own. */
function drawnPuzzles(): Puzzle[] {
  if (!existsSync(CORPORA)) return [];
  return setsOfFolder(CORPORA, () => undefined)
    .filter(({ name }) => !/tournament|dominoes/.test(name))
    .flatMap(({ puzzles }) => puzzles.map(({ puzzle }) => puzzle))
    .filter(({ width, height }) => width !== FAASE.width || height !== FAASE.height);
}

/** Noise smoothed five times: each cell takes the colour of most of its neighbours. */
function blobs(random: () => number, width: number, height: number): Puzzle {
  let cells = Uint8Array.from({ length: width * height }, () => (random() < 0.5 ? 1 : 0));
  for (let pass = 0; pass < 5; pass++) {
    cells = cells.map((_, i) => {
      let filled = 0;
      for (let y = -1; y <= 1; y++) {
        for (let x = -1; x <= 1; x++) {
          const [column, row] = [(i % width) + x, Math.floor(i / width) + y];
          if (column >= 0 && column < width) filled += cells[row * width + column] ?? 0;
        }
      }
      return filled > 4 ? 1 : 0;
    });
  }
  return puzzleOf(cells, width, 1);
}
