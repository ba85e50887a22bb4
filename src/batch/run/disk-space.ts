import { statfsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { estimateBytes } from '../../store/open/estimate.js';

/** How much larger a compressed corpus becomes, about. */
const UNPACKED = 8;

/**
 * What to say if the disk of the database has less room than a run over `sources` will need; null if it
 * has enough, or if that cannot be known.
 */
export function diskWarning(
  db: string,
  sources: readonly { readonly path: string; readonly bytes: number | null }[],
  limit: number | null,
): string | null {
  let bytes = 0;
  for (const source of sources) {
    bytes += (source.bytes ?? 0) * (source.path.endsWith('.gz') ? UNPACKED : 1);
  }
  let needed = estimateBytes({ bytes, entries: null });
  // Only the first entries are read. Their size is not known yet: each is taken for 1 KiB or less.
  if (limit !== null) needed = Math.min(needed, estimateBytes({ bytes: 0, entries: limit * 6 }));
  const folder = dirname(resolve(db));
  const free = freeBytes(folder);
  if (free === null || free >= needed) return null;
  return (
    `The run may need about ${mebibytes(needed)} in ${folder}, and ${mebibytes(free)} are free. ` +
    'It begins all the same; should the disk get full, it stops cleanly and can be resumed.'
  );
}

function freeBytes(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}

function mebibytes(bytes: number): string {
  return `${Math.ceil(bytes / 2 ** 20).toLocaleString('en')} MiB`;
}
