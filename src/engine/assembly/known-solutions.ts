// Says whether some guesses have a solution: from the solutions known so far, or by a learning search under these
// guesses (as a SAT solver works under assumptions: Eén and Sörensson 2003).

import { findSolution } from './find-solution';
import { End, Found } from './found';
import { Table, grown, take, takeUnset } from './memory';
import { Problem } from './problem';
import { storeCells } from './propagate';
import { reduceByClauses } from './reductions';
import { resetRestarts } from './restarts';
import { backjump } from './trail';

export class Known {
  /** The solutions that were found, all different: where their cells are. */
  static solutions: Table<usize> = changetype<Table<usize>>(0);
  static count: i32 = 0;
  /** Those in which all guesses of the current way hold. */
  static near: Table<usize> = changetype<Table<usize>>(0);
  static nearCount: i32 = 0;
  /** Whether the search has other guesses by now, because a solution was searched for. */
  static hasMoved: bool = false;
}

/** Begins with a puzzle. */
export function startKnown(): void {
  Known.solutions = takeUnset<usize>(64);
  Known.near = takeUnset<usize>(64);
  Known.count = 0;
  Known.nearCount = 0;
  reduceByClauses();
}

/** The bytes of the solutions. */
export function bytesOfKnown(): f64 {
  return <f64>Known.count * <f64>Problem.cells;
}

/** Shows the first two known solutions instead of the `shown` ones, if that is more. */
export function showKnown(shown: i32): void {
  if (shown >= 2 || Known.count <= shown) return;
  Found.first = changetype<Table<u8>>(Known.solutions[0]);
  if (Known.count > 1) Found.second = changetype<Table<u8>>(Known.solutions[1]);
}

/** Begins a way without guesses. */
export function startNear(): void {
  if (Known.near.length < Known.count) Known.near = grown<usize>(Known.near, Known.count);
  for (let i = 0; i < Known.count; i++) Known.near[i] = Known.solutions[i];
  Known.nearCount = Known.count;
}

/** Of the near solutions, keeps those in which the literal holds. */
export function narrowNear(literal: i32): void {
  let kept = 0;
  for (let i = 0; i < Known.nearCount; i++) {
    const cells = Known.near[i];
    if (holds(cells, literal)) Known.near[kept++] = cells;
  }
  Known.nearCount = kept;
}

/** Whether the literal says what is true of the solution. */
function holds(cells: usize, literal: i32): bool {
  const values = Problem.values;
  const variable = literal >> 1;
  const cell = values == 2 ? variable : variable / values;
  const value = values == 2 ? 1 : variable - cell * values;
  return (<i32>changetype<Table<u8>>(cells)[cell] == value) == ((literal & 1) == 0);
}

/**
 * Whether there is a solution in which the first `count` of some guesses hold; false also if the budget runs out. The
 * near solutions are those in which all of them but the last hold; one that had to be searched for is added.
 * @post `hasMoved` if the guesses of the search are others now.
 */
export function isAllowed<W>(guesses: Table<i32>, count: i32): bool {
  const last = guesses[count - 1];
  for (let i = 0; i < Known.nearCount; i++) if (holds(Known.near[i], last)) return true;
  if (!hasSolutionWith<W>(guesses, count)) return false;
  const cells = take<u8>(Problem.cells);
  storeCells<W>(cells);
  if (Known.count == Known.solutions.length) {
    Known.solutions = grown<usize>(Known.solutions, Known.count + 1);
  }
  Known.solutions[Known.count++] = changetype<usize>(cells);
  if (Known.nearCount == Known.near.length) {
    Known.near = grown<usize>(Known.near, Known.nearCount + 1);
  }
  Known.near[Known.nearCount++] = changetype<usize>(cells);
  return true;
}

/** Searches for a solution in which the first `count` of some literals hold. */
function hasSolutionWith<W>(assumed: Table<i32>, count: i32): bool {
  Known.hasMoved = true;
  resetRestarts();
  backjump<W>(0);
  return findSolution<W>(assumed, count, Infinity) == End.wanted;
}
