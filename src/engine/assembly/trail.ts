// What a learning search has assigned, in which order and why, on top of the grid; and which lines have not
// seen it yet.
//
// Cell c is variable c; literal 2c says that it is filled, 2c + 1 that it is blank: literal 2c + v removes
// value v from the cell. Reasons. Positive: a clause, whose first literal is the variable's. Negative: line
// -1 - r, which is asked for an explanation only when conflict analysis needs it. NO_REASON: a guess, or what
// is known before the search.

import { resetClauses } from './clauses';
import { Counters } from './found';
import { heapInsert, resetHeap } from './heap';
import { Table, take, takeUnset } from './memory';
import { Problem, takeByLine } from './problem';
import { Grid } from './propagate';

export const NO_REASON: i32 = 0;

export class Trail {
  /** By literal: 1 true, -1 false, 0 neither. */
  static value: Table<i8> = changetype<Table<i8>>(0);
  /** By variable: the number of guesses that were open when it was assigned. */
  static level: Table<i32> = changetype<Table<i32>>(0);
  static reason: Table<i32> = changetype<Table<i32>>(0);
  /** The true literals in order. */
  static literals: Table<i32> = changetype<Table<i32>>(0);
  static size: i32 = 0;
  /** The first literal of the trail whose watches have not been visited. */
  static clauseHead: i32 = 0;
  /** By level: the trail's size before its guess. */
  static levelStart: Table<i32> = changetype<Table<i32>>(0);
  static currentLevel: i32 = 0;
  /** By line, a word W each: the cells known before all guesses, which an explanation need not name. */
  static fixed: Table<u64> = changetype<Table<u64>>(0);
  /** By cell. */
  static rowOf: Table<u8> = changetype<Table<u8>>(0);
  static columnOf: Table<u8> = changetype<Table<u8>>(0);
  /** The dirty lines: a ring, and whether a line is in it. */
  static queue: Table<i32> = changetype<Table<i32>>(0);
  static queued: Table<u8> = changetype<Table<u8>>(0);
  static queueHead: i32 = 0;
  static queueSize: i32 = 0;
}

/** Takes over the grid: what is known there is known before all guesses. */
export function loadTrail<W>(): void {
  const lines = Problem.lines;
  const cells = Problem.cells;
  const planes = changetype<Table<W>>(Grid.planes);
  Trail.value = take<i8>(2 * cells);
  Trail.level = take<i32>(cells);
  Trail.reason = take<i32>(cells);
  Trail.literals = takeUnset<i32>(cells);
  Trail.levelStart = takeUnset<i32>(cells + 2);
  Trail.fixed = takeByLine<W>();
  Trail.rowOf = takeUnset<u8>(cells);
  Trail.columnOf = takeUnset<u8>(cells);
  Trail.queue = takeUnset<i32>(lines);
  Trail.queued = take<u8>(lines);
  Trail.currentLevel = 0;
  Trail.size = 0;
  Trail.clauseHead = 0;
  Trail.queueHead = 0;
  Trail.queueSize = 0;
  resetClauses(2 * cells);
  resetHeap(cells);
  const fixed = changetype<Table<W>>(Trail.fixed);
  for (let line = 0; line < lines; line++) fixed[line] = ~(planes[2 * line] & planes[2 * line + 1]);
  let cell = 0;
  for (let row = 0; row < Problem.height; row++) {
    const canBlank: W = planes[2 * row];
    const canFilled: W = planes[2 * row + 1];
    for (let column = 0; column < Problem.width; column++) {
      const bit: W = (<W>1) << (<W>column);
      Trail.rowOf[cell] = <u8>row;
      Trail.columnOf[cell] = <u8>column;
      if ((canBlank & canFilled & bit) != 0) heapInsert(cell);
      else {
        const literal = 2 * cell + i32((canFilled & bit) == 0);
        Trail.value[literal] = 1;
        Trail.value[literal ^ 1] = -1;
      }
      cell++;
    }
  }
}

