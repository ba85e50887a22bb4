import { statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { dirname, resolve } from 'node:path';
import { bytesOfDatabase, realPath } from '../store/open/database-files.js';
import type { Survey } from './survey.js';
import { entriesPerByte, estimatedEntries } from '../corpus/reader/corpus-reader.js';
import type { Source } from '../corpus/sources.js';
import type { RunRequest } from './request.js';

/** What a run takes of the machine, and what there is, in bytes. */
export interface MachineRoom {
  readonly database: {
    /** Its bytes now, and about how many the run adds. */
    readonly now: number;
    readonly adds: number;
  };
  readonly disk: {
    /** What the run needs at most while it works: the database, its log and its report. */
    readonly needs: number;
    /** Null if nobody can tell. */
    readonly free: number | null;
  };
  readonly memory: { readonly needs: number; readonly free: number };
}

/** Up to this many results a database has indexes when a run is over, of so many bytes for each. */
const INDEXED = 100_000;
const INDEX_BYTES = 140;

/** Pages are not full to the last byte. */
const FILLED = 1.08;

/** What an empty database takes, the most of its log, and a report. */
const EMPTY_BYTES = 200_000;
const LOG_BYTES = 64 * 2 ** 20;
const REPORT_BYTES = 4e6;

/**
 * Measured, in MB: the program, each thread, and for each thousand puzzles, up to a hundred
 * thousand and then up to a million.
 */
export const PROGRAM_MB = 165;
export const THREAD_MB = 20;
const THOUSAND_MB = { few: 0.7, many: 0.15 };

/** How much of the machine a run over the puzzles of a survey takes. */
export function roomFor(
  db: string,
  {
    takenOver,
    passedOver,
    rowBytes,
    ...survey
  }: Pick<Survey, 'puzzles' | 'takenOver' | 'passedOver' | 'rowBytes'>,
  threads: number,
): MachineRoom {
  const puzzles = survey.puzzles + takenOver.count - passedOver;
  const now = bytesOfDatabase(db);
  const rows = (rowBytes.puzzles + rowBytes.results) * FILLED;
  const indexes = puzzles <= INDEXED ? puzzles * INDEX_BYTES : 0;
  const adds = Math.round(rows + indexes + (now === 0 ? EMPTY_BYTES : 0));
  const needs = Math.round(adds + Math.min(LOG_BYTES, rows) + REPORT_BYTES);
  const thousands = Math.min(1000, puzzles / 1000);
  const mb =
    PROGRAM_MB +
    THREAD_MB * threads +
    THOUSAND_MB.few * Math.min(100, thousands) +
    THOUSAND_MB.many * Math.max(0, thousands - 100);
  return {
    database: { now, adds },
    disk: { needs, free: freeBytes(db) },
    memory: { needs: Math.round(mb * 1e6), free: freemem() },
  };
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
