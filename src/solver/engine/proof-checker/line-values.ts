import { blockColour, blockLength, type Block, type Clue } from '../../core/puzzle/types.js';

/**
 * Which values the cells of one line can have, by plain dynamic programming over its blocks and the
 * cells that are to spare: a line is as long as its blocks and the gaps that they need, and some
 * cells more, the room. `before[j][d]` says that the first j blocks can hold the cells up to their
 * earliest end and d more, `after[j][d]` that the other blocks can hold the cells from there on.
 * Time and memory grow with blocks times room. It is written for readability and shares nothing
 * with the solver.
 */
export class LineValues {
  /** By cell of the line last asked about: the values that it has in some placement, as bits. */
  values = new Int32Array(0);
  private before = new Uint8Array(0);
  private after = new Uint8Array(0);
  /** By number of blocks: where they end at the earliest. */
  private ends = new Int32Array(1);
  private room = 0;
  /** By cell: how many cells from it on can all have the colour of the block under work. */
  private runs = new Int32Array(0);

  /**
   * Fills `values` for a line with this clue; `masks` holds the values that each of its cells may
   * still have, one bit for each. Returns false if no placement of the blocks fits.
   */
  fill(clue: Clue, masks: Int32Array): boolean {
    const blocks = clue.length;
    this.measure(clue, masks.length);
    const { room, before, after, values, ends } = this;
    if (room < 0) return false;
    const width = room + 1;
    // Without a block, the cells to spare are blank.
    before[0] = 1;
    for (let d = 1; d <= room; d++) before[d] = before[d - 1] & masks[d - 1] & 1;
    for (let j = 1; j <= blocks; j++) {
      this.countRuns(clue, masks, j - 1, j > 1 ? j - 2 : -1);
      const [row, end] = [j * width, ends[j]];
      for (let d = 0; d <= room; d++) {
        const isBlankLast = d > 0 && before[row + d - 1] === 1 && canBeBlank(masks[end + d - 1]);
        before[row + d] = isBlankLast || this.canPlace(clue[j - 1], masks, j - 1, d) ? 1 : 0;
      }
    }
    if (before[blocks * width + room] === 0) return false;
    values.fill(0);
    after.fill(0, 0, (blocks + 1) * width);
    after[blocks * width + room] = 1;
    for (let j = blocks; j >= 0; j--) {
      if (j > 0) this.countRuns(clue, masks, j - 1, j < blocks ? j : j - 1);
      this.walkBack(clue, masks, j);
    }
    return true;
  }

  /** Whether block `j` can come next after the blocks before it, which have d cells to spare. */
  private canPlace(block: Block, masks: Int32Array, j: number, d: number): boolean {
    if (this.before[j * (this.room + 1) + d] === 0) return false;
    const length = blockLength(block);
    const gap = this.ends[j] + d;
    const start = this.ends[j + 1] + d - length;
    // Two blocks of one colour need a blank cell between them.
    return this.runs[start] >= length && (start === gap || canBeBlank(masks[gap]));
  }

  /**
   * Follows every way that reaches the end with j blocks placed back to the start of block j - 1,
   * and notes the values on it. `after` of j is complete when all later blocks were walked back.
   */
  private walkBack(clue: Clue, masks: Int32Array, j: number): void {
    const { room, before, after, values, ends } = this;
    const width = room + 1;
    for (let d = room; d >= 0; d--) {
      if (after[j * width + d] === 0) continue;
      const end = ends[j] + d;
      if (d > 0 && canBeBlank(masks[end - 1]) && before[j * width + d - 1] === 1) {
        after[j * width + d - 1] = 1;
        values[end - 1] |= 1;
      }
      if (j === 0 || !this.canPlace(clue[j - 1], masks, j - 1, d)) continue;
      after[(j - 1) * width + d] = 1;
      const start = end - blockLength(clue[j - 1]);
      const bit = 1 << blockColour(clue[j - 1]);
      for (let cell = start; cell < end; cell++) values[cell] |= bit;
      if (start > ends[j - 1] + d) values[start - 1] |= 1;
    }
  }

  /** Counts runs for block `j`; `last` is the block for which they were counted, or -1. */
  private countRuns(clue: Clue, masks: Int32Array, j: number, last: number): void {
    const colour = blockColour(clue[j]);
    if (last >= 0 && blockColour(clue[last]) === colour) return;
    const { runs } = this;
    let run = 0;
    for (let i = masks.length - 1; i >= 0; i--) {
      run = (masks[i] & (1 << colour)) === 0 ? 0 : run + 1;
      runs[i] = run;
    }
  }

  /** Measures ends and room, and makes the tables large enough. */
  private measure(clue: Clue, cells: number): void {
    const blocks = clue.length;
    if (this.ends.length <= blocks) this.ends = new Int32Array(2 * blocks + 1);
    const { ends } = this;
    for (let j = 0; j < blocks; j++) {
      ends[j + 1] = ends[j] + (needsGap(clue, j) ? 1 : 0) + blockLength(clue[j]);
    }
    this.room = cells - ends[blocks];
    const states = (blocks + 1) * (this.room + 1);
    if (this.before.length < states) {
      this.before = new Uint8Array(states);
      this.after = new Uint8Array(states);
    }
    if (this.values.length !== cells) {
      this.values = new Int32Array(cells);
      this.runs = new Int32Array(cells);
    }
  }
}

function canBeBlank(mask: number): boolean {
  return (mask & 1) === 1;
}

/** Whether block `j` and the one before it have the same colour. */
function needsGap(clue: Clue, j: number): boolean {
  return j > 0 && blockColour(clue[j - 1]) === blockColour(clue[j]);
}
