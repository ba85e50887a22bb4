import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { timeAgain } from '../../../../src/pipeline/runs/stages/time-again.js';
import { LocalPool } from '../../../../src/pipeline/runs/pool/local-pool.js';
import { packBatch } from '../../../../src/solver/core/puzzle/packed-batch.js';
import { pack } from '../../../../src/solver/core/puzzle/packed.js';
import { DEFAULT_SOLVE_LIMITS } from '../../../../src/solver/engine/model/limits.js';
import { storedResults, type TimedRow } from './timed-run.js';

const limits = { ...DEFAULT_SOLVE_LIMITS };

async function again(t: TestContext, times: readonly number[]): Promise<readonly TimedRow[]> {
  const { store, writer, rows } = storedResults(t, times);
  const pool = new LocalPool({ threads: 1, memoryMiB: null });
  try {
    // The first puzzle of a thread warms it up.
    await pool.solve(packBatch([pack(rows()[0].puzzle)]), { ...limits, sliceMs: Infinity });
    const isStopped = (): boolean => false;
    await timeAgain({ store, writer, pool, limits, elapsedMs: 60_000_000, isStopped });
  } finally {
    await pool.close();
  }
  return rows();
}

test('the slowest puzzles are timed again, and the least time is kept', async (t) => {
  const times = [400_000, 300_000, 200_000, ...Array.from({ length: 30 }, () => 1e-6), 500_000];
  const rows = await again(t, times);
  for (const i of [0, 1, 2]) {
    assert.ok(rows[i].solveMs < 100_000, `puzzle ${i} took ${rows[i].solveMs} ms once more`);
    assert.equal(rows[i].attempts, 1);
  }
  assert.deepEqual(
    rows.slice(3, 33).map(({ solveMs }) => solveMs),
    times.slice(3, 33),
  );
});

test('puzzles without a verdict, and those that take too long, are not timed again', async (t) => {
  const rows = await again(t, [-700, 1e7, 300_000]);
  assert.deepEqual([rows[0].solveMs, rows[1].solveMs], [700, 1e7]);
  assert.ok(rows[2].solveMs < 100_000);
});
