// Gathers the declarations of the library in dist/types: those of index.ts, node.ts and worker.ts,
// and what they need, with what they export and nothing else. Whoever compiles against them needs
// no types of Node.js or browsers.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './prepare.mjs';

export async function writeLibraryTypes() {
  // In a fresh clone they are not installed yet when this file is loaded.
  const { rollup } = await import('rollup');
  const { dts } = await import('rollup-plugin-dts');
  const dir = join(root, 'dist', 'types');
  rmSync(dir, { recursive: true, force: true });
  const input = ['index', 'node', 'worker'].map((name) =>
    join(root, 'dist', 'src', `${name}.d.ts`),
  );
  const gathered = await rollup({ input, plugins: [dts()], external: /^node:/ });
  // What several of them share stands in one file.
  const manualChunks = (id) => (/[\\/]src[\\/]solver[\\/]/.test(id) ? 'library' : null);
  await gathered.write({ dir, format: 'es', chunkFileNames: 'library.d.ts', manualChunks });
  await gathered.close();
}
