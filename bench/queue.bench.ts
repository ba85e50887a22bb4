// Runs through a queue: their rate and their memory.
// The rate against a local run's (--rate), and what the coordinator and Redis hold over many puzzles
// (--memory). Without a flag both. What machines cost that are not here (--machines): workers that
// only say what was found beforehand, a worker that is lost, and shards that are merged.
//
//   npm run bench -- queue --rate --rounds 3 --share 1
//   npm run bench -- queue --memory --small 1000000
//   npm run bench -- queue --machines
//
// Needs redis-server, and Linux: it reads /proc.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Ended, type Started, nonomill, start } from '../test/support/nonomill.js';
import type { TestRedis } from '../test/support/redis.js';
import {
  drawnPuzzles,
  EVERY_SECOND,
  type Make,
  withRedis,
  writePuzzles,
} from './support/queues.js';
import {
  cpuMs,
  cpuMsOf,
  inFolder,
  keepFigure,
  print,
  residentMiBOf,
  threadCpuMsOf,
} from './support/figures.js';
import { reading } from './faults/database.js';
import { connect, DEFAULT_TIMINGS, parseQueueAddress } from '../src/pipeline/queue/link.js';
import { puzzleNames } from '../src/pipeline/queue/messages.js';
import { QueueWorker } from '../src/pipeline/queue/queue-worker.js';
import { LocalPool } from '../src/pipeline/runs/pool/local-pool.js';
import { packResults, type Pool } from '../src/pipeline/runs/pool/pool.js';
import { pack } from '../src/solver/core/puzzle/packed.js';
import { packBatch, partOfBatch } from '../src/solver/core/puzzle/packed-batch.js';
import type { PuzzleResult } from '../src/solver/core/result/result.js';
import { DEFAULT_SOLVE_LIMITS } from '../src/solver/engine/model/limits.js';

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
    const worker = startWorker(redis);
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
    succeed(await coordinator.ended);
  }, EVERY_SECOND);
}

/** A worker with one thread, which ends with its Redis. */
function startWorker(redis: TestRedis): Started {
  const worker = start(['worker', '--threads', '1'], undefined, { NONOMILL_QUEUE: redis.url });
  redis.users.push(async () => {
    worker.child.kill('SIGTERM');
    await worker.ended;
  });
  return worker;
}

