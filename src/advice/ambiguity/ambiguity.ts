import { pack } from '../../puzzle/packed.js';
import { UNKNOWN, type Cells, type Puzzle } from '../../puzzle/types.js';
import { DEFAULT_SOLVE_LIMITS } from '../../solver/model/limits.js';
import { Solver } from '../../solver/solve.js';
import { findSettled } from './settled-cells.js';
import { factored, variantsOf, type Place } from './places.js';
import { linkedParts } from './linked-parts.js';

/** How much work goes into a map. */
export interface AmbiguityOptions {
  /** Milliseconds until the map is returned as far as it is known. Default: 10,000. */
  readonly timeoutMs?: number;
  /** How many ways of one place are listed at most. Default: 64. */
  readonly listed?: number;
}

/** Where the solutions of a puzzle agree, and the places in which they differ. */
export interface Ambiguity {
  /** The value of each cell that is the same in all solutions, UNKNOWN for every other. */
  readonly settled: Cells;
  /** Cells for which it is not known whether all solutions agree. */
  readonly undecided: readonly number[];
  /** One solution. */
  readonly solution: Cells;
  /** Places that vary independently: any way of one goes with any way of the others. */
  readonly places: readonly Place[];
  /** The product of the ways of all places: exact, or a lower bound. */
  readonly solutions: bigint;
  readonly solutionsExact: boolean;
}

/**
 * Why a puzzle is ambiguous; null if that was not found out in time, or it has no solution. In a
 * puzzle with one solution all cells are settled, and there are no places.
 */
export function ambiguity(puzzle: Puzzle, options: AmbiguityOptions = {}): Ambiguity | null {
  const deadline = performance.now() + (options.timeoutMs ?? 10_000);
  const listed = options.listed ?? 64;
  const solver = new Solver();
  const left = (): number => Math.max(1, deadline - performance.now());
  const { solution } = solver.solve(pack(puzzle), 0, {
    ...DEFAULT_SOLVE_LIMITS,
    timeoutMs: left(),
  });
  if (solution === null) return null;
  const { settled, varying } = findSettled(puzzle, solver, solution, deadline);
  const open = new Set<number>();
  settled.forEach((value, cell) => value === UNKNOWN && varying[cell] === 0 && open.add(cell));
  const places: Place[] = [];
  let solutionsExact = true;
  for (const cells of linkedParts(puzzle, settled)) {
    const place = variantsOf(puzzle, solver, solution, cells, listed, left());
    // A place whose ways are all known decides each of its cells.
    if (place.complete) for (const cell of cells) open.delete(cell);
    for (const cell of place.same) settled[cell] = solution[cell];
    solutionsExact &&= place.exact;
    // What is not known to vary is undecided, not a place; what varies has two ways or more.
    const varies = place.variants.length > 1 || cells.some((cell) => varying[cell] === 1);
    if (place.cells.length === 0 || !varies) continue;
    const known = place.count > 2n ? place : { ...place, count: 2n };
    places.push(...factored(known, solution));
  }
  places.sort((one, other) => one.cells[0] - other.cells[0]);
  return {
    settled,
    undecided: [...open],
    solution,
    places,
    solutions: places.reduce((product, { count }) => product * count, 1n),
    solutionsExact,
  };
}
