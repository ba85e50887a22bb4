// The one loop of the search that learns: guesses, conflicts, restarts and deletions until all
// cells are known. Who searches says what is assumed, what a solution is for, and when to end.

import { Budget, RanOut } from '../memory/budget';
import { Table } from '../memory/memory';
import { Counters } from '../memory/statistics';
import { End } from './found';
import { changeMode, decide, noteConflict, refresh } from './guesses';
import { Learning, learn, reverseKeptGuess } from './learning';
import { Proof, proveExhausted } from './proof';
import { propagate } from './reasons';
import { reduceIfDue } from './reductions';
import { isRestartDue, noteForRestarts, resetRestarts } from './restarts';
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
      noteForRestarts();
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
