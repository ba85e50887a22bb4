// Learning search: conflict-driven clause learning (MiniSat, Eén and Sörensson 2003) with the lines
// as propagators that explain themselves on demand (lazy clause generation, Ohrimenko, Stuckey and
// Codish 2009). It finds the first solution, the next ones, and the proof that there is no other.

import { Events, tellLines } from '../lines/events';
import { clearLines } from '../lines/planes';
import { Budget, RanOut } from '../memory/budget';
import { Grid } from '../memory/grid';
import { Table } from '../memory/memory';
import { Setting, setting } from '../memory/settings';
import { Counters, Stage, enterStage } from '../memory/statistics';
import { PERMANENT, addClause } from './clauses';
import { Depth, closeFirst } from './depth';
import { findSolution, reduceByConflicts, resetRestarts } from './find-solution';
import { End, FoundSolutions, addFound, addImage, addOther } from './found';
import { proveOnly, startGuesses, turnToProof } from './guesses';
import { Learning, loadLearning, reverseKeptGuess } from './learning';
import { Proof, loadProof, noteAdded, proveExcluded, proveExhausted, tellRoot } from './proof';
import { propagate } from './reasons';
import { Symmetries, findSymmetries } from './symmetries';
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
