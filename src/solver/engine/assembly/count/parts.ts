// Splits the unknown cells into parts that share no segment of a line, so that their numbers of
// solutions multiply: connected segments, each with an unknown cell of another.
//
// A part on the stack of words (Lists): how many segments of rows it has, how many in all, the line
// and the first cell of its first column, its rows, and the numbers of its segments, those of rows
// first. A row is a line, and the first and last cell of a segment (`first | last << 16`).

import { Table, take, takeUnset, withRoom } from '../memory/memory';
import { Problem } from '../memory/problem';
import { Segments, stateOf } from './segments';

export class Lists {
  static words: Table<i32> = changetype<Table<i32>>(0);
  static end: i32 = 0;
}

/** Words of a part before its rows. */
export const PART: i32 = 4;

class Walk {
  /** What segments are marked with that were met: another mark for each part. */
  static mark: i32 = 0;
  /** By line: its state, and the walk that asked for it (the first mark that it gives). */
  static state: Table<i32> = changetype<Table<i32>>(0);
  static askedBy: Table<i32> = changetype<Table<i32>>(0);
  static walk: i32 = 0;
  /** The rows and the columns of which all is met, as sets of bits. */
  static wholeRows: Table<u64> = changetype<Table<u64>>(0);
  static wholeColumns: Table<u64> = changetype<Table<u64>>(0);
  /** Segments that were met, and whose cells were not looked at yet. */
  static stack: Table<i32> = changetype<Table<i32>>(0);
  static stackSize: i32 = 0;
  /** The first and the last row and column of the part. */
  static firstRow: i32 = 0;
  static lastRow: i32 = 0;
  static firstColumn: i32 = 0;
  static lastColumn: i32 = 0;
}

export function startParts(): void {
  Lists.words = takeUnset<i32>(1024);
  Lists.end = 0;
  Walk.mark = 0;
  Walk.state = takeUnset<i32>(Problem.lines);
  Walk.askedBy = take<i32>(Problem.lines);
  Walk.wholeRows = takeUnset<u64>((Problem.height + 63) >> 6);
  Walk.wholeColumns = takeUnset<u64>((Problem.width + 63) >> 6);
  Walk.stack = takeUnset<i32>(256);
}

/** Puts words on top of the stack, and returns their place. */
function push(count: i32): i32 {
  const at = Lists.end;
  Lists.end += count;
  Lists.words = withRoom<i32>(Lists.words, Lists.end);
  return at;
}

/** Puts all rows on the stack, as they are in parts; returns their place. */
export function pushAllRows(): i32 {
  const at = push(2 * Problem.height);
  for (let row = 0; row < Problem.height; row++) {
    Lists.words[at + 2 * row] = row;
    Lists.words[at + 2 * row + 1] = (Problem.width - 1) << 16;
  }
  return at;
}

/**
 * Puts the parts of the unknown cells of the `count` rows at `rows` on the stack, then their
 * places, the smallest first; returns how many. The rows are those of parts, as they are now or
 * were when fewer cells were known. @pre the grid is a fixpoint without a contradiction.
 */
export function pushParts(rows: i32, count: i32): i32 {
  startWalk();
  let parts = 0;
  // The parts follow one another; their places come after the last one.
  const begin = Lists.end;
  for (let k = 0; k < count; k++) {
    const line = Lists.words[rows + 2 * k];
    const range = Lists.words[rows + 2 * k + 1];
    const state = ask(line);
    const end = Segments.firstOf[state + 1];
    for (let segment = Segments.firstOf[state]; segment < end; segment++) {
      const first = Segments.first[segment];
      if (Segments.mark[segment] >= Walk.walk) continue;
      if (first < (range & 0xffff) || first > range >>> 16) continue;
      walkFrom(segment);
      pushPart();
      parts++;
    }
  }
  sortParts(begin, parts);
  return parts;
}

function startWalk(): void {
  if (Walk.mark > 0x7f000000) {
    Segments.mark.clear(0, Segments.count);
    Walk.askedBy.clear(0, Problem.lines);
    Walk.mark = 0;
  }
  Walk.walk = ++Walk.mark;
  Walk.wholeRows.clear(0, Walk.wholeRows.length);
  Walk.wholeColumns.clear(0, Walk.wholeColumns.length);
}

