import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { puzzleToAddress } from '../../src/solver/core/puzzle/address.js';
import { UNKNOWN, block, type Puzzle } from '../../src/solver/core/puzzle/types.js';
import { puzzleOfPicture, randomNumbers, randomPicture } from '../support/random-puzzle.js';
import { findBrowser } from './support/chromium.js';
import { photograph } from './support/photograph.js';
import { serveFiles } from './support/static-server.js';
import { cellPoint, pinch, touch } from './support/touch.js';
import { openPage, resize, violations, type WatchedPage } from './support/watched-page.js';

const browser = findBrowser('deep');

const PLUS: Puzzle = {
  width: 3,
  height: 3,
  rows: [[1], [3], [1]],
  columns: [[1], [3], [1]],
  colours: 1,
  palette: null,
  start: null,
};

/** Opens a puzzle to be played, on a page of a given width. */
async function play(t: TestContext, puzzle: Puzzle, width = 1280): Promise<WatchedPage> {
  assert.ok(browser.missing === false);
  const server = await serveFiles();
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}/puzzles/#p=${puzzleToAddress(puzzle)}&t=Test&play=1`;
  const watched = await openPage(browser.path, address);
  await watched.page.locator('canvas').waitFor();
  await resize(watched.page, width, 760);
  return watched;
}

/** Waits until the address holds these cells; null for none. */
async function holds(page: Page, cells: string | null): Promise<void> {
  const cellsOf = (): string | null => new URLSearchParams(location.hash.slice(1)).get('c');
  try {
    await page.waitForFunction(
      (wanted) => new URLSearchParams(location.hash.slice(1)).get('c') === wanted,
      cells,
    );
  } catch {
    assert.equal(await page.evaluate(cellsOf), cells);
  }
}

const SKIP = { skip: browser.missing };

test(
  'a puzzle is played with the mouse: drags keep to a line, undo takes a drag back',
  SKIP,
  async (t) => {
    const watched = await play(t, PLUS);
    const { page } = watched;
    await page.mouse.move(...(await cellPoint(page, PLUS, 2, 1)));
    await page.mouse.down();
    await page.mouse.move(...(await cellPoint(page, PLUS, 2, 2)));
    // Off the row: the drag stays in it.
    await page.mouse.move(...(await cellPoint(page, PLUS, 3, 3)));
    await page.mouse.up();
    await holds(page, 'xxx_111_xxx');
    await page.getByRole('button', { name: 'Undo' }).click();
    await holds(page, null);
    await page.getByRole('button', { name: 'Redo' }).click();
    await page.mouse.click(...(await cellPoint(page, PLUS, 1, 1)), { button: 'right' });
    await holds(page, '.xx_111_xxx');
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('All of it is right so far.').waitFor();
    await page.mouse.click(...(await cellPoint(page, PLUS, 3, 1)));
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('Row 3, cell 1 is filled, but no solution has it.').waitFor();
    await page.mouse.click(...(await cellPoint(page, PLUS, 3, 1)));
    await page.mouse.click(...(await cellPoint(page, PLUS, 3, 2)));
    await page.mouse.click(...(await cellPoint(page, PLUS, 1, 2)));
    await page.getByText(/Solved in 0:\d\d, without a hint: every clue is kept/).waitFor();
    assert.deepEqual(await violations(page), []);
    await watched.finish();
  },
);

test('hints name the line, then the cells, then the reason, then fill them in', SKIP, async (t) => {
  const watched = await play(t, PLUS);
  const { page } = watched;
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.getByText('Look at row 2.').waitFor();
  await page.getByRole('button', { name: 'Which cells?' }).click();
  await page.getByText('3 cells follow; they are marked.').waitFor();
  await page.getByRole('button', { name: 'Why?' }).click();
  await page.getByText('The block of 3 can only be').waitFor();
  assert.deepEqual(await violations(page), []);
  await page.getByRole('button', { name: 'Fill them in' }).click();
  await holds(page, 'xxx_111_xxx');
  await watched.finish();
});

test(
  'a puzzle is played with the keyboard alone, and progress survives a reload',
  SKIP,
  async (t) => {
    const watched = await play(t, PLUS);
    const { page } = watched;
    await page.locator('canvas').focus();
    for (const key of ['x', 'ArrowRight', ' ', 'ArrowDown', 'Enter', 'u'])
      await page.keyboard.press(key);
    await holds(page, '.1x_xxx_xxx');
    await page.reload();
    await page.locator('canvas').waitFor();
    await holds(page, '.1x_xxx_xxx');
    // An address without cells goes on where this browser was.
    await page.evaluate(() => {
      location.hash = location.hash.replace(/&c=[^&]*/, '');
    });
    await page.reload();
    await page.locator('canvas').waitFor();
    await holds(page, '.1x_xxx_xxx');
    await page.getByRole('button', { name: 'Pause' }).click();
    const clock = page.getByRole('timer');
    const paused = await clock.textContent();
    await page.waitForTimeout(1300);
    assert.equal(await clock.textContent(), paused);
    await watched.finish();
  },
);

