import type { Column, Table } from '../column.js';
import { LEFT_OUT, PUZZLES, REJECTS, RUN_SOURCES, SOURCES } from './corpora.js';
import { RESULTS } from '../result-columns.js';
import { CLAIMS, RUNS, SOLVED_BY, WORKERS } from './runs.js';

/** Every table of the database, by name. */
export const TABLES: Readonly<Record<string, Table>> = {
  runs: RUNS,
  sources: SOURCES,
  run_sources: RUN_SOURCES,
  left_out: LEFT_OUT,
  puzzles: PUZZLES,
  results: RESULTS,
  rejects: REJECTS,
  workers: WORKERS,
  solved_by: SOLVED_BY,
  claims: CLAIMS,
};

/** What a column says. @throws RangeError if there is none of that name. */
export function columnOf(table: string, name: string): Column {
  const column = TABLES[table]?.columns[name];
  if (column === undefined) throw new RangeError(`there is no column ${table}.${name}`);
  return column;
}
