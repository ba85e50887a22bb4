import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countWorse, type SinceWord } from '../../../../src/pipeline/record/outcome.js';
import {
  isAnythingNew,
  sinceLastNight,
  type ChangesSince,
  type SinceLastNight,
  withSince,
} from '../../../../src/pipeline/store/changes/since.js';
import { findRun } from '../../../../src/pipeline/store/stored-runs.js';
import { Book, OTHER, SEVERAL, TYPO, UNIQUE } from '../../../support/runs/book.js';
import { change } from '../../../support/runs/solve-parts.js';
import { FilterError } from '../../../../src/pipeline/store/listing/result-filter.js';
import { resultPage } from '../../../../src/pipeline/store/listing/result-page.js';
import type { Store } from '../../../../src/pipeline/store/open/open.js';
import { ends, nonomill, succeeds } from '../../../support/nonomill.js';
import { linesIn, assertEach, eachOf } from '../../../support/tests.js';

/** An entry that breaks off. */
const CUT = '"rows":[[1],';

/** What is new in a run, or the latest. */
function since(book: Book, run?: number): SinceLastNight | null {
  const store = book.open();
  return sinceLastNight(store, findRun(store, run === undefined ? undefined : String(run)));
}

function changes(book: Book, run?: number): ChangesSince {
  const found = since(book, run);
  assert.equal(found?.kind, 'compared');
  return found;
}

const fileName = ({ path }: { readonly path: string }): string => path.split(/[\\/]/).at(-1)!;

test('new puzzles are counted by what was found of them, in all and by file, the worst file first', async (t) => {
  const book = new Book(t);
  await book.nightOf({ 'a.ndjson': { one: UNIQUE }, 'b.ndjson': { two: UNIQUE } });
  await book.nightOf({
    'a.ndjson': { one: UNIQUE, three: OTHER },
    'b.ndjson': { two: UNIQUE, four: SEVERAL },
    'c.ndjson': { five: OTHER, six: UNIQUE, seven: TYPO },
  });
  const { before, puzzles, fresh, counts, files, rejects, worse, next } = changes(book);
  assert.equal(before.runId, 1);
  assert.equal(puzzles, 6);
  const none = { unique: 0, line: 0, ambiguous: 0, contradiction: 0, open: 0 };
  assert.deepEqual(fresh, { ...none, puzzles: 4, unique: 3, line: 3, ambiguous: 1 });
  assert.equal(counts.new, 4);
  assert.deepEqual(worse, []);
  const file = { ...none, changed: 0, worse: 0, gone: 0, rejects: 0 };
  assertEach(files.first, ({ path, ...others }) => [fileName({ path }), others], [
    ['c.ndjson', { ...file, puzzles: 2, unique: 2, line: 2, rejects: 1 }],
    ['b.ndjson', { ...file, puzzles: 1, ambiguous: 1 }],
    ['a.ndjson', { ...file, puzzles: 1, unique: 1, line: 1 }],
  ]);
  assert.equal(files.count, 3);
  assert.equal(rejects.count, 1);
  const [{ reason, count, line, ...place }] = rejects.kinds;
  assert.deepEqual([fileName(place), line, count], ['c.ndjson', 3, 1]);
  assert.match(reason, /row.*column/);
  assert.match(next!.what, /c\.ndjson:3 is not a puzzle/);
});

