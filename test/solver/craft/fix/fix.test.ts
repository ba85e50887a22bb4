import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  findFix,
  type FixGoal,
  type FixOptions,
  type Fixed,
  type NotFixed,
  type PicturedPuzzle,
} from '../../../../src/solver/craft/fix/fix.js';
import { checkSolution } from '../../../../src/solver/core/puzzle/check.js';
import { UNKNOWN } from '../../../../src/solver/core/puzzle/types.js';
import { rate } from '../../../../src/solver/craft/library/solve.js';
import { solvePuzzle } from '../../../../src/solver/engine/solver/solve.js';
import { puzzleOf } from '../../../support/grids.js';
import { fewestGivens, fewestPixels, isGood } from '../../../support/naive/fewest-changes.js';
import { randomNumbers, randomPicture, puzzleOfPicture } from '../../../support/random-puzzle.js';
import { underCountedClock } from '../../../support/counted-clock.js';
import { depth } from '../../../support/tests.js';

/** Whole numbers from 0 to below the bound asked for. */
function randomSource(seed: number): (below: number) => number {
  const random = randomNumbers(seed);
  return (below) => Math.floor(random() * below);
}

function fixedOf(
  cells: readonly number[],
  width: number,
  colours: number,
  options: FixOptions,
): Fixed {
  const puzzle = puzzleOf(cells, width, colours);
  const fixed = findFix({ puzzle, goal: Uint8Array.from(cells) }, { maxChanges: 100, ...options });
  assert.ok(fixed.kind === 'fixed', fixed.kind === 'none' ? fixed.reason : '');
  assert.ok(isGood(fixed.puzzle, options.for ?? 'unique'));
  assert.equal(checkSolution(fixed.puzzle, fixed.goal), null);
  return fixed;
}

/**
 * The fix that the first of ever longer times finds. A fix that is not proven the fewest takes all
 * the time that it may, so only a busy machine should need the long ones.
 */
function fixWithin(
  times: readonly number[],
  pictured: PicturedPuzzle,
  options: FixOptions,
): Fixed | NotFixed {
  const [timeoutMs, ...longer] = times;
  const found = findFix(pictured, { ...options, timeoutMs });
  return found.kind === 'fixed' || longer.length === 0
    ? found
    : fixWithin(longer, pictured, options);
}

const GOALS: readonly FixGoal[] = ['unique', 'line'];

