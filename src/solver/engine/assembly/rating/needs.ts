// The weakest level of reading lines that solves a line-solvable puzzle
// (docs/solver/difficulty.md). The more is known, the more a level settles: so its fixpoint does
// not depend on the order, and each level goes on from where the one before it got stuck. The first
// and the last placement of each line are kept (see ends.ts): as long as they fit what is known,
// nothing new follows in the line.

import { solveLine } from '../lines/lines';
import { LineResult } from '../lines/near';
import { Planes } from '../lines/planes';
import {
  addAllLines,
  firstLine,
  isFull,
  lineSetWords,
  putWord,
  removeAcross,
  takeWords,
} from '../lines/shape';
import { Budget, RanOut } from '../memory/budget';
import { Grid } from '../memory/grid';
import { Table } from '../memory/memory';
import { Problem } from '../memory/problem';
import { Clues, allCells, loadClues, outOfReach, resetEnds } from './clues';
import { Ends, boundEnds, takeAllEnds } from './ends';
import { Level } from './level';
import { beginReading, readPlanes } from './needs-planes';
import { Rounds } from './rounds';
import { applyRuns, leftByRuns, takeRuns } from './runs';

class Needs {
  static planes: Table<u64> = changetype<Table<u64>>(0);
  /** What the line that was read last found. */
  static filled: u64 = 0;
  static blank: u64 = 0;
}

/** Finds the level; meaningless if the budget ends. @pre the rounds have come to the solution. */
export function findNeeds<W>(): Level {
  for (let level = begin<W>(); level <= Level.runs; level++) {
    if (!isReference<W>() && level == Level.overlap) readByClues<W>();
    close<W>(level);
    if (Budget.stopped != RanOut.nothing) return Level.line;
    if (isFull<W>(Needs.planes)) return level;
  }
  return Level.line;
}

/** Begins with a puzzle; returns the first level that may solve it. */
function begin<W>(): Level {
  if (isReference<W>()) {
    beginReading();
    Needs.planes = Grid.planes;
    return Level.count;
  }
  takeRuns();
  if (Problem.startAt >= 0) Needs.planes = Rounds.early;
  // If no line is empty or full from the beginning, counting alone never begins.
  else if (!Clues.countable) return Level.overlap;
  else {
    Needs.planes = takeWords<W>(2 * Problem.lines);
    for (let line = 0; line < Problem.lines; line++) {
      putWord<W>(Needs.planes, 2 * line, <u64>allCells<W>(line));
      putWord<W>(Needs.planes, 2 * line + 1, <u64>allCells<W>(line));
    }
  }
  return Level.count;
}

/** Reads each line once by its clue alone, and begins to keep its ends. */
function readByClues<W>(): void {
  takeAllEnds();
  // That is what has been made of an empty grid.
  if (Problem.startAt < 0) {
    Needs.planes = Rounds.early;
    return;
  }
  const planes = changetype<Table<W>>(Needs.planes);
  for (let line = 0; line < Problem.lines; line++) {
    const fills: W = changetype<Table<W>>(Clues.fills)[line] & planes[2 * line];
    const blank: W = planes[2 * line + 1] & outOfReach<W>(line);
    applyLine<W>(line, fills, blank);
  }
}

/** Reads all lines at a level until none finds anything more, or the budget ends. */
function close<W>(level: Level): void {
  const dirty = isReference<W>() ? Planes.dirty : Rounds.dirty;
  addAllLines<W>(dirty);
  let any: u64 = 1;
  while (any != 0) {
    any = 0;
    for (let k = 0; k < lineSetWords<W>(); k++) {
      const base = firstLine<W>(k);
      let rest = dirty[k];
      dirty[k] = 0;
      any |= rest;
      for (; rest != 0; rest &= rest - 1) {
        const line = base + <i32>ctz<u64>(rest);
        if (isReference<W>()) readPlanes(level, line);
        else if (readLine<W>(level, line) && applyLine<W>(line, <W>Needs.filled, <W>Needs.blank)) {
          // A finding may complete what can be counted, or make runs longer.
          if (level != Level.bounds) dirty[k] = dirty[k] | (rest & (0 - rest));
        }
      }
    }
    if (isReference<W>() && Budget.stopped != RanOut.nothing) return;
  }
}

