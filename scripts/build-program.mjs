// Puts the command line and the library for Node.js into few files with Vite: dist/program, with
// the packages that they need and the licences of these. A command loads up to 300 modules, which
// takes longer than most of what is asked of it; and who installs the library for a page gets
// neither the charts of reports nor whatever else commands alone need as packages. The library for
// any JavaScript stays in its modules, dist/library, so that bundlers can leave out what is not
// imported. With --watch it goes on.
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { SHARED, bundleOf } from './bundles.mjs';
import { root } from './prepare.mjs';

/** The fonts of books, and the licence that allows to hand them on. */
const FONTS = ['ttf/DejaVuSans.ttf', 'ttf/DejaVuSans-Bold.ttf', 'LICENSE'];

const fonts = join(root, 'dist', 'fonts');
mkdirSync(fonts, { recursive: true });
for (const file of FONTS) {
  copyFileSync(
    join(root, 'node_modules', 'dejavu-fonts-ttf', file),
    join(fonts, file.split('/').at(-1)),
  );
}

await build(
  bundleOf('library', {
    ssr: true,
    emptyOutDir: true,
    rolldownOptions: {
      input: ['index', 'worker', 'solver/craft/library/worker-thread', ...SHARED].map((name) =>
        join(root, 'src', `${name}.ts`),
      ),
      checks: { pluginTimings: false },
      output: {
        preserveModules: true,
        preserveModulesRoot: join(root, 'src'),
        // npm packs no folder of that name.
        entryFileNames: ({ name }) => `${name.replaceAll('node_modules', 'packages')}.js`,
        comments: false,
      },
    },
  }),
);

/** Modules in or called as one of these, below src, on any system. */
function below(names) {
  return new RegExp(`/src/(?:${names})(?:/|\\.ts$)`.replaceAll('/', '[\\\\/]'));
}

await build(
  bundleOf('program', {
    ssr: true,
    emptyOutDir: true,
    rolldownOptions: {
      // The thread that serves pages needs most of what the command line does.
      input: ['src/main', 'src/node', 'workers/serve'].map((name) => join(root, `${name}.ts`)),
      checks: { pluginTimings: false },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        comments: false,
        codeSplitting: {
          // In few files, what most commands load: each file takes a quarter of a millisecond.
          groups: [
            {
              name: 'text',
              test: below(
                'solver/core/text|pipeline/store/open/store-error|pipeline/files/program',
              ),
            },
            {
              name: 'frame',
              test: below('pipeline/cli/(command|flag|terminal)'),
            },
            { name: 'engine', test: below('solver/core/puzzle|solver/engine') },
            { name: 'formats', test: below('solver/formats|pipeline/corpus/(bytes|reader)') },
          ],
        },
      },
    },
  }),
);
