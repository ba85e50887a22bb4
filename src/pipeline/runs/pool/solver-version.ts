import { readFileSync } from 'node:fs';
import { builtFile } from '../../files/built-file.js';

/** What the build writes: scripts/solver-version.mjs. */
const VERSION = builtFile('solver-version');

let known: string | null = null;

/**
 * Names the built solver by a hash of its source, 16 hexadecimal digits: two machines may share a
 * run only if they have the same, whatever their versions are called.
 */
export function solverVersion(): string {
  known ??= readFileSync(VERSION, 'utf8');
  return known;
}
