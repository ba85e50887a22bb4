// The levels of contradictions that difficulty is measured by. Level 0 is propagation. Level d assumes one value of
// one cell, closes it under level d - 1, and removes the value from the cell on a contradiction, over and over to the
// fixpoint. Each step only takes values away and would be possible later, too, so the fixpoint does not depend on the
// order of the work.
//
// Only contradictions count here: what both values of a cell imply, contrapositives and learned clauses would solve
// more puzzles at the same level.

import { spend } from './budget';
import { Event, Events, tell } from './events';
import { Table } from './memory';
import { takeCache } from './line-cache';
import { notePassed, startPassed } from './passed';
import {
  atRoot,
  enterProbe,
  knowsProbe,
  leaveProbe,
  noteChanges,
  recallProbe,
  rememberProbe,
  startProbes,
} from './probes';
import { Problem } from './problem';
import { Grid, Propagated } from './grid';
import { assignValue, isOpenTo, propagateGrid, removeValue, undoGrid } from './propagate';

/** How closing a level ended. */
const enum Closed {
  solved,
  contradiction,
  stuck,
  stopped,
}

export class Depth {
  /** The level that decided the puzzle, 0 if none did so far. */
  static level: i32 = 0;
  /** The lowest level that may still decide it. */
  static least: i32 = 0;
  /** Values that were assumed. */
  static probes: i32 = 0;
}

/** Begins with a puzzle. */
export function startDepth(): void {
  Depth.level = 0;
  Depth.least = 1;
  Depth.probes = 0;
}

/**
 * Closes level after level, up to `levels`, until one decides the puzzle. `solution` is its only solution, or
 * null; its values need not be assumed, as they cannot be contradicted.
 * @pre the grid is a fixpoint of propagation with unknown cells.
 */
export function classify<W>(levels: f64, solution: Table<u8>): void {
  startProbes();
  startPassed<W>();
  takeCache<W>();
  for (let level = 1; <f64>level <= levels; level++) {
    const closed = close<W>(level, solution);
    if (closed == Closed.stopped) return;
    if (closed != Closed.stuck) {
      Depth.level = level;
      return;
    }
    Depth.least = level + 1;
  }
}

/** Closes the grid, which is closed under level - 1, under `level`. */
function close<W>(level: i32, solution: Table<u8>): Closed {
  const cells = Problem.cells;
  const values = isReference<W>() ? Problem.values : 2;
  const width = Problem.width;
  noteChanges();
  let cell = 0;
  let row = 0;
  let column = 0;
  // A round without a removal ends the work, wherever it began.
  for (let quiet = 0; quiet < cells; quiet++) {
    // Large grids have many cells that need no probe: these take time, too.
    if (column == 0 && !spend(0, width)) return Closed.stopped;
    for (let value = 0; value < values; value++) {
      if (!isOpenTo<W>(row, column, value)) {
        // In black and white the cell is known.
        if (!isReference<W>()) break;
        continue;
      }
      if (changetype<usize>(solution) != 0 && <i32>solution[cell] == value) continue;
      if (level == 1 && knowsProbe(values * cell + value)) {
        if (atRoot()) notePassed(values * cell + value, Grid.trailLength);
        continue;
      }
      const found = probe<W>(row, column, value, level);
      if (found == Closed.stopped) return found;
      if (found != Closed.contradiction) continue;
      removeValue<W>(row, column, value);
      const after = closeUpTo<W>(level - 1);
      if (after != Closed.stuck) return after;
      noteChanges();
      quiet = -1;
    }
    cell++;
    if (++column == width) {
      column = 0;
      if (++row == Problem.height) {
        row = 0;
        cell = 0;
      }
    }
  }
  return Closed.stuck;
}

/** Propagates, then closes level 1, 2, ... up to `level`. */
function closeUpTo<W>(level: i32): Closed {
  const found = propagateGrid<W>();
  if (found == Propagated.contradiction) return Closed.contradiction;
  if (found == Propagated.stopped) return Closed.stopped;
  if (Grid.unknown == 0) return Closed.solved;
  for (let d = 1; d <= level; d++) {
    const closed = close<W>(d, changetype<Table<u8>>(0));
    if (closed != Closed.stuck) return closed;
  }
  return Closed.stuck;
}

/** Assumes the value, closes the grid under level - 1, and takes everything back. */
function probe<W>(row: i32, column: i32, value: i32, level: i32): Closed {
  const length = Grid.trailLength;
  const unknown = Grid.unknown;
  const values = isReference<W>() ? Problem.values : 2;
  const literal = values * (row * Problem.width + column) + value;
  Depth.probes++;
  if (Events.steps) tell(Event.probe, literal, level);
  if (level > 1) enterProbe();
  assignValue<W>(row, column, value);
  let found = Closed.contradiction;
  if (level > 1 || recallProbe<W>(literal)) found = closeUpTo<W>(level - 1);
  if (level == 1 && found != Closed.contradiction) {
    rememberProbe(literal, length);
    if (atRoot() && found == Closed.stuck) notePassed(literal, length);
  }
  undoGrid<W>(length, unknown);
  if (level > 1) leaveProbe();
  if (Events.steps) {
    const isRefuted = found == Closed.contradiction;
    tell(isRefuted ? Event.probeRefuted : Event.probeEnd, literal, level);
  }
  return found;
}
