import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';

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
