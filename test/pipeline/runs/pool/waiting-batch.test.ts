// In a process of its own: what it looks at belongs to the whole process.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  batchCount,
  pickFromBatch,
  type PackedBatch,
} from '../../../../src/solver/core/puzzle/packed-batch.js';
import { LocalPool, type LocalPoolOptions } from '../../../../src/pipeline/runs/pool/local-pool.js';
import type { BatchLimits } from '../../../../src/pipeline/runs/pool/pool.js';
import {
  begin,
  newProgress,
  batchPlace,
  takeBack,
  TAKEN_BACK,
} from '../../../../src/pipeline/runs/pool/protocol.js';
import { createBatchSolver } from '../../../../src/pipeline/runs/pool/solve-batch.js';
import type { PuzzleResult } from '../../../../src/solver/core/result/result.js';
import { FILL_MEMORY, LIMITS, batchOf } from '../../../support/packed-batches.js';
import { ONLY_DEEP, depth } from '../../../support/depth.js';

/** Solves all batches at once, and what is left of each until it is solved whole. */
async function solveAtOnce(
  options: Partial<LocalPoolOptions> & { readonly thread?: string },
  batches: readonly PackedBatch[],
  limits: BatchLimits = LIMITS,
): Promise<PuzzleResult[][]> {
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
  const solveAll = async (batch: PackedBatch): Promise<PuzzleResult[]> => {
    const all: PuzzleResult[] = [];
    const count = batchCount(batch);
    while (all.length < count) {
      const left = Array.from({ length: count - all.length }, (_, i) => all.length + i);
      const { results } = await pool.solve(pickFromBatch(batch, left), limits);
      assert.ok(results.length > 0);
      all.push(...results);
    }
    assert.equal(all.length, count);
    return all;
  };
  try {
    return await Promise.all(batches.map(solveAll));
  } finally {
    await pool.close();
  }
}

/** Without what differs from one solving to the next. */
function verdicts(results: readonly PuzzleResult[]): object[] {
  return results.map((result) => ({ ...result, solveMs: 0, finishedAt: 0 }));
}

/** What well-behaved threads find. */
let known: Promise<PuzzleResult[][]> | null = null;

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
  const skip = /eating|exiting/.test(thread) && ONLY_DEEP;
  test(`${thread}: a batch that waits in the thread survives its death`, { skip }, async () => {
    const batches = [batchOf(5, [3]), batchOf(8), batchOf(4, [0]), batchOf(6)];
    known ??= solveAtOnce({}, batches);
    const expected = await known;
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

test('with many deaths on several threads every puzzle keeps its own result', async () => {
  const batches = Array.from({ length: depth(12, 30) }, (_, i) =>
    batchOf(3 + (i % 5), i % 3 === 0 ? [i % 3, 2] : []),
  );
  const expected = await solveAtOnce({ threads: 3 }, batches);
  const found = await solveAtOnce({ threads: 3, thread: 'exiting-thread' }, batches);
  found.forEach((results, i) => {
    assert.deepEqual(
      results.map(({ status }) => status === 'crash'),
      expected[i].map((_, k) => i % 3 === 0 && (k === 0 || k === 2)),
    );
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

test('batches that wait after a stuck puzzle go to threads that have nothing else to do', async (t) => {
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
  const begun = newProgress();
  assert.ok(begin(begun));
  assert.equal(takeBack(begun), false);
  assert.equal(batchPlace(begun), 0);
  const takenBack = newProgress();
  assert.ok(takeBack(takenBack));
  assert.equal(begin(takenBack), false);
  assert.equal(batchPlace(takenBack), TAKEN_BACK);
});

test('a thread does not touch a batch that was taken back', () => {
  const solveBatch = createBatchSolver(() => ({
    solve: () => {
      throw new Error('not to be solved');
    },
  }));
  const progress = newProgress();
  takeBack(progress);
  const task = { batch: batchOf(3), limits: LIMITS, form: null, progress: progress.buffer };
  assert.equal(solveBatch(task), null);
});
