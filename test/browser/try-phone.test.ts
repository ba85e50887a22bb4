import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { emptyDrawing, puzzleOfDrawing } from '../../src/studio/pages/drawing/drawn.js';
import { gifOf } from './support/gif.js';
import { photograph } from './support/photograph.js';
import { openPages } from './support/open-pages.js';
import { tryHash } from '../../src/pipeline/pages/client/window/try-address.js';
import { cellPoint, pinch, touch } from './support/touch.js';
import { resize, violations } from './support/watched-page.js';

const { skip, visit } = openPages('deep');

/** A disc of 24x24 pixels. */
const DISC = Array.from({ length: 24 }, (_, y) =>
  Array.from({ length: 24 }, (_cell, x) =>
    (x - 11.5) ** 2 + (y - 11.5) ** 2 < 90 ? '#' : '.',
  ).join(''),
);

/** Makes the page a phone's, and photographs it; fails if it is wider than the screen. */
async function onPhone(page: Page, name: string): Promise<void> {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0, `${name}: ${wide} pixels too wide`);
  await photograph(page, `${name}-360`);
}

test(
  'a picture is drawn by touch on a phone, and a fast finger leaves no gap',
  { skip },
  async () => {
    await visit('try', async (page) => {
      await resize(page, 360, 760);
      await page.getByRole('button', { name: 'Draw your own' }).click();
      const canvas = page.locator('canvas.drawable');
      await canvas.waitFor();
      const blank = puzzleOfDrawing(emptyDrawing(10, 10));
      // Where the cells are before anything is drawn: they stay there, whatever the clues become.
      const at = (row: number, column: number): ReturnType<typeof cellPoint> =>
        cellPoint(page, blank, row, column);
      const [first, last, below] = [await at(2, 2), await at(2, 9), await at(9, 2)];
      const before = await page.evaluate(() => scrollY);
      // Two points only: what is between them is filled, too.
      await touch(page, first, last);
      await page.waitForFunction(() => location.hash.startsWith('#p=10x10:_8__'));
      assert.equal(await page.evaluate(() => scrollY), before, 'drawing does not scroll the page');
      await touch(page, below, last);
      await page.waitForFunction(() => location.hash.startsWith('#p=10x10:_8_1_1_1_1_1_1_1_:'));
      await page
        .getByText(/one solution|more than one/)
        .first()
        .waitFor();
      assert.deepEqual(await violations(page), []);
      await onPhone(page, 'try-drawn');
    });
  },
);

test(
  'two fingers enlarge a drawing, and draw nothing; one draws on the larger cells',
  { skip },
  async () => {
    const drawn = { ...emptyDrawing(25, 25), cells: new Uint8Array(625).fill(1) };
    const hash = tryHash(puzzleOfDrawing(drawn), '', drawn.cells);
    await visit(`try${hash}`, async (page) => {
      await resize(page, 360, 760);
      await page.getByText('A good puzzle: one solution').waitFor();
      const puzzle = puzzleOfDrawing(drawn);
      const from = await cellPoint(page, puzzle, 3, 2);
      await pinch(page, from, await cellPoint(page, puzzle, 6, 6));
      await page.getByRole('button', { name: 'As at first' }).waitFor();
      assert.equal(new URL(page.url()).hash, hash);
      assert.ok(await page.getByRole('button', { name: 'Undo' }).isDisabled());
      await touch(page, await cellPoint(page, puzzle, 22, 22));
      await page.waitForFunction((before) => location.hash !== before, hash);
      await onPhone(page, 'try-zoomed');
    });
  },
);

