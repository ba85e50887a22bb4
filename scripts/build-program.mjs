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

/** Commands that do without a database: none of their modules is in the file of runs. */
const LIGHT = [
  ...['run', 'solve', 'convert', 'formats'].map((name) => `pipeline/cli/commands/${name}`),
  ...['fix', 'generate', 'line', 'rate'].map((name) => `studio/commands/${name}`),
];

/** Of each of those, and of a run: all modules that are loaded with it. */
const neededBy = new Map();

/** Puts into one file what is loaded once a run begins: 24 files more would take 30 ms of 300. */
function onlyForRuns(id, context) {
  const isNeeded = (name) => {
    if (!neededBy.has(name)) {
      const needed = new Set([join(root, 'src', `${name}.ts`)]);
      for (const one of needed) {
        for (const other of context.getModuleInfo(one).importedIds) needed.add(other);
      }
      neededBy.set(name, needed);
    }
    return neededBy.get(name).has(id);
  };
  return isNeeded('pipeline/cli/running/execute-run') && !LIGHT.some(isNeeded) ? 'run' : null;
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
            { name: 'frame', test: below('pipeline/cli/(command|flag|terminal)') },
            { name: 'engine', test: below('solver/core/puzzle|solver/engine') },
            { name: 'formats', test: below('solver/formats|pipeline/corpus/(bytes|reader)') },
            { name: onlyForRuns, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  }),
);
