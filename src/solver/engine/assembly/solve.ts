// The whole work on one puzzle: propagation, then a brief search, probing if that is promising, and
// a search that learns, until it is decided whether there are none, one or as many solutions as
// wanted; then its guess depth, if there is one or none. What it found is in a record of doubles.

import { Counted, count } from './count/count';
import { Lists, PART, pushAllRows, pushParts, startParts } from './count/parts';
import { takeSearcher } from './count/searcher';
import { startSegments } from './count/segments';
import { endEvents, handOver, startEvents } from './lines/events';
import { startLines } from './lines/lines';
import { solvePlanes, takePlaneLines } from './lines/lines-planes';
import {
  Planes,
  SPARE,
  addLines,
  countValues,
  hasValue,
  isOpenIn,
  lineSetWords,
  narrow,
  refillGrid,
  removeValue,
  resetGrid,
  severalOf,
  undoGrid,
} from './lines/planes';
import { Reads, forgetLines, openReads, propagateGrid, propagatePlanes } from './lines/propagate';
import { Budget, Setting, setSetting, setting, startBudget, writeSettings } from './memory/budget';
import { Table, mark, release, releaseAll, take, takeUnset } from './memory/memory';
import { Any, Grid, Problem, Propagated, loadProblem, wordBytesOf } from './memory/problem';
import { Counters, Stage, askStages, endStages, enterStage } from './memory/statistics';
import { Effort } from './rating/effort';
import { readOnce, takePlaneReading } from './rating/needs';
import { Rated, rate } from './rating/rate';
import { Depth, classify, forgetPassed, probeAhead, startDepth } from './search/depth';
import { End, Ended, FoundSolutions, addFound, startFound } from './search/found';
import { Proof } from './search/proof';
import { search, searchBriefly } from './search/search';
import { rateTiny, solveTiny } from './tiny';

export { settingsPlace as settingsAt } from './memory/budget';
/** Solves dirty lines until none is left; returns a `Propagated`. */
export { propagatePlanes as propagateSteps } from './lines/propagate';

/** What was found: doubles, which engine.ts reads by the order in which they are put. */
const record: usize = memory.data(8 * 32, 16);
/** The place in it of what a rating has found, after what solving has. */
const RATING: i32 = 15;
/** Where the next of them is put. */
let at: usize = 0;

function put(value: f64): void {
  store<f64>(at, value);
  at += 8;
}

/** Where JavaScript reads what was found. */
export function recordAt(): usize {
  return record;
}

/** Begins a puzzle of `count` packed words: where JavaScript writes them. */
export function open(count: i32): usize {
  releaseAll();
  forgetLines();
  forgetPassed();
  endEvents();
  Proof.on = false;
  askStages(false);
  tiny = Ended.open;
  isWatched = false;
  input = takeUnset<i32>(count);
  return changetype<usize>(input);
}

let input: Table<i32> = changetype<Table<i32>>(0);

/** Lets the work on the opened puzzle be watched: its steps, and its lines if wanted, too. */
export function watch(lines: bool): void {
  isWatched = true;
  startEvents(true, lines);
}

/** Lets the stages of the opened puzzle be told, and what is counted meanwhile. */
export function askStatistics(): void {
  isWatched = true;
  askStages(true);
}

/**
 * Solves the puzzle: looks for `wanted` solutions, two at least, or counts them if negative; then
 * its guess depth, of at most `levels`, if it has one or none.
 */
export function solve(wanted: f64, levels: f64, maxSteps: f64, memoryBytes: f64): void {
  const bytes = wordBytesOf(input);
  startBudget(maxSteps, memoryBytes);
  if (bytes == 4 && wanted == 2 && !isWatched) {
    if (startTiny()) return;
    startBudget(maxSteps, memoryBytes);
  }
  if (bytes == 4) solveBy<u32>(wanted, levels);
  else if (bytes == 8) solveBy<u64>(wanted, levels);
  else solveBy<Any>(wanted, levels);
}

/** The passes of the first propagation. */
let passes: i32 = 0;

/** How the puzzle was solved as a tiny one. */
let tiny: Ended = Ended.open;

/** Whether somebody is told of the work: then the puzzle is not solved as a tiny one. */
let isWatched: bool = false;

function startTiny(): bool {
  startWork();
  tiny = solveTiny(input);
  if (tiny == Ended.open) return false;
  passes = Grid.passes;
  putWork(tiny);
  return true;
}

function solveBy<W>(wanted: f64, levels: f64): void {
  startWork();
  const ended = loadProblem<W>(input) ? decide<W>(wanted) : Ended.contradiction;
  if (ended == Ended.exhausted && changetype<usize>(FoundSolutions.second) == 0) {
    if (levels < 1) startDepth();
    else if (Depth.level == 0) {
      writeSettings();
      classify<W>(levels, FoundSolutions.first);
    }
  }
  putWork(ended);
}

function startWork(): void {
  Counters.decisions = 0;
  Counters.conflicts = 0;
  Counters.depth = 0;
  startFound();
  startDepth();
  Counted.limbs = changetype<Table<u32>>(0);
  enterStage(Stage.lines);
}

function putWork(ended: Ended): void {
  endStages();
  handOver();
  endEvents();
  at = record;
  put(<f64>ended);
  put(<f64>Budget.stopped);
  put(Budget.steps);
  put(<f64>Counters.decisions);
  put(<f64>Counters.conflicts);
  put(<f64>Counters.depth);
  put(FoundSolutions.count);
  put(<f64>changetype<usize>(FoundSolutions.first));
  put(<f64>changetype<usize>(FoundSolutions.second));
  put(<f64>passes);
  put(<f64>Depth.level);
  put(<f64>Depth.least);
  put(<f64>Depth.probes);
  const limbs = Counted.limbs;
  put(<f64>changetype<usize>(limbs));
  put(changetype<usize>(limbs) == 0 ? 0 : <f64>limbs.length);
}

