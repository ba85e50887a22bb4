import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { readGameLine, type PlayedGame } from '../../src/solver/craft/replay/played-game.js';
import { findBrowser } from './support/chromium.js';
import { openPages } from './support/open-pages.js';
import { photograph } from './support/photograph.js';
import { serveFiles } from './support/static-server.js';
import { openPage, resize, violations, type WatchedPage } from './support/watched-page.js';

const browser = findBrowser('deep');
const SKIP = { skip: browser.missing };
const { visit } = openPages('deep');

const PLUS = '#p=3x3:1_3_1:1_3_1&t=Plus&play=1';
/** The keys that solve it: the column from its first cell on, then the row. */
const THEN = ['Shift+ArrowLeft', 'End', ' '];
const SOLVES = ['ArrowRight', ' ', 'Shift+ArrowDown', 'Shift+ArrowDown', 'ArrowUp', ...THEN];

/** The site as files, with a page at a part of its address. */
async function open(t: TestContext, hash: string): Promise<WatchedPage> {
  assert.ok(browser.missing === false);
  const server = await serveFiles();
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  return openPage(browser.path, `http://127.0.0.1:${port}/puzzles/${hash}`);
}

async function press(page: Page, keys: readonly string[]): Promise<void> {
  await page.locator('canvas').focus();
  for (const key of keys) await page.keyboard.press(key);
}

/** What the browser keeps of games. */
async function kept(page: Page): Promise<PlayedGame[]> {
  const lines = await page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith('nonomill-played '))
      .map((key) => localStorage.getItem(key)!),
  );
  return lines.map((line) => readGameLine(line).game!);
}

/** Waits until the browser keeps so many solved games. */
async function keepsSolved(page: Page, wanted: number): Promise<void> {
  await page.waitForFunction(
    (count) =>
      Object.keys(localStorage).filter((key) =>
        /^nonomill-played .*"solved":true/.test(`${key}${localStorage.getItem(key)!}`),
      ).length === count,
    wanted,
  );
}

const cellTexts = (page: Page, row: number): Promise<string[]> =>
  page.locator('main table').last().locator('tbody tr').nth(row).locator('td').allInnerTexts();

