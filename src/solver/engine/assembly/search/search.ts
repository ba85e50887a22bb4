// Learning search: conflict-driven clause learning (MiniSat, Eén and Sörensson 2003) with the lines
// as propagators that explain themselves on demand (lazy clause generation, Ohrimenko, Stuckey and
// Codish 2009). It finds the first solution, the next ones, and the proof that there is no other.

import { Event, Events, tell, tellLines } from '../lines/events';
import {
  assignValue,
  clearLines,
  hasValue,
  planeWords,
  removeValue,
  severalOf,
  undoGrid,
} from '../lines/planes';
import { propagateGrid } from '../lines/propagate';
import { Budget, RanOut, Setting, setting } from '../memory/budget';
import { Table, takeUnset, withRoom } from '../memory/memory';
import { Grid, Problem, Propagated } from '../memory/problem';
import { Counters, Stage, Statistic, add, enterStage } from '../memory/statistics';
import { PERMANENT, addClause } from './clauses';
import { Depth, closeFirst } from './depth';
import { End, FoundSolutions, addFound, addImage, addOther } from './found';
import {
  changeMode,
  decide,
  noteConflict,
  proveOnly,
  refresh,
  startGuesses,
  turnToProof,
} from './guesses';
import {
  Learning,
  Symmetries,
  findSymmetries,
  learn,
  loadLearning,
  reduce,
  reverseKeptGuess,
} from './learning';
import { Proof, loadProof, noteAdded, proveExcluded, proveExhausted, tellRoot } from './proof';
import { propagate } from './reasons';
import {
  NO_REASON,
  Trail,
  assign,
  backjump,
  guess,
  removeByLiteral,
  takeRemovals,
  unloadTrail,
} from './trail';

// Depth-first search without learning: on a contradiction it goes back to the last guess. Good for
// small puzzles, where conflicts cost less than learning from them; hopeless for hard ones.

/** Words of an open guess: trail length and unknown cells before it, its cell and its value. */
const MARK: i32 = 4;

/**
 * Looks for `wanted` solutions until its guesses led to more than `mostConflicts` contradictions.
 * The grid, a fixpoint with unknown cells, is afterwards what it was.
 */
export function searchBriefly<W>(wanted: f64, mostConflicts: i32): End {
  enterStage(Stage.brief);
  const length = Grid.trailLength;
  const unknown = Grid.unknown;
  let marks = takeUnset<i32>(MARK * 32);
  let open = 0;
  let conflictsLeft = mostConflicts;
  let end = End.none;
  while (end == End.none) {
    let found = Propagated.fixpoint;
    if (Grid.unknown != 0) {
      Counters.decisions++;
      const cell = mostConstrainedCell<W>();
      marks = withRoom<i32>(marks, MARK * (open + 1));
      marks[MARK * open] = Grid.trailLength;
      marks[MARK * open + 1] = Grid.unknown;
      marks[MARK * open + 2] = cell;
      const value = highestValue<W>(cell);
      marks[MARK * open + 3] = value;
      open++;
      if (Events.steps) tellGuess(Event.guess, cell, value, open);
      Counters.depth = max(Counters.depth, open);
      assignValue<W>(cell >>> 16, cell & 0xffff, value);
      found = propagateGrid<W>();
    }
    while (found != Propagated.fixpoint || Grid.unknown == 0) {
      if (found == Propagated.stopped) {
        end = End.stopped;
        break;
      }
      if (found == Propagated.contradiction) {
        Counters.conflicts++;
        if (conflictsLeft-- == 0) {
          end = End.givenUp;
          break;
        }
      } else {
        addFound<W>();
        if (FoundSolutions.count >= wanted) {
          end = End.wanted;
          break;
        }
      }
      if (open == 0) {
        end = End.exhausted;
        break;
      }
      const cell = marks[MARK * open - 2];
      const value = marks[MARK * open - 1];
      if (Events.steps) tellGuess(Event.back, cell, value, open);
      open--;
      undoGrid<W>(marks[MARK * open], marks[MARK * open + 1]);
      removeValue<W>(cell >>> 16, cell & 0xffff, value);
      found = propagateGrid<W>();
    }
  }
  for (; Events.steps && open > 0; open--) {
    tellGuess(Event.back, marks[MARK * open - 2], marks[MARK * open - 1], open);
  }
  undoGrid<W>(length, unknown);
  return end;
}

