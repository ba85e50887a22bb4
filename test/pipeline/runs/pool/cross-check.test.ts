import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openCrossChecker } from '../../../../src/pipeline/runs/pool/cross-check.js';
import { LocalPool } from '../../../../src/pipeline/runs/pool/local-pool.js';
import type { Pool } from '../../../../src/pipeline/runs/pool/pool.js';
import { pack } from '../../../../src/solver/core/puzzle/packed.js';
import { packBatch } from '../../../../src/solver/core/puzzle/packed-batch.js';
import { DEFAULT_SOLVE_LIMITS } from '../../../../src/solver/engine/model/limits.js';
import type { PuzzleResult } from '../../../../src/solver/core/result/result.js';
import { solutionsOf } from '../../../support/naive/brute-force.js';
import {
  puzzleOfPicture,
  randomNumbers,
  randomPuzzle,
  withSwappedRows,
} from '../../../support/random-puzzle.js';

const crossChecker = await openCrossChecker();

const checkerboard = pack({
  width: 2,
  height: 2,
  rows: [[1], [1]],
  columns: [[1], [1]],
  colours: 1,
  palette: null,
  start: null,
});

test('the crossChecker tells none, one and several solutions apart, in colour too', () => {
  const random = randomNumbers(11);
  const seen = new Set<string>();
  for (let i = 0; i < 120; i++) {
    let puzzle = randomPuzzle(random, 5, 5, 0.2 + 0.6 * random(), 1 + (i % 3));
    if (i % 2 === 0) puzzle = withSwappedRows(puzzle, 1, 3);
    const solutions = solutionsOf(puzzle).length;
    const expected = solutions === 0 ? 'none' : solutions === 1 ? 'one' : 'several';
    assert.equal(crossChecker.judge(puzzle, Infinity), expected, JSON.stringify(puzzle));
    seen.add(expected);
  }
  assert.equal(seen.size, 3);
});

test('a crossChecker without time leaves the verdict open', () => {
  const hard = randomPuzzle(randomNumbers(12), 40, 40, 0.4);
  assert.equal(crossChecker.judge(hard, 0), 'open');
});

test('a true verdict agrees, a false one differs and says how', () => {
  const multiple = { status: 'multiple', solutions: 2n } as const;
  assert.deepEqual(crossChecker.check(checkerboard, 0, multiple, 10_000), {
    agreement: 'agree',
    difference: null,
  });
  const unique = { status: 'unique', solutions: 1n } as const;
  assert.deepEqual(crossChecker.check(checkerboard, 0, unique, 10_000), {
    agreement: 'differ',
    difference: 'the solver says unique with solutions: 1; CaDiCaL finds several',
  });
});

test('a verdict that proves nothing can only differ if a solution was claimed', () => {
  const impossible = pack({
    width: 3,
    height: 3,
    rows: [[1, 1], [], [1, 1]],
    columns: [[2], [], [2]],
    colours: 1,
    palette: null,
    start: null,
  });
  const open = { status: 'timeout', solutions: 0n } as const;
  assert.equal(crossChecker.check(impossible, 0, open, 10_000).agreement, 'unknown');
  const claimed = { status: 'timeout', solutions: 1n } as const;
  assert.equal(crossChecker.check(impossible, 0, claimed, 10_000).agreement, 'differ');
  assert.equal(crossChecker.check(checkerboard, 0, claimed, 10_000).agreement, 'unknown');
});

test('results hold the agreement of the puzzles picked, and how a wrong verdict differs', async (t) => {
  const threadFile = new URL('../../../fixtures/threads/lying-thread.js', import.meta.url);
  const liars = new LocalPool({ threads: 1, memoryMiB: null, threadFile });
  t.after(() => liars.close());
  const honest = new LocalPool({ threads: 1, memoryMiB: null });
  t.after(() => honest.close());
  const batch = packBatch([checkerboard, pack(puzzleOfPicture(Uint8Array.of(1, 1, 1, 0), 2, 2))]);
  const solve = async (pool: Pool, crossCheck?: number): Promise<readonly PuzzleResult[]> =>
    (await pool.solve(batch, { ...DEFAULT_SOLVE_LIMITS, sliceMs: Infinity, crossCheck })).results;

  const [wrong, right] = await solve(liars, 1);
  assert.equal(wrong.crossCheck, 'differ');
  assert.match(wrong.error ?? '', /says unique.*CaDiCaL finds several/);
  assert.equal(right.crossCheck, 'agree');
  const agreements = (await solve(honest, 1)).map(({ crossCheck }) => crossCheck);
  assert.deepEqual(agreements, ['agree', 'agree']);
  const unasked = (await solve(honest)).map(({ crossCheck }) => crossCheck);
  assert.deepEqual(unasked, [null, null]);
});
