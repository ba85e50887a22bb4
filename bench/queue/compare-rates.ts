import { loadavg } from 'node:os';
import { join } from 'node:path';
import { start } from '../../test/support/nonomill.js';
import type { TestRedis } from '../../test/support/redis.js';
import { openStore } from '../../src/pipeline/store/open/open.js';
import { keepFigure } from '../support/figures.js';
import { writePuzzles, type Make } from './puzzles.js';
import { EVERY_SECOND, cpuSecondsOf, withRedis } from './redis.js';

/** Enough that starting and the last puzzle hardly count. */
const COUNTS = {
  'random 15x15': 60_000,
  'random 20x20': 20_000,
  '25x25 like a tournament': 8_000,
} satisfies Partial<Record<Make, number>>;

/**
 * The rate of a coordinator with two workers of one thread each against that of a local run
 * with two threads, in turn. The wall time is that of the run as the database has it; the solver's
 * own time says how much of the difference is the machine's.
 */
export async function compareRates(rounds: number, share: number): Promise<void> {
  print(`load of the machine before: ${loadavg()[0].toFixed(1)}`);
  print(
    '                            puzzles     local   queue   rate   Redis CPU   coordinator CPU',
  );
  for (const make of Object.keys(COUNTS) as (keyof typeof COUNTS)[]) {
    const count = Math.round(COUNTS[make] * share);
    for (let round = 0; round < rounds; round++) {
      await withRedis((redis, folder) => compareOnce(redis, folder, make, count), EVERY_SECOND);
    }
  }
}

async function compareOnce(
  redis: TestRedis,
  folder: string,
  make: Make,
  count: number,
): Promise<void> {
  const csv = join(folder, 'puzzles.csv');
  await writePuzzles(csv, make, count, count);
  const words = ['run', csv, '--no-report', '--quiet'];
  const localDb = join(folder, 'local.sqlite');
  // A process of its own, as tests solve in the thread that asks.
  succeed(await start([...words, '--db', localDb, '--threads', '2']).ended);
  const env = { NONOMILL_QUEUE: redis.url };
  for (let i = 0; i < 2; i++) {
    const worker = start(['worker', '--threads', '1'], undefined, env);
    redis.users.push(async () => {
      worker.child.kill('SIGTERM');
      await worker.ended;
    });
    await worker.said('waits for puzzles');
  }
  const queueDb = join(folder, 'queue.sqlite');
  const coordinator = start([...words, '--db', queueDb], undefined, env);
  let coordinatorCpu = 0;
  const timer = setInterval(() => {
    if (coordinator.child.exitCode === null) coordinatorCpu = cpuSecondsOf(coordinator.child.pid!);
  }, 100);
  succeed(await coordinator.ended);
  clearInterval(timer);
  const [local, queue] = [wallMsOf(localDb), wallMsOf(queueDb)];
  const [redisCpu, ownCpu] = [cpuSecondsOf(redis.pid), coordinatorCpu];
  keepFigure(`${make}, against a local run`, local / queue, 'times its rate', 'more');
  keepFigure(`${make}, Redis a puzzle`, (redisCpu / count) * 1e6, 'µs CPU', 'less');
  keepFigure(`${make}, coordinator a puzzle`, (ownCpu / count) * 1e6, 'µs CPU', 'less');
  const microseconds = (seconds: number): string => `${((seconds / count) * 1e6).toFixed(0)} µs`;
  print(
    `${make.padEnd(28)}${String(count).padEnd(10)}` +
      `${(local / 1000).toFixed(1)} s`.padStart(7) +
      `${(queue / 1000).toFixed(1)} s`.padStart(8) +
      (local / queue).toFixed(2).padStart(7) +
      microseconds(redisCpu).padStart(12) +
      microseconds(ownCpu).padStart(18),
  );
}

function succeed({
  code,
  stderr,
}: {
  readonly code: number | null;
  readonly stderr: string;
}): void {
  if (code !== 0) throw new Error(`a run ended with ${code}:\n${stderr}`);
}

function wallMsOf(db: string): number {
  const store = openStore(db, { readonly: true });
  try {
    return store.db.prepare('SELECT wall_ms FROM runs').pluck().get() as number;
  } finally {
    store.close();
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