test(
  'a game is kept from the first move on, over a reload, and listed, exported and deleted with a question',
  SKIP,
  async (t) => {
    const watched = await open(t, PLUS);
    const { page } = watched;
    await page.getByText('This browser keeps your games, with the time of each move').waitFor();
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.getByText('Look at row 2.').waitFor();
    // A cell that is wrong, taken back, then half of the puzzle.
    await press(page, [' ', 'x', 'ArrowRight', ' ', 'Shift+ArrowDown', 'ArrowLeft', ' ', 'u']);
    await page.waitForFunction(() => /c=\.1x_x1x_xxx/.test(location.hash));
    await page.reload();
    await page.locator('canvas').waitFor();
    const [half] = await kept(page);
    assert.equal(half.solved, false);
    assert.deepEqual(
      half.moves.map(({ cells }) => cells.map(({ cell, to }) => [cell, to])),
      [[[0, 1]], [[0, 0]], [[1, 1]], [[4, 1]], [[3, 1]], [[3, 255]]],
    );
    await press(page, ['ArrowRight', 'ArrowDown', 'ArrowDown', ' ', 'ArrowUp', ...THEN]);
    await keepsSolved(page, 1);
    const [game, ...others] = await kept(page);
    assert.deepEqual(others, []);
    assert.equal(game.start, half.start);
    assert.equal(game.solved, true);
    assert.ok(game.ms > 0 && game.ms === game.moves.at(-1)!.ms);
    // Undoing after the end belongs to no game; starting again is another one.
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Start again' }).click();
    await press(page, ['Home', 'ArrowUp', ...SOLVES]);
    await keepsSolved(page, 2);

    await page.getByRole('link', { name: 'What you have played' }).click();
    await page.getByRole('heading', { name: '2 games' }).waitFor();
    await page.getByRole('img', { name: '1 star' }).first().waitFor();
    assert.deepEqual(await violations(page), []);
    const [[, puzzle, time, hints, mistakes], before] = [
      await cellTexts(page, 0),
      await cellTexts(page, 1),
    ];
    assert.match(puzzle, /Plus 3×3/);
    assert.match(time, /^0:0\d$/);
    assert.deepEqual([hints, mistakes, before[3], before[4]], ['0', '0', '1', '1']);

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const saved = await download;
    assert.match(saved.suggestedFilename(), /^played-\d{4}-\d\d-\d\d\.ndjson$/);
    const lines = readFileSync(await saved.path(), 'utf8')
      .trimEnd()
      .split('\n');
    const read = lines.map((line) => readGameLine(line).game!);
    assert.deepEqual(
      read.map(({ start }) => start).toSorted(),
      read.map(({ start }) => start),
    );
    assert.deepEqual(read[0].moves, game.moves);
    assert.equal(read[0].rating?.stars, 1);

    // Escape keeps what is there, and the focus goes back.
    const remove = page.getByRole('button', { name: /^Delete Plus, / }).first();
    await remove.focus();
    await page.keyboard.press('Enter');
    const question = page.getByRole('dialog', { name: 'Delete Plus?' });
    await question.waitFor();
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    assert.ok(await remove.evaluate((button) => button === document.activeElement));
    await page.keyboard.press('Enter');
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: '1 game' }).waitFor();
    await page.getByRole('button', { name: 'Delete all' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Nothing has been played yet').waitFor();
    const left = await page.evaluate(() => Object.keys(localStorage).join());
    assert.doesNotMatch(left, /nonomill-play(ed)? /);
    // What a link has filled in already was not played here from the start.
    await page.evaluate((hash) => {
      location.hash = `${hash}&c=.1._111_xxx`;
    }, PLUS);
    await page.getByText('This game was begun elsewhere').waitFor();
    await press(page, ['ArrowRight', 'ArrowDown', 'ArrowDown', ' ']);
    await page.getByText('Solved in').waitFor();
    assert.deepEqual(await kept(page), []);
    await watched.finish();
  },
);

test(
  'starting again is a move that can be undone, and the list goes on with the game that is there',
  SKIP,
  async (t) => {
    const watched = await open(t, PLUS);
    const { page } = watched;
    const holds = (cells: string | null): Promise<unknown> =>
      page.waitForFunction(
        (wanted) => new URLSearchParams(location.hash.slice(1)).get('c') === wanted,
        cells,
      );
    const again = page.getByRole('button', { name: 'Start again' });
    const undo = page.getByRole('button', { name: 'Undo' });
    await press(page, ['ArrowRight', ' ']);
    await holds('x1x_xxx_xxx');
    await again.click();
    await holds(null);
    assert.ok(await again.isDisabled());
    await undo.click();
    await holds('x1x_xxx_xxx');
    await page.getByRole('button', { name: 'Redo' }).click();
    await holds(null);
    // Cells that others have filled in are not those of this game.
    await page.evaluate((hash) => (location.hash = `${hash}&c=.xx_xxx_xxx`), PLUS);
    await page.getByText('This game was begun elsewhere').waitFor();
    for (const back of ['the link of the list', 'a reload']) {
      if (back === 'a reload') await page.reload();
      else {
        await page.getByRole('link', { name: 'What you have played' }).click();
        await page.getByRole('link', { name: 'a puzzle' }).click();
      }
      await page.getByText('This browser keeps your games').waitFor();
      await undo.click();
      await holds('x1x_xxx_xxx');
      assert.equal((await kept(page)).length, 1, back);
      await page.getByRole('button', { name: 'Redo' }).click();
      await holds(null);
    }
    // Once it is at its end, another one begins; undone, that goes back to the picture, no further.
    await press(page, SOLVES);
    await keepsSolved(page, 1);
    await again.click();
    await holds(null);
    await undo.click();
    await page.getByText('Solved in').waitFor();
    await page.getByRole('button', { name: 'Redo' }).click();
    await holds(null);
    await press(page, ['ArrowUp', 'ArrowUp', ' ']);
    await page.waitForFunction(
      () =>
        Object.keys(localStorage).filter((key) => key.startsWith('nonomill-played ')).length === 2,
    );
    await page.reload();
    await undo.click();
    await holds(null);
    assert.ok(await undo.isDisabled());
    assert.deepEqual((await kept(page)).map(({ solved }) => solved).toSorted(), [false, true]);
    await watched.finish();
  },
);

