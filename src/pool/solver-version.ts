import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The rooms whose code decides what a result says and how it travels. */
const ROOMS = ['puzzle', 'result', 'solver', 'proof', 'cross-check', 'pool', 'queue', 'text'];

const SOURCE = fileURLToPath(new URL('../', import.meta.url));

let known: string | null = null;

/**
 * Names the built solver by a hash of its code, 16 hexadecimal digits: two machines may share a run
 * only if they have the same, whatever their versions are called.
 */
export function solverVersion(): string {
  known ??= hashOf(ROOMS.flatMap((room) => filesBelow(join(SOURCE, room), room)));
  return known;
}

function hashOf(files: readonly { readonly name: string; readonly path: string }[]): string {
  const hash = createHash('sha256');
  for (const { name, path } of files) hash.update(name).update('\0').update(readFileSync(path));
  return hash.digest('hex').slice(0, 16);
}

function filesBelow(folder: string, room: string): { name: string; path: string }[] {
  let names: string[];
  try {
    names = readdirSync(folder, { recursive: true }).map(String);
  } catch {
    return [];
  }
  return names
    .filter((name) => name.endsWith('.js'))
    .map((name) => ({ name: `${room}/${name.replaceAll('\\', '/')}`, path: join(folder, name) }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}
