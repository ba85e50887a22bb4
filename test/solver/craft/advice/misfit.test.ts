import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  misfitsOf,
  pictureMisfit,
  startMisfit,
  misfitText,
} from '../../../../src/solver/craft/advice/misfit.js';
import { UNKNOWN } from '../../../../src/solver/core/puzzle/types.js';
import { solutionsOf } from '../../../support/naive/brute-force.js';
import { puzzleOfPicture, randomNumbers, randomPicture } from '../../../support/random-puzzle.js';

void describe('misfits', () => {
  void test('a picture that does not fit is named with the first cell that no solution has', () => {
    const random = randomNumbers(3);
    const kinds = new Map<string, number>();
    for (let i = 0; i < 300; i++) {
      const puzzle = puzzleOfPicture(randomPicture(random, 16, 0.5), 4, 4);
      const solutions = solutionsOf(puzzle);
      const picture = randomPicture(random, 16, 0.5);
      const only = solutions.length === 1 && i % 2 === 0 ? solutions[0] : null;
      const misfit = pictureMisfit(puzzle, picture, only);
      if (solutions.some((solution) => solution.join() === picture.join())) {
        assert.equal(misfit, null);
        continue;
      }
      assert.ok(misfit?.kind === 'mistake' && misfit.mistake.kind !== 'line');
      const { mistake } = misfit;
      kinds.set(mistake.kind, (kinds.get(mistake.kind) ?? 0) + 1);
      const cell = (mistake.row - 1) * 4 + mistake.column - 1;
      assert.equal(picture[cell], mistake.value);
      const first = picture.findIndex((value, c) => solutions.every((s) => s[c] !== value));
      if (mistake.kind === 'cell') assert.equal(cell, first);
      else {
        assert.equal(first, -1);
        const goes = (last: number): boolean =>
          solutions.some((s) => s.every((value, c) => c > last || value === picture[c]));
        assert.ok(goes(cell - 1) && !goes(cell));
      }
    }
    assert.ok((kinds.get('cell') ?? 0) > 50 && (kinds.get('together') ?? 0) > 0);
  });

  void test('a start position that does not fit is named with its first wrong cell', () => {
    const plus = puzzleOfPicture(Uint8Array.of(0, 1, 0, 1, 1, 1, 0, 1, 0), 3, 3);
    const start = new Uint8Array(9).fill(UNKNOWN);
    start[1] = 1;
    assert.equal(startMisfit({ ...plus, start }), null);
    start[3] = 0;
    start[8] = 1;
    const misfit = startMisfit({ ...plus, start });
    assert.ok(misfit !== null);
    assert.equal(
      misfitText(misfit, plus),
      'the start position does not fit the clues: row 2, cell 1 is blank, but no solution has it',
    );
    const none = { ...plus, rows: [[2], [3], [1]], start };
    assert.equal(startMisfit(none)?.kind, 'no-solution');
  });

  void test('a picture that contradicts only the start position is named with that cell', () => {
    const either = puzzleOfPicture(Uint8Array.of(1, 0, 0, 1), 2, 2);
    const start = Uint8Array.of(UNKNOWN, 1, UNKNOWN, UNKNOWN);
    const goal = Uint8Array.of(1, 0, 0, 1);
    const puzzle = { ...either, start };
    const [misfit] = misfitsOf({ puzzle, goal, status: 'multiple', solution: null });
    assert.deepEqual(misfit, { part: 'picture', kind: 'given', row: 1, column: 2, value: 0 });
    const solved = { puzzle, goal, status: 'unique', solution: Uint8Array.of(0, 1, 1, 0) } as const;
    const [known] = misfitsOf(solved);
    assert.ok(known.kind === 'mistake' && known.mistake.kind === 'cell');
  });
});
