import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { ONLY_DEEP, temporaryFolder } from '../support/tests.js';
import { ROOT } from '../support/nonomill.js';
import { findBrowser } from './support/chromium.js';
import { photograph } from './support/photograph.js';
import { serveFiles } from './support/static-server.js';
import { openPage, violations } from './support/watched-page.js';

const { isInstalled } = (await import(
  pathToFileURL(join(ROOT, 'scripts', 'prepare.mjs')).href
)) as { readonly isInstalled: (folder: string) => boolean };

const browser = findBrowser();
const NOT_INSTALLED =
  !isInstalled(join(ROOT, 'scripts', 'site')) && 'VitePress is not installed: "npm run site"';

/** One of each kind: the first page, text, tables, pictures, the reference. */
const PAGES = [
  '',
  'documentation.html',
  'pipeline/nights.html',
  'pipeline/results.html',
  'lab/records.html',
  'reference/',
  'reference/run.html',
  'reference/file-formats.html',
];

test(
  'the site of the documentation is made without a broken link, reads well anywhere, and asks no other host',
  { skip: browser.missing || ONLY_DEEP || NOT_INSTALLED },
  async (t) => {
    if (browser.missing !== false) return;
    const folder = temporaryFolder(t);
    const began = Date.now();
    // It fails if a link leads nowhere.
    const words = [join(ROOT, 'scripts', 'site.mjs'), '--base', 'puzzles', '--out', folder];
    execFileSync(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'] });
    t.diagnostic(`made in ${((Date.now() - began) / 1000).toFixed(1)} s`);
    const server = await serveFiles(undefined, folder);
    t.after(() => {
      server.closeAllConnections();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    const site = `http://127.0.0.1:${port}/puzzles/`;
    const found: string[] = [];
    for (const path of PAGES) {
      const watched = await openPage(browser.path, site + path);
      const { page } = watched;
      for (const [name, colorScheme, width] of [
        ['light', 'light', 1280],
        ['dark', 'dark', 1280],
        ['phone', 'light', 320],
      ] as const) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        await page.waitForFunction(
          (isDark) => document.documentElement.classList.contains('dark') === isDark,
          colorScheme === 'dark',
        );
        const wider = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        if (wider > 0) found.push(`${path}, ${name}: ${wider} pixels wider than the screen`);
        if (width > 400)
          found.push(...(await violations(page)).map((what) => `${path}, ${name}: ${what}`));
        await photograph(page, `documentation-${PAGES.indexOf(path)}-${name}`);
      }
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.emulateMedia({ media: 'print', colorScheme: 'light' });
      assert.ok(await page.locator('h1').first().isVisible());
      for (const part of ['.VPNav', '.VPSidebar', '.VPDocAside']) {
        const shown = await page.locator(part).filter({ visible: true }).count();
        assert.equal(shown, 0, `${path}: ${part} is printed`);
      }
      await page.emulateMedia({ media: null });
      await watched.finish();
    }
    assert.deepEqual(found, []);

    const watched = await openPage(browser.path, site);
    const { page } = watched;
    await page.setViewportSize({ width: 1280, height: 800 });
    for (const picture of await page.locator('main img').all()) await picture.waitFor();
    const { y, height } = (await page.locator('main img[alt^="The workbench"]').boundingBox())!;
    assert.ok(y + height < 800, 'the first screen shows that one can draw');
    await page.getByRole('button', { name: 'Search' }).click();
    const results = page.locator('.results a');
    const search = async (words: string, first: RegExp): Promise<void> => {
      await page.getByRole('searchbox').fill(words);
      await page.waitForFunction(
        (source) =>
          new RegExp(source).test(document.querySelector('.results a')?.getAttribute('href') ?? ''),
        first.source,
      );
      assert.ok(!(await results.first().innerText()).includes('#'));
    };
    await search('difficulty', /difficulty|analysis/);
    const order = await results.evaluateAll((links) =>
      links.map((link) => link.getAttribute('href')!),
    );
    const [guide, note] = ['difficulty.html', 'lab-notes.html'].map((name) =>
      order.findIndex((address) => address.includes(name)),
    );
    assert.ok(guide !== -1 && (note === -1 || guide < note), order.join(' '));
    await search('NM_DATABASE_LOCKED', /#nm_database_locked$/);
    await search('--until', /#(the-time-until-the-morning|until)$/);
    await page.keyboard.press('Escape');
    await page.getByRole('main').getByRole('link', { name: 'Draw a puzzle' }).click();
    await page.getByText('One solution, and no guessing').waitFor();
    await watched.finish();
  },
);
