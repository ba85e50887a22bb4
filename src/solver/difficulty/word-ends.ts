import type { Problem } from '../model/problem.js';
import type { WordLines } from './word-lines.js';

/** By block of a line: the starts, in slack space (see Problem), that the blocks before it leave open. */
const reach = new Int32Array(32);

/**
 * The first and the last start of each block of a small problem, as far as each line was read, in
 * cells. Take two placements and put each block at the earlier of its two places: that is a
 * placement, too. So the first starts of all blocks belong to one placement, and so do the last. As
 * more is known they only move inwards, and each line goes on from where it was.
 */
export class WordEnds {
  /** By block. */
  readonly first = new Int32Array(32 * 32);
  readonly last = new Int32Array(32 * 32);
  /** By line: the cells of its first and its last placement. */
  readonly left = new Int32Array(64);
  readonly right = new Int32Array(64);
  /** For the line that was read last: the cells that one block covers in both placements. */
  fills = 0;
  /** For that line: the cells that a block covers between its first place and its last. */
  reach = 0;

  constructor(private readonly problem: Problem) {}

  /** Begins with a puzzle about which nothing is known. */
  load(lines: WordLines): void {
    const { blockStart, blockMin, slack } = this.problem;
    const { first, last, left, right } = this;
    for (let line = 0, block = 0; line < this.problem.lines; line++) {
      const end = blockStart[line + 1];
      const width = slack[line];
      for (; block < end; block++) {
        first[block] = blockMin[block];
        last[block] = blockMin[block] + width;
      }
      left[line] = lines.left[line];
      right[line] = lines.right[line];
    }
  }

  /**
   * Packs the blocks of a line to both ends around its `blanks`, whatever else is known. `fills`
   * and `reach` then hold what follows. @pre some placement fits.
   */
  pack(line: number, blanks: number): void {
    const { first, last } = this;
    const { blockStart, blockLength } = this.problem;
    const begin = blockStart[line];
    const end = blockStart[line + 1];
    for (let block = begin, at = 0; block < end; block++) {
      const length = blockLength[block];
      const cells = -1 >>> (32 - length);
      if (first[block] > at) at = first[block];
      for (let hit = (cells << at) & blanks; hit !== 0; hit = (cells << at) & blanks) {
        at = 32 - Math.clz32(hit);
      }
      first[block] = at;
      at += length + 1;
    }
    for (let block = end - 1, before = 33; block >= begin; block--) {
      const length = blockLength[block];
      const cells = -1 >>> (32 - length);
      let at = before - length - 1;
      if (last[block] < at) at = last[block];
      for (let hit = (cells << at) & blanks; hit !== 0; hit = (cells << at) & blanks) {
        at = 31 - Math.clz32(hit & -hit) - length;
      }
      last[block] = at;
      before = at;
    }
    this.note(line);
  }

  /**
   * Finds the first and the last start of each block over all placements that fit what can be blank
   * and filled. `fills` and `reach` then hold what follows. @pre some placement fits.
   *
   * Forward as in `solveWordLine`, without a branch that depends on the cells: the starts of each
   * block that the blocks before it leave open. One walk back finds both placements, again without
   * branches. Pushing blocks on one by one until they fit takes fewer operations, but half as long
   * again.
   */
  bound(line: number, canBlank: number, canFilled: number): void {
    const { first, last } = this;
    const { blockMin, blockShifts, blockLength, blockStart } = this.problem;
    const begin = blockStart[line];
    const end = blockStart[line + 1] - 1;
    const full = (-1 >>> (31 - this.problem.slack[line])) | 0;
    let open = ((canBlank & ~(canBlank + 1)) << 1) | 1;
    for (let block = begin; block <= end; block++) {
      const shifts = blockShifts[block];
      const min = blockMin[block];
      let fit = canFilled;
      fit &= fit >>> shifts;
      fit &= fit >>> (shifts >>> 5);
      fit &= fit >>> (shifts >>> 10);
      fit &= fit >>> (shifts >>> 15);
      fit &= fit >>> (shifts >>> 20);
      const starts = open & (fit >>> min) & full;
      reach[block - begin] = starts;
      const blank = ((canBlank >>> min) >>> (shifts >>> 25)) >>> 1;
      const from = starts & blank;
      open = (~(from + blank) | from) & blank;
    }

    const found = canFilled & ~canBlank;
    // The cells before the block after this one in the first placement, and its starts in the last.
    let before = -1;
    let latest = full;
    let fills = 0;
    let reached = 0;
    let left = 0;
    let right = 0;
    for (let block = end; block >= begin; block--) {
      const min = blockMin[block];
      const length = blockLength[block];
      const cells = -1 >>> (32 - length);
      const starts = reach[block - begin];
      // The block has to reach the last found cell before the block after it.
      const reaches = ((found & before) >>> (min + length - 1)) | 1;
      const fitting = starts & (-1 << (31 - Math.clz32(reaches)));
      const earliest = fitting & -fitting;
      before = (earliest << min) - 1;
      // In the last placement it does so by itself: `reach` knows of a start that does, and a later
      // one leaves fewer cells blank.
      const above = Math.clz32(starts & latest);
      latest = (-1 >>> above) | 0;
      const at = min + 31 - Math.clz32(earliest);
      const to = min + 31 - above;
      const slack = to - at;
      first[block] = at;
      last[block] = to;
      left |= cells << at;
      right |= cells << to;
      reached |= (-1 >>> (32 - length - slack)) << at;
      fills |= (cells >>> slack) << to;
    }
    this.fills = fills;
    this.reach = reached;
    this.left[line] = left;
    this.right[line] = right;
  }

  /** Combines the first and the last starts of a line. */
  private note(line: number): void {
    const { first, last } = this;
    const { blockStart, blockLength } = this.problem;
    let fills = 0;
    let reached = 0;
    let left = 0;
    let right = 0;
    for (let block = blockStart[line]; block < blockStart[line + 1]; block++) {
      const length = blockLength[block];
      const cells = -1 >>> (32 - length);
      const slack = last[block] - first[block];
      left |= cells << first[block];
      right |= cells << last[block];
      reached |= (-1 >>> (32 - length - slack)) << first[block];
      fills |= (cells >>> slack) << last[block];
    }
    this.fills = fills;
    this.reach = reached;
    this.left[line] = left;
    this.right[line] = right;
  }
}
