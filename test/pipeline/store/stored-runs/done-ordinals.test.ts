import assert from 'node:assert/strict';
import { test } from 'node:test';
import { donePrefix } from '../../../../src/pipeline/store/stored-runs/done-ordinals.js';
import { RunWriter } from '../../../../src/pipeline/store/write/run-writer.js';
import {
  NEW_RUN,
  columnsOf,
  rejectOf,
  resultOf,
  temporaryStore,
} from '../../../support/store-samples.js';
import { writeEntries } from '../../../support/write-entries.js';

test('what a run is done with at the beginning of a source ends before the first gap', (t) => {
  const store = temporaryStore(t);
  const writer = new RunWriter(store);
  const runId = writer.startRun(NEW_RUN);
  const addSource = (path: string): number =>
    writer.addSource({ path, label: path, sha256: path, format: 'csv', bytes: 1 }).sourceId;
  const [one, other] = [addSource('a'), addSource('b')];
  const gap = 20_000;
  const ordinals = Array.from({ length: 30_000 }, (_, i) => i).filter((i) => i !== gap);
  const isReject = (i: number): boolean => i % 1000 === 7;
  for (const sourceId of [one, other]) {
    const solved = ordinals.filter((i) => !isReject(i));
    const rejects = ordinals.filter(isReject).map((i) => rejectOf(i));
    const results = solved.map(() => resultOf());
    writeEntries(writer, sourceId, columnsOf(...solved), results, rejects);
  }
  writeEntries(writer, other, columnsOf(gap), [resultOf()], []);
  const [withGap, whole] = [donePrefix(store, runId, one), donePrefix(store, runId, other)];
  assert.ok(withGap > 10_000 && withGap <= gap, String(withGap));
  assert.ok(whole > gap && whole <= 30_000, String(whole));
  assert.equal(donePrefix(store, runId + 1, one), 0);
});
