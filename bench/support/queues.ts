import { TestRedis, freePort } from '../../test/support/redis.js';
import { randomPuzzle } from '../../test/support/random-puzzle.js';
import type { Puzzle } from '../../src/solver/core/puzzle/types.js';
import { filledPuzzle } from '../../test/support/long-puzzles.js';
import { inFolder } from './figures.js';
import { randomNumbers, writeCsv } from './puzzles.js';

/**
 * Does something with a Redis of its own and an empty folder, and removes both. It writes to its
 * disk after every command, so that a kill takes nothing back, unless `more` says otherwise.
 */
export async function withRedis(
  work: (redis: TestRedis, folder: string) => Promise<void>,
  more: readonly string[] = [],
): Promise<void> {
  await inFolder(async (folder) => {
    const asked = ['--maxmemory-policy', 'noeviction', ...more];
    const redis = new TestRedis(await freePort(), folder, asked);
    await redis.start();
    try {
      await work(redis, folder);
    } finally {
      for (const end of redis.users.reverse()) await end();
      await redis.stop();
    }
  });
}

/** As Redis is commonly run: what it noted in the last second may be lost. */
export const EVERY_SECOND = ['--appendfsync', 'everysec'];

const MAKES = {
  /** In random puzzles the toss of a coin fills each cell, or not. */
  'random 5x5': (random) => randomPuzzle(random, 5, 5, 0.5, 1),
  'random 15x15': (random) => randomPuzzle(random, 15, 15, 0.5, 1),
  'random 20x20': (random) => randomPuzzle(random, 20, 20, 0.5, 1),
  /** As in the tournaments: 41 to 51 % filled, the lower the harder. */
  '25x25 like a tournament': (random) => filledPuzzle(random, 25, 0.41 + 0.1 * random()),
} satisfies Record<string, (random: () => number) => Puzzle>;

export type Make = keyof typeof MAKES;

/** The puzzles that `writePuzzles` draws. */
export function drawnPuzzles(make: Make, distinct: number): Puzzle[] {
  const random = randomNumbers(7);
  return Array.from({ length: distinct }, () => MAKES[make](random));
}

/** Writes `count` puzzles as CSV, drawn from `distinct` that repeat. */
export async function writePuzzles(
  path: string,
  make: Make,
  count: number,
  distinct: number,
): Promise<void> {
  await writeCsv(path, repeated(drawnPuzzles(make, Math.min(count, distinct)), count));
}

function* repeated(puzzles: readonly Puzzle[], count: number): Generator<Puzzle, void> {
  for (let i = 0; i < count; i++) yield puzzles[i % puzzles.length];
}
