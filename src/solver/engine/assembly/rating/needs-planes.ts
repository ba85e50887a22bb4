// Reads lines at the levels of needs.ts where W is Any.

import { solvePlanes } from '../lines/lines-planes';
import { Planes, narrow, refillGrid } from '../lines/planes';
import { addRange, firstMissing, lastMissing, removeRange } from '../lines/sets';
import { isOpenIn, severalOf } from '../lines/shape';
import { Budget, RanOut, spend } from '../memory/budget';
import { Grid } from '../memory/grid';
import { Table, takeUnset } from '../memory/memory';
import { Any, Problem, lineLength, placeOf, wordsOf } from '../memory/problem';
import { Ends, takeEnds } from './ends';
import { Level } from './level';
import { applyRuns, leftByRuns, takeRuns } from './runs';

class Totals {
  /** By value: how many cells of a line have it in a solution. */
  static of: Table<i32> = changetype<Table<i32>>(0);
}

export function takeReading(): void {
  Totals.of = takeUnset<i32>(Problem.values);
  takeEndsOfPlanes();
  takeRuns();
}

/**
 * Reads a line once at a level, with those before it, as if it had not been read yet, and takes
 * what that rules out from its cells. Returns whether it is anything. @pre some placement fits.
 */
export function readOnce(level: Level, line: i32): bool {
  startEndsOfLine(line);
  if (level == Level.runs) return readRuns(line);
  // Bounds include whatever counting finds.
  const counted = level <= Level.overlap && count(line);
  return (level != Level.count && pack(line, level == Level.bounds)) || counted;
}

/** Begins with the start position. */
export function beginReading(): void {
  takeReading();
  refillGrid<Any>();
  for (let line = 0; line < Problem.lines; line++) startEndsOfLine(line);
}

/** Reads a line until it finds nothing more, and takes what that rules out from its cells. */
export function readPlanes(level: Level, line: i32): void {
  if (Budget.stopped != RanOut.nothing || !isOpenIn<Any>(Grid.planes, line)) return;
  spend(0, 4 + 4 * (Problem.blockStart[line + 1] - Problem.blockStart[line]));
  if (level == Level.count) while (count(line));
  else if (level == Level.bounds) pack(line, true);
  else if (level == Level.runs) while (readRuns(line));
  else {
    // What counting finds may let the blocks be packed more tightly, and the other way round.
    count(line);
    while (pack(line, false) && count(line));
  }
}

function pack(line: i32, bounds: bool): bool {
  return moveEndsOfPlanes(line, bounds) && narrow(line);
}

function readRuns(line: i32): bool {
  // In most lines even complete line solving, which is faster, finds nothing.
  solvePlanes(line);
  const at = placeOf(line);
  let any: u64 = 0;
  for (let k = 0; k < Problem.values * wordsOf(line); k++) {
    any |= Grid.planes[at + k] & ~Planes.result[k];
  }
  if (any == 0) return false;
  const packed = pack(line, true);
  applyRuns<Any>(Grid.planes, line);
  const words = wordsOf(line);
  for (let value = 0; value < Problem.values; value++) {
    for (let k = 0; k < words; k++) Planes.result[value * words + k] = leftByRuns(value, k);
  }
  return narrow(line) || packed;
}

/**
 * Counts in a line: if all cells with a value are found, no other cell has it; if only that many
 * cells can have it, they all do. Returns whether that rules anything out.
 */
function count(line: i32): bool {
  const values = Problem.values;
  const words = wordsOf(line);
  const at = placeOf(line);
  const result = Planes.result;
  const totals = Totals.of;
  totals.clear(0, values);
  totals[0] = lineLength(line);
  for (let block = Problem.blockStart[line]; block < Problem.blockStart[line + 1]; block++) {
    const colour = <i32>Problem.blockColour[block];
    totals[colour] = totals[colour] + Problem.blockLength[block];
    totals[0] = totals[0] - Problem.blockLength[block];
  }
  for (let k = 0; k < values * words; k++) result[k] = ~(<u64>0);
  let isNew = false;
  for (let value = 0; value < values; value++) {
    let found = 0;
    let possible = 0;
    for (let k = 0; k < words; k++) {
      const can = Grid.planes[at + value * words + k];
      possible += <i32>popcnt<u64>(can);
      found += <i32>popcnt<u64>(can & ~severalOf<Any>(Grid.planes, line, k));
    }
    const total = totals[value];
    if (found == possible || (found != total && possible != total)) continue;
    isNew = true;
    for (let k = 0; k < words; k++) ruleOut(line, k, value, found == total);
  }
  return isNew && narrow(line);
}

/**
 * Leaves no other cell of word `k` of a line the value if `isFound`, else no other value to those
 * that can have it.
 */
function ruleOut(line: i32, k: i32, value: i32, isFound: bool): void {
  const words = wordsOf(line);
  const result = Planes.result;
  const cells = isFound
    ? severalOf<Any>(Grid.planes, line, k)
    : Grid.planes[placeOf(line) + value * words + k];
  for (let other = 0; other < Problem.values; other++) {
    if ((other == value) == isFound) result[other * words + k] = result[other * words + k] & ~cells;
  }
}

