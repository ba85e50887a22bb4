import type { Column, Table } from '../column.js';
import { LEFT_OUT, PUZZLES, REJECTS, RUN_SOURCES, SOURCES } from './corpus-tables.js';
import { RESULTS } from '../result-columns.js';
import { CLAIMS, RUNS, SOLVED_BY, WORKERS } from './run-tables.js';

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

/** Columns that an export works out from others; no table has them. */
export const EXPORTED: Table = {
  row: 'What `nonomill export` adds to the columns of the tables.',
  columns: {
    density: {
      meaning: 'The share of the cells that its clues fill, as every solution does.',
      values: '0 to 1',
      isNull: 'an older version stored the puzzle',
    },
    solutions_text: {
      meaning: 'The number of solutions, if it is too large for `solutions`; in Parquet alone.',
      values: 'a decimal of any length, as text',
      isNull: 'it is less than 2^63: `solutions` has it as a whole number',
    },
  },
};

/**
 * What a column says, of a table or (`export`) of EXPORTED.
 * @throws RangeError if there is none of that name
 */
export function columnOf(table: string, name: string): Column {
  const column = (table === 'export' ? EXPORTED : TABLES[table])?.columns[name];
  if (column === undefined) throw new RangeError(`there is no column ${table}.${name}`);
  return column;
}
