import { existsSync, readdirSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { makeWritableFolder } from '../../files/make-folder.js';
import { removeIfEnded } from '../../files/unfinished.js';

/** Processes of other machines may share the folder, so that a number alone does not name one. */
const HOST = hostname().replace(/[^\w.-]/g, '_');
const PART = /^\.(.+)-(\d+)-\d+\.part$/;

/** The folders in which runs of this process keep their proofs. */
const folders = new Map<string, { runs: number; readonly finished: () => void }>();

/**
 * Makes the folder of proofs, and removes what processes of this machine left half written when
 * they were killed.
 * @throws Error of the file system.
 */
export function openProofFolder(folder: string): void {
  makeWritableFolder(folder);
  removeParts(folder, (pid) => pid !== process.pid && !isAlive(pid));
  const open = folders.get(folder);
  if (open !== undefined) open.runs++;
  else folders.set(folder, { runs: 1, finished: removeIfEnded(() => removeOwnParts(folder)) });
}

/**
 * Removes what threads of this process left half written when they were ended, once no other run
 * of this process uses the folder. It may be gone: then nothing is left to remove.
 */
export function closeProofFolder(folder: string): void {
  const open = folders.get(folder);
  if (open !== undefined && --open.runs > 0) return;
  folders.delete(folder);
  open?.finished();
  removeOwnParts(folder);
}

function removeOwnParts(folder: string): void {
  if (existsSync(folder)) removeParts(folder, (pid) => pid === process.pid);
}

/** Where the thread that calls this writes its proofs until they are whole. */
export function partFile(folder: string): string {
  return join(folder, `.${HOST}-${process.pid}-${threadId}.part`);
}

function removeParts(folder: string, isOver: (pid: number) => boolean): void {
  for (const name of readdirSync(folder)) {
    const part = PART.exec(name);
    if (part?.[1] === HOST && isOver(Number(part[2]))) rmSync(join(folder, name), { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}
