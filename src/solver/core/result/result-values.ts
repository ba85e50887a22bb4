import { brokenRule } from './broken-rule.js';
import { kindReason } from './column.js';
import { RESULT_COLUMN_LIST, isSolved, type ResultColumnName } from './result-columns.js';
import type { PuzzleResult, ResultInCells } from './result.js';

/** The columns that solving fills, in the order of the table. */
const SOLVED = RESULT_COLUMN_LIST.filter(isSolved);

/** Those whose bounds depend on the size of the puzzle. */
const SIZED = SOLVED.filter(
  ({ kind }) => (kind.is === 'count' || kind.is === 'real') && Number.isFinite(kind.perCell),
);

/** Why a result cannot be that of a puzzle of `cells` cells, or null. */
export function sizeReason(result: ResultInCells, cells: number): string | null {
  for (const { field, kind } of SIZED) {
    const value = result[field as keyof PuzzleResult];
    const reason = value === null ? null : kindReason(kind, value, cells);
    if (reason !== null) return `its ${field} is ${String(value)}, expected ${reason}`;
  }
  return null;
}

/** The fields of the columns that solving fills. */
const FIELDS: Readonly<Partial<Record<ResultColumnName, string>>> = Object.fromEntries(
  SOLVED.map(({ name, field }) => [name, field]),
);

/** Why no solver can have found a result whose values are those of their columns, or null. */
export function ruleBrokenBy(result: PuzzleResult | ResultInCells): string | null {
  return brokenRule((column) => {
    const field = FIELDS[column];
    // What belongs to the run and the entry is not there yet.
    const value = field === undefined ? null : result[field as keyof PuzzleResult];
    return typeof value === 'boolean' ? Number(value) : value;
  });
}
