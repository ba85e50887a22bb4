// Complete line solving in black and white, for lines of up to as many cells as a word W has bits:
// as `placeBlocks` of near.ts does it, but with the steps for some blocks written out one by one.
// So the processor need not guess twice where a loop over the blocks ends, and what is kept of a
// block for the way back stays in registers.
//
// L is W, but for lines of up to 16 cells, where it is u16: they take fewer steps.

import { Table } from '../memory/memory';
import { Problem } from '../memory/problem';
import { Block, LineResult } from './near';
import { highest } from './sets';

/** What is done for a block; `shifts` are those of its length (see Problem.blockShifts). */
@unmanaged
class Step {
  /** Bit s: whether the block can start at s, which is cell `min + s`. */
  @inline
  static fits<L, W>(canFilled: W, shifts: W, min: W): W {
    return Block.eroded<L, W>(canFilled, shifts) >> min;
  }

  /** Bit s: whether the cell after a block that starts at s can be blank. */
  @inline
  static behind<W>(canBlank: W, shifts: W, min: W): W {
    return ((canBlank >> min) >> (shifts >> (<W>(sizeof<W>() == 8 ? 36 : 25)))) >> (<W>1);
  }

  /** The gap after a block with these starts: bit s is the last cell of it if the next is at s. */
  @inline
  static gap<W>(starts: W, behind: W): W {
    const from: W = starts & behind;
    return (~(from + behind) | from) & behind;
  }

  /**
   * The starts of the last block, after which all cells can be blank; `full` has all starts.
   */
  @inline
  static ends<W>(starts: W, behind: W, full: W): W {
    const filled: W = ~behind & (full >> (<W>1));
    return starts & full & (~(<W>0) << (<W>highest<W>((filled << (<W>1)) | (<W>1))));
  }

  /** The cells that the gap after the last block can cover. */
  @inline
  static lastGap<W>(starts: W, shifts: W, min: W, full: W): W {
    const cells: W = (starts | (<W>0 - starts)) & (full >> (<W>1));
    return ((cells << min) << (shifts >> (<W>(sizeof<W>() == 8 ? 36 : 25)))) << (<W>1);
  }

  /**
   * The cells from `base` on that the gap before a block with these starts can cover: its last cell
   * is at most bit s when the block starts at s. `blank2` and `blank4` are the cells that begin two
   * and four cells that can be blank.
   */
  @inline
  static gapBefore<L, W>(starts: W, base: W, slack: W, canBlank: W, blank2: W, blank4: W): W {
    let left: W = starts & (canBlank >> base);
    left |= (left >> (<W>1)) & (canBlank >> base);
    left |= (left >> (<W>2)) & (blank2 >> base);
    left |= (left >> (<W>4)) & (blank4 >> base);
    if (slack > <W>7) {
      const blank8: W = blank4 & (blank4 >> (<W>4));
      left |= (left >> (<W>8)) & (blank8 >> base);
      if (sizeof<L>() != 2) {
        const blank16: W = blank8 & (blank8 >> (<W>8));
        left |= (left >> (<W>16)) & (blank16 >> base);
        if (sizeof<L>() == 8) {
          left |= (left >> (<W>32)) & ((blank16 & (blank16 >> (<W>16))) >> base);
        }
      }
    }
    return left;
  }
}

/**
 * Solves a line with blocks, given the cells that can be blank and filled. Returns false if no
 * placement fits; else `LineResult` has what occurs in placements.
 */
export function placeWords<L, W>(line: i32, canBlank: W, canFilled: W): bool {
  const first = Problem.blockStart[line];
  const more = Problem.blockStart[line + 1] - 1 - first;
  const one: W = 1;
  // The first gap is the run of cells from 0 on that can be blank, or empty.
  const open: W = ((canBlank & ~(canBlank + one)) << one) | one;
  const starts = placeFrom<L, W>(first, more, <W>Problem.slack[line], open, canBlank, canFilled);
  // It covers whatever is before the highest start of the first block.
  LineResult.blank |= <u64>((one << (<W>highest<W>(starts))) - one);
  return starts != 0;
}

/**
 * Places block `first` and `more` after it, the last of the line among them, of which `open` has
 * the starts that the blocks before leave open. Returns the starts of that block in placements, and
 * leaves in `LineResult` what these blocks and the gaps after them cover.
 */
