import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gridsOfSize } from '../../../../src/solver/craft/generate/every-grid.js';
import { NO_WISH, NothingKept, keepOnly } from '../../../../src/solver/craft/generate/only.js';

const size = (side: number) => ({ width: side, height: side });

const HARD = { ...NO_WISH, stars: 5 };

test('a search without a find ends after the tries or the line solves that it may take, and says which', () => {
  const search = (tries: number, lineSolves: number): number => {
    let tried = 0;
    for (const puzzle of keepOnly(HARD, gridsOfSize(size(4), { withGoal: false }), {
      tries,
      lineSolves,
    })) {
      assert.equal(puzzle, null);
      tried++;
    }
    return tried;
  };
  assert.throws(() => search(1234, Infinity), {
    name: NothingKept.name,
    message: 'none of the last 1,234 puzzles was unique, with 5 stars',
  });
  assert.throws(() => search(Infinity, 5000), {
    message:
      /^none of the last [\d,]+ puzzles was unique, with 5 stars, after 5,0\d\d line solves$/,
  });
  assert.equal(search(Infinity, Infinity), 2 ** 16);
});

test('a find begins the count again', () => {
  const wish = { ...NO_WISH, keep: 'unique' } as const;
  const all = [
    ...keepOnly(wish, gridsOfSize(size(3), { withGoal: false }), { tries: 40, lineSolves: 4000 }),
  ];
  assert.equal(all.length, 512);
  assert.ok(all.filter((puzzle) => puzzle !== null).length > 300);
});
