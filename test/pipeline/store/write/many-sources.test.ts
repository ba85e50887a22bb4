import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RunWriter } from '../../../../src/pipeline/store/write/run-writer.js';
import { findRun, runSources } from '../../../../src/pipeline/store/stored-runs/read-runs.js';
import { listRejects } from '../../../../src/pipeline/store/rows/rejects.js';
import { ONLY_DEEP } from '../../../support/depth.js';
import { finishSource, writeEntries } from '../../../support/write-entries.js';
import {
  NEW_RUN,
  columnsOf,
  rejectOf,
  resultOf,
  temporaryStore,
} from '../../../support/store-samples.js';

const FILES = 20_000;

test(
  'the time for many files grows with their number, not with its square',
  { skip: ONLY_DEEP },
  (t) => {
    const store = temporaryStore(t);
    const began = process.cpuUsage();
    const writer = new RunWriter(store);
    writer.startRun(NEW_RUN);
    const sources = writer.addSources(
      Array.from({ length: FILES }, (_, i) => {
        const path = `book/${i}.json`;
        return { path, sha256: `hash ${i}`, format: 'json', bytes: 100 };
      }),
    );
    for (let i = 0; i < FILES; i += 1000) {
      for (const [k, { sourceId }] of sources.slice(i, i + 1000).entries()) {
        const entry = 2 * (i + k);
        writeEntries(writer, sourceId, columnsOf(entry), [resultOf()], [rejectOf(entry + 1)]);
        finishSource(writer, sourceId, { entries: 2 });
      }
    }
    assert.equal(listRejects(store, writer.runId, FILES).length, FILES);
    const { user, system } = process.cpuUsage(began);
    // A scan of all sources for each took 30 s.
    assert.ok(user + system < 8e6, `${(user + system) / 1e6} s`);
    assert.ok(runSources(store, findRun(store).runId).every(({ entries }) => entries === 2));
    store.close();
  },
);
