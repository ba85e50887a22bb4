import { ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import type { ExportColumn, ExportValue } from '../store/pages/export-rows.js';
import { mostOf, type Kind } from '../result/column.js';
import { RESULT_COLUMNS, type ResultColumn } from '../result/result-columns.js';
import { columnOf } from '../result/columns/tables.js';
import { tableOf } from './result-glossary.js';
import { DEFAULT_LIMITS } from '../puzzle/validate.js';
import { formatOfFile, type WrittenFormat } from './convert/written-format.js';
import { UsageError } from './outcome/failure.js';

/** Rows of a row group: some megabytes, with pictures and clues. */
const GROUP = 5000;

/** Converts a value of SQLite; null stays null. */
const CONVERT: Readonly<Record<ColumnType, (value: string | number) => unknown>> = {
  INT32: Number,
  INT64: BigInt,
  DOUBLE: Number,
  BOOLEAN: (value) => value === 1,
  STRING: String,
  TIMESTAMP: (value) => new Date(value),
  JSON: (value) => JSON.parse(String(value)) as unknown,
};

/**
 * The rows as a Parquet file, in pieces: one for each row group, compressed with Snappy, and the end. An
 * empty piece comes while rows are collected, so that other work gets its turn.
 */
export function* parquetPieces(
  columns: readonly ExportColumn[],
  rows: Iterable<readonly ExportValue[]>,
  createdBy: string,
): Generator<Uint8Array> {
  const types = columns.flatMap(fieldsOf);
  const writer = new ByteWriter();
  const schema = schemaFromColumnData({
    columnData: types.map(({ name, type, nullable }) => ({ name, type, nullable, data: [] })),
  });
  const file = new ParquetWriter({ writer, schema, createdBy });
  const taken = (): Uint8Array => {
    const piece = writer.getBytes().slice();
    writer.index = 0;
    return piece;
  };
  for (const group of groupsOf(rows)) {
    if (group === null) {
      yield new Uint8Array();
      continue;
    }
    const columnData = types.map(({ name, from, convert }) => {
      const data = group.map((row) => {
        const value = row[from];
        return value === null ? null : convert(value);
      });
      return { name, data, offsetIndex: false };
    });
    void file.write({ columnData, rowGroupSize: GROUP });
    yield taken();
  }
  void file.finish();
  yield taken();
}

/** A column of the file. */
interface Field {
  readonly name: string;
  readonly type: ColumnType;
  readonly nullable: boolean;
  /** The place of its value in a row. */
  readonly from: number;
  readonly convert: (value: string | number) => unknown;
}

/** The column of the file for a column of the export; two for decimals of any length. */
function fieldsOf(name: ExportColumn, from: number): Field[] {
  const { type, nullable } = columnType(name);
  if (type !== 'DECIMAL') return [{ name, type, nullable, from, convert: CONVERT[type] }];
  const fits = (value: string | number): boolean => BigInt(value) < 2n ** 63n;
  return [
    {
      ...{ name, type: 'INT64', nullable: true, from },
      convert: (value) => (fits(value) ? BigInt(value) : null),
    },
    {
      ...{ name: `${name}_text`, type: 'STRING', nullable: true, from },
      convert: (value) => (fits(value) ? null : String(value)),
    },
  ];
}

/** Rows in groups, with a null from time to time. */
function* groupsOf(
  rows: Iterable<readonly ExportValue[]>,
): Generator<readonly (readonly ExportValue[])[] | null> {
  let group: (readonly ExportValue[])[] = [];
  for (const row of rows) {
    group.push(row);
    if (group.length === GROUP) {
      yield group;
      group = [];
    } else if (group.length % 500 === 0) yield null;
  }
  if (group.length > 0) yield group;
}

/** The types of Parquet that columns have. */
type ColumnType = 'INT32' | 'INT64' | 'DOUBLE' | 'BOOLEAN' | 'STRING' | 'TIMESTAMP' | 'JSON';

/** The type of an exported column: a `DECIMAL` becomes an INT64, and text where it does not fit. */
type ExportType = ColumnType | 'DECIMAL';

/** The type of the columns that are not of `results`; those that are not named are text. */
const OTHERS: Readonly<Partial<Record<ExportColumn, ColumnType>>> = {
  run_id: 'INT64',
  puzzle_id: 'INT64',
  ordinal: 'INT64',
  width: 'INT32',
  height: 'INT32',
  colours: 'INT32',
  density: 'DOUBLE',
  clues: 'JSON',
};

/** The type of a column in a Parquet file, and whether it may be null there. */
function columnType(name: ExportColumn): { type: ExportType; nullable: boolean } {
  if (name in RESULT_COLUMNS) {
    const { kind, isNull }: ResultColumn = RESULT_COLUMNS[name as keyof typeof RESULT_COLUMNS];
    return { type: typeOf(kind), nullable: isNull !== undefined };
  }
  // `path` is null if the puzzle was stored by an earlier run over another corpus.
  const nullable =
    name === 'path' || name === 'run_id'
      ? name === 'path'
      : columnOf(tableOf(name), name).isNull !== undefined;
  return { type: OTHERS[name] ?? 'STRING', nullable };
}

function typeOf(kind: Kind): ExportType {
  switch (kind.is) {
    case 'count':
      return mostOf(kind, DEFAULT_LIMITS.maxSide ** 2) < 2 ** 31 ? 'INT32' : 'INT64';
    case 'real':
      return 'DOUBLE';
    case 'flag':
      return 'BOOLEAN';
    case 'time':
      return 'TIMESTAMP';
    case 'decimal':
      return 'DECIMAL';
    case 'choice':
    case 'text':
    case 'cells':
      return 'STRING';
  }
}

/** What `export` writes. */
export type ExportFormat = WrittenFormat | 'parquet';

/**
 * The format by `--to`, else by the name of the file, else csv.
 * @throws UsageError if the name does not tell, or Parquet is to go where bytes cannot.
 */
export function exportFormat(to: ExportFormat | null, out: string | null): ExportFormat {
  const format = to ?? (/\.parquet$/i.test(out ?? '') ? 'parquet' : (formatOfFile(out) ?? 'csv'));
  if (format !== 'parquet') return format;
  if (out === null) throw new UsageError('--to parquet: a Parquet file needs --out <file>.parquet');
  if (/\.gz$/i.test(out)) {
    throw new UsageError(`--out: "${out}" must not be gzipped: Parquet is compressed itself`);
  }
  return format;
}
