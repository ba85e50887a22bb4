// Reads lines at the levels of needs.ts where W is Any.

import { solvePlanes } from '../lines/lines-planes';
import { Planes, narrow, refillGrid } from '../lines/planes';
import { isOpenIn, severalOf } from '../lines/shape';
import { Budget, RanOut, spend } from '../memory/budget';
import { Grid } from '../memory/grid';
import { Table, takeUnset } from '../memory/memory';
import { Any, Problem, lineLength, placeOf, wordsOf } from '../memory/problem';
import { moveEndsOfPlanes, startEndsOfLine, takeEndsOfPlanes } from './ends-planes';
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
