// In a process of its own: what it looks at belongs to the whole process.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  batchCount,
  packBatch,
  pickFromBatch,
  type PackedBatch,
} from '../../../../src/solver/core/puzzle/packed-batch.js';
import { LocalPool } from '../../../../src/pipeline/runs/pool/local-pool.js';
import { OwnThread } from '../../../../src/pipeline/runs/pool/own-thread.js';
import {
  type BatchLimits,
  NOT_BEGUN,
  TaskProgress,
} from '../../../../src/pipeline/runs/pool/pool.js';
import { textResults, unpackResults } from '../../../../src/pipeline/queue/messages.js';
import type { PuzzleResult } from '../../../../src/solver/core/result/result.js';
import { FILL_MEMORY, LIMITS, batchOf } from '../../../support/packed-batches.js';
import { dominoes } from '../../../support/long-puzzles.js';
import { pack } from '../../../../src/solver/core/puzzle/packed.js';
import { ONLY_DEEP, deepTest, depth, temporaryFolder } from '../../../support/tests.js';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { AWAITED } from '../../../fixtures/threads/waiting-thread.js';
import { createBatchSolver } from '../../../../src/pipeline/runs/pool/solve-batch.js';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

type LocalPoolOptions = ConstructorParameters<typeof LocalPool>[0];

async function withPool<T>(
  options: Partial<LocalPoolOptions> & { readonly thread?: string },
  work: (pool: LocalPool) => Promise<T>,
): Promise<T> {
  const { thread, ...rest } = options;
  const pool = new LocalPool({
    threads: 1,
    memoryMiB: null,
    graceMs: 200,
    ...(thread !== undefined && {
      threadFile: new URL(`../../../fixtures/threads/${thread}.js`, import.meta.url),
    }),
    ...rest,
  });
  try {
    return await work(pool);
  } finally {
    await pool.close();
  }
}

async function solve(
  pool: LocalPool,
  batch: PackedBatch,
  limits: BatchLimits = LIMITS,
): Promise<readonly PuzzleResult[]> {
  return (await pool.solve(batch, limits)).results;
}

/** As the dispatcher does: sends what is left until every puzzle has its result. */
async function solveAll(
  pool: LocalPool,
  batch: PackedBatch,
  limits: BatchLimits = LIMITS,
): Promise<PuzzleResult[]> {
  const all: PuzzleResult[] = [];
  while (all.length < batchCount(batch)) {
    const left = Array.from({ length: batchCount(batch) - all.length }, (_, i) => all.length + i);
    const results = await solve(pool, pickFromBatch(batch, left), limits);
    assert.ok(results.length > 0);
    all.push(...results);
  }
  assert.equal(all.length, batchCount(batch));
  return all;
}

/** Without what differs from one solving to the next. */
function verdicts(results: readonly PuzzleResult[]): object[] {
  return results.map((result) => ({ ...result, solveMs: 0, finishedAt: 0 }));
}

