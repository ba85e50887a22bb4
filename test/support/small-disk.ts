import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

/**
 * A folder with a file system of its own, unmounted after the test. If none can be
 * mounted, skips the test and returns null.
 *
 * @param size as mount has it: 2m
 */
export function smallDisk(t: TestContext, size: string): string | null {
  const disk = mkdtempSync(join(tmpdir(), 'nonomill-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk], {
      stdio: 'ignore',
    });
  } catch {
    rmSync(disk, { recursive: true });
    t.skip('needs the right to mount a tmpfs');
    return null;
  }
  t.after(() => {
    execFileSync('umount', [disk]);
    rmSync(disk, { recursive: true });
  });
  return disk;
}

/** Mounts a small disk anew, with other options: `ro`, `size=64m`. */
export function remount(disk: string, options: string): void {
  execFileSync('mount', ['-o', `remount,${options}`, disk]);
}
