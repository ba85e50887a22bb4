// In a process of its own: what it looks at belongs to the whole process.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { doRun } from '../../../src/pipeline/runs/do-run.js';
import { runWorkers } from '../../../src/pipeline/store/stored-runs.js';
import { killedAt } from '../../support/killed.js';
import { begin, type Begun, ends, succeeds } from '../../support/nonomill.js';
import { startRedis, type TestRedis, deepRedisTest, redisTest } from '../../support/redis.js';
import { contentsOf, finishTimes, type Contents } from '../../support/runs/contents.js';
import { writeCsv } from '../../support/csv-corpora.js';
import { depth, temporaryFolder } from '../../support/tests.js';
import { controls, requestFor } from '../../support/runs/requests.js';
import { lookIn, valueOf } from '../../support/runs/solve-parts.js';

/** A worker, ended with the Redis that it works for. */
async function startWorker(redis: TestRedis): Promise<Begun> {
  const worker = begin(['worker', '--threads', '1', '--queue', redis.url]);
  let isOver = false;
  void worker.ended.then(() => (isOver = true));
  redis.users.push(async () => {
    if (!isOver) worker.signal('SIGTERM');
    await worker.ended;
  });
  await worker.said('waits for puzzles');
  return worker;
}

async function local(corpora: readonly string[], folder: string): Promise<Contents> {
  const db = join(folder, 'local.sqlite');
  await doRun(requestFor(corpora, db), controls());
  return contentsOf(db);
}

function wordsFor(corpora: readonly string[], db: string, queue: string): string[] {
  return ['run', ...corpora, '--db', db, '--no-report', '--quiet', '--resume', '--queue', queue];
}

redisTest('a run through a queue leaves the same as another, and who solved what', async (t) => {
  const redis = await startRedis(t);
  const folder = temporaryFolder(t);
  const corpora = [
    writeCsv(folder, 'small', { count: depth(150, 1500), width: 6, height: 6, brokenEvery: 40 }),
    writeCsv(folder, 'large', { count: depth(8, 200), width: 16, height: 16, brokenEvery: 7 }),
  ];
  const expected = await local(corpora, folder);
  const workers = [await startWorker(redis), await startWorker(redis)];
  const db = join(folder, 'queue.sqlite');
  const { stderr } = await succeeds(wordsFor(corpora, db, redis.url));
  assert.doesNotMatch(stderr, /maxmemory/);
  assert.deepEqual(contentsOf(db), expected);
  const crew = lookIn(db, (store) => runWorkers(store, 1));
  const credited = valueOf(db, 'SELECT count(*) FROM solved_by');
  assert.equal(credited, expected.results.length);
  const solved = crew.reduce((sum, { puzzles }) => sum + puzzles, 0);
  assert.equal(solved, expected.results.length);
  for (const { signal, ended } of workers) {
    signal('SIGTERM');
    assert.equal((await ended).code, 0);
  }
});

deepRedisTest('a coordinator killed again and again resumes and loses nothing', async (t) => {
  const redis = await startRedis(t);
  const folder = temporaryFolder(t);
  const corpora = [
    writeCsv(folder, 'one', { count: 12_000, width: 6, height: 6, brokenEvery: 30 }),
  ];
  const expected = await local(corpora, folder);
  const db = join(folder, 'queue.sqlite');
  await startWorker(redis);
  let kept = new Map<number, string>();
  for (const moment of ['results:1:after', 'results:1:end', 'results:1:after'] as const) {
    const killed = await killedAt(moment, wordsFor(corpora, db, redis.url));
    assert.ok(killed, `it ended before ${moment}`);
    const now = finishTimes(db);
    for (const [id, time] of kept) assert.equal(now.get(id), time, 'a result was lost or redone');
    kept = now;
  }
  await succeeds(wordsFor(corpora, db, redis.url));
  assert.deepEqual(contentsOf(db), expected);
  const credited = valueOf(db, 'SELECT count(*) FROM solved_by');
  const shares = lookIn(db, (store) => runWorkers(store, 1)).map(({ puzzles }) => puzzles);
  assert.deepEqual(shares, [credited], 'the share of a worker holds what it did before a kill');
});

deepRedisTest('a run warns once, in our words, of a Redis that may drop batches', async (t) => {
  const redis = await startRedis(t, ['--maxmemory-policy', 'allkeys-lru']);
  const folder = temporaryFolder(t);
  const corpora = [writeCsv(folder, 'one', { count: 3, width: 3, height: 3 })];
  const words = wordsFor(corpora, join(folder, 'queue.sqlite'), redis.url);
  const { stderr } = await succeeds([...words, '--threads', '1']);
  assert.equal(stderr.match(/maxmemory-policy is allkeys-lru/g)?.length, 1, stderr);
  assert.doesNotMatch(stderr, /IMPORTANT/);
});

test('an address at which nobody answers is a failure with a reason, and leaves no run', async (t) => {
  const folder = temporaryFolder(t);
  const corpora = [writeCsv(folder, 'one', { count: 3, width: 3, height: 3 })];
  const db = join(folder, 'queue.sqlite');
  const words = wordsFor(corpora, db, 'redis://me:secret@127.0.0.1:1');
  const { stderr } = await ends(1, words);
  assert.match(stderr, /redis:\/\/127\.0\.0\.1:1 does not answer \(ECONNREFUSED\)/);
  assert.doesNotMatch(stderr, /secret/);
});
