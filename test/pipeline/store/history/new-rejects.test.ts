import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newRejects } from '../../../../src/pipeline/store/history/new-rejects.js';
import { RunWriter } from '../../../../src/pipeline/store/write/run-writer.js';
import type { Reject } from '../../../../src/solver/core/puzzle/reject.js';
import { NEW_RUN, columnsOf, temporaryStore } from '../../../support/store-samples.js';
import { writeEntries } from '../../../support/write-entries.js';

test('each new reject is seen once, however many there are, and counted by its kind of reason', (t) => {
  const store = temporaryStore(t);
  const writer = new RunWriter(store);
  const addNight = (counts: readonly number[]): number => {
    const runId = writer.startRun({ ...NEW_RUN, name: 'book' });
    for (const [i, count] of counts.entries()) {
      const sha256 = String(i).repeat(64);
      const source = { path: `${i}.csv`, sha256, format: 'csv', bytes: 1, label: `${i}` };
      const { sourceId } = writer.addSource(source);
      const rejects = Array.from({ length: count }, (_, ordinal): Reject => {
        const reason =
          ordinal % 3 === 0 ? 'the rows hold 3 filled cells' : 'CSV: expected 5 fields';
        return {
          ordinal,
          line: ordinal + 2,
          name: `p${ordinal}`,
          excerpt: 'x',
          reason,
          kind: 'text',
        };
      });
      writeEntries(writer, sourceId, columnsOf(), [], rejects);
    }
    writer.finishRun('complete');
    return runId;
  };
  const [before, after] = [addNight([1, 0]), addNight([1, 1203])];
  const seen = new Set<string>();
  const kinds = newRejects(store, before, after, ({ sourceId, ordinal }) =>
    seen.add(`${sourceId} ${ordinal}`),
  );
  assert.equal(seen.size, 1203);
  assert.deepEqual(
    kinds.map(({ count }) => count),
    [802, 401],
  );
});
