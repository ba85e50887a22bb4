import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gatherNumbers } from '../../../src/report/numbers/report-numbers.js';
import { NumberList, quantile, TopList } from '../../../src/report/numbers/number-lists.js';
import { RunWriter } from '../../../src/runs/store/write/run-writer.js';
import { NEW_RUN, columnsOf, resultOf, temporaryStore } from '../../support/store-samples.js';
import { writeEntries } from '../../support/write-entries.js';

test('a quantile is between two values by how near their ranks are, so that a median is the mean of the middle two', () => {
  const list = new NumberList();
  for (let i = 5000; i > 0; i--) list.push(i);
  const sorted = list.sorted();
  assert.deepEqual(
    [0, 0.0002, 0.5, 0.95, 0.9999, 1].map((q) => Number(quantile(sorted, q)!.toFixed(9))),
    [1, 1.9998, 2500.5, 4750.05, 4999.5001, 5000],
  );
  assert.equal(quantile(new NumberList().sorted(), 0.5), null);
});

test('lists of two threads, each sorted, become one', () => {
  const [one, other] = [
    [5, 1, 3],
    [4, 1, 2, 9],
  ].map((numbers) => {
    const list = new NumberList();
    for (const number of numbers) list.push(number);
    list.sorted();
    return list;
  });
  one.absorb(structuredClone(other));
  assert.deepEqual([...one.sorted()], [1, 1, 2, 3, 4, 5, 9]);
  one.push(0);
  assert.deepEqual([...one.sorted()], [0, 1, 1, 2, 3, 4, 5, 9]);
});

test('a top list keeps the highest ranks, the earlier of equal ones', () => {
  const top = new TopList<string>(3);
  Array.from('abcdef').forEach((item, i) => top.add([1, 5, 5, 2, 5, 9][i], item));
  assert.deepEqual(top.items(), ['f', 'b', 'c']);
});

test('a number that cannot be one is counted nowhere: the report is refused, and the result is named', (t) => {
  const store = temporaryStore(t);
  const writer = new RunWriter(store);
  const runId = writer.startRun(NEW_RUN);
  const source = { path: 'a.csv', sha256: 'a'.repeat(64), format: 'csv', bytes: 1, label: 'a' };
  const { sourceId } = writer.addSource(source);
  writeEntries(writer, sourceId, columnsOf(0, 1), [resultOf(), resultOf()], []);
  writer.finishRun('complete');
  assert.equal(gatherNumbers(store, runId).puzzles, 2);
  const { db } = store;
  for (const [table, change] of [
    ['result_rows', 'stars = 9e15'],
    ['result_rows', 'difficulty = 1e308'],
    ['result_rows', 'guess_depth = 9e15'],
    ['result_rows', 'guess_depth_min = 5'],
    ['result_rows', 'solve_ms = 1e308'],
    ['result_rows', 'solve_ms = -1'],
    ['result_rows', "limit_ms = 'soon'"],
    ['result_rows', 'status = 99'],
    ['result_rows', "technique = 'magic'"],
    ['result_rows', "needs = 'luck'"],
    ['result_rows', "cross_check = 'maybe'"],
    ['puzzles', 'width = 9e15'],
    ['puzzles', 'filled = 99'],
  ]) {
    const update = `UPDATE ${table} SET ${change} WHERE puzzle_id = ${sourceId * 2 ** 32 + 1}`;
    db.pragma('ignore_check_constraints = OFF');
    assert.throws(() => db.exec(update), /CHECK constraint failed/, change);
    db.pragma('ignore_check_constraints = ON');
    db.exec(`SAVEPOINT sound; ${update}`);
    const refusal = /is damaged: the result of a#1 in run 1 \(entry 1\) cannot be one: /;
    assert.throws(() => gatherNumbers(store, runId), refusal, change);
    db.exec('ROLLBACK TO sound');
  }
});
