import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Puzzle } from '../../../../src/solver/core/puzzle/types.js';
import { startDomains, type Step } from '../../../../src/solver/craft/replay/step.js';
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
    if (rated?.lookAhead != null) {
      const removed = replay.steps.filter(({ kind }) => kind === 'removed');
      assert.ok(removed.length > 0);
      assert.ok(removed.every(({ needs }) => needs === 'lookahead' || needs === 'assumption'));
    }
  }
  for (const needs of ['overlap', 'bounds', 'runs', 'lookahead']) {
    assert.ok(seen.has(needs), `no step needs ${needs}`);
  }
});

test('an assumption that contradicts within three rounds is shown in lines that all are needed for it', () => {
  const random = randomNumbers(12);
  let shown = 0;
  for (let i = 0; i < 40; i++) {
    const puzzle = randomPuzzle(random, 12, 12, 0.5);
    const { steps } = replaySolving(puzzle, UNTIMED).replay;
    steps.forEach(({ needs, cell }, end) => {
      if (needs !== 'lookahead') return;
      const start = steps.findLastIndex(({ kind }, at) => at < end && kind === 'probe');
      const inside = steps.slice(start + 1, end);
      assert.equal(steps[start].cell, cell);
      assert.equal(inside.at(-1)?.kind, 'contradiction');
      assert.ok(inside.slice(0, -1).every(({ kind, depth }) => kind === 'line' && depth === 1));
      const lines = inside.map(({ line }) => line!);
      assert.equal(new Set(lines.slice(0, -1)).size, lines.length - 1);
      shown++;
    });
    assertPlayable(puzzle, steps);
  }
  assert.ok(shown >= 5, String(shown));
});

/** Fails unless each step begins with what the steps before it have left. */
function assertPlayable(puzzle: Puzzle, steps: readonly Step[]): void {
  const domains = startDomains(puzzle);
  for (const { changes } of steps) {
    for (let i = 0; i < changes.length; i += 3) {
      assert.equal(domains[changes[i]], changes[i + 1]);
      domains[changes[i]] = changes[i + 2];
    }
  }
}
