import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readAssets } from '../../src/web/assets.js';
import { findBrowser, openBrowser } from './chromium.js';
import { openPage } from './watched-page.js';

const browser = findBrowser();
const FOLDER = fileURLToPath(new URL('../../../dist/try/', import.meta.url));

/** A server of files and nothing else, below a path of its own as on many hosts. */
async function serveFiles(): Promise<Server> {
  const assets = readAssets(FOLDER);
  const server = createServer((request, response) => {
    const path = new URL(request.url!, 'http://x').pathname.replace(/^\/puzzles/, '');
    const asset = assets.get(path === '/' ? '/index.html' : path);
    response.writeHead(asset === undefined ? 404 : 200, { 'content-type': asset?.type ?? '' });
    response.end(asset?.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

test('the page to try puzzles on works as a static site', { skip: browser.missing }, async (t) => {
  if (browser.missing !== false) return;
  const server = await serveFiles();
  t.after(() => server.close());
  const opened = await openBrowser(browser.path);
  t.after(() => opened.close());
  const { port } = server.address() as AddressInfo;
  const watched = await openPage(opened.context, `http://127.0.0.1:${port}/puzzles/`);
  const { page } = watched;
  await page.getByRole('button', { name: 'Show an example' }).click();
  await page.getByText('A good puzzle: one solution').waitFor();
  await page.keyboard.press('End');
  await page.locator('.now', { hasText: 'solved: every clue is kept' }).waitFor();
  assert.equal(await page.getByRole('navigation').count(), 0);
  await watched.finish();
});
