// The weakest level of reading lines that solves a puzzle which complete line solving solves:
// docs/difficulty.md has the levels. The more is known, the more a level settles: so its fixpoint
// does not depend on the order of the work, and each level goes on from where the one before it got
// stuck.
//
// The first and the last placement of each line are kept (see ends.ts): as long as they fit what is
// known, nothing new follows in the line.

import { solveLine } from '../lines/lines';
import { LineResult } from '../lines/near';
import { removeAcross } from '../lines/shape';
import { maskOf } from '../memory/grid';
import { Table, takeUnset } from '../memory/memory';
import { Problem } from '../memory/problem';
import { Clues, allCells, outOfReach } from './clues';
import { Ends, boundEnds, packEnds, startEnds } from './ends';
import { Level } from './level';
import { findNeedsOfPlanes } from './needs-planes';
import { Rounds } from './rounds';
import { applyRuns, leftByRuns, takeRuns } from './runs';

class Needs {
  static planes: Table<u64> = changetype<Table<u64>>(0);
  /** What the line that was read last found. */
  static filled: u64 = 0;
  static blank: u64 = 0;
}

/**
 * Finds the level, from the position that the rounds began with. @pre the rounds have come to the
 * solution.
 */
export function findNeeds<W>(): Level {
  if (isReference<W>()) return findNeedsOfPlanes();
  const lines = Problem.lines;
  const planes = takeUnset<W>(2 * lines);
  const early = changetype<Table<W>>(Rounds.early);
  Needs.planes = changetype<Table<u64>>(planes);
  if (Problem.startAt >= 0) {
    for (let i = 0; i < 2 * lines; i++) planes[i] = early[i];
    if (closes<W>(Level.count)) return Level.count;
    for (let line = 0; line < lines; line++) {
      const fills: W = changetype<Table<W>>(Clues.fills)[line] & planes[2 * line];
      const blank: W = planes[2 * line + 1] & outOfReach<W>(line);
      applyLine<W>(line, fills, blank);
    }
  } else {
    // If no line is empty or full from the beginning, counting alone never begins.
    if (Clues.countable) {
      for (let line = 0; line < lines; line++) {
        planes[2 * line] = allCells<W>(line);
        planes[2 * line + 1] = allCells<W>(line);
      }
      if (closes<W>(Level.count)) return Level.count;
    }
    // Each line read once by its clue alone is what `overlap` makes of an empty grid.
    for (let i = 0; i < 2 * lines; i++) planes[i] = early[i];
  }
  startEnds();
  takeRuns();
  if (closes<W>(Level.overlap)) return Level.overlap;
  if (closes<W>(Level.bounds)) return Level.bounds;
  return closes<W>(Level.runs) ? Level.runs : Level.line;
}

/**
 * Reads all lines at a level until none finds anything more; returns whether all cells are known
 * then.
 */
function closes<W>(level: Level): bool {
  const planes = changetype<Table<W>>(Needs.planes);
  const height = Problem.height;
  let dirty = maskOf<W>(height);
  let crossing = maskOf<W>(Problem.width);
  for (let base = 0; (dirty | crossing) != 0; base = height - base) {
    while (dirty != 0) {
      const index = <i32>ctz<W>(dirty);
      const line = base + index;
      dirty &= dirty - <W>1;
      if (!readLine<W>(level, line)) continue;
      const filled: W = <W>Needs.filled;
      const blank: W = <W>Needs.blank;
      if ((filled | blank) == 0) continue;
      crossing |= filled | blank;
      applyLine<W>(line, filled, blank);
      // A finding may complete what can be counted, or make runs longer.
      if (level != Level.bounds) dirty |= (<W>1) << (<W>index);
    }
    dirty = crossing;
    crossing = 0;
  }
  for (let row = 0; row < height; row++) {
    if ((planes[2 * row] & planes[2 * row + 1]) != 0) return false;
  }
  return true;
}

/**
 * Reads a line. Returns false if it surely finds nothing; else what it finds is left in `Needs`.
 */
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
  if (level == Level.bounds) boundEnds<W>(line, canBlank, canFilled);
  else packEnds<W>(line, allCells<W>(line) ^ canFilled);
  Needs.filled = Ends.fills & (<u64>canBlank);
  Needs.blank = (<u64>canFilled) & ~Ends.reach;
  return true;
}

function readLineRuns<W>(line: i32, canBlank: W, canFilled: W): bool {
  // In most lines even complete line solving, which is faster, finds nothing.
  solveLine<W>(line, canBlank, canFilled);
  if (<W>LineResult.blank == canBlank && <W>LineResult.filled == canFilled) return false;
  boundEnds<W>(line, canBlank, canFilled);
  applyRuns<W>(Needs.planes, line);
  const unknown = <u64>(canBlank & canFilled);
  Needs.filled = unknown & (Ends.fills | ~leftByRuns(0, 0));
  Needs.blank = unknown & ~(Ends.reach & leftByRuns(1, 0));
  return true;
}

function applyLine<W>(line: i32, filled: W, blank: W): void {
  const planes = changetype<Table<W>>(Needs.planes);
  const height = Problem.height;
  planes[2 * line] = planes[2 * line] & ~filled;
  planes[2 * line + 1] = planes[2 * line + 1] & ~blank;
  if (line < height) removeAcross<W>(planes, 2 * height, line, filled, blank);
  else removeAcross<W>(planes, 0, line - height, filled, blank);
}
