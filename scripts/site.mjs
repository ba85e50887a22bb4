// Makes the documentation, with the workbench in it, a static site for any web server.
//
//     npm run site [-- --base /nonomill/ --out <folder> --serve]
//
//     --base <path>      where on its host the site will be; / by default
//     --out <folder>     where it is written; dist/site by default
//     --serve            serves it on this machine; makes it only if it is not there yet
//     --help             this text
//
// VitePress has a lock file of its own (scripts/site), as it and what it needs are a quarter of
// what the project installs, and only a site uses them.
import './suitable-node.mjs';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { install, prepareToRun, root } from './prepare.mjs';
import { brokenLinks } from './site/broken-links.mjs';
import { SITE_PAGES, writePages } from './site/pages.mjs';

const VITEPRESS = join(root, 'scripts', 'site');

const { base, out, serve, help } = flags();
if (help) process.stdout.write(usage());
else {
  if (!serve || !existsSync(join(out, 'index.html'))) await make();
  if (serve) await serveIt();
}

async function make() {
  prepareToRun();
  install(VITEPRESS);
  rmSync(SITE_PAGES, { recursive: true, force: true });
  const sidebar = await writePages(base);
  writeFileSync(join(SITE_PAGES, 'site.json'), JSON.stringify({ base, out, sidebar }));
  const program = join(VITEPRESS, 'node_modules', 'vitepress', 'bin', 'vitepress.js');
  const { status } = spawnSync(process.execPath, [program, 'build', VITEPRESS], {
    stdio: ['ignore', 2, 2],
    // Files to be taken as they are; of most kinds VitePress knows that they are no pages.
    env: { ...process.env, VITE_EXTRA_EXTENSIONS: 'py' },
  });
  if (status !== 0) process.exit(status ?? 1);
  cpSync(join(root, 'dist', 'try'), join(out, 'try'), { recursive: true });
  // Without it GitHub passes over files whose names begin with a low line.
  writeFileSync(join(out, '.nojekyll'), '');
  const broken = brokenLinks(out, base);
  for (const link of broken) process.stderr.write(`site: ${link}\n`);
  if (broken.length > 0) process.exit(1);
  // Its pages ask for their parts from the root of a host: opened from the disk, they have none.
  const given = process.argv.slice(2).filter((word) => word !== '--serve');
  const words = [...given, '--serve'].map((word) => (/\s/.test(word) ? `"${word}"` : word));
  process.stdout.write(
    `The site is in ${relative(process.cwd(), out) || '.'}, for any web server. `,
  );
  process.stdout.write(`To look at it: npm run site -- ${words.join(' ')}\n`);
}

async function serveIt() {
  const { preview } = await import('vite');
  const settings = { configFile: false, appType: 'mpa', base, build: { outDir: out } };
  const server = await preview(settings);
  server.printUrls();
}

function flags() {
  try {
    const { values } = parseArgs({
      options: {
        base: { type: 'string', default: '/' },
        out: { type: 'string', default: join(root, 'dist', 'site') },
        serve: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    const base = `/${values.base}/`.replaceAll(/\/+/g, '/');
    return { ...values, base, out: resolve(values.out) };
  } catch (error) {
    process.stderr.write(`site: ${error.message}\n\n${usage()}`);
    process.exit(2);
  }
}

/** The comment that this file begins with, up to its second part. */
function usage() {
  const [text] = readFileSync(import.meta.filename, 'utf8').split('//\n// VitePress');
  return text.replaceAll(/^\/\/ ?/gm, '');
}
