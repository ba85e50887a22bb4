// The whole work on one puzzle: propagation, then a brief search, probing if that is promising, and
// a search that learns, until it is decided whether there are none, one or as many solutions as
// wanted; then its guess depth, if there is one or none. What it found is in a record of doubles.

import { Counted, count, startCount } from './count/count';
import { endEvents, handOver, startEvents } from './lines/events';
import { forgetLines } from './lines/line-cache';
import { startLines } from './lines/lines';
import { takePlaneLines } from './lines/lines-planes';
import { resetGrid } from './lines/planes';
import { propagateGrid } from './lines/propagate';
import { closeReads, openReads } from './lines/reads';
import { Budget, startBudget } from './memory/budget';
import { Grid, Propagated } from './memory/grid';
import { Table, releaseAll, take, takeUnset } from './memory/memory';
import { Any, loadProblem } from './memory/problem';
import { Setting, setSetting, setting, settingsPlace, writeSettings } from './memory/settings';
import { Counters, Stage, askStages, endStages, enterStage } from './memory/statistics';
import { Effort } from './rating/effort';
import { Rated, rate } from './rating/rate';
import { searchBriefly } from './search/brief';
import { Depth, classify, probeAhead, startDepth } from './search/depth';
import { End, Ended, FoundSolutions, addFound, startFound } from './search/found';
import { forgetPassed } from './search/passed';
import { endProof, startProof } from './search/proof';
import { search } from './search/search';
import { rateTiny, solveTiny } from './tiny';

export * from './steps';

/** What the record holds: engine.ts reads it by these places. */
const enum Field {
  ended,
  ranOut,
  steps,
  decisions,
  conflicts,
  depth,
  found,
  first,
  second,
  passes,
  guessDepth,
  guessDepthMin,
  probes,
  rated,
  level,
  effortLine,
  effortProbe,
  tries,
  assumed,
  bound,
  lookAhead,
  limbsAt,
  limbs,
  opening,
  narrowest,
  innerLookAhead,
}

const record: usize = memory.data(8 * 32, 16);

function put(field: Field, value: f64): void {
  store<f64>(record + ((<usize>field) << 3), value);
}

