import type { Cells } from '../puzzle/types.js';
import type { Problem } from './problem.js';
import { ones } from './bits.js';
import { CONTRADICTION, FIXPOINT, STOPPED } from './propagate.js';
import type { Workspace } from './workspace.js';
import type { SearchEnd } from './search.js';
import type { State } from './state.js';

/** How a brief search ended: as any search does, or its guesses led to too many contradictions. */
export type BriefEnd = SearchEnd | 'given up';

/**
 * Search without learning, depth first: guess a value of a cell, propagate, and on a
 * contradiction go back to the last guess and remove its value. Good for small puzzles, where
 * a conflict costs less than learning from it; hopeless for hard ones.
 */
export class BriefSearch {
  /** The deepest nesting of guesses of the last run. */
  depth = 0;
  /** How many solutions the last run found. */
  found = 0;

  /** By open guess: trail length and unknown cells before it, its cell and its value. */
  private marks = new Int32Array(64);

  constructor(private readonly work: Workspace) {}

  /**
   * Looks for `wanted` solutions below the present state and puts the first two into `solutions`.
   * @pre the state is a fixpoint of propagation, with unknown cells.
   * @post the state is what it was.
   */
  run(wanted: number, mostConflicts: number, solutions: Cells[]): BriefEnd {
    const { state, propagator, counters, observer } = this.work;
    const trail = state.trailLength;
    const unknown = state.unknown;
    this.depth = 0;
    this.found = 0;
    let open = 0;
    let conflictsLeft = mostConflicts;
    let end: BriefEnd | null = null;
    while (end === null) {
      let found = FIXPOINT as number;
      if (state.unknown > 0) {
        open = this.guess(open);
        found = propagator.run();
      }
      while (found !== FIXPOINT || state.unknown === 0) {
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
          const cells = state.cells();
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
        open = this.goBack(open);
        found = propagator.run();
      }
    }
    for (; open > 0; open--) this.tellBack(open);
    state.undo(trail, unknown);
    return end;
  }

  /** Guesses a value of an unknown cell; gives the number of guesses now open. */
  private guess(open: number): number {
    const { state, counters, observer, problem } = this.work;
    const cell = mostConstrainedCell(problem, state);
    const row = cell >>> 16;
    const column = cell & 0xffff;
    let value = problem.values - 1;
    while (!state.can(row, column, value)) value--;
    if (this.marks.length < 4 * (open + 1)) {
      const longer = new Int32Array(2 * this.marks.length);
      longer.set(this.marks);
      this.marks = longer;
    }
    const { marks } = this;
    marks[4 * open] = state.trailLength;
    marks[4 * open + 1] = state.unknown;
    marks[4 * open + 2] = cell;
    marks[4 * open + 3] = value;
    counters.decisions++;
    if (open + 1 > this.depth) this.depth = open + 1;
    observer?.guess?.(row * problem.width + column, value, open + 1);
    state.assign(row, column, value);
    return open + 1;
  }

  /** Takes the last guess back and removes its value; gives the number of guesses still open. */
  private goBack(open: number): number {
    const { state } = this.work;
    const { marks } = this;
    const at = 4 * (open - 1);
    state.undo(marks[at], marks[at + 1]);
    this.tellBack(open);
    state.remove(marks[at + 2] >>> 16, marks[at + 2] & 0xffff, marks[at + 3]);
    return open - 1;
  }

  private tellBack(open: number): void {
    const { observer, problem } = this.work;
    if (observer?.back === undefined) return;
    const cell = this.marks[4 * open - 2];
    observer.back((cell >>> 16) * problem.width + (cell & 0xffff), this.marks[4 * open - 1], open);
  }
}

/** The first unknown cell, as row << 16 | column, of the row with the fewest of them. */
function mostConstrainedCell(problem: Problem, state: State): number {
  let best = -1;
  let fewest = Infinity;
  const { height, rowWords, values } = problem;
  const { planes, rowStride } = state;
  for (let row = 0; row < height; row++) {
    let first = -1;
    let count = 0;
    for (let k = 0; k < rowWords && count < fewest; k++) {
      let once = 0;
      let twice = 0;
      for (let value = 0, at = row * rowStride + k; value < values; value++, at += rowWords) {
        twice |= once & planes[at];
        once |= planes[at];
      }
      if (twice === 0) continue;
      if (first < 0) first = 32 * k + 31 - Math.clz32(twice & -twice);
      count += ones(twice);
    }
    if (count === 0 || count >= fewest) continue;
    fewest = count;
    best = (row << 16) | first;
  }
  return best;
}
