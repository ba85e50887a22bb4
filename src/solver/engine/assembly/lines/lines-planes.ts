// Complete line solving where W is Any: in black and white or colours, of any length. Sets of
// starts are words if each block with the slack is within 64 cells, as nearly always
// (`placeBlocks`), else they have several (`solveWide`).

import { Table, takeUnset } from '../memory/memory';
import { Any, Grid, Problem, lineLength, placeOf, wordsOf } from '../memory/problem';
import { Planes, Sets, addRange, firstMissing, highest, lastMissing, maskBelow } from './planes';

// Complete line solving where W is Any, and each block with the slack is within a word. L is a
// plane of the line: u32 or u64, or Any if it has several words, of which windows are read.

class Near {
  /** By block of the line: the starts that the blocks before it leave open. */
  static reach: Table<u64> = changetype<Table<u64>>(0);
  /** By block of the line: the cells that the gap after it can cover. */
  static gaps: Table<u64> = changetype<Table<u64>>(0);
}

/** Takes the tables for lines of up to `blocks` blocks. */
function takeNear(blocks: i32): void {
  Near.reach = takeUnset<u64>(blocks);
  Near.gaps = takeUnset<u64>(blocks);
}

/** Whether a block's first amount (Problem.blockShifts) may be above 0: only beyond 32 cells. */
function hasFirstAmount<L>(): bool {
  return isReference<L>() || sizeof<L>() == 8;
}

/** What is done for each block. */
@unmanaged
class Block {
  /** The cells from which on as many can be filled as `shifts` says: see Problem.blockShifts. */
  @inline
  static eroded<L>(cells: u64, shifts: u64): u64 {
    let fit = cells;
    if (hasFirstAmount<L>()) fit &= fit >> shifts;
    fit &= fit >> (shifts >> 6);
    fit &= fit >> (shifts >> 12);
    fit &= fit >> (shifts >> 18);
    fit &= fit >> (shifts >> 24);
    return fit & (fit >> (shifts >> 30));
  }

  /** The cells that blocks cover which begin at these. */
  @inline
  static smeared<L>(starts: u64, shifts: u64): u64 {
    let cover = starts;
    if (hasFirstAmount<L>()) cover |= cover << shifts;
    cover |= cover << (shifts >> 6);
    cover |= cover << (shifts >> 12);
    cover |= cover << (shifts >> 18);
    cover |= cover << (shifts >> 24);
    return cover | (cover << (shifts >> 30));
  }
}

/**
 * Solves a line with blocks, whose planes in the grid begin at `at`, `words` words each, `canBlank`
 * the first. False if no placement fits; else the planes of `Planes.result`, which were 0, have
 * what occurs in placements.
 *
 * Sets of cells are words, bit i for cell i; sets of starts are words in slack space. Forward,
 * `reach` holds for each block the starts that those before it leave open, and `gaps` the cells
 * that the gap after it can cover; backward, both are cut down to what later blocks leave open.
 * Then a cell can be filled if a remaining start covers it, and blank if a remaining gap does.
 *
 * Some 45 operations a block, and no branch that depends on the cells. Carrying starts to the right
 * over cells that can be blank is one addition, whose carry runs through ones up to the first zero:
 * `(~(E + N) | E) & N`. To the left a parallel prefix takes log2(slack) steps (Kogge and Stone).
 *
 * The gap between different colours may be empty: then a block also begins where the one before it,
 * or the gap after that, ends. Bits of a window beyond the line's end are never looked at.
 */
function placeBlocks<L>(line: i32, at: i32, words: i32, canBlank: u64): bool {
  const first = Problem.blockStart[line];
  const last = Problem.blockStart[line + 1] - 1;
  const slack: u64 = <u64>Problem.slack[line];
  const full: u64 = ~(<u64>0) >> (<u64>63 - slack);
  return (
    Placing.forth<L>(first, last, full, at, words, canBlank) &&
    Placing.back<L>(first, last, slack, full, at, words, canBlank)
  );
}

