import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SizeTally, sizeClasses, type SizeClass } from '../../../../src/solver/core/figures.js';
import { chartFile } from '../../../../src/pipeline/report/html/chart-svg.js';
import { shareCurves } from '../../../../src/pipeline/report/statistics/share-curves.js';
import { assertGolden } from '../../../support/golden.js';

/**
 * Squares of these sides; of 30 puzzles at each density the more are unique the denser and the
 * smaller they are.
 */
function classesOf(...sides: readonly number[]): SizeClass[] {
  const tally = new SizeTally();
  for (const side of sides) {
    for (const density of [0.3, 0.5, 0.7]) {
      for (let i = 0; i < 30; i++) {
        const isUnique = i < 30 * Math.min(1, density + 1 / side);
        tally.add({
          width: side,
          height: side,
          ms: 1,
          filled: Math.ceil(density * side * side),
          score: isUnique ? 6 : null,
          status: isUnique ? 'unique' : 'multiple',
          technique: i % 2 === 0 ? 'line' : 'search',
        });
      }
    }
  }
  return sizeClasses(tally.bySize());
}

test('a few sizes have curves of both shares, with bands, and both axes named', () => {
  const [unique, line] = shareCurves(classesOf(5, 20));
  assert.deepEqual([unique.id, line.id], ['unique-map', 'line-map']);
  assertGolden('charts/share-curves.svg', chartFile(unique));
  assert.deepEqual(unique.table.rows[0], ['0.3 to 0.35', '5x5', '50.0 % (33.2 to 66.8 %)']);
});

test('one size has no such curves, nor have more than there are colours', () => {
  assert.deepEqual(shareCurves(classesOf(5)), []);
  assert.deepEqual(shareCurves(classesOf(5, 6, 7, 8, 9, 10, 11)), []);
});