test('puzzles that are worse, or got a verdict, are named with their file, and the worst comes next', async (t) => {
  const book = new Book(t);
  await book.night({ a: UNIQUE, b: UNIQUE, c: UNIQUE, d: SEVERAL });
  change(
    book.db,
    "UPDATE result_rows SET status = 'timeout', stopped_by = 'timeout', technique = NULL WHERE puzzle_id % 2048 = 3",
  );
  await book.night({ a: SEVERAL, b: TYPO, c: UNIQUE, d: SEVERAL });
  const { worse, gained, counts, files, next } = changes(book);
  assertEach(worse, (one) => [one.kind, one.name, fileName(one), one.ordinal, one.line], [
    ['lost', 'b', 'book.ndjson', 1, 2],
    ['ambiguous', 'a', 'book.ndjson', 0, null],
  ]);
  assert.match(worse[0].rejected!, /row.*column/);
  assert.deepEqual([gained.map(({ name }) => name), counts.decided], [['d'], 1]);
  assert.deepEqual([files.first[0].changed, files.first[0].worse], [3, 2]);
  // A reject has nothing to show: the puzzle that it was is shown.
  assert.match(next!.what, /^b: lost the verdict$/);
  assert.match(next!.command!, /^nonomill show b --run 1 --db /);
});

test('a night in which nothing is new says so, whatever its files are called', async (t) => {
  const book = new Book(t);
  await book.nightOf({ 'a.ndjson': { a: UNIQUE, b: TYPO } });
  await book.nightOf({ 'a.ndjson': null, 'z.ndjson': { a: UNIQUE, b: TYPO } });
  await book.nightOf({ 'z.ndjson': { b: TYPO, a: UNIQUE } }, { reuse: { from: null } });
  for (const run of [2, 3]) {
    const found = changes(book, run);
    assert.equal(isAnythingNew(found), false);
    assert.deepEqual([found.files.count, found.next], [0, null]);
  }
});

test('only rejects that were not there before are new, and those of one kind of reason are told as one', async (t) => {
  const book = new Book(t);
  await book.night({ a: TYPO, b: UNIQUE });
  await book.night({ x: OTHER, a: TYPO, b: TYPO, c: CUT, d: CUT, e: CUT });
  const { rejects, counts } = changes(book);
  assert.equal(rejects.count, 4);
  assert.deepEqual(eachOf(rejects.kinds, 'count', 'line'), [
    [3, 4],
    [1, 3],
  ]);
  assert.deepEqual([counts.new, counts.lost], [1, 1]);
});

test('a first night, a run that is not complete, and runs that are no nights are compared with none', async (t) => {
  const book = new Book(t);
  await book.night({ a: UNIQUE });
  assert.deepEqual(since(book), { kind: 'first', by: 'name' });
  await book.night({ a: UNIQUE, b: UNIQUE });
  change(book.db, "UPDATE runs SET state = 'interrupted' WHERE run_id = 2");
  assert.deepEqual(since(book), { kind: 'unfinished', by: 'name' });
  await book.night({ a: UNIQUE, b: UNIQUE }, { name: null });
  assert.equal(changes(book).before.runId, 1);
  assert.deepEqual([changes(book).by, changes(book).unfinished], ['corpora', 2]);
  change(
    book.db,
    `UPDATE runs SET options = json_set(options, '$.study', json('{"kind":"phase"}')) WHERE run_id = 3`,
  );
  assert.equal(since(book), null);
});

test('puzzles are gone only from a run that is whole, and only with such a run others are compared', async (t) => {
  const book = new Book(t);
  const two = { a: UNIQUE, b: SEVERAL };
  await book.night(two);
  await book.night(two, { limit: 1 });
  await book.night({ a: UNIQUE, c: OTHER });
  await book.night({ a: UNIQUE, c: OTHER });
  const sql = `UPDATE runs SET options = json_set(options, '$.again', 'run 1') WHERE run_id = 4`;
  change(book.db, sql);
  await book.night({ c: OTHER, ...two }, { shard: '2/2' });
  await book.night({ c: OTHER, ...two }, { shard: '2/2' });
  await book.night({ c: OTHER, ...two });
  assert.equal(since(book, 4), null);
  const told = [2, 3, 5, 6, 7].map((run) => {
    const { before, counts, isWhole, files } = changes(book, run);
    return [before.runId, counts.new, counts.gone, isWhole, files.count];
  });
  assert.deepEqual(told, [
    [1, 0, 0, false, 0],
    [1, 1, 1, true, 1],
    [3, 1, 0, false, 1],
    [5, 0, 0, false, 0],
    [3, 1, 0, true, 1],
  ]);
});