/** Proves that the puzzle has so many solutions, by clauses, too. */
export function prove(solutions: f64, maxSteps: f64, memoryBytes: f64): void {
  const bytes = wordBytesOf(input);
  startBudget(maxSteps, memoryBytes);
  startEvents(false, true);
  Proof.on = true;
  startWork();
  if (bytes == 4) proveBy<u32>(solutions);
  else if (bytes == 8) proveBy<u64>(solutions);
  else proveBy<Any>(solutions);
}

function proveBy<W>(solutions: f64): void {
  let ended = loadProblem<W>(input) ? byLines<W>() : Ended.contradiction;
  if (ended == Ended.open) {
    writeSettings();
    ended = endedBy(search<W>(max<f64>(2, solutions + 1), solutions > 0));
  }
  Proof.on = false;
  putWork(ended);
}

/** Takes the tables for lines, and those in which the first propagation says what it reads. */
function takeRooms<W>(): void {
  if (isReference<W>()) takePlaneLines();
  else startLines();
  openReads<W>();
}

function decide<W>(wanted: f64): Ended {
  const ended = byLines<W>();
  if (ended != Ended.open) return ended;
  return endedBy(wanted < 0 ? count<W>() : searchFor<W>(wanted));
}

function endedBy(end: End): Ended {
  return end == End.exhausted ? Ended.exhausted : end == End.wanted ? Ended.wanted : Ended.stopped;
}

/** The first propagation. */
function byLines<W>(): Ended {
  takeRooms<W>();
  resetGrid<W>();
  const propagated = propagateGrid<W>();
  Reads.most = 0;
  passes = Grid.passes;
  if (propagated == Propagated.stopped) return Ended.stoppedEarly;
  if (propagated == Propagated.contradiction) return Ended.contradiction;
  if (Grid.unknown != 0) return Ended.open;
  addFound<W>();
  return Ended.solved;
}

/** Searches for solutions, without learning first. */
function searchFor<W>(wanted: f64): End {
  const end = searchBriefly<W>(wanted, <i32>setting(Setting.briefConflicts));
  if (end != End.givenUp) return end;
  writeSettings();
  const ahead = probeAhead<W>(wanted);
  return ahead == End.givenUp ? searchOn<W>(wanted) : ahead;
}

/** Searches with learning what the brief search has given up. */
function searchOn<W>(wanted: f64): End {
  const count = FoundSolutions.count;
  const first = FoundSolutions.first;
  const second = FoundSolutions.second;
  startFound();
  writeSettings();
  const end = search<W>(wanted, count > 0);
  // If it was cut off before it found as much as the brief search, it has nothing to add.
  if (FoundSolutions.count < count) {
    FoundSolutions.count = count;
    FoundSolutions.first = first;
    FoundSolutions.second = second;
  }
  return end;
}

/** Takes a solution of `cells` cells: where JavaScript writes them, a byte each. */
export function openSolution(cells: i32): usize {
  solution = take<u8>(cells);
  return changetype<usize>(solution);
}

let solution: Table<u8> = changetype<Table<u8>>(0);

/** Loads a puzzle that was solved elsewhere, with its solution, so that it can be rated. */
export function loadSolved(maxSteps: f64, workBetweenLooks: f64): void {
  const bytes = wordBytesOf(input);
  setSetting(Setting.workBetweenLooks, workBetweenLooks);
  startBudget(maxSteps, Infinity);
  startFound();
  FoundSolutions.first = solution;
  if (bytes == 4) loadBy<u32>();
  else if (bytes == 8) loadBy<u64>();
  else loadBy<Any>();
}

function loadBy<W>(): void {
  loadProblem<W>(input);
  takeRooms<W>();
  Reads.most = 0;
}

/** Rates the puzzle solved or loaded last. @pre it has one solution; depth 2 if `isDouble`. */
export function rateSolved(isDouble: bool): void {
  const bytes = wordBytesOf(input);
  const first = FoundSolutions.first;
  let rated: bool;
  if (tiny == Ended.solved) rated = rateTiny();
  else if (bytes == 4) rated = rate<u32>(first, isDouble);
  else rated = bytes == 8 ? rate<u64>(first, isDouble) : rate<Any>(first, isDouble);
  at = record + 8 * RATING;
  put(<f64>rated);
  put(<f64>Rated.level);
  put(Effort.line);
  put(Effort.probe);
  put(Effort.tries);
  put(<f64>Effort.assumed);
  put(<f64>Effort.bound);
  put(<f64>Rated.lookAhead);
  put(<f64>Effort.opening);
  put(<f64>Effort.narrowest);
  put(<f64>Rated.innerLookAhead);
}

// A grid worked on in steps, for hints and mending; its lines are always Any, to be one text.

class Steps {
  /** Those that JavaScript asked for, as row << 16 | column. */
  static cells: Table<i32> = changetype<Table<i32>>(0);
  /** Those that become unknown: see `propagateWithin`. */
  static open: Table<u64> = changetype<Table<u64>>(0);
  /** A row and a column, as a set of lines. */
  static only: Table<u64> = changetype<Table<u64>>(0);
}

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
  takePlaneReading();
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
