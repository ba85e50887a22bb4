import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pack } from '../../../../src/solver/core/puzzle/packed.js';
import type { SolveLimits } from '../../../../src/solver/engine/model/limits.js';
import { assertEach, UNTIMED, eachOf } from '../../../support/tests.js';
import { Solver } from '../../../../src/solver/engine/solver/solve.js';
import { STAGES, Statistics, meanRank } from '../../../../src/solver/engine/solver/statistics.js';
import { randomPuzzle } from '../../../support/grids.js';

const LIMITS: SolveLimits = UNTIMED;

/** Solved with statistics, and what the outcome counts. */
function counted(side: number, density: number, seed: number, limits: Partial<SolveLimits> = {}) {
  const statistics = new Statistics();
  const puzzle = pack(randomPuzzle(side, density, seed));
  const given = { ...LIMITS, ...limits };
  const outcome = new Solver().solve(puzzle, 0, given, undefined, statistics.tellStage);
  return { statistics, outcome };
}

test('stages and turns share out all that was counted, and the time', () => {
  const { statistics, outcome } = counted(30, 0.45, 1);
  const { total, stages, turns } = statistics;
  assert.equal(total.sums.conflicts, outcome.counters.conflicts);
  assert.equal(total.sums.decisions, outcome.counters.decisions);
  assert.equal(total.sums.lineSolves, outcome.counters.lineSolves);
  const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
  assert.equal(sum(stages.map(([, { sums }]) => sums.conflicts)), total.sums.conflicts);
  assert.ok(Math.abs(sum(stages.map(([, { ms }]) => ms)) - total.ms) < 1e-6);
  assert.equal(turns.length, total.sums.turns);
  assert.equal(sum(turns.map(({ sums }) => sums.learned)), total.sums.learned);
  assertEach(stages.slice(0, 4), ([stage]) => stage, ['lines', 'brief', 'probing', 'proof']);
  assert.deepEqual(eachOf(turns.slice(0, 2), 'stage'), ['proof', 'solution']);
  assert.ok(meanRank(total.sums)! > 1);
});

test('a puzzle that lines decide has one stage, no turn and no mean rank', () => {
  const { statistics } = counted(8, 0.9, 1);
  assertEach(statistics.stages, ([stage]) => stage, ['lines']);
  assert.equal(statistics.turns.length, 0);
  assert.equal(meanRank(statistics.total.sums), null);
});

test('counts and guess depth have stages of their own', () => {
  const names = new Set<string>();
  for (let seed = 1; seed <= 20; seed++) {
    for (const limits of [{ count: 'exact' }, { count: 2 }] as const) {
      for (const [name] of counted(12, seed % 2 === 0 ? 0.42 : 0.55, seed * 7919, limits).statistics
        .stages)
        names.add(name);
    }
  }
  for (const name of ['backbone', 'counting', 'depth']) assert.ok(names.has(name), name);
  for (const name of names) assert.ok(name in STAGES, name);
});

test('asking changes nothing that is found, and what was asked of one puzzle is not told of the next', () => {
  const solver = new Solver();
  const statistics = new Statistics();
  const puzzle = pack(randomPuzzle(30, 0.45, 1));
  const asked = solver.solve(puzzle, 0, LIMITS, undefined, statistics.tellStage);
  const { conflicts } = statistics.total.sums;
  assert.deepEqual(solver.solve(puzzle, 0, LIMITS), asked);
  assert.equal(statistics.total.sums.conflicts, conflicts);
});
