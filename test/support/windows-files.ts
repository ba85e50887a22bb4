import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { resolve } from 'node:path';
import type { TestContext } from 'node:test';

/** Why a test that needs `holdOpenFiles` is skipped, or false. */
export const NO_OPEN_FILES = process.platform !== 'linux' && 'only /proc lists open files';

/** Files that another program has open, as far as `holdOpenFiles` is concerned. */
export type HeldFiles = Set<string>;

/**
 * Until the test ends, no file is removed or renamed that this process has open, as on Windows, nor
 * one of those that the answer names.
 */
export function holdOpenFiles(t: TestContext): HeldFiles {
  const elsewhere: HeldFiles = new Set();
  const check = (path: fs.PathLike): void => {
    const full = resolve(String(path));
    if (!elsewhere.has(full) && !openHere().has(full)) return;
    throw Object.assign(new Error(`EBUSY: resource busy or locked, '${full}'`), { code: 'EBUSY' });
  };
  const { unlinkSync, rmSync, renameSync } = fs;
  t.mock.method(fs, 'unlinkSync', (path: fs.PathLike) => {
    check(path);
    unlinkSync(path);
  });
  t.mock.method(fs, 'rmSync', (path: fs.PathLike, options?: fs.RmOptions) => {
    check(path);
    rmSync(path, options);
  });
  t.mock.method(fs, 'renameSync', (from: fs.PathLike, to: fs.PathLike) => {
    check(from);
    check(to);
    renameSync(from, to);
  });
  syncBuiltinESMExports();
  t.after(() => {
    t.mock.restoreAll();
    syncBuiltinESMExports();
  });
  return elsewhere;
}

function openHere(): Set<string> {
  const open = new Set<string>();
  for (const fd of fs.readdirSync('/proc/self/fd')) {
    try {
      open.add(fs.readlinkSync(`/proc/self/fd/${fd}`));
    } catch {
      // That of the list itself.
    }
  }
  return open;
}
