import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sizeFigures } from '../../../src/report/figures/density-figures.js';
import { timesBySize } from '../../../src/report/figures/size-figures.js';
import { sizeClasses, SizeTally } from '../../../src/core/result/size-tally.js';

type Puzzle = Parameters<SizeTally['add']>[0];

function classesOf(...puzzles: readonly Partial<Puzzle>[]) {
  const tally = new SizeTally();
  for (const puzzle of puzzles) {
    tally.add({
      ...{
        width: 10,
        height: 10,
        ms: 1,
        filled: 50,
        score: 7,
        status: 'unique',
        technique: 'line',
      },
      ...puzzle,
    });
  }
  return sizeClasses(tally.bySize());
}

const AMBIGUOUS = { status: 'multiple', technique: 'search', score: null } as const;

test('puzzles of one size have curves over the density in place of maps by size', () => {
  const { maps, curves } = sizeFigures(classesOf({ filled: 30 }, { filled: 50 }, AMBIGUOUS));
  assert.deepEqual(
    maps.map(({ id }) => id),
    ['score-densities'],
  );
  assert.deepEqual(curves!.drawing, {
    columns: ['30', '35', '40', '45', '50'],
    columnsAre: 'density: % of the cells that are filled, from',
    unique: [100, null, null, null, 50],
    line: [100, null, null, null, 50],
  });
});

test('a single puzzle has no chart against size or density', () => {
  assert.deepEqual(sizeFigures(classesOf({})), { maps: [], curves: null });
});

test('puzzles of several sizes have maps of scores and of shares, with what each field counts', () => {
  const puzzles = [
    {},
    { technique: 'probe' as const },
    AMBIGUOUS,
    { width: 5, height: 5, filled: 20 },
  ];
  const { maps, curves } = sizeFigures(classesOf(...puzzles));
  assert.equal(curves, null);
  assert.deepEqual(
    maps.map(({ id }) => id),
    ['score-sizes', 'score-densities', 'unique-map', 'line-map'],
  );
  const [, , unique, line] = maps;
  assert.deepEqual(unique.drawing.columns, ['5x5', '10x10']);
  assert.deepEqual(
    unique.drawing.fields.map(({ tip }) => tip),
    ['5x5, 80 to 85 % filled: 100 % of 1 unique', '10x10, 50 to 55 % filled: 66.7 % of 3 unique'],
  );
  assert.deepEqual(
    line.drawing.fields.map(({ strength }) => strength),
    [1, 1 / 3],
  );
});

test('without a score, what is shown is how many puzzles are unique', () => {
  const { maps } = sizeFigures(classesOf(AMBIGUOUS, { ...AMBIGUOUS, width: 8 }));
  assert.deepEqual(
    maps.map(({ id }) => id),
    ['unique-map', 'line-map'],
  );
});

test('puzzles whose filled cells are not known count for their size alone', () => {
  const classes = classesOf({ filled: null }, { filled: null, width: 8 });
  assert.deepEqual(
    sizeFigures(classes).maps.map(({ id }) => id),
    ['score-sizes'],
  );
  assert.equal(timesBySize(classes).drawing.fields.length, 2);
});

test('many sizes are grouped by the longer side, none is lost', () => {
  const puzzles = Array.from({ length: 70 }, (_, i) => ({ width: i + 1, height: 3, filled: 1 }));
  const classes = classesOf(...puzzles);
  assert.deepEqual(
    classes.map(({ name, puzzles: count }) => `${name}: ${count}`),
    [
      '1–5: 5',
      '6–10: 5',
      '11–15: 5',
      '16–20: 5',
      '21–25: 5',
      '26–30: 5',
      '31–40: 10',
      '41–60: 20',
      '61–100: 10',
    ],
  );
  assert.match(timesBySize(classes).note, /^By the longer side in cells\./);
});
