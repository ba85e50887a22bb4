import type { Cells } from '../../puzzle/types.js';
import { ProbeMemory } from './probe-memory.js';
import { CONTRADICTION, STOPPED } from '../propagate/propagate.js';
import type { Workspace } from '../propagate/workspace.js';

/** How closing a level ended. */
export type Closed = 'solved' | 'contradiction' | 'stuck' | 'stopped';

/**
 * The levels of contradictions that difficulty is measured by. Level 0 is propagation. Level d
 * assumes one value of one cell, closes it under level d - 1, and removes the value from the cell
 * on a contradiction, over and over to the fixpoint. Each step only takes values away and would be
 * possible later, too, so the fixpoint does not depend on the order of the work.
 *
 * Only contradictions count here: what both values of a cell imply, contrapositives and learned
 * clauses would solve more puzzles at the same level.
 */
export class Depth {
  private readonly memory: ProbeMemory;

  constructor(private readonly work: Workspace) {
    this.memory = new ProbeMemory(work);
  }

  /** Begins with a puzzle. @pre the state is a fixpoint of propagation. */
  start(): void {
    this.memory.reset();
  }

  /**
   * Closes the state under level `level` >= 1. `solution` is the only solution of the puzzle, or
   * null; its values need not be assumed, as they cannot be contradicted.
   * @pre the state is closed under level - 1, with unknown cells.
   * @post the state is closed under `level`, or the result says why not.
   */
  close(level: number, solution: Cells | null): Closed {
    const { state, problem, budget } = this.work;
    const { width, height, values } = problem;
    const cells = width * height;
    const { memory } = this;
    memory.noteChanges();
    // A round without a removal ends the work, wherever it began.
    for (let cell = 0, quiet = 0; quiet < cells; quiet++, cell = cell + 1 < cells ? cell + 1 : 0) {
      const row = Math.floor(cell / width);
      const column = cell - row * width;
      // Large grids have many cells that need no probe: these take time, too.
      if (column === 0 && !budget.spend(0, width)) return 'stopped';
      for (let value = 0; value < values; value++) {
        if (solution !== null && solution[cell] === value) continue;
        if (!state.can(row, column, value) || state.count(row, column) === 1) continue;
        const literal = cell * values + value;
        if (level === 1 && memory.knows(literal)) continue;
        const found = this.probe(row, column, value, level);
        if (found === 'stopped') return found;
        if (found !== 'contradiction') continue;
        state.remove(row, column, value);
        const after = this.closeUpTo(level - 1);
        if (after !== 'stuck') return after;
        memory.noteChanges();
        quiet = -1;
      }
    }
    return 'stuck';
  }

  /** Propagates, then closes level 1, 2, ... up to `level`. */
  private closeUpTo(level: number): Closed {
    const found = this.work.propagator.run();
    if (found === CONTRADICTION) return 'contradiction';
    if (found === STOPPED) return 'stopped';
    if (this.work.state.unknown === 0) return 'solved';
    for (let d = 1; d <= level; d++) {
      const closed = this.close(d, null);
      if (closed !== 'stuck') return closed;
    }
    return 'stuck';
  }

  /** Assumes the value, closes the state under level - 1, and takes everything back. */
  private probe(row: number, column: number, value: number, level: number): Closed {
    const { state, counters, observer, problem } = this.work;
    const cell = row * problem.width + column;
    const { trailLength, unknown } = state;
    counters.probes++;
    observer?.probe?.(cell, value, level);
    if (level > 1) this.memory.enter();
    state.assign(row, column, value);
    const literal = cell * problem.values + value;
    let found: Closed = 'contradiction';
    if (level > 1 || this.memory.recall(literal)) found = this.closeUpTo(level - 1);
    if (level === 1 && found !== 'contradiction') this.memory.remember(literal, trailLength);
    state.undo(trailLength, unknown);
    if (level > 1) this.memory.leave();
    observer?.probeEnd?.(cell, value, level, found === 'contradiction');
    return found;
  }
}
