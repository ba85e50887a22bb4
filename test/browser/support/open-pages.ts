import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { findBrowser, openBrowser } from './chromium.js';
import { openSite, type Site } from './site.js';
import { openPage } from './watched-page.js';

/** A site and a browser for the tests of one file. */
export interface Pages {
  /** Why the tests are skipped, or false. */
  readonly skip: string | false;
  readonly site: () => Site;
  /** Uses a page; complaints that `expected` fits are none. */
  readonly visit: (
    path: string,
    use: (page: Page) => Promise<void>,
    expected?: RegExp,
  ) => Promise<void>;
  /** The id of a puzzle of the first run by its name. */
  readonly puzzleId: (name: string) => Promise<number>;
}

/** Opens a site and a browser before the tests of a file, and closes them after. */
export function openPages(): Pages {
  const browser = findBrowser();
  let site: Site;
  let context: BrowserContext;
  let closeBrowser: () => Promise<void>;
  before(async () => {
    if (browser.missing !== false) return;
    site = await openSite();
    const opened = await openBrowser(browser.path);
    ({ context } = opened);
    closeBrowser = () => opened.close();
  });
  after(async () => {
    if (browser.missing !== false) return;
    await closeBrowser();
    await site.close();
  });
  return {
    skip: browser.missing,
    site: () => site,
    async visit(path, use, expected) {
      const watched = await openPage(context, site.url + path);
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
