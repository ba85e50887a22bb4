// Complete line solving where each block of the line, with the slack, is within a word.
//
// T is the word of a set of starts, L what a plane of the line is: a word too, or Any if it has
// several, from which windows of a word are read. Only T may be u32 if W is not Any: so all three
// are equal in black and white, but for lines of up to 16 cells, where L is u16: they take fewer
// steps.

import { Grid } from '../memory/grid';
import { Table, takeUnset } from '../memory/memory';
import { Problem, amountBits } from '../memory/problem';
import { Planes } from './planes';
import { Sets, highest } from './sets';

/**
 * What was found in a line in black and white: the cells that are blank, and those that are filled,
 * in some placement.
 */
export class LineResult {
  static blank: u64 = 0;
  static filled: u64 = 0;
}

class Near {
  /** By block of the line: the starts that the blocks before it leave open. */
  static reach: Table<u64> = changetype<Table<u64>>(0);
  /** By block of the line: the cells that the gap after it can cover. */
  static gaps: Table<u64> = changetype<Table<u64>>(0);
}

/** Takes the tables for lines of up to `blocks` blocks. */
export function takeNear(blocks: i32): void {
  Near.reach = takeUnset<u64>(blocks);
  Near.gaps = takeUnset<u64>(blocks);
}

/**
 * Whether the first amount of a block (see Problem.blockShifts) may be more than 0: with words of
 * 64 bits it is 0 for blocks of up to 32 cells, with words of 32 for blocks of up to 16.
 */
function hasFirstAmount<L, T>(): bool {
  return isReference<L>() || sizeof<L>() == 8 || (sizeof<T>() == 4 && sizeof<L>() == 4);
}

/** What is done for each block. */
@unmanaged
export class Block {
  /** The cells from which on as many can be filled as `shifts` says: see Problem.blockShifts. */
  @inline
  static eroded<L, T>(cells: T, shifts: T): T {
    const step: T = <T>amountBits<T>();
    let fit: T = cells;
    if (hasFirstAmount<L, T>()) fit &= fit >> shifts;
    fit &= fit >> (shifts >> step);
    fit &= fit >> (shifts >> (<T>2 * step));
    fit &= fit >> (shifts >> (<T>3 * step));
    fit &= fit >> (shifts >> (<T>4 * step));
    if (sizeof<T>() == 8) fit &= fit >> (shifts >> (<T>5 * step));
    return fit;
  }

  /** The cells that blocks cover which begin at these. */
  @inline
  static smeared<L, T>(starts: T, shifts: T): T {
    const step: T = <T>amountBits<T>();
    let cover: T = starts;
    if (hasFirstAmount<L, T>()) cover |= cover << shifts;
    cover |= cover << (shifts >> step);
    cover |= cover << (shifts >> (<T>2 * step));
    cover |= cover << (shifts >> (<T>3 * step));
    cover |= cover << (shifts >> (<T>4 * step));
    if (sizeof<T>() == 8) cover |= cover << (shifts >> (<T>5 * step));
    return cover;
  }
}

/**
 * Solves a line with blocks, given the cells that can be blank and filled; where W is Any, its
 * planes in the grid, which begin at `at` and have `words` words each. Returns false if no
 * placement fits; else `LineResult`, or the planes of `Planes.result`, which were 0, have what
 * occurs in placements.
 *
 * Sets of cells are words, bit i for cell i; sets of starts are words in slack space. Forward,
 * `reach` holds for each block the starts that the blocks before it leave open, and `gaps` the
 * cells that the blank gap after it can cover; backward, both are cut down to what the later blocks
 * leave open. What remains is all there is: a cell can be filled if a remaining start of some block
 * covers it, and blank if a remaining gap does.
 *
 * Some 45 operations a block, and no branch that depends on the cells. Carrying a set of starts to
 * the right over cells that can be blank is one addition, whose carry runs through a run of ones
 * and stops at the first zero: `(~(E + N) | E) & N`. To the left there is no such trick; there a
 * parallel prefix takes log2(slack) steps (Kogge and Stone).
 *
 * The gap between blocks of different colours may be empty: then a block also begins where the one
 * before it, or the gap after that, ends. The bits that a window has beyond the line's end are
 * never looked at.
 */
