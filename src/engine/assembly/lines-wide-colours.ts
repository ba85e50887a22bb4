// Complete line solving in colours where W is Many, for lines of any length: the method of lines.ts with sets of
// several words. Between blocks of one colour the gap has at least one cell, between different colours it may be empty.

import { Grid } from './grid';
import { Table, takeUnset } from './memory';
import { Planes } from './planes';
import { Problem, lineLength } from './problem';
import { Sets } from './sets';

class Wide {
  /** By block: the starts that the blocks before it leave open. */
  static reach: Table<u64> = changetype<Table<u64>>(0);
  /** By gap (0 is before the first block): the cells that it can cover, seen from the left. */
  static gaps: Table<u64> = changetype<Table<u64>>(0);
  /** The planes of the line, each with two more words. */
  static planes: Table<u64> = changetype<Table<u64>>(0);
  /** The set that the next step starts from. */
  static current: Table<u64> = changetype<Table<u64>>(0);
  static scratch: Table<u64> = changetype<Table<u64>>(0);
}

/** Takes the tables for lines whose sets have up to `sets` words in all. */
export function takeWideColours(sets: i32): void {
  const words = (max(Problem.width, Problem.height) + 63) >> 6;
  Wide.reach = takeUnset<u64>(sets);
  Wide.gaps = takeUnset<u64>(sets);
  Wide.planes = takeUnset<u64>(Problem.values * (words + 2));
  Wide.current = takeUnset<u64>(2 * words + 2);
  Wide.scratch = takeUnset<u64>(2 * words + 2);
}

/** As `solvePlanes`, for a line with blocks whose planes begin at `at` and have `words` words each. */
export function solveWideColours(line: i32, at: i32, words: i32): bool {
  const plane = words + 2;
  for (let value = 0; value < Problem.values; value++) {
    const to = value * plane;
    for (let k = 0; k < words; k++) Wide.planes[to + k] = Grid.planes[at + value * words + k];
    Wide.planes[to + words] = 0;
    Wide.planes[to + words + 1] = 0;
  }
  return reachForth(line, plane) && reachBack(line, words);
}

/** Fills `reach` and `gaps` from the first block on. Returns false if no placement fits. */
function reachForth(line: i32, plane: i32): bool {
  const current = Wide.current;
  const reach = Wide.reach;
  const gaps = Wide.gaps;
  const blockColour = Problem.blockColour;
  const first = Problem.blockStart[line];
  const end = Problem.blockStart[line + 1];
  const slack = Problem.slack[line];
  const stride = (slack >> 6) + 1;
  const lastMask = ~(<u64>0) >> (<u64>(63 - (slack & 63)));
  // `current` holds where the next block may start; a gap is spread over blank cells.
  for (let k = 0; k < stride; k++) current[k] = 0;
  current[0] = 1;
  spreadUp(0, stride, 0);
  shiftUpOnto(0, stride);
  for (let block = first, row = 0; block < end; block++) {
    const length = Problem.blockLength[block];
    erode(<i32>blockColour[block] * plane, Problem.blockMin[block], slack + length, length);
    current[stride - 1] = current[stride - 1] & lastMask;
    let any: u64 = 0;
    for (let k = 0; k < stride; k++) {
      const found = current[k] & Wide.scratch[k];
      current[k] = found;
      reach[row + k] = found;
      any |= found;
    }
    if (any == 0) return false;
    row += stride;
    spreadUp(Problem.blockMin[block] + length, stride, row);
    if (block + 1 == end) break;
    if (blockColour[block + 1] == blockColour[block]) {
      for (let k = 0; k < stride; k++) current[k] = gaps[row + k];
    } else shiftUpOnto(row, stride);
  }
  return true;
}

/** Cuts the starts down from the last block on, and fills the result. Returns false if no placement fits. */
function reachBack(line: i32, words: i32): bool {
  const current = Wide.current;
  const scratch = Wide.scratch;
  const result = Planes.result;
  const blockColour = Problem.blockColour;
  const first = Problem.blockStart[line];
  const blocks = Problem.blockStart[line + 1] - first;
  const slack = Problem.slack[line];
  const stride = (slack >> 6) + 1;
  // `current` holds where the block (or the end of the line) after the gap may start.
  for (let k = 0; k < stride; k++) current[k] = 0;
  current[slack >> 6] = (<u64>1) << (<u64>slack);
  let j = blocks;
  while (true) {
    const block = first + j - 1;
    const tight = j > 0 && j < blocks && blockColour[block + 1] == blockColour[block];
    const base = j == 0 ? 0 : Problem.blockMin[block] + Problem.blockLength[block];
    spreadDown(base, stride, tight);
    const row = j * stride;
    for (let k = 0; k < stride; k++) {
      const cells = Wide.gaps[row + k] & scratch[k];
      if (cells != 0) Sets.or(result, 0, words, base + 64 * k, cells);
    }
    if (j == 0) return ((current[0] | scratch[0]) & 1) != 0;
    let any: u64 = 0;
    for (let k = 0; k < stride; k++) {
      const open = tight ? scratch[k] : current[k] | scratch[k];
      const found = open & Wide.reach[row - stride + k];
      current[k] = found;
      any |= found;
    }
    if (any == 0) return false;
    cover(stride, words, block, lineLength(line));
    j--;
  }
}

