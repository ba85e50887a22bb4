import type { Problem } from '../model/problem.js';
import type { WordEnds } from './word-ends.js';

/** What follows from the runs of the line that was read last, as words with bit i for cell i. */
export const wordRuns = { filled: 0, blank: 0 };

/**
 * The rules about runs of filled cells in a line, within the bounds of its blocks: those of
 * `applyRuns` (see level-runs.ts) for lines of up to 32 cells in black and white. Leaves filled
 * cells and blank cells in `wordRuns`, known ones among them.
 */
export function readWordRuns(
  problem: Problem,
  ends: WordEnds,
  line: number,
  canBlank: number,
  canFilled: number,
): void {
  const full = canBlank | canFilled;
  const found = full & ~canBlank;
  const blanks = full & ~canFilled;
  let filled = 0;
  let blank = 0;
  for (let rest = found; rest !== 0;) {
    const from = 31 - Math.clz32(rest & -rest);
    const to = runEnd(found, from);
    rest &= ~span(from, to);
    // A cell beside a run is blank if it would make a run that no block can be: a cap, or a gap
    // between two.
    if (from > 0 && ((canBlank & canFilled) >>> (from - 1)) & 1) {
      const before = from > 1 && (found >>> (from - 2)) & 1 ? runStart(found, from - 2) : from - 1;
      if (shortest(problem, ends, line, before, to) === 0) blank |= 1 << (from - 1);
    }
    if (to < 31 && ((canBlank & canFilled) >>> (to + 1)) & 1) {
      const after = to < 30 && (found >>> (to + 2)) & 1 ? runEnd(found, to + 2) : to + 1;
      if (shortest(problem, ends, line, from, after) === 0) blank |= 1 << (to + 1);
    }
    const least = shortest(problem, ends, line, from, to);
    const left = from === 0 ? 0 : 32 - Math.clz32(blanks & span(0, from - 1));
    const right = runEnd(canFilled, to);
    if (left + least - 1 > to) filled |= span(to + 1, left + least - 1);
    if (right - least + 1 < from) filled |= span(right - least + 1, from - 1);
  }
  for (let rest = canFilled; rest !== 0;) {
    const from = 31 - Math.clz32(rest & -rest);
    const to = runEnd(canFilled, from);
    const gap = span(from, to);
    rest &= ~gap;
    if ((gap & found) === 0 && !hasRoom(problem, ends, line, from, to)) blank |= gap;
  }
  wordRuns.filled = filled;
  wordRuns.blank = blank;
}

/** The cells from `from` to `to`, both included. */
function span(from: number, to: number): number {
  return (-1 >>> (31 - (to - from))) << from;
}

/** The last cell of the run of ones that `from` is in. */
function runEnd(cells: number, from: number): number {
  const zeros = ~(cells >>> from);
  // The shift brought in zeros, except a shift by 0 of all ones.
  return zeros === 0 ? 31 : from + 30 - Math.clz32(zeros & -zeros);
}

/** The first cell of the run of ones that `to` is in. */
function runStart(cells: number, to: number): number {
  return to + 1 - Math.clz32(~(cells << (31 - to)));
}

/** The length of the shortest block that can be the run from `from` to `to`; 0 for none. */
function shortest(
  problem: Problem,
  { first, last }: WordEnds,
  line: number,
  from: number,
  to: number,
): number {
  const { blockStart, blockLength } = problem;
  let least = 0;
  for (let block = blockStart[line]; block < blockStart[line + 1]; block++) {
    const length = blockLength[block];
    if (length <= to - from || first[block] > from || last[block] + length <= to) continue;
    if (least === 0 || length < least) least = length;
  }
  return least;
}

/** Whether a block fits into the cells from `from` to `to`, within its bounds. */
function hasRoom(
  problem: Problem,
  { first, last }: WordEnds,
  line: number,
  from: number,
  to: number,
): boolean {
  const { blockStart, blockLength } = problem;
  for (let block = blockStart[line]; block < blockStart[line + 1]; block++) {
    const earliest = first[block] > from ? first[block] : from;
    const latest = to - blockLength[block] + 1;
    if (earliest <= last[block] && earliest <= latest) return true;
  }
  return false;
}