export function placeBlocks<W, L, T>(
  line: i32,
  at: i32,
  words: i32,
  canBlank: T,
  canFilled: T,
): bool {
  const first = Problem.blockStart[line];
  const last = Problem.blockStart[line + 1] - 1;
  const slack: T = <T>Problem.slack[line];
  const full: T = ~(<T>0) >> (<T>(8 * sizeof<T>() - 1) - slack);
  return (
    Placing.forth<W, L, T>(first, last, full, at, words, canBlank, canFilled) &&
    Placing.back<W, L, T>(first, last, slack, full, at, words, canBlank)
  );
}

/** The two halves of `placeBlocks`. */
@unmanaged
class Placing {
  /** Fills `reach` and `gaps` from the first block on. May return false if no placement fits. */
  @inline
  static forth<W, L, T>(
    first: i32,
    last: i32,
    full: T,
    at: i32,
    words: i32,
    canBlank: T,
    canFilled: T,
  ): bool {
    const planes = Grid.planes;
    const reach = changetype<Table<T>>(Near.reach);
    const gaps = changetype<Table<T>>(Near.gaps);
    const blockShifts = changetype<Table<T>>(Problem.blockShifts);
    const blockMin = Problem.blockMin;
    const blockColour = Problem.blockColour;
    const one: T = 1;
    const lengthAt: T = <T>(sizeof<T>() == 8 ? 36 : 25);
    // The first gap is the run of cells from 0 on that can be blank, or empty.
    let open: T = ((canBlank & ~(canBlank + one)) << one) | one;
    let colour = isReference<W>() ? <i32>blockColour[first] : 1;
    for (let block = first; block <= last; block++) {
      const shifts: T = blockShifts[block];
      const min: T = <T>blockMin[block];
      let fit: T;
      if (!isReference<W>()) fit = Block.eroded<L, T>(canFilled, shifts) >> min;
      else if (!isReference<L>()) {
        fit = Block.eroded<L, T>(<T>(planes[at + colour] >> (<u64>min)), shifts);
      } else {
        const window = Sets.window(planes, at + colour * words, <i32>min);
        fit = Block.eroded<L, T>(<T>window, shifts);
      }
      const starts: T = open & fit & full;
      if (isReference<W>() && starts == 0) return false;
      // Bit s: the cell after a block that starts at s.
      let blank: T;
      if (isReference<L>()) {
        blank = <T>Sets.window(planes, at, <i32>(min + (shifts >> lengthAt) + one));
      } else blank = ((canBlank >> min) >> (shifts >> lengthAt)) >> one;
      const from: T = starts & blank;
      // Bit s of the gap is its cell min + length + s; the next block at s has it as its last.
      const gap: T = (~(from + blank) | from) & blank;
      reach[block - first] = starts;
      gaps[block - first] = gap;
      open = gap;
      if (!isReference<W>()) continue;
      if (block == last) break;
      const next = <i32>blockColour[block + 1];
      if (next != colour) open = starts | (gap << one);
      colour = next;
    }
    return true;
  }

