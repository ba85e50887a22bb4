import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { ArgumentError, solve } from '../../../../src/index.js';
import { openWorker } from '../../../../src/worker.js';
import { dominoes } from '../../../support/long-puzzles.js';

const LIBRARY = new URL('../../../../src/index.js', import.meta.url).href;

test('the library works in a worker thread', async () => {
  const code = `
    import { parentPort } from 'node:worker_threads';
    import { solve } from ${JSON.stringify(LIBRARY)};
    parentPort.postMessage(solve({ rows: [[1], [3], [1]], columns: [[1], [3], [1]] }).solution);
  `;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`));
  const [solution] = (await once(worker, 'message')) as [string];
  assert.equal(solution, '.#./###/.#.');
  await worker.terminate();
});

const RING = { rows: [[1], [3], [1]], columns: [[1], [3], [1]] };

test('a worker answers as the library does, and its errors have their classes', async (t) => {
  const worker = openWorker();
  t.after(() => worker.close());
  const answered = await worker.solve(RING);
  const { solveMs } = answered;
  assert.deepEqual(answered, { ...solve(RING), solveMs });
  const { puzzles } = await worker.readPuzzles('rows,columns\n1;3;1,1;3;1\n');
  assert.equal((await worker.rate(puzzles[0].puzzle))?.stars, 1);
  assert.equal((await worker.hint(RING, '???/???/???')).kind, 'step');
  assert.equal((await worker.check(RING, '.#./###/.#.')).kind, 'solution');
  assert.ok((await worker.steps(RING)).steps.length > 0);
  const twin = { rows: [[1], [1]], columns: [[1], [1]] };
  assert.equal((await worker.ambiguity(twin))?.solutions, '2');
  assert.equal((await worker.fix(twin, { by: 'givens' })).kind, 'fixed');
  await assert.rejects(worker.solve({ rows: [[4]], columns: [[1]] }), {
    name: 'PuzzleError',
    message: /^not a puzzle: /,
  });
  await assert.rejects(worker.solve(RING, { timeoutMS: 1 } as object), ArgumentError);
});

test('a signal ends a worker in the midst of its work, and what waits is answered by another', async (t) => {
  const worker = openWorker();
  t.after(() => worker.close());
  const stop = new AbortController();
  const hard = worker.solve(dominoes(40), { timeoutMs: Infinity, signal: stop.signal });
  const next = worker.solve(RING);
  const never = worker.solve(RING, { signal: AbortSignal.abort(new Error('not wanted')) });
  await assert.rejects(never, /not wanted/);
  const waiting = new AbortController();
  const dropped = worker.solve(RING, { signal: waiting.signal });
  waiting.abort(new Error('not wanted any more'));
  await assert.rejects(dropped, /not wanted any more/);
  stop.abort(new Error('stopped'));
  await assert.rejects(hard, /stopped/);
  assert.equal((await next).status, 'unique');
});

test('a closed worker rejects what it has not answered, and whatever comes later', async () => {
  const worker = openWorker();
  const hard = worker.solve(dominoes(40), { timeoutMs: Infinity });
  const waits = worker.solve(RING);
  worker.close();
  for (const asked of [hard, waits, worker.solve(RING)]) {
    await assert.rejects(asked, /the worker was closed: open another one/);
  }
});

test('an idle worker keeps no program alive', () => {
  const script = new URL('../../../../src/worker.js', import.meta.url).href;
  const code = `
    import { openWorker } from ${JSON.stringify(script)};
    const { status } = await openWorker().solve(${JSON.stringify(RING)});
    console.log(status);
  `;
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    encoding: 'utf8',
  });
  assert.deepEqual([status, stdout], [0, 'unique\n']);
});
