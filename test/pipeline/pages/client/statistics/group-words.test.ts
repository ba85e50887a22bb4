import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  grouped,
  type Key,
  readGroupings,
} from '../../../../../src/pipeline/report/statistics/question.js';
import { wordsOfGroups } from '../../../../../src/pipeline/pages/client/statistics/group-words.js';

function wordsFor(by: string, ...keys: Key[]): Readonly<Record<string, string>> | null {
  const groupings = readGroupings(by);
  const groups = groupings.map((grouping, i) => {
    const { bins } = grouping;
    assert.ok(bins.by !== 'fit' && bins.by !== 'counts');
    return grouped(grouping, bins).groupOf(keys[i]);
  });
  return wordsOfGroups(groupings, groups);
}

test('the puzzles of a group are listed by the words of a filter', () => {
  assert.deepEqual(wordsFor('size,status', '10x5', 'open'), { size: '10x5', status: 'open' });
  assert.deepEqual(wordsFor('side', 10), { size: '10-10' });
  assert.deepEqual(wordsFor('side:5', 2), { size: '10-14' });
  assert.deepEqual(wordsFor('stars,needs', 3, 'bounds'), { stars: '3', needs: 'bounds' });
  assert.deepEqual(wordsFor('depth', null), { depth: 'none' });
  assert.deepEqual(wordsFor('technique', null), { technique: 'none' });
});

test('the end of a bin belongs to the next', () => {
  assert.deepEqual(wordsFor('density:0.05', 3), { density: '15-19.9999' });
  assert.deepEqual(wordsFor('density:0.05', 19), { density: '95-' });
  assert.deepEqual(wordsFor('score:5/8', 1), { score: '5-7.95' });
  assert.deepEqual(wordsFor('score:5/8', 0), { score: '-4.95' });
  assert.deepEqual(wordsFor('score:5/8', 2), { score: '8-' });
  assert.deepEqual(wordsFor('solve_ms:1/10', 2), { min: '10' });
});

test('groups that no filter finds are not listed', () => {
  assert.equal(wordsFor('blocks', 12), null);
  assert.equal(wordsFor('stars', null), null);
  assert.equal(wordsFor('size,technique', '5x5', 'search'), null);
});
