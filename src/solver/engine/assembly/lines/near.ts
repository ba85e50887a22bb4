// Complete line solving where W is Any, and each block with the slack is within a word. L is a
// plane of the line: u32 or u64, or Any if it has several words, of which windows are read.

import { Grid } from '../memory/grid';
import { Table, takeUnset } from '../memory/memory';
import { Problem } from '../memory/problem';
import { Planes } from './planes';
import { Sets, highest } from './sets';

/** What was found in a black and white line: cells blank, and cells filled, in some placement. */
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
export function placeBlocks<L>(line: i32, at: i32, words: i32, canBlank: u64): bool {
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
