import { ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import type { ExportColumn, ExportValue } from '../../store/pages/export-rows.js';
import { columnType, type ColumnType } from './column-types.js';

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
  const types = columns.map((name) => ({ name, ...columnType(name) }));
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
    const columnData = types.map(({ name, type }, at) => {
      const convert = CONVERT[type];
      const data = group.map((row) => {
        const value = row[at];
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
