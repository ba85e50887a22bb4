import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { gifOf } from './support/gif.js';
import { coloursOf, openPages, text } from './support/open-pages.js';
import { photograph } from './support/photograph.js';
import { resize, settled, violations } from './support/watched-page.js';

const { skip, visit } = openPages('deep');

/**
 * Hands the page a picture of a ring on a red bar, as a drop or a paste would, encoded by the
 * browser.
 */
async function give(page: Page, how: 'drop' | 'paste', type: string): Promise<void> {
  await page.evaluate(
    async ([event, mime]) => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [120, 90];
      const brush = canvas.getContext('2d')!;
      brush.fillStyle = '#ffffff';
      brush.fillRect(0, 0, 120, 90);
      brush.fillStyle = '#d02020';
      brush.fillRect(0, 70, 120, 20);
      brush.strokeStyle = '#303030';
      brush.lineWidth = 14;
      brush.beginPath();
      brush.arc(60, 40, 26, 0, 7);
      brush.stroke();
      const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, mime));
      const files = new DataTransfer();
      files.items.add(new File([blob!], 'ring.img', { type: blob!.type }));
      window.dispatchEvent(
        event === 'drop'
          ? new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true })
          : new ClipboardEvent('paste', { clipboardData: files, bubbles: true, cancelable: true }),
      );
    },
    [how, type] as const,
  );
}

const slide = async (page: Page, label: string, value: number): Promise<void> =>
  page.getByLabel(label, { exact: true }).fill(String(value));

test(
  'a dropped or pasted picture becomes a puzzle by sliders, with its verdict at once',
  { skip },
  async () => {
    await visit('try', async (page) => {
      await give(page, 'drop', 'image/png');
      await page.getByText('Size: 20 × 15').waitFor();
      await page.getByText(/^A good puzzle|^One solution|more than one solution/).waitFor();
      await page.waitForFunction(() => /#p=20x15:[^&]*&d=/.test(location.hash));
      // What its file is called is no title until somebody says so.
      await page.getByRole('button', { name: 'Call it “ring”, as its file' }).click();
      await page.waitForFunction(() => /#p=20x15:.*&t=ring&d=/.test(location.hash));
      await slide(page, 'Size', 30);
      await page.getByText('Size: 30 × 23').waitFor();
      await page.waitForFunction(() => location.hash.startsWith('#p=30x23:'));
      await slide(page, 'Threshold', 0);
      await page.getByText('Blank: every cell is brighter').waitFor();
      await slide(page, 'Threshold', 60);
      await page.getByText('Blank: every cell is brighter').waitFor({ state: 'detached' });
      await page.getByLabel('Dithering').check();
      await slide(page, 'Colours', 2);
      await page.getByText('Colours: 2').waitFor();
      await page.getByRole('group', { name: 'Colour to draw in' }).waitFor();
      await page.waitForFunction(() => /~[0-9a-f]{6}-[0-9a-f]{6}-[0-9a-f]{6}/.test(location.hash));
      assert.deepEqual(await violations(page), []);
      await photograph(page, 'try-picture');
      await resize(page, 360, 760);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${wide} pixels too wide`);
      await photograph(page, 'try-picture-360');
      await resize(page, 1280, 760);
      for (const [how, type] of [
        ['paste', 'image/jpeg'],
        ['drop', 'image/webp'],
      ] as const) {
        await give(page, how, type);
        await page.getByText('Size: 20 × 15').waitFor();
        await slide(page, 'Size', 10);
        await page.getByText('Size: 10 × 8').waitFor();
      }
    });
  },
);

test(
  'a picture underneath shows through the cells, as strongly as one likes',
  { skip },
  async () => {
    await visit(
      'try',
      async (page) => {
        await page.getByRole('button', { name: 'Draw your own' }).click();
        const plain = await coloursOf(page, 'canvas.drawable');
        await page.getByText('A picture underneath').click();
        const picture = {
          name: 'bars.gif',
          mimeType: 'image/gif',
          buffer: gifOf(['#.#.', '#.#.']),
        };
        await page.getByLabel(/shows through the cells/).setInputFiles(picture);
        const strength = page.getByLabel('How strongly it shows');
        await strength.fill('90');
        const dark = await coloursOf(page, 'canvas.drawable');
        assert.ok(dark.size > plain.size, 'it is seen');
        await strength.fill('0');
        assert.ok((await coloursOf(page, 'canvas.drawable')).size < dark.size);
        await page.getByRole('button', { name: 'Remove it' }).click();
        await strength.waitFor({ state: 'detached' });
      },
      /willReadFrequently/,
    );
  },
);

test('what is not a picture is refused in words', { skip }, async () => {
  await visit('try', async (page) => {
    await page.getByRole('button', { name: 'Draw your own' }).click();
    await page.getByRole('tab', { name: 'From a picture' }).click();
    await page.getByLabel(/Choose a picture/).setInputFiles({
      name: 'broken.png',
      mimeType: 'image/png',
      buffer: Buffer.from('not a picture'),
    });
    await page.getByText('not a picture that your browser can read').waitFor();
  });
});

test(
  'a drawing stays a drawing after a reload, after a fix, and after it was played',
  { skip },
  async () => {
    await visit('try', async (page) => {
      await page.getByRole('button', { name: 'Draw your own' }).click();
      for (const side of ['Width', 'Height']) {
        await page.getByLabel(side, { exact: true }).fill('2');
        await page.getByLabel(side, { exact: true }).press('Tab');
        await page.waitForURL(side === 'Width' ? /#p=2x/ : /#p=2x2:/);
        await settled(page);
      }
      const canvas = page.locator('canvas.drawable');
      await canvas.focus();
      for (const key of ['ArrowLeft', ' ', 'ArrowRight', 'ArrowDown', ' '])
        await page.keyboard.press(key);
      await page.getByText('more than one solution').waitFor();
      await page.waitForFunction(() => /#p=2x2:1_1:1_1&d=k$/.test(location.hash));
      await page.reload();
      await page.getByRole('tab', { name: 'Draw a picture', selected: true }).waitFor();
      await page.getByText('more than one solution').waitFor();
      await page.getByText('1 cell changes, the fewest possible.').waitFor();
      await page.getByRole('button', { name: 'Take it' }).click();
      await page.getByText('A good puzzle: one solution').waitFor();
      await page.getByRole('tab', { name: 'Draw a picture', selected: true }).waitFor();
      await page.getByRole('link', { name: 'Play it' }).click();
      await page.getByRole('link', { name: 'Is it a good puzzle?' }).click();
      await page.getByRole('tab', { name: 'Draw a picture', selected: true }).waitFor();
      const saved = page.waitForEvent('download');
      await page.getByLabel('Save as').selectOption('ndjson');
      assert.equal((await saved).suggestedFilename(), 'puzzle.ndjson');
      assert.doesNotMatch(await text(page), /cannot/);
    });
  },
);
