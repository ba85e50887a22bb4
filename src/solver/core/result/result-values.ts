import { brokenRule } from './broken-rule.js';
import { kindReason } from './column.js';
import { RESULT_COLUMN_LIST, isSolved, type ResultColumnName } from './result-columns.js';
import type { PuzzleResult } from './result.js';

/** The columns that solving fills, in the order of the table. */
const SOLVED = RESULT_COLUMN_LIST.filter(isSolved);

/** Those whose bounds depend on the size of the puzzle. */
const SIZED = SOLVED.filter(
  ({ kind }) => (kind.is === 'count' || kind.is === 'real') && Number.isFinite(kind.perCell),
);

/** The values of a result, in the order of the columns that solving fills, for JSON. */
export function valuesOf(result: PuzzleResult): unknown[] {
  return SOLVED.map(({ field }) => result[field as keyof PuzzleResult]);
}

/**
 * The result with these values, which come from a stranger; or in words what is wrong with them.
 */
export function resultFromValues(values: unknown): PuzzleResult | string {
  if (!Array.isArray(values) || values.length !== SOLVED.length) {
    return `it has not got ${SOLVED.length} values`;
  }
  const result: Record<string, unknown> = {};
  for (const [i, { field, kind, isNull }] of SOLVED.entries()) {
    const value: unknown = values[i];
    const isMissing = value === null && isNull !== undefined;
    const reason = isMissing ? null : kindReason(kind, value, Infinity);
    if (reason !== null) return `its ${field} is not ${reason}`;
    result[field] = value;
  }
  return result as unknown as PuzzleResult;
}

/** Why a result cannot be that of a puzzle of `cells` cells, or null. */
export function sizeReason(result: PuzzleResult, cells: number): string | null {
  for (const { field, kind } of SIZED) {
    const value = result[field as keyof PuzzleResult];
    const reason = value === null ? null : kindReason(kind, value, cells);
    if (reason !== null) return `its ${field} is ${value}, expected ${reason}`;
  }
  return null;
}

/** The fields of the columns that solving fills. */
const FIELDS: Readonly<Partial<Record<ResultColumnName, string>>> = Object.fromEntries(
  SOLVED.map(({ name, field }) => [name, field]),
);

/** Why no solver can have found a result whose values are those of their columns, or null. */
export function ruleBrokenBy(result: PuzzleResult): string | null {
  return brokenRule((column) => {
    const field = FIELDS[column];
    // What belongs to the run and the entry is not there yet.
    const value = field === undefined ? null : result[field as keyof PuzzleResult];
    return typeof value === 'boolean' ? Number(value) : value;
  });
}
