// What the bundles of dist/program, dist/library and dist/workers have in common: all packages that
// the code needs are in them, but for the few that users install, and the licences of those that
// are.
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { licencesIn } from './licences.mjs';
import { root } from './prepare.mjs';

/**
 * What stays a package: native code, what finds files beside itself, and one that has no licence
 * file; and what is optional.
 */
const { dependencies, peerDependencies } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);

/** The licences of each folder: one process makes all of its bundles. */
const licences = {};

/**
 * Vite's settings for bundles in dist/<folder>, to be spread into those of one.
 * @param build more for the setting of this name
 */
export function bundleOf(folder, build) {
  licences[folder] ??= licencesIn(join('dist', folder, 'LICENSES.txt'));
  return {
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    plugins: [elsewhere(folder), withoutWebFonts(), licences[folder]],
    ssr: {
      noExternal: true,
      // The library for any JavaScript works from plain files, in browsers too.
      external: folder === 'library' ? [] : Object.keys({ ...dependencies, ...peerDependencies }),
      target: 'node',
    },
    build: {
      outDir: join(root, 'dist', folder),
      target: 'node22',
      minify: false,
      sourcemap: true,
      watch: process.argv.includes('--watch') ? {} : null,
      ...build,
    },
  };
}

/** Modules that are there once, and where. */
const ELSEWHERE = {
  // The queue's packages have a bundle of their own: see build-queue.mjs.
  'pipeline/queue/bullmq': 'src',
  // What "nonomill/node" throws is of the classes that "nonomill" exports.
  'solver/craft/library/errors': 'library',
  'solver/core/text/nonomill-error': 'library',
};

/** Modules of the library that other bundles import: it keeps all that they export. */
export const SHARED = Object.keys(ELSEWHERE).filter((name) => ELSEWHERE[name] === 'library');

function elsewhere(folder) {
  return {
    name: 'elsewhere',
    enforce: 'pre',
    resolveId: {
      filter: { id: /\/(bullmq|errors|nonomill-error)\.js$/ },
      handler(id, importer) {
        const module = relative(join(root, 'src'), join(dirname(importer), id))
          .replaceAll('\\', '/')
          .replace(/\.js$/, '');
        const place = ELSEWHERE[module];
        if (place === undefined || place === folder) return null;
        // Errors lose their class on the way from a thread.
        if (place === 'library' && folder === 'workers') return null;
        return { id: `../${place}/${module}.js`, external: true };
      },
    },
  };
}

/**
 * Books are set in fonts of their own, which are not compressed: fontkit needs no decoder of those
 * of the web.
 */
function withoutWebFonts() {
  const id = '\0no-brotli';
  return {
    name: 'without-web-fonts',
    enforce: 'pre',
    resolveId: { filter: { id: /^brotli\/decompress\.js$/ }, handler: () => id },
    load: {
      filter: { id: /^\0no-brotli$/ },
      handler: () => 'export default () => { throw new Error("fonts in WOFF2 are not read"); };',
    },
  };
}
