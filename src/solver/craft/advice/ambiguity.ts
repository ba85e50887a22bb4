import { steppedGrid } from '../../engine/wasm/stepped-grid.js';
import { pack } from '../../core/puzzle/packed.js';
import { UNKNOWN, type Cells, type Puzzle } from '../../core/puzzle/types.js';
import { DEFAULT_SOLVE_LIMITS } from '../../engine/model/limits.js';
import { Solver } from '../../engine/solver/solve.js';
import { factored, variantsOf, type Place } from './places.js';
import { cellCharacter, cellsToText } from '../../core/puzzle/text.js';

/** How much work goes into a map. */
interface AmbiguityOptions {
  /** Milliseconds until the map is returned as far as it is known. Default: 10,000. */
  readonly timeoutMs?: number | undefined;
  /** How many ways of one place are listed at most. Default: 64. */
  readonly listed?: number | undefined;
}

/** Where the solutions of a puzzle agree, and the places in which they differ. */
export interface Ambiguity {
  /** The value of each cell that is the same in all solutions, UNKNOWN for every other. */
  readonly settled: Cells;
  /** Cells for which it is not known whether all solutions agree. */
  readonly undecided: readonly number[];
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
export function findAmbiguity(puzzle: Puzzle, options: AmbiguityOptions = {}): Ambiguity | null {
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

/**
 * The cells that are still open once `known` is given, in independent parts.
 * @pre the puzzle has a solution with these cells.
 */
function linkedParts(puzzle: Puzzle, known: Cells): number[][] {
  const grid = steppedGrid();
  if (!grid.load(pack({ ...puzzle, start: known }))) return [];
  return grid.propagate() === 'fixpoint' ? grid.parts() : [];
}

/** Line solves for the question about one cell: some hundredths of a second. */
const STEPS = 200_000;

/** What is known about the cells of a puzzle over all its solutions. */
interface SettledCells {
  /** The value of each cell that is the same in all solutions, UNKNOWN elsewhere. */
  readonly settled: Cells;
  /** A 1 for each cell that differs between two solutions. */
  readonly varying: Uint8Array;
}

/**
 * Finds the cells that are the same in all solutions, by asking for solutions in which one of them
 * differs: each solution shows that many other cells vary, and each refusal makes the next question
 * easier.
 */
function findSettled(
  puzzle: Puzzle,
  solver: Solver,
  solution: Cells,
  deadline: number,
): SettledCells {
  const { width, height, colours } = puzzle;
  const varying = new Uint8Array(width * height);
  const known = puzzle.start?.slice() ?? new Uint8Array(width * height).fill(UNKNOWN);
  const asked = { ...puzzle, start: known };
  const limits = { ...DEFAULT_SOLVE_LIMITS, maxSteps: STEPS };
  const compare = (other: Cells | null): void => {
    other?.forEach((value, cell) => {
      if (value !== solution[cell]) varying[cell] = 1;
    });
  };
  for (let cell = 0; cell < known.length; cell++) {
    if (known[cell] !== UNKNOWN || varying[cell] === 1) continue;
    let refused = 0;
    for (let value = 0; value <= colours && varying[cell] === 0; value++) {
      if (value === solution[cell]) continue;
      const timeoutMs = deadline - performance.now();
      if (timeoutMs <= 0) return { settled: known, varying };
      known[cell] = value;
      const outcome = solver.solve(pack(asked), 0, { ...limits, timeoutMs });
      compare(outcome.solution);
      compare(outcome.secondSolution);
      if (outcome.status === 'contradiction') refused++;
    }
    known[cell] = refused === colours ? solution[cell] : UNKNOWN;
  }
  return { settled: known, varying };
}

/**
 * Where the solutions of a puzzle agree, and where they differ, as text and rows and columns from
 * 1.
 */
export interface AmbiguityMap {
  /** The cells that all solutions share, rows joined by `/`; `?` for all others. */
  readonly settled: string;
  /** Cells of which it is not known whether all solutions share them: the time was too short. */
  readonly undecided: readonly CellPlace[];
  /** How many solutions there are, a decimal number: exact, or a lower bound. */
  readonly solutions: string;
  readonly solutionsExact: boolean;
  /** Places that vary independently: any way of one goes with any way of the others. */
  readonly places: readonly VaryingPlace[];
}

/** Where a cell is, counted from 1. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

/** Cells that vary together, independently of the rest of the picture. */
export interface VaryingPlace {
  readonly cells: readonly CellPlace[];
  /** In how many ways the cells can be filled, a decimal number: exact, or a lower bound. */
  readonly count: string;
  readonly countExact: boolean;
  /** Whether `ways` are all ways. */
  readonly allListed: boolean;
  /** A character for each of `cells`, in their order. */
  readonly ways: readonly string[];
}

/** A map as programs get it: from the library, and from `--json`. */
export function ambiguityFields(
  { width, height, colours }: Puzzle,
  { settled, undecided, places, solutions, solutionsExact }: Ambiguity,
): AmbiguityMap {
  const placeOf = (cell: number): CellPlace => ({
    row: Math.floor(cell / width) + 1,
    column: (cell % width) + 1,
  });
  return {
    settled: cellsToText(settled, width, height, colours),
    undecided: undecided.map(placeOf),
    solutions: String(solutions),
    solutionsExact,
    places: places.map(({ cells, variants, complete, count, exact }) => ({
      cells: cells.map(placeOf),
      count: String(count),
      countExact: exact,
      allListed: complete,
      ways: variants.map((variant) =>
        Array.from(variant, (value) => cellCharacter(value, colours)).join(''),
      ),
    })),
  };
}