/** The state of a line in this walk. */
function ask(line: i32): i32 {
  if (Walk.askedBy[line] != Walk.walk) {
    Walk.askedBy[line] = Walk.walk;
    Walk.state[line] = stateOf(line);
  }
  return Walk.state[line];
}

/** Marks all segments of the part with this one. */
function walkFrom(start: i32): void {
  const height = Problem.height;
  const stride = Segments.stride;
  Walk.mark++;
  Walk.firstRow = i32.MAX_VALUE;
  Walk.lastRow = 0;
  Walk.firstColumn = i32.MAX_VALUE;
  Walk.lastColumn = 0;
  Walk.stackSize = 0;
  meet(start);
  while (Walk.stackSize > 0) {
    const segment = Walk.stack[--Walk.stackSize];
    const line = Segments.line[segment];
    const isRow = line < height;
    const across = isRow ? height : 0;
    const cell = isRow ? line : line - height;
    const whole = isRow ? Walk.wholeColumns : Walk.wholeRows;
    for (let k = 0; k < whole.length; k++) {
      let rest = Segments.cells[segment * stride + k] & ~whole[k];
      for (; rest != 0; rest &= rest - 1) {
        const crossing = 64 * k + <i32>ctz<u64>(rest);
        const state = ask(across + crossing);
        let other = Segments.firstOf[state + 1] - 1;
        // The only segment of the line is met now.
        if (other == Segments.firstOf[state]) whole[k] = whole[k] | ((<u64>1) << (<u64>crossing));
        else while (Segments.first[other] > cell) other--;
        if (Segments.mark[other] != Walk.mark) meet(other);
      }
    }
  }
}

function meet(segment: i32): void {
  Segments.mark[segment] = Walk.mark;
  const line = Segments.line[segment];
  if (line < Problem.height) {
    Walk.firstRow = min(Walk.firstRow, line);
    Walk.lastRow = max(Walk.lastRow, line);
  } else {
    Walk.firstColumn = min(Walk.firstColumn, line);
    Walk.lastColumn = max(Walk.lastColumn, line);
  }
  Walk.stack = withRoom<i32>(Walk.stack, Walk.stackSize + 1);
  Walk.stack[Walk.stackSize++] = segment;
}

/** Puts the part that was walked over on the stack. */
function pushPart(): void {
  const part = push(PART);
  for (let line = Walk.firstRow; line <= Walk.lastRow; line++) {
    if (Walk.askedBy[line] != Walk.walk) continue;
    const state = Walk.state[line];
    for (let s = Segments.firstOf[state]; s < Segments.firstOf[state + 1]; s++) {
      if (Segments.mark[s] != Walk.mark) continue;
      const at = push(2);
      Lists.words[at] = line;
      Lists.words[at + 1] = Segments.first[s] | (Segments.last[s] << 16);
    }
  }
  const rows = (Lists.end - part - PART) >> 1;
  pushNumbers(Walk.firstRow, Walk.lastRow);
  const column = pushNumbers(Walk.firstColumn, Walk.lastColumn);
  Lists.words[part] = rows;
  Lists.words[part + 1] = Lists.end - part - PART - 2 * rows;
  Lists.words[part + 2] = Segments.line[column];
  Lists.words[part + 3] = Segments.first[column];
}

/** Puts the numbers of a part's segments in some lines on the stack; returns their first. */
function pushNumbers(from: i32, to: i32): i32 {
  let first = -1;
  for (let line = from; line <= to; line++) {
    if (Walk.askedBy[line] != Walk.walk) continue;
    const state = Walk.state[line];
    for (let s = Segments.firstOf[state]; s < Segments.firstOf[state + 1]; s++) {
      if (Segments.mark[s] != Walk.mark) continue;
      if (first < 0) first = s;
      const at = push(1);
      Lists.words[at] = Segments.number[s];
    }
  }
  return first;
}

/** Puts the places of the parts from `begin` on on the stack, the smallest part first. */
function sortParts(begin: i32, parts: i32): void {
  const order = push(parts);
  const words = Lists.words;
  let part = begin;
  for (let size = 0; size < parts; size++) {
    const rows = words[part];
    let at = size;
    for (; at > 0 && words[words[order + at - 1]] > rows; at--) {
      words[order + at] = words[order + at - 1];
    }
    words[order + at] = part;
    part += PART + 2 * rows + words[part + 1];
  }
}
