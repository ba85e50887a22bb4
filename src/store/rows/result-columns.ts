import { RESULT_COLUMN_LIST } from '../../result/result-columns.js';
import type { StoredResult } from '../../result/result.js';

export type { StoredResult };

/** The columns of `results` after its key, in their order. */
export const RESULT_COLUMNS = RESULT_COLUMN_LIST.map(({ name }) => name);

/** The fields of a result as a query returns them: SQLite has no booleans. */
export type ResultFields = {
  readonly [Field in keyof StoredResult]: boolean extends StoredResult[Field]
    ? number
    : StoredResult[Field] extends boolean | null
      ? number | null
      : StoredResult[Field];
};

/** All columns under the names of their fields, for a query that returns ResultFields. */
export const RESULT_ROW = RESULT_COLUMN_LIST.map(({ name, field }) => `${name} AS ${field}`).join(
  ', ',
);

/** The path of a result's source in its run, for queries over `results` and `puzzles`. */
export const SOURCE_PATH = `(SELECT path FROM run_sources AS rs INDEXED BY run_sources_by_source
  WHERE rs.run_id = results.run_id AND rs.source_id = puzzles.source_id
  ORDER BY position LIMIT 1)`;

/** The result in a row that may hold more. */
export function toStoredResult(row: ResultFields): StoredResult {
  const fields = RESULT_COLUMN_LIST.map(({ field, kind }) => {
    const value = row[field];
    return [field, kind.is === 'flag' && value !== null ? value === 1 : value] as const;
  });
  return Object.fromEntries(fields) as unknown as StoredResult;
}