void describe('fix', () => {
  for (const goal of GOALS) {
    void test(`changes as few cells as trying all changes does, for ${goal}`, () => {
      const random = randomSource(6);
      /** How many pictures need so many changes; 3 are three or more. */
      const needed = [0, 0, 0, 0];
      for (let i = 0; i < depth(40, 250); i++) {
        const [width, height] = i % 10 === 9 ? [8, 8] : [3 + random(6), 3 + random(6)];
        const cells = Array.from({ length: width * height }, () => random(2));
        const wanted = { cells: Uint8Array.from(cells), width, height, colours: 1, goal };
        const fewest = fewestPixels(wanted, 2);
        const { changes, fewestProven } = fixedOf(cells, width, 1, { for: goal, by: 'pixels' });
        assert.ok(fewestProven || fewest === 3);
        assert.equal(Math.min(changes.length, 3), fewest, `${width}: ${cells.join('')}`);
        needed[fewest]++;
      }
      assert.ok(needed[1] > depth(10, 60) && needed[2] > depth(0, 3), needed.join());
    });

    void test(`changes as few cells of coloured pictures, for ${goal}`, () => {
      const random = randomSource(2);
      for (let i = 0; i < depth(20, 80); i++) {
        const [width, height] = i % 20 === 19 ? [8, 8] : [3 + random(4), 3 + random(4)];
        const cells = Array.from({ length: width * height }, () => random(3));
        const wanted = { cells: Uint8Array.from(cells), width, height, colours: 2, goal };
        const fewest = fewestPixels(wanted, 2);
        const { changes } = fixedOf(cells, width, 2, { for: goal, by: 'pixels' });
        assert.equal(Math.min(changes.length, 3), fewest, `${width}: ${cells.join('')}`);
      }
    });

    void test(`gives as few cells as trying all givens does, for ${goal}`, () => {
      const random = randomSource(3);
      for (let i = 0; i < depth(40, 250); i++) {
        const [width, height] = [3 + random(6), 3 + random(6)];
        const colours = 1 + (i % 2);
        const cells = Array.from({ length: width * height }, () => random(1 + colours));
        const wanted = { cells: Uint8Array.from(cells), width, height, colours, goal };
        const fewest = fewestGivens(wanted, 2);
        const { changes, fewestProven } = fixedOf(cells, width, colours, {
          for: goal,
          by: 'givens',
        });
        assert.ok(fewestProven);
        assert.equal(Math.min(changes.length, 3), fewest, `${width}: ${cells.join('')}`);
      }
    });
  }

  void test('proves the fewest of one and two changes of pictures of 25x25', () => {
    const random = randomNumbers(4);
    for (const density of [0.5, 0.6, 0.55, 0.65].slice(0, depth(1, 4))) {
      for (const goal of GOALS) {
        const cells = randomPicture(random, 625, density);
        const puzzle = puzzleOfPicture(cells, 25, 25);
        const found = findFix(
          { puzzle, goal: cells },
          { for: goal, maxChanges: 2, timeoutMs: Infinity },
        );
        if (found.kind === 'none') assert.match(found.reason, /that is proven/);
        else assert.ok(found.fewestProven && isGood(found.puzzle, goal));
      }
    }
  });

  void test('makes random pictures of any size good', () => {
    const random = randomNumbers(5);
    for (const [side, density, colours] of [
      [10, 0.3, 1],
      [15, 0.5, 1],
      [15, 0.6, 3],
      [20, 0.5, 1],
      [33, 0.6, 1],
    ] as const) {
      for (const goal of GOALS) {
        const cells = randomPicture(random, side * side, density, colours);
        const puzzle = puzzleOfPicture(cells, side, side, colours);
        const found = fixWithin([200, 1000, 4000], { puzzle, goal: cells }, { for: goal });
        assert.ok(found.kind === 'fixed', `${side}: ${found.kind === 'none' ? found.reason : ''}`);
        assert.ok(isGood(found.puzzle, goal));
        assert.equal(checkSolution(found.puzzle, found.goal), null);
      }
    }
  });

  void test('changes nothing in a puzzle that is good', () => {
    const puzzle = puzzleOf([1, 1, 0, 1], 2);
    const found = findFix({ puzzle, goal: null }, { for: 'line' });
    assert.ok(found.kind === 'fixed');
    assert.deepEqual(found.changes, []);
    assert.ok(found.fewestProven);
    assert.equal(found.puzzle.start, null);
  });

  void test('keeps the cells that must be kept, and says so if that is impossible', () => {
    const cells = [1, 0, 0, 1];
    const given = { puzzle: puzzleOf(cells, 2), goal: Uint8Array.from(cells) };
    const found = findFix(given, { keep: Uint8Array.of(1, 1, 1, 0) });
    assert.ok(found.kind === 'fixed');
    assert.deepEqual(found.changes, [{ row: 2, column: 2, from: 1, to: 0 }]);
    const none = findFix(given, { keep: Uint8Array.of(1, 1, 1, 1) });
    assert.ok(none.kind === 'none');
    assert.match(none.reason, /that is proven/);
  });

  test('of pictures with as few changes, the widest is first if that is preferred', () => {
    const random = randomNumbers(52);
    let wider = 0;
    for (let i = 0; i < depth(30, 300); i++) {
      const goal = randomPicture(random, 64, 0.5);
      const pictured = { puzzle: puzzleOfPicture(goal, 8, 8), goal };
      const asked = { for: 'line', maxChanges: 2, alternatives: 1000 } as const;
      const looks = findFix(pictured, asked);
      const widest = findFix(pictured, { ...asked, prefer: 'opening' });
      assert.equal(widest.kind, looks.kind);
      if (looks.kind === 'none' || widest.kind === 'none') continue;
      assert.equal(widest.changes.length, looks.changes.length);
      assert.ok(isGood(widest.puzzle, 'line'));
      assert.equal(checkSolution(widest.puzzle, widest.goal), null);
      const [one, other] = [looks, widest].map(({ puzzle }) => rate(puzzle)!);
      assert.ok(other.narrowest >= one.narrowest);
      if (other.narrowest === one.narrowest) assert.ok(other.opening >= one.opening);
      if (other.narrowest > one.narrowest || other.opening > one.opening) wider++;
    }
    assert.ok(wider > 3, `${wider} were wider`);
  });

  test('a fix keeps the symmetry of a picture if that can be, and says how many changes that takes', () => {
    const random = randomNumbers(64);
    const seen = { kept: 0, costly: 0, lost: 0 };
    for (let i = 0; i < depth(40, 400); i++) {
      const left = randomPicture(random, 32, 0.5);
      const goal = Uint8Array.from({ length: 64 }, (_, cell) => {
        const column = cell % 8;
        return left[4 * Math.floor(cell / 8) + Math.min(column, 7 - column)];
      });
      const pictured = { puzzle: puzzleOfPicture(goal, 8, 8), goal };
      const asked = { for: 'line', maxChanges: 4, alternatives: 1000 } as const;
      const fewest = findFix(pictured, asked);
      const found = findFix(pictured, { ...asked, prefer: 'symmetry' });
      assert.equal(found.kind, fewest.kind);
      if (found.kind === 'none' || fewest.kind === 'none') continue;
      const { forSymmetry = 0 } = found;
      assert.equal(found.changes.length, fewest.changes.length + forSymmetry);
      assert.ok(isGood(found.puzzle, 'line'));
      assert.equal(checkSolution(found.puzzle, found.goal), null);
      const isKept = found.goal.every(
        (value, cell) => value === found.goal[cell - (cell % 8) + 7 - (cell % 8)],
      );
      assert.ok(isKept || forSymmetry === 0);
      seen[!isKept ? 'lost' : forSymmetry > 0 ? 'costly' : 'kept']++;
    }
    assert.ok(seen.kept > 3 && seen.costly > 3, JSON.stringify(seen));
  });

  void test('shows other ways with as many changes, and each of them is good', () => {
    const cells = [1, 0, 0, 1];
    const given = { puzzle: puzzleOf(cells, 2), goal: Uint8Array.from(cells) };
    const found = findFix(given, { alternatives: 10 });
    assert.ok(found.kind === 'fixed');
    assert.equal(found.alternatives.length, 3);
    for (const [{ row, column, to }] of found.alternatives) {
      const changed = cells.with(2 * (row - 1) + column - 1, to);
      assert.ok(isGood(puzzleOf(changed, 2), 'unique'));
    }
  });

  void test('shows other ways even if the fewest are not proven, also of giving cells', () => {
    const SIDES = ([[14, 0.35], [16, 0.4], [20, 0.4]] as const).slice(0, depth(1, 3)); // prettier-ignore
    const shown = (timeoutMs: number): number => {
      const random = randomNumbers(8);
      let count = 0;
      for (const [side, density] of SIDES) {
        const cells = randomPicture(random, side * side, density);
        const puzzle = puzzleOfPicture(cells, side, side);
        for (const by of ['pixels', 'givens'] as const) {
          const options = { for: 'line', by, alternatives: 5, maxChanges: 100 } as const;
          const found = fixWithin([timeoutMs, 3000, 20_000], { puzzle, goal: cells }, options);
          assert.ok(found.kind === 'fixed' && found.changes.length > 2);
          for (const changes of found.alternatives) {
            assert.equal(changes.length, found.changes.length);
            assert.notDeepEqual(changes, found.changes);
            const changed = cells.slice();
            const start = new Uint8Array(cells.length).fill(UNKNOWN);
            for (const { row, column, to } of changes) {
              (by === 'pixels' ? changed : start)[(row - 1) * side + column - 1] = to;
            }
            assert.ok(isGood({ ...puzzleOfPicture(changed, side, side), start }, 'line'));
            count++;
          }
        }
      }
      return count;
    };
    // A busy machine takes longer.
    assert.ok([300, 3000, 20_000].some((timeoutMs) => shown(timeoutMs) >= 5 * SIDES.length));
  });

  void test('ends in time on a checkerboard, with a fix that is good or a clear reason', () => {
    const side = 24;
    const board = Uint8Array.from(
      { length: side * side },
      (_, i) => ((i % side) + Math.floor(i / side)) % 2,
    );
    const coloured = board.map((cell, i) => cell * (1 + (i % 3)));
    for (const [cells, colours] of [
      [board, 1],
      [coloured, 3],
    ] as const) {
      const puzzle = puzzleOfPicture(cells, side, side, colours);
      for (const goal of GOALS) {
        let found!: Fixed | NotFixed;
        const ms = underCountedClock(() => {
          found = findFix({ puzzle, goal: cells }, { for: goal, timeoutMs: 800 });
        });
        assert.ok(ms < 900, `${ms} ms`);
        if (found.kind === 'fixed') assert.ok(isGood(found.puzzle, goal));
        else
          assert.match(found.reason, /no fix of at most 57 changes (?:was found in time|.*proven)/);
      }
    }
  });

  void test('prefers the edge of a shape to a hole or a speck', () => {
    // Two solid squares that touch at a corner can be swapped for the other diagonal.
    const rows = ['###...', '###...', '###...', '...###', '...###', '...###'];
    const cells = Array.from(rows.join(''), (c) => (c === '#' ? 1 : 0));
    const found = findFix({ puzzle: puzzleOf(cells, 6), goal: Uint8Array.from(cells) });
    assert.ok(found.kind === 'fixed');
    assert.equal(found.changes.length, 1);
    const [{ row, column }] = found.changes;
    const middles = [1, 4].flatMap((a) => [1, 4].map((b) => `${a + 1},${b + 1}`));
    assert.ok(!middles.includes(`${row},${column}`), `changed ${row},${column}`);
  });

  void test('gives one cell if any of several solutions will do', () => {
    const found = findFix({ puzzle: puzzleOf([1, 0, 0, 1], 2), goal: null });
    assert.ok(found.kind === 'fixed');
    assert.equal(found.by, 'givens');
    assert.equal(found.changes.length, 1);
    assert.ok(found.fewestProven);
    assert.equal(solvePuzzle(found.puzzle).status, 'unique');
  });

  void test('says what is missing if there is nothing to begin with', () => {
    const ambiguous = puzzleOf([1, 0, 0, 1], 2);
    const noPicture = findFix({ puzzle: ambiguous, goal: null }, { by: 'pixels' });
    assert.ok(noPicture.kind === 'none');
    assert.match(noPicture.reason, /without a picture/);
    const impossible = { ...ambiguous, rows: [[2], []], columns: [[2], []] };
    const noSolution = findFix({ puzzle: impossible, goal: null });
    assert.ok(noSolution.kind === 'none');
    assert.match(noSolution.reason, /no solution/);
    const wrongPicture = { puzzle: impossible, goal: Uint8Array.of(1, 0, 0, 1) };
    const noGivens = findFix(wrongPicture, { by: 'givens' });
    assert.ok(noGivens.kind === 'none');
    assert.match(noGivens.reason, /does not fit the clues/);
  });

  void test('ends in time if there is no hope', () => {
    const side = 60;
    const cells = randomPicture(randomNumbers(6), side * side, 0.45);
    const puzzle = puzzleOfPicture(cells, side, side);
    let found!: Fixed | NotFixed;
    const ms = underCountedClock(() => {
      found = findFix({ puzzle, goal: cells }, { timeoutMs: 800, maxChanges: 20, for: 'line' });
    });
    assert.ok(ms < 900, `${ms} ms`);
    assert.ok(found.kind === 'none');
    assert.match(found.reason, /at most 20 changes/);
  });

  void test('refuses a grid that is too large at once', () => {
    const cells = new Uint8Array(300 * 200);
    const found = findFix({ puzzle: puzzleOfPicture(cells, 300, 200), goal: cells });
    assert.ok(found.kind === 'none');
    assert.match(found.reason, /at most 40000/);
  });
});
