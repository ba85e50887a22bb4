import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { findBrowser } from './support/chromium.js';
import { serveFiles } from './support/static-server.js';
import { openPage } from './support/watched-page.js';

const browser = findBrowser('deep');

/** The most JavaScript, compressed, that a visitor waits for who brings no puzzle. */
const MOST_BYTES_FIRST = 24_000;

/** What a script of the site comes to, compressed. */
function scriptBytes(path: string): number {
  const name = path.replace(/^\/puzzles\//, '');
  const file = new URL(`../../try/${name}`, import.meta.url);
  return gzipSync(readFileSync(file)).length;
}

test('the page to try puzzles on works as a static site', { skip: browser.missing }, async (t) => {
  if (browser.missing !== false) return;
  const server = await serveFiles();
  t.after(() => server.close(() => undefined));
  const sent = new Map<string, number>();
  server.on('request', ({ url, headers }: IncomingMessage) => {
    // What is kept for later, beside the page, is no part of a visit.
    if (headers['sec-fetch-dest'] === 'script') sent.set(url!, scriptBytes(url!));
  });
  const { port } = server.address() as AddressInfo;
  const watched = await openPage(browser.path, `http://127.0.0.1:${port}/puzzles/`);
  const { page } = watched;
  await page.getByText('One solution, and no guessing').waitFor();
  const first = [...sent.values()].reduce((sum, bytes) => sum + bytes, 0);
  t.diagnostic(`${first} bytes of JavaScript at a first visit, compressed`);
  assert.ok(first <= MOST_BYTES_FIRST, `${first} bytes`);
  await page.getByRole('button', { name: 'Paste a puzzle' }).click();
  await page.getByRole('button', { name: 'Show an example' }).click();
  await page.getByText('A good puzzle: one solution').waitFor();
  await page.getByRole('region', { name: 'Replay' }).waitFor();
  await page.keyboard.press('End');
  await page.locator('.now', { hasText: 'solved: every clue is kept' }).waitFor();
  assert.equal(await page.getByRole('navigation').count(), 0);
  // Without a network the same address shows the same puzzle, and all parts of the page are there.
  await page.waitForFunction(async () => {
    const { active } = await navigator.serviceWorker.ready;
    return active?.state === 'activated';
  });
  await page.reload();
  server.closeAllConnections();
  server.close();
  await page.reload();
  await page.getByText('A good puzzle: one solution').waitFor();
  await page.getByRole('tab', { name: 'From a picture' }).click();
  await page.getByLabel(/Choose a picture/).waitFor();
  await watched.finish();
});

test('a new version is whole beside an old cached page', { skip: browser.missing }, async (t) => {
  if (browser.missing !== false) return;
  let isNew = false;
  const server = await serveFiles((path, text) => {
    if (!isNew) return text;
    if (path === '/index.html') return text.replace('<body', '<body data-version="new"');
    return path === '/sw.js' ? text.replace(/PREFIX \+ '\w+'/, "PREFIX + 'new'") : text;
  });
  t.after(() => server.close(() => undefined));
  const { port } = server.address() as AddressInfo;
  const watched = await openPage(browser.path, `http://127.0.0.1:${port}/puzzles/`);
  const { page } = watched;
  // A visitor who does something gets the files to keep.
  await page.keyboard.press('Tab');
  await page.evaluate(async () => (await navigator.serviceWorker.ready).active);
  isNew = true;
  const kept = await page.evaluate(async () => {
    await (await navigator.serviceWorker.ready).update();
    for (;;) {
      const name = (await caches.keys()).find((one) => one.endsWith(' new'));
      const kept = name === undefined ? undefined : await (await caches.open(name)).match('./');
      if (kept !== undefined) return kept.text();
      await new Promise(requestAnimationFrame);
    }
  });
  assert.match(kept, /<body data-version="new"/);
  server.closeAllConnections();
  await watched.finish();
});
