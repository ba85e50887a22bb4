// What a search guesses next: a variable and its value.
//
// Until it knows a solution, a search takes turns: for some conflicts it looks for a solution and
// guesses what is likely; then for a proof that there is none, and guesses what has the most
// consequences. What it learns serves both (as "stable" and "focused" in CaDiCaL, Biere et al.
// 2020). After a solution, only the proof is left.
//
// A guess for a solution tries first the value that the cell had when most cells were known without
// a contradiction ("target phases", Biere and Fleury 2020); before that, the likeliest. Later
// descents estimate again each time that a tenth of the cells has become known (as survey
// propagation does, Braunstein, Mézard and Zecchina 2005). docs/solver/solver.md says what each of
// these is worth.

import { Table, take } from '../memory/memory';
import { Problem } from '../memory/problem';
import { Setting, setting } from '../memory/settings';
import { Counters, Stage, Statistic, add, enterStage } from '../memory/statistics';
import { Beliefs, estimate, estimateAgain } from './beliefs';
import { heapBump, heapPop } from './heap';
import { Learning, meanRank } from './learning';
import { Trail, backjump, guess } from './trail';

class Modes {
  /** Whether the search is looking for a solution. */
  static finding: bool = false;
  /** How many turns have looked for a solution, the current one included. */
  static attempts: i32 = 0;
  /** Conflicts of the first turn for a proof after one that looks for a solution. */
  static proving: f64 = 0;
  /** For how many conflicts the first turn goes on if its clauses are of low rank. */
  static proofGoesOn: f64 = 0;
  /** The greatest mean rank with which it does. */
  static provingRank: f64 = 0;
  /** The number of conflicts at which the next turn begins. */
  static next: f64 = 0;
  /** How many times longer turns are than the first. */
  static growth: f64 = 1;
  /** Whether turns for a solution are long, with many rounds an estimate. */
  static isLarge: bool = false;
}

class Phases {
  /** By cell: the value that a guess tries first. */
  static value: Table<u8> = changetype<Table<u8>>(0);
  /** The most literals that were known without a contradiction. */
  static most: i32 = 0;
  /** How many literals were known at the last estimate, and how many more make another. */
  static estimatedAt: i32 = 0;
  static step: f64 = 0;
  /** The number of conflicts after which estimates end. */
  static end: f64 = 0;
}

/**
 * Begins with a puzzle. The first turn looks for a proof and is short, as what it decides needs no
 * estimates; it goes on while learned clauses are of low rank, as near a proof. If the puzzle is
 * symmetric, later ones are long: a solution not found soon is likely to be its own image, and hard
 * to find; and what a proof learns is learned with its images.
 */
export function startGuesses(isSymmetric: bool): void {
  Modes.finding = false;
  Modes.attempts = 0;
  Modes.growth = 1;
  Modes.proving = setting(isSymmetric ? Setting.provingSymmetric : Setting.proving);
  Modes.proofGoesOn = setting(isSymmetric ? Setting.provingSymmetric : Setting.firstProving);
  Modes.provingRank = setting(isSymmetric ? Setting.provingRankSymmetric : Setting.provingRank);
  Modes.next = <f64>Counters.conflicts + setting(Setting.firstProving);
  Modes.isLarge = <f64>min(Problem.width, Problem.height) > setting(Setting.largeSide);
  Beliefs.ready = false;
  beginTurn();
}

export function proveOnly(): void {
  Modes.finding = false;
  Modes.next = Infinity;
}

/** As `proveOnly`, in the midst of a search. */
export function turnToProof(): void {
  const wasFinding = Modes.finding;
  proveOnly();
  if (wasFinding) beginTurn();
}

function beginTurn(): void {
  add(Statistic.turns);
  enterStage(Modes.finding ? Stage.solution : Stage.proof);
}

/** Guesses a literal of the most active unassigned variable; returns false if all are assigned. */
export function decide<W>(): bool {
  for (;;) {
    const variable = heapPop();
    if (variable < 0) return false;
    if (Trail.value[2 * variable] != 0) continue;
    guess<W>(Modes.finding ? likelyLiteral<W>(variable) : 2 * variable);
    return true;
  }
}