/** Tells of a guess, the one inside `open` - 1 others, about a cell `row << 16 | column`. */
function tellGuess(event: Event, cell: i32, value: i32, open: i32): void {
  const place = (cell >>> 16) * Problem.width + (cell & 0xffff);
  tell(event, place * Problem.values + value, open);
}

/** The value that is guessed of an unknown cell. */
function highestValue<W>(cell: i32): i32 {
  if (!isReference<W>()) return 1;
  let value = Problem.values - 1;
  while (!hasValue<W>(cell >>> 16, cell & 0xffff, value)) value--;
  return value;
}

/** The first unknown cell, as row << 16 | column, of the row with the fewest of them. */
function mostConstrainedCell<W>(): i32 {
  let best = -1;
  let fewest = i32.MAX_VALUE;
  for (let row = 0; row < Problem.height; row++) {
    let first = -1;
    let count = 0;
    for (let k = 0; k < planeWords<W>(row) && count < fewest; k++) {
      const several = severalOf<W>(Grid.planes, row, k);
      if (first < 0 && several != 0) first = 64 * k + <i32>ctz<u64>(several);
      count += <i32>popcnt<u64>(several);
    }
    if (count == 0 || count >= fewest) continue;
    fewest = count;
    best = (row << 16) | first;
  }
  return best;
}

// The one loop of the search that learns: guesses, conflicts, restarts and deletions until all
// cells are known. Who searches says what is assumed, what a solution is for, and when to end.

/**
 * Goes on to a solution in which the first `count` literals of `assumed` hold: `wanted`, its values
 * on the trail; `exhausted` if none; `stopped` without budget; `givenUp` after `conflictsEnd`.
 */
export function findSolution<W>(assumed: Table<i32>, count: i32, conflictsEnd: f64): End {
  while (true) {
    const conflict = propagate<W>();
    if (Budget.stopped != RanOut.nothing) return End.stopped;
    if (conflict != 0) {
      Counters.conflicts++;
      Restarts.conflictsLeft--;
      noteConflict<W>();
      if (Trail.currentLevel > Learning.floor) {
        learn<W>(conflict);
        if (Learning.refuted) return End.exhausted;
      } else if (!reverseKeptGuess<W>()) {
        if (Proof.on) proveExhausted<W>(conflict);
        return End.exhausted;
      }
      continue;
    }
    if (<f64>Counters.conflicts > conflictsEnd) return End.givenUp;
    if (changeMode<W>()) resetRestarts();
    if (isRestartDue()) backjump<W>(Learning.floor);
    reduceIfDue<W>();
    const next = firstOpen(assumed, count);
    if (next >= 0) {
      if (Trail.value[next] == -1) return End.exhausted;
      guess<W>(next);
      continue;
    }
    refresh<W>();
    if (!decide<W>()) return End.wanted;
  }
}

/** The first of some literals that does not hold, or -1. */
function firstOpen(literals: Table<i32>, count: i32): i32 {
  for (let i = 0; i < count; i++) if (Trail.value[literals[i]] != 1) return literals[i];
  return -1;
}

// When to give up all guesses and start from the root, with what was learned.

class Restarts {
  static count: i32 = 0;
  static conflictsLeft: f64 = 0;
}

/** Starts the sequence of restarts from its beginning. */
export function resetRestarts(): void {
  Restarts.count = 0;
  Restarts.conflictsLeft = setting(Setting.restartUnit);
}

