import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { giveBack, takePage } from './spare-pages.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A page that remembers what went wrong on it. */
export interface WatchedPage {
  readonly page: Page;
  /**
   * Lets other tests have the page; fails if it complained in its console, except for what
   * `expected` fits, or asked another host.
   */
  finish(expected?: RegExp): Promise<void>;
}

/**
 * Opens an address of the site in the browser at `path`, on a page as good as new, and waits until
 * its data are there.
 */
export async function openPage(path: string, address: string): Promise<WatchedPage> {
  const page = await takePage(path);
  const complaints: string[] = [];
  const { origin } = new URL(address);
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    const url = request.url();
    const own = url.startsWith(origin) || url.startsWith('blob:') || url.startsWith('data:');
    if (!own) complaints.push(`asked ${url}`);
  });
  await page.goto(address);
  await page.waitForSelector('h1');
  return {
    page,
    async finish(expected) {
      await giveBack(page);
      const wrong = complaints.filter((text) => expected?.test(text) !== true);
      assert.deepEqual(wrong, []);
    },
  };
}

/**
 * Gives a page another size, and waits until what it shows has it: a point that is worked out
 * before is elsewhere once the page is laid out anew, which takes a while on a busy machine.
 */
export async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.waitForFunction(
    ([wide, high]) => innerWidth === wide && innerHeight === high,
    [width, height],
  );
  await settled(page);
}

/**
 * Waits until nothing is fetched or drawn any more, after the page was given another size or
 * colours.
 */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  await page.waitForSelector('html[data-ready]');
}

/** What axe-core finds wrong on a page as it is shown now: the rule and the first elements. */
export async function violations(page: Page): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) await page.evaluate(AXE);
  return page.evaluate(async () => {
    interface Violation {
      readonly id: string;
      readonly nodes: readonly { readonly target: readonly unknown[] }[];
    }
    const { axe } = window as unknown as {
      axe: {
        run(of: Document, options: object): Promise<{ readonly violations: readonly Violation[] }>;
      };
    };
    // What is right is not listed: on a large page that takes most of the time.
    const found = await axe.run(document, { resultTypes: ['violations'] });
    return found.violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map((n) => n.target.join(' '))
          .join(', ')}`,
    );
  });
}
