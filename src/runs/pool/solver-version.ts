import { readFileSync } from 'node:fs';

/** What the build writes: scripts/solver-version.mjs. */
const VERSION = new URL('../../../solver-version', import.meta.url);

let known: string | null = null;

/**
 * Names the built solver by a hash of its source, 16 hexadecimal digits: two machines may share a
 * run only if they have the same, whatever their versions are called.
 */
export function solverVersion(): string {
  known ??= readFileSync(VERSION, 'utf8');
  return known;
}
