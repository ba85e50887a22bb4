import type { Problem } from '../model/problem.js';

/** By block: the starts that the blocks before it leave open. */
let reach = new Int32Array(64);
/** By block: the cells that the gap after it can cover, seen from the left. */
let gaps = new Int32Array(64);
/** The two planes of the line, each with two guard words after it. */
let blank = new Int32Array(16);
let filled = new Int32Array(16);

/** Whether each block with the slack of `line` is within 32 cells. */
export function isCrowded(problem: Problem, line: number): boolean {
  const { blockLength, blockStart } = problem;
  const most = 32 - problem.slack[line];
  let block = blockStart[line];
  const end = blockStart[line + 1];
  if (block === end) return false;
  while (block < end && blockLength[block] <= most) block++;
  return block === end;
}

/**
 * Complete line solving in black and white for crowded lines of any length: the cells that a
 * block can cover, with those of the gap after it, are read from the planes as one word, and then
 * each step is that of `solveWordLine`. Parameters and result are those of `WideLines.solve`.
 *
 * Two thirds of the lines of 33 to 64 cells in collections are crowded, and all in random puzzles.
 */
export function solveCrowdedLine(
  problem: Problem,
  line: number,
  planes: Int32Array,
  at: number,
  words: number,
  out: Int32Array,
): boolean {
  const { blockMin, blockShifts } = problem;
  const first = problem.blockStart[line];
  const last = problem.blockStart[line + 1] - 1;
  const slack = problem.slack[line];
  const full = -1 >>> (31 - slack);
  if (reach.length <= last - first) {
    reach = new Int32Array(2 * (last - first + 1));
    gaps = new Int32Array(2 * (last - first + 1));
  }
  if (blank.length < words + 2) {
    blank = new Int32Array(2 * words + 2);
    filled = new Int32Array(2 * words + 2);
  }
  for (let k = 0; k < words; k++) {
    blank[k] = planes[at + k];
    filled[k] = planes[at + words + k];
    out[k] = 0;
    out[words + k] = 0;
  }
  blank[words] = blank[words + 1] = 0;
  filled[words] = filled[words + 1] = 0;

  // The first gap is the run of cells from 0 on that can be blank, or empty.
  let open = ((blank[0] & ~(blank[0] + 1)) << 1) | 1;
  for (let block = first; block <= last; block++) {
    const shifts = blockShifts[block];
    const min = blockMin[block];
    const word = min >>> 5;
    // A window: the second word is moved by two shifts, as one by 32 does nothing.
    let fit = (filled[word] >>> min) | ((filled[word + 1] << 1) << (31 - min));
    fit &= fit >>> shifts;
    fit &= fit >>> (shifts >>> 5);
    fit &= fit >>> (shifts >>> 10);
    fit &= fit >>> (shifts >>> 15);
    fit &= fit >>> (shifts >>> 20);
    const starts = open & fit & full;
    const behind = min + 1 + (shifts >>> 25);
    const behindWord = behind >>> 5;
    const can = (blank[behindWord] >>> behind) | ((blank[behindWord + 1] << 1) << (31 - behind));
    const from = starts & can;
    // Bit s of the gap is its cell behind + s; the next block at s has it as its last.
    open = (~(from + can) | from) & can;
    reach[block - first] = starts;
    gaps[block - first] = open;
  }

  // The last gap reaches the end of the line: bits from the highest that cannot be blank on.
  const end = blockMin[last] + 1 + (blockShifts[last] >>> 25);
  const endWord = end >>> 5;
  const behind = (blank[endWord] >>> end) | ((blank[endWord + 1] << 1) << (31 - end));
  const filledBehind = ~behind & (full >>> 1);
  let left = filledBehind === 0 ? full : full & (-2 << (31 - Math.clz32(filledBehind)));
  let starts = reach[last - first] & left;
  if (starts === 0) return false;
  const ending = (starts | -starts) & (full >>> 1);
  if (ending !== 0) {
    out[endWord] |= ending << end;
    if (endWord + 1 < words) out[endWord + 1] |= (ending >>> 1) >>> (31 - end);
  }
  for (let block = last; ; block--) {
    const shifts = blockShifts[block];
    const min = blockMin[block];
    let cover = starts;
    cover |= cover << shifts;
    cover |= cover << (shifts >>> 5);
    cover |= cover << (shifts >>> 10);
    cover |= cover << (shifts >>> 15);
    cover |= cover << (shifts >>> 20);
    const to = words + (min >>> 5);
    out[to] |= cover << min;
    if (to + 1 < 2 * words) out[to + 1] |= (cover >>> 1) >>> (31 - min);
    if (block === first) break;
    // The gap before this block: bit s is its last cell when the block starts at s.
    const base = min - 1;
    const word = base >>> 5;
    const can = (blank[word] >>> base) | ((blank[word + 1] << 1) << (31 - base));
    const can2 = can & (can >>> 1);
    const can4 = can2 & (can2 >>> 2);
    left = starts & can;
    left |= (left >>> 1) & can;
    left |= (left >>> 2) & can2;
    left |= (left >>> 4) & can4;
    if (slack > 7) {
      const can8 = can4 & (can4 >>> 4);
      left |= (left >>> 8) & can8;
      left |= (left >>> 16) & can8 & (can8 >>> 8);
    }
    const gap = gaps[block - first - 1] & left;
    out[word] |= gap << base;
    if (word + 1 < words) out[word + 1] |= (gap >>> 1) >>> (31 - base);
    starts = reach[block - first - 1] & left;
  }
  // The first gap covers whatever is before the highest start of the first block.
  out[0] |= (1 << (31 - Math.clz32(starts))) - 1;
  return true;
}
