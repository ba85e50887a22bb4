import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSolution } from '../../../src/solver/core/puzzle/check.js';
import {
  drawnPuzzles,
  gridsOfSize,
  keepOnly,
  NO_WISH,
  NothingKept,
  Random,
  randomGrid,
} from '../../../src/solver/craft/random-puzzles.js';
import type { NamedPuzzle } from '../../../src/solver/formats/contract/format.js';
import { eachOf } from '../../support/tests.js';

test('the numbers of a seed are the same everywhere and always', () => {
  const random = new Random(1);
  const first = Array.from({ length: 4 }, () => random.next());
  assert.deepEqual(first, [2442144158, 3238099751, 3819917871, 2104621829]);
});

test('seeds that differ only beyond 32 bits make different numbers', () => {
  assert.notEqual(new Random(7).next(), new Random(7 + 2 ** 32).next());
});

test('a random puzzle is solved by its goal, and about the share asked for is filled', () => {
  const puzzles = drawnPuzzles({
    sizes: [
      { width: 30, height: 20 },
      { width: 5, height: 7 },
    ],
    density: { from: 0.3, to: 0.3 },
    seed: 3,
  });
  let filled = 0;
  let cells = 0;
  for (let i = 0; i < 100; i++) {
    const { puzzle, goal, name } = next(puzzles);
    assert.equal(checkSolution(puzzle, goal!), null);
    assert.equal(name, i % 2 === 0 ? `30x20-s3-${i}` : `5x7-s3-${i}`);
    filled += goal!.reduce((sum, cell) => sum + cell, 0);
    cells += goal!.length;
  }
  assert.ok(Math.abs(filled / cells - 0.3) < 0.02, `${filled / cells}`);
});

test('every grid comes once, in order, with its clues', () => {
  const seen = new Set<string>();
  let number = 0;
  for (const { puzzle, goal, name } of gridsOfSize({ width: 3, height: 4 }, { withGoal: true })) {
    assert.equal(name, `3x4-${number}`);
    assert.equal(goal!.join(''), number.toString(2).padStart(12, '0'));
    assert.equal(checkSolution(puzzle, goal!), null);
    seen.add(goal!.join(''));
    number++;
  }
  assert.equal(seen.size, 4096);
});

/** The next of puzzles without end. */
function next(puzzles: Iterator<NamedPuzzle>): NamedPuzzle {
  return (puzzles.next() as IteratorYieldResult<NamedPuzzle>).value;
}

const SQUARES = [5, 10].map((side) => ({ width: side, height: side }));

const filledOf = (cells: Uint8Array | null): number =>
  cells!.reduce((sum, cell) => sum + Number(cell > 0), 0);

test('every size with every density has its count of puzzles, named after them', () => {
  const puzzles = [...randomGrid({ sizes: SQUARES, densities: [0.2, 0.75], count: 3, seed: 7 })];
  assert.deepEqual(
    puzzles.map((puzzle) => puzzle!.name),
    ['5x5', '10x10'].flatMap((size) =>
      ['0.200', '0.750'].flatMap((density) =>
        [0, 1, 2].map((number) => `${size}-d${density}-s7-${number}`),
      ),
    ),
  );
});

test('a density is that of the cells', () => {
  const [sizes, count] = [[{ width: 20, height: 20 }], 50];
  for (const density of [0.2, 0.5, 0.8]) {
    const puzzles = [...randomGrid({ sizes, densities: [density], count, seed: 1 })];
    const filled = puzzles.reduce((sum, puzzle) => sum + filledOf(puzzle!.goal), 0);
    // 20,000 cells: four standard errors are 0.014 at most.
    assert.ok(Math.abs(filled / 20_000 - density) < 0.015, `${filled / 20_000} for ${density}`);
  }
});

test('a size and density have the same puzzles whatever else is asked, and others for another seed', () => {
  const goalsOf = (densities: number[], count: number, seed: number): string[] =>
    [...randomGrid({ sizes: SQUARES, densities, count, seed })]
      .filter((puzzle) => puzzle?.name?.startsWith('10x10-d0.500') === true)
      .map((puzzle) => Array.from(puzzle!.goal!).join(''));
  const few = goalsOf([0.5], 2, 3);
  assert.deepEqual(goalsOf([0.1, 0.5], 9, 3).slice(0, 2), few);
  assert.notDeepEqual(goalsOf([0.5], 2, 4), few);
});

test('each size and density has as many as asked of those that are wished', () => {
  const wish = { keep: 'line', difficulty: null, stars: null, needs: null } as const;
  const tried = [
    ...randomGrid({ sizes: SQUARES.slice(0, 1), densities: [0.4, 0.6], count: 2, seed: 1 }, wish),
  ];
  const kept = tried.filter((puzzle) => puzzle !== null);
  assert.ok(tried.length > kept.length);
  assert.deepEqual(
    eachOf(kept, 'name'),
    ['0.400', '0.600'].flatMap((density) => [0, 1].map((i) => `5x5-d${density}-s1-${i}`)),
  );
});

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