// The first and last starts of blocks, as far as a line was read: see ends.ts.

class EndsOfPlanes {
  /** By line: whether it was read, so that what follows from its clue alone is known. */
  static isRead: Table<u8> = changetype<Table<u8>>(0);
}

function takeEndsOfPlanes(): void {
  takeEnds();
  EndsOfPlanes.isRead = takeUnset<u8>(Problem.lines);
}

/** Begins with a line about which nothing is known. */
function startEndsOfLine(line: i32): void {
  EndsOfPlanes.isRead[line] = 0;
  for (let block = Problem.blockStart[line]; block < Problem.blockStart[line + 1]; block++) {
    Ends.first[block] = Problem.blockMin[block];
    Ends.last[block] = Problem.blockMin[block] + Problem.slack[line];
  }
}

/**
 * Moves the ends of a line inwards: packs its blocks around cells that cannot have their colours;
 * with `bounds` they also cover all cells that are not blank, and are the ends of all placements.
 * False if none has moved since the last time; else `Planes.result` has the values that they leave.
 * @pre some placement fits.
 */
function moveEndsOfPlanes(line: i32, bounds: bool): bool {
  const movedFirst = moveFirst(line, bounds);
  const movedLast = moveLast(line, bounds);
  if (!movedFirst && !movedLast && EndsOfPlanes.isRead[line] != 0) return false;
  EndsOfPlanes.isRead[line] = 1;
  leaveEnds(line);
  return true;
}

function leaveEnds(line: i32): void {
  const result = Planes.result;
  const words = wordsOf(line);
  const values = Problem.values;
  result.clear(0, values * words);
  for (let k = 0; k < words; k++) result[k] = ~(<u64>0);
  const begin = Problem.blockStart[line];
  const end = Problem.blockStart[line + 1];
  for (let block = begin; block < end; block++) {
    const past = Ends.last[block] + Problem.blockLength[block];
    addRange(result, <i32>Problem.blockColour[block] * words, Ends.first[block], past);
  }
  for (let block = begin; block < end; block++) {
    // What the block covers at both of its ends has its colour.
    const from = Ends.last[block];
    const to = Ends.first[block] + Problem.blockLength[block];
    if (from >= to) continue;
    for (let value = 0; value < values; value++) {
      if (value != <i32>Problem.blockColour[block]) removeRange(result, value * words, from, to);
    }
  }
}

function moveFirst(line: i32, bounds: bool): bool {
  const planes = Grid.planes;
  const first = Ends.first;
  const blockMin = Problem.blockMin;
  const blockLength = Problem.blockLength;
  const at = placeOf(line);
  const begin = Problem.blockStart[line];
  const end = Problem.blockStart[line + 1];
  let moved = false;
  for (let block = begin; block <= end;) {
    let place = lineLength(line);
    if (block < end) {
      place = first[block];
      if (block > begin) {
        place = max(place, first[block - 1] + blockMin[block] - blockMin[block - 1]);
      }
      place = firstFit(planeOf(line, block), blockLength[block], place);
      if (place != first[block]) moved = true;
      first[block] = place;
    }
    const past = block == begin ? 0 : first[block - 1] + blockLength[block - 1];
    const open = bounds ? lastMissing(planes, at, past, place) : -1;
    if (open < 0) {
      block++;
      continue;
    }
    // Only a block before can cover what this one leaves open.
    block--;
    first[block] = open + 1 - blockLength[block];
    moved = true;
  }
  return moved;
}

function moveLast(line: i32, bounds: bool): bool {
  const planes = Grid.planes;
  const last = Ends.last;
  const blockMin = Problem.blockMin;
  const blockLength = Problem.blockLength;
  const at = placeOf(line);
  const begin = Problem.blockStart[line];
  const end = Problem.blockStart[line + 1];
  let moved = false;
  for (let block = end - 1; block >= begin - 1;) {
    let past = 0;
    if (block >= begin) {
      let start = last[block];
      if (block < end - 1)
        start = min(start, last[block + 1] + blockMin[block] - blockMin[block + 1]);
      start = lastFit(planeOf(line, block), blockLength[block], start);
      if (start != last[block]) moved = true;
      last[block] = start;
      past = start + blockLength[block];
    }
    const place = block == end - 1 ? lineLength(line) : last[block + 1];
    const open = bounds ? firstMissing(planes, at, past, place) : -1;
    if (open < 0) {
      block--;
      continue;
    }
    block++;
    last[block] = open;
    moved = true;
  }
  return moved;
}

function planeOf(line: i32, block: i32): i32 {
  return placeOf(line) + <i32>Problem.blockColour[block] * wordsOf(line);
}

/** The first place, from `start` on, at which `size` cells are in the plane. */
function firstFit(plane: i32, size: i32, start: i32): i32 {
  while (true) {
    const miss = lastMissing(Grid.planes, plane, start, start + size);
    if (miss < 0) return start;
    start = miss + 1;
  }
}

/** The last place, from `start` back, at which `size` cells are in the plane. */
function lastFit(plane: i32, size: i32, start: i32): i32 {
  while (true) {
    const miss = firstMissing(Grid.planes, plane, start, start + size);
    if (miss < 0) return start;
    start = miss - size;
  }
}
