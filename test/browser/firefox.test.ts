import assert from 'node:assert/strict';
import { after, before, test as nodeTest, type TestContext } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { NO_FIREFOX, startFirefox } from './support/firefox.js';
import { openPages } from './support/open-pages.js';
import { PATIENCE_MS } from './support/spare-pages.js';

const { skip: noSite, site, puzzleId } = openPages('deep');
const skip = noSite || NO_FIREFOX;

/** A test that needs Firefox. */
const test = (title: string, work: (t: TestContext) => Promise<void>): void =>
  void nodeTest(title, { skip }, work);

let browser: Browser;
before(async () => {
  if (skip === false) browser = await startFirefox();
});
after(async () => {
  if (skip === false) await browser.close();
});

/** Uses a page in Firefox; fails if it complained in its console. */
async function visit(path: string, use: (page: Page) => Promise<void>): Promise<void> {
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 900 });
  page.setDefaultTimeout(PATIENCE_MS);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warn') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(site().url + path);
  await use(page);
  await page.close();
  assert.deepEqual(complaints, []);
}

/** Clicks the button of that name. */
async function press(page: Page, name: string): Promise<void> {
  await page.locator(`::-p-aria([name="${name}"][role="button"])`).click();
}

/** Waits until the page shows a text. */
async function says(page: Page, words: string): Promise<void> {
  await page.waitForSelector(`main ::-p-text(${words})`, { visible: true });
}

test('in Firefox, the puzzles of a run are filtered, looked at, selected and charted', async () => {
  await visit('runs/1?size=5x5', async (page) => {
    await page.waitForSelector('#puzzles tbody tr');
    for (const key of ['j', 'x', 'j', 'x'] as const) await page.keyboard.press(key);
    await says(page, '2 puzzles selected');
    await press(page, 'Select none');
    await press(page, 'Gallery');
    await page.waitForSelector('.gallery li canvas');
    await page.locator('.fold summary').click();
    await page.waitForSelector('.chart canvas');
  });
});

test('in Firefox, a puzzle is played with mouse and keyboard, its solving replayed, and the game deleted', async () => {
  await visit('try#p=3x3:1_3_1:1_3_1&t=Plus&play=1', async (page) => {
    const canvas = (await page.waitForSelector('canvas.drawable'))!;
    await canvas.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press(' ');
    await page.keyboard.down('Shift');
    for (let i = 0; i < 2; i++) await page.keyboard.press('ArrowDown');
    await page.keyboard.up('Shift');
    // The middle row is 34 pixels high, as all cells of a small puzzle are.
    const { x, y, width, height } = (await canvas.boundingBox())!;
    const [right, middle] = [x + width - 2 - 17, y + height - 2 - 1.5 * 34];
    await page.mouse.move(right - 68, middle);
    await page.mouse.down();
    await page.mouse.move(right, middle, { steps: 4 });
    await page.mouse.up();
    await says(page, 'Solved in');
    await press(page, 'Watch how you solved it');
    await says(page, 'of 4');
    await press(page, 'Back to the puzzle');
    await page.locator('::-p-aria([name="What you have played"])').click();
    await says(page, '1 game');
    await press(page, 'Delete all');
    await press(page, 'Delete');
    await says(page, 'Nothing has been played yet');
  });
});

test('in Firefox, a drawing has its verdict at once, from a worker', async () => {
  await visit('try#p=5x5:1.1_5_5_3_1:2_4_4_4_2&t=A heart', async (page) => {
    await says(page, 'A good puzzle: one solution');
  });
});

test('in Firefox, a replay goes to the solved picture', async () => {
  await visit(`runs/1/puzzles/${await puzzleId('12x12')}/replay`, async (page) => {
    await page.waitForSelector('.now');
    await page.keyboard.press('End');
    await says(page, 'solved');
  });
});

test('in Firefox, the chart of an answer is kept as a picture', async () => {
  await visit('runs/1/stats?by=size&of=unique', async (page) => {
    await page.waitForSelector('.chart canvas');
    await page.evaluate(() => {
      const made: string[] = [];
      const make = URL.createObjectURL.bind(URL);
      URL.createObjectURL = (blob: Blob) => {
        made.push(blob.type);
        return make(blob);
      };
      Object.assign(window, { made });
    });
    await press(page, 'PNG');
    await page.waitForFunction(() =>
      (window as unknown as { made: string[] }).made.includes('image/png'),
    );
  });
});
