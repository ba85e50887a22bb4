// `npm run site`: makes the documentation, with the workbench in it, a static site for any web
// server, in dist/site or in --out <folder>. --base /nonomill/ says where on its host it will be.
//
// VitePress has a lock file of its own (scripts/site), as it and what it needs are a quarter of
// what the project installs, and only a site uses them.
import './suitable-node.mjs';
import { spawnSync } from 'node:child_process';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { install, prepareToRun, root } from './prepare.mjs';
import { brokenLinks } from './site/broken-links.mjs';
import { SITE_PAGES, writePages } from './site/pages.mjs';

const VITEPRESS = join(root, 'scripts', 'site');

const { values } = parseArgs({
  options: {
    base: { type: 'string', default: '/' },
    out: { type: 'string', default: join(root, 'dist', 'site') },
  },
});
const base = `/${values.base}/`.replaceAll(/\/+/g, '/');
const out = resolve(values.out);
prepareToRun();
install(VITEPRESS);
rmSync(SITE_PAGES, { recursive: true, force: true });
const sidebar = await writePages(base);
writeFileSync(join(SITE_PAGES, 'site.json'), JSON.stringify({ base, out, sidebar }));
const program = join(VITEPRESS, 'node_modules', 'vitepress', 'bin', 'vitepress.js');
const { status } = spawnSync(process.execPath, [program, 'build', VITEPRESS], {
  stdio: ['ignore', 2, 2],
});
if (status !== 0) process.exit(status ?? 1);
cpSync(join(root, 'dist', 'try'), join(out, 'try'), { recursive: true });
// Without it GitHub passes over files whose names begin with a low line.
writeFileSync(join(out, '.nojekyll'), '');
const broken = brokenLinks(out, base);
for (const link of broken) process.stderr.write(`site: ${link}\n`);
if (broken.length > 0) process.exit(1);
process.stdout.write(`${join(out, 'index.html')}\n`);
