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
const SLOW_TIME = new URL('slow-time.js', import.meta.url).href;

/** Puzzles that are solved beforehand, and then repeat. */
const DISTINCT = 500;
const MOST_PUZZLES = 600_000;
/** Puzzles that can go through a run a second if two processors do all of it. */
const ENOUGH_A_SECOND = 2500;
const THREADS_A_WORKER = 8;
const PROCESSES = 2;

/**
 * How many cores one coordinator can feed: workers that only wait as long as solving would take,
 * so that thousands of them fit on this machine, on which the coordinator, Redis and they
 * share the processors. Where that is too much for the processors, whoever starves asks for work again and again,
 * which costs more than the work: so time passes more slowly for the simulated cores (`slower`), by the same
 * factor for all of them, while batches are as large as they would be in truth. `busy` is the share of the time that
 * they work. The last column counts processor time: the cores that would work if each thread of the
 * coordinator, and Redis, had a processor to itself, which is what the busiest of them can serve.
 */
export async function findCeiling(options: CeilingOptions): Promise<void> {
  const { cores, seconds, plot } = options;
  print(`${availableParallelism()} processors for everything`);
  print(HEAD);
  const curves: CeilingCurve[] = [];
  for (const make of KINDS.filter((kind) => kind.includes(options.kind))) {
    const prepared = await prepareAll(make);
    const points: Measured[] = [];
    for (const count of cores) {
      await withRedis(async (redis, folder) => {
        const slower = options.slower ?? slowerFor(count, prepared);
        points.push(
          await simulate(redis, folder, { make, prepared, cores: count, seconds, slower }),
        );
      }, EVERY_SECOND);
    }
    // Few cores get small batches, and of too many most only ask for work.
    const ceiling = Math.max(...points.map((point) => point.ceiling));
    curves.push({ name: make, points, ceiling });
  }
  if (plot !== null) writeFileSync(plot, ceilingPlot(curves));
}

const HEAD = `                          cores   puzzles     each  slower    busy  microseconds of processor time a puzzle  MiB held by    cores for
                                                                   coordinator            Redis  workers  coord.  Redis  a whole
                                                                   main  other    all                                    processor`;

export interface CeilingOptions {
  readonly cores: readonly number[];
  /** What the simulated cores have to do, in seconds of theirs. */
  readonly seconds: number;
  /** How much slower than in truth time passes for the simulated cores; null: as much as they need. */
  readonly slower: number | null;
  /** Part of the name of the kinds of puzzle that are measured. */
  readonly kind: string;
  /** The file of a drawing, if one is wanted. */
  readonly plot: string | null;
}

interface Simulation extends Pick<CeilingOptions, 'seconds'> {
  readonly slower: number;
  readonly make: Make;
  readonly prepared: Prepared;
  readonly cores: number;
}

const KINDS = ['random 15x15', '25x25 like a tournament'] as const;

interface Measured extends CeilingPoint {
  readonly ceiling: number;
}

function prepareAll(make: Make): Promise<Prepared> {
  // The same puzzles, in the same order, as writePuzzles draws them.
  const random = randomNumbers(7);
  const batch = packBatch(Array.from({ length: DISTINCT }, () => pack(MAKES[make](random))));
  return prepare(batch, { ...DEFAULT_SOLVE_LIMITS, sliceMs: Infinity });
}

function meanMsOf(prepared: Prepared): number {
  const times = Object.values(prepared).map(({ solveMs }) => solveMs);
  return times.reduce((sum, ms) => sum + ms, 0) / times.length;
}

/** So much slower that two processors are enough for everything. */
function slowerFor(cores: number, prepared: Prepared): number {
  return Math.max(1, Math.ceil((cores * 1000) / meanMsOf(prepared) / ENOUGH_A_SECOND));
}

async function simulate(
  redis: TestRedis,
  folder: string,
  { make, prepared, cores, seconds, slower }: Simulation,
): Promise<Measured> {
  const meanMs = meanMsOf(prepared);
  const puzzles = Math.min(MOST_PUZZLES, Math.ceil((cores * seconds * 1000) / meanMs));
  const csv = join(folder, 'puzzles.csv');
  const results = join(folder, 'results.json');
  await writePuzzles(csv, make, puzzles, DISTINCT);
  writeFileSync(results, JSON.stringify(prepared));
  const workers = await startWorkers(redis, cores, results, slower);
  const db = join(folder, 'ceiling.sqlite');
  const words = ['run', csv, '--db', db, '--no-report', '--quiet'];
  const coordinator = start(words, undefined, { NONOMILL_QUEUE: redis.url, ...slowed(slower) });
  const pids = workers.map(({ pid }) => pid!);
  const processes = { coordinator: coordinator.child.pid!, redis: redis.pid, workers: pids, db };
  const watch = new RunWatch(processes, puzzles);
  const { code, stderr } = await coordinator.ended;
  if (code !== 0) throw new Error(`the run ended with ${code}:\n${stderr}`);
  const used = watch.end();
  const busy = (used.puzzles * meanMs * slower) / cores / used.wallMs;
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
      String(slower).padStart(8) +
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
  return { cores, working: Math.min(cores, ceiling), ceiling };
}

async function startWorkers(
  redis: TestRedis,
  cores: number,
  results: string,
  slower: number,
): Promise<ChildProcess[]> {
  const each = Math.ceil(cores / THREADS_A_WORKER / PROCESSES);
  const children = Array.from({ length: PROCESSES }, () =>
    spawn(
      process.execPath,
      [WORKERS, redis.url, ...[each, THREADS_A_WORKER].map(String), results, String(slower)],
      { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...slowed(slower) } },
    ),
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

/** The environment of a program for which time passes more slowly. */
function slowed(slower: number): Record<string, string> {
  return { NODE_OPTIONS: `--import=${SLOW_TIME}`, NONOMILL_BENCH_SLOWER: `${slower}` };
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
