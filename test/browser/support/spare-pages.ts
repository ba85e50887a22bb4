import { after } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { startBrowser } from './chromium.js';

const SIZE = { width: 1280, height: 900 };
/** How long a page may take to show what is waited for, on a machine that does much else. */
export const PATIENCE_MS = 180_000;

/** The one browser of this process, once a test has asked for it. */
let started: Promise<Browser> | null = null;
after(async () => (await started)?.close());

/**
 * Pages that no test uses, each in a context of its own: to make both takes longer than most tests.
 */
const spare: Page[] = [];

/** A fresh context of the browser that all tests of this process share. */
export async function openContext(path: string): Promise<BrowserContext> {
  started ??= startBrowser(path);
  const context = await (await started).newContext({ viewport: SIZE });
  context.setDefaultTimeout(PATIENCE_MS);
  return context;
}

/** A page as good as new, in a context that no other page is in. */
export async function takePage(path: string): Promise<Page> {
  return spare.pop() ?? (await openContext(path)).newPage();
}

/**
 * Makes a page as good as new for the next test: nothing stored, no history, the usual size and
 * looks.
 */
export async function giveBack(page: Page): Promise<void> {
  const context = page.context();
  for (const event of ['console', 'pageerror', 'request'] as const) page.removeAllListeners(event);
  const client = await context.newCDPSession(page);
  const { origin } = new URL(page.url());
  await page.evaluate(() => sessionStorage.clear());
  await page.goto('about:blank');
  await client.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await client.send('Page.resetNavigationHistory');
  await client.detach();
  await context.clearCookies();
  await context.clearPermissions();
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize(SIZE);
  spare.push(page);
}
