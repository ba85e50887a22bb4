// The levels of contradictions that difficulty is measured by. Level 0 is propagation. Level d
// assumes a value of a cell, closes it under level d - 1, and removes it on a contradiction, over
// and over to the fixpoint. Each step only takes values away and would be possible later, too, so
// the order changes nothing. Only contradictions count: what both values of a cell imply,
// contrapositives and learned clauses would solve more puzzles at the same level.

import { Event, Events, tell, tellLines } from '../lines/events';
import {
  Planes,
  assignValue,
  clearLines,
  countValues,
  hasValue,
  isOpenTo,
  markLine,
  planeWords,
  planesAt,
  removeValue,
  undoGrid,
  valuesIn,
  wordAt,
} from '../lines/planes';
import { propagateGrid, takeCache } from '../lines/propagate';
import { Budget, RanOut, Setting, setting, spend } from '../memory/budget';
import { Table, take, takeUnset, withRoom } from '../memory/memory';
import { Any, Grid, Problem, Propagated, maskOf } from '../memory/problem';
import { Stage, enterStage } from '../memory/statistics';
import { End, FoundSolutions, addFound, addOther } from './found';
import { Proof, proveRemoval } from './proof';

// Values that probing passed, and how much was known: knowing less, rating need not follow them.

class Passed {
  /** By literal (cell * values + value): the trail's length when it last passed, and 1; or 0. */
  static when: Table<i32> = changetype<Table<i32>>(0);
  /** By literal: the place on the trail of its removal; NEVER if it was not removed. */
  static removed: Table<i32> = changetype<Table<i32>>(0);
}

const NEVER: i32 = 0x7ffffffe;

export function forgetPassed(): void {
  Passed.when = changetype<Table<i32>>(0);
}

/** Begins with a puzzle whose values are going to be probed. */
function startPassed<W>(): void {
  forgetPassed();
  const literals = valuesIn<W>() * Problem.cells;
  if (8 * <f64>literals <= Budget.memoryBytes) Passed.when = take<i32>(literals);
}

/** Notes that the value does not contradict what the trail's first `length` removals leave. */
function notePassed(literal: i32, length: i32): void {
  if (changetype<usize>(Passed.when) != 0) Passed.when[literal] = length + 1;
}

/** Begins to ask: the trail has all removals of the work that noted what passed. */
export function openPassed<W>(): void {
  if (changetype<usize>(Passed.when) == 0) return;
  const literals = valuesIn<W>() * Problem.cells;
  const removed = takeUnset<i32>(literals);
  for (let literal = 0; literal < literals; literal++) removed[literal] = NEVER;
  for (let i = 0; i < Grid.trailLength; i++) {
    const cell = (Grid.trailCell[i] >>> 16) * Problem.width + (Grid.trailCell[i] & 0xffff);
    removed[valuesIn<W>() * cell + <i32>Grid.trailValue[i]] = i;
  }
  Passed.removed = removed;
}

/** How long the trail was when all was known that these planes know. */
export function lengthKnowing<W>(planes: Table<u64>): i32 {
  if (changetype<usize>(Passed.when) == 0) return NEVER;
  const values = valuesIn<W>();
  let length = 0;
  for (let row = 0; row < Problem.height; row++) {
    const words = planeWords<W>(row);
    for (let i = 0; i < values * words; i++) {
      const value = i / words;
      const first = 64 * (i - value * words);
      const all = maskOf<u64>(min(64, Problem.width - first));
      const gone = all & ~wordAt<W>(planes, planesAt<W>(row) + i);
      for (let rest = gone; rest != 0; rest &= rest - 1) {
        const cell = row * Problem.width + first + <i32>ctz<u64>(rest);
        length = max(length, Passed.removed[values * cell + value] + 1);
      }
    }
  }
  return length;
}

/** Whether the value is known to pass from what the first `length` removals leave, or less. */
export function hasPassed(literal: i32, length: i32): bool {
  return length < NEVER && Passed.when[literal] > length;
}

// What probes without a contradiction found out. What followed still follows when more is known, so
// it is put back at once; of the lines that it touched, only those with changes since need solving;
// without any, the probe would end as before. Each probe remembers its removals and the time, each
// line its last change; under an assumption, until that goes (`enterProbe`, `leaveProbe`).

/** Words of a literal: when it was probed, 0 for never; its first removal, and their number. */
const PROBE: i32 = 3;
/** Words of what `leaveProbe` puts back: a literal, and the words of it. */
const LOGGED: i32 = 4;
/** Words of an assumption before `changed`: `logged`, `used`, `seen` and `now` at its beginning. */
const FRAME: i32 = 4;