/** The two halves of `placeBlocks`. */
@unmanaged
class Placing {
  /** Fills `reach` and `gaps` from the first block on. May return false if no placement fits. */
  @inline
  static forth<L>(first: i32, last: i32, full: u64, at: i32, words: i32, canBlank: u64): bool {
    const planes = Grid.planes;
    const reach = Near.reach;
    const gaps = Near.gaps;
    const blockShifts = Problem.blockShifts;
    const blockMin = Problem.blockMin;
    const blockColour = Problem.blockColour;
    const one: u64 = 1;
    const lengthAt: u64 = 36;
    // The first gap is the run of cells from 0 on that can be blank, or empty.
    let open: u64 = ((canBlank & ~(canBlank + one)) << one) | one;
    let colour = <i32>blockColour[first];
    for (let block = first; block <= last; block++) {
      const shifts: u64 = blockShifts[block];
      const min: u64 = <u64>blockMin[block];
      let fit: u64;
      if (!isReference<L>()) {
        fit = Block.eroded<L>(<u64>(planes[at + colour] >> (<u64>min)), shifts);
      } else {
        const window = Sets.window(planes, at + colour * words, <i32>min);
        fit = Block.eroded<L>(window, shifts);
      }
      const starts: u64 = open & fit & full;
      if (starts == 0) return false;
      // Bit s: the cell after a block that starts at s.
      let blank: u64;
      if (isReference<L>()) {
        blank = Sets.window(planes, at, <i32>(min + (shifts >> lengthAt) + one));
      } else blank = ((canBlank >> min) >> (shifts >> lengthAt)) >> one;
      const from: u64 = starts & blank;
      // Bit s of the gap is its cell min + length + s; the next block at s has it as its last.
      const gap: u64 = (~(from + blank) | from) & blank;
      reach[block - first] = starts;
      gaps[block - first] = gap;
      open = gap;
      if (block == last) break;
      const next = <i32>blockColour[block + 1];
      if (next != colour) open = starts | (gap << one);
      colour = next;
    }
    return true;
  }

  /** Cuts starts down from the last block on, and keeps what occurs; false if nothing fits. */
  @inline
  static back<L>(
    first: i32,
    last: i32,
    slack: u64,
    full: u64,
    at: i32,
    words: i32,
    canBlank: u64,
  ): bool {
    const planes = Grid.planes;
    const result = Planes.result;
    const reach = Near.reach;
    const gaps = Near.gaps;
    const blockShifts = Problem.blockShifts;
    const blockMin = Problem.blockMin;
    const blockColour = Problem.blockColour;
    const all: u64 = ~(<u64>0);
    const one: u64 = 1;
    const lengthAt: u64 = 36;
    // The last gap reaches the end of the line: bits from the highest that cannot be blank on.
    const lastLength: u64 = blockShifts[last] >> lengthAt;
    const lastMin: u64 = <u64>blockMin[last];
    let behind: u64;
    if (isReference<L>()) behind = Sets.window(planes, at, <i32>(lastMin + lastLength + one));
    else behind = ((canBlank >> lastMin) >> lastLength) >> one;
    const filledBehind: u64 = ~behind & (full >> one);
    // The starts above the highest such bit; all of them if there is none.
    let left: u64 = full & (all << (<u64>highest<u64>((filledBehind << one) | one)));
    let starts: u64 = reach[last - first] & left;
    if (starts == 0) return false;
    let colour = <i32>blockColour[last];
    const ending: u64 = (starts | (<u64>0 - starts)) & (full >> one);
    let blanks: u64 = 0;
    if (isReference<L>()) {
      Sets.or(result, 0, words, <i32>(lastMin + lastLength + one), ending);
    } else blanks = ((ending << lastMin) << lastLength) << one;
    let blank1: u64 = canBlank;
    let blank2: u64 = blank1 & (blank1 >> one);
    let blank4: u64 = blank2 & (blank2 >> (<u64>2));
    let blank8: u64 = blank4 & (blank4 >> (<u64>4));
    let blank16: u64 = blank8 & (blank8 >> (<u64>8));
    let blank32: u64 = blank16 & (blank16 >> (<u64>16));
    for (let block = last; ; block--) {
      const shifts: u64 = blockShifts[block];
      const min: u64 = <u64>blockMin[block];
      if (!isReference<L>()) {
        const cover: u64 = Block.smeared<L>(starts << min, shifts);
        result[colour] = result[colour] | cover;
      } else {
        const cover: u64 = Block.smeared<L>(starts, shifts);
        Sets.or(result, colour * words, words, <i32>min, cover);
      }
      if (block == first) break;
      // Bit s: the last cell of the gap before s, or the one after it if the gap may be empty.
      const before = <i32>blockColour[block - 1];
      const isTight = before == colour;
      colour = before;
      const base: u64 = isTight ? min - one : min;
      const shift: u64 = isReference<L>() ? 0 : base;
      if (isReference<L>()) {
        blank1 = Sets.window(planes, at, <i32>base);
        blank2 = blank1 & (blank1 >> one);
        blank4 = blank2 & (blank2 >> (<u64>2));
      }
      left = (isTight ? starts : starts >> one) & (blank1 >> shift);
      left |= (left >> one) & (blank1 >> shift);
      left |= (left >> (<u64>2)) & (blank2 >> shift);
      left |= (left >> (<u64>4)) & (blank4 >> shift);
      if (slack > <u64>7) {
        if (isReference<L>()) {
          blank8 = blank4 & (blank4 >> (<u64>4));
          blank16 = blank8 & (blank8 >> (<u64>8));
          blank32 = blank16 & (blank16 >> (<u64>16));
        }
        left |= (left >> (<u64>8)) & (blank8 >> shift);
        left |= (left >> (<u64>16)) & (blank16 >> shift);
        if (isReference<L>() || sizeof<L>() == 8) left |= (left >> (<u64>32)) & (blank32 >> shift);
      }
      const cells: u64 = gaps[block - first - 1] & left;
      if (isReference<L>()) Sets.or(result, 0, words, <i32>base, cells);
      else blanks |= cells << base;
      starts = reach[block - first - 1] & (isTight ? left : left | starts);
    }
    // The first gap covers whatever is before the highest start of the first block.
    blanks |= (one << (<u64>highest<u64>(starts))) - one;
    result[0] = result[0] | blanks;
    return true;
  }
}

