import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findAmbiguity, type Ambiguity } from '../../../../src/solver/craft/advice/ambiguity.js';
import { pack } from '../../../../src/solver/core/puzzle/packed.js';
import { checkSolution } from '../../../../src/solver/core/puzzle/check.js';
import { UNKNOWN, type Cells, type Puzzle } from '../../../../src/solver/core/puzzle/types.js';
import { assertEach, UNTIMED, depth } from '../../../support/tests.js';
import { Solver, solvePuzzle } from '../../../../src/solver/engine/solver/solve.js';
import { solutionsOf } from '../../../support/naive/brute-force.js';
import { puzzleOfPicture, randomNumbers, randomPicture } from '../../../support/random-puzzle.js';
import { underCountedClock } from '../../../support/counted-clock.js';

/** All solutions of a small puzzle, by plain enumeration. */
function allSolutions(puzzle: Puzzle): string[] {
  return solutionsOf(puzzle).map((picture) => picture.join(''));
}

/** All pictures that a map says are solutions. */
function mapped(map: Ambiguity): string[] {
  let pictures: Cells[] = [map.solution];
  for (const { cells, variants } of map.places) {
    pictures = pictures.flatMap((picture) =>
      variants.map((variant) => {
        const other = picture.slice();
        cells.forEach((cell, i) => (other[cell] = variant[i]));
        return other;
      }),
    );
  }
  return pictures.map((picture) => picture.join(''));
}

void describe('ambiguity', () => {
  void test('the ways of all places together are all solutions of a small puzzle', () => {
    const random = randomNumbers(1);
    for (let i = 0; i < depth(30, 150); i++) {
      const [width, height] = [2 + Math.floor(random() * 4), 2 + Math.floor(random() * 4)];
      const colours = i % 3 === 0 ? 2 : 1;
      const cells = randomPicture(random, width * height, 0.5, colours);
      const puzzle = puzzleOfPicture(cells, width, height, colours);
      const map = findAmbiguity(puzzle);
      assert.ok(map !== null);
      const solutions = allSolutions(puzzle);
      assert.deepEqual(mapped(map).sort(), solutions.sort());
      assert.equal(map.solutions, BigInt(solutions.length));
      assert.ok(map.solutionsExact);
      assert.deepEqual(map.undecided, []);
      map.settled.forEach((value, cell) => {
        const values = new Set(solutions.map((picture) => picture[cell]));
        const found = value === UNKNOWN ? null : String(value);
        assert.equal(found, values.size > 1 ? null : [...values][0]);
      });
    }
  });

  void test('two places that share rows are told apart', () => {
    const rows = ['#.#.#', '.....', '#..#.', '#..#.', '.#..#'];
    const cells = Uint8Array.from(rows.join(''), (c) => (c === '#' ? 1 : 0));
    const puzzle = puzzleOfPicture(cells, 5, 5);
    const map = findAmbiguity(puzzle);
    assert.ok(map !== null && map.solutionsExact);
    assertEach(map.places, (place) => place.cells, [
      [10, 11, 20, 21],
      [13, 14, 23, 24],
    ]);
    assert.deepEqual(mapped(map).sort(), allSolutions(puzzle).sort());
    assert.equal(map.solutions, 4n);
  });

  void test('the product of the places is the exact count on large puzzles', () => {
    const random = randomNumbers(2);
    let multiple = 0;
    for (let i = 0; i < 12; i++) {
      const side = 15 + 5 * (i % 3);
      const puzzle = puzzleOfPicture(randomPicture(random, side * side, 0.55), side, side);
      const outcome = new Solver().solve(pack(puzzle), 0, { ...UNTIMED, count: 'exact' });
      const map = findAmbiguity(puzzle);
      assert.ok(map !== null);
      if (!outcome.solutionsExact || !map.solutionsExact) continue;
      assert.equal(map.solutions, outcome.solutions);
      if (outcome.solutions > 1n) multiple++;
      for (const { cells, variants } of map.places) {
        for (const variant of variants) {
          const picture = map.solution.slice();
          cells.forEach((cell, k) => (picture[cell] = variant[k]));
          assert.equal(checkSolution(puzzle, picture), null);
        }
      }
    }
    assert.ok(multiple > 3);
  });

  void test('says what is not known if the time is too short', () => {
    const puzzle = puzzleOfPicture(randomPicture(randomNumbers(3), 2500, 0.42), 50, 50);
    let map: Ambiguity | null = null as Ambiguity | null;
    const ms = underCountedClock(() => (map = findAmbiguity(puzzle, { timeoutMs: 600 })));
    assert.ok(ms < 700, `${ms} ms`);
    // With one solution and no second in time, nothing is known of its cells.
    if (map === null || map.solutionsExact) return;
    assert.ok(map.solutions > 1n || map.undecided.length > 0);
  });

  void test('a place has two ways or more, however short the time', () => {
    const puzzle = puzzleOfPicture(randomPicture(randomNumbers(3), 900, 0.45), 30, 30);
    for (const timeoutMs of [5, 20, 60, 200]) {
      const map = findAmbiguity(puzzle, { timeoutMs });
      for (const { count, exact, cells } of map?.places ?? []) {
        assert.ok(count >= 2n && cells.length > 0, `${count} ways, ${exact}, in ${timeoutMs} ms`);
      }
      if (map?.solutionsExact === false) assert.ok(map.undecided.length > 0 || map.solutions > 1n);
    }
  });

  void test('a puzzle with one solution has no places, and one without a solution has no map', () => {
    const unique = puzzleOfPicture(Uint8Array.of(1, 1, 0, 1), 2, 2);
    const map = findAmbiguity(unique);
    assert.ok(map !== null);
    assert.deepEqual([...map.settled], [1, 1, 0, 1]);
    assert.deepEqual(map.places, []);
    assert.equal(map.solutions, 1n);
    const none: Puzzle = { ...unique, rows: [[2], []], columns: [[2], []] };
    assert.equal(solvePuzzle(none).status, 'contradiction');
    assert.equal(findAmbiguity(none), null);
  });
});
