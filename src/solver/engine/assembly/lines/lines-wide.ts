// Complete line solving where W is Any, in any length and colours: near.ts with sets of several
// words, of which only those that can hold a start are looked at. Runs of cells that can have a
// colour come from planes for powers of two, made when a block needs them; covered cells are
// collected there by their first cells, two for a block, and spread over their widths at the end.
// The gap between blocks of different colours may be empty.

import { Grid } from '../memory/grid';
import { Table, takeUnset } from '../memory/memory';
import { Problem, lineLength } from '../memory/problem';
import { Planes } from './planes';
import { Sets, addRange, firstMissing, highest, lastMissing, maskBelow } from './sets';

class WideLine {
  /** By block: the starts that the blocks before it leave open. */
  static reach: Table<u64> = changetype<Table<u64>>(0);
  /** By block: the cells that the gap after it can cover, seen from the left. */
  static gaps: Table<u64> = changetype<Table<u64>>(0);
  /** By block: the first word of its sets that is not zero. */
  static lows: Table<i32> = changetype<Table<i32>>(0);
  /** The starts of the current block. */
  static starts: Table<u64> = changetype<Table<u64>>(0);
  /** The cells that can be blank, with two more words, as all planes here. */
  static blank: Table<u64> = changetype<Table<u64>>(0);
  /** By colour (* `span`) and power of two: where runs begin that can have it, or are covered. */
  static eroded: Table<u64> = changetype<Table<u64>>(0);
  static covered: Table<u64> = changetype<Table<u64>>(0);
  static span: i32 = 0;
  /** By colour: how many of its planes are made. */
  static made: Table<i32> = changetype<Table<i32>>(0);
}

/** Takes the tables for lines of up to `blocks` blocks, whose sets have `sets` words in all. */
export function takeWide(sets: i32, blocks: i32): void {
  const longest = max(Problem.width, Problem.height);
  const plane = ((longest + 63) >> 6) + 2;
  const levels = 32 - clz<i32>(longest);
  WideLine.reach = takeUnset<u64>(sets);
  WideLine.gaps = takeUnset<u64>(sets);
  WideLine.lows = takeUnset<i32>(blocks);
  WideLine.starts = takeUnset<u64>(plane);
  WideLine.blank = takeUnset<u64>(plane);
  WideLine.span = levels * plane;
  // A window may begin a plane after the last one.
  WideLine.eroded = takeUnset<u64>(Problem.values * WideLine.span + plane);
  WideLine.covered = takeUnset<u64>(Problem.values * WideLine.span + plane);
  WideLine.made = takeUnset<i32>(Problem.values);
}

/** As `solvePlanes`, for a line with blocks: its planes begin at `at`, `words` words each. */
export function solveWide(line: i32, at: i32, words: i32): bool {
  const planes = Grid.planes;
  const plane = words + 2;
  for (let k = 0; k < plane; k++) WideLine.blank[k] = k < words ? planes[at + k] : 0;
  for (let colour = 1; colour < Problem.values; colour++) {
    const from = at + colour * words;
    const to = colour * WideLine.span;
    for (let k = 0; k < plane; k++) {
      WideLine.eroded[to + k] = k < words ? planes[from + k] : 0;
      WideLine.covered[to + k] = 0;
    }
    WideLine.made[colour] = 1;
  }
  if (!reachForth(line, plane)) return false;
  if (!reachBack(line, words, plane)) return false;
  const result = Planes.result;
  for (let colour = 1; colour < Problem.values; colour++) {
    const from = colour * WideLine.span;
    for (let level = WideLine.made[colour] - 1; level > 0; level--) spread(from, level, plane);
    for (let k = 0; k < words; k++) result[colour * words + k] = WideLine.covered[from + k];
  }
  return true;
}

