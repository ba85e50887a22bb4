import type { Problem } from '../model/problem.js';

/**
 * Complete line solving for lines of any length and any number of colours: the same method as
 * `solveColourLine`, with sets of several words.
 *
 * Between blocks of one colour the gap has at least one cell, between different colours it may be
 * empty. In slack space (see Problem) the starts of all blocks are sets of slack + 1 bits, aligned
 * with each other, so that a crowded line of a thousand cells still costs a word or two a
 * block; the planes of the line are read through windows at `blockMin`.
 */
export class WideColourLines {
  /** By block: starts that the blocks before it leave open; `stride` words each. */
  private reach = new Int32Array(64);
  /** By gap (0 is before the first block): cells that it can cover, seen from the left. */
  private gaps = new Int32Array(64);
  /** The planes of the line, each with guard words after it. */
  private planes = new Int32Array(64);
  /** The set that the next step starts from. */
  private current = new Int32Array(16);
  private scratch = new Int32Array(16);

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
    const { values, blockMin, blockLength, blockColour } = problem;
    const first = problem.blockStart[line];
    const blocks = problem.blockStart[line + 1] - first;
    const slack = problem.slack[line];
    const stride = (slack >>> 5) + 1;
    const lastMask = -1 >>> (31 - (slack & 31));
    const plane = words + 2;
    this.reserve(values * plane, (blocks + 1) * stride, plane + stride);
    const { reach, gaps, current, scratch } = this;
    const source = this.planes;
    for (let value = 0, to = 0, from = at; value < values; value++) {
      for (let k = 0; k < words; k++) source[to++] = planes[from++];
      source[to++] = 0;
      source[to++] = 0;
    }
    out.fill(0, 0, values * words);

    // Forward. `current` holds where the next block may start; a gap is spread over blank cells.
    current.fill(0, 0, stride);
    current[0] = 1;
    spread(current, source, 0, stride, gaps, 0);
    shiftUpOnto(current, gaps, 0, stride);
    for (let j = 0, block = first; j < blocks; j++, block++) {
      const from = blockColour[block] * plane;
      const length = blockLength[block];
      this.erode(from, blockMin[block], slack + length, length);
      const row = j * stride;
      let any = 0;
      for (let k = 0; k < stride; k++) {
        any |= current[k] &= scratch[k];
        reach[row + k] = current[k];
      }
      current[stride - 1] &= lastMask;
      reach[row + stride - 1] &= lastMask;
      if (any === 0) return false;
      spread(current, source, blockMin[block] + length, stride, gaps, row + stride);
      if (j + 1 === blocks) break;
      if (blockColour[block + 1] === blockColour[block]) {
        for (let k = 0; k < stride; k++) current[k] = gaps[row + stride + k];
      } else shiftUpOnto(current, gaps, row + stride, stride);
    }

    // Backward. `current` holds where the block (or the end of the line) after the gap may start.
    current.fill(0, 0, stride);
    current[slack >>> 5] = 1 << (slack & 31);
    for (let j = blocks; ; j--) {
      const tight =
        j > 0 && j < blocks && blockColour[first + j] === blockColour[first + j - 1] ? 1 : 0;
      const base = j === 0 ? 0 : blockMin[first + j - 1] + blockLength[first + j - 1];
      spreadDown(current, source, base, stride, tight, scratch);
      const row = j * stride;
      for (let k = 0; k < stride; k++) {
        orWindow(out, 0, words, base + 32 * k, gaps[row + k] & scratch[k]);
      }
      if (j === 0) return (current[0] & 1) !== 0 || (scratch[0] & 1) !== 0;
      let any = 0;
      for (let k = 0; k < stride; k++) {
        current[k] = (tight === 1 ? scratch[k] : current[k] | scratch[k]) & reach[row - stride + k];
        any |= current[k];
      }
      if (any === 0) return false;
      const block = first + j - 1;
      this.cover(current, stride, out, words, block, problem);
    }
  }

  private reserve(planes: number, sets: number, scratch: number): void {
    if (this.planes.length < planes) this.planes = new Int32Array(2 * planes);
    if (this.reach.length < sets) {
      this.reach = new Int32Array(2 * sets);
      this.gaps = new Int32Array(2 * sets);
    }
    if (this.scratch.length < scratch) {
      this.current = new Int32Array(2 * scratch);
      this.scratch = new Int32Array(2 * scratch);
    }
  }

  /** scratch = the cells from `bit` on, of `bits`, at which a run of `length` ones begins. */
  private erode(from: number, bit: number, bits: number, length: number): void {
    const { scratch, planes } = this;
    const words = ((bits - 1) >>> 5) + 1;
    for (let k = 0; k < words; k++) scratch[k] = window(planes, from, bit + 32 * k);
    // Bits beyond `bits` may be set here, but then they are cells of this line.
    for (let width = 1; width < length;) {
      const amount = Math.min(width, length - width);
      const skip = amount >>> 5;
      const shift = amount & 31;
      for (let k = 0; k < words; k++) {
        const low = k + skip < words ? scratch[k + skip] : 0;
        const high = k + skip + 1 < words ? scratch[k + skip + 1] : 0;
        scratch[k] &= shift === 0 ? low : (low >>> shift) | (high << (32 - shift));
      }
      width += amount;
    }
  }

  /** Adds to `out` all cells that `block` covers from the starts in `set`. */
  private cover(
    set: Int32Array,
    stride: number,
    out: Int32Array,
    words: number,
    block: number,
    problem: Problem,
  ): void {
    const { scratch } = this;
    const length = problem.blockLength[block];
    const count = ((32 * stride + length - 2) >>> 5) + 1;
    for (let k = 0; k < count; k++) scratch[k] = k < stride ? set[k] : 0;
    for (let width = 1; width < length;) {
      const amount = Math.min(width, length - width);
      const skip = amount >>> 5;
      const shift = amount & 31;
      for (let k = count - 1; k >= skip; k--) {
        const high = scratch[k - skip];
        const low = k > skip ? scratch[k - skip - 1] : 0;
        scratch[k] |= shift === 0 ? high : (high << shift) | (low >>> (32 - shift));
      }
      width += amount;
    }
    const to = problem.blockColour[block] * words;
    const base = problem.blockMin[block];
    for (let k = 0; k < count; k++) orWindow(out, to, words, base + 32 * k, scratch[k]);
  }
}

