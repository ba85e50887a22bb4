// What is known about the cells: a line has a plane for each value; bit i of plane v is set while
// cell i can have value v. Rows come first, then columns. In black and white, a line is two words
// W. Where W is Any, a plane is words of 64 bits, as many for all lines of a direction; line
// solvers look one word beyond, whatever is there.

import { Grid } from '../memory/grid';
import { Table, takeUnset } from '../memory/memory';
import { Any, Problem, placeOf, startCell, wordsOf } from '../memory/problem';
import {
  addAllLines,
  addLines,
  lineSetWords,
  planeWords,
  planesAt,
  putWord,
  rowSetWords,
  severalOf,
  takeWords,
  valuesIn,
  wordAt,
} from './shape';

export class Planes {
  /** The set of dirty lines: see shape.ts. */
  static dirty: Table<u64> = changetype<Table<u64>>(0);
  /** Where W is Any: the planes that the line solved last may keep, and a word more. */
  static result: Table<u64> = changetype<Table<u64>>(0);
}

/** Words after the last plane where W is Any. */
export const SPARE: i32 = 2;

/** Every cell can have every value, apart from the start position; all lines are dirty. */
export function resetGrid<W>(): void {
  const spare = isReference<W>() ? SPARE : 0;
  Grid.planes = takeWords<W>(planesAt<W>(Problem.lines) + spare);
  Planes.dirty = takeUnset<u64>(lineSetWords<W>());
  if (isReference<W>()) {
    Planes.result = takeUnset<u64>(Problem.values * max(Problem.rowWords, Problem.columnWords) + 1);
  }
  const removals = Problem.cells * (valuesIn<W>() - 1);
  Grid.trailCell = takeUnset<i32>(removals);
  Grid.trailValue = takeUnset<u8>(removals);
  refillGrid<W>();
}

/** As `resetGrid`, in the tables that are there. */
export function refillGrid<W>(): void {
  const planes = Grid.planes;
  const columns = planesAt<W>(Problem.height);
  const end = planesAt<W>(Problem.lines);
  fillPlanes<W>(0, columns, planeWords<W>(0), Problem.width);
  fillPlanes<W>(columns, end, planeWords<W>(Problem.height), Problem.height);
  if (isReference<W>()) planes.clear(end, SPARE);
  Grid.unknown = Problem.cells;
  Grid.trailLength = 0;
  addAllLines<W>(Planes.dirty);
  if (Problem.startAt < 0) return;
  let cell = 0;
  for (let row = 0; row < Problem.height; row++) {
    for (let column = 0; column < Problem.width; column++) {
      const given = startCell(Problem.startAt, cell++);
      if (given < valuesIn<W>()) assignValue<W>(row, column, given);
    }
  }
}

/** Puts the first `count` bits into all planes of `words` words from `at` to before `end`. */
function fillPlanes<W>(at: i32, end: i32, words: i32, count: i32): void {
  const planes = Grid.planes;
  const last = ~(<u64>0) >> (<u64>(64 * words - count));
  while (at < end) {
    for (let k = words - 1; k > 0; k--) putWord<W>(planes, at++, ~(<u64>0));
    putWord<W>(planes, at++, last);
  }
}

export function clearLines<W>(): void {
  for (let k = 0; k < lineSetWords<W>(); k++) Planes.dirty[k] = 0;
}

export function hasValue<W>(row: i32, column: i32, value: i32): bool {
  return ((wordAt<W>(Grid.planes, rowWord<W>(row, column, value)) >> (<u64>column)) & 1) != 0;
}

/** Where the word of a plane of a row is that has the cell. */
function rowWord<W>(row: i32, column: i32, value: i32): i32 {
  if (!isReference<W>()) return 2 * row + value;
  return (row * Problem.values + value) * Problem.rowWords + (column >> 6);
}

/** Where that of its column is. */
function columnWord<W>(row: i32, column: i32, value: i32): i32 {
  const at = planesAt<W>(Problem.height + column) + value * planeWords<W>(Problem.height);
  return isReference<W>() ? at + (row >> 6) : at;
}

/** Whether the cell can have the value, and others. */
export function isOpenTo<W>(row: i32, column: i32, value: i32): bool {
  const several = severalOf<W>(Grid.planes, row, isReference<W>() ? column >> 6 : 0);
  return hasValue<W>(row, column, value) && ((several >> (<u64>column)) & 1) != 0;
}

export function countValues<W>(row: i32, column: i32): i32 {
  let count = 0;
  for (let value = 0; value < valuesIn<W>(); value++) {
    count += i32(hasValue<W>(row, column, value));
  }
  return count;
}

/** Puts a value of a cell into the planes of its row and its column, or takes it out. */
export function flipValue<W>(planes: Table<u64>, row: i32, column: i32, value: i32): void {
  const a = rowWord<W>(row, column, value);
  const b = columnWord<W>(row, column, value);
  putWord<W>(planes, a, wordAt<W>(planes, a) ^ ((<u64>1) << (<u64>column)));
  putWord<W>(planes, b, wordAt<W>(planes, b) ^ ((<u64>1) << (<u64>row)));
}