/** How many results a database holds; 0 while it is being made. */
function storedIn(db: string): number {
  const count = 'SELECT count(*) FROM result_rows';
  return reading(db, (open) => open.prepare(count).pluck().get() as number) ?? 0;
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
    await startWorker(redis).said('waits for puzzles');
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

function succeed({ code, stderr }: Ended): void {
  if (code !== 0) throw new Error(`a run ended with ${code}:\n${stderr}`);
}

function wallMsOf(db: string): number {
  return reading(db, (open) => open.prepare('SELECT wall_ms FROM runs').pluck().get() as number)!;
}

/** Results by the names of their puzzles. */
type Prepared = Readonly<Record<string, PuzzleResult>>;

/** Puzzles that are solved beforehand, and then repeat; and how many go through a run. */
const SIMULATED = {
  'random 15x15': { distinct: 2000, puzzles: 200_000 },
  '25x25 like a tournament': { distinct: 250, puzzles: 60_000 },
} satisfies Partial<Record<Make, { distinct: number; puzzles: number }>>;

const CORES_A_WORKER = 16;

/**
 * What workers cost the coordinator and Redis, in CPU time, so that it does not matter what else
 * this machine does: its workers solve nothing, and answer at once with what was found beforehand
 * and the time that it took then. So batches are as large as those of real workers, and as many
 * puzzles are out at a time. Each thread of the coordinator, and Redis, can have a processor of its
 * own: the busiest says how many cores there is work for.
 */
async function simulateWorkers(workers: readonly number[], share: number): Promise<void> {
  print(
    'puzzles                    workers  solving  puzzles   coordinator, us a puzzle   Redis  bytes in Redis   MiB held   cores',
  );
  print(
    '                           x 16       takes  a batch     all    main  busiest       us  in    out        coord. Redis fed',
  );
  for (const make of Object.keys(SIMULATED) as (keyof typeof SIMULATED)[]) {
    const { distinct, puzzles } = SIMULATED[make];
    const prepared = await solvedBefore(make, distinct);
    for (const count of workers) {
      await withRedis(async (redis, folder) => {
        const total = Math.round(puzzles * share);
        const run = { make, distinct, total, workers: [count], waitMs: 0 };
        const { looks, ...spent } = await simulatedRun(redis, folder, prepared, run);
        if (looks.length < 2) throw new Error('the run was too short to be watched');
        const [first, last] = looks;
        const meanMs = meanOf(Object.values(prepared).map(({ solveMs }) => solveMs));
        const us = (of: keyof Look): number =>
          ((last[of] - first[of]) * 1000) / (last.stored - first.stored);
        const busiest = Math.max(us('main'), us('other'), us('redis'));
        const fed = (meanMs * 1000) / busiest;
        keepFigure(`${make}, ${count} workers, feeds`, fed, 'cores', 'more');
        keepFigure(`${make}, ${count} workers, coordinator`, us('all'), 'µs CPU', 'less');
        keepFigure(`${make}, ${count} workers, Redis`, us('redis'), 'µs CPU', 'less');
        print(
          make.padEnd(27) +
            String(count).padEnd(6) +
            `${meanMs.toFixed(2)} ms`.padStart(11) +
            (total / spent.batches).toFixed(0).padStart(9) +
            us('all').toFixed(1).padStart(8) +
            us('main').toFixed(1).padStart(8) +
            us('other').toFixed(1).padStart(8) +
            us('redis').toFixed(1).padStart(10) +
            (spent.bytesIn / total).toFixed(0).padStart(6) +
            (spent.bytesOut / total).toFixed(0).padStart(6) +
            spent.coordinatorMiB.toFixed(0).padStart(11) +
            spent.redisMiB.toFixed(0).padStart(6) +
            fed.toFixed(0).padStart(8),
        );
      }, EVERY_SECOND);
    }
  }
}

/** How long a run waits for what a worker had that is killed, and how much of it there was. */
async function loseWorker(): Promise<void> {
  const make = '25x25 like a tournament';
  const prepared = await solvedBefore(make, 50);
  await withRedis(async (redis, folder) => {
    // The first has batches under work for longer than all others take for theirs.
    const run = { make, distinct: 50, total: 4000, workers: [1, 4], waitMs: 120_000 } as const;
    const { waitedMs } = await simulatedRun(redis, folder, prepared, run);
    keepFigure('a lost worker', waitedMs / 1000, 's', 'less');
    print(`a killed worker: its last batch is back ${(waitedMs / 1000).toFixed(1)} s later`);
  }, EVERY_SECOND);
}

interface SimulatedRun {
  readonly make: Make;
  readonly distinct: number;
  readonly total: number;
  /** How many, by process. */
  readonly workers: readonly number[];
  /** How long those of the first process take for a batch; they are killed after a tenth of it. */
  readonly waitMs: number;
}

async function simulatedRun(
  redis: TestRedis,
  folder: string,
  prepared: Prepared,
  { make, distinct, total, workers, waitMs }: SimulatedRun,
) {
  const csv = join(folder, 'puzzles.csv');
  await writePuzzles(csv, make, total, distinct);
  const file = join(folder, 'results.json');
  writeFileSync(file, JSON.stringify(prepared));
  let batches = 0;
  const children: ChildProcess[] = [];
  for (const [i, count] of workers.entries()) {
    const words = ['--pretend', redis.url, String(count), file, String(i === 0 ? waitMs : 0)];
    const child = spawn(process.execPath, [fileURLToPath(import.meta.url), ...words], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    child.stdout.on('data', (said: Buffer) => (batches += Number(said.toString())));
    children.push(child);
  }
  const client = connect(parseQueueAddress(redis.url));
  const db = join(folder, 'queue.sqlite');
  const words = ['run', csv, '--db', db, '--no-report', '--quiet'];
  const env = { NONOMILL_QUEUE: redis.url };
  const coordinator = start(words, undefined, env);
  const held = { coordinatorMiB: 0, redisMiB: 0 };
  // What it does before its first tenth and after its last results weighs less in a night.
  const looks: Look[] = [];
  const timer = setInterval(() => {
    const pid = coordinator.child.pid!;
    try {
      held.coordinatorMiB = Math.max(held.coordinatorMiB, residentMiBOf(pid));
      held.redisMiB = Math.max(held.redisMiB, residentMiBOf(redis.pid));
      const stored = storedIn(db);
      if (stored < total / 10 || stored > 0.98 * total) return;
      const look = { stored, all: cpuMsOf(pid), redis: cpuMsOf(redis.pid), ...threadCpuMsOf(pid) };
      looks[looks.length === 0 ? 0 : 1] = look;
    } catch {
      // It has just ended.
    }
  }, 250);
  let killedAt = 0;
  if (waitMs > 0) {
    await delay(waitMs / 10);
    children[0].kill('SIGKILL');
    killedAt = performance.now();
  }
  succeed(await coordinator.ended);
  clearInterval(timer);
  const waitedMs = performance.now() - killedAt;
  const info = await client.info();
  client.disconnect();
  const sum = (name: string): number => Number(new RegExp(`${name}:(\\d+)`).exec(info)![1]);
  const [bytesIn, bytesOut] = [sum('total_net_input_bytes'), sum('total_net_output_bytes')];
  for (const child of children) {
    const isOver = child.exitCode !== null || child.signalCode !== null;
    child.kill('SIGTERM');
    if (!isOver) await once(child, 'close');
  }
  return { looks, ...held, bytesIn, bytesOut, batches, waitedMs };
}

/** CPU milliseconds until then, and results in the database. */
interface Look {
  readonly stored: number;
  readonly all: number;
  readonly main: number;
  readonly other: number;
  readonly redis: number;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/**
 * Solves puzzles for workers that pretend to. Their times are scaled to the CPU time of all, as
 * other programs use this machine, too.
 */
async function solvedBefore(make: Make, distinct: number): Promise<Prepared> {
  const batch = packBatch(drawnPuzzles(make, distinct).map(pack));
  const limits = { ...DEFAULT_SOLVE_LIMITS, difficulty: true, sliceMs: Infinity };
  const pool = new LocalPool({ threads: 1, memoryMiB: null });
  await pool.solve(partOfBatch(batch, 0, 1), limits);
  const before = cpuMs();
  const { results } = await pool.solve(batch, limits);
  const used = cpuMs() - before;
  await pool.close();
  const names = puzzleNames(batch, '');
  const scale = Math.min(1, used / results.reduce((sum, { solveMs }) => sum + solveMs, 0));
  return Object.fromEntries(
    results.map((result, i) => [names[i], { ...result, solveMs: result.solveMs * scale }]),
  );
}

/** A process of workers that pretend to solve; it says how many batches they had when it ends. */
function pretend([url, count, file, waitMs]: readonly string[]): void {
  const prepared = JSON.parse(readFileSync(file, 'utf8')) as Prepared;
  const pool: Pool = {
    capacity: CORES_A_WORKER,
    patience: 1,
    async solve(batch, { sliceMs }) {
      const results: PuzzleResult[] = [];
      let heldMs = 0;
      for (const name of puzzleNames(batch, '')) {
        results.push({ ...prepared[name], finishedAt: Date.now() });
        heldMs += prepared[name].solveMs;
        if (heldMs > sliceMs) break;
      }
      await delay(Number(waitMs));
      const packed = [packResults(results)];
      return { count: results.length, results: [], rows: [], packed, heldMs };
    },
    close: () => Promise.resolve(),
  };
  const workers = Array.from(
    { length: Number(count) },
    () =>
      new QueueWorker({
        pool,
        threads: CORES_A_WORKER,
        toolVersion: 'simulated',
        timings: DEFAULT_TIMINGS,
        address: parseQueueAddress(url),
        onNote: (note) => process.stderr.write(`${note}\n`),
      }),
  );
  process.stdout.write('ready\n');
  process.once('SIGTERM', () => {
    const batches = workers.reduce((sum, { figures }) => sum + figures.batches, 0);
    process.stdout.write(`${batches}\n`, () => process.exit());
  });
}

/** What merging costs: the shards of one run, each with as many entries. */
async function mergeShards(counts: readonly number[], entries: number): Promise<void> {
  print('shards   entries      CPU   a shard   an entry   bytes a shard   bytes merged, an entry');
  for (const shards of counts) {
    await inFolder(async (folder) => {
      const csv = join(folder, 'puzzles.csv');
      await writePuzzles(csv, 'random 5x5', shards * entries, 10_000);
      const parts = Array.from({ length: shards }, (_, i) => join(folder, `part${i + 1}.sqlite`));
      for (const [i, part] of parts.entries()) {
        const words = ['run', csv, '--shard', `${i + 1}/${shards}`, '--db', part];
        succeed(await nonomill([...words, '--no-report', '--quiet']));
      }
      const all = join(folder, 'all.sqlite');
      const before = cpuMs();
      succeed(await nonomill(['merge', ...parts, '--db', all, '--no-report', '--quiet']));
      const used = cpuMs() - before;
      const bytes = meanOf(parts.map((part) => statSync(part).size));
      keepFigure(`merge of ${shards} shards of ${entries}`, used, 'ms CPU', 'less');
      print(
        String(shards).padStart(6) +
          String(shards * entries).padStart(10) +
          `${(used / 1000).toFixed(2)} s`.padStart(9) +
          `${(used / shards).toFixed(2)} ms`.padStart(10) +
          `${((used * 1000) / shards / entries).toFixed(1)} us`.padStart(11) +
          bytes.toFixed(0).padStart(16) +
          (statSync(all).size / shards / entries).toFixed(0).padStart(25),
      );
    });
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    machines: { type: 'boolean', default: false },
    workers: { type: 'string', default: '4,64' },
    shards: { type: 'string', default: '32,256' },
    pretend: { type: 'boolean', default: false },
    rate: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '3' },
    share: { type: 'string', default: '1' },
    memory: { type: 'boolean', default: false },
    small: { type: 'string', default: '1000000' },
  },
});
const all = !values.rate && !values.memory && !values.machines && !values.pretend;
if (all || values.rate) await compareRates(Number(values.rounds), Number(values.share));
if (all || values.memory) await watchMemory(Number(values.small));
if (values.pretend) pretend(positionals);
if (values.machines) {
  await simulateWorkers(values.workers.split(',').map(Number), Number(values.share));
  await loseWorker();
  const shards = values.shards.split(',').map(Number);
  await mergeShards(shards, 20);
  await mergeShards([shards[0]], 2000);
}
