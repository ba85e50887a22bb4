import { mock, type TestContext } from 'node:test';
import { LOCAL } from '../../../src/pipeline/runs/do-run.js';
import { helpersFor } from '../../../src/pipeline/runs/pool/serve-solving.js';
import { closeReuse } from '../../../src/pipeline/runs/reuse/reuse.js';
import {
  type BatchLimits,
  type Pool,
  type ResultForm,
  type SolvedBatch,
  TaskProgress,
} from '../../../src/pipeline/runs/pool/pool.js';
import { createBatchSolver } from '../../../src/pipeline/runs/pool/solve-batch.js';
import type { PackedBatch } from '../../../src/solver/core/puzzle/packed-batch.js';
import { Solver } from '../../../src/solver/engine/solver/solve.js';
import { depth } from '../tests.js';

const solveBatch = createBatchSolver(() => new Solver());

/**
 * Does what a solving thread does, in this one: most of the time of a short run is the start of its
 * threads.
 */
export class PoolHere implements Pool {
  readonly capacity = 2;
  readonly patience = 1;
  private closed = false;

  async solve(batch: PackedBatch, limits: BatchLimits, form?: ResultForm): Promise<SolvedBatch> {
    // As between messages of threads, whatever else is to be done has its turn.
    await new Promise((resolve) => setImmediate(resolve));
    const helpers = await helpersFor({ limits, form: form ?? null });
    if (this.closed) throw new Error('the pool is closed');
    const { buffer: progress } = new TaskProgress();
    const task = { batch: batch.slice(0), limits, form: form ?? null, progress };
    return solveBatch(task, helpers)!;
  }

  close(): Promise<void> {
    this.closed = true;
    closeReuse();
    return Promise.resolve();
  }
}

const onThreads = LOCAL.makePool;

/**
 * Where runs of the tests' own process solve: there as well; with `npm run test:deep` on threads,
 * as for users.
 */
const usual = depth<typeof onThreads>(() => new PoolHere(), onThreads);

const { mock: place } = mock.method(LOCAL, 'makePool', usual);

/** Has the runs of this test start threads in any case: what it looks at is theirs. */
export function solveOnThreads(t: TestContext): void {
  place.mockImplementation(onThreads);
  t.after(() => place.mockImplementation(usual));
}

/** Has them solve in this process in any case: what the test looks at is seen here alone. */
export function solveHere(t: TestContext): void {
  place.mockImplementation(() => new PoolHere());
  t.after(() => place.mockImplementation(usual));
}
