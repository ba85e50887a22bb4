import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownAt, type Page } from '../../../../../src/pipeline/pages/client/window/page-table.js';

const PAGES: readonly Page[] = ['/', '/runs/:run', '/runs/:run/puzzles/:puzzle'].map((at) => ({
  at,
  page: () => null,
}));
const query = new URLSearchParams('sort=size');

const askedAt = (path: string): unknown => shownAt(PAGES, path, query)?.props;

test('an address shows the page whose words it has, which gets its numbers and its query', () => {
  assert.deepEqual(askedAt('/'), { run: '', puzzle: '', query });
  assert.deepEqual(askedAt('/runs/12'), { run: '12', puzzle: '', query });
  assert.deepEqual(askedAt('/runs/12/puzzles/7'), { run: '12', puzzle: '7', query });
});

test('an address with other words, more of them, or none where a number belongs shows nothing', () => {
  for (const path of [
    '',
    '/runs',
    '/runs/',
    '/runs/x',
    '/runs/1/',
    '/runs/1/puzzles',
    '//runs/1',
  ]) {
    assert.equal(askedAt(path), undefined, path);
  }
});
