// Builds the pages with Vite: dist/web, which `nonomill serve` shows, and
// dist/try, the workbench as a static site of its own. Does nothing where neither
// the pages nor what they import has changed.
import { createHash } from 'node:crypto';
import {
  existsSync,
  readFileSync,
  readdirSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { makeInstallable } from './build-offline.mjs';
import { root } from './prepare.mjs';

const client = join(root, 'src', 'site');
const SOURCES = [
  'src/solver',
  'src/pipeline/pages',
  'src/pipeline/record',
  'src/pipeline/report',
  'src/studio/pages',
  'src/site',
  'scripts/build-client.mjs',
  'scripts/build-offline.mjs',
  'package-lock.json',
];
const STAMP = join(root, 'dist', '.built-client');

const digest = createHash('sha256');
for (const name of SOURCES) addTo(digest, join(root, name));
const stamp = digest.digest('hex');
if (!existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== stamp) {
  await build(site('web', 'index.html', '/'));
  await build(site('try', 'try.html', './'));
  renameSync(join(root, 'dist', 'try', 'try.html'), join(root, 'dist', 'try', 'index.html'));
  makeInstallable(join(root, 'dist', 'try'));
  writeFileSync(STAMP, stamp);
}

/** The options for one site: its folder in dist, its page, and where its files are found. */
function site(name, page, base) {
  return {
    configFile: false,
    root: client,
    base,
    logLevel: 'warn',
    publicDir: false,
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    worker: { format: 'es' },
    build: {
      outDir: join(root, 'dist', name),
      emptyOutDir: true,
      target: 'es2022',
      modulePreload: { polyfill: false },
      // Everything comes from files of its own: the content security policy allows no data URLs.
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 1000,
      rolldownOptions: { input: join(client, page) },
    },
  };
}

/** Feeds the path and content of every file under `path` to `hash`. */
function addTo(hash, path) {
  if (!existsSync(path)) return;
  if (statSync(path).isDirectory()) {
    for (const name of readdirSync(path).sort()) addTo(hash, join(path, name));
  } else hash.update(path).update(readFileSync(path));
}
