import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { checkSolution, checkPacked } from '../../../../src/solver/core/puzzle/check.js';
import { pack } from '../../../../src/solver/core/puzzle/packed.js';
import { cluesOfPicture } from '../../../../src/solver/core/puzzle/picture.js';
import { drawnPuzzles } from '../../../support/drawn-puzzles.js';

test('a picture fits the clues that were taken from it, and its own start position', () => {
  fc.assert(
    fc.property(drawnPuzzles(8, 4), ({ puzzle, picture }) => {
      assert.equal(checkSolution(puzzle, picture), null);
    }),
  );
});

test('a picture with other clues is refused, with the line that breaks', () => {
  fc.assert(
    fc.property(drawnPuzzles(6, 2), fc.nat(), fc.nat({ max: 2 }), (drawn, at, cell) => {
      const { width, height, colours } = drawn.puzzle;
      const puzzle = { ...drawn.puzzle, start: null };
      const changed = drawn.picture.slice();
      changed[at % changed.length] = Math.min(cell, colours);
      const clues = cluesOfPicture(changed, width, height);
      const same =
        JSON.stringify([clues.rows, clues.columns]) ===
        JSON.stringify([puzzle.rows, puzzle.columns]);
      const verdict = checkSolution(puzzle, changed);
      if (same) assert.equal(verdict, null);
      else assert.match(verdict!, /^(row|column) \d+ breaks its clue$/);
    }),
    { numRuns: 500 },
  );
});

test('a picture that contradicts the start position, or has another size, is refused', () => {
  const puzzle = {
    width: 2,
    height: 2,
    rows: [[1], [1]],
    columns: [[1], [1]],
    colours: 1,
    palette: null,
    start: Uint8Array.of(255, 1, 255, 255),
  };
  assert.equal(checkSolution(puzzle, Uint8Array.of(0, 1, 1, 0)), null);
  assert.equal(
    checkSolution(puzzle, Uint8Array.of(1, 0, 0, 1)),
    'row 1, cell 2 breaks the start position',
  );
  assert.equal(
    checkSolution(puzzle, Uint8Array.of(1, 0)),
    'a picture of 2 cells for a grid of 2x2',
  );
});

test('a picture is judged the same after another one that passed', () => {
  fc.assert(
    fc.property(drawnPuzzles(5, 2), fc.array(fc.nat()), (drawn, places) => {
      const { puzzle, picture } = drawn;
      const changed = picture.slice();
      for (const at of places) {
        changed[at % changed.length] = (changed[at % changed.length] + 1) % (puzzle.colours + 1);
      }
      const words = pack({ ...puzzle, start: null });
      const verdict = checkPacked(words, 0, changed);
      assert.equal(checkPacked(words, 0, changed, picture), verdict);
    }),
    { numRuns: 500 },
  );
});

test('lines of more than a thousand cells are compared, too', () => {
  const length = 1500;
  const picture = new Uint8Array(length).fill(1);
  const columns = Array.from({ length }, () => [1]);
  const puzzle = { width: length, height: 1, colours: 1, palette: null, start: null };
  assert.equal(checkSolution({ ...puzzle, rows: [[length]], columns }, picture), null);
  picture[length - 1] = 0;
  assert.equal(
    checkSolution({ ...puzzle, rows: [[length]], columns }, picture),
    'row 1 breaks its clue',
  );
});
