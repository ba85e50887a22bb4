import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { test, type TestContext } from 'node:test';
import { gatherNumbers } from '../../../src/report/numbers/report-numbers.js';
import { tallyInTwo, tallyResults } from '../../../src/report/numbers/tally-run.js';
import { mergeTally } from '../../../src/report/numbers/tally.js';
import type { Store } from '../../../src/runs/store/open/open.js';
import { middleOf } from '../../../src/runs/store/queries/result-scan.js';
import { temporaryStore } from '../../support/store-samples.js';
import { writeSampleRun } from '../sample-run.js';

/** A run with equal puzzles in it, and the ids of its puzzles. */
function sampleRun(t: TestContext): { store: Store; runId: number; ids: readonly number[] } {
  const store = temporaryStore(t);
  const runId = writeSampleRun(store, 4);
  const ids = store.db
    .prepare<[], number>('SELECT puzzle_id FROM result_rows ORDER BY puzzle_id')
    .pluck()
    .all();
  return { store, runId, ids };
}

/** Numbers to be compared: times are added up in another order, and so are counts. */
const rounded = (numbers: object): unknown =>
  JSON.parse(
    JSON.stringify(numbers, (_, value: unknown) => {
      if (value instanceof Map) return [...value].sort();
      return typeof value === 'number' ? Number(value.toPrecision(12)) : value;
    }),
  );

test('what was counted of two parts of a run, in two threads, is what is counted of it in one go', (t) => {
  const { store, runId, ids } = sampleRun(t);
  const version = store.db.pragma('data_version', { simple: true }) as number;
  const numbers = rounded(gatherNumbers(store, runId));
  for (const middle of [0, ...ids.filter((_, i) => i % 4 === 0)]) {
    const earlier = tallyResults(store, runId, { after: 0, to: middle });
    const later = { after: middle, to: Number.MAX_SAFE_INTEGER };
    const tally = mergeTally(earlier, structuredClone(tallyResults(store, runId, later)));
    const gathered = gatherNumbers(store, runId, null, { tally, version });
    assert.deepEqual(rounded(gathered), numbers);
  }
});

test(
  'a second thread counts half of a run; what another process commits meanwhile is counted too',
  { skip: availableParallelism() < 2 },
  async (t) => {
    const { store, runId, ids } = sampleRun(t);
    const middle = middleOf(store, runId, 1);
    assert.ok(middle !== null && ids[10] < middle && middle < ids[18], `${middle}`);
    assert.equal(await tallyInTwo(store, runId), null, 'it is too small');
    const counted = await tallyInTwo(store, runId, { worthAThread: 1 });
    assert.ok(counted !== null);
    const { decidedTimes, openTimes } = counted.tally;
    assert.equal(decidedTimes.sorted().length + openTimes.sorted().length, ids.length);
    counted.tally.proven = 99;
    const earlier = { ...counted, version: counted.version - 1 };
    assert.notEqual(gatherNumbers(store, runId, null, earlier).proven, 99);
    assert.equal(gatherNumbers(store, runId, null, counted).proven, 99);
  },
);
