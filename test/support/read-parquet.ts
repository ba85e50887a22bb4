import { gunzipSync } from 'node:zlib';
import { parquetReadObjects } from 'hyparquet';

/** The rows of a Parquet file of nonomill's own, read by the package alone. */
export function readParquet(bytes: Uint8Array): Promise<Record<string, unknown>[]> {
  const compressors = { GZIP: (input: Uint8Array) => gunzipSync(input) };
  return parquetReadObjects({ file: Uint8Array.from(bytes).buffer, compressors });
}
