import { ones } from '../model/bits.js';
import { BriefSearch } from './brief-search.js';
import type { Problem } from '../model/problem.js';
import type { Propagated } from '../propagate/propagate.js';
import type { State } from '../model/state.js';
import type { Cells } from '../../puzzle/types.js';

/** The brief search on the state of any puzzle. */
export class StateSearch extends BriefSearch {
  /** By open guess: trail length and unknown cells before it, its cell and its value. */
  private marks = new Int32Array(64);
  private trail = 0;
  private unknown = 0;

  protected begin(): void {
    const { state } = this.work;
    this.trail = state.trailLength;
    this.unknown = state.unknown;
  }

  protected restore(): void {
    this.work.state.undo(this.trail, this.unknown);
  }

  protected propagate(): Propagated {
    return this.work.propagator.run();
  }

  protected isSolved(): boolean {
    return this.work.state.unknown === 0;
  }

  protected cells(): Cells {
    return this.work.state.cells();
  }

  protected assume(open: number): void {
    const { state, observer, problem } = this.work;
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
    observer?.guess?.(row * problem.width + column, value, open + 1);
    state.assign(row, column, value);
  }

  protected contradict(open: number): void {
    const { state } = this.work;
    const { marks } = this;
    state.undo(marks[4 * open], marks[4 * open + 1]);
    this.tellBack(open);
    const cell = marks[4 * open + 2];
    state.remove(cell >>> 16, cell & 0xffff, marks[4 * open + 3]);
  }

  protected tellBack(open: number): void {
    const { observer, problem } = this.work;
    if (observer?.back === undefined) return;
    const cell = this.marks[4 * open + 2];
    const value = this.marks[4 * open + 3];
    observer.back((cell >>> 16) * problem.width + (cell & 0xffff), value, open + 1);
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
