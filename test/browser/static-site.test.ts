import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { findBrowser } from './support/chromium.js';
import { serveFiles } from './support/static-server.js';
import { openPage } from './support/watched-page.js';

const browser = findBrowser();

test('the page to try puzzles on works as a static site', { skip: browser.missing }, async (t) => {
  if (browser.missing !== false) return;
  const server = await serveFiles();
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const watched = await openPage(browser.path, `http://127.0.0.1:${port}/puzzles/`);
  const { page } = watched;
  await page.getByRole('button', { name: 'Show an example' }).click();
  await page.getByText('A good puzzle: one solution').waitFor();
  await page.getByRole('region', { name: 'Replay' }).waitFor();
  await page.keyboard.press('End');
  await page.locator('.now', { hasText: 'solved: every clue is kept' }).waitFor();
  assert.equal(await page.getByRole('navigation').count(), 0);
  await watched.finish();
});
