import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  newProgress,
  type SolveTask,
  type ThreadAnswer,
} from '../../../../src/pipeline/runs/pool/protocol.js';
import { createBatchSolver } from '../../../../src/pipeline/runs/pool/solve-batch.js';
import { packBatch } from '../../../../src/solver/core/puzzle/packed-batch.js';
import { pack } from '../../../../src/solver/core/puzzle/packed.js';
import { DEFAULT_SOLVE_LIMITS } from '../../../../src/solver/engine/model/limits.js';
import type { PuzzleResult } from '../../../../src/solver/core/result/result.js';
import { Solver } from '../../../../src/solver/engine/solver/solve.js';
import { randomNumbers, randomPuzzle } from '../../../support/random-puzzle.js';

/** Counts the puzzles that it solves. */
class Counting extends Solver {
  static solved = 0;

  override solve(...asked: Parameters<Solver['solve']>): ReturnType<Solver['solve']> {
    Counting.solved++;
    return super.solve(...asked);
  }
}

function taskOf(puzzles: number): SolveTask {
  const random = randomNumbers(puzzles);
  const packed = Array.from({ length: puzzles }, () => pack(randomPuzzle(random, 5, 5, 0.6)));
  const limits = { ...DEFAULT_SOLVE_LIMITS, sliceMs: Infinity };
  return { batch: packBatch(packed), limits, form: null, progress: newProgress().buffer };
}

function resultsOf(answer: ThreadAnswer | null): readonly PuzzleResult[] {
  return answer!.results!;
}

test('only the first batch is solved beforehand, and each puzzle has one result', () => {
  const solve = createBatchSolver(() => new Counting(), { warmsUp: true });
  const cold = createBatchSolver(() => new Solver());
  for (const isFirst of [true, false]) {
    Counting.solved = 0;
    const results = resultsOf(solve(taskOf(7)));
    assert.equal(results.length, 7);
    assert.equal(Counting.solved > 7, isFirst);
    const verdicts = resultsOf(cold(taskOf(7))).map(({ status, solution }) => [status, solution]);
    assert.deepEqual(
      results.map(({ status, solution }) => [status, solution]),
      verdicts,
    );
  }
});

test('a solver that fails while it warms up is replaced, and fails again for the result', () => {
  let made = 0;
  const solve = createBatchSolver(
    () => {
      made++;
      return {
        solve() {
          throw new Error('broken');
        },
      };
    },
    { warmsUp: true },
  );
  const results = resultsOf(solve(taskOf(2)));
  assert.deepEqual(
    results.map(({ status }) => status),
    ['crash', 'crash'],
  );
  assert.match(results[0].error!, /broken/);
  assert.equal(made, 4);
});

for (const { thrown, kept, error } of [
  { thrown: new TypeError('a bug on purpose'), kept: 'crash', error: /the rating failed: .*a bug/ },
  { thrown: new RangeError('Array buffer allocation failed'), kept: 'unique', error: /allocation/ },
]) {
  test(`a puzzle whose rating fails with a ${thrown.name} is ${kept}, and the next has its result`, () => {
    let rated = 0;
    class Failing extends Solver {
      override rate(...asked: Parameters<Solver['rate']>): ReturnType<Solver['rate']> {
        if (rated++ === 0) throw thrown;
        return super.rate(...asked);
      }
    }
    const solved = (solver: () => Solver): readonly PuzzleResult[] =>
      resultsOf(createBatchSolver(solver)(taskOf(7)));
    const sound = solved(() => new Solver());
    const results = solved(() => new Failing());
    const first = sound.findIndex(({ status }) => status === 'unique');
    assert.equal(results[first].status, kept);
    assert.match(results[first].error!, error);
    assert.equal(results[first].difficulty, null);
    const others = (all: readonly PuzzleResult[]): unknown =>
      all.flatMap(({ status, solution, difficulty }, i) =>
        i === first ? [] : [[status, solution, difficulty]],
      );
    assert.deepEqual(others(results), others(sound));
  });
}
