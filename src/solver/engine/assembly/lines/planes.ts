// What is known about the cells: a line has a plane for each value; bit i of plane v is set while
// cell i can have value v. Rows come first, then columns. In black and white, a line is two words
// W. Where W is Any, a plane is words of 64 bits, as many for all lines of a direction; line
// solvers look one word beyond, whatever is there.

import { Table, takeUnset } from '../memory/memory';
import { Any, Grid, Problem, maskOf, placeOf, startCell, wordsOf } from '../memory/problem';

// Sets of cells in several words, from a place of a table: bit i & 63 of word i >> 6 is cell i.

/** The place of the highest bit of a word that is not 0. */
export function highest<W>(word: W): i32 {
  return <i32>sizeof<W>() * 8 - 1 - <i32>clz<W>(word);
}

/** The lowest `count` bits; none for less than 1, and all from 64 on. */
export function maskBelow(count: i32): u64 {
  if (count >= 64) return ~(<u64>0);
  return count <= 0 ? 0 : ((<u64>1) << (<u64>count)) - 1;
}

/** What line solvers do for each block of a line. */
@unmanaged
export class Sets {
  /** The 64 cells from `bit` on of the set at `from`; the table has a word after it. */
  @inline
  static window(sets: Table<u64>, from: i32, bit: i32): u64 {
    const at = from + (bit >> 6);
    return Sets.join(sets[at], sets[at + 1], bit);
  }

  /** The 64 cells from bit `bit & 63` of a word on, of that word and the next one. */
  @inline
  static join(word: u64, next: u64, bit: i32): u64 {
    // Two shifts for the second word, as one by 64 does nothing.
    const up = <u64>(63 - bit);
    return (word >> (<u64>bit)) | ((next << 1) << up);
  }

  /** Adds 64 cells at `bit` to the set of `words` words at `to`; those beyond its end are zero. */
  @inline
  static or(sets: Table<u64>, to: i32, words: i32, bit: i32, cells: u64): void {
    const k = bit >> 6;
    sets[to + k] = sets[to + k] | (cells << (<u64>bit));
    if (k + 1 < words) sets[to + k + 1] = sets[to + k + 1] | ((cells >> 1) >> (<u64>(63 - bit)));
  }
}

/** Adds the cells from `from` to `to - 1` to the set at `at`. */
export function addRange(sets: Table<u64>, at: i32, from: i32, to: i32): void {
  for (let k = from >> 6; 64 * k < to; k++) {
    sets[at + k] = sets[at + k] | (maskBelow(to - 64 * k) & ~maskBelow(from - 64 * k));
  }
}

/** Removes the cells from `from` to `to - 1` from the set at `at`. */
export function removeRange(sets: Table<u64>, at: i32, from: i32, to: i32): void {
  for (let k = from >> 6; 64 * k < to; k++) {
    sets[at + k] = sets[at + k] & (~maskBelow(to - 64 * k) | maskBelow(from - 64 * k));
  }
}

/** The first of the cells from `from` to `to - 1` that is not in the set at `at`, or -1. */
export function firstMissing(sets: Table<u64>, at: i32, from: i32, to: i32): i32 {
  for (let k = from >> 6; 64 * k < to; k++) {
    const missing = ~sets[at + k] & maskBelow(to - 64 * k) & ~maskBelow(from - 64 * k);
    if (missing != 0) return 64 * k + <i32>ctz<u64>(missing);
  }
  return -1;
}

/** The last of the cells from `from` to `to - 1` that is not in the set at `at`, or -1. */
export function lastMissing(sets: Table<u64>, at: i32, from: i32, to: i32): i32 {
  for (let k = (to - 1) >> 6; k >= 0 && 64 * (k + 1) > from; k--) {
    const missing = ~sets[at + k] & maskBelow(to - 64 * k) & ~maskBelow(from - 64 * k);
    if (missing != 0) return 64 * k + highest<u64>(missing);
  }
  return -1;
}

// What W says of planes (see problem.ts), for texts that are alike for all kinds of lines. But for
// Any, the compiler knows how many values and words there are. Words are read as 64 bits.

export function valuesIn<W>(): i32 {
  return isReference<W>() ? Problem.values : 2;
}

/** How many words a plane of a line has. */
export function planeWords<W>(line: i32): i32 {
  return isReference<W>() ? wordsOf(line) : 1;
}

/** Where the planes of a line begin. */
export function planesAt<W>(line: i32): i32 {
  return isReference<W>() ? placeOf(line) : 2 * line;
}

export function wordAt<W>(table: Table<u64>, i: i32): u64 {
  return isReference<W>() ? table[i] : <u64>changetype<Table<W>>(table)[i];
}

export function putWord<W>(table: Table<u64>, i: i32, word: u64): void {
  if (isReference<W>()) table[i] = word;
  else changetype<Table<W>>(table)[i] = <W>word;
}

/** Takes a table of words that may be anything. */
export function takeWords<W>(count: i32): Table<u64> {
  return isReference<W>() ? takeUnset<u64>(count) : changetype<Table<u64>>(takeUnset<W>(count));
}

// Sets of lines: words of 64 rows each, then words of 64 columns each.

export function rowSetWords<W>(): i32 {
  return isReference<W>() ? Problem.columnWords : 1;
}

export function lineSetWords<W>(): i32 {
  return isReference<W>() ? Problem.columnWords + Problem.rowWords : 2;
}

/** The first line of word `k` of a set of lines. */
export function firstLine<W>(k: i32): i32 {
  const words = rowSetWords<W>();
  return k < words ? k << 6 : Problem.height + ((k - words) << 6);
}

