import { ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';

/** The types of Parquet that columns have. */
export type ParquetType =
  'INT32' | 'INT64' | 'DOUBLE' | 'BOOLEAN' | 'STRING' | 'TIMESTAMP' | 'JSON';

/** A column of a file whose rows are of the type `Row`. */
export interface ParquetField<Row> {
  readonly name: string;
  readonly type: ParquetType;
  readonly nullable: boolean;
  readonly valueOf: (row: Row) => unknown;
}

/** Rows of a row group: some megabytes, with pictures and clues. */
const GROUP = 5000;

/**
 * The rows as a Parquet file, in pieces: one for each row group, compressed with Snappy, and the end. An
 * empty piece comes while rows are collected, so that other work gets its turn.
 */
export function* parquetPieces<Row>(
  fields: readonly ParquetField<Row>[],
  rows: Iterable<Row>,
  createdBy: string,
): Generator<Uint8Array> {
  const writer = new ByteWriter();
  const schema = schemaFromColumnData({
    columnData: fields.map(({ name, type, nullable }) => ({ name, type, nullable, data: [] })),
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
    const columnData = fields.map(({ name, valueOf }) => {
      return { name, data: group.map(valueOf), offsetIndex: false };
    });
    void file.write({ columnData, rowGroupSize: GROUP });
    yield taken();
  }
  void file.finish();
  yield taken();
}

/** Rows in groups, with a null from time to time. */
function* groupsOf<Row>(rows: Iterable<Row>): Generator<readonly Row[] | null> {
  let group: Row[] = [];
  for (const row of rows) {
    group.push(row);
    if (group.length === GROUP) {
      yield group;
      group = [];
    } else if (group.length % 500 === 0) yield null;
  }
  if (group.length > 0) yield group;
}
