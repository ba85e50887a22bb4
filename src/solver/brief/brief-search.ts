import type { Cells } from '../../puzzle/types.js';
import { CONTRADICTION, FIXPOINT, STOPPED, type Propagated } from '../propagate/propagate.js';
import type { SearchEnd } from '../search/search.js';
import type { Workspace } from '../propagate/workspace.js';

/** How a brief search ended: as any search does, or its guesses led to too many contradictions. */
export type BriefEnd = SearchEnd | 'given up';

/**
 * Search without learning, depth first: guess a value of a cell, propagate, and on a contradiction
 * go back to the last guess and remove its value. Good for small puzzles, on which a conflict costs
 * less than learning from it; hopeless for hard ones.
 *
 * Subclasses define what it works on: the state of any puzzle (brief-state.ts) or a tiny grid
 * (brief-tiny.ts). A guess is always about the first unknown cell of the row with the fewest of
 * them.
 */
export abstract class BriefSearch {
  /** The deepest nesting of guesses of the last run. */
  depth = 0;
  /** How many solutions the last run found. */
  found = 0;

  constructor(protected readonly work: Workspace) {}

  /**
   * Looks for `wanted` solutions from the current state on and puts the first two into `solutions`.
   * @pre the state is a fixpoint of propagation, with unknown cells.
   * @post the state is what it was.
   */
  run(wanted: number, mostConflicts: number, solutions: Cells[]): BriefEnd {
    const { counters, observer } = this.work;
    this.begin();
    this.depth = 0;
    this.found = 0;
    let open = 0;
    let conflictsLeft = mostConflicts;
    let end: BriefEnd | null = null;
    while (end === null) {
      let found: Propagated = FIXPOINT;
      if (!this.isSolved()) {
        counters.decisions++;
        this.assume(open++);
        if (open > this.depth) this.depth = open;
        found = this.propagate();
      }
      while (found !== FIXPOINT || this.isSolved()) {
        if (found === STOPPED) {
          end = 'stopped';
          break;
        }
        if (found === CONTRADICTION) {
          counters.conflicts++;
          if (conflictsLeft-- === 0) {
            end = 'given up';
            break;
          }
        } else {
          const cells = this.cells();
          if (++this.found <= 2) solutions.push(cells);
          observer?.solution?.(cells);
          if (this.found >= wanted) {
            end = 'wanted';
            break;
          }
        }
        if (open === 0) {
          end = 'exhausted';
          break;
        }
        this.contradict(--open);
        found = this.propagate();
      }
    }
    while (open > 0) this.tellBack(--open);
    this.restore();
    return end;
  }

  protected abstract propagate(): Propagated;
  /** Whether no cell is unknown; then `cells` returns the grid. */
  protected abstract isSolved(): boolean;
  protected abstract cells(): Cells;
  /** Saves the state for `restore`. */
  protected abstract begin(): void;
  protected abstract restore(): void;
  /** Guesses a value of an unknown cell inside `open` other guesses, and tells the observer. */
  protected abstract assume(open: number): void;
  /** Goes back to the state with only `open` open guesses, and removes the value that came next. */
  protected abstract contradict(open: number): void;
  /** Tells the observer that the guess inside `open` other guesses is taken back. */
  protected abstract tellBack(open: number): void;
}
