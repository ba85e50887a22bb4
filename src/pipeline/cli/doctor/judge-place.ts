import { randomUUID } from 'node:crypto';
import { existsSync, statSync, statfsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { bytesText, durationText } from '../../../solver/core/text/numbers.js';
import { openStore } from '../../store/open/open.js';
import { removeIfThere } from '../../files/remove-rename.js';
import { BESIDE_DATABASE } from '../../files/database-files.js';
import { whyNoFolder } from '../../files/make-folder.js';
import { fileSystemOf } from './file-systems.js';
import { bad, good, weak, type MachineJudgement } from './judgement.js';

/** A million puzzles of common sizes take about so many bytes, with the log and the report. */
const MILLION_BYTES = 1.5e9;
/** Below this a run of some thousand puzzles is stopped by a full disk. */
const LEAST_BYTES = 5e7;
/** Clocks of a machine and its disks differ by less. */
const CLOCK_MS = 2000;

/** What can be said of the place of a database, which need not be there yet. */
export function judgePlace(db: string): MachineJudgement[] {
  const folder = nearestFolder(dirname(resolve(db)));
  const reason = whyNoFolder(folder);
  if (reason !== null) {
    const todo = 'Change to another folder, or name one with --db.';
    return [bad('disk', `${folder}: ${reason}`, todo)];
  }
  const { bavail, bsize } = statfsSync(folder);
  return [judgeFreeBytes(bavail * bsize), judgeFileSystem(folder), ...judgeDatabase(folder)];
}

/** The folder, or the one above it in which it would be made. */
function nearestFolder(folder: string): string {
  let nearest = folder;
  while (!existsSync(nearest) && dirname(nearest) !== nearest) nearest = dirname(nearest);
  return nearest;
}

/** Room on a disk, in bytes. */
export function judgeFreeBytes(free: number): MachineJudgement {
  const found = `${bytesText(free)} free`;
  if (free < LEAST_BYTES) return bad('disk', found, 'Make room, or name another place with --db.');
  return free < MILLION_BYTES
    ? weak(
        'disk',
        found,
        `Make room for a large corpus: a million puzzles take ${bytesText(MILLION_BYTES)}.`,
      )
    : good('disk', found);
}

function judgeFileSystem(folder: string): MachineJudgement {
  // Only Linux says by a number of its own what there is.
  return process.platform === 'linux'
    ? judgeFileSystemType(statfsSync(folder).type)
    : good('file system', 'not known by name on this system');
}

/** `type` is the number that Linux has for it. */
export function judgeFileSystemType(type: number): MachineJudgement {
  const known = fileSystemOf(type);
  if (known?.kind === 'network') {
    return weak(
      'file system',
      `${known.name}, on a network`,
      'Keep the database on a disk of this machine (--db): locks and the log of SQLite are not sure ' +
        'to work here for several machines, and each commit waits for a server. Corpora may stay.',
    );
  }
  if (known?.kind === 'memory') {
    return weak(
      'file system',
      `${known.name}, in memory`,
      'Keep what is to outlive a restart on a disk (--db).',
    );
  }
  return good('file system', known?.name ?? `type 0x${(type >>> 0).toString(16)}`);
}

/** Makes a database as runs have it, holds its lock, and removes it again. */
function judgeDatabase(folder: string): MachineJudgement[] {
  const file = join(folder, `.nonomill-doctor-${randomUUID()}.sqlite`);
  try {
    const began = performance.now();
    const store = openStore(file, { readonly: false });
    let version: string;
    try {
      version = String(store.db.prepare('SELECT sqlite_version()').pluck().get());
    } finally {
      store.close();
    }
    const ms = performance.now() - began;
    const clock = judgeFileClock(statSync(file).mtimeMs - Date.now());
    return [good('database', `SQLite ${version}, made and locked in ${durationText(ms)}`), clock];
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return [
      bad(
        'database',
        message,
        'Name a place with --db where files can be made and locked; if better-sqlite3 is what is missing, install nonomill again.',
      ),
    ];
  } finally {
    for (const end of BESIDE_DATABASE) removeIfThere(file + end);
  }
}

/** How far the clock of the disk is ahead of that of this machine, in milliseconds. */
export function judgeFileClock(ahead: number): MachineJudgement {
  const now = new Date().toISOString();
  if (Math.abs(ahead) < CLOCK_MS) return good('clock', now);
  const by = `the disk's is ${durationText(Math.abs(ahead))} ${ahead > 0 ? 'ahead' : 'late'}`;
  return weak('clock', `${now}; ${by}`, 'Let both machines set their clocks by the network (NTP).');
}
