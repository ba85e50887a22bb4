import { statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { dirname } from 'node:path';
import { bytesOfDatabase, realPath } from '../../store/open/database-files.js';
import type { Survey } from './survey.js';

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
