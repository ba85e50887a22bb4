// Names the solver and the readers that are built, in dist/solver-version and dist/reader-version:
// 16 hexadecimal digits of a hash of their source.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './prepare.mjs';

/**
 * What the paths of the code begin with that decides what a result or a count says and how it
 * travels, and what entries a file has.
 */
const SOURCES = {
  'solver-version': [
    'solver/core',
    'solver/engine',
    'pipeline/store/packed',
    'pipeline/runs/pool',
    'pipeline/queue',
    'lab/census',
  ],
  'reader-version': ['solver/core', 'solver/formats', 'pipeline/corpus'],
};

export function writeSolverVersion() {
  const folder = join(root, 'src');
  const files = readdirSync(folder, { recursive: true }).map((file) => file.replaceAll('\\', '/'));
  const sources = files.filter((file) => file.endsWith('.ts')).sort();
  for (const [version, paths] of Object.entries(SOURCES)) {
    const hash = createHash('sha256');
    for (const path of paths) {
      for (const file of sources.filter((one) => one.startsWith(path))) {
        hash.update(`${file}\0`).update(readFileSync(join(folder, file)));
      }
    }
    writeFileSync(join(root, 'dist', version), hash.digest('hex').slice(0, 16));
  }
}
