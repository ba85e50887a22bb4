// What is known about the cells where W is Any: lines of any length, in any number of colours.
//
// A cell has a set of values that it can still have; a line has a plane for each value: bit i of
// plane v is set while cell i of the line can have value v. A plane is one or more words. Plane v
// of row r is `rowWords` words at `r * rowStride + v * rowWords` of `Grid.planes`; columns come
// after the rows. Line solvers look one word beyond a plane, whatever is there.

import { Grid } from '../memory/grid';
import { Table, takeUnset } from '../memory/memory';
import { Any, Problem, placeOf, startCell, wordsOf } from '../memory/problem';
import { addAllLines, addLines, lineSetWords, rowSetWords, severalOf } from './shape';

export class Planes {
  /** The set of dirty lines: see shape.ts. */
  static dirty: Table<u64> = changetype<Table<u64>>(0);
  /** What the line that was solved last may keep: its planes, and a word more. */
  static result: Table<u64> = changetype<Table<u64>>(0);
}

/** Words after the last plane. */
export const SPARE: i32 = 2;

/** Every cell can have every value, apart from the start position; all lines are dirty. */
export function resetPlanes(): void {
  const height = Problem.height;
  const width = Problem.width;
  const values = Problem.values;
  const columnBase = height * values * Problem.rowWords;
  Grid.planes = takeUnset<u64>(columnBase + width * values * Problem.columnWords + SPARE);
  Planes.dirty = takeUnset<u64>(lineSetWords<Any>());
  Planes.result = takeUnset<u64>(values * max(Problem.rowWords, Problem.columnWords) + 1);
  const removals = Problem.cells * (values - 1);
  Grid.trailCell = takeUnset<i32>(removals);
  Grid.trailValue = takeUnset<u8>(removals);
  refillPlanes();
}

/** As `resetPlanes`, in the tables that are there. */
export function refillPlanes(): void {
  const height = Problem.height;
  const width = Problem.width;
  const values = Problem.values;
  const planes = Grid.planes;
  for (let k = 0; k < height * values; k++) {
    fillSet(planes, k * Problem.rowWords, Problem.rowWords, width);
  }
  const columnBase = height * values * Problem.rowWords;
  for (let k = 0; k < width * values; k++) {
    fillSet(planes, columnBase + k * Problem.columnWords, Problem.columnWords, height);
  }
  planes.clear(planes.length - SPARE, SPARE);
  Grid.unknown = Problem.cells;
  Grid.trailLength = 0;
  addAllLines<Any>(Planes.dirty);
  if (Problem.startAt < 0) return;
  let cell = 0;
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const given = startCell(Problem.startAt, cell++);
      if (given < values) assignPlanes(row, column, given);
    }
  }
}

/** No line is dirty. */
export function clearLines(): void {
  Planes.dirty.clear(0, lineSetWords<Any>());
}

/** Puts the first `count` bits into the set of `words` words at `at`. */
function fillSet(set: Table<u64>, at: i32, words: i32, count: i32): void {
  for (let k = 0; k < words - 1; k++) set[at + k] = ~(<u64>0);
  set[at + words - 1] = ~(<u64>0) >> (<u64>(64 * words - count));
}

/** Whether the cell can have the value. */
export function canBe(row: i32, column: i32, value: i32): bool {
  const at = (row * Problem.values + value) * Problem.rowWords + (column >> 6);
  return ((Grid.planes[at] >> (<u64>column)) & 1) != 0;
}

/** How many values the cell can have. */
export function countValues(row: i32, column: i32): i32 {
  const planes = Grid.planes;
  const words = Problem.rowWords;
  let at = row * Problem.values * words + (column >> 6);
  let count = 0;
  for (let value = 0; value < Problem.values; value++) {
    count += <i32>((planes[at] >> (<u64>column)) & 1);
    at += words;
  }
  return count;
}

/** Puts a value of a cell into the planes of its row and its column, or takes it out. */
export function flipPlanes(planes: Table<u64>, row: i32, column: i32, value: i32): void {
  const a = (row * Problem.values + value) * Problem.rowWords + (column >> 6);
  const b = placeOf(Problem.height + column) + value * Problem.columnWords + (row >> 6);
  planes[a] = planes[a] ^ ((<u64>1) << (<u64>column));
  planes[b] = planes[b] ^ ((<u64>1) << (<u64>row));
}

/** Removes a value that the cell can have, one of several, and marks row and column dirty. */
export function removePlanes(row: i32, column: i32, value: i32): void {
  flipPlanes(Grid.planes, row, column, value);
  Grid.trailCell[Grid.trailLength] = (row << 16) | column;
  Grid.trailValue[Grid.trailLength++] = <u8>value;
  addLines<Any>(Planes.dirty, row, column);
  if (countValues(row, column) == 1) Grid.unknown--;
}

/** Marks a line dirty. */
export function markLine(line: i32): void {
  const isRow = line < Problem.height;
  const index = isRow ? line : line - Problem.height;
  const k = (isRow ? 0 : rowSetWords<Any>()) + (index >> 6);
  Planes.dirty[k] = Planes.dirty[k] | ((<u64>1) << (<u64>index));
}

/** Removes every other value of the cell, which can have `value`. */
export function assignPlanes(row: i32, column: i32, value: i32): void {
  for (let other = 0; other < Problem.values; other++) {
    if (other != value && canBe(row, column, other)) removePlanes(row, column, other);
  }
}

/**
 * Takes back what was removed since the trail had `length` entries and `unknown` cells were
 * unknown.
 */
export function undoPlanes(length: i32, unknown: i32): void {
  const planes = Grid.planes;
  for (let i = Grid.trailLength - 1; i >= length; i--) {
    const cell = Grid.trailCell[i];
    flipPlanes(planes, cell >>> 16, cell & 0xffff, <i32>Grid.trailValue[i]);
  }
  Grid.trailLength = length;
  Grid.unknown = unknown;
  clearLines();
}

/**
 * Leaves the cells of a line only values that are in `Planes.result`; marks the lines dirty that
 * cross where something changed. Returns whether anything did. Each cell keeps a value.
 */
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

/** The first unknown cell, as row << 16 | column, of the row with the fewest of them. */
export function mostConstrainedInPlanes(): i32 {
  let best = -1;
  let fewest = i32.MAX_VALUE;
  for (let row = 0; row < Problem.height; row++) {
    let first = -1;
    let count = 0;
    for (let k = 0; k < Problem.rowWords && count < fewest; k++) {
      const several = severalOf<Any>(Grid.planes, row, k);
      if (several == 0) continue;
      if (first < 0) first = 64 * k + <i32>ctz<u64>(several);
      count += <i32>popcnt<u64>(several);
    }
    if (count == 0 || count >= fewest) continue;
    fewest = count;
    best = (row << 16) | first;
  }
  return best;
}

/** Writes the values of the full grid to the first places of `cells`, which are 0. */
export function storePlanes(cells: Table<u8>): void {
  const words = Problem.rowWords;
  for (let row = 0; row < Problem.height; row++) {
    for (let value = 1; value < Problem.values; value++) {
      const at = (row * Problem.values + value) * words;
      for (let k = 0; k < words; k++) {
        for (let rest = Grid.planes[at + k]; rest != 0; rest &= rest - 1) {
          cells[row * Problem.width + 64 * k + <i32>ctz<u64>(rest)] = <u8>value;
        }
      }
    }
  }
}
