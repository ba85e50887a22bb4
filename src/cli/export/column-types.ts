import type { ExportColumn } from '../../store/pages/export-rows.js';

/** The types of Parquet that columns have. */
export type ColumnType = 'INT32' | 'INT64' | 'DOUBLE' | 'BOOLEAN' | 'STRING' | 'TIMESTAMP' | 'JSON';

/** The type of each column; those that are not named are text. */
const TYPES: Readonly<Partial<Record<ExportColumn, ColumnType>>> = {
  run_id: 'INT64',
  puzzle_id: 'INT64',
  ordinal: 'INT64',
  width: 'INT32',
  height: 'INT32',
  colours: 'INT32',
  clues: 'JSON',
  guess_depth: 'INT32',
  guess_depth_min: 'INT32',
  search_depth: 'INT32',
  solutions_exact: 'BOOLEAN',
  sweeps: 'INT32',
  line_solves: 'INT64',
  probes: 'INT64',
  decisions: 'INT64',
  conflicts: 'INT64',
  solve_ms: 'DOUBLE',
  difficulty: 'DOUBLE',
  difficulty_bound: 'BOOLEAN',
  effort_line: 'DOUBLE',
  effort_probe: 'DOUBLE',
  tries: 'DOUBLE',
  stars: 'INT32',
  proof: 'INT64',
  count_estimate: 'DOUBLE',
  count_estimate_error: 'DOUBLE',
  goal_matches: 'BOOLEAN',
  attempts: 'INT32',
  finished_at: 'TIMESTAMP',
};

/** Columns that are never null. */
const REQUIRED: ReadonlySet<ExportColumn> = new Set([
  'run_id',
  'puzzle_id',
  'ordinal',
  'name',
  'width',
  'height',
  'colours',
  'fingerprint',
  'status',
  'solutions',
  'solutions_exact',
  'solve_ms',
  'attempts',
  'finished_at',
  'clues',
]);

/** The type of a column in a Parquet file, and whether it may be null there. */
export function columnType(column: ExportColumn): { type: ColumnType; nullable: boolean } {
  return { type: TYPES[column] ?? 'STRING', nullable: !REQUIRED.has(column) };
}
