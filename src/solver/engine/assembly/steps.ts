// A grid worked on in steps, for hints and mending; its lines are always Any, to be one text.

import { Lists, PART, pushAllRows, pushParts, startParts } from './count/parts';
import { takeSearcher } from './count/searcher';
import { startSegments } from './count/segments';
import { solvePlanes, takePlaneLines } from './lines/lines-planes';
import {
  Planes,
  SPARE,
  countValues,
  hasValue,
  narrow,
  refillGrid,
  removeValue,
  resetGrid,
  undoGrid,
} from './lines/planes';
import { propagatePlanes } from './lines/propagate';
import { addLines, isOpenIn, lineSetWords, severalOf } from './lines/shape';
import { Budget, startBudget } from './memory/budget';
import { Grid } from './memory/grid';
import { Table, mark, release, takeUnset } from './memory/memory';
import { Any, Problem, loadProblem } from './memory/problem';
import { Setting, setSetting } from './memory/settings';
import { readOnce, takeReading } from './rating/needs-planes';

class Steps {
  /** Those that JavaScript asked for, as row << 16 | column. */
  static cells: Table<i32> = changetype<Table<i32>>(0);
  /** Those that become unknown: see `propagateWithin`. */
  static open: Table<u64> = changetype<Table<u64>>(0);
  /** A row and a column, as a set of lines. */
  static only: Table<u64> = changetype<Table<u64>>(0);
}

/** Solves dirty lines until none is left; returns a `Propagated`. */
export { propagatePlanes as propagateSteps } from './lines/propagate';

/** Work between two looks at the clock: see `spend`. */
const WORK_BETWEEN_LOOKS: f64 = 10_000;

/** Where JavaScript reads what `loadSteps` says. */
const places: usize = memory.data(3 * 4, 16);

/**
 * Loads the puzzle at `words`, from `open`: all lines dirty. Returns 0 if blocks do not fit in one,
 * else the place of three others: of the planes, of the cells that `findUnknown` and `findParts`
 * write, and of where JavaScript writes what becomes unknown (see `propagateWithin`).
 */
export function loadSteps(words: usize, maxSteps: f64): usize {
  setSetting(Setting.workBetweenLooks, WORK_BETWEEN_LOOKS);
  startBudget(maxSteps, Infinity);
  if (!loadProblem<Any>(changetype<Table<i32>>(words))) return 0;
  takePlaneLines();
  resetGrid<Any>();
  takeReading();
  Steps.cells = takeUnset<i32>(Problem.cells);
  Steps.open = takeUnset<u64>(Grid.planes.length + lineSetWords<Any>());
  Steps.only = takeUnset<u64>(lineSetWords<Any>());
  store<usize>(places, changetype<usize>(Grid.planes));
  store<usize>(places, changetype<usize>(Steps.cells), 4);
  store<usize>(places, changetype<usize>(Steps.open), 8);
  return places;
}

export function stepsSoFar(): f64 {
  return Budget.steps;
}

export function unknownCount(): i32 {
  return Grid.unknown;
}

/** The length of the trail: all removals so far, for `undoTo`. */
export function trailLength(): i32 {
  return Grid.trailLength;
}

/** The line that had no placement when propagation came to a contradiction. */
export function brokenLine(): i32 {
  return Grid.broken;
}

/** Solves one line as it is; false if no placement fits. */
export function solveOne(line: i32): bool {
  if (!solvePlanes(line)) return false;
  narrow(line);
  return true;
}

/** Reads a line once, as it is, at a `Level` below `line`; whether that rules anything out. */
export function readAt(level: i32, line: i32): bool {
  return solvePlanes(line) && readOnce(level, line);
}

/** Leaves a cell those of `values`, bit v for v, and its lines dirty; false, unchanged, if none. */
export function keepValues(row: i32, column: i32, values: u32): bool {
  const could = valuesOf(row, column);
  if ((could & values) == 0) return false;
  for (let rest = could & ~values; rest != 0; rest &= rest - 1) {
    removeValue<Any>(row, column, <i32>ctz<u32>(rest));
  }
  return true;
}

/** Takes back what the trail has after `length`, with `unknown` cells then; no line is dirty. */
export function undoTo(length: i32, unknown: i32): void {
  undoGrid<Any>(length, unknown);
}

/** The values that the cell can have, bit v for value v. */
export function valuesOf(row: i32, column: i32): u32 {
  let values: u32 = 0;
  for (let value = 0; value < Problem.values; value++) {
    if (hasValue<Any>(row, column, value)) values |= (<u32>1) << value;
  }
  return values;
}

export function isLineOpen(line: i32): bool {
  return isOpenIn<Any>(Grid.planes, line);
}

/** Writes the unknown cells in their order, as row << 16 | column; returns how many there are. */
export function findUnknown(): i32 {
  let found = 0;
  for (let row = 0; row < Problem.height; row++) {
    for (let k = 0; k < Problem.rowWords; k++) {
      for (let rest = severalOf<Any>(Grid.planes, row, k); rest != 0; rest &= rest - 1) {
        Steps.cells[found++] = (row << 16) | (64 * k + <i32>ctz<u64>(rest));
      }
    }
  }
  return found;
}

/**
 * Finds the parts of the unknown cells (parts.ts), the smallest first: writes each cell's part, or
 * -1, and returns their number. @pre the grid is a fixpoint without a contradiction.
 */
export function findParts(): i32 {
  const place = mark();
  takeSearcher<Any>();
  startParts();
  startSegments();
  const count = pushParts(pushAllRows(), Problem.height);
  const words = Lists.words;
  const order = Lists.end - count;
  const cells = Steps.cells;
  for (let cell = 0; cell < Problem.cells; cell++) cells[cell] = -1;
  for (let number = 0; number < count; number++) {
    const part = words[order + number];
    for (let k = 0; k < words[part]; k++) {
      const row = words[part + PART + 2 * k];
      const range = words[part + PART + 2 * k + 1];
      for (let column = range & 0xffff; column <= range >>> 16; column++) {
        if (countValues<Any>(row, column) > 1) cells[row * Problem.width + column] = number;
      }
    }
  }
  release(place);
  return count;
}

/** Every cell can have every value again, but for the start, and all lines are dirty. */
export function resetSteps(): void {
  refillGrid<Any>();
}

/**
 * Propagates from a full grid, which JavaScript has written, of which `count` cells become unknown:
 * in `Steps.open` is what that adds to the planes, and its rows and columns. These are dirty, or
 * only `row` and `column` of them if `row` is not negative. Returns a `Propagated`.
 */
export function propagateWithin(count: i32, row: i32, column: i32): i32 {
  const planes = Grid.planes;
  const open = Steps.open;
  let at = 0;
  for (; at < planes.length - SPARE; at++) planes[at] = planes[at] | open[at];
  const dirty = Planes.dirty;
  for (let k = 0; k < lineSetWords<Any>(); k++) dirty[k] = open[at++];
  if (row >= 0) {
    Steps.only.clear(0, lineSetWords<Any>());
    addLines<Any>(Steps.only, row, column);
    for (let k = 0; k < lineSetWords<Any>(); k++) dirty[k] = dirty[k] & Steps.only[k];
  }
  Grid.trailLength = 0;
  Grid.unknown = count;
  return propagatePlanes();
}