test(
  'a puzzle is played to its end with the keyboard, and what is read out is enough for it',
  SKIP,
  async (t) => {
    const watched = await play(t, PLUS);
    const { page } = watched;
    await page.locator('canvas').focus();
    const read = page.locator('.unseen[aria-live]');
    const press = async (key: string, said: RegExp): Promise<void> => {
      await page.keyboard.press(key);
      await read.filter({ hasText: said }).waitFor();
    };
    await page.locator('header').getByText('3×3').getByRole('img', { name: '1 star' }).waitFor();
    await press('ArrowRight', /^row 1, cell 2: unknown. Row clue 1; column clue 3.$/);
    await press(' ', /^row 1, cell 2: filled. Row clue 1, finished; column clue 3.$/);
    await press('Shift+ArrowDown', /^row 2, cell 2: filled. Row clue 3; column clue 3.$/);
    await press(
      'Shift+ArrowDown',
      /^row 3, cell 2: filled. Row clue 1, finished; column clue 3, finished.$/,
    );
    await press('ArrowUp', /^row 2, cell 2/);
    await press('x', /^row 2, cell 2: blank. Row clue 3, cannot be; column clue 3, cannot be.$/);
    await page.getByText('Row 2 and column 2 cannot be completed any more.').waitFor();
    await press('u', /^row 2, cell 2: filled/);
    await press('Shift+ArrowLeft', /^row 2, cell 1: filled/);
    await press('End', /^row 2, cell 3: unknown/);
    await page.keyboard.press('Enter');
    await page.getByText(/Solved in/).waitFor();
    assert.deepEqual(await violations(page), []);
    await photograph(page, 'play-solved');
    await page.getByRole('button', { name: 'Watch how you solved it' }).click();
    await page.getByText('Move 5 of 5').waitFor();
    await page.getByLabel('Move').press('Home');
    await page.getByText('Move 0 of 5').waitFor();
    assert.deepEqual(await violations(page), []);
    await page.getByRole('button', { name: 'Back to the puzzle' }).click();
    // The moves are kept, so that the replay is there after a reload.
    await page.reload();
    await page.getByRole('button', { name: 'Watch how you solved it' }).waitFor();
    await watched.finish();
  },
);

test(
  'mistakes are shown when somebody wants to see them, and finished lines are crossed out',
  SKIP,
  async (t) => {
    const watched = await play(t, PLUS);
    const { page } = watched;
    await page.getByLabel('Show mistakes').selectOption('at once');
    await page.mouse.click(...(await cellPoint(page, PLUS, 1, 1)));
    await page.getByText('The marked cell (row 1, cell 1) is wrong.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByLabel('cross out the rest of finished lines').check();
    await page.mouse.click(...(await cellPoint(page, PLUS, 1, 2)));
    await holds(page, '.1._xxx_xxx');
    // How one likes to play is kept for the next puzzle.
    await page.reload();
    const kept = page.getByLabel('cross out the rest of finished lines');
    await kept.waitFor();
    assert.equal(await kept.isChecked(), true);
    assert.equal(await page.getByLabel('Show mistakes').inputValue(), 'cell');
    await watched.finish();
  },
);

test(
  'coloured puzzles are played on a phone by touch, without scrolling sideways',
  SKIP,
  async (t) => {
    const [red, blue] = [block(1, 1), block(1, 2)];
    const puzzle: Puzzle = {
      ...PLUS,
      width: 2,
      height: 2,
      rows: [[red], [blue]],
      columns: [[red], [blue]],
      colours: 2,
      palette: ['#ffffff', '#d02020', '#2040d0'],
    };
    const watched = await play(t, puzzle, 360);
    const { page } = watched;
    const tap = async (row: number, column: number): Promise<void> =>
      touch(page, await cellPoint(page, puzzle, row, column));
    await tap(1, 1);
    await page.getByRole('button', { name: 'blue' }).click();
    await tap(2, 2);
    await page.getByText('every clue is kept').waitFor();
    await holds(page, '1x_x2');
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${wide} pixels too wide`);
    assert.deepEqual(await violations(page), []);
    await photograph(page, 'play-colours-360');
    await watched.finish();
  },
);

test(
  'a finger drags along a line of a puzzle of 25x25 on a phone, and the page does not move',
  SKIP,
  async (t) => {
    const random = randomNumbers(4);
    const puzzle = puzzleOfPicture(randomPicture(random, 625, 0.6), 25, 25);
    const watched = await play(t, puzzle, 360);
    const { page } = watched;
    const from = await cellPoint(page, puzzle, 3, 2);
    const before = await page.evaluate(() => scrollY);
    await touch(
      page,
      from,
      await cellPoint(page, puzzle, 3, 12),
      await cellPoint(page, puzzle, 9, 20),
    );
    const rows = Array.from({ length: 25 }, (_, y) =>
      y === 2 ? `x${'1'.repeat(19)}xxxxx` : 'x'.repeat(25),
    );
    await holds(page, rows.join('_'));
    assert.equal(await page.evaluate(() => scrollY), before);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${wide} pixels too wide`);
    await page.getByRole('button', { name: 'Undo' }).click();
    await holds(page, null);
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.getByText(/^Look at (row|column) /).waitFor();
    await page.getByRole('button', { name: 'Which cells?' }).click();
    await photograph(page, 'play-25x25-360');
    assert.deepEqual(await violations(page), []);
    await watched.finish();
  },
);

