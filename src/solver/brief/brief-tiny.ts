import { ones } from '../model/bits.js';
import { BriefSearch } from './brief-search.js';
import type { Propagated } from '../propagate/propagate.js';
import type { TinyGrid } from '../propagate/tiny.js';
import type { Workspace } from '../propagate/workspace.js';
import type { Cells } from '../../puzzle/types.js';

/** The brief search on a tiny grid: going back means restoring two words. */
export class TinySearch extends BriefSearch {
  /** By open guess: what could be blank and filled before it, and the guessed cell as a bit. */
  private readonly marks = new Int32Array(3 * 32);
  private canBlank = 0;
  private canFilled = 0;

  constructor(
    work: Workspace,
    private readonly grid: TinyGrid,
  ) {
    super(work);
  }

  protected begin(): void {
    this.canBlank = this.grid.canBlank;
    this.canFilled = this.grid.canFilled;
  }

  protected restore(): void {
    this.grid.canBlank = this.canBlank;
    this.grid.canFilled = this.canFilled;
  }

  protected propagate(): Propagated {
    return this.grid.run(this.work.observer);
  }

  protected isSolved(): boolean {
    return this.grid.solved;
  }

  protected cells(): Cells {
    return this.grid.cells();
  }

  protected assume(open: number): void {
    const { grid, marks } = this;
    const cell = mostConstrainedCell(grid);
    marks[3 * open] = grid.canBlank;
    marks[3 * open + 1] = grid.canFilled;
    marks[3 * open + 2] = cell;
    this.work.observer?.guess?.(31 - Math.clz32(cell), 1, open + 1);
    grid.canBlank &= ~cell;
  }

  protected contradict(open: number): void {
    const { grid, marks } = this;
    grid.canBlank = marks[3 * open];
    this.tellBack(open);
    grid.canFilled = marks[3 * open + 1] & ~marks[3 * open + 2];
  }

  protected tellBack(open: number): void {
    this.work.observer?.back?.(31 - Math.clz32(this.marks[3 * open + 2]), 1, open + 1);
  }
}

/** The first unknown cell, as its bit in the grid, of the row with the fewest of them. */
function mostConstrainedCell({ width, height, canBlank, canFilled }: TinyGrid): number {
  const unknown = canBlank & canFilled;
  const mask = (1 << width) - 1;
  let best = 0;
  let fewest = width + 1;
  for (let shift = 0; shift < width * height; shift += width) {
    const row = unknown & (mask << shift);
    const count = ones(row);
    if (count === 0 || count >= fewest) continue;
    fewest = count;
    best = row & -row;
  }
  return best;
}
