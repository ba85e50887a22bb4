import assert from 'node:assert/strict';
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { howFar } from '../../../../src/pipeline/cli/running/how-far.js';
import { findRun } from '../../../../src/pipeline/store/stored-runs/read-runs.js';
import { RunWriter } from '../../../../src/pipeline/store/write/run-writer.js';
import { NEW_RUN, columnsOf, resultOf, temporaryStore } from '../../../support/store-samples.js';
import { folderWith } from '../../../support/temporary.js';
import { finishSource, writeEntries } from '../../../support/write-entries.js';

test('a run that was killed shows how far it is, of about how many entries, while its files are there', async (t) => {
  const folder = folderWith({ 'a.csv': `rows,columns\n${'2;1,2;1\n'.repeat(40)}` });
  const store = temporaryStore(t);
  const writer = new RunWriter(store);
  const runId = writer.startRun({ ...NEW_RUN, options: { limit: null } });
  const [read, open] = ['b.csv', 'a.csv'].map((name, i) => {
    const path = join(folder, name);
    const bytes = i === 0 ? 99 : statSync(path).size;
    const sha256 = String(i).repeat(64);
    return writer.addSource({ path, sha256, format: 'csv', bytes });
  });
  writeEntries(writer, read.sourceId, columnsOf(0, 1), [resultOf(), resultOf()], []);
  finishSource(writer, read.sourceId, { entries: 2 });
  writeEntries(writer, open.sourceId, columnsOf(0), [resultOf()], []);
  const far = { kind: 'run', done: 3 };
  const now = (): Promise<unknown> => howFar(store, findRun(store, String(runId)));
  assert.deepEqual(await now(), { ...far, of: 42, isEstimate: true });
  store.db.exec(`UPDATE runs SET options = '{"limit":10}'`);
  assert.deepEqual(await now(), { ...far, of: 10, isEstimate: true });
  rmSync(join(folder, 'a.csv'));
  assert.deepEqual(await now(), { ...far, of: null, isEstimate: true });
  finishSource(writer, open.sourceId, { entries: 1 });
  writer.finishRun('complete');
  assert.equal(await now(), null);
});
