import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { RunWriter } from '../../../../src/pipeline/store/write/run-writer.js';
import { findRun, runSources } from '../../../../src/pipeline/store/stored-runs.js';
import { listRejects } from '../../../../src/pipeline/store/queries/rejects.js';
import { ONLY_DEEP } from '../../../support/depth.js';
import { finishSource, writeEntries } from '../../../support/write-entries.js';
import {
  NEW_RUN,
  columnsOf,
  rejectOf,
  resultOf,
  temporaryStore,
} from '../../../support/store-samples.js';

/** The CPU time, in us, of a run over so many files of two entries, and of reading its rejects. */
function cpuOf(t: TestContext, files: number): number {
  const store = temporaryStore(t);
  const began = process.cpuUsage();
  const writer = new RunWriter(store);
  writer.startRun(NEW_RUN);
  const sources = writer.addSources(
    Array.from({ length: files }, (_, i) => {
      const path = `book/${i}.json`;
      return { path, sha256: `hash ${i}`, format: 'json', bytes: 100 };
    }),
  );
  for (const [i, { sourceId }] of sources.entries()) {
    writeEntries(writer, sourceId, columnsOf(2 * i), [resultOf()], [rejectOf(2 * i + 1)]);
    finishSource(writer, sourceId, { entries: 2 });
  }
  assert.equal(listRejects(store, writer.runId, files).length, files);
  assert.ok(runSources(store, findRun(store).runId).every(({ entries }) => entries === 2));
  const { user, system } = process.cpuUsage(began);
  store.close();
  return user + system;
}

test(
  'the time for many files grows with their number, not with its square',
  { skip: ONLY_DEEP },
  (t) => {
    const [few, many] = [cpuOf(t, 3000), cpuOf(t, 12_000)];
    assert.ok(many < 8 * few, `${many} us for ${few}`);
  },
);