class Probes {
  /** By literal (cell * values + value), PROBE words each. */
  static of: Table<i32> = changetype<Table<i32>>(0);
  /** The removals of all probes, as on the trail: cells, and the values that they lost. */
  static removals: Table<i32> = changetype<Table<i32>>(0);
  static values: Table<u8> = changetype<Table<u8>>(0);
  static used: i32 = 0;
  static most: i32 = 0;
  /** By line: the time of its last change. */
  static changed: Table<i32> = changetype<Table<i32>>(0);
  static now: i32 = 0;
  /** How much of the trail went into `changed`. */
  static seen: i32 = 0;
  static log: Table<i32> = changetype<Table<i32>>(0);
  static logged: i32 = 0;
  static frames: Table<i32> = changetype<Table<i32>>(0);
  static open: i32 = 0;
  static enabled: bool = false;
}

/** Forgets everything. @pre the grid is a fixpoint of propagation. */
function startProbes(): void {
  const literals = Problem.values * Problem.cells;
  Probes.most = <i32>setting(Setting.rememberedRemovals);
  Probes.enabled = 12 * <f64>literals + 5 * <f64>Probes.most <= Budget.memoryBytes;
  if (!Probes.enabled) return;
  Probes.of = take<i32>(PROBE * literals);
  Probes.changed = take<i32>(Problem.lines);
  Probes.log = takeUnset<i32>(64 * LOGGED);
  Probes.frames = takeUnset<i32>(FRAME + Problem.lines);
  Probes.values = takeUnset<u8>(1024);
  Probes.removals = takeUnset<i32>(1024);
  Probes.used = 0;
  Probes.now = 1;
  Probes.seen = Grid.trailLength;
  Probes.logged = 0;
  Probes.open = 0;
}

/** Takes in what was removed from cells, for good or under the current assumptions. */
function noteChanges(): void {
  if (!Probes.enabled || Probes.seen == Grid.trailLength) return;
  const now = ++Probes.now;
  for (; Probes.seen < Grid.trailLength; Probes.seen++) {
    const cell = Grid.trailCell[Probes.seen];
    Probes.changed[cell >>> 16] = now;
    Probes.changed[Problem.height + (cell & 0xffff)] = now;
  }
}

/** Whether a probe of this literal is known to end without a contradiction. */
function knowsProbe(literal: i32): bool {
  if (!Probes.enabled) return false;
  const when = Probes.of[PROBE * literal];
  if (when == 0) return false;
  const removals = Probes.removals;
  const changed = Probes.changed;
  const height = Problem.height;
  const start = Probes.of[PROBE * literal + 1];
  const end = start + Probes.of[PROBE * literal + 2];
  for (let i = start; i < end; i++) {
    const cell = removals[i];
    if (changed[cell >>> 16] > when) return false;
    if (changed[height + (cell & 0xffff)] > when) return false;
  }
  return true;
}

/**
 * Puts what this literal's last probe found into the grid, and marks the lines dirty from which
 * more may follow; false if a cell lost all. @pre it is assumed, and no other line is dirty.
 */
function recallProbe<W>(literal: i32): bool {
  // Who watches the lines wants to see each step: then everything is found again line by line.
  if (!Probes.enabled || Events.lines) return true;
  const when = Probes.of[PROBE * literal];
  if (when == 0) return true;
  const start = Probes.of[PROBE * literal + 1];
  const end = start + Probes.of[PROBE * literal + 2];
  if (!removeAgain<W>(start, end)) return false;
  const removals = Probes.removals;
  const changed = Probes.changed;
  const height = Problem.height;
  let rows: u64 = 0;
  let columns: u64 = 0;
  clearLines<W>();
  for (let i = start; i < end; i++) {
    const row = removals[i] >>> 16;
    const column = removals[i] & 0xffff;
    if (isReference<W>()) {
      if (changed[row] > when) markLine(row);
      if (changed[height + column] > when) markLine(height + column);
      continue;
    }
    rows |= (<u64>(changed[row] > when)) << row;
    columns |= (<u64>(changed[height + column] > when)) << column;
  }
  if (isReference<W>()) return true;
  Planes.dirty[0] = rows;
  Planes.dirty[1] = columns;
  return true;
}

