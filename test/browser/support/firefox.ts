import { existsSync } from 'node:fs';
import type { Browser } from 'puppeteer-core';

/** Where an installed Firefox may be; NONOMILL_FIREFOX names another. */
const PLACES = [
  process.env.NONOMILL_FIREFOX,
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/snap/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
];

const PATH = PLACES.find((place) => place !== undefined && existsSync(place));

/** Why tests in Firefox are skipped, or false. */
export const NO_FIREFOX =
  PATH === undefined &&
  'no Firefox is installed: "apt-get install firefox-esr" (or your system\'s way), ' +
    'or name one with NONOMILL_FIREFOX=<path>';

/**
 * Starts Firefox without any profile of a user, driven as other browsers are, by WebDriver BiDi.
 */
export async function startFirefox(): Promise<Browser> {
  const { default: puppeteer } = await import('puppeteer-core');
  return puppeteer.launch({ browser: 'firefox', executablePath: PATH!, headless: true });
}
