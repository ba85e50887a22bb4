// The rules about runs of filled cells in a line, within the bounds of its blocks (see ends.ts). A
// run is a stretch of cells of one colour. A block is possible for it if it has that colour, is at
// least as long, and the run is within its bounds.
//
// - A cell next to a run does not have its colour if that would make a run for which no block is
//   possible: so the longest possible block is capped, and two runs are not joined into too long a
//   one.
// - A run grows away from the nearest cell that cannot have its colour, up to the length of the
//   shortest possible block, counted from there.
// - A gap (a stretch of cells that can have a colour, none of them found) into which no block of
//   the colour fits within its bounds does not have the colour.
//
// Few lines are read this far: it works on cells, not on words of them.

import { planeWords, planesAt, valuesIn, wordAt } from '../lines/shape';
import { Table, takeUnset } from '../memory/memory';
import { Problem, lineLength } from '../memory/problem';
import { Ends } from './ends';

class Runs {
  /** By cell of the line read last: the values that the rules leave it, bit v for value v. */
  static cells: Table<u32> = changetype<Table<u32>>(0);
  static line: i32 = 0;
  static length: i32 = 0;
}

/** Takes the tables for the longest line. */
export function takeRuns(): void {
  Runs.cells = takeUnset<u32>(max(Problem.width, Problem.height));
}

/** Applies the rules to a line of `planes`; what they leave is in `Runs.cells`. */
export function applyRuns<W>(planes: Table<u64>, line: i32): void {
  Runs.line = line;
  Runs.length = lineLength(line);
  const words = planeWords<W>(line);
  for (let i = 0; i < Runs.length; i++) {
    let cell: u32 = 0;
    for (let value = 0; value < valuesIn<W>(); value++) {
      const word = wordAt<W>(planes, planesAt<W>(line) + value * words + (i >> 6));
      cell |= (<u32>((word >> (<u64>i)) & 1)) << value;
    }
    Runs.cells[i] = cell;
  }
  for (let colour = 1; colour < valuesIn<W>(); colour++) {
    limitRuns(colour);
    growRuns(colour);
    closeGaps(colour);
  }
}

/** The cells of word `k` of the line to which the rules leave a value. */
export function leftByRuns(value: i32, k: i32): u64 {
  let word: u64 = 0;
  for (let i = 64 * k; i < min(Runs.length, 64 * k + 64); i++) {
    word |= (<u64>((Runs.cells[i] >> value) & 1)) << (<u64>i);
  }
  return word;
}

function takeFrom(cell: i32, values: u32): void {
  Runs.cells[cell] = Runs.cells[cell] & ~values;
}

function limitRuns(colour: i32): void {
  const cells = Runs.cells;
  const bit: u32 = 1 << colour;
  for (let cell = 0; cell < Runs.length; cell++) {
    if (cells[cell] == bit || (cells[cell] & bit) == 0) continue;
    let from = cell;
    while (from > 0 && cells[from - 1] == bit) from--;
    const to = runEnd(cell, bit);
    if (from != to && shortest(colour, from, to) == 0) takeFrom(cell, bit);
  }
}

function growRuns(colour: i32): void {
  const cells = Runs.cells;
  const bit: u32 = 1 << colour;
  for (let from = 0; from < Runs.length; from++) {
    if (cells[from] != bit) continue;
    const to = runEnd(from, bit);
    const size = shortest(colour, from, to);
    let left = from;
    while (left > 0 && (cells[left - 1] & bit) != 0) left--;
    let right = to;
    while (right + 1 < Runs.length && (cells[right + 1] & bit) != 0) right++;
    for (let cell = to + 1; cell < left + size; cell++) takeFrom(cell, ~bit);
    for (let cell = from - 1; cell > right - size; cell--) takeFrom(cell, ~bit);
    from = runEnd(to, bit);
  }
}

function closeGaps(colour: i32): void {
  const cells = Runs.cells;
  const bit: u32 = 1 << colour;
  for (let from = 0; from < Runs.length; from++) {
    if ((cells[from] & bit) == 0) continue;
    let to = from;
    let isFound = false;
    for (; to < Runs.length && (cells[to] & bit) != 0; to++) if (cells[to] == bit) isFound = true;
    if (!isFound && !hasRoom(colour, from, to)) {
      for (let cell = from; cell < to; cell++) takeFrom(cell, bit);
    }
    from = to;
  }
}

/** The last cell of the run that begins after `cell`, or `cell`. */
function runEnd(cell: i32, bit: u32): i32 {
  while (cell + 1 < Runs.length && Runs.cells[cell + 1] == bit) cell++;
  return cell;
}

/** Whether a block has this colour; if there is one alone, it has. */
function hasColour(block: i32, colour: i32): bool {
  return Problem.values == 2 || <i32>Problem.blockColour[block] == colour;
}

/** The length of the shortest block possible for the run from `from` to `to`; 0 for none. */
function shortest(colour: i32, from: i32, to: i32): i32 {
  let least = 0;
  const end = Problem.blockStart[Runs.line + 1];
  for (let block = Problem.blockStart[Runs.line]; block < end; block++) {
    const size = Problem.blockLength[block];
    if (!hasColour(block, colour) || size <= to - from) continue;
    if (Ends.first[block] > from) continue;
    if (Ends.last[block] + size <= to) continue;
    if (least == 0 || size < least) least = size;
  }
  return least;
}

/** Whether a block of the colour fits into the cells from `from` to before `to`. */
function hasRoom(colour: i32, from: i32, to: i32): bool {
  const end = Problem.blockStart[Runs.line + 1];
  for (let block = Problem.blockStart[Runs.line]; block < end; block++) {
    if (!hasColour(block, colour)) continue;
    const earliest = max(from, Ends.first[block]);
    const latest = min(to - Problem.blockLength[block], Ends.last[block]);
    if (earliest <= latest) return true;
  }
  return false;
}
