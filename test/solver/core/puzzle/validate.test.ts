import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type Draft, blockColour, blockLength } from '../../../../src/solver/core/puzzle/types.js';
import { validate } from '../../../../src/solver/core/puzzle/validate.js';
import { drawnPuzzles } from '../../../support/drawn-puzzles.js';
import { holds } from '../../../support/property.js';

const DRAFT: Draft = {
  width: null,
  height: null,
  rows: [[2], [1]],
  columns: [[2], [1]],
  palette: null,
  start: null,
  goal: null,
};

test('clues taken from a picture pass, as they are', () => {
  holds(100, [drawnPuzzles(8, 4)], ({ puzzle, picture }) => {
    const { width, height, rows, columns, palette, start } = puzzle;
    const draft = { width, height, rows, columns, palette, start, goal: picture };
    assert.deepEqual(validate(draft).puzzle, puzzle);
  });
});

test('zeros before and after the blocks are padding', () => {
  const draft = {
    ...DRAFT,
    rows: [
      [0, 0, 2],
      [1, 0],
    ],
    columns: [
      [0, 2, 0],
      [0, 1],
    ],
  };
  assert.deepEqual(validate(draft).puzzle?.rows, [[2], [1]]);
  const empty = { ...DRAFT, rows: [[0], [0, 0]], columns: [[], [0]] };
  assert.deepEqual(validate(empty).puzzle?.rows, [[], []]);
});

test('in whatever passes, the blocks fit their lines and the sums agree', () => {
  const number = fc.oneof(
    fc.integer({ min: -1, max: 4 }),
    fc.constantFrom(0x10001, 0x20001, NaN, Infinity, 0.5, 65536, 1e300, -0),
  );
  const clue = fc.option(fc.array(number, { maxLength: 3 }), { freq: 20 });
  const side = fc.array(clue, { maxLength: 3 });
  const palette = fc.constantFrom(null, ['#ffffff', '#000000'], ['#ffffff', '#000000', '#ff0000']);
  let passed = 0;
  holds(5000, [side, side, palette], (rows, columns, colours) => {
    const { puzzle } = validate({ ...DRAFT, rows, columns, palette: colours });
    if (puzzle === undefined) return;
    passed++;
    const sums = [puzzle.rows, puzzle.columns].map((clues, at) => {
      const filled = new Array<number>(puzzle.colours + 1).fill(0);
      for (const blocks of clues) {
        let needed = 0;
        blocks.forEach((block, i) => {
          const touches = i > 0 && blockColour(blocks[i - 1]) === blockColour(block);
          needed += blockLength(block) + (touches ? 1 : 0);
          assert.ok(blockLength(block) > 0);
          filled[blockColour(block)] += blockLength(block);
        });
        assert.ok(needed <= (at === 0 ? puzzle.width : puzzle.height));
      }
      return filled;
    });
    assert.deepEqual(sums[0], sums[1]);
  });
  assert.ok(passed > 10, `only ${passed} passed`);
});

const REASONS: readonly [what: string, change: Partial<Draft>, reason: RegExp][] = [
  ['no rows', { rows: [] }, /there are no row clues/],
  ['no columns', { columns: [] }, /there are no column clues/],
  ['another height', { height: 3 }, /the height is 3, but there are 2 row clues/],
  ['another width', { width: 1 }, /the width is 1, but there are 2 column clues/],
  ['an unknown clue', { rows: [[2], null] }, /row 2: the clue is unknown \(null\)/],
  ['a zero between blocks', { rows: [[1, 0, 1], [1]] }, /row 1: a zero between blocks/],
  ['a negative block', { columns: [[2], [-1]] }, /column 2: a block of -1 cells/],
  ['a fraction', { columns: [[2], [0.5]] }, /column 2: a block of 0.5 cells, expected a whole/],
  ['no number', { columns: [[2], [NaN]] }, /column 2: a block is not a number/],
  ['a block too long', { rows: [[3], []] }, /row 1: the blocks 3 need 3 cells, but the row has 2/],
  ['blocks too long together', { rows: [[1, 1], [1]] }, /row 1: the blocks 1 1 need 3 cells/],
  ['sums that differ', { rows: [[2], [2]] }, /the rows hold 4 filled cells, the columns 3/],
  [
    'a colour without palette',
    { rows: [[0x10002], [1]] },
    /row 1: a block of colour 2, but the palette has 1/,
  ],
  ['a palette of nothing', { palette: ['#ffffff'] }, /no colour besides the background/],
  ['a palette of words', { palette: ['#ffffff', 'red'] }, /colour 1 of the palette is "red"/],
  [
    'too many colours',
    { palette: new Array<string>(33).fill('#000000') },
    /32 colours besides the background; at most 31/,
  ],
  [
    'a start of another size',
    { start: new Uint8Array(3) },
    /the start position has 3 cells, but the grid is 2x2/,
  ],
  [
    'a goal with unknown cells',
    { goal: Uint8Array.of(1, 1, 1, 255) },
    /the goal picture: row 2, cell 2 is unknown/,
  ],
  [
    'a goal of strange colours',
    { goal: Uint8Array.of(1, 7, 1, 0) },
    /row 1, cell 2 has colour 7, but there are 1/,
  ],
];

describe('A draft is rejected, with the reason and the place, for', () => {
  for (const [what, change, reason] of REASONS) {
    test(what, () => assert.match(validate({ ...DRAFT, ...change }).reason ?? 'accepted', reason));
  }

  test('sides beyond the limit', () => {
    assert.match(validate(DRAFT, { maxSide: 1 }).reason!, /the grid is 2x2; at most 1x1 is read/);
  });
});