test(
  'two fingers enlarge the grid, and what the first of them began is taken back',
  SKIP,
  async (t) => {
    const puzzle = puzzleOfPicture(randomPicture(randomNumbers(4), 625, 0.6), 25, 25);
    const watched = await play(t, puzzle, 360);
    const { page } = watched;
    const from = await cellPoint(page, puzzle, 3, 2);
    await pinch(page, from, await cellPoint(page, puzzle, 6, 6));
    const whole = page.getByRole('button', { name: 'As at first' });
    await whole.waitFor();
    await holds(page, null);
    // The larger cells are drawn on as the others were.
    await touch(page, await cellPoint(page, puzzle, 22, 22));
    await page.waitForFunction(() => /&c=[x_]*1[x_]*$/.test(location.hash));
    await photograph(page, 'play-zoomed-360');
    assert.deepEqual(await violations(page), []);
    await page.getByRole('button', { name: 'Undo' }).click();
    await whole.click();
    await whole.waitFor({ state: 'detached' });
    await touch(page, await cellPoint(page, puzzle, 3, 2));
    const rows = Array.from({ length: 25 }, (_, y) =>
      y === 2 ? `x1${'x'.repeat(23)}` : 'x'.repeat(25),
    );
    await holds(page, rows.join('_'));
    await watched.finish();
  },
);

test('a pen draws along a line, and draws back what it has drawn', SKIP, async (t) => {
  const watched = await play(t, PLUS);
  const { page } = watched;
  const client = await page.context().newCDPSession(page);
  type Moved = 'mousePressed' | 'mouseMoved' | 'mouseReleased';
  const pen = async (type: Moved, column: number): Promise<void> => {
    const [x, y] = await cellPoint(page, PLUS, 2, column);
    const buttons = type === 'mouseReleased' ? 0 : 1;
    const event = {
      type,
      x,
      y,
      buttons,
      button: 'left',
      pointerType: 'pen',
      clickCount: 1,
    } as const;
    await client.send('Input.dispatchMouseEvent', event);
  };
  await pen('mousePressed', 1);
  await pen('mouseMoved', 3);
  await holds(page, 'xxx_111_xxx');
  await pen('mouseMoved', 2);
  await holds(page, 'xxx_11x_xxx');
  await pen('mouseReleased', 2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await holds(page, null);
  await client.detach();
  await watched.finish();
});

test('a drag over cells that are given changes only the others, as one move', SKIP, async (t) => {
  const start = new Uint8Array(9).fill(UNKNOWN);
  start[3] = 1;
  const watched = await play(t, { ...PLUS, start });
  const { page } = watched;
  await page.mouse.click(...(await cellPoint(page, PLUS, 1, 2)));
  await page.mouse.move(...(await cellPoint(page, PLUS, 2, 1)));
  await page.mouse.down();
  for (const column of [2, 3]) await page.mouse.move(...(await cellPoint(page, PLUS, 2, column)));
  await page.mouse.up();
  await holds(page, 'x1x_111_xxx');
  await page.getByRole('button', { name: 'Undo' }).click();
  await holds(page, 'x1x_1xx_xxx');
  await watched.finish();
});

test(
  'an ambiguous puzzle is explained place by place, and fixed, on the page to try it',
  SKIP,
  async (t) => {
    const diagonals: Puzzle = {
      ...PLUS,
      width: 2,
      height: 2,
      rows: [[1], [1]],
      columns: [[1], [1]],
    };
    const watched = await play(t, diagonals);
    const { page } = watched;
    await page.getByText('This puzzle has more than one solution').waitFor();
    await page.getByText('2×2').waitFor();
    await page.getByRole('link', { name: 'Is it a good puzzle?' }).click();
    await page.getByRole('button', { name: 'See why' }).click();
    await page.getByText('1 place varies, in 2 ways.').waitFor();
    await page.getByRole('button', { name: 'Place 1: 1 of 2' }).click();
    await page.getByRole('button', { name: 'Place 1: 2 of 2' }).waitFor();
    await page.getByRole('button', { name: 'Fix it: one solution' }).click();
    await page.getByText('1 cell is given, the fewest possible.').waitFor();
    assert.deepEqual(await violations(page), []);
    await page.getByRole('button', { name: 'Take the fixed puzzle' }).click();
    await page.getByText('A good puzzle: one solution').waitFor();
    await watched.finish();
  },
);