/** Reads a line; false if it surely finds nothing, else what it finds is left in `Needs`. */
function readLine<W>(level: Level, line: i32): bool {
  const planes = changetype<Table<W>>(Needs.planes);
  const canBlank = planes[2 * line];
  const canFilled = planes[2 * line + 1];
  const unknown: W = canBlank & canFilled;
  if (unknown == 0) return false;
  const found: W = canFilled ^ unknown;
  const all = changetype<Table<W>>(Rounds.planes)[2 * line + 1];
  // Counting finds nothing else: as many cells as the solution has are those of the solution.
  if (found == all || canFilled == all) {
    Needs.filled = <u64>(unknown & all);
    Needs.blank = <u64>(unknown & ~all);
    return true;
  }
  if (level == Level.count) return false;
  if (level == Level.runs) return readLineRuns<W>(line, canBlank, canFilled);
  const left = changetype<Table<W>>(Clues.left)[line];
  const right = changetype<Table<W>>(Clues.right)[line];
  const uncovered: W = level == Level.bounds ? found & ~(left & right) : <W>0;
  // As long as both placements fit, they are still the first and the last.
  if ((((left | right) & ~canFilled) | uncovered) == 0) return false;
  // Blocks that are packed around the blanks cover no cells that are found.
  boundEnds<W>(line, level == Level.bounds ? canBlank : allCells<W>(line), canFilled, false);
  Needs.filled = Ends.fills & (<u64>canBlank);
  Needs.blank = (<u64>canFilled) & ~Ends.reach;
  return true;
}

/** Takes what `findingAtOnce` needs of the puzzle that is loaded, with lines of up to 32 cells. */
export function takeReading(): void {
  loadClues<u32>();
  takeRuns();
  takeAllEnds();
  Needs.planes = takeWords<u32>(2 * Problem.lines);
  Rounds.planes = takeWords<u32>(2 * Problem.lines);
}

/** The cells that a line settles at a level, by its solution. @pre those of its clue are known. */
export function findingAtOnce(
  level: Level,
  line: i32,
  canBlank: u32,
  canFilled: u32,
  solution: u32,
): u32 {
  if (level == Level.line) {
    solveLine<u32>(line, canBlank, canFilled);
    return canBlank & canFilled & (<u32>(LineResult.blank ^ LineResult.filled));
  }
  resetEnds<u32>(line);
  putWord<u32>(Needs.planes, 2 * line, canBlank);
  putWord<u32>(Needs.planes, 2 * line + 1, canFilled);
  putWord<u32>(Rounds.planes, 2 * line + 1, solution);
  return readLine<u32>(level, line) ? <u32>(Needs.filled | Needs.blank) : 0;
}

function readLineRuns<W>(line: i32, canBlank: W, canFilled: W): bool {
  // In most lines even complete line solving, which is faster, finds nothing.
  solveLine<W>(line, canBlank, canFilled);
  if (<W>LineResult.blank == canBlank && <W>LineResult.filled == canFilled) return false;
  boundEnds<W>(line, canBlank, canFilled, true);
  applyRuns<W>(Needs.planes, line);
  const unknown = <u64>(canBlank & canFilled);
  Needs.filled = unknown & (Ends.fills | ~leftByRuns(0, 0));
  Needs.blank = unknown & ~(Ends.reach & leftByRuns(1, 0));
  return true;
}

/** Applies what a line has found; returns whether that is anything. */
function applyLine<W>(line: i32, filled: W, blank: W): bool {
  if ((filled | blank) == 0) return false;
  const planes = changetype<Table<W>>(Needs.planes);
  const height = Problem.height;
  const isRow = line < height;
  const crossing = isRow ? 1 : 0;
  planes[2 * line] = planes[2 * line] & ~filled;
  planes[2 * line + 1] = planes[2 * line + 1] & ~blank;
  Rounds.dirty[crossing] = Rounds.dirty[crossing] | (<u64>(filled | blank));
  removeAcross<W>(planes, isRow ? 2 * height : 0, isRow ? line : line - height, filled, blank);
  return true;
}
