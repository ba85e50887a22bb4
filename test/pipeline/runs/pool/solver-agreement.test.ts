import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openCrossChecker } from '../../../../src/pipeline/runs/pool/cross-check.js';
import { pack } from '../../../../src/solver/core/puzzle/packed.js';
import { UNKNOWN, type Puzzle } from '../../../../src/solver/core/puzzle/types.js';
import { DEFAULT_SOLVE_LIMITS } from '../../../../src/solver/engine/model/limits.js';
import { Solver } from '../../../../src/solver/engine/solver/solve.js';
import {
  puzzleOfPicture,
  randomNumbers,
  randomPicture,
  randomPuzzle,
  withSwappedRows,
} from '../../../support/random-puzzle.js';

const crossChecker = await openCrossChecker();

/** No limit but a number of steps that none of these puzzles needs. */
const LIMITS = { ...DEFAULT_SOLVE_LIMITS, timeoutMs: Infinity, maxSteps: 2_000_000 };

/** Solves every puzzle, lets CaDiCaL judge the verdict, and counts the verdicts. */
function judge(puzzles: Iterable<Puzzle>): Record<string, number> {
  const solver = new Solver();
  const seen: Record<string, number> = {};
  for (const puzzle of puzzles) {
    const words = pack(puzzle);
    const outcome = solver.solve(words, 0, LIMITS);
    const { agreement, difference } = crossChecker.check(words, 0, outcome, 20_000);
    assert.equal(agreement, 'agree', `${difference ?? outcome.status}: ${JSON.stringify(puzzle)}`);
    seen[outcome.status] = (seen[outcome.status] ?? 0) + 1;
  }
  return seen;
}

function* random(seed: number, count: number, maxSide: number, colours = 1): Iterable<Puzzle> {
  const next = randomNumbers(seed);
  for (let i = 0; i < count; i++) {
    const width = 1 + Math.floor(next() * maxSide);
    const height = 1 + Math.floor(next() * maxSide);
    yield randomPuzzle(next, width, height, 0.2 + 0.6 * next(), colours);
  }
}

test('random puzzles of mixed sizes and densities get the verdict of CaDiCaL', () => {
  const seen = judge(random(21, 500, 16));
  assert.ok(seen.unique > 50 && seen.multiple > 50, JSON.stringify(seen));
});

test('puzzles with a planted contradiction get the verdict of CaDiCaL', () => {
  const next = randomNumbers(22);
  const planted = function* (): Iterable<Puzzle> {
    for (const puzzle of random(23, 300, 14)) {
      const a = Math.floor(next() * puzzle.height);
      const b = Math.floor(next() * puzzle.height);
      yield withSwappedRows(puzzle, a, b);
    }
  };
  const seen = judge(planted());
  assert.ok(seen.contradiction > 100, JSON.stringify(seen));
});

test('pictures with planted switches have several solutions in both engines', () => {
  const next = randomNumbers(24);
  const switched = function* (): Iterable<Puzzle> {
    for (let i = 0; i < 100; i++) {
      const width = 6 + Math.floor(next() * 8);
      const height = 6 + Math.floor(next() * 8);
      const cells = randomPicture(next, width * height, 0.75);
      // Two filled cells on a diagonal, with blank cells all around: they can change columns.
      for (let y = 0; y < 4; y++) for (let x = 0; x < 4; x++) cells[y * width + x] = 0;
      cells[width + 1] = 1;
      cells[2 * width + 2] = 1;
      yield puzzleOfPicture(cells, width, height);
    }
  };
  assert.deepEqual(judge(switched()), { multiple: 100 });
});

test('coloured puzzles and start positions get the verdict of CaDiCaL', () => {
  const next = randomNumbers(25);
  const started = function* (): Iterable<Puzzle> {
    for (let colours = 1; colours <= 4; colours++) {
      for (const puzzle of random(25 + colours, 60, 10, colours)) {
        const start = new Uint8Array(puzzle.width * puzzle.height).fill(UNKNOWN);
        for (let i = 0; i < 2; i++) {
          start[Math.floor(next() * start.length)] = Math.floor(next() * (colours + 1));
        }
        yield next() < 0.5 ? puzzle : { ...puzzle, start };
      }
    }
  };
  const seen = judge(started());
  assert.ok(seen.unique > 20 && seen.multiple > 20 && seen.contradiction > 20);
});
