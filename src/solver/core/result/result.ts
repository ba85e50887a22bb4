import { cellsToText } from '../puzzle/text.js';
import type { Cells, Puzzle } from '../puzzle/types.js';
import { type FieldsFrom, type Origin, SOLVED_COLUMNS } from './result-columns.js';

/** The parts of a result that solving fills. */
type SolvedPart = Exclude<Origin, 'entry' | 'run'>;

/**
 * An outcome as it travels: the columns of `results` that solving fills. Made by the thread that
 * solves, or by the pool if that was ended or died.
 */
export interface PuzzleResult extends Omit<FieldsFrom<SolvedPart>, 'finishedAt'> {
  /** Milliseconds since 1970, when the solving ended. */
  readonly finishedAt: number;
}

/** The same with its pictures as cells, for who has no use for their text. */
export interface ResultInCells extends Omit<PuzzleResult, 'solution' | 'secondSolution'> {
  readonly solution: Cells | null;
  readonly secondSolution: Cells | null;
}

/** A result as it is read from the database: all columns of `results` after its key. */
export interface StoredResult extends Omit<FieldsFrom<Origin>, 'finishedAt'> {
  /** UTC, ISO 8601. */
  readonly finishedAt: string;
}

/** What is known of every result, even if nothing else is. */
type KnownResult = Pick<PuzzleResult, 'status' | 'solveMs' | 'finishedAt'>;

const NOTHING = Object.fromEntries(
  SOLVED_COLUMNS.map(({ field, kind, isNull }) => [
    field,
    isNull !== undefined ? null : kind.is === 'flag' ? false : '0',
  ]),
);

/** A result with what is known of it; else what can be null is null, and nothing was found. */
export function resultWith(known: KnownResult & Partial<PuzzleResult>): PuzzleResult {
  return { ...(NOTHING as unknown as PuzzleResult), ...known };
}

/** Rows of another table, with the key of `results`, that are written with the results. */
export interface RowsBeside {
  readonly table: string;
  /** Its columns after the key. */
  readonly columns: readonly string[];
  /** Element i belongs to result i. */
  readonly rows: readonly (readonly (string | number | null)[])[];
}

/** A thread's result by origin; what is missing is null. Pictures may be cells, counts bigints. */
export type ResultParts = {
  readonly [From in SolvedPart]: Readonly<Record<keyof FieldsFrom<From>, unknown>> | null;
};

/** What a row says of the entry: no solving changes it. */
export type EntryPart = FieldsFrom<'entry'>;

/** What a row says of how the run came to its result. */
type RunPart = FieldsFrom<'run'>;

/** A puzzle that the run has solved once, under this limit in milliseconds; null for none. */
export function solvedOnce(limitMs: number | null): RunPart {
  return { attempts: 1, limitMs, reusedRun: null, reusedFrom: null };
}

/** The parts of a result that is whole. */
export function partsOf(result: PuzzleResult | ResultInCells): ResultParts {
  return { outcome: result, counters: result, rating: result, thread: result };
}

/** A value of a column as a thread has it. */
type PartValue = string | number | boolean | bigint | Cells | null;

/** The value of a column; null if its part is missing, or has none. */
export function valueIn(part: object | null, field: string): PartValue {
  return part === null ? null : ((part as Readonly<Record<string, PartValue>>)[field] ?? null);
}

export function resultOf(
  parts: ResultParts,
  { width, height, colours }: Pick<Puzzle, 'width' | 'height' | 'colours'>,
): PuzzleResult {
  const result: Record<string, unknown> = {};
  for (const { from, field } of SOLVED_COLUMNS) {
    const value = valueIn(parts[from as keyof ResultParts], field);
    const isPicture = typeof value === 'object' && value !== null;
    if (isPicture) result[field] = cellsToText(value, width, height, colours);
    else result[field] = typeof value === 'bigint' ? String(value) : value;
  }
  return result as unknown as PuzzleResult;
}
