import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FilterError, filterOf } from '../../../../src/pipeline/store/listing/result-filter.js';

const read = (words: Readonly<Record<string, string>>): unknown =>
  Object.fromEntries(Object.entries(filterOf((name) => words[name])).filter(([, v]) => v !== null));

test('a word takes one value, as it always did, or several of which any will do', () => {
  assert.deepEqual(read({ status: 'timeout' }), { status: ['timeout'] });
  assert.deepEqual(read({ status: 'timeout, crash,timeout,' }), { status: ['timeout', 'crash'] });
  assert.deepEqual(read({ stars: '1,5', depth: '0,2+,none' }), {
    stars: [1, 5],
    guessDepth: [0, '2+', 'none'],
  });
  assert.deepEqual(read({ size: '5x4,10-20,7' }), {
    size: [
      { width: 5, height: 4 },
      { minSide: 10, maxSide: 20 },
      { minSide: 7, maxSide: 7 },
    ],
  });
  assert.deepEqual(read({ score: '6-,-2' }), {
    score: [
      { least: 6, most: null },
      { least: null, most: 2 },
    ],
  });
});

test('names and files may hold commas, and a | of their own', () => {
  assert.deepEqual(read({ name: 'Cat, sitting|dog' }), { name: ['Cat, sitting', 'dog'] });
  assert.deepEqual(read({ file: 'a\\|b.csv|c' }), { file: ['a|b.csv', 'c'] });
});

test('a value that means nothing is named, and so are too many', () => {
  assert.throws(
    () => read({ status: 'timeout,nonsense' }),
    (error) => error instanceof FilterError && /status: .*; got "nonsense"/.test(error.message),
  );
  assert.throws(() => read({ stars: '1,6' }), /stars: expected a whole number from 1 to 5/);
  const many = Array.from({ length: 101 }, (_, i) => i).join(',');
  assert.throws(() => read({ size: many }), /at most 100 values of a word, got 101/);
});
