import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  MOST_KEPT,
  shelfFrom,
  shelved,
  without,
  type KeptPuzzle,
  type Shelf,
} from '../../../../src/studio/pages/intake/shelf.js';

const kept = (id: string, hash = `#p=${id}`): KeptPuzzle => ({ id, hash, at: 1 });

test('a drawing that changes takes its own place, and the newest is first', () => {
  const two: Shelf = shelved(shelved([], kept('a')), kept('b'));
  const again = shelved(two, kept('a', '#p=other'));
  assert.deepEqual(again, [kept('a', '#p=other'), kept('b')]);
  assert.deepEqual(without(again, 'a'), [kept('b')]);
});

test('the oldest drawings beyond the most that are kept are dropped', () => {
  let shelf: Shelf = [];
  for (let i = 0; i <= MOST_KEPT; i++) shelf = shelved(shelf, kept(String(i)));
  assert.equal(shelf.length, MOST_KEPT);
  assert.deepEqual([shelf[0].id, shelf.at(-1)!.id], [String(MOST_KEPT), '1']);
});

test('a shelf is read back, without what is damaged of it', () => {
  const shelf = [kept('a'), kept('b')];
  assert.deepEqual(shelfFrom(JSON.stringify(shelf)), shelf);
  assert.deepEqual(shelfFrom(JSON.stringify([null, { id: 'a' }, kept('b'), 7])), [kept('b')]);
  for (const text of [null, '', '{', '{}', 'null']) assert.deepEqual(shelfFrom(text), []);
});
