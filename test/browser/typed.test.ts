import assert from 'node:assert/strict';
import { test as nodeTest, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { emptyDrawing, puzzleOfDrawing } from '../../src/studio/pages/drawing/drawn.js';
import { tryHash } from '../../src/pipeline/pages/client/puzzle-text.js';
import { openPages } from './support/open-pages.js';
import { cellPoint } from './support/touch.js';

const { skip, pageAt, visit, puzzleId } = openPages('deep');

/** A test that needs a browser. */
const test = (title: string, work: (t: TestContext) => Promise<void>): void =>
  void nodeTest(title, { skip }, work);

/** Where the focus is, in a word. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.tagName.toLowerCase() ?? '');

test('a title stays while verdicts come in, and is taken by the mouse, Enter and Tab', async (t) => {
  const page = await pageAt(t, 'try');
  await page.getByRole('button', { name: 'Draw your own' }).click();
  const blank = puzzleOfDrawing(emptyDrawing(10, 10));
  const lamps = page.getByRole('list', { name: 'At a glance' });
  await page.mouse.click(...(await cellPoint(page, blank, 1, 1)));
  await lamps.getByText('1 star').waitFor();
  const title = page.getByLabel('Title');
  const ways: readonly (readonly [string, () => Promise<void>])[] = [
    // The press on the board draws the page anew before the field is left.
    ['mouse', async () => page.mouse.click(...(await cellPoint(page, blank, 5, 5)))],
    ['enter', () => title.press('Enter')],
    ['tab', () => title.press('Tab')],
  ];
  for (const [word, take] of ways) {
    await title.fill('');
    for (const letter of word) {
      await title.press(letter);
      // A verdict comes in between two letters.
      await page.evaluate(() => {
        const canvas = document.querySelector('canvas.drawable')!;
        const key = (name: string): void =>
          void canvas.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }));
        key('ArrowRight');
        key(' ');
      });
      await page.locator('.verdict [aria-busy=false]').waitFor();
    }
    assert.equal(await title.inputValue(), word);
    await take();
    await page.waitForFunction((t) => new URLSearchParams(location.hash).get('t') === t, word);
    assert.equal(await title.inputValue(), word);
  }
});

test('what was just typed is there after a reload: a title, a size, a filter, half of a puzzle', async () => {
  const drawn = { ...emptyDrawing(2, 2), cells: Uint8Array.of(1, 0, 1, 1) };
  const drawing = `try${tryHash(puzzleOfDrawing(drawn), '', drawn.cells)}`;
  const fields = [
    { path: drawing, label: 'Title', typed: 'Cat' },
    { path: drawing, label: 'Width', typed: '4' },
    { path: 'runs/1', label: 'Name begins with', typed: 'two' },
    { path: 'try', label: /A puzzle in any text format/, typed: 'width 3' },
  ];
  for (const { path, label, typed } of fields) {
    await visit(path, async (page) => {
      if (path === 'try') await page.getByRole('button', { name: 'Paste a puzzle' }).click();
      if (path === 'runs/1') await page.getByText('More filters').click();
      await page.getByLabel(label, { exact: true }).fill(typed);
      await page.reload();
      if (path === 'runs/1') await page.getByText('More filters').click();
      const field = page.getByLabel(label, { exact: true });
      await page.waitForFunction(
        (word) =>
          [...document.querySelectorAll('input, textarea')].some(
            (one) => (one as HTMLInputElement).value === word,
          ),
        typed,
      );
      assert.equal(await field.inputValue(), typed);

      if (label !== 'Title') return;
      await page.waitForFunction(() => /t=Cat/.test(localStorage.getItem('nonomill-drawings')!));
    });
  }
});

test('what is typed into a filter stays while the page of a run is drawn anew', async (t) => {
  const page = await pageAt(t, 'runs/1');
  await page.getByText('More filters').click();
  const name = page.getByLabel('Name begins with');
  await name.pressSequentially('tw');
  // Another part of the page changes, as the numbers of a run under way do.
  await page.evaluate(() => {
    history.replaceState(history.state, '', '?sort=size');
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
  await page.locator('th[aria-sort=ascending]', { hasText: 'Size' }).waitFor();
  assert.equal(await name.inputValue(), 'tw');
  await name.pressSequentially('o');
  await page.getByRole('heading', { name: 'Puzzles' }).click();
  await page.getByRole('button', { name: 'Name begins with: two' }).waitFor();
  await page.getByText('1 puzzle', { exact: true }).waitFor();
  assert.match(page.url(), /sort=size&name=two$/);
});

test('a half-typed puzzle is there again after a look at another tab', async (t) => {
  const page = await pageAt(t, 'try');
  await page.getByRole('button', { name: 'Paste a puzzle' }).click();
  await page.locator('#puzzle-text').pressSequentially('width 3');
  await page.getByRole('tab', { name: 'Draw a picture' }).click();
  await page.locator('canvas.drawable').waitFor();
  await page.getByRole('tab', { name: 'Type or paste' }).click();
  assert.equal(await page.locator('#puzzle-text').inputValue(), 'width 3');
});

test('the focus stays near what was pressed when that is gone or switched off', async (t) => {
  await visit('try', async (page) => {
    await page.getByRole('button', { name: 'Draw your own' }).press('Enter');
    await page.locator('canvas.drawable:focus').waitFor();
    await page.keyboard.press(' ');
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await page.getByRole('button', { name: 'Redo' }).and(page.locator(':focus')).waitFor();
    await page.getByRole('link', { name: 'Skip to the content' }).press('Enter');
    assert.equal(await focused(page), 'main');
    assert.match(page.url(), /#p=10x10/);
  });
  const page = await pageAt(t, 'runs/1?status=unique,multiple&stars=1');
  await page.getByRole('button', { name: 'Stars: 1' }).press('Enter');
  await page.waitForFunction(
    () => document.activeElement?.closest('[aria-label="Filters that are set"]') != null,
  );
  await page.getByRole('button', { name: 'Clear all' }).press('Enter');
  await page.waitForFunction(() => document.activeElement?.closest('#puzzles form') != null);
  await page.getByLabel('Select all on this page').check();
  await page.getByRole('button', { name: 'Select none' }).press('Enter');
  await page.waitForFunction(() => document.activeElement?.closest('#puzzles') != null);
});

test('lamps that are off do not praise a puzzle to who hears them', async (t) => {
  const page = await pageAt(t, 'try');
  await page.getByRole('button', { name: 'Draw your own' }).click();
  await page.locator('canvas.drawable').focus();
  await page.keyboard.press(' ');
  await page.keyboard.press('Control+z');
  const heard = page.getByRole('list', { name: 'At a glance' }).getByRole('listitem');
  await heard.filter({ hasText: 'No guessing: not known' }).waitFor();
  await heard.filter({ hasText: 'Stars: not known' }).waitFor();
});

test('with the colours of the reader, what is pressed or chosen has others than the rest', async (t) => {
  const pairs = async (page: Page, chosen: string, other: string): Promise<void> => {
    const ground = (selector: string): Promise<string> =>
      page
        .locator(selector)
        .first()
        .evaluate((one) => getComputedStyle(one).backgroundColor);
    assert.notEqual(await ground(chosen), await ground(other), chosen);
  };
  const page = await pageAt(t, 'try#p=2x2:1_2:1_2');
  await page.emulateMedia({ forcedColors: 'active' });
  await page.getByRole('tab', { name: 'Draw a picture' }).click();
  await page.locator('canvas.drawable').waitFor();
  await pairs(page, '[role=tab][aria-selected=true]', '[role=tab][aria-selected=false]');
  await pairs(page, '.toolbar [aria-pressed=true]', '.toolbar [aria-pressed=false]');
  await pairs(page, '.places [aria-current=page]', '.places a:not([aria-current])');
  await page.emulateMedia({ forcedColors: null });
});

test('on paper the board to play stands alone, and other pages without what one presses', async () => {
  await visit('try#p=2x2:1_2:1_2&play=1', async (page) => {
    await page.locator('canvas.drawable').waitFor();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    assert.equal((await page.locator('body').innerText()).trim(), '');
    assert.ok(await page.locator('canvas.drawable').isVisible());
    await page.emulateMedia({ media: null, colorScheme: null });
  });
  await visit('try#p=2x2:1_2:1_2&t=Cat', async (page) => {
    await page.getByLabel('Title').waitFor();
    await page.emulateMedia({ media: 'print' });
    assert.ok(await page.getByText('Cat', { exact: true }).isVisible());
    await page.emulateMedia({ media: null });
  });
  await visit(
    'runs/1?view=gallery',
    async (page) => {
      const isDrawn = (): boolean =>
        [...document.querySelectorAll<HTMLCanvasElement>('canvas.thumbnail')].every((canvas) =>
          canvas
            .getContext('2d')!
            .getImageData(0, 0, canvas.width, canvas.height)
            .data.some((part) => part > 0),
        );
      await page.locator('canvas.thumbnail').first().waitFor();
      await page.setViewportSize({ width: 360, height: 400 });
      await page.reload();
      await page.locator('canvas.thumbnail').first().waitFor({ state: 'attached' });
      assert.equal(await page.evaluate(isDrawn), false);
      await page.pdf();
      assert.equal(await page.evaluate(isDrawn), true);
    },
    /willReadFrequently/,
  );
  for (const path of ['runs/1', 'try#p=2x2:1_2:1_2', `runs/1/puzzles/${await puzzleId('two')}`]) {
    await visit(path, async (page) => {
      await page.emulateMedia({ media: 'print' });
      // One question: between two, the page may be drawn anew. Heads of tables stay as words.
      const pressed = page.locator(
        'button:not(th button):visible, select:visible, input:visible, nav:visible',
      );
      assert.deepEqual(await pressed.allInnerTexts(), [], path);
      await page.emulateMedia({ media: null });
    });
  }
});
