// Runs through a queue: their rate and their memory.
// The rate against a local run's (--rate), and what the coordinator and Redis hold over many puzzles
// (--memory). Without a flag both.
//
//   npm run bench -- queue --rate --rounds 3 --share 1
//   npm run bench -- queue --memory --small 1000000
//
// Needs redis-server, and Linux: it reads /proc.
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import Database from 'better-sqlite3';
import { start } from '../test/support/nonomill.js';
import type { TestRedis } from '../test/support/redis.js';
import { EVERY_SECOND, type Make, withRedis, writePuzzles } from './support/queues.js';
import { cpuMsOf, keepFigure, print, residentMiBOf } from './support/figures.js';
import { openStore } from '../src/pipeline/store/open/open.js';

const LINES = 10;

/**
 * The memory that a coordinator, Redis and a worker with one thread hold while a run of many small
 * puzzles goes through a queue: a line for each tenth of the puzzles, with the most that was held
 * in it.
 */
export async function watchMemory(puzzles: number): Promise<void> {
  print(
    '    puzzles   coordinator        Redis       worker   (the most MiB since the line before)',
  );
  await withRedis(async (redis, folder) => {
    const csv = join(folder, 'puzzles.csv');
    await writePuzzles(csv, 'random 5x5', puzzles, 10_000);
    const env = { NONOMILL_QUEUE: redis.url };
    const worker = start(['worker', '--threads', '1', '--quiet'], undefined, env);
    redis.users.push(async () => {
      worker.child.kill('SIGTERM');
      await worker.ended;
    });
    const db = join(folder, 'memory.sqlite');
    const coordinator = start(['run', csv, '--db', db, '--no-report', '--quiet'], undefined, env);
    const pids = [coordinator.child.pid!, redis.pid, worker.child.pid!];
    let most = [0, 0, 0];
    for (let line = 1; coordinator.child.exitCode === null;) {
      await delay(200);
      try {
        most = pids.map((pid, i) => Math.max(most[i], residentMiBOf(pid)));
      } catch {
        break; // It has just ended.
      }
      const done = storedIn(db);
      if (done < (line * puzzles) / LINES) continue;
      print(String(done).padStart(11) + most.map((mib) => mib.toFixed(0).padStart(13)).join(''));
      keepFigure(`coordinator after ${line} tenths`, most[0], 'MiB', 'less');
      keepFigure(`Redis after ${line} tenths`, most[1], 'MiB', 'less');
      most = [0, 0, 0];
      line = Math.floor((done * LINES) / puzzles) + 1;
    }
    const { code, stderr } = await coordinator.ended;
    if (code !== 0) throw new Error(`the run ended with ${code}:\n${stderr}`);
  }, EVERY_SECOND);
}

/** How many results a database holds; 0 while it is being made. */
function storedIn(path: string): number {
  try {
    const db = new Database(path, { readonly: true, fileMustExist: true });
    try {
      return (db.prepare('SELECT count(*) FROM result_rows').pluck().get() as number | null) ?? 0;
    } finally {
      db.close();
    }
  } catch {
    return 0;
  }
}

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
    if (coordinator.child.exitCode === null) coordinatorCpu = cpuMsOf(coordinator.child.pid!);
  }, 100);
  succeed(await coordinator.ended);
  clearInterval(timer);
  const [local, queue] = [wallMsOf(localDb), wallMsOf(queueDb)];
  const [redisCpu, ownCpu] = [cpuMsOf(redis.pid), coordinatorCpu];
  keepFigure(`${make}, against a local run`, local / queue, 'times its rate', 'more');
  keepFigure(`${make}, Redis a puzzle`, (redisCpu / count) * 1000, 'µs CPU', 'less');
  keepFigure(`${make}, coordinator a puzzle`, (ownCpu / count) * 1000, 'µs CPU', 'less');
  const microseconds = (ms: number): string => `${((ms / count) * 1000).toFixed(0)} µs`;
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

const { values } = parseArgs({
  options: {
    rate: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '3' },
    share: { type: 'string', default: '1' },
    memory: { type: 'boolean', default: false },
    small: { type: 'string', default: '1000000' },
  },
});
const all = !values.rate && !values.memory;
if (all || values.rate) await compareRates(Number(values.rounds), Number(values.share));
if (all || values.memory) await watchMemory(Number(values.small));
