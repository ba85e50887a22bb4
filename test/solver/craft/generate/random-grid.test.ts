import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomGrid } from '../../../../src/solver/craft/generate/random-grid.js';

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
    kept.map(({ name }) => name),
    ['0.400', '0.600'].flatMap((density) => [0, 1].map((i) => `5x5-d${density}-s1-${i}`)),
  );
});
