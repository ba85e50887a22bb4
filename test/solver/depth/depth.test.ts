import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pack } from '../../../src/puzzle/packed.js';
import type { Puzzle } from '../../../src/puzzle/types.js';
import { Budget } from '../../../src/solver/model/budget.js';
import { Depth } from '../../../src/solver/depth/depth.js';
import { DEFAULT_SOLVE_LIMITS } from '../../../src/solver/model/limits.js';
import { Problem } from '../../../src/solver/model/problem.js';
import { CONTRADICTION, FIXPOINT, Propagator } from '../../../src/solver/propagate/propagate.js';
import { State } from '../../../src/solver/model/state.js';
import { puzzleOf } from '../../support/grids.js';
import { randomNumbers } from '../../support/random-puzzle.js';

/** Problem, state and propagator, and levels closed by the definition alone: nothing remembered. */
class Plain {
  readonly problem = new Problem();
  readonly state = new State(this.problem);
  readonly budget = new Budget();
  readonly propagator = new Propagator(this.problem, this.state, this.budget);

  /** Propagates; false for a contradiction. */
  begin(puzzle: Puzzle): boolean {
    this.budget.start({ ...DEFAULT_SOLVE_LIMITS, timeoutMs: Infinity });
    assert.ok(this.problem.load(pack(puzzle), 0));
    this.state.reset();
    return this.propagator.run() === FIXPOINT;
  }

  /** The fixpoint of a level, round after round; false for a contradiction. */
  close(level: number): boolean {
    if (this.propagator.run() === CONTRADICTION) return false;
    if (level === 0) return true;
    const { problem, state } = this;
    if (!this.close(level - 1)) return false;
    for (let changed = true; changed;) {
      changed = false;
      for (let row = 0; row < problem.height; row++) {
        for (let column = 0; column < problem.width; column++) {
          for (let value = 0; value < problem.values; value++) {
            if (!state.can(row, column, value) || state.count(row, column) === 1) continue;
            const { trailLength, unknown } = state;
            state.assign(row, column, value);
            const possible = this.close(level - 1);
            state.undo(trailLength, unknown);
            if (possible) continue;
            changed = true;
            state.remove(row, column, value);
            if (!this.close(level - 1)) return false;
          }
        }
      }
    }
    return true;
  }
}

/** Pictures whose two halves of rows come from different pictures have many kinds of outcome. */
function spoiled(random: () => number, width: number, height: number, colours: number): Puzzle {
  const draw = (): Puzzle => {
    const density = 0.3 + 0.4 * random();
    const cells = Array.from({ length: width * height }, () =>
      random() < density ? 1 + Math.floor(random() * colours) : 0,
    );
    return puzzleOf(cells, width, colours);
  };
  const puzzle = draw();
  if (random() < 0.7) return puzzle;
  const rows = [...puzzle.rows];
  [rows[0], rows[height - 1]] = [rows[height - 1], rows[0]];
  return { ...puzzle, rows };
}

for (const { title, width, height, colours, levels, count } of [
  { title: '10x10 grids', width: 10, height: 10, colours: 1, levels: 1, count: 1500 },
  { title: '7x7 grids', width: 7, height: 7, colours: 1, levels: 2, count: 800 },
  { title: 'grids of 40x5', width: 40, height: 5, colours: 1, levels: 1, count: 300 },
  { title: '6x6 grids of 3 colours', width: 6, height: 6, colours: 3, levels: 2, count: 1500 },
  { title: '5x40 grids of 2 colours', width: 5, height: 40, colours: 2, levels: 1, count: 400 },
]) {
  test(`the levels of ${title} are closed as their definition says`, () => {
    const random = randomNumbers(width * 100 + colours);
    const plain = new Plain();
    const work = {
      problem: new Problem(),
      counters: { lineSolves: 0, probes: 0, decisions: 0, conflicts: 0 },
      observer: undefined,
    };
    const state = new State(work.problem);
    const budget = new Budget();
    const propagator = new Propagator(work.problem, state, budget);
    const depth = new Depth({ ...work, state, budget, propagator });
    const outcomes = new Map<string, number>();
    for (let i = 0; i < count; i++) {
      const puzzle = spoiled(random, width, height, colours);
      if (!plain.begin(puzzle) || plain.state.unknown === 0) continue;
      budget.start({ ...DEFAULT_SOLVE_LIMITS, timeoutMs: Infinity });
      work.problem.load(pack(puzzle), 0);
      state.reset();
      propagator.run();
      depth.start();
      for (let level = 1; level <= levels; level++) {
        const before = state.trailLength;
        const found = depth.close(level, null);
        const kind = `level ${level} ${found}`;
        outcomes.set(kind, (outcomes.get(kind) ?? 0) + 1);
        const possible = plain.close(level);
        assert.equal(found === 'contradiction', !possible, JSON.stringify(puzzle));
        if (found === 'contradiction') break;
        const label = `${kind} of ${JSON.stringify(puzzle)}`;
        assert.deepEqual(state.cells(), plain.state.cells(), label);
        assert.equal(state.unknown, plain.state.unknown);
        if (found === 'solved') break;
        if (state.trailLength > before) outcomes.set('progress', 1);
      }
    }
    for (const kind of ['level 1 stuck', 'progress']) {
      assert.ok(outcomes.has(kind), `${kind} in ${JSON.stringify([...outcomes])}`);
    }
  });
}
