import { pack } from '../../puzzle/packed.js';
import type { Cells, Puzzle } from '../../puzzle/types.js';
import { LineLanguages } from '../../solver/count/line-languages.js';
import { Parts } from '../../solver/count/parts.js';
import { Budget } from '../../solver/model/budget.js';
import { DEFAULT_SOLVE_LIMITS } from '../../solver/model/limits.js';
import { Problem } from '../../solver/model/problem.js';
import { State } from '../../solver/model/state.js';
import { FIXPOINT, Propagator } from '../../solver/propagate/propagate.js';

/**
 * The cells that are still open once `known` is given, in independent parts: no line links them, or
 * only lines whose cells between them leave no room to push.
 * @pre the puzzle has a solution with these cells.
 */
export function linkedParts(puzzle: Puzzle, known: Cells): number[][] {
  const problem = new Problem();
  const state = new State(problem);
  const budget = new Budget();
  budget.start({ ...DEFAULT_SOLVE_LIMITS, timeoutMs: Infinity });
  if (!problem.load(pack({ ...puzzle, start: known }), 0)) return [];
  state.reset();
  if (new Propagator(problem, state, budget).run() !== FIXPOINT) return [];
  const languages = new LineLanguages(problem, state);
  languages.reset();
  const parts = new Parts(problem, languages);
  return parts
    .of(parts.allRows())
    .map(({ rows }) =>
      rows.flatMap(({ line, cells }) => cells.map((cell) => line * puzzle.width + cell)),
    );
}
