// The puzzle solved in rounds where W is Any: see rounds.ts. A finding is a value taken from a cell.

import { lineWork, solvePlanes } from '../lines/lines-planes';
import {
  Planes,
  assignPlanes,
  canBe,
  clearLines,
  countValues,
  isOpen,
  removePlanes,
  resetPlanes,
  undoPlanes,
} from '../lines/planes';
import { findReadOfPlanes } from '../lines/reads-planes';
import { Budget, RanOut, spend } from '../memory/budget';
import { Grid } from '../memory/grid';
import { Table, grown, mark, release, take, takeUnset } from '../memory/memory';
import { Problem, placeOf, wordsOf } from '../memory/problem';
import { addAssumptions, addRound } from './effort';

class Rounds {
  /** The lines to be read in the next round, and whether a line is among them. */
  static dirty: Table<i32> = changetype<Table<i32>>(0);
  static dirtyCount: i32 = 0;
  static isDirty: Table<u8> = changetype<Table<u8>>(0);
  /** The lines that found something in this round, and what: planes of removed values, `stride` words each. */
  static productive: Table<i32> = changetype<Table<i32>>(0);
  static productiveCount: i32 = 0;
  static found: Table<u64> = changetype<Table<u64>>(0);
  static stride: i32 = 0;
  /** By cell and value: whether an assumption without a contradiction led to it, so that it has none either. */
  static vouched: Table<u8> = changetype<Table<u8>>(0);
}

/** The bytes that rounds take. */
export function bytesOfRounds(): f64 {
  const stride = Problem.values * max(Problem.rowWords, Problem.columnWords);
  const cells = 6 * <f64>Problem.cells * <f64>Problem.values;
  return cells + <f64>Problem.lines * (25 + 24 * <f64>stride);
}

/** Begins with a puzzle, before any of its lines is read. */
export function startRoundsOfPlanes(): void {
  resetPlanes();
  clearLines();
  const lines = Problem.lines;
  Rounds.stride = Problem.values * max(Problem.rowWords, Problem.columnWords);
  Rounds.dirty = takeUnset<i32>(lines);
  Rounds.dirtyCount = 0;
  Rounds.isDirty = take<u8>(lines);
  Rounds.productive = takeUnset<i32>(lines);
  Rounds.found = takeUnset<u64>(lines * Rounds.stride);
  Rounds.vouched = takeUnset<u8>(Problem.cells * Problem.values);
  for (let line = 0; line < lines; line++) markDirty(line);
}

/** Plays rounds until no line finds anything. False if the budget ends first. */
export function playRoundsOfPlanes(): bool {
  while (true) {
    const open = weightOfOpen();
    let productive = 0;
    Rounds.productiveCount = 0;
    for (let i = 0; i < Rounds.dirtyCount; i++) {
      const line = Rounds.dirty[i];
      if (!isOpen(line)) continue;
      if (findReadOfPlanes(line)) spend(0, 4);
      else read(line);
      if (keepFound(line)) productive += weightOf(line);
      if (Budget.stopped != RanOut.nothing) return false;
    }
    forget();
    if (productive == 0) return true;
    addRound(open, productive);
    apply();
  }
}

/** As `assumeAll`. */
export function assumeAllOfPlanes(solution: Table<u8>): bool {
  const values = Problem.values;
  Rounds.vouched.clear(0, Problem.cells * values);
  let assumptions: f64 = 0;
  let contradictions = 0;
  let sum: f64 = 0;
  const place = mark();
  // What contradicts: its cell * values + value.
  let settled = takeUnset<i32>(64);
  let cell = 0;
  for (let row = 0; row < Problem.height; row++) {
    for (let column = 0; column < Problem.width; column++, cell++) {
      const possible = countValues(row, column);
      if (possible == 1) continue;
      assumptions += <f64>possible;
      for (let value = 0; value < values; value++) {
        if (value == <i32>solution[cell] || !canBe(row, column, value)) continue;
        const literal = cell * values + value;
        if (Rounds.vouched[literal] != 0) continue;
        const cost = follow(row, column, value);
        if (Budget.stopped != RanOut.nothing) return false;
        if (cost == 0) continue;
        sum += <f64>cost;
        if (contradictions == settled.length) settled = grown<i32>(settled, contradictions + 1);
        settled[contradictions++] = literal;
      }
    }
  }
  addAssumptions(assumptions, <f64>contradictions, sum);
  for (let i = 0; i < contradictions; i++) {
    const at = settled[i] / values;
    const row = at / Problem.width;
    const column = at - row * Problem.width;
    removePlanes(row, column, settled[i] - at * values);
    markDirty(row);
    markDirty(Problem.height + column);
  }
  release(place);
  return true;
}

