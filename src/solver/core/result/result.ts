import type { Cells } from '../puzzle/types.js';
import type { FieldsOf } from './column.js';
import {
  RESULT_COLUMN_LIST,
  isSolved,
  type RESULT_COLUMNS,
  type SolvedColumns,
} from './result-columns.js';

/**
 * An outcome as it travels: plain data, the columns of `results` that solving fills, as
 * RESULT_COLUMNS describes them. Made by the thread that solves, or by the pool if that was ended
 * or died.
 */
export interface PuzzleResult extends Omit<FieldsOf<SolvedColumns>, 'finishedAt'> {
  /** Milliseconds since 1970, when the solving ended. */
  readonly finishedAt: number;
}

/** The same with its pictures as cells, for who has no use for their text. */
export interface ResultInCells extends Omit<PuzzleResult, 'solution' | 'secondSolution'> {
  readonly solution: Cells | null;
  readonly secondSolution: Cells | null;
}

/**
 * What a run found about one puzzle, as it is read from the database: all columns of `results`
 * after its key.
 */
export interface StoredResult extends Omit<FieldsOf<typeof RESULT_COLUMNS>, 'finishedAt'> {
  /** UTC, ISO 8601. */
  readonly finishedAt: string;
}

/** What is known of every result, even if nothing else is. */
type KnownResult = Pick<PuzzleResult, 'status' | 'solveMs' | 'finishedAt'>;

const NOTHING = Object.fromEntries(
  RESULT_COLUMN_LIST.filter(isSolved).map(({ field, kind, isNull }) => [
    field,
    isNull !== undefined ? null : kind.is === 'flag' ? false : '0',
  ]),
);

/**
 * A result with all that is known of it: of the rest, what can be null is null, and no solution was
 * found.
 */
export function resultWith(known: KnownResult & Partial<PuzzleResult>): PuzzleResult {
  return { ...(NOTHING as unknown as PuzzleResult), ...known };
}

/**
 * What a pool knows of puzzles besides their results: rows of another table, with the key of
 * `results`, which are written together with the results.
 */
export interface RowsBeside {
  readonly table: string;
  /** Its columns after the key. */
  readonly columns: readonly string[];
  /** Element i belongs to result i. */
  readonly rows: readonly (readonly (string | number | null)[])[];
}