/** A literal that gives a variable's cell its likely value, else the variable's own value. */
function likelyLiteral<W>(variable: i32): i32 {
  if (!hasColours<W>()) return 2 * variable + 1 - <i32>Phases.value[variable];
  const cell = variable / Problem.values;
  const literal = 2 * (cell * Problem.values + <i32>Phases.value[cell]);
  return Trail.value[literal] == 0 ? literal : 2 * variable;
}

function hasColours<W>(): bool {
  return isReference<W>() && Problem.values > 2;
}

/** Notes a conflict before it is taken back: keeps the values known before it. */
export function noteConflict<W>(): void {
  if (!Modes.finding || Trail.currentLevel == 0) return;
  const size = Trail.levelStart[Trail.currentLevel];
  if (size <= Phases.most) return;
  Phases.most = size;
  for (let i = 0; i < size; i++) {
    const literal = Trail.literals[i];
    if (!hasColours<W>()) Phases.value[literal >> 1] = <u8>(1 - (literal & 1));
    // A value that a cell does not have says nothing about the one it has.
    else if ((literal & 1) == 0) {
      const cell = (literal >> 1) / Problem.values;
      Phases.value[cell] = Trail.valueOf[literal >> 1];
    }
  }
}

/** Begins another turn if it is time; returns whether it did. */
export function changeMode<W>(): bool {
  const conflicts = <f64>Counters.conflicts;
  if (conflicts < Modes.next) return false;
  if (Modes.attempts == 0 && meanRank() <= Modes.provingRank) {
    Modes.next = conflicts + Modes.proofGoesOn;
    return false;
  }
  Modes.finding = !Modes.finding;
  if (Modes.finding && ++Modes.attempts > 1) Modes.growth *= setting(Setting.turnGrowth);
  const finding = setting(Modes.isLarge ? Setting.findingLarge : Setting.finding);
  const length = Modes.finding ? finding : Modes.proving;
  Modes.next = conflicts + length * Modes.growth;
  beginTurn();
  if (Modes.finding) aim<W>();
  return true;
}

/** Begins again to guess what is likely; looks for a proof if that cannot be estimated. */
function aim<W>(): void {
  backjump<W>(Learning.floor);
  const rounds = setting(Modes.isLarge ? Setting.beliefRoundsLarge : Setting.beliefRounds);
  if (!estimate<W>(Modes.attempts % 2 == 0, rounds, roundsAgain())) {
    turnToProof();
    return;
  }
  if (Modes.attempts == 1) Phases.value = take<u8>(Problem.cells);
  for (let cell = 0; cell < Problem.cells; cell++) Phases.value[cell] = Beliefs.value[cell];
  Phases.most = 0;
  Phases.end = 0;
  if (Modes.attempts > 1) {
    Phases.estimatedAt = Trail.size;
    Phases.step = <f64>(Trail.variables - Trail.size) * setting(Setting.freshShare);
    Phases.end = <f64>Counters.conflicts + setting(Setting.freshConflicts);
  }
  preferLikely<W>();
}

/** Estimates again what is likely if enough was learned about the cells since the last time. */
export function refresh<W>(): void {
  if (!Modes.finding || <f64>Counters.conflicts >= Phases.end) return;
  if (<f64>(Trail.size - Phases.estimatedAt) < Phases.step) return;
  Phases.estimatedAt = Trail.size;
  if (estimateAgain<W>(roundsAgain())) preferLikely<W>();
}

function roundsAgain(): f64 {
  return setting(Modes.isLarge ? Setting.beliefRoundsAgainLarge : Setting.beliefRoundsAgain);
}

function preferLikely<W>(): void {
  const likely = setting(Setting.likely);
  for (let variable = 0; variable < Trail.variables; variable++) {
    if (Trail.value[2 * variable] != 0) continue;
    const cell = hasColours<W>() ? variable / Problem.values : variable;
    Phases.value[cell] = Beliefs.value[cell];
    heapBump(variable, likely * Beliefs.certainty[cell]);
  }
}
