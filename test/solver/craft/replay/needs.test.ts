import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replaySolving } from '../../../../src/solver/craft/replay/replay.js';
import { NEEDS } from '../../../../src/solver/core/result/difficulty.js';
import { UNTIMED } from '../../../support/untimed.js';
import { pack } from '../../../../src/solver/core/puzzle/packed.js';
import { Solver } from '../../../../src/solver/engine/solver/solve.js';
import { randomNumbers, randomPuzzle } from '../../../support/random-puzzle.js';

test('every step that finds something names a known technique that it needs', () => {
  const random = randomNumbers(11);
  const seen = new Set<string>();
  for (let i = 0; i < 60; i++) {
    const puzzle = randomPuzzle(random, 12, 12, 0.5);
    const { outcome, replay } = replaySolving(puzzle, UNTIMED);
    if (outcome.status !== 'unique') continue;
    for (const { kind, needs, changes } of replay.steps) {
      if (kind === 'line') {
        assert.ok(changes.length > 0);
        assert.ok(NEEDS.indexOf(needs!) <= NEEDS.indexOf('line'));
      } else if (kind !== 'removed') {
        assert.equal(needs, null);
      }
      if (needs !== null) seen.add(needs);
    }
    const solver = new Solver();
    const rated = solver.rate(solver.solve(pack(puzzle), 0, UNTIMED));
    if (rated?.needs === 'assumption') {
      assert.ok(
        replay.steps.some(({ kind, needs }) => kind === 'removed' && needs === 'assumption'),
      );
      assert.ok(replay.steps.every(({ needs }) => needs !== 'nested'));
    }
  }
  for (const needs of ['overlap', 'bounds', 'runs', 'assumption']) {
    assert.ok(seen.has(needs), `no step needs ${needs}`);
  }
});
