import { pack } from '../../core/puzzle/packed.js';
import { cellCharacter, cellsToText } from '../../core/puzzle/text.js';
import { type Cells, type Puzzle, UNKNOWN } from '../../core/puzzle/types.js';
import { DEFAULT_SOLVE_LIMITS } from '../../engine/model/limits.js';
import { Solver } from '../../engine/solver/solve.js';
import { steppedGrid } from '../../engine/wasm/stepped-grid.js';
import { type CellPlace, cellPlace } from '../replay/step.js';

/** How much work goes into a map. */
export interface AmbiguityOptions {
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

/** The cells that `known` leaves open, in independent parts. @pre a solution has its cells. */
function linkedParts(puzzle: Puzzle, known: Cells): number[][] {
  const grid = steppedGrid();
  if (!grid.load(pack({ ...puzzle, start: known }))) return [];
  return grid.propagate() === 'fixpoint' ? grid.parts() : [];
}

/** Line solves for the question about one cell: some hundredths of a second. */
const STEPS = 200_000;

/**
 * Finds the cells that are the same in all solutions, by asking for solutions in which one of them
 * differs: each shows that many others vary, and each refusal makes the next question easier.
 */
function findSettled(puzzle: Puzzle, solver: Solver, solution: Cells, deadline: number) {
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

/** Where the solutions of a puzzle agree and differ, as text; rows and columns count from 1. */
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

/** Cells that vary together, independently of the rest of the picture. */
export interface VaryingPlace {
  readonly cells: readonly CellPlace[];
  /** In how many ways the cells can be filled, a decimal number: exact, or a lower bound. */
  readonly count: string;
  readonly countExact: boolean;
  readonly allListed: boolean;
  /** A character for each of `cells`, in their order. */
  readonly ways: readonly string[];
}

/** A map as programs get it: from the library, and from `--json`. */
export function ambiguityFields(
  { width, height, colours }: Puzzle,
  { settled, undecided, places, solutions, solutionsExact }: Ambiguity,
): AmbiguityMap {
  const placed = (cell: number): CellPlace => cellPlace(cell, width);
  return {
    settled: cellsToText(settled, width, height, colours),
    undecided: undecided.map(placed),
    solutions: String(solutions),
    solutionsExact,
    places: places.map(({ cells, variants, complete, count, exact }) => ({
      cells: cells.map(placed),
      count: String(count),
      countExact: exact,
      allListed: complete,
      ways: variants.map((variant) =>
        Array.from(variant, (value) => cellCharacter(value, colours)).join(''),
      ),
    })),
  };
}

/** Some cells that vary together, independently of the rest of the picture. */
interface Place {
  /** The cells that differ between its ways, in order. */
  readonly cells: readonly number[];
  /** Cells that seemed to belong to it, but are the same in all its ways. */
  readonly same: readonly number[];
  /** Ways to fill it: the value of each of `cells`. The first is that of the map's solution. */
  readonly variants: readonly Cells[];
  /** Whether `variants` are all ways. */
  readonly complete: boolean;
  /** The number of ways: exact, or a lower bound. */
  readonly count: bigint;
  readonly exact: boolean;
}

/** The first `listed` ways to fill `cells`, the others as in `solution`, and their number. */
function variantsOf(
  puzzle: Puzzle,
  solver: Solver,
  solution: Cells,
  cells: readonly number[],
  listed: number,
  timeoutMs: number,
): Place {
  const start = solution.slice();
  for (const cell of cells) start[cell] = UNKNOWN;
  const words = pack({ ...puzzle, start });
  const variants: Cells[] = [Uint8Array.from(cells, (cell) => solution[cell])];
  const limits = { ...DEFAULT_SOLVE_LIMITS, timeoutMs };
  const own = variants[0].join();
  const outcome = solver.solve(
    words,
    0,
    { ...limits, count: listed + 1 },
    {
      solution: (found) => {
        const variant = Uint8Array.from(cells, (cell) => found[cell]);
        if (variants.length < listed && variant.join() !== own) variants.push(variant);
      },
    },
  );
  if (outcome.solutionsExact) {
    return sorted({ cells, variants, complete: true, count: outcome.solutions, exact: true });
  }
  const counted = solver.solve(words, 0, { ...limits, count: 'exact' });
  const count = counted.solutions > outcome.solutions ? counted.solutions : outcome.solutions;
  return sorted({ cells, variants, complete: false, count, exact: counted.solutionsExact });
}

/** Splits a place whose ways are all listed into groups of cells that vary independently. */
function factored(place: Place, solution: Cells): Place[] {
  if (!place.complete || place.variants.length < 4) return [place];
  const { cells, variants } = place;
  const group = cells.map((_, i) => i);
  const root = (i: number): number => (group[i] === i ? i : (group[i] = root(group[i])));
  for (let a = 0; a < cells.length; a++) {
    for (let b = a + 1; b < cells.length; b++) {
      if (root(a) !== root(b) && areLinked(variants, a, b)) group[root(a)] = root(b);
    }
  }
  const members = new Map<number, number[]>();
  cells.forEach((_, i) => members.set(root(i), [...(members.get(root(i)) ?? []), i]));
  const places = [...members.values()].map((indexes) => {
    const distinct = new Map<string, Cells>();
    for (const variant of variants) {
      const part = Uint8Array.from(indexes, (i) => variant[i]);
      distinct.set(part.join(), part);
    }
    const own = Uint8Array.from(indexes, (i) => solution[cells[i]]);
    distinct.delete(own.join());
    const ways = [own, ...distinct.values()];
    return {
      cells: indexes.map((i) => cells[i]),
      same: [],
      variants: ways,
      complete: true,
      count: BigInt(ways.length),
      exact: true,
    };
  });
  const product = places.reduce((count, { variants: ways }) => count * ways.length, 1);
  // Cells can be linked by threes without being linked by twos: then the place is not split.
  return product === variants.length ? places : [place];
}

/** Whether two cells lack some pair of the values that each has by itself. */
function areLinked(variants: readonly Cells[], a: number, b: number): boolean {
  const one = new Set(variants.map((variant) => variant[a]));
  const other = new Set(variants.map((variant) => variant[b]));
  const pairs = new Set(variants.map((variant) => variant[a] * 256 + variant[b]));
  return pairs.size < one.size * other.size;
}

/** The place without the cells that are the same in all its ways, as far as they are known. */
function sorted(place: Omit<Place, 'same'>): Place {
  const { cells, variants } = place;
  if (!place.complete) return { ...place, same: [] };
  const varies = cells.map((_, i) => variants.some((variant) => variant[i] !== variants[0][i]));
  return {
    ...place,
    cells: cells.filter((_, i) => varies[i]),
    same: cells.filter((_, i) => !varies[i]),
    variants: variants.map((variant) => variant.filter((_, i) => varies[i])),
  };
}
