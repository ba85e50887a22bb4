import { statfsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { estimateBytes } from '../../store/open/estimate.js';

/** How much larger a compressed corpus becomes, about. */
const UNPACKED = 8;

/**
 * What to say where the disk under the database has less room than a run over `sources` is going to
 * need; null if there is enough, or nobody can tell.
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
  // The first entries alone are read; how large they are, nobody knows yet: 1 KiB each, say.
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
