import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { mistypedLines, mistypedText } from '../../../../src/solver/craft/advice/mistyped.js';
import { block, blockLength } from '../../../../src/solver/core/puzzle/types.js';
import { puzzleOfPicture, randomNumbers, randomPicture } from '../../../support/random-puzzle.js';
import { depth } from '../../../support/tests.js';
import { holds } from '../../../support/property.js';

test('a cross with one wrong column names the lines that may be mistyped, and what would fit', () => {
  const sides = { rows: [[1], [3], [1]], columns: [[1], [3], [2]], colours: 1 };
  assert.equal(
    mistypedText(mistypedLines(sides), 1),
    'a clue may be mistyped: row 1 (2 would fit), row 3 (2 would fit), column 2, column 3 (1 would fit)',
  );
});

test('the line whose clue was changed is always among those named', () => {
  holds(depth(50, 300), [fc.nat(), fc.integer({ min: 1, max: 2 })], (seed, colours) => {
    const random = randomNumbers(seed);
    const [width, height] = [2 + Math.floor(random() * 7), 2 + Math.floor(random() * 7)];
    const picture = randomPicture(random, width * height, 0.6, colours);
    const { rows, columns } = puzzleOfPicture(picture, width, height, colours);
    const kind = random() < 0.5 ? 'row' : 'column';
    const side = kind === 'row' ? rows : columns;
    const index = Math.floor(random() * side.length);
    const before = side[index];
    if (before.length === 0) return;
    const [first, ...rest] = before;
    const colour = 1 + (first >>> 16);
    const changed = [
      ...(blockLength(first) > 1 ? [block(blockLength(first) - 1, colour)] : []),
      ...rest,
    ];
    const wrong = side.map((clue, line) => (line === index ? changed : clue));
    const found = mistypedLines({
      rows: kind === 'row' ? wrong : rows,
      columns: kind === 'column' ? wrong : columns,
      colours,
    });
    const named = found?.find((line) => line.kind === kind && line.index === index);
    assert.ok(named !== undefined);
    if (named.fitting !== null) assert.deepEqual(named.fitting, before);
  });
});

test('for a puzzle that line solving solves, hardly any other line is named', () => {
  const rows = [[2, 2], [4, 4], [9], [9], [7], [5], [3], [1], []];
  const columns = [[3], [5], [6], [6], [6], [6], [6], [5], [3]];
  const wrong = columns.map((clue, x) => (x === 3 ? [6, 1] : clue));
  const found = mistypedLines({ rows, columns: wrong, colours: 1 });
  assert.ok(found!.length <= 6, String(found!.length));
});

test('two wrong clues are recognised as more than one, and a huge puzzle is not examined', () => {
  const rows = [[5], [5], [5], [4], [4]];
  const columns = [[5], [5], [3], [4], [5]];
  const expected = 'more than one clue is wrong';
  assert.equal(mistypedText(mistypedLines({ rows, columns, colours: 1 }), 1), expected);
  const many = Array.from({ length: 101 }, () => [1]);
  assert.equal(mistypedLines({ rows: many, columns: [[1]], colours: 1 }), null);
  assert.equal(mistypedText(null, 1), '');
});
