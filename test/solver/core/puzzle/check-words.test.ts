import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { checkSolution } from '../../../../src/solver/core/puzzle/check.js';
import { fitsWords, isPictureOf } from '../../../../src/solver/core/puzzle/check-words.js';
import { pack } from '../../../../src/solver/core/puzzle/packed.js';
import { puzzleOfPicture } from '../../../support/random-puzzle.js';
import { depth } from '../../../support/depth.js';

/** A black and white picture up to 32 wide, mostly with other cells in a few places. */
const pictures = fc
  .record({ width: fc.integer({ min: 1, max: 32 }), height: fc.integer({ min: 1, max: 40 }) })
  .chain(({ width, height }) =>
    fc.record({
      width: fc.constant(width),
      height: fc.constant(height),
      picture: fc.uint8Array({ minLength: width * height, maxLength: width * height, max: 1 }),
      changes: fc.array(fc.record({ at: fc.nat(), cell: fc.constantFrom(0, 1, 1, 0, 2, 255) }), {
        maxLength: 4,
      }),
    }),
  );

test('a picture is taken if and only if its clues are those of the puzzle', () => {
  fc.assert(
    fc.property(pictures, ({ width, height, picture, changes }) => {
      const puzzle = puzzleOfPicture(picture, width, height, 1);
      const words = pack(puzzle);
      assert.ok(fitsWords(words, 0));
      assert.ok(isPictureOf(words, 0, picture));
      const changed = picture.slice();
      for (const { at, cell } of changes) changed[at % changed.length] = cell;
      const other = puzzleOfPicture(changed, width, height, 1);
      const same =
        changed.every((cell) => cell <= 1) &&
        JSON.stringify([other.rows, other.columns]) ===
          JSON.stringify([puzzle.rows, puzzle.columns]);
      assert.equal(isPictureOf(words, 0, changed), same);
    }),
    { numRuns: depth(200, 1000) },
  );
});

test('a picture with right rows is refused for a column with too few blocks, or with others', () => {
  const of = (...rows: string[]): Uint8Array =>
    Uint8Array.from(rows.join(''), (cell) => (cell === '#' ? 1 : 0));
  const words = pack(puzzleOfPicture(of('#..', '.#.', '#..'), 3, 3, 1));
  for (const wrong of [
    of('#..', '#..', '#..'),
    of('.#.', '.#.', '.#.'),
    of('#..', '..#', '#..'),
    of('#..', '.#.', '.#.'),
  ]) {
    assert.equal(isPictureOf(words, 0, wrong), false);
  }
});

test('lines without a block and lines that are all filled are judged at the full width', () => {
  for (const [width, height] of [
    [32, 3],
    [31, 32],
    [1, 300],
    [32, 33],
  ]) {
    const full = new Uint8Array(width * height).fill(1);
    const empty = new Uint8Array(width * height);
    const words = [full, empty].map((picture) => pack(puzzleOfPicture(picture, width, height, 1)));
    assert.deepEqual(
      words.map((puzzle) => [isPictureOf(puzzle, 0, full), isPictureOf(puzzle, 0, empty)]),
      [
        [true, false],
        [false, true],
      ],
    );
  }
});

test('a picture that the quick check refuses is refused with its reason', () => {
  const puzzle = puzzleOfPicture(Uint8Array.of(1, 0, 0, 1), 2, 2, 1);
  assert.equal(checkSolution(puzzle, Uint8Array.of(0, 1, 1, 0)), null);
  assert.equal(checkSolution(puzzle, Uint8Array.of(1, 0, 1, 0)), 'column 1 breaks its clue');
  assert.equal(checkSolution(puzzle, Uint8Array.of(1, 0, 0, 255)), 'row 2 breaks its clue');
});

test('wider and coloured puzzles are left to the plain check', () => {
  const wide = puzzleOfPicture(new Uint8Array(33).fill(1), 33, 1, 1);
  const coloured = puzzleOfPicture(Uint8Array.of(1, 2), 2, 1, 2);
  assert.deepEqual(
    [wide, coloured].map((puzzle) => fitsWords(pack(puzzle), 0)),
    [false, false],
  );
});

test('a puzzle whose rows and columns hold different numbers of cells has no picture', () => {
  const words = pack({
    width: 2,
    height: 1,
    colours: 1,
    palette: null,
    start: null,
    rows: [[1]],
    columns: [[1], [1]],
  });
  assert.equal(isPictureOf(words, 0, Uint8Array.of(1, 0)), false);
});
