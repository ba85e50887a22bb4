// Line solving repeated to the fixpoint.

import { Budget, spend } from '../memory/budget';
import { Grid, Propagated, maskOf } from '../memory/grid';
import { Table, takeUnset } from '../memory/memory';
import { Problem, startCell } from '../memory/problem';
import { Event, Events, tell, tellLine } from './events';
import { LineCache, solveKnownLine } from './line-cache';
import { solveLine } from './lines';
import { LineResult } from './near';
import {
  assignPlanes,
  canBe,
  countValues,
  removePlanes,
  resetPlanes,
  storePlanes,
  undoPlanes,
} from './planes';
import { propagatePlanes } from './propagate-planes';
import { Reads, addRead } from './reads';

/** Every cell can have both values, apart from the start position; all lines are dirty. */
export function resetGrid<W>(): void {
  if (isReference<W>()) {
    resetPlanes();
    return;
  }
  const height = Problem.height;
  const planes = takeUnset<W>(2 * Problem.lines);
  const wide = maskOf<W>(Problem.width);
  const high = maskOf<W>(height);
  for (let k = 0; k < 2 * height; k++) planes[k] = wide;
  for (let k = 2 * height; k < 2 * Problem.lines; k++) planes[k] = high;
  Grid.planes = changetype<Table<u64>>(planes);
  Grid.trailCell = takeUnset<i32>(Problem.cells);
  Grid.trailValue = takeUnset<u8>(Problem.cells);
  Grid.unknown = Problem.cells;
  Grid.trailLength = 0;
  Grid.dirtyRows = <u64>high;
  Grid.dirtyColumns = <u64>wide;
  if (Problem.startAt < 0) return;
  let cell = 0;
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < Problem.width; column++) {
      const given = startCell(Problem.startAt, cell++);
      if (given <= 1) removeValue<W>(row, column, 1 - given);
    }
  }
}

/** Removes all other values of a cell that can have `value`, and marks row and column dirty. */
export function assignValue<W>(row: i32, column: i32, value: i32): void {
  if (isReference<W>()) assignPlanes(row, column, value);
  else removeValue<W>(row, column, 1 - value);
}

/** Whether a cell can have a value. */
export function hasValue<W>(row: i32, column: i32, value: i32): bool {
  if (isReference<W>()) return canBe(row, column, value);
  const planes = changetype<Table<W>>(Grid.planes);
  return ((planes[2 * row + value] >> (<W>column)) & (<W>1)) != 0;
}

/** Whether a cell can have `value` and others. */
export function isOpenTo<W>(row: i32, column: i32, value: i32): bool {
  if (isReference<W>()) return canBe(row, column, value) && countValues(row, column) > 1;
  const planes = changetype<Table<W>>(Grid.planes);
  return (((planes[2 * row] & planes[2 * row + 1]) >> (<W>column)) & (<W>1)) != 0;
}

/** Removes a value that an unknown cell can have, and marks row and column dirty. */
export function removeValue<W>(row: i32, column: i32, value: i32): void {
  if (isReference<W>()) {
    removePlanes(row, column, value);
    return;
  }
  const planes = changetype<Table<W>>(Grid.planes);
  const a = 2 * row + value;
  const b = 2 * (Problem.height + column) + value;
  planes[a] = planes[a] & ~((<W>1) << (<W>column));
  planes[b] = planes[b] & ~((<W>1) << (<W>row));
  Grid.trailCell[Grid.trailLength] = (row << 16) | column;
  Grid.trailValue[Grid.trailLength++] = <u8>value;
  Grid.dirtyRows |= (<u64>1) << row;
  Grid.dirtyColumns |= (<u64>1) << column;
  Grid.unknown--;
}

/**
 * Takes back what was removed since the trail had `length` entries and `unknown` cells were
 * unknown.
 */
export function undoGrid<W>(length: i32, unknown: i32): void {
  if (isReference<W>()) {
    undoPlanes(length, unknown);
    return;
  }
  const planes = changetype<Table<W>>(Grid.planes);
  for (let i = Grid.trailLength - 1; i >= length; i--) {
    const row = Grid.trailCell[i] >>> 16;
    const column = Grid.trailCell[i] & 0xffff;
    const value = <i32>Grid.trailValue[i];
    const a = 2 * row + value;
    const b = 2 * (Problem.height + column) + value;
    planes[a] = planes[a] | ((<W>1) << (<W>column));
    planes[b] = planes[b] | ((<W>1) << (<W>row));
  }
  Grid.trailLength = length;
  Grid.unknown = unknown;
  Grid.dirtyRows = 0;
  Grid.dirtyColumns = 0;
}

