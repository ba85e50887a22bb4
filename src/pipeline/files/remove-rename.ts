import { renameSync, rmSync, rmdirSync, unlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { codeOf } from '../../solver/core/text/error-codes.js';
import { requireInside } from './real-place.js';

/** How long other programs are waited for, and how often it is tried meanwhile. */
const PATIENCE_MS = 1000;
const TRY_MS = 50;

/** @throws Error of the file system, as all functions here. */
export function renameFile(from: string, to: string, platform?: string): void {
  patiently(to, () => renameSync(from, to), platform);
}

/** Removes a file that is there. */
export function removeFile(path: string, platform?: string): void {
  patiently(path, () => unlinkSync(path), platform);
}

/** Removes a file, unless it is gone already. */
export function removeIfThere(path: string, platform?: string): void {
  patiently(path, () => rmSync(path, { force: true }), platform);
}

/** Removes a folder with all that is in it, unless it is gone already. */
export function removeAllOf(folder: string, platform?: string): void {
  patiently(folder, () => rmSync(folder, { recursive: true, force: true }), platform);
}

/** Removes a folder in which nothing is. */
export function removeEmptyFolder(path: string, platform?: string): void {
  patiently(path, () => rmdirSync(path), platform);
}

/** What Windows says of a file that another program has open. */
const HELD = new Set(['EBUSY', 'EPERM', 'EACCES']);

/**
 * Windows neither renames nor removes a file that is open. Virus scanners and indexers close it
 * soon; for others the error says EBUSY, whatever the system called it.
 */
function patiently(path: string, work: () => void, platform: string = process.platform): void {
  requireInside(path, dirname(path));
  if (platform !== 'win32') {
    work();
    return;
  }
  for (let waited = 0; ; waited += TRY_MS) {
    try {
      work();
      return;
    } catch (error) {
      if (!HELD.has(codeOf(error))) throw error;
      if (waited >= PATIENCE_MS) throw heldError(error);
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, TRY_MS);
  }
}

function heldError(cause: unknown): Error {
  return Object.assign(new Error('another program has it open', { cause }), { code: 'EBUSY' });
}