/** The 32 cells from `bit` on of the plane at `from`; the plane has guard words after it. */
function window(planes: Int32Array, from: number, bit: number): number {
  const at = from + (bit >>> 5);
  const shift = bit & 31;
  // `<< 1 << 31 - shift` is 0 for a shift of 0; `<< 32` would do nothing.
  return (planes[at] >>> shift) | ((planes[at + 1] << 1) << (31 - shift));
}

/** Adds 32 cells at `bit` to the plane at `to`; those beyond its end are zero. */
function orWindow(out: Int32Array, to: number, words: number, bit: number, set: number): void {
  if (set === 0) return;
  const at = bit >>> 5;
  const shift = bit & 31;
  out[to + at] |= set << shift;
  if (shift !== 0 && at + 1 < words) out[to + at + 1] |= set >>> (32 - shift);
}

/**
 * gaps[row...] = the cells from `base` on that can be blank and are reached from a bit of `set`
 * through cells that can be blank, to the right: one addition, carried from word to word.
 */
function spread(
  set: Int32Array,
  planes: Int32Array,
  base: number,
  stride: number,
  gaps: Int32Array,
  row: number,
): void {
  let carry = 0;
  for (let k = 0; k < stride; k++) {
    const blank = window(planes, 0, base + 32 * k);
    const from = set[k] & blank;
    const sum = (from >>> 0) + (blank >>> 0) + carry;
    gaps[row + k] = (~sum | from) & blank;
    carry = sum > 0xffffffff ? 1 : 0;
  }
}

/** set |= gap << 1: a gap that may be empty, and then a block. */
function shiftUpOnto(set: Int32Array, gaps: Int32Array, row: number, stride: number): void {
  for (let k = stride - 1; k > 0; k--) {
    set[k] |= (gaps[row + k] << 1) | (gaps[row + k - 1] >>> 31);
  }
  set[0] |= gaps[row] << 1;
}

/**
 * out = the cells from `base` on from which only cells that can be blank lead to the right, up to
 * one before a bit of `set` (`tight` 0), or up to the bit itself (`tight` 1).
 */
function spreadDown(
  set: Int32Array,
  planes: Int32Array,
  base: number,
  stride: number,
  tight: number,
  out: Int32Array,
): void {
  let above = 0;
  let setAbove = 0;
  for (let k = stride - 1; k >= 0; k--) {
    const blank = window(planes, 0, base + 32 * k);
    const blank2 = blank & (blank >>> 1);
    const blank4 = blank2 & (blank2 >>> 2);
    const blank8 = blank4 & (blank4 >>> 4);
    let left = tight === 1 ? set[k] : (set[k] >>> 1) | (setAbove << 31);
    setAbove = set[k];
    left = (left | (above << 31)) & blank;
    left |= (left >>> 1) & blank;
    left |= (left >>> 2) & blank2;
    left |= (left >>> 4) & blank4;
    left |= (left >>> 8) & blank8;
    left |= (left >>> 16) & blank8 & (blank8 >>> 8);
    out[k] = left;
    above = left;
  }
}
