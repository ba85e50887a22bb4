// The one loop of the search that learns: guesses, conflicts, restarts and deletions until all
// cells are known. Who searches says what is assumed, what a solution is for, and when to end.

import { Budget, RanOut } from '../memory/budget';
import { Table } from '../memory/memory';
import { Setting, setting } from '../memory/settings';
import { Counters, Statistic, add } from '../memory/statistics';
import { End } from './found';
import { changeMode, decide, noteConflict, refresh } from './guesses';
import { Learning, learn, reduce, reverseKeptGuess } from './learning';
import { Proof, proveExhausted } from './proof';
import { propagate } from './reasons';
import { Trail, backjump, guess } from './trail';

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
