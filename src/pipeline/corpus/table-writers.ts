import type { SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import { gzipped } from '../files/files.js';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

/** The types of Parquet that columns have. */
type ParquetType = 'INT32' | 'INT64' | 'DOUBLE' | 'BOOLEAN' | 'STRING' | 'TIMESTAMP' | 'JSON';

/** A column of a file whose rows are of the type `Row`. */
export interface ParquetField<Row> {
  readonly name: string;
  readonly type: ParquetType;
  readonly nullable: boolean;
  /** A bigint for INT64, milliseconds since 1970 for a time, the text of JSON. */
  readonly valueOf: (row: Row) => unknown;
  /** Whether nearly every row has another value, so that dictionaries and bounds do not help. */
  readonly isUnlike?: boolean;
}

/** Rows of a row group: some megabytes, with pictures and clues. */
const GROUP = 5000;

/**
 * The rows as a Parquet file, in pieces: one for each row group, compressed with gzip, and the end.
 * An empty piece comes while rows are collected, so that other work gets its turn.
 */
export function* parquetPieces<Row>(
  fields: readonly ParquetField<Row>[],
  rows: Iterable<Row>,
  createdBy: string,
): Generator<Uint8Array> {
  const writer = new ByteWriter();
  const schema = schemaOf(fields, 'STRING');
  const compressors = { GZIP: (bytes: Uint8Array) => gzipped(bytes, { level: 1 }) };
  const file = new ParquetWriter({ writer, schema, createdBy, codec: 'GZIP', compressors });
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
    const columnData = fields.map(({ name, valueOf, isUnlike }) => {
      const plain = isUnlike === true ? { encoding: 'PLAIN' as const, statistics: false } : {};
      return { name, data: group.map(valueOf), offsetIndex: false, ...plain };
    });
    void file.write({ columnData, rowGroupSize: GROUP });
    yield taken();
  }
  // Its text is there already: the writer would take values apart to write them as JSON again.
  file.schema = schemaOf(fields, 'JSON');
  void file.finish();
  yield taken();
}

/** The columns of a file; those of JSON are said to be of the type `json`. */
function schemaOf<Row>(fields: readonly ParquetField<Row>[], json: ParquetType): SchemaElement[] {
  return schemaFromColumnData({
    columnData: fields.map(({ name, type, nullable }) => {
      return { name, type: type === 'JSON' ? json : type, nullable, data: [] };
    }),
  });
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

/** The most bytes of a file: beyond 4 GiB, its directory would need larger numbers. */
export const MOST_ZIPPED = 2 ** 32 - 2 ** 20;

/** The first date that zip files know: the same content makes the same bytes on any day. */
const DATE = new Date(1980, 0, 1);

/** A zip file in pieces, at most `MOST_ZIPPED` bytes; members that `packs` names are compressed. */
export function* zipPieces(
  members: Iterable<readonly [name: string, pieces: Iterable<Uint8Array>]>,
  packs: (name: string) => boolean = () => false,
): Generator<Uint8Array> {
  const waiting: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error !== null) throw error;
    waiting.push(piece);
  });
  for (const [name, pieces] of members) {
    const member = packs(name) ? new ZipDeflate(name) : new ZipPassThrough(name);
    member.mtime = DATE;
    zip.add(member);
    for (const piece of pieces) {
      member.push(piece);
      yield* waiting.splice(0);
    }
    member.push(new Uint8Array(), true);
  }
  zip.end();
  yield* waiting;
}
