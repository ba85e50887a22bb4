import { blockColour, blockLength, type Clue } from '../../core/puzzle/types.js';

/**
 * Which values the cells of one line can have, by plain dynamic programming over its cells and
 * blocks: `before[i][j]` says that the first i cells can hold exactly the first j blocks,
 * `after[i][j]` that the cells from i on can hold the blocks from j on. Time and memory grow with
 * cells times blocks. It is written for readability and shares nothing with the solver.
 */
export class LineValues {
  /** By cell of the line last asked about: the values that it has in some placement, as bits. */
  values = new Int32Array(0);
  private before = new Uint8Array(0);
  private after = new Uint8Array(0);
  /** By cell: how many cells from it on can all have the colour of the block under work. */
  private runs = new Int32Array(0);

  /**
   * Fills `values` for a line with this clue; `masks` holds the values that each of its cells may
   * still have, one bit for each. Returns false if no placement of the blocks fits.
   */
  fill(clue: Clue, masks: Int32Array): boolean {
    const cells = masks.length;
    const blocks = clue.length;
    this.reserve(cells, blocks);
    const { before, after, values } = this;
    const width = blocks + 1;
    for (let j = 0; j <= blocks; j++) {
      if (j > 0) this.countRuns(1 << blockColour(clue[j - 1]), masks);
      for (let i = 0; i <= cells; i++) {
        let fits = i === 0 && j === 0;
        if (i > 0 && canBeBlank(masks[i - 1])) fits ||= before[(i - 1) * width + j] === 1;
        const start = j > 0 ? i - blockLength(clue[j - 1]) : -1;
        if (start >= 0) fits ||= this.canStart(clue, masks, j - 1, start);
        before[i * width + j] = fits ? 1 : 0;
      }
    }
    if (before[cells * width + blocks] === 0) return false;
    values.fill(0);
    after.fill(0, 0, (cells + 1) * width);
    after[cells * width + blocks] = 1;
    for (let j = blocks; j >= 0; j--) {
      if (j > 0) this.countRuns(1 << blockColour(clue[j - 1]), masks);
      this.walkBack(clue, masks, j);
    }
    return true;
  }

  /** Whether block `j` can fill the cells from `start` on, with the blocks before it in place. */
  private canStart(clue: Clue, masks: Int32Array, j: number, start: number): boolean {
    if (this.runs[start] < blockLength(clue[j])) return false;
    const { before } = this;
    const width = clue.length + 1;
    if (!needsGap(clue, j)) return before[start * width + j] === 1;
    // Two blocks of one colour need a blank cell between them.
    return start > 0 && canBeBlank(masks[start - 1]) && before[(start - 1) * width + j] === 1;
  }

  /**
   * Follows every way that reaches the end with j blocks placed back to the start of block j - 1,
   * and notes the values on it. `after` of j is complete when all later blocks were walked back.
   */
  private walkBack(clue: Clue, masks: Int32Array, j: number): void {
    const { before, after, values } = this;
    const width = clue.length + 1;
    for (let i = masks.length; i > 0; i--) {
      if (after[i * width + j] === 0) continue;
      if (canBeBlank(masks[i - 1]) && before[(i - 1) * width + j] === 1) {
        after[(i - 1) * width + j] = 1;
        values[i - 1] |= 1;
      }
      if (j === 0) continue;
      const start = i - blockLength(clue[j - 1]);
      if (start < 0 || !this.canStart(clue, masks, j - 1, start)) continue;
      const bit = 1 << blockColour(clue[j - 1]);
      for (let cell = start; cell < i; cell++) values[cell] |= bit;
      if (needsGap(clue, j - 1)) {
        values[start - 1] |= 1;
        after[(start - 1) * width + j - 1] = 1;
      } else after[start * width + j - 1] = 1;
    }
  }

  private countRuns(bit: number, masks: Int32Array): void {
    const { runs } = this;
    let run = 0;
    for (let i = masks.length - 1; i >= 0; i--) {
      run = (masks[i] & bit) === 0 ? 0 : run + 1;
      runs[i] = run;
    }
  }

  private reserve(cells: number, blocks: number): void {
    const states = (cells + 1) * (blocks + 1);
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
