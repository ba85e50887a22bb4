// Finds the cells that are the same in all solutions (the backbone): asks until none can differ.

import { Budget, RanOut } from '../memory/budget';
import { Table, take, takeUnset } from '../memory/memory';
import { Problem } from '../memory/problem';
import { Counters } from '../memory/statistics';
import { End } from '../search/found';
import { reduceNever } from '../search/reductions';
import { resetRestarts } from '../search/restarts';
import { Searcher } from './searcher';

class Backbone {
  /** The number of conflicts after which the work is given up. */
  static conflictsEnd: f64 = 0;
  static assumed: Table<i32> = changetype<Table<i32>>(0);
}

/** Instead of a value. */
const DIFFERS: u8 = 255;

/**
 * Makes the backbone known before all guesses; false if that takes more than `conflicts`, or the
 * budget ran out: what was found stays known. Solutions found on the way all differ.
 */
export function findBackbone(conflicts: f64): bool {
  const values = Problem.values;
  Backbone.conflictsEnd = <f64>Counters.conflicts + conflicts;
  Backbone.assumed = takeUnset<i32>(1);
  reduceNever();
  const end = findAnother(0);
  if (end != End.wanted) {
    Searcher.backjump(0);
    return end == End.exhausted;
  }
  // By cell: its value in all solutions so far, or DIFFERS.
  const agreed = take<u8>(Problem.cells);
  const cells = takeUnset<u8>(Problem.cells);
  Searcher.storeCells(agreed);
  for (let cell = 0; cell < Problem.cells; cell++) {
    const value = agreed[cell];
    if (value == DIFFERS) continue;
    const variable = values == 2 ? cell : cell * values + value;
    Backbone.assumed[0] = 2 * variable + i32(values != 2 || value != 0);
    const other = findAnother(1);
    if (isOver()) break;
    if (other != End.wanted) continue;
    cells.clear(0, Problem.cells);
    Searcher.storeCells(cells);
    for (let c = 0; c < Problem.cells; c++) if (cells[c] != agreed[c]) agreed[c] = DIFFERS;
  }
  Searcher.backjump(0);
  return !isOver();
}

function isOver(): bool {
  return Budget.stopped != RanOut.nothing || <f64>Counters.conflicts > Backbone.conflictsEnd;
}

/** Finds a solution in which the first `count` of `assumed` hold; if none does, that is known. */
function findAnother(count: i32): End {
  resetRestarts();
  Searcher.backjump(0);
  const end = Searcher.findSolution(Backbone.assumed, count, Backbone.conflictsEnd);
  if (end == End.wanted) Searcher.addFound();
  return end;
}
