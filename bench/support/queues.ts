import { once } from 'node:events';
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestRedis, freePort } from '../../test/support/redis.js';
import { randomPuzzle } from '../../test/support/random-puzzle.js';
import type { Puzzle } from '../../src/solver/core/puzzle/types.js';
import { filledPuzzle } from '../../test/support/long-puzzles.js';
import { randomNumbers } from './puzzles.js';

/**
 * Does something with a Redis of its own and an empty folder, and removes both. It writes to its
 * disk after every command, so that a kill takes nothing back, unless `more` says otherwise.
 */
export async function withRedis(
  work: (redis: TestRedis, folder: string) => Promise<void>,
  more: readonly string[] = [],
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'nonomill-queue-'));
  const redis = new TestRedis(await freePort(), folder, [
    '--maxmemory-policy',
    'noeviction',
    ...more,
  ]);
  await redis.start();
  try {
    await work(redis, folder);
  } finally {
    for (const end of redis.users.reverse()) await end();
    await redis.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** As Redis is commonly run: what it noted in the last second may be lost. */
export const EVERY_SECOND = ['--appendfsync', 'everysec'];

/** CPU seconds that a process has used, its threads included. Linux only. */
export function cpuSecondsOf(pid: number): number {
  const fields = statOf(pid);
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
}

/** MiB of memory that a process holds. Linux only. */
export function residentMiBOf(pid: number): number {
  return (Number(statOf(pid)[21]) * PAGE_BYTES) / 2 ** 20;
}

const TICKS_A_SECOND = 100;
const PAGE_BYTES = 4096;

/** The fields of /proc/<pid>/stat after the name, which may hold anything. */
function statOf(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

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
