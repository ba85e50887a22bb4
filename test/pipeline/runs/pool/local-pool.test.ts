// In a process of its own: what it looks at belongs to the whole process.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  batchCount,
  pickFromBatch,
  viewBatch,
  type PackedBatch,
} from '../../../../src/solver/core/puzzle/packed-batch.js';
import { LocalPool, type LocalPoolOptions } from '../../../../src/pipeline/runs/pool/local-pool.js';
import type { BatchLimits } from '../../../../src/pipeline/runs/pool/pool.js';
import { unpackResults, withTexts } from '../../../../src/pipeline/queue/messages.js';
import type { PuzzleResult } from '../../../../src/solver/core/result/result.js';
import { FILL_MEMORY, LIMITS, batchOf } from '../../../support/packed-batches.js';
import { ONLY_DEEP } from '../../../support/depth.js';

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

test('four threads return the results of one', async () => {
  const batches = [batchOf(200), batchOf(30), batchOf(400)];
  const solveWith = (threads: number): Promise<PuzzleResult[][]> =>
    withPool({ threads }, (pool) =>
      Promise.all(batches.map((batch) => solveAll(pool, batch, { ...LIMITS, sliceMs: 1 }))),
    );
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
  // To fill all memory twice takes long.
  const usual = { 'exiting-thread': [0, 2, 9], 'buffer-eating-thread': [0] }[thread] ?? [2];
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
  const { words, offsets } = viewBatch(batch);
  const travelled = unpacked.map((result, i) => withTexts(result, words, offsets[i]));
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
