import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { randomPuzzle } from '../../test/support/random-puzzle.js';
import type { Puzzle } from '../../src/solver/core/puzzle/types.js';
import { filledPuzzle } from '../../test/support/long-puzzles.js';
import { randomNumbers } from '../support/random-puzzles.js';

/** The corpora of the queue's benchmarks, by name. */
const MAKES = {
  /** In random puzzles the toss of a coin fills each cell, or not. */
  'random 5x5': (random) => randomPuzzle(random, 5, 5, 0.5, 1),
  'random 15x15': (random) => randomPuzzle(random, 15, 15, 0.5, 1),
  'random 20x20': (random) => randomPuzzle(random, 20, 20, 0.5, 1),
  /** As in the tournaments: 41 to 51 % filled, the lower the harder. */
  '25x25 like a tournament': (random) => filledPuzzle(random, 25, 0.41 + 0.1 * random()),
} satisfies Record<string, (random: () => number) => Puzzle>;

export type Make = keyof typeof MAKES;

/** Writes `count` puzzles as CSV, drawn from `distinct` that repeat. */
export async function writePuzzles(
  path: string,
  make: Make,
  count: number,
  distinct: number,
): Promise<void> {
  const random = randomNumbers(7);
  const lines = Array.from({ length: Math.min(count, distinct) }, () => {
    const { rows, columns } = MAKES[make](random);
    return `${side(rows)},${side(columns)}\n`;
  });
  const file = createWriteStream(path);
  file.write('rows,columns\n');
  for (let i = 0; i < count; i++) {
    if (!file.write(lines[i % lines.length])) await once(file, 'drain');
  }
  file.end();
  await once(file, 'close');
}

function side(clues: Puzzle['rows']): string {
  return clues.map((clue) => clue.join(' ')).join(';');
}