/** Removes what is remembered from `start` to `end`; false before a cell loses its last value. */
function removeAgain<W>(start: i32, end: i32): bool {
  if (isReference<W>()) return removeAgainInPlanes(start, end);
  const planes = changetype<Table<W>>(Grid.planes);
  const removals = Probes.removals;
  const values = Probes.values;
  const columnBase = 2 * Problem.height;
  const before = Grid.trailLength;
  let length = before;
  let possible = true;
  for (let i = start; i < end; i++) {
    const row = removals[i] >>> 16;
    const column = removals[i] & 0xffff;
    const value = <i32>values[i];
    const at = 2 * row + value;
    const bit: W = (<W>1) << (<W>column);
    if ((planes[at] & bit) == 0) continue;
    possible = (planes[at ^ 1] & bit) != 0;
    if (!possible) break;
    const to = columnBase + 2 * column + value;
    planes[at] = planes[at] ^ bit;
    planes[to] = planes[to] ^ ((<W>1) << (<W>row));
    Grid.trailCell[length] = (row << 16) | column;
    Grid.trailValue[length++] = <u8>value;
  }
  Grid.trailLength = length;
  Grid.unknown -= length - before;
  return possible;
}

/** As `removeAgain`, where W is Any. */
function removeAgainInPlanes(start: i32, end: i32): bool {
  const removals = Probes.removals;
  const values = Probes.values;
  for (let i = start; i < end; i++) {
    const row = removals[i] >>> 16;
    const column = removals[i] & 0xffff;
    const value = <i32>values[i];
    if (!hasValue<Any>(row, column, value)) continue;
    if (countValues<Any>(row, column) == 1) return false;
    removeValue<Any>(row, column, value);
  }
  return true;
}

/** Remembers a probe without a contradiction, which removed what the trail has from `from` on. */
function rememberProbe(literal: i32, from: i32): void {
  if (!Probes.enabled) return;
  const size = Grid.trailLength - from;
  if (Probes.used + size > Probes.most) return;
  Probes.removals = withRoom<i32>(Probes.removals, Probes.used + size);
  Probes.values = withRoom<u8>(Probes.values, Probes.used + size);
  const probe = PROBE * literal;
  if (Probes.open > 0) logProbe(literal);
  Probes.of[probe] = Probes.now;
  Probes.of[probe + 1] = Probes.used;
  Probes.of[probe + 2] = size;
  const removals = Probes.removals;
  const values = Probes.values;
  let used = Probes.used;
  for (let i = from; i < Grid.trailLength; i++) {
    values[used] = Grid.trailValue[i];
    removals[used++] = Grid.trailCell[i];
  }
  Probes.used = used;
}

function logProbe(literal: i32): void {
  const at = Probes.logged;
  Probes.log = withRoom<i32>(Probes.log, at + LOGGED);
  Probes.log[at] = literal;
  for (let k = 0; k < PROBE; k++) Probes.log[at + 1 + k] = Probes.of[PROBE * literal + k];
  Probes.logged = at + LOGGED;
}

/** Whether probes are remembered, and none is open. */
function atRoot(): bool {
  return Probes.enabled && Probes.open == 0;
}

/** Begins an assumption: what is noted and remembered from now on ends with `leaveProbe`. */
function enterProbe(): void {
  if (!Probes.enabled) return;
  const size = FRAME + Problem.lines;
  const at = size * Probes.open++;
  Probes.frames = withRoom<i32>(Probes.frames, at + size);
  const frames = Probes.frames;
  frames[at] = Probes.logged;
  frames[at + 1] = Probes.used;
  frames[at + 2] = Probes.seen;
  frames[at + 3] = Probes.now;
  for (let line = 0; line < Problem.lines; line++) frames[at + FRAME + line] = Probes.changed[line];
}

/** Ends the last assumption, which has been taken back. */
function leaveProbe(): void {
  if (!Probes.enabled) return;
  const frames = Probes.frames;
  const at = (FRAME + Problem.lines) * --Probes.open;
  for (let line = 0; line < Problem.lines; line++) Probes.changed[line] = frames[at + FRAME + line];
  // From the last entry back, as a literal may be in the log more than once.
  for (let end = Probes.logged - LOGGED; end >= frames[at]; end -= LOGGED) {
    const probe = PROBE * Probes.log[end];
    for (let k = 0; k < PROBE; k++) Probes.of[probe + k] = Probes.log[end + 1 + k];
  }
  Probes.logged = frames[at];
  Probes.used = frames[at + 1];
  Probes.seen = frames[at + 2];
  Probes.now = frames[at + 3];
}

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
