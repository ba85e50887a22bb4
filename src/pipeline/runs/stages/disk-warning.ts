import { dirname, resolve } from 'node:path';
import { entriesPerByte, estimatedEntries } from '../../corpus/reader/entries-per-byte.js';
import type { Source } from '../../corpus/sources.js';
import { freeBytes } from '../forecast/room.js';
import type { RunRequest } from '../request/run-request.js';
import { estimateBytes } from '../../store/open/database-files.js';

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
