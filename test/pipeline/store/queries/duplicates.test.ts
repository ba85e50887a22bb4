import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findDuplicates } from '../../../../src/pipeline/store/queries/offenders.js';
import { RunWriter } from '../../../../src/pipeline/store/write/run-writer.js';
import { NEW_RUN, columnsOf, resultOf, temporaryStore } from '../../../support/store-samples.js';
import { finishSource, writeEntries } from '../../../support/write-entries.js';

test('puzzles of one shape are a group, in the order of the corpus, and pages list them all', (t) => {
  const store = temporaryStore(t);
  const writer = new RunWriter(store);
  const runId = writer.startRun(NEW_RUN);
  const source = { path: 'a.csv', sha256: 'a'.repeat(64), format: 'csv', bytes: 1 };
  const { sourceId } = writer.addSource(source);
  const count = 3000;
  const columns = columnsOf(...Array(count).keys());
  // The first 13 digits are the same in all: only the whole shape tells them apart.
  columns.shapes.splice(
    0,
    count,
    ...Array.from({ length: count }, (_, i) =>
      (i % 1000 < 10 ? i % 1000 : i).toString(16).padStart(16, 'fedcba9876543000'),
    ),
  );
  writeEntries(writer, sourceId, columns, Array(count).fill(resultOf()), []);
  finishSource(writer, sourceId, { entries: count });
  writer.finishRun('complete');
  const all = findDuplicates(store, runId, { groups: 100, members: 2 });
  assert.deepEqual([all.groups, all.surplus], [10, 20]);
  assert.deepEqual(
    all.first.map(({ puzzles, first }) => [puzzles, ...first.map(({ ordinal }) => ordinal)]),
    Array.from({ length: 10 }, (_, i) => [3, i, 1000 + i]),
  );
  const page = findDuplicates(store, runId, { skip: 8, groups: 5, members: 3 });
  assert.deepEqual(
    page.first.map(({ first }) => first.map(({ ordinal }) => ordinal)),
    [
      [8, 1008, 2008],
      [9, 1009, 2009],
    ],
  );
});