/** `scratch` = the cells from `bit` on, of `bits`, at which a run of `length` ones begins in the plane at `from`. */
function erode(from: i32, bit: i32, bits: i32, length: i32): void {
  const scratch = Wide.scratch;
  const words = ((bits - 1) >> 6) + 1;
  for (let k = 0; k < words; k++) scratch[k] = Sets.window(Wide.planes, from, bit + 64 * k);
  for (let width = 1; width < length;) {
    const amount = min(width, length - width);
    const skip = amount >> 6;
    const up = <u64>(63 - amount);
    for (let k = 0; k < words; k++) {
      const near: u64 = k + skip < words ? scratch[k + skip] : 0;
      const far: u64 = k + skip + 1 < words ? scratch[k + skip + 1] : 0;
      scratch[k] = scratch[k] & ((near >> (<u64>amount)) | ((far << 1) << up));
    }
    width += amount;
  }
}

/** Adds to the result all cells that `block` covers from the current starts. */
function cover(stride: i32, words: i32, block: i32, lineEnd: i32): void {
  const scratch = Wide.scratch;
  const length = Problem.blockLength[block];
  const base = Problem.blockMin[block];
  const count = (min(64 * stride + length - 1, lineEnd - base) + 63) >> 6;
  for (let k = 0; k < count; k++) scratch[k] = k < stride ? Wide.current[k] : 0;
  for (let width = 1; width < length;) {
    const amount = min(width, length - width);
    const skip = amount >> 6;
    for (let k = count - 1; k >= skip; k--) {
      const near = scratch[k - skip];
      const far: u64 = k > skip ? scratch[k - skip - 1] : 0;
      scratch[k] = scratch[k] | (near << (<u64>amount)) | ((far >> 1) >> (<u64>(63 - amount)));
    }
    width += amount;
  }
  const to = <i32>Problem.blockColour[block] * words;
  for (let k = 0; k < count; k++) Sets.or(Planes.result, to, words, base + 64 * k, scratch[k]);
}

/**
 * Fills the gap at `row` of `gaps`: the cells from `base` on that can be blank and are reached from a bit of `current`
 * through cells that can be blank, to the right: one addition, carried from word to word.
 */
function spreadUp(base: i32, stride: i32, row: i32): void {
  let carry: u64 = 0;
  for (let k = 0; k < stride; k++) {
    const blank = Sets.window(Wide.planes, 0, base + 64 * k);
    const from = Wide.current[k] & blank;
    const sum = from + blank + carry;
    carry = (from | (blank & ~sum)) >> 63;
    Wide.gaps[row + k] = (~sum | from) & blank;
  }
}

/** Adds the gap at `row`, moved up by one, to `current`: a gap that may be empty, and then a block. */
function shiftUpOnto(row: i32, stride: i32): void {
  const current = Wide.current;
  const gaps = Wide.gaps;
  for (let k = stride - 1; k > 0; k--) {
    current[k] = current[k] | (gaps[row + k] << 1) | (gaps[row + k - 1] >> 63);
  }
  current[0] = current[0] | (gaps[row] << 1);
}

/**
 * `scratch` = the cells from `base` on from which only cells that can be blank lead to the right, up to one before a
 * bit of `current` or, if `tight`, up to the bit itself.
 */
function spreadDown(base: i32, stride: i32, tight: bool): void {
  const current = Wide.current;
  let above: u64 = 0;
  let startsAbove: u64 = 0;
  for (let k = stride - 1; k >= 0; k--) {
    const can = Sets.window(Wide.planes, 0, base + 64 * k);
    const can2 = can & (can >> 1);
    const can4 = can2 & (can2 >> 2);
    const can8 = can4 & (can4 >> 4);
    const can16 = can8 & (can8 >> 8);
    let left = tight ? current[k] : (current[k] >> 1) | (startsAbove << 63);
    startsAbove = current[k];
    left = (left | (above << 63)) & can;
    left |= (left >> 1) & can;
    left |= (left >> 2) & can2;
    left |= (left >> 4) & can4;
    left |= (left >> 8) & can8;
    left |= (left >> 16) & can16;
    left |= (left >> 32) & can16 & (can16 >> 16);
    Wide.scratch[k] = left;
    above = left;
  }
}
