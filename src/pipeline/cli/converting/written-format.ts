import type { Format } from '../../../solver/formats/contract/format.js';
import { FORMATS, formatByName, formatsByExtension } from '../../../solver/formats/registry.js';
import { UsageError } from '../terminal/outcome.js';

/** Lines of text that hold puzzles or results. */
export type WrittenFormat = 'csv' | 'ndjson';

/**
 * The format that a file's name asks for; null for standard output.
 * @throws UsageError if the name does not tell.
 */
export function formatOfFile(out: string | null): WrittenFormat | null {
  if (out === null) return null;
  if (/\.csv(\.gz)?$/i.test(out)) return 'csv';
  if (/\.(ndjson|jsonl)(\.gz)?$/i.test(out)) return 'ndjson';
  // The names of devices and pipes do not tell a format.
  if (/^\/(dev|proc)\//.test(out)) return null;
  throw new UsageError(
    'NM_FORMAT_UNKNOWN',
    `--out: "${out}" is neither .csv nor .ndjson; use --to csv or --to ndjson`,
  );
}

/**
 * @throws UsageError if neither the flag nor the file's name tells a format that can be written.
 */
export function writtenFormat(out: string, name: string | null): Format {
  const format =
    name === null
      ? formatsByExtension(out).find(({ write }) => write !== null)
      : formatByName(name);
  if (format !== undefined && format !== null && format.write !== null) return format;
  const names = FORMATS.filter(({ write }) => write !== null).map((written) => written.name);
  throw new UsageError(
    'NM_FORMAT_UNKNOWN',
    `"${name ?? out}" does not name a format that can be written; use --to with one of ${names.join(', ')}`,
  );
}