/** Removes a value that the cell can have, one of several, and marks row and column dirty. */
export function removeValue<W>(row: i32, column: i32, value: i32): void {
  flipValue<W>(Grid.planes, row, column, value);
  Grid.trailCell[Grid.trailLength] = (row << 16) | column;
  Grid.trailValue[Grid.trailLength++] = <u8>value;
  addLines<W>(Planes.dirty, row, column);
  if (!isReference<W>() || countValues<W>(row, column) == 1) Grid.unknown--;
}

export function markLine(line: i32): void {
  const isRow = line < Problem.height;
  const index = isRow ? line : line - Problem.height;
  const k = (isRow ? 0 : rowSetWords<Any>()) + (index >> 6);
  Planes.dirty[k] = Planes.dirty[k] | ((<u64>1) << (<u64>index));
}

/** Removes every other value of the cell, which can have `value`. */
export function assignValue<W>(row: i32, column: i32, value: i32): void {
  if (!isReference<W>()) {
    removeValue<W>(row, column, 1 - value);
    return;
  }
  for (let other = 0; other < Problem.values; other++) {
    if (other != value && hasValue<W>(row, column, other)) removeValue<W>(row, column, other);
  }
}

/** Takes back what the trail has after `length`, when `unknown` cells were unknown. */
export function undoGrid<W>(length: i32, unknown: i32): void {
  const planes = Grid.planes;
  for (let i = Grid.trailLength - 1; i >= length; i--) {
    const cell = Grid.trailCell[i];
    flipValue<W>(planes, cell >>> 16, cell & 0xffff, <i32>Grid.trailValue[i]);
  }
  Grid.trailLength = length;
  Grid.unknown = unknown;
  clearLines<W>();
}

/** Cuts a line to `Planes.result`, marks crossing lines dirty; returns whether anything changed. */
export function narrow(line: i32): bool {
  const planes = Grid.planes;
  const result = Planes.result;
  const values = Problem.values;
  const isRow = line < Problem.height;
  const index = isRow ? line : line - Problem.height;
  const words = wordsOf(line);
  const at = placeOf(line);
  const acrossWords = isRow ? Problem.columnWords : Problem.rowWords;
  const across = (isRow ? placeOf(Problem.height) : 0) + (index >> 6);
  const dirty = Planes.dirty;
  const crossing = isRow ? rowSetWords<Any>() : 0;
  const keep = ~((<u64>1) << (<u64>index));
  const before = Grid.trailLength;
  let length = before;
  for (let k = 0; k < words; k++) {
    let changed: u64 = 0;
    for (let i = k; i < values * words; i += words) changed |= planes[at + i] & ~result[i];
    // Most line solves find nothing.
    if (changed == 0) continue;
    dirty[crossing + k] = dirty[crossing + k] | changed;
    let once: u64 = 0;
    let twice: u64 = 0;
    let onceAfter: u64 = 0;
    let twiceAfter: u64 = 0;
    for (let value = 0; value < values; value++) {
      const i = value * words + k;
      const could = planes[at + i];
      const can = could & result[i];
      twice |= once & could;
      once |= could;
      twiceAfter |= onceAfter & can;
      onceAfter |= can;
      planes[at + i] = can;
      for (let rest = could ^ can; rest != 0; rest &= rest - 1) {
        const other = 64 * k + <i32>ctz<u64>(rest);
        const to = across + (other * values + value) * acrossWords;
        planes[to] = planes[to] & keep;
        Grid.trailCell[length] = isRow ? (index << 16) | other : (other << 16) | index;
        Grid.trailValue[length++] = <u8>value;
      }
    }
    Grid.unknown -= <i32>popcnt<u64>(twice & ~twiceAfter);
  }
  Grid.trailLength = length;
  return length > before;
}

/** Writes the full grid's values to the first places of `cells`, which are 0 where W is Any. */
export function storeCells<W>(cells: Table<u8>): void {
  for (let row = 0, at = 0; row < Problem.height; row++) {
    if (!isReference<W>()) {
      // In short lines, the end of a loop over filled cells is guessed wrong each time.
      const filled = wordAt<W>(Grid.planes, 2 * row + 1);
      for (let column = 0; column < Problem.width; column++) {
        cells[at++] = <u8>((filled >> (<u64>column)) & 1);
      }
      continue;
    }
    const words = planeWords<W>(row);
    for (let value = 1; value < valuesIn<W>(); value++) {
      const at = planesAt<W>(row) + value * words;
      for (let k = 0; k < words; k++) {
        for (let rest = wordAt<W>(Grid.planes, at + k); rest != 0; rest &= rest - 1) {
          cells[row * Problem.width + 64 * k + <i32>ctz<u64>(rest)] = <u8>value;
        }
      }
    }
  }
}
