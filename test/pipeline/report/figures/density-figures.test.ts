import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sizeFigures } from '../../../../src/pipeline/report/figures/density-figures.js';
import { timesBySize } from '../../../../src/pipeline/report/figures/size-figures.js';
import { quantileAt, sizeClasses, SizeTally } from '../../../../src/solver/core/figures.js';

type Puzzle = Parameters<SizeTally['add']>[0];

function classesOf(...puzzles: readonly Partial<Puzzle>[]) {
  const tally = new SizeTally();
  for (const puzzle of puzzles) {
    tally.add({
      width: 10,
      height: 10,
      ms: 1,
      filled: 50,
      score: 7,
      status: 'unique',
      technique: 'line',
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

/** Seven sizes: too many for a curve each. */
const MANY = [4, 5, 6, 7, 8, 9].map((width) => ({ width, height: 5, filled: 10 }));

test('puzzles of many sizes have maps of scores and of shares, with what each field counts', () => {
  const { maps, curves } = sizeFigures(
    classesOf({}, { technique: 'probe' as const }, AMBIGUOUS, ...MANY),
  );
  assert.equal(curves, null);
  assert.deepEqual(
    maps.map(({ id }) => id),
    ['score-sizes', 'score-densities', 'unique-map', 'line-map'],
  );
  const [, , unique, line] = maps;
  assert.deepEqual(unique.drawing.columns, ['4x5', '5x5', '6x5', '7x5', '8x5', '9x5', '10x10']);
  assert.deepEqual(
    [unique, line].map(({ drawing }) => drawing.fields.at(-1)!.tip),
    [
      '10x10, 50 to 55 % filled: 66.7 % of 3 unique',
      '10x10, 50 to 55 % filled: 33.3 % of 3 line-solvable',
    ],
  );
  assert.equal(line.drawing.fields.at(-1)!.strength, 1 / 3);
});

test('a few sizes have no maps of shares, since each has a curve', () => {
  const { maps } = sizeFigures(classesOf(AMBIGUOUS, { ...AMBIGUOUS, width: 8 }));
  assert.deepEqual(maps, []);
});

test('the table of sizes has what was found of each', () => {
  const open = { status: 'timeout', technique: null, score: null, width: 8 } as const;
  const { head, rows } = timesBySize(classesOf({}, AMBIGUOUS, open, { width: 8 })).table;
  assert.deepEqual(head.slice(0, 7), [
    ...['size', 'puzzles', 'unique', 'by lines', 'open'],
    ...['median score', 'median time'],
  ]);
  assert.deepEqual(
    rows.map((row) => row.slice(0, 6)),
    [
      ['8x10', '2', '50.0 %', '50.0 %', '1', '7.0 to 7.5'],
      ['10x10', '2', '50.0 %', '50.0 %', '0', '7.0 to 7.5'],
    ],
  );
});

test('what a table has of a size never contradicts the exact figure of the same puzzles', () => {
  for (const scores of [[19.95], [19.95, 20.4], [3, 8.2, 8.2, 31.7], [0, 0.1, 12]]) {
    const puzzles = scores.map((score) => ({ score, ms: 10 ** (score / 20) }));
    const [row] = timesBySize(classesOf(...puzzles)).table.rows;
    const holds = (range: string, values: readonly number[], q: number): void => {
      const exact = quantileAt(values.length, q, (rank) => values[rank])!;
      const [from, to] = range.split(' to ').map(Number.parseFloat);
      assert.ok(from - 0.05 <= exact && exact <= to + 0.05, `${exact} is in ${range}`);
    };
    holds(row[5], scores, 0.5);
    const times = puzzles.map(({ ms }) => ms);
    row.slice(6).forEach((range, i) => holds(range, times, [0.5, 0.05, 0.95, 1][i]));
  }
});

test('a range of times says its unit once, and one that may be more has no end', () => {
  const of = (ms: number, isBound: boolean): readonly string[] =>
    timesBySize(classesOf({ ms, isBound }, { ms, isBound })).table.rows[0].slice(5, 7);
  assert.deepEqual(of(1, false), ['7.0 to 7.5', '1.00 to 1.26 ms']);
  assert.deepEqual(of(0.9, true), ['7.0+', '794 µs to 1.00 ms']);
  assert.deepEqual(of(70_000, true), ['7.0+', '1m 3s to 1m 19s']);
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
