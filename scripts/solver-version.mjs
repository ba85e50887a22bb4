// Names the solver that is built, in dist/solver-version: 16 hexadecimal digits of a hash of its
// source.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './prepare.mjs';

/** The rooms whose code decides what a result says and how it travels. */
const ROOMS = ['core', 'engine', 'runs/packed', 'runs/pool', 'runs/queue'];

export function writeSolverVersion() {
  const hash = createHash('sha256');
  for (const room of ROOMS) {
    const folder = join(root, 'src', room);
    const files = readdirSync(folder, { recursive: true }).map((name) =>
      name.replaceAll('\\', '/'),
    );
    for (const name of files.filter((name) => name.endsWith('.ts')).sort()) {
      hash.update(`${room}/${name}\0`).update(readFileSync(join(folder, name)));
    }
  }
  writeFileSync(join(root, 'dist', 'solver-version'), hash.digest('hex').slice(0, 16));
}
