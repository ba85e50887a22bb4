// Puts the declarations of the library, and those that they import, into dist/types: a tenth of all
// that the compiler writes.
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './prepare.mjs';

/** What of a declaration names another one of ours. */
const IMPORTED = /\b(?:from|import)\s*\(?\s*['"](\.[^'"]+)\.js['"]/g;

export function writeLibraryTypes() {
  const target = join(root, 'dist', 'types');
  rmSync(target, { recursive: true, force: true });
  const wanted = new Set(['index', 'node']);
  for (const name of wanted) {
    const file = join(root, 'dist', 'src', `${name}.d.ts`);
    cpSync(file, join(target, `${name}.d.ts`));
    for (const [, path] of readFileSync(file, 'utf8').matchAll(IMPORTED)) {
      wanted.add(join(dirname(name), path));
    }
  }
}
