import { mostOf, type Kind } from '../../result/column.js';
import { RESULT_COLUMNS, type ResultColumn } from '../../result/result-columns.js';
import { columnOf } from '../../result/columns/tables.js';
import { DEFAULT_LIMITS } from '../../puzzle/validate.js';
import type { ExportColumn } from '../../store/pages/export-rows.js';

/** The types of Parquet that columns have. */
export type ColumnType = 'INT32' | 'INT64' | 'DOUBLE' | 'BOOLEAN' | 'STRING' | 'TIMESTAMP' | 'JSON';

/** The type of the columns that are not of `results`; those that are not named are text. */
const OTHERS: Readonly<Partial<Record<ExportColumn, ColumnType>>> = {
  run_id: 'INT64',
  puzzle_id: 'INT64',
  ordinal: 'INT64',
  width: 'INT32',
  height: 'INT32',
  colours: 'INT32',
  clues: 'JSON',
};

/** The type of a column in a Parquet file, and whether it may be null there. */
export function columnType(name: ExportColumn): { type: ColumnType; nullable: boolean } {
  if (name in RESULT_COLUMNS) {
    const { kind, isNull }: ResultColumn = RESULT_COLUMNS[name as keyof typeof RESULT_COLUMNS];
    return { type: typeOf(kind), nullable: isNull !== undefined };
  }
  // `path` is null if the puzzle was stored by an earlier run over another corpus.
  const nullable =
    name === 'path' || name === 'run_id'
      ? name === 'path'
      : columnOf('puzzles', name).isNull !== undefined;
  return { type: OTHERS[name] ?? 'STRING', nullable };
}

function typeOf(kind: Kind): ColumnType {
  switch (kind.is) {
    case 'count':
      return mostOf(kind, DEFAULT_LIMITS.maxSide ** 2) < 2 ** 31 ? 'INT32' : 'INT64';
    case 'real':
      return 'DOUBLE';
    case 'flag':
      return 'BOOLEAN';
    case 'time':
      return 'TIMESTAMP';
    case 'word':
    case 'decimal':
    case 'text':
    case 'cells':
      return 'STRING';
  }
}