test('a batch comes back with a checked result for each puzzle, in order', async () => {
  const results = await withPool({}, (pool) => solve(pool, batchOf(50)));
  assert.equal(results.length, 50);
  for (const result of results) {
    assert.ok(result.status === 'unique' || result.status === 'multiple');
    assert.match(result.solution ?? '', /^([#.]{5}\/){4}[#.]{5}$/);
    assert.equal(result.error, null);
    assert.ok(result.solveMs >= 0);
    assert.ok(Math.abs(result.finishedAt - Date.now()) < 60_000);
  }
});

test('a thread returns what it has after its slice, at least one result', async () => {
  const results = await withPool({}, (pool) =>
    solve(pool, batchOf(2000), { ...LIMITS, sliceMs: 0 }),
  );
  assert.equal(results.length, 1);
});

test('the main thread solves what is quick, and threads start for what is not', async (t) => {
  const opened: LocalPool[] = [];
  t.after(() => Promise.all(opened.map((pool) => pool.close())));
  const open = (): Promise<LocalPool> => {
    opened.push(new LocalPool({ threads: 2, memoryMiB: null }));
    return Promise.resolve(opened[0]);
  };
  const long = packBatch([pack(dominoes(20))]);
  const patient = new OwnThread(open, Infinity);
  const quick = await patient.solve(batchOf(50), LIMITS);
  const stopped = await patient.solve(long, { ...LIMITS, timeoutMs: 1 });
  assert.equal(stopped.results[0].status, 'timeout');
  assert.equal(opened.length, 0, 'no thread starts for what is done in time');
  const pool = new OwnThread(open, 20);
  const capacities = [pool.capacity];
  pool.onCapacity(() => capacities.push(pool.capacity));
  const [limited] = (await pool.solve(long, { ...LIMITS, timeoutMs: 300 })).results;
  assert.equal(limited.status, 'timeout');
  assert.ok(limited.solveMs >= 300, 'it has all the time that was asked for');
  const { results } = await pool.solve(batchOf(50), LIMITS);
  assert.deepEqual(verdicts(results), verdicts(quick.results));
  assert.equal(opened.length, 1);
  assert.deepEqual(capacities, [1, opened[0].capacity]);
  await pool.close();
});

test('four threads return the results of one', async () => {
  const batches = [batchOf(200), batchOf(30), batchOf(400)];
  const solveWith = (threads: number): Promise<PuzzleResult[][]> =>
    solveAtOnce({ threads }, batches, { ...LIMITS, sliceMs: 1 });
  assert.deepEqual((await solveWith(4)).map(verdicts), (await solveWith(1)).map(verdicts));
});

/** What well-behaved threads find, by the marked puzzles. */
const known = new Map<string, Promise<PuzzleResult[]>>();

for (const { thread, status, error, options = {}, limits = {} } of [
  {
    thread: 'stuck-thread',
    status: 'timeout',
    error: /did not come back .* after the time limit and was ended/,
    limits: { timeoutMs: 300 },
  },
  {
    thread: 'heap-eating-thread',
    status: 'memory',
    error: /ran out of memory/,
    options: { memoryMiB: 48 },
    limits: FILL_MEMORY,
  },
  {
    thread: 'buffer-eating-thread',
    status: 'memory',
    error: /memory ran out while the thread was on this puzzle/,
    options: { memoryMiB: 48 },
    limits: FILL_MEMORY,
  },
  { thread: 'exiting-thread', status: 'crash', error: /the thread died: .*7/ },
  { thread: 'throwing-thread', status: 'crash', error: /the solver failed: .*a bug on purpose/ },
  { thread: 'late-dying-thread', status: 'crash', error: /the thread died: .*7/ },
  { thread: 'wrong-picture-thread', status: 'crash', error: /checker refused the solution: row 1/ },
  { thread: 'unpackable-thread', status: 'crash', error: /the thread died: .*a bug on purpose/ },
]) {
  // What fills all memory, and dies only then, takes long; threads that die are alike to the pool.
  const usual = /stuck|wrong-picture/.test(thread) ? [2] : [];
  for (const marked of [[0], [9], [2, 6]]) {
    test(
      `${thread}: puzzles ${marked.join(' and ')} of ten get "${status}", the others their results`,
      { skip: !usual.includes(marked[0]) && ONLY_DEEP },
      async () => {
        const batch = batchOf(10, marked);
        const key = marked.join();
        if (!known.has(key))
          known.set(
            key,
            withPool({}, (pool) => solveAll(pool, batch)),
          );
        const expected = await known.get(key)!;
        const results = await withPool({ thread, ...options }, (pool) =>
          solveAll(pool, batch, { ...LIMITS, ...limits }),
        );
        for (const i of marked) {
          assert.equal(results[i].status, status);
          assert.equal(results[i].stoppedBy, status);
          assert.match(results[i].error ?? '', error);
          assert.equal(results[i].solution, null);
          assert.equal(results[i].solutions, '0');
        }
        const others = (all: readonly PuzzleResult[]): PuzzleResult[] =>
          all.filter((_, i) => !marked.includes(i));
        assert.deepEqual(verdicts(others(results)), verdicts(others(expected)));
      },
    );
  }
}

test('results that are to travel are packed, with that of a puzzle which killed its thread', async () => {
  const batch = batchOf(5, [2]);
  const unpacked = await withPool({ thread: 'exiting-thread' }, async (pool) => {
    const { count, results, packed } = await pool.solve(batch, LIMITS, 'packed');
    assert.deepEqual([count, results], [3, []]);
    return packed!.flatMap((part) => {
      const read = unpackResults(part);
      return typeof read === 'string' ? assert.fail(read) : read;
    });
  });
  const plain = await withPool({ thread: 'exiting-thread' }, (pool) => solve(pool, batch));
  const travelled = textResults(batch, unpacked);
  assert.deepEqual(verdicts(travelled), verdicts(plain));
});

test('counters are null after a kill, and the time is that of the puzzle', async () => {
  const began = performance.now();
  const [result] = await withPool({ thread: 'stuck-thread' }, (pool) =>
    solve(pool, batchOf(1, [0]), { ...LIMITS, timeoutMs: 300 }),
  );
  const tookMs = performance.now() - began;
  assert.deepEqual(
    [result.lineSolves, result.probes, result.decisions, result.conflicts, result.searchDepth],
    [null, null, null, null, null],
  );
  assert.ok(result.solveMs >= 500 && result.solveMs <= tookMs, `${result.solveMs} of ${tookMs} ms`);
});

test('a stuck thread does not hold up the others', async () => {
  await withPool({ thread: 'stuck-thread', threads: 2 }, async (pool) => {
    // Both threads are there before a clock runs.
    await Promise.all([solve(pool, batchOf(20)), solve(pool, batchOf(20))]);
    let stuckEnded = false;
    // It ends with the pool.
    const stuck = solve(pool, batchOf(1, [0]), { ...LIMITS, timeoutMs: Infinity });
    void stuck.catch(() => undefined).finally(() => (stuckEnded = true));
    for (let i = 0; i < 20; i++) assert.equal((await solve(pool, batchOf(20))).length, 20);
    assert.equal(stuckEnded, false);
  });
});

test('a thread that cannot start is an error of the pool, not of the puzzles', async () => {
  await withPool({ thread: 'unstartable-thread', beginMs: 1000 }, async (pool) => {
    await assert.rejects(pool.solve(batchOf(3), LIMITS), /no thread starts/);
  });
});

test('closing the pool ends work under way at once', async () => {
  await withPool({ thread: 'stuck-thread' }, async (pool) => {
    const stuck = pool.solve(batchOf(1, [0]), LIMITS);
    const rejected = assert.rejects(stuck, /the pool was closed/);
    await new Promise((resolve) => setTimeout(resolve, 200));
    await pool.close();
    await rejected;
    await assert.rejects(pool.solve(batchOf(1), LIMITS), /the pool is closed/);
  });
});

/** Starting a thread takes longer than solving dozens of such batches. */
const BATCHES = 400;

const TASKS = '/proc/self/task';

test(
  'a pool of a thousand threads starts no more than it has work for',
  { skip: ONLY_DEEP || (!existsSync(TASKS) && 'threads are counted in /proc') },
  async () => {
    const before = readdirSync(TASKS).length;
    const pool = new LocalPool({ threads: 1000, memoryMiB: null });
    const solved = await Promise.all(
      Array.from({ length: 6 }, () => pool.solve(batchOf(3), { ...LIMITS, sliceMs: Infinity })),
    );
    assert.ok(solved.every(({ results }) => results.length === 3));
    const started = readdirSync(TASKS).length - before;
    await pool.close();
    assert.ok(started <= 16, `${started} threads were started`);
  },
);

test(
  'small batches are solved by the threads that are there, not by one for each batch',
  { skip: ONLY_DEEP || (!existsSync(TASKS) && 'threads are counted in /proc') },
  async () => {
    const before = readdirSync(TASKS).length;
    const pool = new LocalPool({ threads: 1000, memoryMiB: null });
    const solved = await Promise.all(
      Array.from({ length: BATCHES }, () =>
        pool.solve(batchOf(1), { ...LIMITS, sliceMs: Infinity }),
      ),
    );
    assert.ok(solved.every(({ results }) => results.length === 1));
    const started = readdirSync(TASKS).length - before;
    await pool.close();
    assert.ok(started <= BATCHES / 8, `${started} threads were started`);
  },
);

deepTest('threads join in for batches that wait while all others are held up', async (t) => {
  const awaited = join(temporaryFolder(t), 'awaited');
  process.env[AWAITED] = awaited;
  const threadFile = new URL('../../../fixtures/threads/waiting-thread.js', import.meta.url);
  const places = 2 * Math.max(8, availableParallelism());
  const pool = new LocalPool({ threads: places + 2, memoryMiB: null, threadFile });
  t.after(() => pool.close());
  const limits = { ...LIMITS, timeoutMs: 600_000, sliceMs: Infinity };
  let ended = 0;
  const held = Array.from({ length: places }, async () => {
    await pool.solve(batchOf(1, [0]), limits);
    ended++;
  });
  // They have all places of the threads that start at once, and wait for nothing but the file.
  const { results } = await pool.solve(batchOf(3), limits);
  assert.equal(results.length, 3);
  assert.equal(ended, 0);
  writeFileSync(awaited, '');
  await Promise.all(held);
});

/** Solves all batches at once, and what is left of each until it is solved whole. */
function solveAtOnce(
  options: Partial<LocalPoolOptions> & { readonly thread?: string },
  batches: readonly PackedBatch[],
  limits: BatchLimits = LIMITS,
): Promise<PuzzleResult[][]> {
  return withPool(options, (pool) =>
    Promise.all(batches.map((batch) => solveAll(pool, batch, limits))),
  );
}

/** What well-behaved threads find. */
let knownBatch: Promise<PuzzleResult[][]> | null = null;

for (const { thread, status, options = {}, limits = {} } of [
  { thread: 'stuck-thread', status: 'timeout', limits: { timeoutMs: 300 } },
  ...['heap-eating-thread', 'buffer-eating-thread'].map((thread) => ({
    thread,
    status: 'memory',
    options: { memoryMiB: 48 },
    limits: FILL_MEMORY,
  })),
  { thread: 'exiting-thread', status: 'crash' },
  { thread: 'late-dying-thread', status: 'crash' },
]) {
  // How memory ran out makes a difference to the thread alone, and the next test has threads that
  // exit.
  const skip = thread !== 'stuck-thread' && ONLY_DEEP;
  test(`${thread}: a batch that waits in the thread survives its death`, { skip }, async () => {
    const batches = [batchOf(5, [3]), batchOf(8), batchOf(4, [0]), batchOf(6)];
    knownBatch ??= solveAtOnce({}, batches);
    const expected = await knownBatch;
    const found = await solveAtOnce({ thread, ...options }, batches, { ...LIMITS, ...limits });
    for (const [batch, marked] of [
      [0, 3],
      [2, 0],
    ]) {
      assert.equal(found[batch][marked].status, status);
      found[batch][marked] = expected[batch][marked];
    }
    assert.deepEqual(found.map(verdicts), expected.map(verdicts));
  });
}

deepTest('with many deaths on several threads every puzzle keeps its own result', async () => {
  const batches = Array.from({ length: depth(6, 30) }, (_, i) =>
    batchOf(3 + (i % 5), i % 3 === 0 ? [i % 3, 2] : []),
  );
  const expected = await solveAtOnce({ threads: 3 }, batches);
  const found = await solveAtOnce({ threads: 3, thread: 'exiting-thread' }, batches);
  found.forEach((results, i) => {
    const found = results.map(({ status }) => status === 'crash');
    const wanted = expected[i].map((_, k) => i % 3 === 0 && (k === 0 || k === 2));
    assert.deepEqual(found, wanted);
    const others = (all: readonly PuzzleResult[]): object[] =>
      verdicts(all.filter((_, k) => results[k].status !== 'crash'));
    assert.deepEqual(others(results), others(expected[i]));
  });
});

test('no clock runs for a batch while it waits', async () => {
  // A second a puzzle: the second batch waits for longer than a thread may take to begin one,
  // and longer than its puzzles may take.
  const found = await solveAtOnce(
    { thread: 'slow-thread', beginMs: 2500, graceMs: 100 },
    [batchOf(3), batchOf(1)],
    { ...LIMITS, timeoutMs: 2800 },
  );
  for (const { stoppedBy } of found.flat()) assert.notEqual(stoppedBy, 'timeout');
});

deepTest('batches that wait after a stuck puzzle go to threads without work', async (t) => {
  const threadFile = new URL('../../../fixtures/threads/stuck-thread.js', import.meta.url);
  const pool = new LocalPool({ threads: 3, memoryMiB: null, threadFile, graceMs: 200 });
  t.after(() => pool.close());
  await Promise.all([1, 2, 3].map(() => pool.solve(batchOf(20), LIMITS)));
  let stuckEnded = 0;
  for (let i = 0; i < 2; i++) {
    // It ends with the pool.
    const stuck = pool.solve(batchOf(1, [0]), { ...LIMITS, timeoutMs: Infinity });
    void stuck
      .then(
        () => undefined,
        () => undefined,
      )
      .finally(() => stuckEnded++);
  }
  const quick = Array.from({ length: 4 }, () => pool.solve(batchOf(20), LIMITS));
  for (const { results } of await Promise.all(quick)) assert.equal(results.length, 20);
  assert.equal(stuckEnded, 0);
});

test('waiting does not count as time that a batch held a thread', async (t) => {
  const threadFile = new URL('../../../fixtures/threads/slow-thread.js', import.meta.url);
  const pool = new LocalPool({ threads: 1, memoryMiB: null, threadFile });
  t.after(() => pool.close());
  const began = performance.now();
  const solved = await Promise.all([1, 2].map(() => pool.solve(batchOf(1), LIMITS)));
  const tookMs = performance.now() - began;
  const held = solved.map(({ heldMs }) => heldMs);
  for (const heldMs of held) assert.ok(heldMs >= 1000, String(heldMs));
  // One after the other: if the second had been held while it waited, they would be more than the
  // whole.
  assert.ok(held[0] + held[1] <= tookMs, `${held.join(' and ')} of ${tookMs} ms`);
});

test('a task is either begun or taken back', () => {
  const begun = new TaskProgress();
  assert.deepEqual([begun.hasBegun, begun.place], [false, NOT_BEGUN]);
  assert.ok(begun.begin());
  assert.equal(begun.takeBack(), false);
  assert.deepEqual([begun.hasBegun, begun.place], [true, 0]);
  const takenBack = new TaskProgress();
  assert.ok(takenBack.takeBack());
  assert.equal(takenBack.begin(), false);
  assert.equal(takenBack.hasBegun, false);
});

test('a thread does not touch a batch that was taken back', () => {
  const solveBatch = createBatchSolver(() => ({
    solve: () => {
      throw new Error('not to be solved');
    },
  }));
  const progress = new TaskProgress();
  progress.takeBack();
  const task = { batch: batchOf(3), limits: LIMITS, form: null, progress: progress.buffer };
  assert.equal(solveBatch(task), null);
});

const DRIVER = fileURLToPath(new URL('../../../fixtures/slow-pool-driver.js', import.meta.url));
interface Verdict {
  readonly status: string;
  readonly stoppedBy: string | null;
}

const skip = process.platform === 'win32' ? 'Windows has no SIGSTOP' : ONLY_DEEP;

/**
 * What the pool says of two puzzles, the second waiting after the first, when its process is
 * suspended for a while, some times, the first time when the first puzzle is under work.
 */
async function suspended(thread: string, forMs = 4000, times = 1): Promise<readonly Verdict[]> {
  const child = spawn(process.execPath, [DRIVER, thread], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const exit = once(child, 'exit');
  try {
    await lines.next();
    for (let i = 0; i < times; i++) {
      await delay(600);
      child.kill('SIGSTOP');
      await delay(forMs);
      child.kill('SIGCONT');
    }
    return JSON.parse((await lines.next()).value as string) as Verdict[];
  } finally {
    child.kill('SIGKILL');
    await exit;
  }
}

test('a puzzle whose time passed while the machine slept is tried again', { skip }, async () => {
  for (const { stoppedBy } of await suspended('slow-thread.js')) {
    assert.notEqual(stoppedBy, 'timeout');
  }
});

test('a stop of a second and a half does not end a puzzle either', { skip }, async () => {
  for (const { stoppedBy } of await suspended('slow-thread.js', 1500)) {
    assert.notEqual(stoppedBy, 'timeout');
  }
});

test('a machine that sleeps again during the next tries ends no puzzle', { skip }, async () => {
  // The second stop meets the puzzle that waited, the third the next try of the first.
  for (const { stoppedBy } of await suspended('slow-thread.js', 1500, 3)) {
    assert.notEqual(stoppedBy, 'timeout');
  }
});

test('a stuck puzzle is given up even after a sleep; the next is solved', { skip }, async () => {
  const [stuck, waiting] = await suspended('stuck-thread.js');
  assert.deepEqual(stuck, { status: 'timeout', stoppedBy: 'timeout' });
  assert.ok(['unique', 'multiple'].includes(waiting.status), waiting.status);
});
