import type { Status } from '../../result/outcome.js';
import type { Store } from '../open/open.js';
import { pagesOf } from '../rows/pages-of.js';
import { RESULT_COLUMNS, SOURCE_PATH } from '../rows/result-columns.js';

/** A value as SQLite has it. */
export type ExportValue = string | number | null;

/** The columns of an export, named as in the database; `path` is of `run_sources`. */
export const EXPORT_COLUMNS = [
  'run_id',
  'puzzle_id',
  'path',
  'ordinal',
  'name',
  'title',
  'width',
  'height',
  'colours',
  'palette',
  'fingerprint',
  'shape',
  ...RESULT_COLUMNS,
] as const;

const PAGE = 2000;

/** The index of `puzzle_id` in a row; the next page begins after it. */
const PUZZLE_ID = EXPORT_COLUMNS.indexOf('puzzle_id');

const COLUMNS = EXPORT_COLUMNS.map((name) => (name === 'path' ? SOURCE_PATH : name)).join(', ');

/**
 * The results of a run as rows of EXPORT_COLUMNS, in the order of sources and entries; null for
 * `statuses` means all. They are read in pages: between two of them no query is open, so a slow
 * reader does not hold back a run that writes.
 */
export function* exportRows(
  store: Store,
  runId: number,
  statuses: readonly Status[] | null,
): Generator<readonly ExportValue[], void, undefined> {
  const wanted = statuses === null ? '' : 'AND status IN (SELECT value FROM json_each(@statuses))';
  const page = store.db
    .prepare<{ runId: number; after: number; statuses: string; size: number }, ExportValue[]>(
      `SELECT ${COLUMNS} FROM results JOIN puzzles USING (puzzle_id)
       WHERE run_id = @runId AND puzzle_id > @after ${wanted} AND @statuses IS NOT NULL
       ORDER BY puzzle_id LIMIT @size`,
    )
    .raw();
  const read = (after: number): ExportValue[][] =>
    page.all({ runId, after, statuses: JSON.stringify(statuses), size: PAGE });
  for (const rows of pagesOf(read, PAGE, (row) => Number(row[PUZZLE_ID]))) yield* rows;
}