/** Where JavaScript writes the settings. */
export function settingsAt(): usize {
  return settingsPlace();
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
  endProof();
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
 * Solves the puzzle with lines of up to 32 cells: looks for `wanted` solutions, two at least, or
 * counts them if negative; then its guess depth, of at most `levels`, if it has one or none.
 */
export function solve32(wanted: f64, levels: f64, maxSteps: f64, memoryBytes: f64): void {
  startBudget(maxSteps, memoryBytes);
  if (wanted == 2 && !isWatched && startTiny()) return;
  startBudget(maxSteps, memoryBytes);
  solve<u32>(wanted, levels);
}

/** How the puzzle was solved as a tiny one. */
let tiny: Ended = Ended.open;

/** Whether somebody is told of the work: then the puzzle is not solved as a tiny one. */
let isWatched: bool = false;

function startTiny(): bool {
  startWork();
  tiny = solveTiny(input);
  if (tiny == Ended.open) return false;
  put(Field.passes, <f64>Grid.passes);
  putWork(tiny);
  return true;
}

/** As `solve32`, with lines of up to 64 cells. */
export function solve64(wanted: f64, levels: f64, maxSteps: f64, memoryBytes: f64): void {
  startBudget(maxSteps, memoryBytes);
  solve<u64>(wanted, levels);
}

/** As `solve32`, for all other puzzles. */
export function solveAny(wanted: f64, levels: f64, maxSteps: f64, memoryBytes: f64): void {
  startBudget(maxSteps, memoryBytes);
  solve<Any>(wanted, levels);
}

function solve<W>(wanted: f64, levels: f64): void {
  startWork();
  const ended = loadProblem<W>(input) ? decide<W>(wanted) : Ended.contradiction;
  if (ended == Ended.exhausted && !hasTwo()) {
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
  startCount();
  enterStage(Stage.lines);
}

function putWork(ended: Ended): void {
  endStages();
  handOver();
  endEvents();
  put(Field.ended, <f64>ended);
  put(Field.ranOut, <f64>Budget.stopped);
  put(Field.steps, Budget.steps);
  put(Field.decisions, <f64>Counters.decisions);
  put(Field.conflicts, <f64>Counters.conflicts);
  put(Field.depth, <f64>Counters.depth);
  put(Field.found, FoundSolutions.count);
  put(Field.first, <f64>changetype<usize>(FoundSolutions.first));
  put(Field.second, <f64>changetype<usize>(FoundSolutions.second));
  put(Field.guessDepth, <f64>Depth.level);
  put(Field.guessDepthMin, <f64>Depth.least);
  put(Field.probes, <f64>Depth.probes);
  putCount();
}

function hasTwo(): bool {
  return changetype<usize>(FoundSolutions.second) != 0;
}

function putCount(): void {
  const limbs = Counted.limbs;
  put(Field.limbsAt, <f64>changetype<usize>(limbs));
  put(Field.limbs, changetype<usize>(limbs) == 0 ? 0 : <f64>limbs.length);
}

/** Proves that the puzzle with lines of up to 32 cells has so many solutions, by clauses, too. */
export function prove32(solutions: f64, maxSteps: f64, memoryBytes: f64): void {
  prove<u32>(solutions, maxSteps, memoryBytes);
}

/** As `prove32`, with lines of up to 64 cells. */
export function prove64(solutions: f64, maxSteps: f64, memoryBytes: f64): void {
  prove<u64>(solutions, maxSteps, memoryBytes);
}

/** As `prove32`, for all other puzzles. */
export function proveAny(solutions: f64, maxSteps: f64, memoryBytes: f64): void {
  prove<Any>(solutions, maxSteps, memoryBytes);
}

function prove<W>(solutions: f64, maxSteps: f64, memoryBytes: f64): void {
  startBudget(maxSteps, memoryBytes);
  startEvents(false, true);
  startProof();
  startWork();
  let ended = loadProblem<W>(input) ? byLines<W>() : Ended.contradiction;
  if (ended == Ended.open) {
    writeSettings();
    ended = endedBy(search<W>(max<f64>(2, solutions + 1), solutions > 0));
  }
  endProof();
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
  closeReads();
  put(Field.passes, <f64>Grid.passes);
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
export function load32(maxSteps: f64, workBetweenLooks: f64): void {
  load<u32>(maxSteps, workBetweenLooks);
}

/** As `load32`, with lines of up to 64 cells. */
export function load64(maxSteps: f64, workBetweenLooks: f64): void {
  load<u64>(maxSteps, workBetweenLooks);
}

/** As `load32`, for all other puzzles. */
export function loadAny(maxSteps: f64, workBetweenLooks: f64): void {
  load<Any>(maxSteps, workBetweenLooks);
}

function load<W>(maxSteps: f64, workBetweenLooks: f64): void {
  setSetting(Setting.workBetweenLooks, workBetweenLooks);
  startBudget(maxSteps, Infinity);
  startFound();
  FoundSolutions.first = solution;
  loadProblem<W>(input);
  takeRooms<W>();
  closeReads();
}

/** Rates the puzzle solved or loaded last. @pre it has one solution; depth 2 if `isDouble`. */
export function rate32(isDouble: bool): void {
  const rated = tiny == Ended.solved ? rateTiny() : rate<u32>(FoundSolutions.first, isDouble);
  putRating(rated);
}

/** As `rate32`, with lines of up to 64 cells. */
export function rate64(isDouble: bool): void {
  putRating(rate<u64>(FoundSolutions.first, isDouble));
}

/** As `rate32`, for all other puzzles. */
export function rateAny(isDouble: bool): void {
  putRating(rate<Any>(FoundSolutions.first, isDouble));
}

function putRating(rated: bool): void {
  put(Field.rated, <f64>rated);
  put(Field.level, <f64>Rated.level);
  put(Field.effortLine, Effort.line);
  put(Field.effortProbe, Effort.probe);
  put(Field.tries, Effort.tries);
  put(Field.assumed, <f64>Effort.assumed);
  put(Field.bound, <f64>Effort.bound);
  put(Field.lookAhead, <f64>Rated.lookAhead);
  put(Field.opening, <f64>Effort.opening);
  put(Field.narrowest, <f64>Effort.narrowest);
  put(Field.innerLookAhead, <f64>Rated.innerLookAhead);
}
