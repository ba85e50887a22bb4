import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  puzzleHistory,
  historyOf,
  type HistoryLine,
} from '../../../../src/pipeline/store/history.js';
import { listRuns } from '../../../../src/pipeline/store/stored-runs.js';
import { Book, OTHER, SEVERAL, TYPO, UNIQUE, type Puzzles } from '../../../support/runs/book.js';
import { change } from '../../../support/runs/solve-parts.js';
import { assertEach, eachOf } from '../../../support/tests.js';

type HistoryRange = Parameters<typeof historyOf>[2];

function linesOf(book: Book, range: Partial<HistoryRange> = {}): Promise<HistoryLine[]> {
  const store = book.open();
  return historyOf(store, listRuns(store).reverse(), { listed: 10, ...range });
}

/** The changes of a line, as people read them. */
const named = ({ changes }: HistoryLine): string[] | null =>
  changes && changes.first.map(({ kind, name }) => `${name} ${kind}`);

test('a history has a line for each run, and what changed since the complete one before it', async (t) => {
  const book = new Book(t);
  await book.night({ a: UNIQUE, b: UNIQUE, c: UNIQUE });
  await book.night({ a: UNIQUE, b: SEVERAL, d: UNIQUE, c: OTHER });
  await book.night({ a: UNIQUE, b: UNIQUE, d: TYPO, c: OTHER });
  const lines = await linesOf(book);
  assertEach(
    lines,
    ({ runId, state, puzzles, rejects, unique, line, open }) => {
      return { runId, state, puzzles, rejects, unique, line, open };
    },
    [
      { runId: 1, state: 'complete', puzzles: 3, rejects: 0, unique: 3, line: 3, open: 0 },
      { runId: 2, state: 'complete', puzzles: 4, rejects: 0, unique: 3, line: 3, open: 0 },
      { runId: 3, state: 'complete', puzzles: 3, rejects: 1, unique: 3, line: 3, open: 0 },
    ],
  );
  assert.deepEqual(lines.map(named), [
    null,
    ['b ambiguous', 'd new', 'c edited'],
    ['b mended', 'd lost'],
  ]);
  assertEach(lines, ({ changes }) => changes?.since, [undefined, 1, 2]);
});

test('a change says what the puzzle was before, what it is now, and why it is a reject', async (t) => {
  const book = new Book(t);
  await book.night({ a: UNIQUE, b: UNIQUE, gone: UNIQUE });
  await book.night({ a: SEVERAL, b: TYPO, new: OTHER });
  const [, { changes }] = await linesOf(book);
  const told = changes!.first.map(({ kind, name, edited, rejected, before, after }) => {
    return [name, kind, edited, rejected, before?.status ?? null, after?.status ?? null];
  });
  const [reject] = told.flatMap(([, , , rejected]) => rejected ?? []);
  assert.match(String(reject), /row.*column/);
  assert.deepEqual(told.sort(), [
    ['a', 'ambiguous', true, null, 'unique', 'multiple'],
    ['b', 'lost', false, reject, 'unique', null],
    ['gone', 'gone', false, null, 'unique', null],
    ['new', 'new', false, null, null, 'unique'],
  ]);
});

test('an interrupted run is not compared, and the one after it is compared with the last complete one', async (t) => {
  const book = new Book(t);
  await book.night({ a: UNIQUE });
  await book.night({ a: UNIQUE, b: UNIQUE });
  change(book.db, "UPDATE runs SET state = 'interrupted' WHERE run_id = 2");
  await book.night({ a: SEVERAL });
  const lines = await linesOf(book);
  assert.deepEqual(lines.map(named), [null, null, ['a ambiguous']]);
  assert.equal(lines[2].changes?.since, 1);
});

test('a history may begin late: its first line still says what changed', async (t) => {
  const book = new Book(t);
  await book.night({ a: UNIQUE });
  await book.night({ a: SEVERAL });
  change(book.db, "UPDATE runs SET started_at = '2001-01-01T00:00:00.000Z' WHERE run_id = 1");
  assert.deepEqual((await linesOf(book, { since: '2002-01-01' })).map(named), [['a ambiguous']]);
  assert.deepEqual(await linesOf(book, { since: '2999-01-01' }), []);
});

test('all changes are counted, and as many of a kind are named as wanted, of the runs that are wanted', async (t) => {
  const book = new Book(t);
  const some = ['a', 'b', 'c', 'd'];
  const all = (clues: string): Puzzles => Object.fromEntries(some.map((id) => [id, clues]));
  await book.night(all(UNIQUE));
  await book.night(all(SEVERAL));
  await book.night(all(UNIQUE));
  const lines = await linesOf(book, { listed: 2, named: (runId) => runId === 2 });
  assert.deepEqual(lines.map(named), [null, ['a ambiguous', 'b ambiguous'], []]);
  assertEach(lines, ({ changes }) => changes && [changes.counts.ambiguous, changes.counts.mended], [
    null,
    [4, 0],
    [0, 4],
  ]);
});

test('puzzles that were taken over count, but not for the rate', async (t) => {
  const book = new Book(t);
  await book.night({ a: UNIQUE, b: UNIQUE });
  await book.night({ a: UNIQUE, b: UNIQUE }, { reuse: { from: null } });
  const [first, second] = await linesOf(book);
  assert.deepEqual([first.reused, second.reused], [0, 2]);
  assert.ok(first.perSecond! > 0);
  assert.equal(second.perSecond, null);
  assert.equal(second.unique, 2);
});

test('parts of a run are compared with the same part of others', async (t) => {
  const book = new Book(t);
  for (const clues of [UNIQUE, SEVERAL]) {
    for (const part of [1, 2]) await book.night({ a: clues, b: clues }, { shard: `${part}/2` });
  }
  assertEach(
    await linesOf(book),
    ({ changes }) => changes && [changes.since, changes.counts.ambiguous],
    [null, null, [1, 1], [2, 1]],
  );
});

test('a puzzle has a history by its name, whatever its clues were', async (t) => {
  const book = new Book(t);
  await book.night({ a: UNIQUE, b: UNIQUE });
  await book.night({ a: SEVERAL });
  await book.night({ b: UNIQUE });
  const store = book.open();
  const history = puzzleHistory(store, 'a')!;
  assert.deepEqual(eachOf(history.nights, 'runId', 'status'), [
    [1, 'unique'],
    [2, 'multiple'],
  ]);
  assert.equal(history.firstSeen.runId, 1);
  assert.equal(history.lastDecided?.runId, 2);
  assert.notEqual(history.nights[0].fingerprint, history.nights[1].fingerprint);
  assert.equal(puzzleHistory(store, 'nobody'), null);
});
