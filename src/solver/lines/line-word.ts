import type { Problem } from '../model/problem.js';

/**
 * Complete line solving in black and white for lines of up to 32 cells: the fast path.
 *
 * Sets of cells are words, bit i for cell i; sets of starts are words in slack space (see
 * Problem). Forward, `reach` holds for each block the starts that the blocks before it leave
 * open, and `gaps` the cells that the blank gap after it can cover; backward, both are cut down
 * to what the later blocks leave open. What remains is all there is: a cell can be filled if a
 * remaining start of some block covers it, and blank if a remaining gap does.
 *
 * Cost: some 45 operations a block, and no branch that depends on the cells. Carrying a set of
 * starts to the right over cells that can be blank is one addition, whose carry runs through a
 * run of ones and stops at the first zero: `(~(E + N) | E) & N`. To the left there is no such
 * trick; there a parallel prefix takes log2(slack) steps (Kogge and Stone).
 */
const reach = new Int32Array(32);
const gaps = new Int32Array(32);

/** What `solveWordLine` found: the cells that can be blank, and the cells that can be filled. */
export const wordResult = new Int32Array(2);

/**
 * Solves one line of `problem`, given the cells that can still be blank and filled (no bits
 * beyond the line's end; each cell at least in one). Returns false if no placement fits;
 * else `wordResult` has the cells that are blank, and those that are filled, in some placement.
 */
export function solveWordLine(
  problem: Problem,
  line: number,
  canBlank: number,
  canFilled: number,
): boolean {
  const { blockMin, blockShifts } = problem;
  const first = problem.blockStart[line];
  const last = problem.blockStart[line + 1] - 1;
  const slack = problem.slack[line];
  if (last < first) {
    // No blocks: the slack is the whole line.
    wordResult[0] = canBlank;
    wordResult[1] = 0;
    return (~canBlank & (-1 >>> (32 - slack))) === 0;
  }
  // As a signed number: a variable that is now signed and now not would be a float.
  const full = (-1 >>> (31 - slack)) | 0;

  // The first gap is the run of cells from 0 on that can be blank, or empty.
  let open = ((canBlank & ~(canBlank + 1)) << 1) | 1;
  for (let block = first; block <= last; block++) {
    const shifts = blockShifts[block];
    const min = blockMin[block];
    let fit = canFilled;
    fit &= fit >>> shifts;
    fit &= fit >>> (shifts >>> 5);
    fit &= fit >>> (shifts >>> 10);
    fit &= fit >>> (shifts >>> 15);
    fit &= fit >>> (shifts >>> 20);
    const starts = open & (fit >>> min) & full;
    // Bit s: the cell after a block that starts at s. Two shifts, as one by 32 does nothing.
    const blank = ((canBlank >>> min) >>> (shifts >>> 25)) >>> 1;
    const from = starts & blank;
    // Bit s of the gap is its cell min + length + s; the next block at s has it as its last.
    open = (~(from + blank) | from) & blank;
    reach[block - first] = starts;
    gaps[block - first] = open;
  }

  // The last gap reaches the end of the line: bits from the highest that cannot be blank on.
  const lastShifts = blockShifts[last];
  const behind = ((canBlank >>> blockMin[last]) >>> (lastShifts >>> 25)) >>> 1;
  const filledBehind = ~behind & (full >>> 1);
  // The starts above the highest such bit; all of them if there is none.
  let left = full & (-1 << (31 - Math.clz32((filledBehind << 1) | 1)));
  let starts = reach[last - first] & left;
  if (starts === 0) return false;
  let blanks =
    ((((starts | -starts) & (full >>> 1)) << blockMin[last]) << (lastShifts >>> 25)) << 1;
  let fills = 0;
  const blank2 = canBlank & (canBlank >>> 1);
  const blank4 = blank2 & (blank2 >>> 2);
  const blank8 = blank4 & (blank4 >>> 4);
  const blank16 = blank8 & (blank8 >>> 8);
  for (let block = last; ; block--) {
    const shifts = blockShifts[block];
    const min = blockMin[block];
    let cover = starts << min;
    cover |= cover << shifts;
    cover |= cover << (shifts >>> 5);
    cover |= cover << (shifts >>> 10);
    cover |= cover << (shifts >>> 15);
    cover |= cover << (shifts >>> 20);
    fills |= cover;
    if (block === first) break;
    // The gap before this block: bit s is its last cell when the block starts at s.
    const base = min - 1;
    left = starts & (canBlank >>> base);
    left |= (left >>> 1) & (canBlank >>> base);
    left |= (left >>> 2) & (blank2 >>> base);
    left |= (left >>> 4) & (blank4 >>> base);
    if (slack > 7) {
      left |= (left >>> 8) & (blank8 >>> base);
      left |= (left >>> 16) & (blank16 >>> base);
    }
    blanks |= (gaps[block - first - 1] & left) << base;
    starts = reach[block - first - 1] & left;
  }
  // The first gap covers whatever is before the highest start of the first block.
  wordResult[0] = blanks | ((1 << (31 - Math.clz32(starts))) - 1);
  wordResult[1] = fills;
  return true;
}
