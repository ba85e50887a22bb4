// What W says of planes (see problem.ts), for texts that are alike for all kinds of lines. But for
// Any, the compiler knows how many values and words there are. Words are read as 64 bits.

import { maskOf } from '../memory/grid';
import { Table, takeUnset } from '../memory/memory';
import { Problem, placeOf, wordsOf } from '../memory/problem';

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