  /**
   * Cuts the starts down from the last block on, and keeps what occurs. Returns false if no
   * placement fits.
   */
  @inline
  static back<W, L, T>(
    first: i32,
    last: i32,
    slack: T,
    full: T,
    at: i32,
    words: i32,
    canBlank: T,
  ): bool {
    const planes = Grid.planes;
    const result = Planes.result;
    const reach = changetype<Table<T>>(Near.reach);
    const gaps = changetype<Table<T>>(Near.gaps);
    const blockShifts = changetype<Table<T>>(Problem.blockShifts);
    const blockMin = Problem.blockMin;
    const blockColour = Problem.blockColour;
    const all: T = ~(<T>0);
    const one: T = 1;
    const lengthAt: T = <T>(sizeof<T>() == 8 ? 36 : 25);
    // The last gap reaches the end of the line: bits from the highest that cannot be blank on.
    const lastLength: T = blockShifts[last] >> lengthAt;
    const lastMin: T = <T>blockMin[last];
    let behind: T;
    if (isReference<L>()) behind = <T>Sets.window(planes, at, <i32>(lastMin + lastLength + one));
    else behind = ((canBlank >> lastMin) >> lastLength) >> one;
    const filledBehind: T = ~behind & (full >> one);
    // The starts above the highest such bit; all of them if there is none.
    let left: T = full & (all << (<T>highest<T>((filledBehind << one) | one)));
    let starts: T = reach[last - first] & left;
    if (starts == 0) return false;
    let colour = isReference<W>() ? <i32>blockColour[last] : 1;
    const ending: T = (starts | (<T>0 - starts)) & (full >> one);
    let blanks: T = 0;
    let fills: T = 0;
    if (isReference<L>()) {
      Sets.or(result, 0, words, <i32>(lastMin + lastLength + one), <u64>ending);
    } else blanks = ((ending << lastMin) << lastLength) << one;
    let blank1: T = canBlank;
    let blank2: T = blank1 & (blank1 >> one);
    let blank4: T = blank2 & (blank2 >> (<T>2));
    let blank8: T = blank4 & (blank4 >> (<T>4));
    let blank16: T = blank8 & (blank8 >> (<T>8));
    let blank32: T = sizeof<T>() == 8 ? blank16 & (blank16 >> (<T>16)) : 0;
    for (let block = last; ; block--) {
      const shifts: T = blockShifts[block];
      const min: T = <T>blockMin[block];
      if (!isReference<L>()) {
        const cover: T = Block.smeared<L, T>(starts << min, shifts);
        if (isReference<W>()) result[colour] = result[colour] | (<u64>cover);
        else fills |= cover;
      } else {
        const cover: T = Block.smeared<L, T>(starts, shifts);
        Sets.or(result, colour * words, words, <i32>min, <u64>cover);
      }
      if (block == first) break;
      // The gap before this block: bit s is its last cell when the block starts at s, or the one
      // after that if the gap may be empty.
      let isTight = true;
      if (isReference<W>()) {
        const before = <i32>blockColour[block - 1];
        isTight = before == colour;
        colour = before;
      }
      const base: T = isTight ? min - one : min;
      const shift: T = isReference<L>() ? 0 : base;
      if (isReference<L>()) {
        blank1 = <T>Sets.window(planes, at, <i32>base);
        blank2 = blank1 & (blank1 >> one);
        blank4 = blank2 & (blank2 >> (<T>2));
      }
      left = (isTight ? starts : starts >> one) & (blank1 >> shift);
      left |= (left >> one) & (blank1 >> shift);
      left |= (left >> (<T>2)) & (blank2 >> shift);
      left |= (left >> (<T>4)) & (blank4 >> shift);
      if (slack > <T>7) {
        if (isReference<L>()) {
          blank8 = blank4 & (blank4 >> (<T>4));
          blank16 = blank8 & (blank8 >> (<T>8));
          blank32 = blank16 & (blank16 >> (<T>16));
        }
        left |= (left >> (<T>8)) & (blank8 >> shift);
        if (sizeof<L>() != 2) left |= (left >> (<T>16)) & (blank16 >> shift);
        if (isReference<L>() || sizeof<L>() == 8) left |= (left >> (<T>32)) & (blank32 >> shift);
      }
      const cells: T = gaps[block - first - 1] & left;
      if (isReference<L>()) Sets.or(result, 0, words, <i32>base, <u64>cells);
      else blanks |= cells << base;
      starts = reach[block - first - 1] & (isTight ? left : left | starts);
    }
    // The first gap covers whatever is before the highest start of the first block.
    blanks |= (one << (<T>highest<T>(starts))) - one;
    if (isReference<W>()) result[0] = result[0] | (<u64>blanks);
    else {
      LineResult.blank = <u64>blanks;
      LineResult.filled = <u64>fills;
    }
    return true;
  }
}
