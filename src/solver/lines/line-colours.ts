import type { Problem } from '../model/problem.js';

const reach = new Int32Array(32);
const gaps = new Int32Array(32);

/**
 * Complete line solving in any number of colours for lines of up to 32 cells: `solveWordLine` with
 * a plane for each colour, and with gaps that may be empty between blocks of different colours.
 *
 * Solves line `line` of `problem`, whose planes (the cells that can have value 0, 1, ...) are the
 * words of `planes` from `at` on, without bits beyond the line's end. Returns false if no placement
 * fits; else writes the planes of the values that occur in placements to `out` from 0 on.
 */
export function solveColourLine(
  problem: Problem,
  line: number,
  planes: Int32Array,
  at: number,
  out: Int32Array,
): boolean {
  const { blockMin, blockShifts, blockColour, values } = problem;
  const first = problem.blockStart[line];
  const last = problem.blockStart[line + 1] - 1;
  const slack = problem.slack[line];
  const canBlank = planes[at];
  for (let value = 1; value < values; value++) out[value] = 0;
  if (last < first) {
    out[0] = canBlank;
    return (~canBlank & (-1 >>> (32 - slack))) === 0;
  }
  const full = -1 >>> (31 - slack);

  let open = ((canBlank & ~(canBlank + 1)) << 1) | 1;
  for (let block = first; block <= last; block++) {
    const shifts = blockShifts[block];
    const min = blockMin[block];
    let fit = planes[at + blockColour[block]];
    fit &= fit >>> shifts;
    fit &= fit >>> (shifts >>> 5);
    fit &= fit >>> (shifts >>> 10);
    fit &= fit >>> (shifts >>> 15);
    fit &= fit >>> (shifts >>> 20);
    const starts = open & (fit >>> min) & full;
    if (starts === 0) return false;
    const blank = ((canBlank >>> min) >>> (shifts >>> 25)) >>> 1;
    const from = starts & blank;
    const gap = (~(from + blank) | from) & blank;
    reach[block - first] = starts;
    gaps[block - first] = gap;
    // After a gap that may be empty the next block starts one later than the gap's last cell.
    const tight = block < last && blockColour[block + 1] === blockColour[block];
    open = tight ? gap : starts | (gap << 1);
  }

  const lastShifts = blockShifts[last];
  const behind = ((canBlank >>> blockMin[last]) >>> (lastShifts >>> 25)) >>> 1;
  const filledBehind = ~behind & (full >>> 1);
  let left = filledBehind === 0 ? full : full & (-2 << (31 - Math.clz32(filledBehind)));
  let starts = reach[last - first] & left;
  if (starts === 0) return false;
  let blanks =
    ((((starts | -starts) & (full >>> 1)) << blockMin[last]) << (lastShifts >>> 25)) << 1;
  const blank2 = canBlank & (canBlank >>> 1);
  const blank4 = blank2 & (blank2 >>> 2);
  const blank8 = blank4 & (blank4 >>> 4);
  const blank16 = blank8 & (blank8 >>> 8);
  for (let block = last; ; block--) {
    const shifts = blockShifts[block];
    const min = blockMin[block];
    const colour = blockColour[block];
    let cover = starts << min;
    cover |= cover << shifts;
    cover |= cover << (shifts >>> 5);
    cover |= cover << (shifts >>> 10);
    cover |= cover << (shifts >>> 15);
    cover |= cover << (shifts >>> 20);
    out[colour] |= cover;
    if (block === first) break;
    // Bit s of the gap is its last cell when this block starts at s, or the one after that.
    const tight = blockColour[block - 1] === colour;
    const base = tight ? min - 1 : min;
    left = (tight ? starts : starts >>> 1) & (canBlank >>> base);
    left |= (left >>> 1) & (canBlank >>> base);
    left |= (left >>> 2) & (blank2 >>> base);
    left |= (left >>> 4) & (blank4 >>> base);
    left |= (left >>> 8) & (blank8 >>> base);
    left |= (left >>> 16) & (blank16 >>> base);
    blanks |= (gaps[block - first - 1] & left) << base;
    starts = reach[block - first - 1] & (tight ? left : left | starts);
  }
  out[0] = blanks | ((1 << (31 - Math.clz32(starts))) - 1);
  return true;
}
