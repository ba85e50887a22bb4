// What helps a search that takes long to prove its solution the only one: it closes level 1 of the
// contradictions, in portions that grow with its work. That decides many such puzzles, shortens
// other proofs, and counts for the guess depth.

import { Events, tellLines } from '../lines/events';
import { clearLines } from '../lines/planes';
import { Budget, RanOut } from '../memory/budget';
import { Grid } from '../memory/grid';
import { Table } from '../memory/memory';
import { Setting, setting } from '../memory/settings';
import { Counters, Stage, enterStage } from '../memory/statistics';
import { Depth, closeFirst } from './depth';
import { End, FoundSolutions, addOther } from './found';
import { Learning } from './learning';
import { Proof, noteRoot, proveExhausted, tellRoot } from './proof';
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

export class LongProof {
  /** The number of conflicts after which the search is to be helped. */
  static at: f64 = Infinity;
  /** How many conflicts there are between two portions. */
  static wait: f64 = 0;
  /** The line solves before the search. */
  static steps: f64 = 0;
}

/** Begins with a search. */
export function awaitProof(): void {
  LongProof.at = Infinity;
  LongProof.steps = Budget.steps;
}

/** The search for two solutions has found one. */
export function beginProof(): void {
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
export function helpProof<W>(): End {
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
  if (Proof.on) noteRoot();
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
