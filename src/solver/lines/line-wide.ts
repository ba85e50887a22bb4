import { solveColourLine } from './line-colours.js';
import { isCrowded, solveCrowdedLine } from './line-crowded.js';
import { WideColourLines } from './line-wide-colours.js';
import { addRange, maskBelow } from '../model/bits.js';
import type { Problem } from '../model/problem.js';

/**
 * Complete line solving in black and white for lines of any length: the method of `solveWordLine`,
 * with sets of several words; lines of any other kind are passed on to their solvers.
 *
 * In slack space (see Problem) the starts of all blocks are sets of slack + 1 bits, aligned with
 * each other: a crowded line of a thousand cells still costs a word or two a block, and each step
 * of a block is one loop over these words. The line's planes are read through windows of two words.
 * Only the words of a set that can contain a start are looked at: the first of them rises from
 * block to block on the way forward, and the last falls on the way back.
 *
 * Where a block of `length` cells fits is found without a step for each doubling of its width. Once
 * a line, `eroded` gets the cells at which 1, 2, 4, 8... cells in turn can be filled; a block of 6
 * fits where 4 cells do, and 4 cells two further on. In the same way `covered` collects stretches
 * of 1, 2, 4, 8... cells by their first cells, two for a block; they are spread over their widths
 * once, at the end.
 */
export class WideLines {
  private readonly colours = new WideColourLines();
  /** By block: starts that the blocks before it leave open; `stride` words each. */
  private reach = new Int32Array(64);
  /** By block: the cells that the gap after it can cover, seen from the left. */
  private gaps = new Int32Array(64);
  /** By block: the first word of its sets that is not zero. */
  private lows = new Int32Array(32);
  /** The starts of the current block. */
  private starts = new Int32Array(16);
  /** The cells that can be blank, with guard words after them, like all planes here. */
  private blank = new Int32Array(16);
  private eroded = new Int32Array(64);
  private covered = new Int32Array(64);

  /**
   * Solves line `line` of `problem`, whose planes (the cells that can have value 0, 1, ...) are in
   * `planes` from `at` on, each of `words` words, without bits beyond the line's end. Returns false
   * if no placement fits; else writes the planes of the values that occur in placements to `out`
   * from 0 on.
   */
  solve(
    problem: Problem,
    line: number,
    planes: Int32Array,
    at: number,
    words: number,
    out: Int32Array,
  ): boolean {
    if (words === 1) return solveColourLine(problem, line, planes, at, out);
    if (problem.values > 2) return this.colours.solve(problem, line, planes, at, words, out);
    if (isCrowded(problem, line)) return solveCrowdedLine(problem, line, planes, at, words, out);
    return this.solveWords(problem, line, planes, at, words, out);
  }

