import type { ResultRow } from '../store/pages/result-page.js';
import { csvField } from '../text/csv.js';

/** The columns of rows that can be downloaded, named as in the database. */
const COLUMNS: readonly (readonly [string, (row: ResultRow) => string | number | null])[] = [
  ['puzzle_id', (row) => row.puzzleId],
  ['name', (row) => row.name],
  ['title', (row) => row.title],
  ['width', (row) => row.width],
  ['height', (row) => row.height],
  ['colours', (row) => row.colours],
  ['status', (row) => row.status],
  ['stopped_by', (row) => row.stoppedBy],
  ['technique', (row) => row.technique],
  ['guess_depth', (row) => row.guessDepth],
  ['guess_depth_min', (row) => row.guessDepthMin],
  ['solutions', (row) => row.solutions],
  ['solutions_exact', (row) => row.solutionsExact],
  ['count_estimate', (row) => row.countEstimate],
  ['count_estimate_error', (row) => row.countEstimateError],
  ['solve_ms', (row) => row.solveMs],
  ['difficulty', (row) => row.difficulty],
  ['difficulty_bound', (row) => row.difficultyBound],
  ['stars', (row) => row.stars],
  ['needs', (row) => row.needs],
  ['sweeps', (row) => row.sweeps],
  ['filled', (row) => row.filled],
];

/** How rows are written to a file. */
export interface RowFormat {
  readonly type: string;
  readonly head: string;
  readonly line: (row: ResultRow) => string;
}

export const ROW_FORMATS: Readonly<Record<'csv' | 'ndjson', RowFormat>> = {
  csv: {
    type: 'text/csv; charset=utf-8',
    head: `${COLUMNS.map(([name]) => name).join(',')}\r\n`,
    line: (row) => `${COLUMNS.map(([, value]) => csvField(value(row))).join(',')}\r\n`,
  },
  ndjson: {
    type: 'application/x-ndjson; charset=utf-8',
    head: '',
    line: (row) =>
      `${JSON.stringify(Object.fromEntries(COLUMNS.map(([name, value]) => [name, value(row)])))}\n`,
  },
};
