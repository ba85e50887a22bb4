import { pack } from '../../../../../src/solver/core/puzzle/packed.js';
import type { Cells, Puzzle } from '../../../../../src/solver/core/puzzle/types.js';
import type { Outcome } from '../../../../../src/solver/core/result/outcome.js';
import type { SolveLimits } from '../../../../../src/solver/engine/model/limits.js';
import { UNTIMED } from '../../../../support/untimed.js';
import { SETTINGS } from '../../../../../src/solver/engine/model/settings.js';
import { Solver } from '../../../../../src/solver/engine/solver/solve.js';

/** How a search ended: nothing is left to search, enough was found, or the budget is spent. */
export type SearchEnd = 'exhausted' | 'wanted' | 'stopped';

/**
 * Lets the search that learns decide all puzzles that propagation does not, one after the other;
 * or, if it `probes`, what probing leaves open.
 */
export class Rig {
  private readonly solver = new Solver();
  /** All solutions found; if two are wanted, those that the outcome has. */
  shown: Cells[] = [];
  outcome: Outcome | null = null;

  constructor(private readonly probes = false) {}

  /** Propagates and searches; null if propagation alone decides. */
  run(puzzle: Puzzle, wanted: number, limits: Partial<SolveLimits> = {}): SearchEnd | null {
    const usual = { ...SETTINGS };
    // The first conflict ends what comes before.
    SETTINGS.briefConflicts = 0;
    SETTINGS.aheadBlocks = this.probes ? 0 : Infinity;
    SETTINGS.aheadSample = 0;
    const given = { ...UNTIMED, count: wanted, guessDepth: 0 };
    this.shown = [];
    // What was found before the search that learns may be found again.
    const solution = (cells: Cells): void => {
      if (!this.shown.some((one) => one.join() === cells.join())) this.shown.push(cells);
    };
    // Who watches is shown no probing before a search.
    const observer = wanted === 2 ? undefined : { solution };
    try {
      this.outcome = this.solver.solve(pack(puzzle), 0, { ...given, ...limits }, observer);
    } finally {
      Object.assign(SETTINGS, usual);
    }
    const { technique, stoppedBy, solution: first, secondSolution } = this.outcome;
    if (wanted === 2) this.shown = [first, secondSolution].filter((cells) => cells !== null);
    if (technique === 'line') return null;
    if (stoppedBy === null) return 'exhausted';
    return stoppedBy === 'count' ? 'wanted' : 'stopped';
  }
}
