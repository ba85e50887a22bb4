// In a process of its own: what it looks at belongs to the whole process.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { LocalPool } from '../../../../src/pipeline/runs/pool/local-pool.js';
import { AWAITED } from '../../../fixtures/threads/waiting-thread.js';
import { LIMITS, batchOf } from '../../../support/packed-batches.js';
import { temporaryFolder } from '../../../support/temporary.js';

/** Starting a thread takes longer than solving dozens of such batches. */
const BATCHES = 400;

const TASKS = '/proc/self/task';

test(
  'a pool of a thousand threads starts no more than it has work for',
  { skip: !existsSync(TASKS) && 'threads are counted in /proc' },
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
  { skip: !existsSync(TASKS) && 'threads are counted in /proc' },
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

test('threads join in for batches that wait while all others are held up', async (t) => {
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
