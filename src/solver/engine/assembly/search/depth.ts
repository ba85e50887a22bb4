// The levels of contradictions that difficulty is measured by. Level 0 is propagation. Level d
// assumes a value of a cell, closes it under level d - 1, and removes it on a contradiction, over
// and over to the fixpoint. Each step only takes values away and would be possible later, too, so
// the order changes nothing. Only contradictions count: what both values of a cell imply,
// contrapositives and learned clauses would solve more puzzles at the same level.

import { Event, Events, tell, tellLines } from '../lines/events';
import { takeCache } from '../lines/line-cache';
import { assignValue, isOpenTo, removeValue, undoGrid } from '../lines/planes';
import { propagateGrid } from '../lines/propagate';
import { Budget, RanOut, spend } from '../memory/budget';
import { Grid, Propagated } from '../memory/grid';
import { Table } from '../memory/memory';
import { Problem } from '../memory/problem';
import { Setting, setting } from '../memory/settings';
import { Stage, enterStage } from '../memory/statistics';
import { End, FoundSolutions, addFound, addOther } from './found';
import { notePassed, startPassed } from './passed';
import { Proof, proveRemoval } from './proof';
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
  static probes: i32 = 0;
  /** Whether it has its tables. */
  static isOpen: bool = false;
}

export function startDepth(): void {
  Depth.level = 0;
  Depth.least = 1;
  Depth.probes = 0;
  Depth.isOpen = false;
}

/** Probing for a search, which may make it superfluous. */
class Ahead {
  /** Whether solutions that it meets are collected. */
  static collects: bool = false;
  /** The line solves after which it ends. */
  static steps: f64 = Infinity;
}

/**
 * Closes level 1 before it is known how many solutions there are, and collects those met if two are
 * `wanted`. What it removes stays removed, and counts for the depth. `givenUp` if that does not
 * decide the puzzle, takes too long, or is not worth trying: drawings have long blocks, and probing
 * alone often solves them sooner than a search; of the others a sample tells. @pre the grid is a
 * fixpoint of propagation with unknown cells, and the settings are written.
 */
export function probeAhead<W>(wanted: f64): End {
  // Who watches is shown a search, and then how deep contradictions have to be.
  if (Events.on || FoundSolutions.count > 1) return End.givenUp;
  if (meanBlock() < setting(Setting.aheadBlocks) && !isPromising<W>()) {
    return Budget.stopped == RanOut.nothing ? End.givenUp : End.stopped;
  }
  return closeFirst<W>(wanted, setting(Setting.aheadSteps) * <f64>Problem.cells);
}

/**
 * Closes level 1, or goes on with that, for so many line solves at most. It collects and removes as
 * `probeAhead`, and returns `givenUp` if that does not decide the puzzle; while a proof is written,
 * what was learned may close the grid, too.
 */
export function closeFirst<W>(wanted: f64, steps: f64): End {
  enterStage(Stage.probing);
  openDepth<W>();
  Ahead.collects = wanted == 2;
  Ahead.steps = Budget.steps + steps;
  const closed = close<W>(1, FoundSolutions.first);
  Ahead.collects = false;
  Ahead.steps = Infinity;
  if (Budget.stopped != RanOut.nothing) return End.stopped;
  if (FoundSolutions.count >= wanted) return End.wanted;
  if (closed == Closed.stuck) Depth.least = 2;
  if (closed == Closed.stuck || closed == Closed.stopped) return End.givenUp;
  Depth.level = 1;
  if (closed == Closed.solved && FoundSolutions.count == 0) addFound<W>();
  return End.exhausted;
}

/** The mean length of all blocks; 0 if there are none. */
function meanBlock(): f64 {
  const blocks = Problem.blockStart[Problem.lines];
  let filled: f64 = 0;
  for (let block = 0; block < blocks; block++) filled += <f64>Problem.blockLength[block];
  return blocks == 0 ? 0 : filled / <f64>blocks;
}

/**
 * Whether enough of a sample of values contradict: a tenth do in random 25x25 with one solution,
 * one in eighty with several. Lines in planes are not asked: colours would lose a third.
 */
function isPromising<W>(): bool {
  const sample = setting(Setting.aheadSample);
  if (isReference<W>() || sample < 1) return false;
  if (<f64>Grid.unknown < setting(Setting.aheadUnknown)) return false;
  enterStage(Stage.probing);
  // An odd number, so that both values of cells have their turns.
  const stride = (<i32>(<f64>(2 * Grid.unknown) / sample)) | 1;
  let open = 0;
  let contradictions: f64 = 0;
  for (let row = 0; row < Problem.height; row++) {
    for (let column = 0; column < Problem.width; column++) {
      for (let value = 0; value < 2; value++) {
        if (!isOpenTo<W>(row, column, value) || open++ % stride != 0) continue;
        const length = Grid.trailLength;
        const unknown = Grid.unknown;
        assignValue<W>(row, column, value);
        const found = propagateGrid<W>();
        undoGrid<W>(length, unknown);
        if (found == Propagated.stopped) return false;
        if (found == Propagated.contradiction) contradictions++;
      }
    }
  }
  return contradictions * <f64>stride >= setting(Setting.aheadShare) * <f64>open;
}

/** Takes the tables for probing, once for a puzzle. */
function openDepth<W>(): void {
  if (Depth.isOpen) return;
  Depth.isOpen = true;
  startPassed<W>();
  takeCache<W>();
  // The last one, so that what it remembers can grow where it is.
  startProbes();
}

/**
 * Closes level after level, up to `levels`, until one decides the puzzle. Values of its only
 * `solution`, or null, need not be assumed. @pre the grid is a fixpoint with unknown cells.
 */
export function classify<W>(levels: f64, solution: Table<u8>): void {
  enterStage(Stage.depth);
  openDepth<W>();
  for (let level = Depth.least; <f64>level <= levels; level++) {
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
    if (Budget.steps > Ahead.steps) return Closed.stopped;
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
      if (Ahead.collects && FoundSolutions.count == 2) return found;
      if (found != Closed.contradiction) continue;
      if (Proof.on) proveRemoval<W>(row, column, value);
      removeValue<W>(row, column, value);
      const after = closeUpTo<W>(level - 1);
      // From the proof of the removal on until the grid is a fixpoint again, lines are told.
      if (Proof.on) tellLines(false);
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
  if (found == Closed.solved && Ahead.collects) addOther<W>();
  undoGrid<W>(length, unknown);
  if (level > 1) leaveProbe();
  if (Events.steps) {
    const isRefuted = found == Closed.contradiction;
    tell(isRefuted ? Event.probeRefuted : Event.probeEnd, literal, level);
  }
  return found;
}
