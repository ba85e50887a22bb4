import { readFileSync } from 'node:fs';
import { builtFile } from './built-file.js';

// What the build writes: scripts/solver-version.mjs.

const known = new Map<string, string>();

/**
 * Names the built solver by a hash of its source, 16 hexadecimal digits: two machines may share a
 * run only if they have the same, whatever their versions are called.
 */
export function solverVersion(): string {
  return versionIn('solver-version');
}

/** The same of what reads files and validates entries: another one reads a known file again. */
export function readerVersion(): string {
  return versionIn('reader-version');
}

function versionIn(name: string): string {
  let version = known.get(name);
  if (version === undefined) {
    version = readFileSync(builtFile(name), 'utf8');
    known.set(name, version);
  }
  return version;
}
