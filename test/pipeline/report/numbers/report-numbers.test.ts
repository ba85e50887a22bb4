import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gatherNumbers } from '../../../../src/pipeline/report/numbers/report-numbers.js';
import { puzzleIdOf } from '../../../../src/solver/core/result/puzzle-id.js';
import { RunWriter } from '../../../../src/pipeline/store/write/run-writer.js';
import { NEW_RUN, columnsOf, resultOf, temporaryStore } from '../../../support/store-samples.js';
import { writeEntries } from '../../../support/write-entries.js';

test('of rows that are not counted yet, a number that cannot be one is counted nowhere: the report is refused, and the result is named', (t) => {
  const store = temporaryStore(t);
  const writer = new RunWriter(store);
  const runId = writer.startRun(NEW_RUN);
  const source = { path: 'a.csv', sha256: 'a'.repeat(64), format: 'csv', bytes: 1 };
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
    ['puzzle_rows', 'width = 9e15'],
    ['puzzle_rows', 'filled = 99'],
  ]) {
    const update = `UPDATE ${table} SET ${change} WHERE puzzle_id = ${puzzleIdOf(1, 1)}`;
    db.pragma('ignore_check_constraints = OFF');
    assert.throws(() => db.exec(update), /CHECK constraint failed/, change);
    db.pragma('ignore_check_constraints = ON');
    db.exec(`SAVEPOINT sound; ${update}; UPDATE run_pieces SET counts = NULL`);
    const refusal = /is damaged: the result of a\.csv#1 in run 1 \(entry 1\) cannot be one: /;
    assert.throws(() => gatherNumbers(store, runId), refusal, change);
    db.exec('ROLLBACK TO sound');
  }
});
