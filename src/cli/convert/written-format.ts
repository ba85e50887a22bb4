import { UsageError } from '../frame/failure.js';

/** What `generate` and `export` write. */
export type WrittenFormat = 'csv' | 'ndjson';

/**
 * The format that a file's name asks for; null for standard output.
 * @throws UsageError where the name says nothing.
 */
export function formatOfFile(out: string | null): WrittenFormat | null {
  if (out === null) return null;
  if (/\.csv(\.gz)?$/i.test(out)) return 'csv';
  if (/\.(ndjson|jsonl)(\.gz)?$/i.test(out)) return 'ndjson';
  throw new UsageError(`--out: "${out}" is neither .csv nor .ndjson; say --to csv or --to ndjson`);
}
