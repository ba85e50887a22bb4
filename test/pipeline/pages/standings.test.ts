import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { PuzzleResult } from '../../../src/solver/core/result/result.js';
import { openStore } from '../../../src/pipeline/store/open/open.js';
import { RunWriter } from '../../../src/pipeline/store/write/run-writer.js';
import type { ComparableAnswer, StandingsAnswer } from '../../../src/pipeline/pages/api.js';
import { createApp } from '../../../src/pipeline/pages/app.js';
import { ServedDatabase } from '../../../src/pipeline/pages/served-database.js';
import { NEW_RUN, columnsOf, resultOf, temporaryStore } from '../../support/store-samples.js';
import { finishSource, writeEntries } from '../../support/write-entries.js';

/** A database with a run over the first puzzles, for each list of results. */
function database(t: TestContext, ...runs: readonly (readonly PuzzleResult[])[]): string {
  const store = temporaryStore(t);
  for (const results of runs) {
    const writer = new RunWriter(store);
    writer.startRun(NEW_RUN);
    const source = { path: 'a.csv', sha256: 'a'.repeat(64), format: 'csv', bytes: 1 };
    const { sourceId } = writer.addSource(source);
    writeEntries(writer, sourceId, columnsOf(...results.keys()), results, []);
    finishSource(writer, sourceId, { entries: results.length });
    writer.finishRun('complete');
  }
  return store.path;
}

/** What asks for an address of an application over a database and other ones. */
function asker(t: TestContext, path: string, ...others: readonly string[]) {
  const [own, ...also] = [path, ...others].map(
    (file) => new ServedDatabase(openStore(file, { readonly: true })),
  );
  t.after(() => [own, ...also].forEach((served) => served.close()));
  const app = createApp({ database: own, others: also, assets: new Map(), host: '127.0.0.1' });
  return async (address: string): Promise<{ status: number; body: unknown }> => {
    const headers = { host: '127.0.0.1:4321' };
    const response = await app.request(`http://x${address}`, { headers });
    return { status: response.status, body: (await response.json()) as unknown };
  };
}

const errorOf = (body: unknown): string => (body as { error: string }).error;

const unique = resultOf();
const timeout = resultOf({ status: 'timeout', technique: null, solveMs: 10_000 });
const multiple = resultOf({ status: 'multiple', solveMs: 0.25 });

test('runs of the served database and of others stand side by side', async (t) => {
  const theirs = database(t, [unique, multiple]);
  const ask = asker(t, database(t, [unique, unique], [unique, timeout]), theirs);
  const known = (await ask('/api/comparable')).body as ComparableAnswer;
  const addresses = known.runs.map(({ address }) => address);
  assert.deepEqual(addresses, ['2', '1', `${theirs}:1`]);
  const words = new URLSearchParams(addresses.map((run) => ['run', run])).toString();
  const { status, body } = await ask(`/api/standings?${words}&x=1&y=2`);
  assert.equal(status, 200);
  const { common, runs, virtualBest, disagreements, disagreeing, pair } = (body as StandingsAnswer)
    .standings;
  assert.equal(common, 2);
  assert.deepEqual(
    runs.map(({ solved, fastest, par2Ms }) => [solved, fastest, par2Ms]),
    [
      [1, 1, 10_000.25],
      [2, 1, 0.5],
      [2, 2, 0.375],
    ],
  );
  assert.deepEqual([virtualBest.solved, virtualBest.par2Ms], [2, 0.375]);
  // The second puzzle has one solution by run 1, and several by the other database.
  assert.equal(disagreements, 1);
  assert.deepEqual(disagreeing[0].statuses, ['timeout', 'unique', 'multiple']);
  assert.equal(
    pair.times.reduce((sum, { count }) => sum + count, 0),
    2,
  );
});

test('a database that the server was not told of is refused, and so is a single run', async (t) => {
  const theirs = database(t, [unique]);
  const ask = asker(t, database(t, [unique]));
  const foreign = `/api/standings?run=1&run=${encodeURIComponent(`${theirs}:1`)}`;
  const refused = await ask(foreign);
  assert.equal(refused.status, 404);
  assert.match(errorOf(refused.body), /not among the databases .* --also/);
  const single = await ask('/api/standings?run=1');
  assert.equal(single.status, 400);
  assert.match(errorOf(single.body), /expected 2 to 20 runs, got 1/);
  assert.equal((await ask('/api/standings?run=1&run=1&x=2')).status, 400);
  assert.equal((await ask('/api/standings?run=1&run=9')).status, 404);
});