/** Fills `reach` and `gaps` from the first block on. Returns false if no placement fits. */
function reachForth(line: i32, plane: i32): bool {
  const blockColour = Problem.blockColour;
  const blockLength = Problem.blockLength;
  const blockMin = Problem.blockMin;
  const reach = WideLine.reach;
  const gaps = WideLine.gaps;
  const starts = WideLine.starts;
  const first = Problem.blockStart[line];
  const last = Problem.blockStart[line + 1] - 1;
  const stride = (Problem.slack[line] >> 6) + 1;
  // The first gap is the run of cells from 0 on that can be blank, or empty.
  const length = lineLength(line);
  const missing = firstMissing(WideLine.blank, 0, 0, length);
  const leading = missing < 0 ? length : missing;
  for (let k = 0; k < stride; k++) starts[k] = maskBelow(leading + 1 - 64 * k);
  let low = 0;
  let colour = <i32>blockColour[first];
  for (let block = first, row = 0; block <= last; block++) {
    const size = blockLength[block];
    const level = 31 - clz<i32>(size);
    if (WideLine.made[colour] <= level) erodeTo(colour, level, plane);
    const min = blockMin[block];
    const fits = colour * WideLine.span + level * plane;
    const second = min + size - (1 << level);
    const after = min + size;
    let carry: u64 = 0;
    let any: u64 = 0;
    for (let k = low; k < stride; k++) {
      const bit = 64 * k;
      const fit =
        Sets.window(WideLine.eroded, fits, min + bit) &
        Sets.window(WideLine.eroded, fits, second + bit);
      const can = Sets.window(WideLine.blank, 0, after + bit);
      const found = starts[k] & fit;
      const from = found & can;
      const sum = from + can + carry;
      carry = (from | (can & ~sum)) >> 63;
      reach[row + k] = found;
      // The next block at s has cell `after + s` of the gap before it.
      const gap = (~sum | from) & can;
      starts[k] = gap;
      gaps[row + k] = gap;
      if (any == 0) {
        if (found == 0) low = k + 1;
        any |= found;
      }
    }
    if (any == 0) return false;
    WideLine.lows[block - first] = low;
    if (block == last) break;
    const next = <i32>blockColour[block + 1];
    if (next != colour) loosen(row, low, stride);
    colour = next;
    row += stride;
  }
  return true;
}

/** The next block, of another colour, may also begin where this one or its gap (`row`) ends. */
function loosen(row: i32, low: i32, stride: i32): void {
  let last: u64 = 0;
  for (let k = low; k < stride; k++) {
    const gap = WideLine.gaps[row + k];
    WideLine.starts[k] = WideLine.reach[row + k] | (gap << 1) | (last >> 63);
    last = gap;
  }
}

/** Cuts starts down from the last block on; fills the result's blank cells, and `covered`. */
function reachBack(line: i32, words: i32, plane: i32): bool {
  const blockLength = Problem.blockLength;
  const blockMin = Problem.blockMin;
  const reach = WideLine.reach;
  const starts = WideLine.starts;
  const lows = WideLine.lows;
  const result = Planes.result;
  const blockColour = Problem.blockColour;
  const first = Problem.blockStart[line];
  const last = Problem.blockStart[line + 1] - 1;
  const stride = (Problem.slack[line] >> 6) + 1;
  const length = lineLength(line);
  let row = (last - first) * stride;
  const after = blockMin[last] + blockLength[last];
  // The last gap reaches the end of the line, after the last cell that cannot be blank.
  const lowest = lastMissing(WideLine.blank, 0, 0, length) + 1 - after;
  let low = lows[last - first];
  let high = -1;
  let least = -1;
  for (let k = low; k < stride; k++) {
    const found = reach[row + k] & ~maskBelow(lowest - 64 * k);
    starts[k] = found;
    if (found == 0) continue;
    high = k;
    if (least < 0) least = 64 * k + <i32>ctz<u64>(found);
  }
  if (high < 0) return false;
  addRange(result, 0, after + least, length);
  for (let block = last; ; block--) {
    const min = blockMin[block];
    low = lows[block - first];
    collect(block, low, high, plane);
    if (block == first) break;
    row -= stride;
    const before = lows[block - first - 1];
    for (let k = before; k < low; k++) starts[k] = 0;
    high =
      blockColour[block - 1] == blockColour[block]
        ? Gap.cross(true, row, min, before, high, words)
        : Gap.cross(false, row, min, before, high, words);
    if (high < 0) return false;
  }
  // The first gap covers whatever is before the highest start of the first block.
  addRange(result, 0, 0, 64 * high + highest<u64>(starts[high]));
  return true;
}

