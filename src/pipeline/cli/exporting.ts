import { csvLine } from '../../solver/core/text/escape.js';
import type { exportColumns } from '../store/listing/result-page.js';
import { type Kind, mostOf, RESULT_COLUMNS } from '../../solver/core/result/result-columns.js';
import { columnOf, EXPORTED, TABLES } from '../record/tables.js';
import { parquetPieces, type ParquetField } from '../corpus/table-writers.js';
import { programVersion } from '../files/program.js';
import { DEFAULT_LIMITS } from '../../solver/core/puzzle/validate.js';

type Row = readonly (string | number | null)[];
type ExportColumn = ReturnType<typeof exportColumns>[number];
type ParquetType = ParquetField<Row>['type'];

/** The rows of an export as CSV, with the names of the columns in the first line. */
export function* csvLines(
  columns: readonly ExportColumn[],
  rows: Iterable<Row>,
): Generator<string> {
  yield csvLine(columns);
  for (const row of rows) yield csvLine(row);
}

/** Converts a value of SQLite; null stays null. */
const CONVERT: Readonly<Record<ParquetType, (value: string | number) => unknown>> = {
  INT32: Number,
  INT64: BigInt,
  DOUBLE: Number,
  BOOLEAN: (value) => value === 1,
  STRING: String,
  TIMESTAMP: (value) => Date.parse(String(value)),
  JSON: String,
};

/** The rows of an export as a Parquet file, in pieces, some of them empty: see `parquetPieces`. */
export function exportedParquet(
  columns: readonly ExportColumn[],
  rows: Iterable<Row>,
): Generator<Uint8Array> {
  return parquetPieces(columns.flatMap(fieldsOf), rows, `nonomill ${programVersion()}`);
}

/** The column of the file for a column of the export; two for decimals of any length. */
function fieldsOf(name: ExportColumn, from: number): ParquetField<Row>[] {
  const { type, nullable } = columnType(name);
  const valueOf =
    (convert: (value: string | number) => unknown) =>
    (row: Row): unknown => {
      const value = row[from];
      return value === null ? null : convert(value);
    };
  const isUnlike = UNLIKE.has(name);
  if (type !== 'DECIMAL') {
    return [{ name, type, nullable, isUnlike, valueOf: valueOf(CONVERT[type]) }];
  }
  // Most are short: those are not worth a number of any length.
  const fits = (value: string | number): boolean =>
    String(value).length < SURELY_FITS || BigInt(value) < 2n ** 63n;
  const short = valueOf((value) => (fits(value) ? BigInt(value) : null));
  const long = valueOf((value) => (fits(value) ? null : String(value)));
  return [
    { name, type: 'INT64', nullable: true, valueOf: short },
    { name: `${name}_text`, type: 'STRING', nullable: true, valueOf: long },
  ];
}

/** 2^63 has as many digits. */
const SURELY_FITS = 19;

/** Columns in which nearly every row has another value. */
const UNLIKE: ReadonlySet<ExportColumn> = new Set<ExportColumn>([
  ...(['name', 'fingerprint', 'shape', 'clues', 'solution', 'second_solution'] as const),
]);

/** The type of an exported column: a `DECIMAL` becomes an INT64, and text where it does not fit. */
type ExportType = ParquetType | 'DECIMAL';

/** The type of the columns that are not of `results`; columns that are not named are text. */
const OTHERS: Readonly<Partial<Record<ExportColumn, ParquetType>>> = {
  run_id: 'INT64',
  puzzle_id: 'INT64',
  ordinal: 'INT64',
  width: 'INT32',
  height: 'INT32',
  colours: 'INT32',
  density: 'DOUBLE',
  drawn_density: 'DOUBLE',
  clues: 'JSON',
};

/** The type of a column in a Parquet file, and whether it may be null there. */
function columnType(name: ExportColumn): { type: ExportType; nullable: boolean } {
  if (name in RESULT_COLUMNS) {
    const { kind, isNull } = RESULT_COLUMNS[name as keyof typeof RESULT_COLUMNS];
    return { type: parquetTypeOf(kind), nullable: isNull !== undefined };
  }
  // `path` is null if the puzzle was stored by an earlier run over another corpus.
  const nullable = name === 'path' || columnOf(tableOf(name), name).isNull !== undefined;
  return { type: OTHERS[name] ?? 'STRING', nullable };
}

/** The type of a column of results in a Parquet file; a DECIMAL takes more than one column. */
export function parquetTypeOf(kind: Kind): ExportType {
  if (kind.is !== 'count') return TYPES[kind.is];
  return mostOf(kind, DEFAULT_LIMITS.maxSide ** 2) < 2 ** 31 ? 'INT32' : 'INT64';
}

const TYPES = {
  real: 'DOUBLE',
  flag: 'BOOLEAN',
  time: 'TIMESTAMP',
  decimal: 'DECIMAL',
  choice: 'STRING',
  text: 'STRING',
  cells: 'STRING',
} as const;

/** The table whose words say what an exported column means. */
export function tableOf(name: ExportColumn): string {
  if (name === 'path') return 'run_sources';
  if (name in EXPORTED.columns) return 'export';
  return name in TABLES.results.columns ? 'results' : 'puzzles';
}
