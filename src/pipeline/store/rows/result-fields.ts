import type { SizedPuzzle } from '../../../solver/core/result/puzzle-id.js';
import { nameSql, ordinalSql, pathSql } from '../pieces.js';
import { RESULT_COLUMN_LIST } from '../../../solver/core/result/result-columns.js';
import type { StoredResult } from '../../../solver/core/result/result.js';

export type { StoredResult };

/** The fields of a result as a query returns them: SQLite has no booleans. */
export type ResultFields = {
  readonly [Field in keyof StoredResult]: boolean extends StoredResult[Field]
    ? number | Exclude<StoredResult[Field], boolean>
    : StoredResult[Field];
};

type Field = keyof StoredResult;

const NAMES = new Map<Field, string>(RESULT_COLUMN_LIST.map(({ field, name }) => [field, name]));

export function fieldColumn(field: Field): string {
  return NAMES.get(field)!;
}

/** Some columns of `results`, or its alias, under the names of their fields. */
export function fieldsSql(fields: Iterable<Field>, results = 'results'): string {
  return Array.from(fields, (field) => `${results}.${fieldColumn(field)} AS ${field}`).join(', ');
}

/** All of them, for a query that returns ResultFields. */
export const RESULT_ROW = fieldsSql(NAMES.keys());

/**
 * What a list says of a puzzle in a run, for queries over `results` and `puzzles` that return
 * SizedPuzzle.
 */
export const LISTED_ROW = `results.puzzle_id AS puzzleId, ${nameSql('results')} AS name, title,
  ${pathSql('results')} AS path, ${ordinalSql('results')} AS ordinal, width, height`;

/** A puzzle as a list names it, with some of its result. */
export type ListedResult<Fields extends Field> = SizedPuzzle & Pick<StoredResult, Fields>;

/** The result in a row that may hold more. */
export function toStoredResult(row: ResultFields): StoredResult {
  const fields = RESULT_COLUMN_LIST.map(({ field, kind }) => {
    const value = row[field];
    return [field, kind.is === 'flag' && value !== null ? value === 1 : value] as const;
  });
  return Object.fromEntries(fields) as unknown as StoredResult;
}