/**
 * Solves the dirty lines until none is left: all dirty rows, then all dirty columns, in turn. The
 * fixpoint does not depend on the order; this one makes the passes of the first propagation the
 * sweeps of Batenburg and Kosters, because a line that is not dirty would not change anything in
 * its pass.
 */
export function propagateGrid<W>(): Propagated {
  if (isReference<W>()) return propagatePlanes();
  const height = Problem.height;
  const planes = changetype<Table<W>>(Grid.planes);
  const trailCell = Grid.trailCell;
  const trailValue = Grid.trailValue;
  let length = Grid.trailLength;
  let unknown = Grid.unknown;
  let dirty: W = <W>Grid.dirtyRows;
  let crossingDirty: W = <W>Grid.dirtyColumns;
  const isNoted = Reads.most > 0 || Events.lines;
  const isProbing = changetype<usize>(LineCache.places) != 0;
  let rows = true;
  let passes = 0;
  let found = Propagated.fixpoint;
  while ((dirty | crossingDirty) != 0) {
    if (unknown > 0) passes++;
    const base = rows ? 0 : height;
    const crossing = rows ? 2 * height : 0;
    let solved = 0;
    for (; dirty != 0; dirty &= dirty - <W>1) {
      const index = <i32>ctz<W>(dirty);
      const line = base + index;
      const canBlank = planes[2 * line];
      const canFilled = planes[2 * line + 1];
      solved++;
      if (
        isProbing
          ? !solveKnownLine<W>(line, canBlank, canFilled)
          : !solveLine<W>(line, canBlank, canFilled)
      ) {
        found = Propagated.contradiction;
        if (Events.on) tell(Event.lineContradiction, line, 0);
        break;
      }
      if (isNoted) {
        if (Events.lines) tellLine<W>(line, canBlank, canFilled);
        addRead<W>(line);
      }
      const filled: W = canBlank & ~(<W>LineResult.blank);
      const blank: W = canFilled & ~(<W>LineResult.filled);
      const changed: W = filled | blank;
      if (sizeof<W>() == 8 && <f64>solved + Budget.steps > Budget.maxSteps) {
        found = Propagated.stopped;
      }
      if (changed == 0) {
        if (found == Propagated.stopped) break;
        continue;
      }
      planes[2 * line] = canBlank ^ filled;
      planes[2 * line + 1] = canFilled ^ blank;
      crossingDirty |= changed;
      const keep: W = ~((<W>1) << (<W>index));
      for (let rest: W = changed; rest != 0; rest &= rest - <W>1) {
        const i = <i32>ctz<W>(rest);
        const value = <i32>((blank >> (<W>i)) & (<W>1));
        const to = crossing + 2 * i + value;
        planes[to] = planes[to] & keep;
        trailCell[length] = rows ? (index << 16) | i : (i << 16) | index;
        trailValue[length++] = <u8>value;
        unknown--;
      }
      if (found == Propagated.stopped) break;
    }
    const within = spend(solved, 4 * solved);
    if (found != Propagated.fixpoint) break;
    dirty = crossingDirty;
    crossingDirty = 0;
    rows = !rows;
    if (!within) {
      // The lines left dirty are those of the next pass; they do not matter any more.
      found = Propagated.stopped;
      break;
    }
  }
  Grid.dirtyRows = 0;
  Grid.dirtyColumns = 0;
  Grid.trailLength = length;
  Grid.unknown = unknown;
  Grid.passes = passes;
  return found;
}

/** Writes the values of the full grid to the first places of `cells`, which are 0. */
export function storeCells<W>(cells: Table<u8>): void {
  if (isReference<W>()) {
    storePlanes(cells);
    return;
  }
  const planes = changetype<Table<W>>(Grid.planes);
  const width = Problem.width;
  let at = 0;
  for (let row = 0; row < Problem.height; row++) {
    const filled: W = planes[2 * row + 1];
    for (let column = 0; column < width; column++) {
      cells[at++] = <u8>((filled >> (<W>column)) & (<W>1));
    }
  }
}
