// Names the solver and the readers that are built, in dist/solver-version and dist/reader-version:
// 16 hexadecimal digits of a hash of their source.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './prepare.mjs';

/**
 * The folders whose code decides what a result says and how it travels, and what entries a file
 * has.
 */
const FOLDERS = {
  'solver-version': [
    'solver/core',
    'solver/engine',
    'pipeline/store/packed',
    'pipeline/runs/pool',
    'pipeline/queue',
  ],
  'reader-version': ['solver/core', 'solver/formats', 'pipeline/corpus'],
};

export function writeSolverVersion() {
  for (const [version, folders] of Object.entries(FOLDERS)) {
    const hash = createHash('sha256');
    for (const name of folders) {
      const folder = join(root, 'src', name);
      const files = readdirSync(folder, { recursive: true }).map((file) =>
        file.replaceAll('\\', '/'),
      );
      for (const file of files.filter((one) => one.endsWith('.ts')).sort()) {
        hash.update(`${name}/${file}\0`).update(readFileSync(join(folder, file)));
      }
    }
    writeFileSync(join(root, 'dist', version), hash.digest('hex').slice(0, 16));
  }
}
