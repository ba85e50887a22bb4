import { statfsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { realPath } from '../store/open/open.js';
import { entriesPerByte, estimatedEntries } from '../corpus/reader/corpus-reader.js';
import type { Source } from '../corpus/sources.js';
import type { RunRequest } from './request.js';

/** Measured, in MB: the program, and each thread. */
export const PROGRAM_MB = 165;
export const THREAD_MB = 20;

/** The log beside the database, which may grow while a reader holds it open. */
export const LOG_BYTES = 64 * 2 ** 20;

/** Bytes that are free where a database is, or would be; null if that cannot be known. */
export function freeBytes(db: string): number | null {
  let folder = dirname(realPath(db));
  for (;;) {
    try {
      const { bavail, bsize } = statfsSync(folder);
      return bavail * bsize;
    } catch {
      const above = dirname(folder);
      if (above === folder) return null;
      folder = above;
    }
  }
}

/** The size of a corpus in bytes, uncompressed, and the number of its entries if known. */
interface CorpusSize {
  readonly bytes: number;
  readonly entries: number | null;
}

/**
 * How many bytes a run over a corpus is going to add to the database, including its log; rather too
 * many than too few. Measured with random puzzles, a fifth of them with two solutions (`npm run
 * bench -- store`), indexes included: 267 bytes for a puzzle of 5x5 with 72 bytes of clues, 400 for
 * 10x10 with 172, 613 for 15x15 with 322, 1290 for 25x25 with 773, 5180 for 50x50 with 2774.
 */
function estimateBytes({ bytes, entries }: CorpusSize): number {
  // In relation to their size, small puzzles need the most: 5x5 in CSV has 55 bytes a row.
  const rows = entries === null ? 5.5 * bytes : 150 * entries + 2 * bytes;
  return Math.ceil(rows + LOG_BYTES);
}

/** How much larger a compressed corpus becomes, about. */
const UNPACKED = 8;

type SizedSource = Source & { readonly bytes: number | null };

/**
 * What to say if the disk of the database has less room than a run over `sources` will need, of
 * which `done` entries have their results; null if it has enough, or if that cannot be known. It is
 * a warning and no refusal, as the estimate is rather too high.
 */
export async function diskWarning(
  { db, limit, shard }: Pick<RunRequest, 'db' | 'limit' | 'shard'>,
  sources: readonly SizedSource[],
  done: number,
): Promise<string | null> {
  let bytes = 0;
  for (const source of sources) {
    bytes += (source.bytes ?? 0) * (source.path.endsWith('.gz') ? UNPACKED : 1);
  }
  const share = 1 / (shard?.of ?? 1);
  let needed = estimateBytes({ bytes: share * bytes, entries: null });
  // Only the first entries are read. Their size is not known yet: each is taken for 1 KiB or less.
  if (limit !== null) needed = Math.min(needed, estimateBytes({ bytes: 0, entries: limit * 6 }));
  const free = freeBytes(db);
  if (free === null || free >= needed) return null;
  if (done > 0) {
    const all = share * Math.min(limit ?? Infinity, await entriesOf(sources));
    const left = Math.max(0, 1 - done / all);
    needed = estimateBytes({ bytes: share * bytes * left, entries: null });
    if (free >= needed) return null;
  }
  const folder = dirname(resolve(db));
  return (
    `The run may need about ${mebibytes(needed)} in ${folder}, and ${mebibytes(free)} are free. ` +
    'It starts anyway; if the disk fills up, it stops cleanly and can be resumed.'
  );
}

/** About how many entries there are, by the beginning of files. */
async function entriesOf(sources: readonly SizedSource[]): Promise<number> {
  if (sources.length === 1) {
    const [source] = sources;
    return (await estimatedEntries(source, source.bytes ?? 0)) ?? Infinity;
  }
  const rates = await entriesPerByte(sources);
  const known = sources.filter((_, i) => rates[i] !== null);
  const bytesKnown = known.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0);
  const entries = sources.reduce((sum, { bytes }, i) => sum + (bytes ?? 0) * (rates[i] ?? 0), 0);
  const bytes = sources.reduce((sum, one) => sum + (one.bytes ?? 0), 0);
  return entries === 0 ? Infinity : (entries * bytes) / bytesKnown;
}

function mebibytes(bytes: number): string {
  return `${Math.ceil(bytes / 2 ** 20).toLocaleString('en')} MiB`;
}
