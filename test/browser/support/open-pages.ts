import assert from 'node:assert/strict';
import { after, before, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { findBrowser, type BrowserDepth } from './chromium.js';
import { openSite, type Site } from './site.js';
import { openPage } from './watched-page.js';

/** The site, which all tests of this process share, and a page as good as new for each visit. */
export interface Pages {
  /** Why the tests are skipped, or false. */
  readonly skip: string | false;
  readonly site: () => Site;
  /** A page of this test, at a path; complaints that `expected` fits are none. */
  readonly pageAt: (t: TestContext, path: string, expected?: RegExp) => Promise<Page>;
  /** Uses a page that ends before the test does: for tests of several. */
  readonly visit: (
    path: string,
    use: (page: Page) => Promise<void>,
    expected?: RegExp,
  ) => Promise<void>;
  /** The id of a puzzle of the first run by its name. */
  readonly puzzleId: (name: string) => Promise<number>;
}

/** The site of this process, and how many files of tests use it. */
let opened: Promise<Site> | null = null;
let users = 0;

/**
 * Opens the site before the tests of a file, unless it is open, and closes it after the last of
 * them.
 */
export function openPages(depth?: BrowserDepth): Pages {
  const browser = findBrowser(depth);
  let site: Site;
  before(async () => {
    if (browser.missing !== false) return;
    users++;
    opened ??= openSite();
    site = await opened;
  });
  after(async () => {
    if (browser.missing === false && --users === 0) await site.close();
  });
  return {
    skip: browser.missing,
    site: () => site,
    async pageAt(t, path, expected) {
      assert.ok(browser.missing === false);
      const watched = await openPage(browser.path, site.url + path);
      t.after(() => watched.finish(expected));
      return watched.page;
    },
    async visit(path, use, expected) {
      assert.ok(browser.missing === false);
      const watched = await openPage(browser.path, site.url + path);
      await use(watched.page);
      await watched.finish(expected);
    },
    async puzzleId(name) {
      const address = `${site.url}api/runs/1/results?name=${encodeURIComponent(name)}`;
      const { rows } = (await (await fetch(address)).json()) as { rows: { puzzleId: number }[] };
      assert.ok(rows.length > 0, `no puzzle ${name}`);
      return rows[0].puzzleId;
    },
  };
}

/** What a page says. */
export function text(page: Page): Promise<string> {
  return page.locator('main').innerText();
}

/** The colours of all pixels of the grid, as red,green,blue. */
export function gridColours(page: Page): Promise<Set<string>> {
  return coloursOf(page, 'canvas');
}

/** The colours of all pixels of the first canvas that a selector finds. */
export async function coloursOf(page: Page, selector: string): Promise<Set<string>> {
  await page.locator(selector).first().waitFor();
  const colours = await page.evaluate((wanted) => {
    const canvas = document.querySelector<HTMLCanvasElement>(wanted)!;
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
    const found = new Set<string>();
    for (let i = 0; i < data.length; i += 4) {
      if (data[i + 3] === 255) found.add(data.slice(i, i + 3).join());
    }
    return [...found];
  }, selector);
  return new Set(colours);
}
