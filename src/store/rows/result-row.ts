import { compileFunction } from 'node:vm';
import { RESULT_COLUMN_LIST, isSolved, type NamedColumn } from '../../result/result-columns.js';
import type { PuzzleResult } from '../../result/result.js';
import type { ColumnValue } from './row-inserter.js';

/** The last second of `isoTime`, and its text. */
const last = { second: NaN, text: '' };

const compile = compileFunction(
  `return (result) => [${RESULT_COLUMN_LIST.filter(isSolved).map(valueOf).join(', ')}];`,
  ['isoTime'],
) as (time: typeof isoTime) => (result: PuzzleResult) => ColumnValue[];

/**
 * One result as the values of SOLVED_COLUMNS, in their order. An array literal is the fastest way, so it is
 * compiled from the table.
 */
export const resultValues = compile(isoTime);

/** The value of a column in JavaScript, as SQLite takes it. */
function valueOf({ field, kind, isNull }: NamedColumn): string {
  const value = `result.${field}`;
  if (kind.is === 'time') return `isoTime(${value})`;
  if (kind.is !== 'flag') return value;
  return isNull === undefined ? `Number(${value})` : `${value} === null ? null : Number(${value})`;
}

/** UTC in ISO 8601, to the millisecond. The text of the last second is kept: most results follow soon. */
export function isoTime(ms: number): string {
  const second = Math.floor(ms / 1000);
  if (second !== last.second) {
    last.text = new Date(second * 1000).toISOString().slice(0, -4);
    last.second = second;
  }
  const rest = Math.floor(ms) - second * 1000;
  return `${last.text}${rest < 10 ? '00' : rest < 100 ? '0' : ''}${rest}Z`;
}