test(
  'two fingers leave a drawing, and what can be undone and redone, as they were with each tool',
  { skip },
  async () => {
    const drawn = { ...emptyDrawing(25, 25), cells: new Uint8Array(625).fill(1) };
    await visit(`try${tryHash(puzzleOfDrawing(drawn), '', drawn.cells)}`, async (page) => {
      await resize(page, 360, 760);
      const at = (row: number, column: number): ReturnType<typeof cellPoint> =>
        cellPoint(page, puzzleOfDrawing(drawn), row, column);
      const hash = (): string => new URL(page.url()).hash;
      const moved = (before: string): Promise<unknown> =>
        page.waitForFunction((old) => location.hash !== old, before);
      for (const cell of [2, 5, 8]) {
        const before = hash();
        // Two points only: its stroke begins and goes on at once.
        await touch(page, await at(cell, cell), await at(cell, cell + 1));
        await moved(before);
      }
      const all = hash();
      await page.getByRole('button', { name: 'Undo' }).click();
      await moved(all);
      const two = hash();
      const whole = page.getByRole('button', { name: 'As at first' });
      for (const tool of [
        'Pencil',
        'Line',
        'Rectangle',
        'Fill an area',
        'Select a region',
        'Lock cells',
      ]) {
        await page.getByRole('button', { name: tool }).click();
        // The first finger waits for the second, or has drawn before it comes.
        for (const from of [await at(12, 12), await at(12, 18)]) {
          await pinch(page, await at(12, 12), await at(16, 16), from);
          await whole.click();
          await whole.waitFor({ state: 'detached' });
          assert.equal(hash(), two, tool);
        }
      }
      await page.getByRole('button', { name: 'Redo' }).click();
      await moved(two);
      assert.equal(hash(), all);
      assert.ok(await page.getByRole('button', { name: 'Redo' }).isDisabled());
      for (let i = 0; i < 3; i++) await page.getByRole('button', { name: 'Undo' }).click();
      assert.ok(await page.getByRole('button', { name: 'Undo' }).isDisabled());
    });
  },
);

test('a GIF that is chosen with the keyboard becomes a drawing on a phone', { skip }, async () => {
  await visit('try', async (page) => {
    await resize(page, 360, 760);
    await page.getByRole('button', { name: 'Draw your own' }).click();
    await page.getByRole('tab', { name: 'Draw a picture' }).focus();
    await page.keyboard.press('ArrowRight');
    const chooser = page.waitForEvent('filechooser');
    await page.getByLabel(/Choose a picture/).press('Enter');
    const file = { name: 'disc.gif', mimeType: 'image/gif', buffer: gifOf(DISC) };
    await (await chooser).setFiles(file);
    await page.getByText('Size: 20 × 20').waitFor();
    const size = page.getByLabel('Size', { exact: true });
    await size.focus();
    for (let i = 0; i < 8; i++) await page.keyboard.press('ArrowLeft');
    await page.getByText('Size: 12 × 12').waitFor();
    // A disc has the same rows as columns; the name of its file, which says so, is not its title.
    await page.waitForFunction(() => /^#p=12x12:([^:]*8[^:]*):\1&d=/.test(location.hash));
    assert.doesNotMatch(page.url(), /disc/);
    await page.getByText('A good puzzle: one solution').waitFor();
    assert.deepEqual(await violations(page), []);
    await onPhone(page, 'try-gif');
  });
});

test('a picture is pasted with the keyboard', { skip }, async () => {
  await visit('try', async (page) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(async (rows) => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [rows[0].length, rows.length];
      const brush = canvas.getContext('2d')!;
      brush.fillStyle = '#ffffff';
      brush.fillRect(0, 0, canvas.width, canvas.height);
      brush.fillStyle = '#000000';
      rows.forEach((row, y) =>
        Array.from(row).forEach((sign, x) => sign === '#' && brush.fillRect(x, y, 1, 1)),
      );
      const png = await new Promise<Blob | null>((done) => canvas.toBlob(done));
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': png! })]);
    }, DISC);
    await page.keyboard.press('ControlOrMeta+v');
    await page.getByText('Size: 20 × 20').waitFor();
    // The field names the picture that is there, as if it had been chosen with it.
    const field = page.getByLabel(/Choose a picture/);
    assert.equal(await field.evaluate((one: HTMLInputElement) => one.files![0].name), 'image.png');
    await page.getByText('A good puzzle: one solution').waitFor();
  });
});
