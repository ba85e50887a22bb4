// Finds the cells that are the same in all solutions (the backbone): asks for a solution in which one of them differs,
// until there is none for any of them.

import { Budget, RanOut } from './budget';
import { Counters, addFound } from './found';
import { decide } from './guesses';
import { Learning, learn } from './learning';
import { take, takeUnset } from './memory';
import { Problem } from './problem';
import { storeCells } from './propagate';
import { propagate } from './reasons';
import { isRestartDue, noteForRestarts, resetRestarts } from './restarts';
import { Trail, backjump, guess } from './trail';

class Backbone {
  /** The number of conflicts after which the work is given up. */
  static conflictsEnd: f64 = 0;
  /** Whether there is no solution. */
  static refuted: bool = false;
}

const NO_LITERAL: i32 = -1;
/** Instead of a value. */
const DIFFERS: u8 = 255;

/**
 * Makes every cell that is the same in all solutions known before all guesses. Returns false if that takes more than
 * `conflicts` conflicts, or the budget ran out; the cells found until then stay known. Every solution found on the
 * way differs from those before it.
 */
export function findBackbone<W>(conflicts: f64): bool {
  const values = Problem.values;
  Backbone.conflictsEnd = <f64>Counters.conflicts + conflicts;
  Backbone.refuted = false;
  if (!hasSolutionWith<W>(NO_LITERAL)) {
    backjump<W>(0);
    return Backbone.refuted;
  }
  // By cell: its value in all solutions so far, or DIFFERS.
  const agreed = take<u8>(Problem.cells);
  const cells = takeUnset<u8>(Problem.cells);
  storeCells<W>(agreed);
  for (let cell = 0; cell < Problem.cells; cell++) {
    const value = agreed[cell];
    if (value == DIFFERS) continue;
    const variable = values == 2 ? cell : cell * values + value;
    const differs = 2 * variable + i32(values != 2 || value != 0);
    const isOther = hasSolutionWith<W>(differs);
    if (isOver()) break;
    if (!isOther) continue;
    cells.clear(0, Problem.cells);
    storeCells<W>(cells);
    for (let c = 0; c < Problem.cells; c++) if (cells[c] != agreed[c]) agreed[c] = DIFFERS;
  }
  backjump<W>(0);
  return !isOver();
}

function isOver(): bool {
  return Budget.stopped != RanOut.nothing || <f64>Counters.conflicts > Backbone.conflictsEnd;
}

/**
 * Finds a solution in which a literal holds. Returns false if there is none, and then its opposite holds before all
 * guesses; or if the work is over.
 */
function hasSolutionWith<W>(literal: i32): bool {
  resetRestarts();
  Learning.floor = 0;
  backjump<W>(0);
  while (true) {
    const conflict = propagate<W>();
    if (Budget.stopped != RanOut.nothing) return false;
    if (conflict != 0) {
      Counters.conflicts++;
      noteForRestarts();
      Backbone.refuted = Trail.currentLevel == 0;
      if (Backbone.refuted) return false;
      learn<W>(conflict);
      continue;
    }
    if (isOver()) return false;
    if (isRestartDue()) backjump<W>(0);
    if (Trail.currentLevel == 0 && literal != NO_LITERAL) {
      if (Trail.value[literal] == -1) return false;
      if (Trail.value[literal] == 0) {
        guess<W>(literal);
        continue;
      }
    }
    if (decide<W>()) continue;
    addFound<W>();
    return true;
  }
}
