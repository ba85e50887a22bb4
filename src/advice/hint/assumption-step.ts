import { pack } from '../../puzzle/packed.js';
import { BLANK, type Cells, type Puzzle } from '../../puzzle/types.js';
import { Budget } from '../../solver/model/budget.js';
import { DEFAULT_SOLVE_LIMITS } from '../../solver/model/limits.js';
import { Problem } from '../../solver/model/problem.js';
import { State } from '../../solver/model/state.js';
import { CONTRADICTION, FIXPOINT, Propagator } from '../../solver/propagate/propagate.js';
import type { HintedCell } from './hinted-cell.js';

/** A cell that one assumption settles. */
export interface AssumptionStep {
  readonly cell: HintedCell;
  readonly why: string;
}

/**
 * The cell that is settled by an assumption with the fewest lines to read: one of its values leads
 * to a contradiction, and only one is left then. Null if no assumption leads to a contradiction.
 */
export function assumptionStep(puzzle: Puzzle, known: Cells): AssumptionStep | null {
  const problem = new Problem();
  const state = new State(problem);
  const budget = new Budget();
  const propagator = new Propagator(problem, state, budget);
  budget.start({ ...DEFAULT_SOLVE_LIMITS, timeoutMs: Infinity });
  if (!problem.load(pack({ ...puzzle, start: known }), 0)) return null;
  let broken = -1;
  propagator.observer = { lineContradiction: (line) => (broken = line) };
  state.reset();
  if (propagator.run() !== FIXPOINT) return null;
  let best: AssumptionStep | null = null;
  let least = Infinity;
  for (let cell = 0; cell < known.length; cell++) {
    const row = Math.floor(cell / puzzle.width);
    const column = cell % puzzle.width;
    // Several values may have to go before only one is left.
    const refused: number[] = [];
    let cost = 0;
    let line = -1;
    const open = state.count(row, column);
    if (open === 1) continue;
    for (let value = 0; value <= puzzle.colours; value++) {
      if (!state.can(row, column, value)) continue;
      const { trailLength, unknown } = state;
      const before = budget.steps;
      state.assign(row, column, value);
      const found = propagator.run();
      state.undo(trailLength, unknown);
      if (found !== CONTRADICTION) continue;
      refused.push(value);
      cost += budget.steps - before;
      line = broken;
    }
    if (refused.length !== open - 1 || cost >= least) continue;
    least = cost;
    let value = 0;
    while (!state.can(row, column, value) || refused.includes(value)) value++;
    const tried = puzzle.colours > 1 ? 'anything else' : refused[0] === BLANK ? 'blank' : 'filled';
    const where = line < puzzle.height ? `row ${line + 1}` : `column ${line - puzzle.height + 1}`;
    best = {
      cell: { row: row + 1, column: column + 1, value },
      why: `if it were ${tried}, ${where} could not be completed in the end`,
    };
  }
  return best;
}
