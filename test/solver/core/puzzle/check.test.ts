import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  checkPacked,
  checkSolution,
  fitsWords,
  isPictureOf,
} from '../../../../src/solver/core/puzzle/check.js';
import { pack } from '../../../../src/solver/core/puzzle/packed.js';
import { cluesOfPicture } from '../../../../src/solver/core/puzzle/picture.js';
import { assertEach, depth } from '../../../support/tests.js';
import { drawnPuzzles } from '../../../support/drawn-puzzles.js';
import { puzzleOfClues, puzzleOfPicture } from '../../../support/random-puzzle.js';
import { holds } from '../../../support/property.js';

test('a picture fits the clues that were taken from it, and its own start position', () => {
  holds(100, [drawnPuzzles(8, 4)], ({ puzzle, picture }) => {
    assert.equal(checkSolution(puzzle, picture), null);
  });
});

test('a picture with other clues is refused, with the line that breaks', () => {
  holds(500, [drawnPuzzles(6, 2), fc.nat(), fc.nat({ max: 2 })], (drawn, at, cell) => {
    const { width, height, colours } = drawn.puzzle;
    const puzzle = { ...drawn.puzzle, start: null };
    const changed = drawn.picture.slice();
    changed[at % changed.length] = Math.min(cell, colours);
    const clues = cluesOfPicture(changed, width, height);
    const same =
      JSON.stringify([clues.rows, clues.columns]) === JSON.stringify([puzzle.rows, puzzle.columns]);
    const verdict = checkSolution(puzzle, changed);
    if (same) assert.equal(verdict, null);
    else assert.match(verdict!, /^(row|column) \d+ breaks its clue$/);
  });
});

test('a picture that contradicts the start position, or has another size, is refused', () => {
  const puzzle = {
    ...puzzleOfClues([[1], [1]], [[1], [1]]),
    start: Uint8Array.of(255, 1, 255, 255),
  };
  assert.equal(checkSolution(puzzle, Uint8Array.of(0, 1, 1, 0)), null);
  const expected = 'row 1, cell 2 breaks the start position';
  assert.equal(checkSolution(puzzle, Uint8Array.of(1, 0, 0, 1)), expected);
  const wanted = 'a picture of 2 cells for a grid of 2x2';
  assert.equal(checkSolution(puzzle, Uint8Array.of(1, 0)), wanted);
});

test('a picture is judged the same after another one that passed', () => {
  holds(500, [drawnPuzzles(5, 2), fc.array(fc.nat())], (drawn, places) => {
    const { puzzle, picture } = drawn;
    const changed = picture.slice();
    for (const at of places) {
      changed[at % changed.length] = (changed[at % changed.length] + 1) % (puzzle.colours + 1);
    }
    const words = pack({ ...puzzle, start: null });
    const verdict = checkPacked(words, 0, changed);
    assert.equal(checkPacked(words, 0, changed, picture), verdict);
  });
});

test('lines of more than a thousand cells are compared, too', () => {
  const length = 1500;
  const picture = new Uint8Array(length).fill(1);
  const columns = Array.from({ length }, () => [1]);
  const puzzle = { width: length, height: 1, colours: 1, palette: null, start: null };
  assert.equal(checkSolution({ ...puzzle, rows: [[length]], columns }, picture), null);
  picture[length - 1] = 0;
  const expected = 'row 1 breaks its clue';
  assert.equal(checkSolution({ ...puzzle, rows: [[length]], columns }, picture), expected);
});

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
  holds(depth(100, 1000), [pictures], ({ width, height, picture, changes }) => {
    const puzzle = puzzleOfPicture(picture, width, height, 1);
    const words = pack(puzzle);
    assert.ok(fitsWords(words, 0));
    assert.ok(isPictureOf(words, 0, picture));
    const changed = picture.slice();
    for (const { at, cell } of changes) changed[at % changed.length] = cell;
    const other = puzzleOfPicture(changed, width, height, 1);
    const same =
      changed.every((cell) => cell <= 1) &&
      JSON.stringify([other.rows, other.columns]) === JSON.stringify([puzzle.rows, puzzle.columns]);
    assert.equal(isPictureOf(words, 0, changed), same);
  });
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
    assertEach(words, (puzzle) => [isPictureOf(puzzle, 0, full), isPictureOf(puzzle, 0, empty)], [
      [true, false],
      [false, true],
    ]);
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
  assertEach([wide, coloured], (puzzle) => fitsWords(pack(puzzle), 0), [false, false]);
});

test('a puzzle whose rows and columns hold different numbers of cells has no picture', () => {
  const words = pack(puzzleOfClues([[1]], [[1], [1]]));
  assert.equal(isPictureOf(words, 0, Uint8Array.of(1, 0)), false);
});