/** Whether it is time to give up all guesses; if so, the next interval begins. */
function isRestartDue(): bool {
  if (Restarts.conflictsLeft > 0) return false;
  add(Statistic.restarts);
  Restarts.conflictsLeft = luby(++Restarts.count) * setting(Setting.restartUnit);
  return true;
}

/** The Luby sequence 1 1 2 1 1 2 4 1 1 2 ..., from index 0 (Luby, Sinclair and Zuckerman 1993). */
function luby(index: i32): f64 {
  let size = 1;
  let power = 0;
  while (size < index + 1) {
    power++;
    size = 2 * size + 1;
  }
  let i = index;
  while (size - 1 != i) {
    size = (size - 1) >> 1;
    power--;
    i %= size;
  }
  return <f64>(1 << power);
}

// When learned clauses are deleted.

class Reductions {
  /** At how many conflicts the next deletion is due. */
  static at: f64 = 0;
  /** Conflicts between the last deletion and the next. */
  static interval: f64 = 0;
}

/** Deletes after some conflicts, and then after ever more. */
export function reduceByConflicts(): void {
  Reductions.interval = setting(Setting.clauses);
  Reductions.at = <f64>Counters.conflicts + Reductions.interval;
}

export function reduceNever(): void {
  Reductions.at = Infinity;
}

function reduceIfDue<W>(): void {
  if (<f64>Counters.conflicts < Reductions.at) return;
  reduce<W>();
  Reductions.interval += setting(Setting.moreClauses);
  Reductions.at += Reductions.interval;
}

/**
 * Looks for `wanted` solutions. If `solvable`, one is known to exist, and the hard part is likely
 * to be the proof. The grid, a fixpoint with unknown cells, is afterwards what it was.
 */
export function search<W>(wanted: f64, solvable: bool): End {
  loadLearning<W>();
  if (Proof.on) loadProof();
  // Each step of a proof follows from those before, which an image may not.
  if (wanted == 2 && !Proof.on) findSymmetries<W>();
  else Symmetries.count = 0;
  startGuesses(Symmetries.count > 0);
  if (solvable) proveOnly();
  LongProof.at = Infinity;
  LongProof.steps = Budget.steps;
  const end = searchOn<W>(wanted);
  unloadTrail<W>();
  return end;
}

/** Goes on from what was learned, until `wanted` solutions are found. */
function searchOn<W>(wanted: f64): End {
  resetRestarts();
  reduceByConflicts();
  while (true) {
    const end = findSolution<W>(Learning.learned, 0, LongProof.at);
    if (end == End.givenUp) {
      const helped = helpProof<W>();
      if (helped != End.givenUp) return helped;
      continue;
    }
    if (end != End.wanted) return end;
    addFound<W>();
    if (wanted == 2 && FoundSolutions.count == 1) addImage(Symmetries.maps, Symmetries.count);
    turnToProof();
    if (wanted == 2) beginProof();
    if (FoundSolutions.count >= wanted) return End.wanted;
    // A proof can say why a clause holds, but not why a guess is kept.
    const goesOn = wanted > 2 && !Proof.on ? keepGuesses<W>() : exclude<W>();
    if (!goesOn) return End.exhausted;
  }
}

/**
 * Excludes the solution by a clause against its guesses: for one more solution better than keeping
 * guesses, as the search can still jump back and restart. False if none can be left.
 */
function exclude<W>(): bool {
  const size = Trail.currentLevel;
  if (size == 0) {
    if (Proof.on) proveExhausted<W>(0);
    return false;
  }
  const literals = Learning.learned;
  for (let level = size; level >= 1; level--) {
    literals[size - level] = Trail.literals[Trail.levelStart[level]] ^ 1;
  }
  if (Proof.on) proveExcluded<W>(literals, size);
  backjump<W>(size - 1);
  const reason = size == 1 ? NO_REASON : addClause(literals, size, PERMANENT);
  if (Proof.on && size > 1) noteAdded(reason);
  assign<W>(literals[0], reason);
  return true;
}

