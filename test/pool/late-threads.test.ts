import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { LocalPool } from '../../src/pool/local-pool.js';
import { LIMITS, batchOf } from '../support/packed-batches.js';

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
