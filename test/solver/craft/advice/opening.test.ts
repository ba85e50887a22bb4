import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BLANK, UNKNOWN } from '../../../../src/solver/core/puzzle/types.js';
import { pack } from '../../../../src/solver/core/puzzle/packed.js';
import { openingOf } from '../../../../src/solver/craft/advice/opening.js';
import { DEFAULT_SOLVE_LIMITS } from '../../../../src/solver/engine/model/limits.js';
import { Solver } from '../../../../src/solver/engine/solver/solve.js';
import { depth } from '../../../support/depth.js';
import { randomPuzzle } from '../../../support/grids.js';

test('the opening and the narrowest place have as many lines as the rating says', () => {
  const solver = new Solver();
  const kinds = { solved: 0, stuck: 0 };
  for (let seed = 0; seed < depth(300, 3000); seed++) {
    const puzzle = randomPuzzle(3 + (seed % 18), 0.45 + (seed % 5) / 10, seed);
    const outcome = solver.solve(pack(puzzle), 0, DEFAULT_SOLVE_LIMITS);
    const rated = solver.rate(outcome);
    const opening = openingOf(puzzle);
    if (outcome.technique !== 'line' || outcome.status !== 'unique') {
      assert.equal(opening, null, `seed ${seed}`);
      kinds.stuck++;
      continue;
    }
    const { lines, narrowest } = opening!;
    const counted = [lines.length, (narrowest?.lines ?? lines).length];
    assert.deepEqual(counted, [rated!.opening, rated!.narrowest], `seed ${seed}`);
    kinds.solved++;
  }
  assert.ok(kinds.solved > 100 && kinds.stuck > 50, JSON.stringify(kinds));
});

test('it says which lines these are, and how much is known at the narrowest place', () => {
  const size = { width: 3, height: 3, colours: 1, palette: null, start: null };
  const puzzle = { ...size, rows: [[3], [1], [1, 1]], columns: [[1, 1], [2], [1, 1]] };
  assert.deepEqual(openingOf(puzzle), { lines: [0, 2, 3, 4, 5], narrowest: null });
  const cells = Uint8Array.from([0, ...Array<number>(8).fill(UNKNOWN)]);
  const plus = { ...size, rows: [[1], [3], [1]], columns: [[1], [3], [1]], start: cells };
  assert.deepEqual(openingOf(plus), { lines: [1, 4], narrowest: { lines: [1, 4], known: 1 / 9 } });
  assert.equal(openingOf({ ...puzzle, colours: 2 }), null);
  assert.equal(openingOf({ ...puzzle, start: new Uint8Array(9).fill(BLANK) }), null);
});
