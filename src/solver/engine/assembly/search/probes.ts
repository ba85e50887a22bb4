// What probes without a contradiction found out. What followed still follows when more is known, so
// it is put back at once; of the lines that it touched, only those with changes since need solving;
// without any, the probe would end as before. Each probe remembers its removals and the time, each
// line its last change; under an assumption, until that goes (`enterProbe`, `leaveProbe`).

import { Events } from '../lines/events';
import { Planes, clearLines, countValues, hasValue, markLine, removeValue } from '../lines/planes';
import { Budget } from '../memory/budget';
import { Grid } from '../memory/grid';
import { Table, take, takeUnset, withRoom } from '../memory/memory';
import { Any, Problem } from '../memory/problem';
import { Setting, setting } from '../memory/settings';

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
export function startProbes(): void {
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
export function noteChanges(): void {
  if (!Probes.enabled || Probes.seen == Grid.trailLength) return;
  const now = ++Probes.now;
  for (; Probes.seen < Grid.trailLength; Probes.seen++) {
    const cell = Grid.trailCell[Probes.seen];
    Probes.changed[cell >>> 16] = now;
    Probes.changed[Problem.height + (cell & 0xffff)] = now;
  }
}

/** Whether a probe of this literal is known to end without a contradiction. */
export function knowsProbe(literal: i32): bool {
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
export function recallProbe<W>(literal: i32): bool {
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
export function rememberProbe(literal: i32, from: i32): void {
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
export function atRoot(): bool {
  return Probes.enabled && Probes.open == 0;
}

/** Begins an assumption: what is noted and remembered from now on ends with `leaveProbe`. */
export function enterProbe(): void {
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
export function leaveProbe(): void {
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
