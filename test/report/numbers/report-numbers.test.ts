import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gatherNumbers } from '../../../src/report/numbers/report-numbers.js';
import { damagedTexts } from '../../../src/report/summary/result-words.js';
import { summaryOf } from '../../../src/report/summary/summary-json.js';
import { damagedIds, namedDamage } from '../../../src/runs/store/queries/damaged-rows.js';
import { RunWriter } from '../../../src/runs/store/write/run-writer.js';
import { NEW_RUN, columnsOf, resultOf, temporaryStore } from '../../support/store-samples.js';
import { writeEntries } from '../../support/write-entries.js';

/** What only others than a run can have written, by the columns of rows. */
const STORED = {
  stars: 2.5,
  status: 99,
  technique: 9,
  guess_depth: 0.5,
  limit_ms: "'soon'",
  width: 9e15,
  height: 2.5,
  filled: 99,
};

test('a number that cannot be one keeps its result out of all figures, and the result is named', (t) => {
  const store = temporaryStore(t);
  const writer = new RunWriter(store);
  const runId = writer.startRun(NEW_RUN);
  const source = { path: 'a.csv', sha256: 'a'.repeat(64), format: 'csv', bytes: 1, label: 'a' };
  const { sourceId } = writer.addSource(source);
  const rated = {
    difficulty: 3,
    difficultyBound: false,
    effortLine: 7,
    effortProbe: 0,
    tries: 0,
    stars: 1,
    needs: 'line' as const,
  };
  const results = [
    {},
    { difficulty: 1e308 },
    { stars: 9e15 },
    { guessDepth: 9e15 },
    { guessDepthMin: 5 },
    { solveMs: 1e308 },
    { solveMs: -1 },
    ...Object.keys(STORED).map(() => ({})),
  ].map((changes) => resultOf({ ...rated, ...changes }));
  writeEntries(writer, sourceId, columnsOf(...results.keys()), results, []);
  writer.finishSource(sourceId, { entries: results.length });
  writer.finishRun('complete');
  Object.entries(STORED).forEach(([column, value], i) => {
    const id = sourceId * 2 ** 32 + results.length - 1 - i;
    const table = ['width', 'height', 'filled'].includes(column) ? 'puzzles' : 'result_rows';
    store.db.exec(`UPDATE ${table} SET ${column} = ${value} WHERE puzzle_id = ${id}`);
  });
  const numbers = gatherNumbers(store, runId);
  const damaged = results.length - 1;
  assert.equal(numbers.puzzles, 1);
  assert.deepEqual([numbers.difficulty.rated, numbers.difficulty.highest], [1, 3]);
  assert.equal(numbers.solveMs.max, 0.5);
  assert.equal(numbers.solveMs.par2, 0.5);
  assert.deepEqual([...numbers.byGuessDepth], [['0', 1]]);
  assert.equal(numbers.hardest.byScore.length, 1);
  const summary = summaryOf(numbers);
  const account = { results: 1, rejects: 0, damaged, copied: 0 };
  assert.deepEqual(summary.accounting, { entries: results.length, ...account });
  assert.equal(numbers.damaged.rows, damaged);
  assert.match(numbers.damaged.first[0], /^a#1 in run 1 \(entry 1\): /);
  assert.equal(damagedTexts(numbers.damaged)[0], '14 damaged results are left out of all figures');
  assert.deepEqual(
    namedDamage(store, runId, damagedIds(store, runId)),
    numbers.damaged,
    'without going over all rows',
  );
});