test('what is worse in a run that somebody accepted is none the less told, and so is one whose results were retried', async (t) => {
  const book = new Book(t);
  await book.night({ a: UNIQUE });
  await book.night({ a: SEVERAL });
  const mode = { kind: 'retry' as const, statuses: ['multiple' as const], given: [] };
  await book.nightOf({}, { corpora: [], mode, name: null });
  assert.equal(changes(book, 2).counts.ambiguous, 1);
  change(book.db, "UPDATE runs SET accepted_at = '2026-01-02T03:04:05.678Z' WHERE run_id = 2");
  const { counts, changed } = changes(book);
  assert.deepEqual([counts.ambiguous, counts.accepted, changed], [0, 1, 1]);
  await book.night({ a: SEVERAL });
  assert.equal(isAnythingNew(changes(book)), false);
});

test('what is worse is told every night until it is good again, which is told once', async (t) => {
  const book = new Book(t);
  const good = { a: UNIQUE, b: UNIQUE, c: UNIQUE, d: UNIQUE };
  await book.night(good);
  await book.night({ ...good, a: SEVERAL, b: TYPO });
  await book.night({ new: OTHER, ...good, a: SEVERAL, b: TYPO });
  await book.night({ ...good, a: SEVERAL, c: SEVERAL });
  await book.night(good);
  await book.night(good);
  const told = [2, 3, 4, 5, 6].map((run) => {
    const { worse, gained, counts, changed, files } = changes(book, run);
    const named = (some: typeof worse) =>
      some.map(({ name, since, before }) => `${name} ${before!.runId} ${since}`);
    return [named(worse), named(gained), countWorse(counts), changed, files.first[0]?.worse];
  });
  assert.deepEqual(told, [
    [['b 1 2', 'a 1 2'], [], 2, 2, 2],
    [['b 1 2', 'a 1 2'], [], 2, 0, 2],
    [['c 3 4', 'a 1 2'], ['b 1 null'], 2, 2, 2],
    [[], ['a 1 null', 'c 3 null'], 0, 2, 0],
    [[], [], 0, 0, undefined],
  ]);
});

test('a file that holds nothing is one line, whatever was worse in it, until its puzzles are there again', async (t) => {
  const book = new Book(t);
  const a = { a: UNIQUE, b: UNIQUE, c: UNIQUE, d: UNIQUE };
  const x = { x: UNIQUE, y: SEVERAL };
  await book.nightOf({ 'a.ndjson': a, 'x.ndjson': x });
  await book.nightOf({ 'a.ndjson': { ...a, a: SEVERAL } });
  await book.nightOf({ 'a.ndjson': {}, 'x.ndjson': { ...x, x: SEVERAL } });
  await book.nightOf({});
  // One has moved, one is bad still, one was made bad meanwhile.
  const [moved, ...rest] = [{ d: UNIQUE }, { a: SEVERAL, b: UNIQUE, c: SEVERAL }];
  await book.nightOf({ 'a.ndjson': {}, 'x.ndjson': { ...x, ...moved } });
  await book.nightOf({ 'a.ndjson': rest[0] });
  await book.nightOf({ 'a.ndjson': null });
  const told = [2, 3, 4, 5, 6, 7].map((run) => {
    const { worse, wholeFiles, counts, gained } = changes(book, run);
    const lines = wholeFiles.map(({ kind, puzzles, best, since }) => [kind, puzzles, best, since]);
    const names = [worse, gained].map((some) => some.map(({ name }) => name).join(' '));
    return [names.join('; '), lines, countWorse(counts), counts.mended, counts.gone, counts.new];
  });
  assert.deepEqual(told, [
    ['a; ', [], 1, 0, 0, 0],
    ['x; ', [['empty', 4, 2, 3]], 5, 0, 0, 0],
    ['x; ', [['empty', 4, 2, 3]], 5, 0, 0, 0],
    [
      '; x',
      [
        ['empty', 3, 2, 3],
        ['back', 1, 2, 3],
      ],
      3,
      2,
      0,
      0,
    ],
    ['a c; ', [['back', 1, 2, 3]], 2, 1, 0, 0],
    ['; ', [['gone', 3, 6, 7]], 0, 0, 3, 0],
  ]);
});

