// Gathers the declarations of the library in dist/types: those of index.ts, those of node.ts, and
// what both need, with what they export and nothing else. Whoever compiles against them needs no
// types of Node.js or browsers.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import { root } from './prepare.mjs';

export async function writeLibraryTypes() {
  const dir = join(root, 'dist', 'types');
  rmSync(dir, { recursive: true, force: true });
  const input = ['index', 'node'].map((name) => join(root, 'dist', 'src', `${name}.d.ts`));
  const gathered = await rollup({ input, plugins: [dts()] });
  await gathered.write({ dir, format: 'es', chunkFileNames: 'library.d.ts' });
  await gathered.close();
}