function placeFrom<L, W>(first: i32, more: i32, slack: W, open: W, canBlank: W, canFilled: W): W {
  const allShifts = changetype<Table<W>>(Problem.blockShifts);
  const allMin = Problem.blockMin;
  const one: W = 1;
  const full: W = ~(<W>0) >> (<W>(8 * sizeof<W>() - 1) - slack);
  const blank2: W = canBlank & (canBlank >> one);
  const blank4: W = blank2 & (blank2 >> (<W>2));
  let starts: W;
  let blanks: W;
  let fills: W = 0;
  const shifts0 = allShifts[first];
  const min0 = <W>allMin[first];
  const starts0 = Step.fits<L, W>(canFilled, shifts0, min0) & full & open;
  const behind0 = Step.behind<W>(canBlank, shifts0, min0);
  if (more > 0) {
    const gap0 = Step.gap<W>(starts0, behind0);
    const shifts1 = allShifts[first + 1];
    const min1 = <W>allMin[first + 1];
    const starts1 = Step.fits<L, W>(canFilled, shifts1, min1) & full & gap0;
    const behind1 = Step.behind<W>(canBlank, shifts1, min1);
    if (more > 1) {
      const gap1 = Step.gap<W>(starts1, behind1);
      const shifts2 = allShifts[first + 2];
      const min2 = <W>allMin[first + 2];
      const starts2 = Step.fits<L, W>(canFilled, shifts2, min2) & full & gap1;
      const behind2 = Step.behind<W>(canBlank, shifts2, min2);
      if (more > 2) {
        const gap2 = Step.gap<W>(starts2, behind2);
        const shifts3 = allShifts[first + 3];
        const min3 = <W>allMin[first + 3];
        const starts3 = Step.fits<L, W>(canFilled, shifts3, min3) & full & gap2;
        const behind3 = Step.behind<W>(canBlank, shifts3, min3);
        if (more > 3) {
          const gap3 = Step.gap<W>(starts3, behind3);
          const shifts4 = allShifts[first + 4];
          const min4 = <W>allMin[first + 4];
          const starts4 = Step.fits<L, W>(canFilled, shifts4, min4) & full & gap3;
          const behind4 = Step.behind<W>(canBlank, shifts4, min4);
          if (more > 4) {
            const gap4 = Step.gap<W>(starts4, behind4);
            starts = placeFrom<L, W>(first + 5, more - 5, slack, gap4, canBlank, canFilled);
            blanks = <W>LineResult.blank;
            fills = <W>LineResult.filled;
            const base4 = <W>allMin[first + 5] - one;
            const left4 = Step.gapBefore<L, W>(starts, base4, slack, canBlank, blank2, blank4);
            blanks |= (gap4 & left4) << base4;
            starts = starts4 & left4;
          } else {
            starts = Step.ends<W>(starts4, behind4, full);
            blanks = Step.lastGap<W>(starts, shifts4, min4, full);
          }
          fills |= Block.smeared<L, W>(starts << min4, shifts4);
          const base3 = min4 - one;
          const left3 = Step.gapBefore<L, W>(starts, base3, slack, canBlank, blank2, blank4);
          blanks |= (gap3 & left3) << base3;
          starts = starts3 & left3;
        } else {
          starts = Step.ends<W>(starts3, behind3, full);
          blanks = Step.lastGap<W>(starts, shifts3, min3, full);
        }
        fills |= Block.smeared<L, W>(starts << min3, shifts3);
        const base2 = min3 - one;
        const left2 = Step.gapBefore<L, W>(starts, base2, slack, canBlank, blank2, blank4);
        blanks |= (gap2 & left2) << base2;
        starts = starts2 & left2;
      } else {
        starts = Step.ends<W>(starts2, behind2, full);
        blanks = Step.lastGap<W>(starts, shifts2, min2, full);
      }
      fills |= Block.smeared<L, W>(starts << min2, shifts2);
      const base1 = min2 - one;
      const left1 = Step.gapBefore<L, W>(starts, base1, slack, canBlank, blank2, blank4);
      blanks |= (gap1 & left1) << base1;
      starts = starts1 & left1;
    } else {
      starts = Step.ends<W>(starts1, behind1, full);
      blanks = Step.lastGap<W>(starts, shifts1, min1, full);
    }
    fills |= Block.smeared<L, W>(starts << min1, shifts1);
    const base0 = min1 - one;
    const left0 = Step.gapBefore<L, W>(starts, base0, slack, canBlank, blank2, blank4);
    blanks |= (gap0 & left0) << base0;
    starts = starts0 & left0;
  } else {
    starts = Step.ends<W>(starts0, behind0, full);
    blanks = Step.lastGap<W>(starts, shifts0, min0, full);
  }
  fills |= Block.smeared<L, W>(starts << min0, shifts0);
  LineResult.blank = <u64>blanks;
  LineResult.filled = <u64>fills;
  return starts;
}