/**
 * Keeps all guesses but the last, which it reverses. So a search for many solutions needs no clause
 * for each of them (Gebser et al. 2007, "Conflict-driven answer set enumeration").
 */
function keepGuesses<W>(): bool {
  Learning.floor = Trail.currentLevel;
  return reverseKeptGuess<W>();
}

// What helps a search that takes long to prove its solution the only one: it closes level 1 of the
// contradictions, in portions that grow with its work. That decides many such puzzles, shortens
// other proofs, and counts for the guess depth.

class LongProof {
  /** The number of conflicts after which the search is to be helped. */
  static at: f64 = Infinity;
  /** How many conflicts there are between two portions. */
  static wait: f64 = 0;
  /** The line solves before the search. */
  static steps: f64 = 0;
}

/** The search for two solutions has found one. */
function beginProof(): void {
  // Who watches the steps is shown those of a search alone.
  if (Events.steps) return;
  LongProof.wait = setting(Setting.amidConflicts);
  waitOn();
}

function waitOn(): void {
  LongProof.at = Depth.least == 1 ? <f64>Counters.conflicts + LongProof.wait : Infinity;
  LongProof.wait *= 2;
}

/** Closes level 1 further. `givenUp` if the search is to go on; else how it ended. */
function helpProof<W>(): End {
  // Nobody else uses these tables between two conflicts.
  const known = Learning.learned;
  const guesses = Learning.imaged;
  const levels = Trail.currentLevel;
  for (let i = 0; i < levels; i++) guesses[i] = Trail.literals[Trail.levelStart[i + 1]];
  backjump<W>(0);
  if (Proof.on) tellRoot<W>();
  const kept = Trail.kept;
  const size = Trail.size;
  for (let i = kept; i < size; i++) known[i] = Trail.literals[i];
  unloadTrail<W>();
  const length = Grid.trailLength;
  // What was learned would remove more than level 1; a proof, which needs no depth, keeps it.
  if (Proof.on) {
    for (let i = kept; i < size; i++) removeByLiteral<W>(known[i]);
    clearLines<W>();
    tellLines(false);
  }
  const end = closeFirst<W>(2, setting(Setting.amidShare) * (Budget.steps - LongProof.steps));
  if (Proof.on) {
    tellLines(true);
    if (end == End.exhausted && Grid.unknown == 0) {
      // What was learned may leave another solution, where there was said to be one.
      addOther<W>();
      if (FoundSolutions.count == 2) return End.wanted;
      proveExhausted<W>(0);
    }
  }
  if (end != End.givenUp) return end;
  takeRemovals<W>(length);
  for (let i = kept; i < size; i++) {
    if (Trail.value[known[i]] == -1) return End.exhausted;
    if (Trail.value[known[i]] == 0) assign<W>(known[i], NO_REASON);
  }
  // All of this is told.
  if (Proof.on) Proof.written = Trail.size;
  enterStage(Stage.proof);
  waitOn();
  return guessAgain<W>(guesses, levels);
}

/** Guesses the first `count` literals again, to a contradiction: a second solution may be near. */
function guessAgain<W>(guesses: Table<i32>, count: i32): End {
  let i = 0;
  while (true) {
    const conflict = propagate<W>();
    if (Budget.stopped != RanOut.nothing) return End.stopped;
    if (conflict != 0) {
      if (Trail.currentLevel > 0) {
        backjump<W>(Trail.currentLevel - 1);
        return End.givenUp;
      }
      if (Proof.on) proveExhausted<W>(conflict);
      return End.exhausted;
    }
    while (i < count && Trail.value[guesses[i]] != 0) i++;
    if (i >= count) return End.givenUp;
    guess<W>(guesses[i++]);
  }
}
