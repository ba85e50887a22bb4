// Names the solver that is built, in dist/solver-version: 16 hexadecimal digits of a hash of its
// source.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './prepare.mjs';

/** The folders whose code decides what a result says and how it travels. */
const FOLDERS = [
  'solver/core',
  'solver/engine',
  'pipeline/store/packed',
  'pipeline/runs/pool',
  'pipeline/queue',
];

export function writeSolverVersion() {
  const hash = createHash('sha256');
  for (const name of FOLDERS) {
    const folder = join(root, 'src', name);
    const files = readdirSync(folder, { recursive: true }).map((file) =>
      file.replaceAll('\\', '/'),
    );
    for (const file of files.filter((one) => one.endsWith('.ts')).sort()) {
      hash.update(`${name}/${file}\0`).update(readFileSync(join(folder, file)));
    }
  }
  writeFileSync(join(root, 'dist', 'solver-version'), hash.digest('hex').slice(0, 16));
}
