import { readdirSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import {
  randomNumbers,
  readPuzzleFile,
  tossedPuzzle,
  type TitledPuzzle,
} from '../support/puzzles.js';

/** Puzzles that get a line of their own. */
export interface PuzzleSet {
  readonly name: string;
  readonly puzzles: readonly TitledPuzzle[];
}

/**
 * The puzzles of a folder: a set for each file with several, and one for the single puzzles of each
 * folder. `say` is told of files and entries that are not read.
 */
export function setsOfFolder(folder: string, say: (message: string) => void): PuzzleSet[] {
  const singles = new Map<string, TitledPuzzle[]>();
  const sets: PuzzleSet[] = [];
  for (const path of filesBelow(folder)) {
    const name = relative(folder, path);
    const found = readPuzzleFile(path);
    if (found === null || found.puzzles.length === 0) {
      say(`${name}: no puzzle in it can be read`);
      continue;
    }
    if (found.rejects.length > 0) say(`${name}: ${found.rejects.length} rejects`);
    if (found.puzzles.length > 1) sets.push({ name, puzzles: found.puzzles });
    else {
      const place = dirname(name) === '.' ? 'single puzzles' : dirname(name);
      const group = singles.get(place) ?? [];
      singles.set(place, [...group, ...found.puzzles]);
    }
  }
  for (const [name, puzzles] of singles) sets.push({ name, puzzles });
  return sets.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      if (name.startsWith('.')) return [];
      return statSync(path).isDirectory() ? filesBelow(path) : [path];
    });
}

/** Sides, densities and counts of the random sets. */
const RANDOM: readonly (readonly [side: number, density: number, count: number])[] = [
  [10, 0.5, 2000],
  [15, 0.5, 1000],
  [20, 0.5, 500],
  [25, 0.5, 500],
  [25, 0.42, 200],
  [30, 0.5, 500],
  [40, 0.5, 100],
  [50, 0.5, 50],
  [50, 0.4, 25],
];

/** Random pictures of several sizes, the same every time. */
export function randomSets(): PuzzleSet[] {
  return RANDOM.map(([side, density, count]) => {
    const random = randomNumbers(1000 * side + 100 * density);
    const puzzles = Array.from({ length: count }, (_, i) => ({
      title: String(i),
      puzzle: tossedPuzzle(random, side, density),
    }));
    return { name: `random ${side}x${side}, ${100 * density} % filled`, puzzles };
  });
}
