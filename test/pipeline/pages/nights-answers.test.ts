import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { NightsAnswer, SinceAnswer } from '../../../src/pipeline/pages/api.js';
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
  const { sourceId } = writer.addSource(source);
  const bad = Array.from({ length: rejects }, (_, i) => rejectOf(results.length + i));
  writeEntries(writer, sourceId, columnsOf(...results.keys()), [...results], bad);
  if (state === 'running') return;
  finishSource(writer, sourceId, { entries: results.length + rejects });
  writer.finishRun(state);
  if (failed !== undefined)
    store.db.prepare('UPDATE runs SET failed_gates = ? WHERE run_id = ?').run(failed, runId);
}

/** What asks the pages over a database. */
function asker(t: TestContext, { path }: Store) {
  const database = new ServedDatabase(openStore(path, { readonly: true }));
  t.after(() => database.close());
  const app = createApp({ database, assets: new Map(), host: '127.0.0.1' });
  return async <T>(address: string): Promise<T> => {
    const headers = { host: '127.0.0.1:4321' };
    return (await (await app.request(`http://x/api${address}`, { headers })).json()) as T;
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
  const ask = asker(t, store);
  const { names, more } = await ask<NightsAnswer>('/nights');
  assert.deepEqual(more, { names: 0, failed: 0 });
  assert.deepEqual(
    names.map(({ name, total, last, lastComplete }) => [name, total, last.runId, lastComplete]),
    [
      ['Book', 3, 4, null],
      ['once', 1, 3, null],
    ],
  );
  const [{ last, nights }] = names;
  assert.deepEqual([last.results, last.rejects, last.gates?.failed], [3, 2, ['no-worse']]);
  assert.deepEqual(
    nights.map(({ runId, puzzles, open: left, gates }) => [runId, puzzles, left, gates?.failed]),
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
  const { names } = await asker(t, store)<NightsAnswer>('/nights');
  assert.deepEqual(
    names.map(({ name, words, total }) => [name, words, total]),
    [['/often.csv', ['/often.csv'], 2]],
  );
});

test('a night that was interrupted or killed comes with the last complete one', async (t) => {
  const store = temporaryStore(t);
  night(store, [unique], { failed: 'no-worse' });
  night(store, [unique], { state: 'interrupted' });
  const ask = asker(t, store);
  const shown = async (): Promise<unknown> => {
    const [{ last, lastComplete }] = (await ask<NightsAnswer>('/nights')).names;
    return [last.state, lastComplete?.runId, lastComplete?.gates?.failed];
  };
  assert.deepEqual(await shown(), ['interrupted', 1, ['no-worse']]);
  night(store, [unique], { state: 'running' });
  store.close();
  assert.deepEqual(await shown(), ['stopped', 1, ['no-worse']]);
  const none = { before: null, new: 0, gone: 0, worse: 0, rejected: 0, rejects: 0 };
  assert.deepEqual(await ask<SinceAnswer>('/runs/3/since'), none);
});

test('thirty nights of twelve names are listed, and how many of the other names failed', async (t) => {
  const store = temporaryStore(t);
  night(store, [unique], { name: 'old and failed', failed: 'no-worse' });
  night(store, [unique], { name: 'old' });
  for (let i = 1; i <= 11; i++) night(store, [unique], { name: `name ${i}` });
  for (let i = 1; i <= 31; i++) night(store, [unique]);
  const { names, more } = await asker(t, store)<NightsAnswer>('/nights');
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
  const ask = asker(t, store);
  const since = (run: number): Promise<SinceAnswer> => ask(`/runs/${run}/since`);
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