test(
  'a browser that keeps nothing, or no more, plays on and says so; what is damaged is left out',
  SKIP,
  async (t) => {
    const watched = await open(t, '');
    const { page } = watched;
    await page.evaluate(() => {
      localStorage.setItem('nonomill-played x', '{"fingerprint":');
      localStorage.setItem('nonomill-played y', 'null');
    });
    await page.reload();
    await page.getByRole('link', { name: 'what you have played' }).click();
    await page.getByText('2 games cannot be read').waitFor();
    await page.evaluate((hash) => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
      location.hash = hash;
    }, PLUS);
    await page.locator('canvas').waitFor();
    await press(page, SOLVES);
    await page.getByText('Solved in').waitFor();
    await page.getByText('does not keep this game: its storage is full').waitFor();
    await page.evaluate(() => {
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('no', 'SecurityError');
        },
      });
      location.hash = '#played';
    });
    await page.getByText('This browser keeps nothing for this site').waitFor();
    assert.deepEqual(await violations(page), []);
    await watched.finish();
  },
);

test(
  'what was played is a page of "serve", too, and fits a phone, in light and dark',
  SKIP,
  async () => {
    await visit('try#played', async (page) => {
      await page.getByText('Nothing has been played yet').waitFor();
      await page.evaluate(() => {
        for (let i = 0; i < 12; i++) {
          const game = {
            fingerprint: String(i % 5).repeat(32),
            puzzle: '3x3:1_3_1:1_3_1',
            title: i % 3 === 0 ? 'A title that is rather long, as titles of books are' : 'Plus',
            start: new Date(Date.UTC(2026, 10, 1 + i)).toISOString(),
            ms: 60_000 * (12 - i) + 4321,
            solved: i !== 3,
            mistakes: i === 3 ? null : i,
            hints: [1, 2],
            stars: 1 + (i % 5),
            score: 4 + i,
          };
          localStorage.setItem(
            `nonomill-played ${game.fingerprint} ${game.start}`,
            JSON.stringify(game),
          );
        }
      });
      await page.reload();
      await page.getByRole('heading', { name: '12 games' }).waitFor();
      for (const [name, width, colorScheme] of [
        ['light', 1280, 'light'],
        ['phone-dark', 360, 'dark'],
        ['phone', 360, 'light'],
        ['dark', 1280, 'dark'],
      ] as const) {
        await page.emulateMedia({ colorScheme });
        await resize(page, width, 900);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${wide} pixels too wide, ${name}`);
        assert.deepEqual(await violations(page), [], name);
        await photograph(page, `played-${name}`);
      }
      await page.getByRole('button', { name: 'Delete all' }).click();
      await photograph(page, 'played-question');
      await page.keyboard.press('Escape');
      // Of many games the newest are listed, and all of them once that is asked for.
      await page.evaluate(() => {
        for (let i = 0; i < 100; i++) {
          const fingerprint = String(i).padStart(32, 'a');
          const start = new Date(Date.UTC(2026, 9, 1, 0, i)).toISOString();
          const game = { fingerprint, start, ms: 1000, solved: true };
          localStorage.setItem(`nonomill-played ${fingerprint} ${start}`, JSON.stringify(game));
        }
      });
      await page.reload();
      await page.getByRole('heading', { name: '112 games' }).waitFor();
      const rows = page.locator('table.cards tbody tr');
      assert.equal(await rows.count(), 100);
      await page.getByRole('button', { name: 'Show all 112' }).click();
      assert.equal(await rows.count(), 112);
    });
  },
);
