// Puts the command line into few files with Vite: dist/cli, with the small packages that every command needs and
// their licences. A command loads up to 300 modules, which takes longer than most of what is asked of it. With
// --watch it goes on.
import { join, relative } from 'node:path';
import { build } from 'vite';
import { licencesOf } from './licences.mjs';
import { root } from './prepare.mjs';

/** What stays a package: native code, code that finds files beside itself, what few commands load, or without a licence file. */
const PACKAGES = [
  'better-sqlite3',
  'piscina',
  'cadical-wasm',
  'dejavu-fonts-ttf',
  'echarts',
  'pdfkit',
  'pngjs',
  'saxes',
];

await build({
  configFile: false,
  root,
  logLevel: 'warn',
  publicDir: false,
  plugins: [withoutQueue(), inTheirPlaces(), withLicences()],
  ssr: { noExternal: true, external: PACKAGES, target: 'node' },
  build: {
    ssr: join(root, 'src', 'main.ts'),
    outDir: join(root, 'dist', 'cli'),
    emptyOutDir: true,
    target: 'node22',
    minify: false,
    sourcemap: true,
    watch: process.argv.includes('--watch') ? {} : null,
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', comments: false },
    },
  },
});

/** The queue's packages have a bundle of their own: see build-queue.mjs. */
function withoutQueue() {
  return {
    name: 'without-queue',
    enforce: 'pre',
    resolveId: {
      filter: { id: /\/bullmq\.js$/ },
      handler: () => ({ id: '../src/queue/link/bullmq.js', external: true }),
    },
  };
}

/**
 * Modules find workers, pages and the manifest from the place where the compiler puts them; packages look at the place
 * that npm gave them, whether anything is there or not.
 */
function inTheirPlaces() {
  return {
    name: 'in-their-places',
    enforce: 'pre',
    transform: {
      filter: { code: 'import.meta.url' },
      handler(code, id) {
        const up = id.startsWith(join(root, 'src')) ? '..' : '../..';
        const place = join(up, relative(root, id)).replaceAll('\\', '/').replace(/\.ts$/, '.js');
        const url = `new URL(${JSON.stringify(place)}, import.meta.url).href`;
        return { code: code.replaceAll('import.meta.url', url), map: null };
      },
    },
  };
}

function withLicences() {
  return {
    name: 'with-licences',
    generateBundle(_, bundle) {
      const modules = Object.values(bundle).flatMap(({ moduleIds = [] }) => moduleIds);
      this.emitFile({ type: 'asset', fileName: 'LICENSES.txt', source: licencesOf(modules) });
    },
  };
}
