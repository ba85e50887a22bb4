import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { packBatch } from '../../../../src/solver/core/puzzle/packed-batch.js';
import { puzzleIdOf } from '../../../../src/pipeline/record/puzzle-id.js';
import { test } from 'node:test';
import fc from 'fast-check';
import { pack } from '../../../../src/solver/core/puzzle/packed.js';
import type { Puzzle } from '../../../../src/solver/core/puzzle/types.js';
import { ruleBrokenBy } from '../../../../src/pipeline/record/result-rules.js';
import type { PuzzleResult } from '../../../../src/solver/core/result/result.js';
import { DEFAULT_SOLVE_LIMITS } from '../../../../src/solver/engine/model/limits.js';
import { Solver } from '../../../../src/solver/engine/solver/solve.js';
import {
  openCrossChecker,
  createBatchSolver,
} from '../../../../src/pipeline/runs/pool/solve-batch.js';
import type { RowPlace } from '../../../../src/pipeline/store/packed/entry-rows.js';
import {
  type BatchLimits,
  TaskProgress,
  type ThreadAnswer,
} from '../../../../src/pipeline/runs/pool/pool.js';
import { requireSound } from '../../../../src/pipeline/store/queries/damaged-rows.js';
import { labelledBatch } from '../../../support/batch-entries.js';
import { depth } from '../../../support/tests.js';
import { drawnPuzzles } from '../../../support/drawn-puzzles.js';
import { startedRun } from '../../../support/store-samples.js';
import { holds } from '../../../support/property.js';

const solveBatch = createBatchSolver(() => new Solver());
const crossChecker = await openCrossChecker();

function answered(
  puzzle: Puzzle,
  limits: Partial<BatchLimits>,
  place: RowPlace | null = null,
  ordinal = 0,
): ThreadAnswer {
  const label = { ordinal, name: null, title: null, palette: null, goal: null };
  const answer = solveBatch(
    {
      batch: labelledBatch([[pack(puzzle), { ...label, palette: puzzle.palette }]]),
      limits: { ...DEFAULT_SOLVE_LIMITS, sliceMs: Infinity, ...limits },
      form: place,
      progress: new TaskProgress().buffer,
    },
    { crossChecker },
  );
  return answer!;
}

function solved(puzzle: Puzzle, limits: Partial<BatchLimits>): PuzzleResult {
  return answered(puzzle, limits).results[0];
}

/** Puzzles with one solution, several, or none: the columns of some come in another order. */
const PUZZLES = fc.tuple(drawnPuzzles(9), fc.boolean()).map(([{ puzzle }, isTurned]): Puzzle => {
  if (!isTurned || puzzle.start !== null) return puzzle;
  return { ...puzzle, columns: [...puzzle.columns.slice(1), puzzle.columns[0]] };
});

const LIMITS = fc.record({
  maxSteps: fc.oneof(fc.constant(Infinity), fc.nat(3000)),
  timeoutMs: fc.constantFrom(Infinity, Infinity, 0, 0.05, 0.2),
  memoryBytes: fc.constantFrom(Infinity, Infinity, 3e4, 1e5),
  count: fc.constantFrom<BatchLimits['count'][]>(2, 2, 3, 50, 'exact'),
  guessDepth: fc.integer({ min: 0, max: 3 }),
  difficulty: fc.boolean(),
  prove: fc.boolean(),
  crossCheck: fc.constantFrom(0, 0, 1),
});

test('what the solver finds breaks no rule, whatever is asked and whatever ends the work', () => {
  holds(depth(200, 40_000), [PUZZLES, LIMITS], (puzzle, limits) => {
    const result = solved(puzzle, limits);
    assert.equal(ruleBrokenBy(result), null);
  });
});

test('the tables hold nothing else than what they take from any writer, and SQLite reads every page', (t) => {
  const { store, writer, sourceId } = startedRun(t);
  let [pieceId, ordinal] = [0, 0];
  holds(depth(120, 20_000), [PUZZLES, LIMITS], (puzzle, limits) => {
    // A piece of its own for each.
    const sha256 = new Uint8Array(createHash('sha256').update(String(ordinal)).digest());
    const { read } = writer.meet(sourceId, {
      sha256,
      entries: 1,
      puzzles: 1,
      packed: packBatch([]),
      rejects: [],
      firstEntry: ordinal++,
      firstLine: null,
    });
    ({ pieceId } = read);
    const share = { pieceId, puzzles: 1, path: 'a.csv', firstEntry: 0 };
    const { rows } = answered(puzzle, limits, writer.placeOf([share]), 0);
    writer.writeAll([{ pieces: [read], rows }]);
  });
  const { db } = store;
  // It looks at all rows with the checks of their tables, which the writer of a run switches off.
  assert.equal(db.pragma('integrity_check', { simple: true }), 'ok');
  requireSound(store);
  // Of this piece nothing is counted yet; SQLite does not know that the columns do not go together.
  const change = (set: string): void => {
    db.exec(`UPDATE result_rows SET ${set} WHERE puzzle_id = ${puzzleIdOf(pieceId, 0)}`);
  };
  change("status = 'solved', solutions = '0'");
  const expected = /damaged: the result of a\.csv#\d+ in run 1 .* cannot be one/;
  assert.throws(() => requireSound(store), expected);
  db.pragma('ignore_check_constraints = ON');
  change('stars = 9');
  assert.throws(() => requireSound(store), /CHECK constraint failed in result_rows; .*a\.csv#/);
});

test('nor does it at any end of its steps', () => {
  holds(
    depth(40, 3000),
    [drawnPuzzles(7), fc.constantFrom(2, 'exact' as const)],
    ({ puzzle }, count) => {
      for (let maxSteps = 0; maxSteps < 400; maxSteps += 1 + (maxSteps >> 4)) {
        const result = solved(puzzle, { maxSteps, count, guessDepth: 2 });
        assert.equal(ruleBrokenBy(result), null, `after ${maxSteps} steps`);
        if (result.stoppedBy !== 'steps') break;
      }
    },
  );
});
