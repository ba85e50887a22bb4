import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Dispatcher, BatchSizer, PaceSizer } from '../../../src/pipeline/runs/dispatcher.js';
import { resultOfDeath, solvedBatch, type Pool } from '../../../src/pipeline/runs/pool/pool.js';
import { LocalPool } from '../../../src/pipeline/runs/pool/local-pool.js';
import {
  batchCount,
  labelOrdinal,
  type PackedBatch,
  viewBatch,
} from '../../../src/solver/core/puzzle/packed-batch.js';
import { DEFAULT_SOLVE_LIMITS } from '../../../src/solver/engine/model/limits.js';
import { labelledBatch } from '../../support/batch-entries.js';
import { batchOf, puzzleOf } from '../../support/packed-batches.js';

const DEATH = { status: 'crash', reason: 'for the test', solveMs: 0 } as const;

const SLOW_THREAD = new URL('../../fixtures/threads/slow-thread.js', import.meta.url);

/** A batch of entries from an ordinal on. */
function numbered(first: number, count: number): PackedBatch {
  return labelledBatch(
    Array.from({ length: count }, (_, i) => {
      const label = { ordinal: first + i, name: null, title: null, palette: null, goal: null };
      return [puzzleOf(first + i), label] as const;
    }),
  );
}

test('every puzzle of every job is delivered once, even if a thread returns early', async () => {
  const pool = new LocalPool({ threads: 2, memoryMiB: null, threadFile: SLOW_THREAD });
  const delivered: string[] = [];
  const dispatcher = new Dispatcher<string>(
    pool,
    DEFAULT_SOLVE_LIMITS,
    ({ batch, packed }, { results }) => {
      const { words, offsets } = viewBatch(packed);
      for (const i of results.keys()) delivered.push(`${batch}${labelOrdinal(words, offsets[i])}`);
    },
  );
  // A second for each puzzle: far beyond a slice, so that each comes back alone.
  dispatcher.add({ batch: 'a', packed: numbered(0, 4) });
  dispatcher.add({ batch: 'b', packed: numbered(10, 2) });
  await dispatcher.finish();
  assert.deepEqual(delivered.sort(), ['a0', 'a1', 'a2', 'a3', 'b10', 'b11']);
  await dispatcher.close();
});

test('whoever waits gets the error of a failed delivery, and no more jobs are taken', async () => {
  const pool = new LocalPool({ threads: 1, memoryMiB: null });
  const dispatcher = new Dispatcher<string>(pool, DEFAULT_SOLVE_LIMITS, () => {
    throw new Error('no room');
  });
  dispatcher.add({ batch: 'a', packed: batchOf(1) });
  await assert.rejects(dispatcher.finish(), /no room/);
  await assert.rejects(dispatcher.room(), /no room/);
  assert.equal(dispatcher.halted, true);
  await dispatcher.close();
});

test('room holds back whoever brings jobs faster than they are solved', async () => {
  const pool = new LocalPool({ threads: 1, memoryMiB: null, threadFile: SLOW_THREAD });
  const dispatcher = new Dispatcher<string>(pool, DEFAULT_SOLVE_LIMITS, () => undefined);
  // As many as the pool wants, and two that wait.
  for (let i = 0; i < pool.capacity + 2; i++) {
    await dispatcher.room();
    dispatcher.add({ batch: 'a', packed: batchOf(1) });
  }
  const room = dispatcher.room().then(() => 'room');
  const pause = new Promise((resolve) => setTimeout(() => resolve('pause'), 300));
  assert.equal(await Promise.race([room, pause]), 'pause');
  dispatcher.halt();
  assert.equal(await room, 'room');
  await dispatcher.close();
});

test('no more jobs are in the pool than it can use, parts of others included', async () => {
  let inPool = 0;
  let most = 0;
  const pool: Pool = {
    capacity: 3,
    patience: 1,
    close: () => Promise.resolve(),
    async solve() {
      most = Math.max(most, ++inPool);
      await new Promise(setImmediate);
      inPool--;
      // One of its puzzles took the whole slice: the others come back alone.
      return solvedBatch([resultOfDeath(DEATH)], 100);
    },
  };
  let delivered = 0;
  const dispatcher = new Dispatcher<string>(pool, DEFAULT_SOLVE_LIMITS, () => delivered++);
  for (let i = 0; i < 20; i++) dispatcher.add({ batch: 'a', packed: batchOf(5) });
  await dispatcher.finish();
  assert.deepEqual([most, delivered], [3, 100]);
  await dispatcher.close();
});

test('waiting for something else ends when the dispatcher is halted', async () => {
  const pool = new LocalPool({ threads: 1, memoryMiB: null });
  const dispatcher = new Dispatcher<string>(pool, DEFAULT_SOLVE_LIMITS, () => undefined);
  assert.equal(await dispatcher.unlessHalted(Promise.resolve(1), 'halted'), 1);
  const waiting = dispatcher.unlessHalted(new Promise(() => undefined), 'halted');
  dispatcher.halt();
  assert.equal(await waiting, 'halted');
  await dispatcher.close();
});

