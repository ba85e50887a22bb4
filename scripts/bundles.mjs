// What the bundles of dist/program, dist/library and dist/workers have in common: all packages that
// the code needs are in them, but for the few that users install, and the licences of those that
// are.
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { licencesOf } from './licences.mjs';
import { root } from './prepare.mjs';

/**
 * What stays a package: native code, what finds files beside itself, and one that has no licence
 * file; and what is optional.
 */
const { dependencies, peerDependencies } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);

/**
 * Vite's settings for bundles in dist/<folder>, to be spread into those of one.
 * @param build more for the setting of this name
 */
export function bundleOf(folder, build) {
  return {
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    plugins: [elsewhere(folder), withoutWebFonts(), inTheirPlaces(), withLicences()],
    ssr: {
      noExternal: true,
      external: Object.keys({ ...dependencies, ...peerDependencies }),
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
  'runs/queue/link/bullmq': 'src',
  // What "nonomill/node" throws is of the classes that "nonomill" exports.
  'craft/library/errors': 'library',
  'engine/engine-error': 'library',
  'core/text/nonomill-error': 'library',
};

function elsewhere(folder) {
  return {
    name: 'elsewhere',
    enforce: 'pre',
    resolveId: {
      filter: { id: /\/(bullmq|errors|engine-error|nonomill-error)\.js$/ },
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

/**
 * Modules find workers, pages and the manifest from the place where the compiler puts them;
 * packages look at the place that npm gave them, whether anything is there or not.
 */
function inTheirPlaces() {
  return {
    name: 'in-their-places',
    enforce: 'pre',
    transform: {
      filter: { code: 'import.meta.url' },
      handler(code, id) {
        const up = id.startsWith(join(root, 'node_modules')) ? '../..' : '..';
        const place = join(up, relative(root, id)).replaceAll('\\', '/').replace(/\.ts$/, '.js');
        const url = `new URL(${JSON.stringify(place)}, import.meta.url).href`;
        return { code: code.replaceAll('import.meta.url', url), map: null };
      },
    },
  };
}

/** The modules of all bundles that this process makes. */
const bundled = new Set();

function withLicences() {
  return {
    name: 'with-licences',
    generateBundle(_, bundle) {
      const modules = Object.values(bundle).flatMap(({ moduleIds = [] }) => moduleIds);
      for (const id of modules) bundled.add(id);
      const source = licencesOf([...bundled]);
      if (source !== '') this.emitFile({ type: 'asset', fileName: 'LICENSES.txt', source });
    },
  };
}
