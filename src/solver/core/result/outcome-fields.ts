import { cellsToText } from '../puzzle/text.js';
import type { Cells, Puzzle } from '../puzzle/types.js';
import { NO_DIFFICULTY, type DifficultyColumns } from './difficulty.js';
import type { Counters, Outcome } from './outcome.js';

/** An outcome as plain data: pictures are text, and the number of solutions is a decimal. */
export interface OutcomeFields
  extends
    Omit<Outcome, 'solutions' | 'solution' | 'secondSolution' | 'counters'>,
    Readonly<Counters>,
    DifficultyColumns {
  /** A decimal of any length. */
  readonly solutions: string;
  /** From the unpacked puzzle to the verdict, in milliseconds. */
  readonly solveMs: number;
  /** Rows joined by '/'; null if none was found. */
  readonly solution: string | null;
  readonly secondSolution: string | null;
}

/** The names of the columns of `results` in JSON and in the library. */
export function outcomeFields(
  puzzle: Pick<Puzzle, 'width' | 'height' | 'colours'>,
  outcome: Outcome,
  solveMs: number,
  difficulty: DifficultyColumns | null = null,
): OutcomeFields {
  const { width, height, colours } = puzzle;
  const { solution, secondSolution, counters, solutions, ...verdict } = outcome;
  const text = (cells: Cells | null): string | null =>
    cells === null ? null : cellsToText(cells, width, height, colours);
  return {
    ...verdict,
    solutions: String(solutions),
    ...counters,
    solveMs,
    ...(difficulty ?? NO_DIFFICULTY),
    solution: text(solution),
    secondSolution: text(secondSolution),
  };
}
