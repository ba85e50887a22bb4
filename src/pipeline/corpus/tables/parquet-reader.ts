import * as zlib from 'node:zlib';
import type { AsyncBuffer, Compressors } from 'hyparquet';
import { TableError } from './table-error.js';

/** A Parquet file that is open for reading. */
export interface ParquetTable {
  /** The names of its columns, nested ones by their outermost name. */
  readonly columns: readonly string[];
  readonly rows: number;
  /**
   * Some rows, each as an object of the columns asked for. @throws TableError if they are damaged.
   */
  readonly read: (columns: readonly string[], from: number, to: number) => Promise<object[]>;
}

/** Opens a Parquet file. @throws TableError if it is none. */
export async function openParquet(path: string): Promise<ParquetTable> {
  // Only who reads such a file waits for the package.
  const { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects, parquetSchema } =
    await import('hyparquet');
  const file: AsyncBuffer = await asyncBufferFromFile(path);
  const { metadata, columns } = await orTableError(async () => {
    const metadata = await parquetMetadataAsync(file);
    const columns: unknown[] = parquetSchema(metadata).children.map(({ element }) => element.name);
    if (!columns.every((name) => typeof name === 'string')) throw new Error('a column has no name');
    return { metadata, columns };
  });
  return {
    columns,
    rows: Number(metadata.num_rows),
    read: (wanted, rowStart, rowEnd) =>
      orTableError(() =>
        parquetReadObjects({
          file,
          metadata,
          rowStart,
          rowEnd,
          columns: [...wanted],
          compressors: COMPRESSORS,
          useOffsetIndex: true,
        }),
      ),
  };
}

async function orTableError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // What the package did not expect shows as an error of JavaScript, which says nothing to
    // people.
    const isUnexpected = !(error instanceof Error) || /^(Type|Range|Syntax)Error$/.test(error.name);
    const reason = isUnexpected
      ? 'expected columns as its footer describes them, and found other bytes there'
      : error.message;
    throw new TableError(`it is damaged, or cannot be read: ${reason}`);
  }
}

/** What Node.js can unpack besides Snappy, which needs no help; Zstandard from 22.15 on. */
const COMPRESSORS: Compressors = {
  GZIP: (bytes, length) => zlib.gunzipSync(bytes, atMost(length)),
  BROTLI: (bytes, length) => zlib.brotliDecompressSync(bytes, atMost(length)),
  ...('zstdDecompressSync' in zlib && {
    ZSTD: (bytes: Uint8Array, length: number) => zlib.zstdDecompressSync(bytes, atMost(length)),
  }),
};

/** A page of nothing but nulls has no bytes, which Node.js does not take for a limit. */
function atMost(length: number): { readonly maxOutputLength: number } {
  return { maxOutputLength: Math.max(length, 1) };
}