  /** As `solve`, for black and white, and also for lines that have a faster way. */
  solveWords(
    problem: Problem,
    line: number,
    planes: Int32Array,
    at: number,
    words: number,
    out: Int32Array,
  ): boolean {
    const { blockMin, blockLength } = problem;
    const first = problem.blockStart[line];
    const last = problem.blockStart[line + 1] - 1;
    const length = problem.lineLength(line);
    const stride = (problem.slack[line] >>> 5) + 1;
    const plane = words + 2;
    this.reserve(plane, last - first + 1, stride);
    const { reach, gaps, lows, starts, blank, eroded, covered } = this;
    for (let k = 0; k < plane; k++) {
      blank[k] = k < words ? planes[at + k] : 0;
      eroded[k] = k < words ? planes[at + words + k] : 0;
      covered[k] = 0;
    }
    for (let k = 0; k < 2 * words; k++) out[k] = 0;
    let levels = 1;

    // The first gap is the run of cells from 0 on that can be blank, or empty.
    const leading = firstZero(blank, words);
    if (last < first) {
      addRange(out, 0, 0, length);
      return leading === length;
    }
    for (let k = 0; k < stride; k++) starts[k] = maskBelow(leading + 1 - 32 * k);
    let low = 0;
    for (let block = first, row = 0; block <= last; block++, row += stride) {
      const size = blockLength[block];
      const level = 31 - Math.clz32(size);
      for (; levels <= level; levels++) this.erode(levels, plane);
      const min = blockMin[block];
      const second = min + size - (1 << level);
      const behind = min + size;
      const fitAt = level * plane + (min >>> 5);
      const secondAt = level * plane + (second >>> 5);
      const behindAt = behind >>> 5;
      let carry = 0;
      let any = 0;
      for (let k = low; k < stride; k++) {
        // Windows: the second word is moved by two shifts, as one by 32 does nothing.
        const fit =
          ((eroded[fitAt + k] >>> min) | ((eroded[fitAt + k + 1] << 1) << (31 - min))) &
          ((eroded[secondAt + k] >>> second) | ((eroded[secondAt + k + 1] << 1) << (31 - second)));
        const can =
          (blank[behindAt + k] >>> behind) | ((blank[behindAt + k + 1] << 1) << (31 - behind));
        const found = starts[k] & fit;
        const from = found & can;
        const sum = (((from + can) | 0) + carry) | 0;
        carry = (from | (can & ~sum)) >>> 31;
        reach[row + k] = found;
        // The next block at s has cell `behind + s` of the gap before it.
        starts[k] = gaps[row + k] = (~sum | from) & can;
        if (any === 0) {
          if (found === 0) low = k + 1;
          any |= found;
        }
      }
      if (any === 0) return false;
      lows[block - first] = low;
    }

    // The last gap reaches the end of the line, after the last cell that cannot be blank.
    let row = (last - first) * stride;
    let base = blockMin[last] + blockLength[last];
    const lowest = lastZero(blank, length) + 1 - base;
    let high = -1;
    let least = -1;
    for (let k = low; k < stride; k++) {
      const found = reach[row + k] & ~maskBelow(lowest - 32 * k);
      starts[k] = found;
      if (found === 0) continue;
      high = k;
      if (least < 0) least = 32 * k + 31 - Math.clz32(found & -found);
    }
    if (high < 0) return false;
    addRange(out, 0, base + least, length);

    for (let block = last; ; block--) {
      const size = blockLength[block];
      const level = 31 - Math.clz32(size);
      const min = blockMin[block];
      const second = min + size - (1 << level);
      const fitAt = level * plane + (min >>> 5);
      const secondAt = level * plane + (second >>> 5);
      low = lows[block - first];
      for (let k = low; k <= high; k++) {
        const found = starts[k];
        covered[fitAt + k] |= found << min;
        covered[fitAt + k + 1] |= (found >>> 1) >>> (31 - min);
        covered[secondAt + k] |= found << second;
        covered[secondAt + k + 1] |= (found >>> 1) >>> (31 - second);
      }
      if (block === first) break;
      // The gap before this block: bit s is its last cell when the block starts at s.
      row -= stride;
      base = min - 1;
      const before = lows[block - first - 1];
      for (let k = before; k < low; k++) starts[k] = 0;
      const gapAt = base >>> 5;
      let above = 0;
      let top = -1;
      for (let k = high; k >= before; k--) {
        const can = (blank[gapAt + k] >>> base) | ((blank[gapAt + k + 1] << 1) << (31 - base));
        const can2 = can & (can >>> 1);
        const can4 = can2 & (can2 >>> 2);
        const can8 = can4 & (can4 >>> 4);
        let left = (starts[k] | (above << 31)) & can;
        left |= (left >>> 1) & can;
        left |= (left >>> 2) & can2;
        left |= (left >>> 4) & can4;
        left |= (left >>> 8) & can8;
        left |= (left >>> 16) & can8 & (can8 >>> 8);
        above = left;
        const gap = gaps[row + k] & left;
        out[gapAt + k] |= gap << base;
        if (gapAt + k + 1 < words) out[gapAt + k + 1] |= (gap >>> 1) >>> (31 - base);
        const found = reach[row + k] & left;
        starts[k] = found;
        if (top < 0 && found !== 0) top = k;
      }
      if (top < 0) return false;
      high = top;
    }
    // The first gap covers whatever is before the highest start of the first block.
    addRange(out, 0, 0, 32 * high + 31 - Math.clz32(starts[high]));
    for (let level = levels - 1; level > 0; level--) this.spread(level, plane);
    for (let k = 0; k < words; k++) out[words + k] = covered[k];
    return true;
  }

  /** Makes plane `level` of `eroded` from the one before it, and clears that of `covered`. */
  private erode(level: number, plane: number): void {
    const { eroded, covered } = this;
    const width = 1 << (level - 1);
    const to = level * plane;
    const from = to - plane;
    const skip = width >>> 5;
    for (let k = 0; k < plane; k++) {
      const near = k + skip < plane ? eroded[from + k + skip] : 0;
      const far = k + skip + 1 < plane ? eroded[from + k + skip + 1] : 0;
      eroded[to + k] = eroded[from + k] & ((near >>> width) | ((far << 1) << (31 - width)));
      covered[to + k] = 0;
    }
  }

  /** Spreads plane `level` of `covered` over its width, onto the one before it. */
  private spread(level: number, plane: number): void {
    const { covered } = this;
    const width = 1 << (level - 1);
    const from = level * plane;
    const to = from - plane;
    const skip = width >>> 5;
    for (let k = 0; k < plane; k++) {
      const near = k >= skip ? covered[from + k - skip] : 0;
      const far = k > skip ? covered[from + k - skip - 1] : 0;
      covered[to + k] |= covered[from + k] | (near << width) | ((far >>> 1) >>> (31 - width));
    }
  }

  private reserve(plane: number, blocks: number, stride: number): void {
    // As many planes as a line has powers of two.
    const planes = plane * (6 + 32 - Math.clz32(plane));
    if (this.eroded.length < planes) {
      this.blank = new Int32Array(2 * plane);
      this.eroded = new Int32Array(2 * planes);
      this.covered = new Int32Array(2 * planes);
    }
    if (this.reach.length < blocks * stride) {
      this.reach = new Int32Array(2 * blocks * stride);
      this.gaps = new Int32Array(2 * blocks * stride);
    }
    // Sets have several words each, so there may be room for many small sets but not for these.
    if (this.lows.length < blocks) this.lows = new Int32Array(2 * blocks);
    if (this.starts.length < stride) this.starts = new Int32Array(2 * stride);
  }
}

/** The first cell that is not in the plane. */
function firstZero(plane: Int32Array, words: number): number {
  let k = 0;
  while (k < words && plane[k] === -1) k++;
  const word = k < words ? plane[k] : 0;
  return 32 * k + 31 - Math.clz32(~word & (word + 1));
}

/** The last cell below `length` that is not in the plane, or -1. */
function lastZero(plane: Int32Array, length: number): number {
  let k = (length - 1) >>> 5;
  let word = ~plane[k] & maskBelow(length - 32 * k);
  while (k > 0 && word === 0) word = ~plane[--k];
  return 32 * k + 31 - Math.clz32(word);
}