test('jobs of a pool that takes its time get smaller towards the end, those of others do not', () => {
  const idle: Pool = {
    capacity: 10,
    patience: 4,
    close: () => Promise.resolve(),
    solve: () => new Promise(() => undefined),
  };
  const patient = new Dispatcher<string>(idle, DEFAULT_SOLVE_LIMITS, () => undefined);
  const usual = patient.sizeFor(null);
  const sizes = [1_000_000, 200, 199, 20, 10, 1, 0].map((left) => patient.sizeFor(left));
  assert.deepEqual(sizes, [usual, 20, 20, 2, 1, 1, 1]);
  const hasty = { ...idle, patience: 1 };
  const quick = new Dispatcher<string>(hasty, DEFAULT_SOLVE_LIMITS, () => undefined);
  assert.equal(quick.sizeFor(1), usual);
});

/**
 * How many puzzles each job holds, if the first is easy, and a slice is enough only for one puzzle
 * of the second.
 */
async function jobsAfterSlice(patience: number): Promise<number[]> {
  const sizes: number[] = [];
  const pool: Pool = {
    capacity: 2,
    patience,
    close: () => Promise.resolve(),
    solve: (packed) => {
      const count = batchCount(packed);
      const done = sizes.push(count) === 2 ? 1 : count;
      const results = Array.from({ length: done }, () => resultOfDeath(DEATH));
      return Promise.resolve(solvedBatch(results, done < count ? 100 * patience : 1));
    },
  };
  const dispatcher = new Dispatcher<string>(pool, DEFAULT_SOLVE_LIMITS, () => undefined);
  dispatcher.add({ batch: 'a', packed: batchOf(32) });
  dispatcher.add({ batch: 'b', packed: batchOf(9) });
  await dispatcher.finish();
  await dispatcher.close();
  return sizes;
}

test('after a hard puzzle the rest of its job goes on one by one, or dealt out if messages are dear', async () => {
  assert.deepEqual(await jobsAfterSlice(1), [32, 9, 1, 1, 1, 1, 1, 1, 1, 1]);
  assert.deepEqual(await jobsAfterSlice(4), [32, 9, 4, 4]);
});

/** The size after batches of the size asked for, in which each puzzle took this long. */
function settled(msPerPuzzle: number): number {
  const sizer = new BatchSizer();
  for (let i = 0; i < 40; i++) sizer.note(sizer.size, sizer.size * msPerPuzzle);
  return sizer.size;
}

test('batches grow until they take some tens of milliseconds', () => {
  const puzzles = settled(0.05);
  assert.ok(puzzles * 0.05 >= 20 && puzzles * 0.05 <= 60, String(puzzles));
});

test('hard puzzles end up travelling alone', () => {
  assert.equal(settled(500), 1);
});

test('batches have a greatest size, however quick the puzzles are', () => {
  assert.equal(settled(0), 4096);
});

test('small batches from before a change do not change the size', () => {
  const sizer = new BatchSizer();
  for (let i = 0; i < 5; i++) sizer.note(sizer.size, 1);
  const puzzles = sizer.size;
  for (let i = 0; i < 20; i++) sizer.note(puzzles / 8, 1);
  assert.equal(sizer.size, puzzles);
});

/** A sizer after many batches of the size asked for; `msOf` says what the next puzzle takes. */
function pacedBy(msOf: () => number): PaceSizer {
  const sizer = new PaceSizer();
  for (let i = 0; i < 400; i++) {
    const puzzles = sizer.size;
    let ms = 0;
    for (let k = 0; k < puzzles; k++) ms += msOf();
    sizer.note(puzzles, ms);
  }
  return sizer;
}

test('batches for many threads take some tens of milliseconds, however long a puzzle takes', () => {
  for (const ms of [0.02, 0.1, 1, 7, 29]) {
    const taken = pacedBy(() => ms).size * ms;
    assert.ok(taken > 30 && taken <= 60, `${taken} ms for batches of puzzles of ${ms} ms`);
  }
});

test('puzzles that take longer than a batch should travel alone', () => {
  assert.equal(pacedBy(() => 500).size, 1);
});

test('one hard puzzle among many does not make batches small', () => {
  let puzzles = 0;
  const sizer = pacedBy(() => (++puzzles % 100 === 0 ? 20 : 0.5));
  const before = sizer.size;
  sizer.note(before, 300);
  assert.ok(before >= 50 && sizer.size >= 0.8 * before, `${before}`);
});

test('batches for many threads have a greatest size, however quick the puzzles are', () => {
  assert.equal(pacedBy(() => 0).size, 4096);
});

test('a batch is at most twice as large as the largest that has come back', () => {
  const sizer = new PaceSizer();
  sizer.note(3, 0.01);
  assert.equal(sizer.size, 32);
  sizer.note(32, 0.1);
  assert.equal(sizer.size, 64);
});