/** What is done for each gap between two blocks. */
@unmanaged
class Gap {
  /**
   * Goes from a block's starts, whose words end with `high`, over the gap before it to those of the
   * block before, at `row` from word `before` on; returns their last that is not zero, or -1. A
   * `tight` gap, between blocks of one colour, has a cell at least. A text of its own for each of
   * the two: a choice in the loop costs long lines a twentieth.
   */
  @inline
  static cross(tight: bool, row: i32, min: i32, before: i32, high: i32, words: i32): i32 {
    const starts = WideLine.starts;
    // Bit s of the gap is its last cell when the block starts at s, or the one after that.
    const base = tight ? min - 1 : min;
    let above: u64 = 0;
    let startsAbove: u64 = 0;
    let top = -1;
    for (let k = high; k >= before; k--) {
      const can = Sets.window(WideLine.blank, 0, base + 64 * k);
      const can2 = can & (can >> 1);
      const can4 = can2 & (can2 >> 2);
      const can8 = can4 & (can4 >> 4);
      const can16 = can8 & (can8 >> 8);
      const open = starts[k];
      let left = tight ? open : (open >> 1) | (startsAbove << 63);
      startsAbove = open;
      left = (left | (above << 63)) & can;
      left |= (left >> 1) & can;
      left |= (left >> 2) & can2;
      left |= (left >> 4) & can4;
      left |= (left >> 8) & can8;
      left |= (left >> 16) & can16;
      left |= (left >> 32) & can16 & (can16 >> 16);
      above = left;
      Sets.or(Planes.result, 0, words, base + 64 * k, WideLine.gaps[row + k] & left);
      const found = WideLine.reach[row + k] & (tight ? left : left | open);
      starts[k] = found;
      if (top < 0 && found != 0) top = k;
    }
    return top;
  }
}

/** Puts the current starts of a block, from word `low` to `high`, into `covered`. */
function collect(block: i32, low: i32, high: i32, plane: i32): void {
  const size = Problem.blockLength[block];
  const level = 31 - clz<i32>(size);
  const min = Problem.blockMin[block];
  const second = min + size - (1 << level);
  const to = <i32>Problem.blockColour[block] * WideLine.span + level * plane;
  for (let k = low; k <= high; k++) {
    const found = WideLine.starts[k];
    Sets.or(WideLine.covered, to, plane, min + 64 * k, found);
    if (second != min) Sets.or(WideLine.covered, to, plane, second + 64 * k, found);
  }
}

/** Makes a colour's planes in `eroded` up to `level`, one from the other; clears `covered`. */
function erodeTo(colour: i32, level: i32, plane: i32): void {
  const eroded = WideLine.eroded;
  const base = colour * WideLine.span;
  for (let made = WideLine.made[colour]; made <= level; made++) {
    const width = 1 << (made - 1);
    const to = base + made * plane;
    const from = to - plane;
    const skip = width >> 6;
    const up = <u64>(63 - width);
    for (let k = 0; k < plane; k++) {
      const near: u64 = k + skip < plane ? eroded[from + k + skip] : 0;
      const far: u64 = k + skip + 1 < plane ? eroded[from + k + skip + 1] : 0;
      eroded[to + k] = eroded[from + k] & ((near >> (<u64>width)) | ((far << 1) << up));
      WideLine.covered[to + k] = 0;
    }
  }
  WideLine.made[colour] = level + 1;
}

/** Spreads plane `level` of a colour, from `base` of `covered` on, over the one before it. */
function spread(base: i32, level: i32, plane: i32): void {
  const covered = WideLine.covered;
  const width = 1 << (level - 1);
  const from = base + level * plane;
  const to = from - plane;
  const skip = width >> 6;
  for (let k = 0; k < plane; k++) {
    const near: u64 = k >= skip ? covered[from + k - skip] : 0;
    const far: u64 = k > skip ? covered[from + k - skip - 1] : 0;
    covered[to + k] =
      covered[to + k] |
      covered[from + k] |
      (near << (<u64>width)) |
      ((far >> 1) >> (<u64>(63 - width)));
  }
}
