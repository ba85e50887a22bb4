import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type {
  NightsAnswer,
  ComparableAnswer,
  StandingsAnswer,
} from '../../../src/pipeline/pages/answers.js';
import type { SinceAnswer } from '../../../src/pipeline/pages/served-database.js';
import { createApp } from '../../../src/pipeline/pages/app.js';
import { ServedDatabase } from '../../../src/pipeline/pages/served-database.js';
import { openStore, type Store } from '../../../src/pipeline/store/open/open.js';
import { RunWriter } from '../../../src/pipeline/store/write/run-writer.js';
import type { PuzzleResult } from '../../../src/solver/core/result/result.js';
import {
  NEW_RUN,
  columnsOf,
  rejectOf,
  resultOf,
  temporaryStore,
} from '../../support/store-samples.js';
import { finishSource, writeEntries } from '../../support/write-entries.js';
import { assertEach, eachOf } from '../../support/tests.js';

/** What a run is called, asked and did not meet, and over which corpora it is. */
interface NightOptions {
  readonly name?: string | null;
  readonly corpus?: string;
  readonly failed?: string;
  readonly state?: 'complete' | 'interrupted' | 'running';
  readonly rejects?: number;
  readonly others?: object;
}

/** A night that found these results; with `failed`, it had the gate `no-worse`. */
function night(store: Store, results: readonly PuzzleResult[], night: NightOptions = {}): void {
  const { name = 'book', corpus = '/a.csv', failed, state = 'complete', others } = night;
  const { rejects = 0 } = night;
  const writer = new RunWriter(store);
  const gates = failed === undefined ? {} : { require: ['no-worse'] };
  const options = { corpora: [corpus], ...gates, ...others };
  const runId = writer.startRun({ ...NEW_RUN, name, options });
  const source = { path: corpus, sha256: `${results.length} ${rejects}`, format: 'csv', bytes: 1 };
  const [{ sourceId }] = writer.addSources([source]);
  const bad = Array.from({ length: rejects }, (_, i) => rejectOf(results.length + i));
  writeEntries(writer, sourceId, columnsOf(...results.keys()), [...results], bad);
  if (state === 'running') return;
  finishSource(writer, sourceId, { entries: results.length + rejects });
  writer.finishRun(state);
  if (failed !== undefined)
    store.db.prepare('UPDATE runs SET failed_gates = ? WHERE run_id = ?').run(failed, runId);
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

const unique = resultOf();
const open = resultOf({ status: 'timeout', stoppedBy: 'timeout', technique: null });

test('each name has its last night with the nights before it, the latest name first', async (t) => {
  const store = temporaryStore(t);
  night(store, [unique, open]);
  night(store, [unique, unique], { failed: '' });
  night(store, [unique], { name: 'once' });
  night(store, [unique, open, open], { name: 'Book', failed: 'no-worse', rejects: 2 });
  const ask = asker(t, store.path);
  const { names, more } = (await ask('/api/nights')).body as NightsAnswer;
  assert.deepEqual(more, { names: 0, failed: 0 });
  assertEach(
    names,
    ({ name, total, last, lastComplete }) => [name, total, last.runId, lastComplete],
    [
      ['Book', 3, 4, null],
      ['once', 1, 3, null],
    ],
  );
  const [{ last, nights }] = names;
  assert.deepEqual([last.results, last.rejects, last.gates?.failed], [3, 2, ['no-worse']]);
  assertEach(
    nights,
    ({ runId, puzzles, open: left, gates }) => [runId, puzzles, left, gates?.failed],
    [
      [1, 2, 1, undefined],
      [2, 2, 0, []],
      [4, 3, 2, ['no-worse']],
    ],
  );
});

test('runs without a name are nights once there are several over the same corpora, a study is none', async (t) => {
  const store = temporaryStore(t);
  night(store, [unique], { name: null, corpus: '/often.csv' });
  night(store, [unique], { name: null, corpus: '/often.csv' });
  night(store, [unique], { name: null, corpus: '/alone.csv' });
  night(store, [unique], { name: 'phase', others: { study: { kind: 'phase' } } });
  const { names } = (await asker(t, store.path)('/api/nights')).body as NightsAnswer;
  assert.deepEqual(eachOf(names, 'name', 'words', 'total'), [['/often.csv', ['/often.csv'], 2]]);
});

test('a night that was interrupted or killed comes with the last complete one', async (t) => {
  const store = temporaryStore(t);
  night(store, [unique], { failed: 'no-worse' });
  night(store, [unique], { state: 'interrupted' });
  const ask = asker(t, store.path);
  const shown = async (): Promise<unknown> => {
    const [{ last, lastComplete }] = ((await ask('/api/nights')).body as NightsAnswer).names;
    return [last.state, lastComplete?.runId, lastComplete?.gates?.failed];
  };
  assert.deepEqual(await shown(), ['interrupted', 1, ['no-worse']]);
  night(store, [unique], { state: 'running' });
  store.close();
  assert.deepEqual(await shown(), ['stopped', 1, ['no-worse']]);
  const none = { before: null, new: 0, gone: 0, worse: 0, rejected: 0, rejects: 0 };
  assert.deepEqual((await ask('/api/runs/3/since')).body, none);
});

test('thirty nights of twelve names are listed, and how many of the other names failed', async (t) => {
  const store = temporaryStore(t);
  night(store, [unique], { name: 'old and failed', failed: 'no-worse' });
  night(store, [unique], { name: 'old' });
  for (let i = 1; i <= 11; i++) night(store, [unique], { name: `name ${i}` });
  for (let i = 1; i <= 31; i++) night(store, [unique]);
  const { names, more } = (await asker(t, store.path)('/api/nights')).body as NightsAnswer;
  assert.deepEqual(more, { names: 2, failed: 1 });
  assert.equal(names.length, 12);
  assert.deepEqual([names[0].total, names[0].nights.length], [31, 30]);
  assert.equal(names[0].nights.at(-1)!.runId, names[0].last.runId);
});

test('what is new and worse since the night before is counted again once a run has other results', async (t) => {
  const store = temporaryStore(t);
  night(store, [unique, unique]);
  night(store, [open, unique, unique, unique]);
  night(store, [unique], { rejects: 1 });
  const ask = asker(t, store.path);
  const since = async (run: number): Promise<SinceAnswer> =>
    (await ask(`/api/runs/${run}/since`)).body as SinceAnswer;
  const none = { gone: 0, rejects: 0, rejected: 0 };
  assert.deepEqual(await since(1), { ...none, before: null, new: 0, worse: 0 });
  assert.deepEqual(await since(2), { ...none, before: 1, new: 2, worse: 1 });
  const third = { before: 2, new: 0, gone: 2, worse: 1, rejected: 1, rejects: 1 };
  assert.deepEqual(await since(3), third);
  store.db.exec(
    `DELETE FROM result_rows WHERE run_id = 2 AND puzzle_id IN
       (SELECT max(puzzle_id) FROM result_rows WHERE run_id = 2);
     UPDATE runs SET wall_ms = wall_ms + 1 WHERE run_id = 2`,
  );
  assert.deepEqual(await since(2), { ...none, before: 1, new: 1, worse: 1 });
});

/** A database with a run over the first puzzles, for each list of results. */
function database(t: TestContext, ...runs: readonly (readonly PuzzleResult[])[]): string {
  const store = temporaryStore(t);
  for (const results of runs) {
    const writer = new RunWriter(store);
    writer.startRun(NEW_RUN);
    const source = { path: 'a.csv', sha256: 'a'.repeat(64), format: 'csv', bytes: 1 };
    const [{ sourceId }] = writer.addSources([source]);
    writeEntries(writer, sourceId, columnsOf(...results.keys()), results, []);
    finishSource(writer, sourceId, { entries: results.length });
    writer.finishRun('complete');
  }
  return store.path;
}

const errorOf = (body: unknown): string => (body as { error: string }).error;
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
  assert.deepEqual(eachOf(runs, 'solved', 'fastest', 'par2Ms'), [
    [1, 1, 10_000.25],
    [2, 1, 0.5],
    [2, 2, 0.375],
  ]);
  assert.deepEqual([virtualBest.solved, virtualBest.par2Ms], [2, 0.375]);
  // The second puzzle has one solution by run 1, and several by the other database.
  assert.equal(disagreements, 1);
  assert.deepEqual(disagreeing[0].statuses, ['timeout', 'unique', 'multiple']);
  const timed = pair.times.reduce((sum, { count }) => sum + count, 0);
  assert.equal(timed, 2);
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