/** The cost of an assumption that contradicts; 0 if it does not, or the budget ends first. */
function follow(row: i32, column: i32, value: i32): i32 {
  const length = Grid.trailLength;
  const unknown = Grid.unknown;
  assignPlanes(row, column, value);
  markDirty(row);
  markDirty(Problem.height + column);
  let cost = 0;
  let contradiction = false;
  while (Rounds.dirtyCount > 0 && !contradiction && Budget.stopped == RanOut.nothing) {
    Rounds.productiveCount = 0;
    for (let i = 0; i < Rounds.dirtyCount; i++) {
      const line = Rounds.dirty[i];
      if (!read(line)) contradiction = true;
      else if (!isOpen(line)) continue;
      else keepFound(line);
      cost += weightOf(line);
    }
    forget();
    if (!contradiction) contradiction = !apply();
  }
  forget();
  if (!contradiction && Budget.stopped == RanOut.nothing) vouch(length);
  undoPlanes(length, unknown);
  return contradiction ? cost : 0;
}

/** Notes the values that cells have come to since the trail had `length` entries. */
function vouch(length: i32): void {
  for (let i = length; i < Grid.trailLength; i++) {
    const row = Grid.trailCell[i] >>> 16;
    const column = Grid.trailCell[i] & 0xffff;
    if (countValues(row, column) != 1) continue;
    let value = 0;
    while (!canBe(row, column, value)) value++;
    Rounds.vouched[(row * Problem.width + column) * Problem.values + value] = 1;
  }
}

/** Reads a line completely into `Planes.result`. False if no placement fits. */
function read(line: i32): bool {
  spend(1, 4 + lineWork(line));
  return solvePlanes(line);
}

/** Keeps what was found in the line that was just read, if anything. */
function keepFound(line: i32): bool {
  const at = placeOf(line);
  const to = Rounds.productiveCount * Rounds.stride;
  const size = Problem.values * wordsOf(line);
  let any: u64 = 0;
  for (let k = 0; k < size; k++) {
    const removed = Grid.planes[at + k] & ~Planes.result[k];
    Rounds.found[to + k] = removed;
    any |= removed;
  }
  if (any == 0) return false;
  Rounds.productive[Rounds.productiveCount++] = line;
  return true;
}

/** Applies the findings of the round. False if two lines leave a cell without a value. */
function apply(): bool {
  for (let i = 0; i < Rounds.productiveCount; i++) {
    const line = Rounds.productive[i];
    const words = wordsOf(line);
    for (let value = 0; value < Problem.values; value++) {
      for (let k = 0; k < words; k++) {
        const removed = Rounds.found[i * Rounds.stride + value * words + k];
        if (!applyWord(line, value, 64 * k, removed)) return false;
      }
    }
  }
  return true;
}

/** Takes a value from the cells of a line, from `base` on, that `removed` has. */
function applyWord(line: i32, value: i32, base: i32, removed: u64): bool {
  const height = Problem.height;
  const isRow = line < height;
  for (let rest = removed; rest != 0; rest &= rest - 1) {
    const index = base + <i32>ctz<u64>(rest);
    const row = isRow ? line : index;
    const column = isRow ? index : line - height;
    markDirty(isRow ? height + column : row);
    if (!canBe(row, column, value)) continue;
    if (countValues(row, column) == 1) return false;
    removePlanes(row, column, value);
  }
  return true;
}

/** The sum of the weights of the lines that have unknown cells. */
function weightOfOpen(): i32 {
  let sum = 0;
  for (let line = 0; line < Problem.lines; line++) if (isOpen(line)) sum += weightOf(line);
  return sum;
}

/** What a person reads in a line: its blocks, and that the line is there. */
function weightOf(line: i32): i32 {
  return 1 + Problem.blockStart[line + 1] - Problem.blockStart[line];
}

function markDirty(line: i32): void {
  if (Rounds.isDirty[line] == 1) return;
  Rounds.isDirty[line] = 1;
  Rounds.dirty[Rounds.dirtyCount++] = line;
}

function forget(): void {
  for (let i = 0; i < Rounds.dirtyCount; i++) Rounds.isDirty[Rounds.dirty[i]] = 0;
  Rounds.dirtyCount = 0;
}