/** Makes a set of lines that of all. */
export function addAllLines<W>(set: Table<u64>): void {
  for (let k = 0; k < lineSetWords<W>(); k++) {
    const end = k < rowSetWords<W>() ? Problem.height : Problem.lines;
    set[k] = maskOf<u64>(min(64, end - firstLine<W>(k)));
  }
}

export function addSet<W>(to: Table<u64>, set: Table<u64>): void {
  for (let k = 0; k < lineSetWords<W>(); k++) to[k] = to[k] | set[k];
}

/** Adds a cell's row and its column to a set of lines. */
export function addLines<W>(set: Table<u64>, row: i32, column: i32): void {
  const a = row >> 6;
  const b = rowSetWords<W>() + (column >> 6);
  set[a] = set[a] | ((<u64>1) << (<u64>row));
  set[b] = set[b] | ((<u64>1) << (<u64>column));
}

/** The cells of word `k` of a line that can have any value. */
export function anyOf<W>(planes: Table<u64>, line: i32, k: i32): u64 {
  const at = planesAt<W>(line) + k;
  if (!isReference<W>()) return wordAt<W>(planes, at) | wordAt<W>(planes, at + 1);
  const words = wordsOf(line);
  let any: u64 = 0;
  for (let value = 0, i = at; value < Problem.values; value++, i += words) any |= planes[i];
  return any;
}

/** The cells of word `k` of a line that can have several values. */
export function severalOf<W>(planes: Table<u64>, line: i32, k: i32): u64 {
  const at = planesAt<W>(line) + k;
  if (!isReference<W>()) return wordAt<W>(planes, at) & wordAt<W>(planes, at + 1);
  const words = wordsOf(line);
  let once: u64 = 0;
  let twice: u64 = 0;
  for (let value = 0, i = at; value < Problem.values; value++, i += words) {
    twice |= once & planes[i];
    once |= planes[i];
  }
  return twice;
}

/** Whether a line has unknown cells. */
export function isOpenIn<W>(planes: Table<u64>, line: i32): bool {
  if (!isReference<W>()) return severalOf<W>(planes, line, 0) != 0;
  for (let k = 0; k < planeWords<W>(line); k++) if (severalOf<W>(planes, line, k) != 0) return true;
  return false;
}

/** Whether no cell is unknown. */
export function isFull<W>(planes: Table<u64>): bool {
  for (let row = 0; row < Problem.height; row++) if (isOpenIn<W>(planes, row)) return false;
  return true;
}

/** Removes a value from a cell that has it or not. */
export function removeFrom<W>(planes: Table<u64>, row: i32, column: i32, value: i32): void {
  const height = Problem.height;
  const a = planesAt<W>(row) + value * planeWords<W>(row) + (isReference<W>() ? column >> 6 : 0);
  const b =
    planesAt<W>(height + column) +
    value * planeWords<W>(height) +
    (isReference<W>() ? row >> 6 : 0);
  putWord<W>(planes, a, wordAt<W>(planes, a) & ~((<u64>1) << (<u64>column)));
  putWord<W>(planes, b, wordAt<W>(planes, b) & ~((<u64>1) << (<u64>row)));
}

/** Removes a line's `found` values from it and the lines across, which are added to `changed`. */
export function removeFound<W>(
  planes: Table<u64>,
  line: i32,
  found: Table<u64>,
  changed: Table<u64>,
): void {
  const height = Problem.height;
  const isRow = line < height;
  const index = isRow ? line : line - height;
  const at = planesAt<W>(line);
  const crossing = isRow ? rowSetWords<W>() : 0;
  if (!isReference<W>()) {
    const words = changetype<Table<W>>(planes);
    const filled: W = changetype<Table<W>>(found)[at];
    const blank: W = changetype<Table<W>>(found)[at + 1];
    words[at] = words[at] & ~filled;
    words[at + 1] = words[at + 1] & ~blank;
    changed[crossing] = changed[crossing] | (<u64>(filled | blank));
    removeAcross<W>(words, isRow ? 2 * height : 0, index, filled, blank);
    return;
  }
  const values = Problem.values;
  const words = wordsOf(line);
  const acrossWords = isRow ? Problem.columnWords : Problem.rowWords;
  const across = (isRow ? placeOf(height) : 0) + (index >> 6);
  const keep = ~((<u64>1) << (<u64>index));
  for (let i = 0; i < values * words; i++) {
    const removed = found[at + i];
    if (removed == 0) continue;
    const value = i / words;
    const k = i - value * words;
    planes[at + i] = planes[at + i] & ~removed;
    changed[crossing + k] = changed[crossing + k] | removed;
    for (let rest = removed; rest != 0; rest &= rest - 1) {
      const other = 64 * k + <i32>ctz<u64>(rest);
      const to = across + (other * values + value) * acrossWords;
      planes[to] = planes[to] & keep;
    }
  }
}

/**
 * Removes what line `index` has found, cells `filled` and cells `blank`, from the black and white
 * lines that cross it, whose planes begin at `crossing`.
 */
export function removeAcross<W>(
  planes: Table<W>,
  crossing: i32,
  index: i32,
  filled: W,
  blank: W,
): void {
  const keep: W = ~((<W>1) << (<W>index));
  // One loop for both sets: the end of each loop is a branch that the processor guesses wrong.
  for (let rest: W = filled | blank; rest != 0; rest &= rest - <W>1) {
    const i = <i32>ctz<W>(rest);
    const at = crossing + 2 * i + <i32>((blank >> (<W>i)) & (<W>1));
    planes[at] = planes[at] & keep;
  }
}

export class Planes {
  /** The set of dirty lines. */
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
export function rowWord<W>(row: i32, column: i32, value: i32): i32 {
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