// Complete line solving where W is Any, in any length and colours: as `placeBlocks`, with sets of
// several words, of which only those that can hold a start are looked at. Runs of cells that can
// have a colour come from planes for powers of two, made when a block needs them; covered cells are
// collected there by their first cells, two for a block, and spread over their widths at the end.
// The gap between blocks of different colours may be empty.

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
function takeWide(sets: i32, blocks: i32): void {
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
function solveWide(line: i32, at: i32, words: i32): bool {
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

class NearLines {
  /** By line: whether it is one for `placeBlocks`. */
  static lines: Table<u8> = changetype<Table<u8>>(0);
}

export function takePlaneLines(): void {
  let most = 1;
  let sets = 0;
  NearLines.lines = takeUnset<u8>(Problem.lines);
  for (let line = 0; line < Problem.lines; line++) {
    const end = Problem.blockStart[line + 1];
    let longest = 0;
    for (let block = Problem.blockStart[line]; block < end; block++) {
      longest = max(longest, Problem.blockLength[block]);
    }
    const blocks = end - Problem.blockStart[line];
    const isNear = longest + Problem.slack[line] <= 64;
    NearLines.lines[line] = <u8>isNear;
    most = max(most, blocks);
    if (!isNear) sets = max(sets, (blocks + 1) * ((Problem.slack[line] >> 6) + 1));
  }
  takeNear(most);
  if (sets > 0) takeWide(sets, most);
}

export function isWideLine(line: i32): bool {
  return NearLines.lines[line] == 0;
}

export function hasWideLines(): bool {
  for (let line = 0; line < Problem.lines; line++) if (isWideLine(line)) return true;
  return false;
}

/** What solving a line costs of the budget. */
export function lineWork(line: i32): i32 {
  const blocks = Problem.blockStart[line + 1] - Problem.blockStart[line];
  return 2 * blocks * ((Problem.slack[line] >> 6) + 1);
}

/** Solves a line of the grid: false if no placement fits, else `Planes.result` has what occurs. */
export function solvePlanes(line: i32): bool {
  const at = placeOf(line);
  const words = wordsOf(line);
  const result = Planes.result;
  // A loop, as `clear` takes longer for so few.
  for (let k = Problem.values * words - 1; k >= 0; k--) result[k] = 0;
  if (Problem.blockStart[line] == Problem.blockStart[line + 1]) {
    const length = lineLength(line);
    addRange(result, 0, 0, length);
    return firstMissing(Grid.planes, at, 0, length) < 0;
  }
  if (words == 1) {
    const blank = Grid.planes[at];
    return lineLength(line) <= 32
      ? placeBlocks<u32>(line, at, 1, blank)
      : placeBlocks<u64>(line, at, 1, blank);
  }
  if (NearLines.lines[line] != 0) {
    return placeBlocks<Any>(line, at, words, Grid.planes[at]);
  }
  return solveWide(line, at, words);
}
