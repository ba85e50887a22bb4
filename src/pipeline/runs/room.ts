import { statfsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { bytesOfDatabase, realPath } from '../store/open/open.js';
import { rateOf } from '../corpus/reader/corpus-reader.js';
import type { Source } from '../corpus/sources.js';
import { readShard } from '../record/options.js';
import type { RunRequest } from './request.js';

/** Measured, in MB: the program, each thread, and each thousand of the first million puzzles. */
const PROGRAM_MB = 165;
const THREAD_MB = 20;
const THOUSAND_MB = 0.2;

/** How many bytes of memory a run takes, about. */
export function memoryFor(threads: number, puzzles = 0): number {
  const thousands = Math.min(1000, puzzles / 1000);
  return Math.round(1e6 * (PROGRAM_MB + THREAD_MB * threads + THOUSAND_MB * thousands));
}

/** The log beside the database, which may grow while a reader holds it open. */
const LOG_BYTES = 64 * 2 ** 20;

const EMPTY_BYTES = 200_000;

/**
 * The room that entries take which have so many bytes in their corpora, uncompressed; rather too
 * much than too little. Measured with random puzzles, a fifth of them with two solutions (`npm run
 * bench -- store`), indexes included: 267 bytes for a puzzle of 5x5 with 72 bytes of clues, 400 for
 * 10x10 with 172, 613 for 15x15 with 322, 1290 for 25x25 with 773, 5180 for 50x50 with 2774.
 */
export function diskRoom(db: string, bytes: number, entries: number | null) {
  // In relation to their size, small puzzles need the most: 5x5 in CSV has 55 bytes a row.
  const rows = Math.ceil(entries === null ? 5.5 * bytes : 150 * entries + 2 * bytes);
  const now = bytesOfDatabase(db);
  const adds = rows + (now === 0 && rows > 0 ? EMPTY_BYTES : 0);
  // At most, while a run works: with the log.
  return { now, adds, needs: rows === 0 ? 0 : adds + LOG_BYTES, free: freeBytes(db) };
}

/** Bytes that are free where a database is, or would be; null if that cannot be known. */
function freeBytes(db: string): number | null {
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

/** How much larger a compressed corpus becomes, about. */
const UNPACKED = 8;

/** The bytes of a file of a corpus, uncompressed, about. */
export function unpackedBytes(path: string, bytes: number): number {
  return bytes * (path.endsWith('.gz') ? UNPACKED : 1);
}

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
  const sum = (of: (source: SizedSource) => number): number =>
    sources.reduce((all, source) => all + of(source), 0);
  const share = 1 / (readShard(shard)?.of ?? 1);
  const bytes = share * sum(({ path, bytes: own }) => unpackedBytes(path, own ?? 0));
  let room = diskRoom(db, bytes, null);
  // Only the first entries are read. Their size is not known yet: each is taken for 1 KiB or less.
  if (limit !== null) {
    const few = diskRoom(db, 0, 6 * limit);
    if (few.needs < room.needs) room = few;
  }
  if (room.free === null || room.free >= room.needs) return null;
  if (done > 0) {
    const [largest] = sources.toSorted((one, other) => (other.bytes ?? 0) - (one.bytes ?? 0));
    const read = sum(({ bytes: own }) => own ?? 0);
    const entries = read * ((await rateOf(largest)) ?? Infinity);
    const all = share * Math.min(entries, limit ?? Infinity);
    room = diskRoom(db, bytes * Math.max(0, 1 - done / all), null);
    if (room.free === null || room.free >= room.needs) return null;
  }
  const folder = dirname(resolve(db));
  return (
    `The run may need about ${mebibytes(room.needs)} in ${folder}, and ${mebibytes(room.free)} are free. ` +
    'It starts anyway; if the disk fills up, it stops cleanly and can be resumed.'
  );
}

function mebibytes(bytes: number): string {
  return `${Math.ceil(bytes / 2 ** 20).toLocaleString('en')} MiB`;
}