test('a puzzle whose name cannot be typed is shown by its number', async (t) => {
  const book = new Book(t);
  const hostile = '\u001b[31m<b>x';
  await book.night({ [hostile]: UNIQUE });
  await book.night({ [hostile]: SEVERAL });
  const { next, worse } = changes(book);
  assert.equal(worse[0].name, hostile);
  assert.match(next!.command!, /^nonomill show \d+ --run 2 /);
});

const FULL = '"rows":[[2],[2]],"columns":[[2],[2]]';

/** The names of the puzzles of a run that the words leave. */
function namesSince(store: Store, runId: number, ...since: SinceWord[]): string[] {
  const filter = withSince(store, [runId], { since });
  const asked = { runId, sort: 'order', descending: false, limit: 100, after: null } as const;
  return resultPage(store, { ...asked, filter }).rows.map(({ name }) => name);
}

async function twoNights(book: Book): Promise<void> {
  await book.nightOf({ 'a.ndjson': { same: UNIQUE, worse: UNIQUE, better: SEVERAL, gone: OTHER } });
  await book.nightOf({ 'a.ndjson': { same: UNIQUE, worse: SEVERAL, better: UNIQUE, fresh: FULL } });
}

test('a run is filtered by what its puzzles became since the night before', async (t) => {
  const book = new Book(t);
  await twoNights(book);
  const store = book.open();
  assert.deepEqual(namesSince(store, 2, 'new'), ['fresh']);
  assert.deepEqual(namesSince(store, 2, 'changed'), ['worse', 'better']);
  assert.deepEqual(namesSince(store, 2, 'worse'), ['worse']);
  assert.deepEqual(namesSince(store, 2, 'worse', 'new'), ['worse', 'fresh']);
});

test('on a first night every puzzle is new, and none is worse', async (t) => {
  const book = new Book(t);
  await twoNights(book);
  const store = book.open();
  assert.deepEqual(namesSince(store, 1, 'new'), ['same', 'worse', 'better', 'gone']);
  assert.deepEqual(namesSince(store, 1, 'worse', 'changed'), []);
});

test('several runs together have no night before them', async (t) => {
  const book = new Book(t);
  await twoNights(book);
  const store = book.open();
  assert.throws(() => withSince(store, [1, 2], { since: 'new' }), FilterError);
});

test('export and stats take the word alone, first, and with others', async (t) => {
  const book = new Book(t);
  await twoNights(book);
  const db = ['--db', book.db];
  const names = async (where: string): Promise<string[]> => {
    const { stdout } = await succeeds(['export', '--where', where, '--to', 'ndjson', ...db]);
    return linesIn(stdout).map((line) => (JSON.parse(line) as { name: string }).name);
  };
  assert.deepEqual(await names('new'), ['fresh']);
  assert.deepEqual(await names('since=new,worse sort=-name'), ['worse', 'fresh']);
  assert.deepEqual(await names('changed status=unique'), ['better']);
  const stats = await nonomill(['stats', '--where', 'new', '--of', 'puzzles', '--csv', ...db]);
  assert.match(stats.stdout, /\b1\b/, stats.stderr);
  const both = await ends(2, ['stats', '1', '2', '--where', 'new', ...db]);
  assert.match(both.stderr, /since: it is asked of one run, got 2/);
  const typo = await nonomill(['export', '--where', 'since=newer', ...db]);
  assert.match(typo.stderr, /since: expected one of new, changed, worse; got "newer"/);
});