/** Assumes an unassigned literal, on a level of its own. */
export function guess<W>(literal: i32): void {
  Counters.decisions++;
  Trail.levelStart[++Trail.currentLevel] = Trail.size;
  Counters.depth = max(Counters.depth, Trail.currentLevel);
  assign<W>(literal, NO_REASON);
}

/** Makes a literal true and marks the lines dirty that have not seen it yet. */
export function assign<W>(literal: i32, reason: i32): void {
  const variable = literal >> 1;
  const value = Trail.value;
  value[literal] = 1;
  value[literal ^ 1] = -1;
  Trail.level[variable] = Trail.currentLevel;
  Trail.reason[variable] = reason;
  Trail.literals[Trail.size++] = literal;
  const planes = changetype<Table<W>>(Grid.planes);
  const row = <i32>Trail.rowOf[variable];
  const column = <i32>Trail.columnOf[variable];
  const columnLine = column + Problem.height;
  const removed = literal & 1;
  const rowBit: W = (<W>1) << (<W>column);
  const columnBit: W = (<W>1) << (<W>row);
  planes[2 * row + removed] = planes[2 * row + removed] & ~rowBit;
  planes[2 * columnLine + removed] = planes[2 * columnLine + removed] & ~columnBit;
  if (Trail.currentLevel == 0) {
    const fixed = changetype<Table<W>>(Trail.fixed);
    fixed[row] = fixed[row] | rowBit;
    fixed[columnLine] = fixed[columnLine] | columnBit;
  }
  if (reason != -1 - row) makeDirty(row);
  if (reason != -1 - columnLine) makeDirty(columnLine);
}

function makeDirty(line: i32): void {
  if (Trail.queued[line] == 1) return;
  Trail.queued[line] = 1;
  let at = Trail.queueHead + Trail.queueSize++;
  if (at >= Problem.lines) at -= Problem.lines;
  Trail.queue[at] = line;
}

/** Takes the line that has been dirty for longest; -1 if there is none. */
export function takeDirty(): i32 {
  if (Trail.queueSize == 0) return -1;
  const line = Trail.queue[Trail.queueHead];
  if (++Trail.queueHead == Problem.lines) Trail.queueHead = 0;
  Trail.queueSize--;
  Trail.queued[line] = 0;
  return line;
}

/**
 * Takes back all levels above `level`. The dirty lines are forgotten: their changes were all taken back, as
 * the levels below had been propagated to the end.
 */
export function backjump<W>(level: i32): void {
  if (Trail.currentLevel > level) {
    undoTrail<W>(Trail.levelStart[level + 1]);
    Trail.currentLevel = level;
  }
  clearDirty();
}

/** Restores the grid as it was loaded. */
export function unloadTrail<W>(): void {
  undoTrail<W>(0);
  clearDirty();
}

function clearDirty(): void {
  while (takeDirty() >= 0);
}

/** Shortens the trail to `size` literals. */
function undoTrail<W>(size: i32): void {
  const planes = changetype<Table<W>>(Grid.planes);
  const literals = Trail.literals;
  const value = Trail.value;
  const rowOf = Trail.rowOf;
  const columnOf = Trail.columnOf;
  const height = Problem.height;
  for (let i = Trail.size - 1; i >= size; i--) {
    const literal = literals[i];
    const variable = literal >> 1;
    value[literal] = 0;
    value[literal ^ 1] = 0;
    heapInsert(variable);
    const row = <i32>rowOf[variable];
    const column = <i32>columnOf[variable];
    const a = 2 * row + (literal & 1);
    const b = 2 * (column + height) + (literal & 1);
    planes[a] = planes[a] | ((<W>1) << (<W>column));
    planes[b] = planes[b] | ((<W>1) << (<W>row));
  }
  Trail.size = size;
  Trail.clauseHead = size;
}
