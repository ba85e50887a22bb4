import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system of its own below a folder. */
export interface Disk {
  readonly path: string;
  /** @param size as mount has it: 64m */
  resize(size: string): void;
  remove(): void;
}

/** Why no small disk can be mounted here, or null. */
export function diskMissing(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'nonomill-disk-'));
  try {
    smallDisk(folder, '1m').remove();
    return null;
  } catch {
    return 'a tmpfs cannot be mounted';
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Mounts an empty disk of `size` at `<folder>/disk`. @throws Error if that is not allowed. */
export function smallDisk(folder: string, size: string): Disk {
  const path = join(folder, 'disk');
  mkdirSync(path);
  mount(['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', path]);
  return {
    path,
    resize: (larger) => mount(['-o', `remount,size=${larger}`, path]),
    remove: () => execFileSync('umount', ['-l', path]),
  };
}

function mount(words: readonly string[]): void {
  execFileSync('mount', words, { stdio: 'ignore' });
}
