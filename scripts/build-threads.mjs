// Puts each kind of thread into one file with Vite, dist/workers/solve.js for one, with the
// packages that it needs. A thread loads all its modules anew, a hundred of them, which takes
// longer than to solve a small corpus. With --watch it goes on.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { bundleOf } from './bundles.mjs';
import { root } from './prepare.mjs';

/**
 * Piscina loads its thread by require(): one that is ended while it requires an ES module brings
 * down the process. Threads that help may be ended just as they start, too.
 */
const REQUIRED = ['solve.ts', 'help.ts', 'reuse.ts', 'fix.ts', 'dataset.ts'];

/** Part of the program: see build-program.mjs. */
const SERVE = 'serve.ts';

for (const file of readdirSync(join(root, 'workers')).filter((one) => one !== SERVE)) {
  const isRequired = REQUIRED.includes(file);
  const settings = bundleOf('workers', {
    ssr: join(root, 'workers', file),
    emptyOutDir: false,
    rolldownOptions: {
      output: {
        ...(isRequired && { format: 'cjs', exports: 'named' }),
        entryFileNames: `[name].${isRequired ? 'cjs' : 'js'}`,
        codeSplitting: false,
        comments: false,
        topLevelVar: false,
      },
    },
  });
  if (file !== 'reuse.ts') settings.plugins.push(reuseBeside());
  await build(settings);
}

/**
 * What few runs need, SQLite with it, is not in the files of threads: it takes each of them 20 ms
 * to load.
 */
function reuseBeside() {
  return {
    name: 'reuse-beside',
    enforce: 'pre',
    resolveId: {
      filter: { id: /\/reuse\/reuse\.js$/ },
      handler: () => ({ id: './reuse.cjs', external: true }),
    },
  };
}
