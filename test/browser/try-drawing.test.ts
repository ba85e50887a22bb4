import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { emptyDrawing, puzzleOfDrawing, type Drawn } from '../../src/studio/pages/drawing/drawn.js';
import { tryHash } from '../../src/pipeline/pages/client/window/try-address.js';
import { until } from '../support/until.js';
import { findBrowser } from './support/chromium.js';
import { openPages } from './support/open-pages.js';
import { photograph } from './support/photograph.js';
import { openContext } from './support/spare-pages.js';
import { cellPoint } from './support/touch.js';
import { settled, violations } from './support/watched-page.js';

const browser = findBrowser('deep');
const { skip, site, visit } = openPages('deep');

/** A drawing of a square in which some cells are filled. */
function drawing(side: number, isFilled: (x: number, y: number) => boolean): Drawn {
  const blank = emptyDrawing(side, side);
  const cells = blank.cells.map((_, i) => Number(isFilled(i % side, Math.floor(i / side))));
  return { ...blank, cells };
}

/** What follows the `#` of the workbench with a drawing. */
const hashOf = (drawn: Drawn): string => tryHash(puzzleOfDrawing(drawn), '', drawn.cells);

const NOTHING = drawing(5, () => false);

/**
 * Opens an empty drawing of 5x5 on a page of its own, whose clock stands still unless it is moved
 * on.
 */
async function withClock(use: (page: Page) => Promise<void>): Promise<void> {
  assert.ok(browser.missing === false);
  const context = await openContext(browser.path);
  const page = await context.newPage();
  await page.clock.install();
  await page.goto(`${site().url}try${hashOf(NOTHING)}`);
  await page.locator('canvas.drawable').waitFor();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await use(page);
  await context.close();
}

/** Lets time pass, by which the page draws what its workers answer, until it shows something. */
const shows = (page: Page, what: Locator): Promise<void> =>
  until(async () => {
    await page.clock.runFor(50);
    return what.isVisible();
  });

/** Lets time pass until the replay of what is drawn is shown. */
const replayed = (page: Page): Promise<void> =>
  shows(page, page.getByRole('region', { name: 'Replay' }));

const cell = (page: Page, at: number): ReturnType<typeof cellPoint> =>
  cellPoint(page, puzzleOfDrawing(NOTHING), at, at);

test(
  'fixes and tints wait until the hand has rested for a second and a tenth of the board is filled',
  { skip },
  async () => {
    await withClock(async (page) => {
      const marks = page.getByLabel(/^Tint the|^Show a fix/);
      const verdict = page.getByText('it has more than one solution');
      for (const at of [1, 2]) await page.mouse.click(...(await cell(page, at)));
      await page.clock.runFor(50);
      await verdict.waitFor();
      // Time passes until the replay is there, and whatever else follows once drawing pauses.
      await replayed(page);
      await page.clock.runFor(5000);
      assert.equal(await marks.count(), 0, 'two of 25 cells are too few');
      await page.mouse.move(...(await cell(page, 3)));
      await page.mouse.down();
      await page.locator('[aria-busy=false]').waitFor();
      await page.clock.runFor(5000);
      assert.equal(await marks.count(), 0, 'a hand that presses does not rest');
      await page.mouse.up();
      await page.clock.runFor(900);
      assert.equal(await marks.count(), 0, 'the second is not over');
      await page.clock.runFor(200);
      await marks.nth(1).waitFor();
      await page.mouse.click(...(await cell(page, 4)));
      await page.clock.runFor(100);
      await marks.nth(1).waitFor({ state: 'detached' });
      assert.equal(await marks.count(), 0, 'the next stroke ends the rest');
    });
  },
);

test('the cells that vary are "at least" so many until all are known', { skip }, async () => {
  await withClock(async (page) => {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    for (const at of [1, 2, 3]) await page.mouse.click(...(await cell(page, at)));
    await page.clock.runFor(50);
    await page.getByText('it has more than one solution').waitFor();
    await replayed(page);
    // The worker that solves is up: the next one, for advice, has to wait.
    await page.route(/puzzle\.worker/, async (route) => {
      await released;
      await route.continue();
    });
    await page.clock.runFor(1100);
    await page.getByLabel(/^Tint the cells that vary between solutions, at least [46]$/).waitFor();
    release();
    await shows(page, page.getByLabel('Tint the 9 cells that vary between solutions'));
  });
});

test(
  'a board of 15x15 with its size above it fits a screen of 1280x800, whatever is drawn',
  { skip },
  async () => {
    const boards = {
      empty: drawing(15, () => false),
      full: drawing(15, () => true),
      chequered: drawing(15, (x, y) => (x + y) % 2 === 0),
    };
    await visit(`try${hashOf(boards.empty)}`, async (page) => {
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.reload();
      const canvas = page.locator('canvas.drawable');
      await canvas.waitFor();
      await settled(page);
      /** Where it is on the page, however that is scrolled. */
      const place = (): Promise<DOMRect> =>
        canvas.evaluate((element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          return new DOMRect(x + scrollX, y + scrollY, width, height).toJSON() as DOMRect;
        });
      const first = await place();
      assert.ok(first.y + first.height <= 800, `it ends at ${first.y + first.height}`);
      for (const side of ['Width', 'Height']) {
        const field = (await page.getByLabel(side, { exact: true }).boundingBox())!;
        assert.ok(field.y + field.height <= first.y, `${side} is above the board`);
      }
      // Stroke by stroke a clue grows to as many blocks as there can be.
      const blank = puzzleOfDrawing(boards.empty);
      for (let column = 1; column <= 15; column += 2) {
        await page.mouse.click(...(await cellPoint(page, blank, 1, column)));
      }
      await page.waitForFunction(() => location.hash.startsWith('#p=15x15:1.1.1.1.1.1.1.1_'));
      assert.deepEqual(await place(), first);
      for (const [name, drawn] of Object.entries(boards)) {
        await page.evaluate((hash) => (location.hash = hash), hashOf(drawn));
        await page.getByText(name === 'empty' ? 'An empty picture' : 'A good puzzle').waitFor();
        await settled(page);
        assert.deepEqual(await place(), first, name);
      }
      assert.deepEqual(await violations(page), []);
      await photograph(page, 'try-15x15');
    });
  },
);

test('a drawing gets another size around what stays in place', { skip }, async () => {
  await visit(`try${hashOf(drawing(2, (x, y) => x === 0 && y === 0))}`, async (page) => {
    await page.getByRole('radio', { name: 'the bottom right' }).check();
    await page.getByLabel('Width', { exact: true }).fill('3');
    await page.getByLabel('Width', { exact: true }).press('Enter');
    await page.waitForFunction(() => location.hash.startsWith('#p=3x2:1_:_1_&d='));
    await page.getByLabel('Height', { exact: true }).fill('3');
    await page.getByLabel('Height', { exact: true }).press('Enter');
    await page.waitForFunction(() => location.hash.startsWith('#p=3x3:_1_:_1_&d='));
  });
});
