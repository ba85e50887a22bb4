// Puts the threads of runs, reports, streams and data sets into one file each with Vite, dist/workers/solve.js for one. A thread loads all its
// modules anew, a hundred of them, which takes longer than to solve a small corpus. With --watch it goes on.
import { join } from 'node:path';
import { build } from 'vite';
import { root } from './prepare.mjs';

for (const name of ['solve', 'read', 'stream', 'dataset', 'tally']) {
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    build: {
      ssr: join(root, 'workers', `${name}.ts`),
      outDir: join(root, 'dist', 'workers'),
      emptyOutDir: false,
      target: 'node22',
      minify: false,
      sourcemap: true,
      watch: process.argv.includes('--watch') ? {} : null,
      rolldownOptions: {
        output: { entryFileNames: '[name].js', codeSplitting: false, topLevelVar: false },
      },
    },
  });
}
