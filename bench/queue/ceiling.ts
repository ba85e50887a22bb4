import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openStore } from '../../src/store/open/open.js';
import { pack } from '../../src/puzzle/packed.js';
import { packBatch } from '../../src/puzzle/packed-batch.js';
import { DEFAULT_SOLVE_LIMITS } from '../../src/solver/model/limits.js';
import { start } from '../../test/support/nonomill.js';
import type { TestRedis } from '../../test/support/redis.js';
import { randomNumbers } from '../support/random-puzzles.js';
import { keepFigure } from '../support/figures.js';
import { MAKES, writePuzzles, type Make } from './puzzles.js';
import { cpuSecondsOf, residentMiBOf, withRedis } from './redis.js';
import { prepare, type Prepared } from './simulated-pool.js';

const WORKERS = fileURLToPath(new URL('simulated-workers.js', import.meta.url));

/** Puzzles that are solved beforehand, and then repeat. */
const DISTINCT = 1000;
const MOST_PUZZLES = 200_000;
const THREADS_A_WORKER = 8;
const PROCESSES = 2;

/**
 * How many cores one coordinator can feed: workers that only wait as long as solving would take,
 * so that thousands of them fit on this machine, on which the coordinator, Redis and they
 * share the processors. `busy` is the share of the time that the simulated cores work.
 */
export async function findCeiling(cores: readonly number[], seconds: number): Promise<void> {
  print(`${availableParallelism()} processors for everything`);
  print(
    '                          cores   puzzles   each      busy   CPU used by (in processors)      MiB',
  );
  print(
    '                                                           coordinator  Redis  workers   coord.  Redis',
  );
  for (const make of ['random 15x15', '25x25 like a tournament'] as const) {
    const prepared = await prepareAll(make);
    for (const count of cores) {
      await withRedis((redis, folder) => simulate(redis, folder, make, prepared, count, seconds));
    }
  }
}

function prepareAll(make: Make): Promise<Prepared> {
  // The same puzzles, in the same order, as writePuzzles draws them.
  const random = randomNumbers(7);
  const batch = packBatch(Array.from({ length: DISTINCT }, () => pack(MAKES[make](random))));
  return prepare(batch, { ...DEFAULT_SOLVE_LIMITS, sliceMs: Infinity });
}

async function simulate(
  redis: TestRedis,
  folder: string,
  make: Make,
  prepared: Prepared,
  cores: number,
  seconds: number,
): Promise<void> {
  const times = Object.values(prepared).map(({ solveMs }) => solveMs);
  const meanMs = times.reduce((sum, ms) => sum + ms, 0) / times.length;
  const puzzles = Math.min(MOST_PUZZLES, Math.ceil((cores * seconds * 1000) / meanMs));
  const csv = join(folder, 'puzzles.csv');
  const results = join(folder, 'results.json');
  await writePuzzles(csv, make, puzzles, DISTINCT);
  writeFileSync(results, JSON.stringify(prepared));
  const workers = await startWorkers(redis, cores, results);
  const db = join(folder, 'ceiling.sqlite');
  const words = ['run', csv, '--db', db, '--no-report', '--quiet'];
  const coordinator = start(words, undefined, { NONOMILL_QUEUE: redis.url });
  const watched = { cpu: 0, coordinatorMiB: 0, redisMiB: 0 };
  const timer = setInterval(() => {
    if (coordinator.child.exitCode !== null) return;
    const pid = coordinator.child.pid!;
    watched.cpu = cpuSecondsOf(pid);
    watched.coordinatorMiB = Math.max(watched.coordinatorMiB, residentMiBOf(pid));
    watched.redisMiB = Math.max(watched.redisMiB, residentMiBOf(redis.pid));
  }, 100);
  const { code, stderr } = await coordinator.ended;
  clearInterval(timer);
  if (code !== 0) throw new Error(`the run ended with ${code}:\n${stderr}`);
  const store = openStore(db, { readonly: true });
  const wallMs = store.db.prepare('SELECT wall_ms FROM runs').pluck().get() as number;
  store.close();
  const processors = (used: number): string => ((used * 1000) / wallMs).toFixed(2);
  const busy = (100 * puzzles * meanMs) / cores / wallMs;
  const what = `${make}, ${cores} cores`;
  keepFigure(`${what}, busy`, busy, '%', 'more');
  keepFigure(`${what}, coordinator`, (watched.cpu * 1000) / wallMs, 'processors', 'less');
  keepFigure(`${what}, Redis`, (cpuSecondsOf(redis.pid) * 1000) / wallMs, 'processors', 'less');
  const workersCpu = workers.reduce((sum, { pid }) => sum + cpuSecondsOf(pid!), 0);
  print(
    make.padEnd(26) +
      String(cores).padStart(5) +
      String(puzzles).padStart(10) +
      `${meanMs.toFixed(1)} ms`.padStart(9) +
      `${busy.toFixed(0)} %`.padStart(8) +
      processors(watched.cpu).padStart(12) +
      processors(cpuSecondsOf(redis.pid)).padStart(8) +
      processors(workersCpu).padStart(9) +
      watched.coordinatorMiB.toFixed(0).padStart(9) +
      watched.redisMiB.toFixed(0).padStart(7),
  );
}

async function startWorkers(
  redis: TestRedis,
  cores: number,
  results: string,
): Promise<ChildProcess[]> {
  const each = Math.ceil(cores / THREADS_A_WORKER / PROCESSES);
  const children = Array.from({ length: PROCESSES }, () =>
    spawn(process.execPath, [WORKERS, redis.url, `${each}`, `${THREADS_A_WORKER}`, results], {
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
  for (const child of children) {
    redis.users.push(async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    });
    await once(child.stdout, 'data');
  }
  return children;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
