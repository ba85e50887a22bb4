// The rules about runs of filled cells in a line, within the bounds of its blocks (see ends-planes.ts), where W is Any. A
// run is a stretch of cells of one colour. A block is possible for it if it has that colour, is at least as long, and
// the run is within its bounds.
//
// - A cell next to a run does not have its colour if that would make a run for which no block is possible: so the longest
//   possible block is capped, and two runs are not joined into too long a one.
// - A run grows away from the nearest cell that cannot have its colour, up to the length of the shortest possible block,
//   counted from there.
// - A gap (a stretch of cells that can have a colour, none of them found) into which no block of the colour fits within
//   its bounds does not have the colour.

import { Planes } from '../lines/planes';
import { Grid } from '../memory/grid';
import { Table, takeUnset } from '../memory/memory';
import { Problem, lineLength, placeOf, wordsOf } from '../memory/problem';
import { EndsOfPlanes } from './ends-planes';

class Runs {
  /** By cell of the line: the values that it can have, bit v for value v. */
  static cells: Table<u32> = changetype<Table<u32>>(0);
  static line: i32 = 0;
  static length: i32 = 0;
}

/** Takes the tables for the longest line. */
export function takeRuns(): void {
  Runs.cells = takeUnset<u32>(max(Problem.width, Problem.height));
}

/** Puts the values that the rules leave to the cells of a line into `Planes.result`. */
export function readRunsOfPlanes(line: i32): void {
  Runs.line = line;
  Runs.length = lineLength(line);
  readCells();
  for (let colour = 1; colour < Problem.values; colour++) {
    limitRuns(colour);
    growRuns(colour);
    closeGaps(colour);
  }
  writeCells();
}

function readCells(): void {
  const words = wordsOf(Runs.line);
  const at = placeOf(Runs.line);
  for (let i = 0; i < Runs.length; i++) {
    let cell: u32 = 0;
    for (let value = 0; value < Problem.values; value++) {
      const word = Grid.planes[at + value * words + (i >> 6)];
      cell |= (<u32>((word >> (<u64>i)) & 1)) << value;
    }
    Runs.cells[i] = cell;
  }
}

function writeCells(): void {
  const words = wordsOf(Runs.line);
  const result = Planes.result;
  result.clear(0, Problem.values * words);
  for (let i = 0; i < Runs.length; i++) {
    for (let rest = Runs.cells[i]; rest != 0; rest &= rest - 1) {
      const at = <i32>ctz<u32>(rest) * words + (i >> 6);
      result[at] = result[at] | ((<u64>1) << (<u64>i));
    }
  }
}

/** Takes values from a cell. */
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

/** The length of the shortest block that is possible for the run from `from` to `to`; 0 for none. */
function shortest(colour: i32, from: i32, to: i32): i32 {
  let least = 0;
  const end = Problem.blockStart[Runs.line + 1];
  for (let block = Problem.blockStart[Runs.line]; block < end; block++) {
    const size = Problem.blockLength[block];
    if (<i32>Problem.blockColour[block] != colour || size <= to - from) continue;
    if (Problem.blockMin[block] + EndsOfPlanes.first[block] > from) continue;
    if (Problem.blockMin[block] + EndsOfPlanes.last[block] + size <= to) continue;
    if (least == 0 || size < least) least = size;
  }
  return least;
}

/** Whether a block of the colour fits into the cells from `from` to before `to`. */
function hasRoom(colour: i32, from: i32, to: i32): bool {
  const end = Problem.blockStart[Runs.line + 1];
  for (let block = Problem.blockStart[Runs.line]; block < end; block++) {
    if (<i32>Problem.blockColour[block] != colour) continue;
    const start = Problem.blockMin[block];
    const earliest = max(from, start + EndsOfPlanes.first[block]);
    const latest = min(to - Problem.blockLength[block], start + EndsOfPlanes.last[block]);
    if (earliest <= latest) return true;
  }
  return false;
}
