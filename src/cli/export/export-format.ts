import { formatOfFile, type WrittenFormat } from '../convert/written-format.js';
import { UsageError } from '../outcome/failure.js';

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
