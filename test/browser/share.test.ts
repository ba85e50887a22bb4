import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test as nodeTest, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { block, type Puzzle } from '../../src/solver/core/puzzle/types.js';
import { playHash, tryHash } from '../../src/pipeline/pages/client/puzzle-text.js';
import { begin } from '../support/nonomill.js';
import { findBrowser } from './support/chromium.js';
import { openPages } from './support/open-pages.js';
import { photograph } from './support/photograph.js';
import { openPage, violations } from './support/watched-page.js';
import { puzzleOfClues } from '../support/random-puzzle.js';

const browser = findBrowser('deep');
const { skip, site, pageAt, visit, puzzleId } = openPages('deep');

/** A test that needs a browser. */
const test = (title: string, work: (t: TestContext) => Promise<void>): void =>
  void nodeTest(title, { skip }, work);

const STAIRS = puzzleOfClues([[1], [2]], [[1], [2]]);
const RED: Puzzle = {
  ...STAIRS,
  rows: [[block(1, 2)], [block(2, 1)]],
  columns: [[block(1, 1)], [block(1, 2), block(1, 1)]],
  colours: 2,
  palette: ['#ffffff', '#d02020', '#2040d0'],
};
const BEGUN: Puzzle = { ...STAIRS, start: Uint8Array.of(255, 255, 1, 255) };

/** Uses a page of a server that was told of a workbench on the web. */
async function visitWithBase(
  t: TestContext,
  path: string,
  use: (page: Page) => Promise<void>,
): Promise<void> {
  assert.ok(browser.missing === false);
  const words = ['--db', site().database, '--port', '0'];
  const server = begin(['serve', ...words, '--share-base', 'https://example.org/puzzles']);
  const url = (await server.printed('\n')).trimEnd();
  t.after(async () => {
    server.signal('SIGTERM');
    await server.ended;
  });
  const watched = await openPage(browser.path, url + path);
  await use(watched.page);
  await watched.finish();
}

/** What the button to copy a link puts on the clipboard. */
async function copied(page: Page): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  // What the page says may be of the link before, and is there before the clipboard has this one.
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByText('The link is copied.').waitFor();
  const text = await page.waitForFunction(() => navigator.clipboard.readText());
  return text.jsonValue();
}

test('the button says that a link is for this machine only, as it is here', async (t) => {
  const page = await pageAt(t, `try${tryHash(STAIRS, 'Stairs')}`);
  await page.getByRole('button', { name: 'Copy link for this machine only' }).waitFor();
  assert.equal(await copied(page), `${site().url}try${playHash(STAIRS, '')}`);
  await page.getByText(/Only this machine can open it.*--share-base/).waitFor();
  assert.deepEqual(await violations(page), []);
  await photograph(page, 'share-here');
});

test('links lead to the workbench on the web that the server was told of', async (t) => {
  await visitWithBase(t, `try${tryHash(STAIRS, 'Stairs')}`, async (page) => {
    const link = `https://example.org/puzzles/${playHash(STAIRS, '')}`;
    assert.equal(await copied(page), link);
    await page.getByText('It leads to example.org.').waitFor();
    assert.equal(await page.getByText('this machine').count(), 0);
    // Where puzz.link holds the puzzle, it is offered beside it.
    await page.getByRole('button', { name: 'QR code' }).click();
    await page.getByRole('img', { name: 'QR code of its address at example.org' }).waitFor();
    const own = page.getByRole('link', { name: 'Play it at example.org' });
    assert.equal(await own.getAttribute('href'), link);
    await page.getByRole('link', { name: 'Play it at puzz.link' }).waitFor();
    await photograph(page, 'share-base');
    // So does the button on the board to play.
    await page.getByRole('link', { name: 'Play it', exact: true }).click();
    await page.getByLabel('with what I have filled in').waitFor();
    assert.equal(await copied(page), link);
  });
});

test('puzzles in colours and with givens have a QR code there, and a reason elsewhere', async (t) => {
  for (const [puzzle, why] of [
    [RED, 'puzz.link, where it would lead, holds no colours.'],
    [BEGUN, 'puzz.link, where it would lead, holds no start position.'],
  ] as const) {
    const path = `try${tryHash(puzzle, '')}`;
    await visit(path, async (page) => {
      await page.getByRole('button', { name: 'QR code' }).click();
      await page.getByText(`No code: ${why}`).waitFor();
      assert.deepEqual(await violations(page), []);
    });
    await visitWithBase(t, path, async (page) => {
      await page.getByRole('button', { name: 'QR code' }).click();
      await page.getByRole('img', { name: 'QR code of its address at example.org' }).waitFor();
      const own = page.getByRole('link', { name: 'Play it at example.org' });
      const link = `https://example.org/puzzles/${playHash(puzzle, '')}`;
      assert.equal(await own.getAttribute('href'), link);
    });
  }
});

