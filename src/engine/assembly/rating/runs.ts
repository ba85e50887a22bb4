// The rules about runs of filled cells in a line, within the bounds of its blocks (see ends.ts): those of runs-planes.ts,
// on words.

import { bitOf, maskOf } from '../memory/grid';
import { Problem } from '../memory/problem';
import { Ends } from './ends';

/** What follows from the runs of the line that was read last: cells, known ones among them. */
export class Runs {
  static filled: u64 = 0;
  static blank: u64 = 0;
}

/** Reads the runs of a line. */
export function readRuns<W>(line: i32, canBlank: W, canFilled: W): void {
  const bits = <i32>(8 * sizeof<W>());
  const full: W = canBlank | canFilled;
  const unknown: W = canBlank & canFilled;
  const found: W = full & ~canBlank;
  const blanks: W = full & ~canFilled;
  let filled: W = 0;
  let blank: W = 0;
  for (let rest: W = found; rest != 0;) {
    const from = <i32>ctz<W>(rest);
    const to = runEnd<W>(found, from);
    rest &= ~span<W>(from, to);
    // A cell beside a run is blank if it would make a run that no block can be: a cap, or a gap between two.
    if (from > 0 && has<W>(unknown, from - 1)) {
      const before = from > 1 && has<W>(found, from - 2) ? runStart<W>(found, from - 2) : from - 1;
      if (shortest(line, before, to) == 0) blank |= bitOf<W>(from - 1);
    }
    if (to < bits - 1 && has<W>(unknown, to + 1)) {
      const after = to < bits - 2 && has<W>(found, to + 2) ? runEnd<W>(found, to + 2) : to + 1;
      if (shortest(line, from, after) == 0) blank |= bitOf<W>(to + 1);
    }
    const least = shortest(line, from, to);
    const left = from == 0 ? 0 : bits - <i32>clz<W>(blanks & maskOf<W>(from));
    const right = runEnd<W>(canFilled, to);
    if (left + least - 1 > to) filled |= span<W>(to + 1, left + least - 1);
    if (right - least + 1 < from) filled |= span<W>(right - least + 1, from - 1);
  }
  for (let rest: W = canFilled; rest != 0;) {
    const from = <i32>ctz<W>(rest);
    const to = runEnd<W>(canFilled, from);
    const gap = span<W>(from, to);
    rest &= ~gap;
    if ((gap & found) == 0 && !hasRoom(line, from, to)) blank |= gap;
  }
  Runs.filled = <u64>filled;
  Runs.blank = <u64>blank;
}

/** Whether cell `i` is in `cells`. */
function has<W>(cells: W, i: i32): bool {
  return ((cells >> (<W>i)) & (<W>1)) != 0;
}

/** The cells from `from` to `to`, both included. */
function span<W>(from: i32, to: i32): W {
  return maskOf<W>(to - from + 1) << (<W>from);
}

/** The last cell of the run of ones that `from` is in. */
function runEnd<W>(cells: W, from: i32): i32 {
  const zeros: W = ~(cells >> (<W>from));
  // The shift brought in zeros, except a shift by 0 of all ones.
  return zeros == 0 ? <i32>(8 * sizeof<W>()) - 1 : from - 1 + <i32>ctz<W>(zeros);
}

/** The first cell of the run of ones that `to` is in. */
function runStart<W>(cells: W, to: i32): i32 {
  const above = <i32>(8 * sizeof<W>()) - 1 - to;
  return to + 1 - <i32>clz<W>(~(cells << (<W>above)));
}

/** The length of the shortest block that can be the run from `from` to `to`; 0 for none. */
function shortest(line: i32, from: i32, to: i32): i32 {
  let least = 0;
  for (let block = Problem.blockStart[line]; block < Problem.blockStart[line + 1]; block++) {
    const length = Problem.blockLength[block];
    if (length <= to - from || Ends.first[block] > from || Ends.last[block] + length <= to)
      continue;
    if (least == 0 || length < least) least = length;
  }
  return least;
}

/** Whether a block fits into the cells from `from` to `to`, within its bounds. */
function hasRoom(line: i32, from: i32, to: i32): bool {
  for (let block = Problem.blockStart[line]; block < Problem.blockStart[line + 1]; block++) {
    const earliest = max(Ends.first[block], from);
    const latest = to - Problem.blockLength[block] + 1;
    if (earliest <= Ends.last[block] && earliest <= latest) return true;
  }
  return false;
}
