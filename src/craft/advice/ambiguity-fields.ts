import { cellCharacter, cellsToText } from '../../core/puzzle/text.js';
import type { Puzzle } from '../../core/puzzle/types.js';
import type { Ambiguity } from './ambiguity.js';

/** Where the solutions of a puzzle agree, and where they differ, as text and rows and columns from 1. */
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
