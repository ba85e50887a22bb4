// Says whether some guesses have a solution: from the solutions known so far, or by a learning
// search under these guesses (as a SAT solver works under assumptions: Eén and Sörensson 2003).

import { Table, grown, take, takeUnset } from '../memory/memory';
import { Problem } from '../memory/problem';
import { End, FoundSolutions } from '../search/found';
import { reduceByClauses } from '../search/reductions';
import { resetRestarts } from '../search/restarts';
import { Searcher } from './searcher';

export class KnownSolutions {
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
  KnownSolutions.solutions = takeUnset<usize>(64);
  KnownSolutions.near = takeUnset<usize>(64);
  KnownSolutions.count = 0;
  KnownSolutions.nearCount = 0;
  reduceByClauses();
}

/** The bytes of the solutions. */
export function bytesOfKnown(): f64 {
  return <f64>KnownSolutions.count * <f64>Problem.cells;
}

/** Shows the first two known solutions instead of the `shown` ones, if that is more. */
export function showKnown(shown: i32): void {
  if (shown >= 2 || KnownSolutions.count <= shown) return;
  FoundSolutions.first = changetype<Table<u8>>(KnownSolutions.solutions[0]);
  if (KnownSolutions.count > 1)
    FoundSolutions.second = changetype<Table<u8>>(KnownSolutions.solutions[1]);
}

/** Begins a way without guesses. */
export function startNear(): void {
  if (KnownSolutions.near.length < KnownSolutions.count)
    KnownSolutions.near = grown<usize>(KnownSolutions.near, KnownSolutions.count);
  for (let i = 0; i < KnownSolutions.count; i++)
    KnownSolutions.near[i] = KnownSolutions.solutions[i];
  KnownSolutions.nearCount = KnownSolutions.count;
}

/** Of the near solutions, keeps those in which the literal holds. */
export function narrowNear(literal: i32): void {
  let kept = 0;
  for (let i = 0; i < KnownSolutions.nearCount; i++) {
    const cells = KnownSolutions.near[i];
    if (holds(cells, literal)) KnownSolutions.near[kept++] = cells;
  }
  KnownSolutions.nearCount = kept;
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
 * Whether there is a solution in which the first `count` of some guesses hold; false also if the
 * budget runs out. The near solutions are those in which all of them but the last hold; one that
 * had to be searched for is added.
 * @post `hasMoved` if the guesses of the search are others now.
 */
export function isAllowed(guesses: Table<i32>, count: i32): bool {
  const last = guesses[count - 1];
  for (let i = 0; i < KnownSolutions.nearCount; i++)
    if (holds(KnownSolutions.near[i], last)) return true;
  if (!hasSolutionWith(guesses, count)) return false;
  const cells = take<u8>(Problem.cells);
  Searcher.storeCells(cells);
  if (KnownSolutions.count == KnownSolutions.solutions.length) {
    KnownSolutions.solutions = grown<usize>(KnownSolutions.solutions, KnownSolutions.count + 1);
  }
  KnownSolutions.solutions[KnownSolutions.count++] = changetype<usize>(cells);
  if (KnownSolutions.nearCount == KnownSolutions.near.length) {
    KnownSolutions.near = grown<usize>(KnownSolutions.near, KnownSolutions.nearCount + 1);
  }
  KnownSolutions.near[KnownSolutions.nearCount++] = changetype<usize>(cells);
  return true;
}

/** Searches for a solution in which the first `count` of some literals hold. */
function hasSolutionWith(assumed: Table<i32>, count: i32): bool {
  KnownSolutions.hasMoved = true;
  resetRestarts();
  Searcher.backjump(0);
  return Searcher.findSolution(assumed, count, Infinity) == End.wanted;
}
