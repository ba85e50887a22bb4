import type { Problem } from '../model/problem.js';

/**
 * What the clue alone says about each line of a small problem (two values, up to 32 cells), as
 * words with bit i for cell i. Filled again for each puzzle.
 */
export class WordLines {
  /** By line: 1 + the number of its blocks, its cost for a reader. */
  readonly weight = new Int32Array(64);
  /** By line: its cells. */
  readonly full = new Int32Array(64);
  /** By line: how many of them are filled in a solution. */
  readonly total = new Int32Array(64);
  /** By line: the filled cells when all blocks are pushed to the left, and to the right. */
  readonly left = new Int32Array(64);
  readonly right = new Int32Array(64);
  /** By line: the cells that one block covers in both, and so in every placement. */
  readonly fills = new Int32Array(64);
  /** By line: the cells that some block can cover. */
  readonly reach = new Int32Array(64);
  /** Whether some line is empty or full: in an empty grid, counting settles no other line. */
  countable = false;

  load(problem: Problem): void {
    const { height, width, blockStart, blockLength, blockMin } = problem;
    this.countable = false;
    for (let line = 0; line < height + width; line++) {
      const length = line < height ? width : height;
      const slack = problem.slack[line];
      const end = blockStart[line + 1];
      const blocks = end - blockStart[line];
      const full = -1 >>> (32 - length);
      let left = 0;
      let fills = 0;
      for (let block = blockStart[line]; block < end; block++) {
        const min = blockMin[block];
        const cells = -1 >>> (32 - blockLength[block]);
        left |= cells << min;
        // What the block still covers when it is pushed to the right; nothing if the slack is as long.
        fills |= (cells >>> slack) << (min + slack);
      }
      this.weight[line] = 1 + blocks;
      this.full[line] = full;
      this.total[line] = blocks === 0 ? 0 : length - slack - blocks + 1;
      this.left[line] = left;
      this.right[line] = slack > 31 ? 0 : left << slack;
      this.fills[line] = fills;
      this.reach[line] = blocks === 0 ? 0 : slack === 0 ? left : full;
      if (blocks === 0 || (slack === 0 && blocks === 1)) this.countable = true;
    }
  }
}
