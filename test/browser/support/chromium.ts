import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';
import { ONLY_DEEP } from '../../support/tests.js';

/** Where an installed Chromium or Chrome may be; NONOMILL_BROWSER names another. */
const PLACES = [
  process.env.NONOMILL_BROWSER,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** When a browser is started: whenever there is one, or only by `npm run test:deep`. */
export type BrowserDepth = 'usual' | 'deep';

/**
 * The browser to test with, or why these tests are skipped. With CI=true there must be one.
 * @throws Error in CI without a browser.
 */
export function findBrowser(
  depth: BrowserDepth = 'usual',
): { readonly path: string; readonly missing: false } | { readonly missing: string } {
  if (depth === 'deep' && ONLY_DEEP !== false) return { missing: ONLY_DEEP };
  const path = PLACES.find((place) => place !== undefined && existsSync(place));
  if (path !== undefined) return { path, missing: false };
  const missing =
    'no Chromium or Chrome is installed: "apt-get install chromium" (or your system\'s way), ' +
    'or name one with NONOMILL_BROWSER=<path>';
  if (process.env.CI === 'true') throw new Error(missing);
  return { missing };
}

/** Starts a browser without any profile of a user. */
export function startBrowser(path: string): Promise<Browser> {
  return chromium.launch({ executablePath: path, headless: true, args: FLAGS });
}
