import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { openResults, run } from '../../../../src/node.js';
import { writeCsv } from '../../../support/csv-corpora.js';
import { temporaryFolder } from '../../../support/temporary.js';
import { depth } from '../../../support/depth.js';

test('run does what the command does, and openResults reads it', async (t) => {
  const folder = temporaryFolder(t);
  const corpora = writeCsv(folder, 'some', { count: 300, width: 5, height: 5 });
  const db = join(folder, 'runs.sqlite');
  const told: string[] = [];
  const outcome = await run({
    corpora,
    db,
    name: 'first',
    threads: 2,
    onStart: ({ kind }) => told.push(kind),
    onProgress: ({ solved }) => told.push(String(solved)),
  });
  assert.equal(outcome.state, 'complete');
  assert.equal(outcome.proof.results, 300);
  assert.deepEqual([told[0], told.at(-1)], ['started', '300']);

  const results = openResults(db);
  t.after(() => results.close());
  assert.deepEqual(
    results.runs().map(({ name, state }) => [name, state]),
    [['first', 'complete']],
  );
  const all = [...results.results()];
  assert.deepEqual(
    all.map(({ ordinal }) => ordinal),
    all.map((_, i) => i),
  );
  assert.equal(all.length, 300);
  const unique = [...results.results({ run: 'first', status: 'unique' })];
  assert.deepEqual(
    unique.map(({ name }) => name),
    all.filter(({ result }) => result.status === 'unique').map(({ name }) => name),
  );
  assert.deepEqual(results.rejects({ run: 1 }), []);
  assert.throws(() => [...results.results({ run: 'nope' })], {
    code: 'NM_RUN_UNKNOWN',
    message: /no run "nope"/,
  });
  assert.throws(() => [...results.results({ status: 'nope' as never })], {
    code: 'NM_ARGUMENT_INVALID',
  });
});

test('run takes over what the database, or another one, knows', async (t) => {
  const folder = temporaryFolder(t);
  const corpora = writeCsv(folder, 'some', { count: 30, width: 5, height: 5 });
  const [db, other] = ['a.sqlite', 'b.sqlite'].map((name) => join(folder, name));
  assert.equal((await run({ corpora, db, threads: 1 })).reused, 0);
  assert.equal((await run({ corpora, db, threads: 1, reuse: true })).reused, 30);
  assert.equal((await run({ corpora, db: other, threads: 1, reuseFrom: db })).reused, 30);
});

test('a signal stops a run cleanly, and resume goes on', async (t) => {
  const folder = temporaryFolder(t);
  const count = depth(12_000, 20_000);
  const corpora = [writeCsv(folder, 'some', { count, width: 12, height: 12 })];
  const db = join(folder, 'runs.sqlite');
  const stop = new AbortController();
  const stopped = await run({
    corpora,
    db,
    threads: 1,
    signal: stop.signal,
    difficulty: false,
    onProgress: ({ solved }) => solved > 0 && stop.abort(),
  });
  assert.equal(stopped.state, 'interrupted');
  assert.ok(stopped.resumable && stopped.solved < count);
  const resumed = await run({ corpora, db, resume: true, difficulty: false });
  assert.equal(resumed.kind, 'resumed');
  assert.equal(resumed.runId, stopped.runId);
  assert.equal(resumed.proof.results, count);
});

test('a signal that is aborted before a run begins stops it early', async (t) => {
  const folder = temporaryFolder(t);
  const corpora = writeCsv(folder, 'some', { count: 3, width: 5, height: 5 });
  const stopped = run({ corpora, db: join(folder, 'a.sqlite'), signal: AbortSignal.abort() });
  await assert.rejects(stopped, { name: 'FailureError', code: 'NM_RUN_STOPPED_EARLY' });
});

test('what a callback throws, or the promise that it returns, is what run throws', async (t) => {
  const folder = temporaryFolder(t);
  const corpora = writeCsv(folder, 'some', { count: 300, width: 5, height: 5 });
  const error = new Error('not a failure of the run');
  const callbacks = {
    onStart: () => {
      throw error;
    },
    onProgress: () => Promise.reject(error),
  };
  for (const [name, callback] of Object.entries(callbacks)) {
    const db = join(folder, `${name}.sqlite`);
    await assert.rejects(run({ corpora, db, threads: 1, [name]: callback }), error);
    assert.equal((await run({ db, resume: true })).proof.results, 300);
  }
});

test('two runs of one process on two databases do not disturb each other', async (t) => {
  const folder = temporaryFolder(t);
  const shapes = [
    { count: 500, width: 8, height: 8 },
    { count: 700, width: 5, height: 9 },
  ];
  const outcomes = await Promise.all(
    shapes.map((shape, i) =>
      run({
        corpora: writeCsv(folder, `c${i}`, shape),
        db: join(folder, `${i}.sqlite`),
        threads: 1,
      }),
    ),
  );
  assert.deepEqual(
    outcomes.map(({ proof, state }) => [proof.results, state]),
    [
      [500, 'complete'],
      [700, 'complete'],
    ],
  );
});

test('what cannot be done is an error with a code', async (t) => {
  const folder = temporaryFolder(t);
  const corpora = writeCsv(folder, 'some', { count: 3000, width: 10, height: 10 });
  const db = join(folder, 'runs.sqlite');
  const none = join(folder, 'none.csv');
  await assert.rejects(run({ corpora: none, db }), { code: 'NM_FILE_ABSENT' });
  assert.throws(() => openResults(none), { code: 'NM_DATABASE_ABSENT' });
  await assert.rejects(run({ corpora, db, treads: 1 } as never), {
    code: 'NM_ARGUMENT_INVALID',
    message: /no option "treads"; did you mean threads/,
  });
  await assert.rejects(run(undefined as never), { code: 'NM_ARGUMENT_INVALID' });
  await assert.rejects(run({}), { code: 'NM_ARGUMENT_INVALID', message: /at least one/ });
  await assert.rejects(run({ corpora: '-' }), {
    code: 'NM_ARGUMENT_INVALID',
    message: /standard input/,
  });
  await assert.rejects(run({ retry: ['done'] as never }), { code: 'NM_ARGUMENT_INVALID' });
  const refused: Promise<void>[] = [];
  // The second begins when the first has the database.
  const onStart = (): void =>
    void refused.push(assert.rejects(run({ corpora, db }), { code: 'NM_DATABASE_LOCKED' }));
  assert.equal((await run({ corpora, db, onStart })).state, 'complete');
  assert.equal(refused.length, 1);
  await Promise.all(refused);
});
