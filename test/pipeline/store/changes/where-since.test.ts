import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withSince } from '../../../../src/pipeline/store/changes/since.js';
import { FilterError } from '../../../../src/pipeline/store/listing/result-filter.js';
import type { SinceWord } from '../../../../src/pipeline/record/outcome.js';
import { resultPage } from '../../../../src/pipeline/store/listing/result-page.js';
import type { Store } from '../../../../src/pipeline/store/open/open.js';
import { nonomill } from '../../../support/nonomill.js';
import { Book, OTHER, SEVERAL, UNIQUE } from '../../../support/runs/book.js';

const FULL = '"rows":[[2],[2]],"columns":[[2],[2]]';

/** The names of the puzzles of a run that the words leave. */
function namesSince(store: Store, runId: number, ...since: SinceWord[]): string[] {
  const filter = withSince(store, [runId], { since });
  const asked = { runId, sort: 'order', descending: false, limit: 100, after: null } as const;
  return resultPage(store, { ...asked, filter }).rows.map(({ name }) => name);
}

async function twoNights(book: Book): Promise<void> {
  await book.nightOf({ 'a.ndjson': { same: UNIQUE, worse: UNIQUE, better: SEVERAL, gone: OTHER } });
  await book.nightOf({
    'a.ndjson': { same: UNIQUE, worse: SEVERAL, better: UNIQUE, fresh: FULL },
  });
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
    const { code, stdout, stderr } = await nonomill([
      'export',
      '--where',
      where,
      '--to',
      'ndjson',
      ...db,
    ]);
    assert.equal(code, 0, stderr);
    return stdout
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { name: string }).name);
  };
  assert.deepEqual(await names('new'), ['fresh']);
  assert.deepEqual(await names('since=new,worse sort=-name'), ['worse', 'fresh']);
  assert.deepEqual(await names('changed status=unique'), ['better']);
  const stats = await nonomill(['stats', '--where', 'new', '--of', 'puzzles', '--csv', ...db]);
  assert.match(stats.stdout, /\b1\b/, stats.stderr);
  const both = await nonomill(['stats', '1', '2', '--where', 'new', ...db]);
  assert.equal(both.code, 2);
  assert.match(both.stderr, /since: it is asked of one run, got 2/);
  const typo = await nonomill(['export', '--where', 'since=newer', ...db]);
  assert.match(typo.stderr, /since: expected one of new, changed, worse; got "newer"/);
});
