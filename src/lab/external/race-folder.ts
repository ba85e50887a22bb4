import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeAllOf } from '../../pipeline/files/remove-rename.js';
import { codeOf } from '../../solver/core/text/system-errors.js';

const PREFIX = 'nonomill-race-';

/**
 * A new folder for the files of a race, named after this process. Those of processes that are gone,
 * since they were killed, are removed first.
 */
export function makeRaceFolder(parent = tmpdir()): string {
  for (const name of readdirSync(parent)) {
    const pid = /^nonomill-race-(\d+)-/.exec(name)?.[1];
    if (pid === undefined || isAlive(Number(pid))) continue;
    try {
      removeAllOf(join(parent, name));
    } catch {
      // It belongs to somebody else.
    }
  }
  return mkdtempSync(join(parent, `${PREFIX}${process.pid}-`));
}

/** Whether there is a process of this number. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}
