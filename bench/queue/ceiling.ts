import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pack } from '../../src/puzzle/packed.js';
import { packBatch } from '../../src/puzzle/packed-batch.js';
import { DEFAULT_SOLVE_LIMITS } from '../../src/solver/model/limits.js';
import { start } from '../../test/support/nonomill.js';
import type { TestRedis } from '../../test/support/redis.js';
import { randomNumbers } from '../support/random-puzzles.js';
import { keepFigure } from '../support/figures.js';
import { MAKES, writePuzzles, type Make } from './puzzles.js';
import { ceilingPlot, type CeilingCurve, type CeilingPoint } from './ceiling-plot.js';
import { EVERY_SECOND, withRedis } from './redis.js';
import { RunWatch } from './watch.js';
import { prepare, type Prepared } from './simulated-pool.js';

const WORKERS = fileURLToPath(new URL('simulated-workers.js', import.meta.url));

/** Puzzles that are solved beforehand, and then repeat. */
const DISTINCT = 500;
const MOST_PUZZLES = 300_000;
const THREADS_A_WORKER = 8;
const PROCESSES = 2;

/**
 * How many cores one coordinator can feed: workers that only wait as long as solving would take,
 * so that thousands of them fit on this machine, on which the coordinator, Redis and they
 * share the processors. `busy` is the share of the time that the simulated cores work, which is less
 * if other programs use this machine; the last column, which counts processor time, does not depend on them: the
 * cores that would work if each thread of the coordinator, and Redis, had a processor to itself: what the busiest of
 * them can serve.
 */
export async function findCeiling(
  cores: readonly number[],
  seconds: number,
  plot: string | null,
): Promise<void> {
  print(`${availableParallelism()} processors for everything`);
  print(HEAD);
  const curves: CeilingCurve[] = [];
  for (const make of ['random 15x15', '25x25 like a tournament'] as const) {
    const prepared = await prepareAll(make);
    const points: Measured[] = [];
    for (const count of cores) {
      await withRedis(async (redis, folder) => {
        points.push(await simulate(redis, folder, make, prepared, count, seconds));
      }, EVERY_SECOND);
    }
    // Few cores get small batches, and of too many most only ask for work.
    const ceiling = Math.max(...points.map((point) => point.ceiling));
    curves.push({ name: make, points, ceiling });
  }
  if (plot !== null) writeFileSync(plot, ceilingPlot(curves));
}

const HEAD = `                          cores   puzzles     each    busy  microseconds of processor time a puzzle  MiB held by    cores for
                                                           coordinator            Redis  workers  coord.  Redis  a whole
                                                           main  other    all                                    processor`;

interface Measured extends CeilingPoint {
  readonly ceiling: number;
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
): Promise<Measured> {
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
  const pids = workers.map(({ pid }) => pid!);
  const processes = { coordinator: coordinator.child.pid!, redis: redis.pid, workers: pids, db };
  const watch = new RunWatch(processes, puzzles);
  const { code, stderr } = await coordinator.ended;
  if (code !== 0) throw new Error(`the run ended with ${code}:\n${stderr}`);
  const used = watch.end();
  const busy = (used.puzzles * meanMs) / cores / used.wallMs;
  const ceiling = (meanMs * 1000) / Math.max(used.main, used.other, used.redis);
  const what = `${make}, ${cores} cores`;
  keepFigure(`${what}, busy`, 100 * busy, '%', 'more');
  keepFigure(`${what}, for a whole processor`, ceiling, 'cores', 'more');
  keepFigure(`${what}, main thread a puzzle`, used.main, 'µs CPU', 'less');
  keepFigure(`${what}, busiest other thread a puzzle`, used.other, 'µs CPU', 'less');
  keepFigure(`${what}, Redis a puzzle`, used.redis, 'µs CPU', 'less');
  print(
    make.padEnd(26) +
      String(cores).padStart(5) +
      String(puzzles).padStart(10) +
      `${meanMs.toFixed(1)} ms`.padStart(9) +
      `${(100 * busy).toFixed(1)} %`.padStart(8) +
      used.main.toFixed(0).padStart(7) +
      used.other.toFixed(0).padStart(7) +
      used.all.toFixed(0).padStart(7) +
      used.redis.toFixed(0).padStart(7) +
      used.workers.toFixed(0).padStart(9) +
      used.coordinatorMiB.toFixed(0).padStart(8) +
      used.redisMiB.toFixed(0).padStart(7) +
      ceiling.toFixed(0).padStart(11),
  );
  return { cores, working: cores * busy, ceiling };
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