test('who comes by a shared link is shown the board, and not what else is in the database', async (t) => {
  const places = ['Runs', 'Compare'];
  const shown = async (page: Page): Promise<string[]> => {
    await page.waitForSelector('h1');
    const links = await page.getByRole('link').allInnerTexts();
    return places.filter((place) => links.includes(place));
  };
  await visit(`try${playHash(STAIRS, 'Stairs')}`, async (page) => {
    await page.getByLabel('with what I have filled in').waitFor();
    assert.deepEqual(await shown(page), []);
    assert.equal(await page.getByText('one solution').count(), 0);
    await page.reload();
    assert.deepEqual(await shown(page), []);
    // The solution, too, is on a page of theirs, and so is what the name leads to.
    await page.getByRole('link', { name: /Is it a good puzzle\?.*shows the solution/ }).click();
    await page.getByText('A good puzzle: one solution').waitFor();
    assert.deepEqual(await shown(page), []);
    await page.reload();
    await page.getByText('A good puzzle: one solution').waitFor();
    assert.deepEqual(await shown(page), []);
    await page.getByRole('link', { name: 'nonomill' }).click();
    await page.getByText('One solution, and no guessing').waitFor();
    assert.deepEqual(await shown(page), []);
    await page.goto(site().url);
    assert.deepEqual(await shown(page), places);
  });
  // Whose database it is plays without losing the way back.
  const page = await pageAt(t, `runs/1/puzzles/${await puzzleId('drawn')}`);
  await page.getByRole('link', { name: 'Play it' }).click();
  await page.getByLabel('with what I have filled in').waitFor();
  assert.deepEqual(await shown(page), places);
  await page.reload();
  assert.deepEqual(await shown(page), places);
});

test('whatever is shared without the solution says nothing of the title, which is there once solved', async (t) => {
  const drawn = Uint8Array.of(0, 1, 1, 1);
  await visit(`try${tryHash(STAIRS, 'Stairs', drawn)}`, async (page) => {
    await page.getByText('A good puzzle: one solution').waitFor();
    assert.doesNotMatch(await copied(page), /Stairs|&t=|&s=/);
    await page.getByLabel('The link holds my drawing').check();
    assert.match(await copied(page), /&d=.*&s=/);
    const menu = page.getByLabel('Print or share');
    const saved = async (end: string): Promise<{ name: string; text: string }> => {
      const download = page.waitForEvent('download');
      await menu.selectOption(end);
      const file = await download;
      const text = readFileSync(await file.path(), 'latin1');
      return { name: file.suggestedFilename(), text };
    };
    for (const end of ['.pdf', '.png', '.svg', '-card.png']) {
      const { name, text } = await saved(end);
      assert.equal(name, `puzzle-2x2${end}`);
      assert.doesNotMatch(text, /Stairs/, end);
    }
    const solved = await saved('-solved.svg');
    assert.equal(solved.name, 'Stairs-solved.svg');
    assert.match(solved.text, /<title id="puzzle-title">Stairs</);
    await page.getByRole('link', { name: 'Play it', exact: true }).click();
    const canvas = page.locator('canvas.drawable');
    await canvas.waitFor();
    const html = await page.evaluate(() => document.title + document.body.outerHTML);
    assert.doesNotMatch(html.replace(/href="[^"]*"/g, ''), /Stairs/);
    assert.doesNotMatch(page.url(), /Stairs/);
    await canvas.focus();
    for (const key of ['ArrowRight', 'ArrowRight', ' ', 'ArrowDown', ' ', 'ArrowLeft', ' ']) {
      await page.keyboard.press(key);
    }
    await page.getByText('It is “Stairs”.').waitFor();
    await page.getByRole('heading', { name: 'Stairs' }).waitFor();
    // The title follows the page.
    await page.waitForFunction(() => document.title === 'Stairs - nonomill');
    await page.reload();
    await page.getByRole('heading', { name: 'Stairs' }).waitFor();
  });
  // Links that were made before show it no sooner.
  const page = await pageAt(t, 'try#p=2x2:1_2:1_2&t=Stairs&play=1');
  await page.getByRole('heading', { name: 'Play', exact: true }).waitFor();
  await page.waitForFunction(() => document.title === 'Play - nonomill');
});

test('a link that lost a part says so, and leads on', async (t) => {
  const page = await pageAt(t, 'try#p=2x2:1_1:1_2&play=1');
  await page.getByText('This link leads to no puzzle').waitFor();
  await page.getByText('the rows hold 2 filled cells, the columns 3.').waitFor();
  await page.getByRole('link', { name: 'Go to the workbench' }).click();
  await page.getByRole('button', { name: 'Draw your own' }).waitFor();
});
