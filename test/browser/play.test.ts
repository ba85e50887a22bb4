import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { type TestContext, test as nodeTest } from 'node:test';
import type { Page } from 'playwright-core';
import { puzzleToAddress } from '../../src/solver/core/puzzle/address.js';
import { type Puzzle, UNKNOWN, block } from '../../src/solver/core/puzzle/types.js';
import {
  puzzleOfPicture,
  randomNumbers,
  randomPicture,
  puzzleOfClues,
} from '../support/random-puzzle.js';
import { findBrowser } from './support/chromium.js';
import { photograph } from './support/photograph.js';
import { serveFiles } from './support/static-server.js';
import { cellPoint, pinch, touch } from './support/touch.js';
import { type WatchedPage, openPage, resize, violations } from './support/watched-page.js';
import { type PlayedGame, readGameLine } from '../../src/solver/craft/replay/played-game.js';
import { openPages } from './support/open-pages.js';
import { linesIn, assertEach, eachOf } from '../support/tests.js';

const browser = findBrowser('deep');

/** A test that needs a browser. */
const test = (title: string, work: (t: TestContext) => Promise<void>): void =>
  void nodeTest(title, { skip: browser.missing }, work);

const PLUS = puzzleOfClues([[1], [3], [1]], [[1], [3], [1]]);

/** The site as files, with a page at a part of its address; it must complain of nothing. */
async function open(t: TestContext, hash: string): Promise<Page> {
  assert.ok(browser.missing === false);
  const server = await serveFiles();
  let watched: WatchedPage | null = null;
  t.after(async () => {
    try {
      await watched?.finish();
    } finally {
      server.close();
    }
  });
  const { port } = server.address() as AddressInfo;
  watched = await openPage(browser.path, `http://127.0.0.1:${port}/puzzles/${hash}`);
  return watched.page;
}

/** Opens a puzzle to be played, on a page of a given width. */
async function play(t: TestContext, puzzle: Puzzle, width = 1280): Promise<Page> {
  const page = await open(t, `#p=${puzzleToAddress(puzzle)}&t=Test&play=1`);
  await page.locator('canvas').waitFor();
  await resize(page, width, 760);
  return page;
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

test('a puzzle is played with the mouse: drags keep to a line, undo takes a drag back', async (t) => {
  const page = await play(t, PLUS);
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
});

test('hints name the line, then the cells, then the reason, then fill them in', async (t) => {
  const page = await play(t, PLUS);
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.getByText('Look at row 2.').waitFor();
  await page.getByRole('button', { name: 'Which cells?' }).click();
  await page.getByText('3 cells follow; they are marked.').waitFor();
  await page.getByRole('button', { name: 'Why?' }).click();
  await page.getByText('The block of 3 can only be').waitFor();
  assert.deepEqual(await violations(page), []);
  await page.getByRole('button', { name: 'Fill them in' }).click();
  await holds(page, 'xxx_111_xxx');
});

test('a puzzle is played with the keyboard alone, and progress survives a reload', async (t) => {
  const page = await play(t, PLUS);
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
});

test('a puzzle is played to its end with the keyboard, and what is read out is enough for it', async (t) => {
  const page = await play(t, PLUS);
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
});

test('mistakes are shown when somebody wants to see them, and finished lines are crossed out', async (t) => {
  const page = await play(t, PLUS);
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
});

test('coloured puzzles are played on a phone by touch, without scrolling sideways', async (t) => {
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
  const page = await play(t, puzzle, 360);
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
});

test('a finger drags along a line of a puzzle of 25x25 on a phone, and the page does not move', async (t) => {
  const puzzle = puzzleOfPicture(randomPicture(randomNumbers(4), 625, 0.6), 25, 25);
  const page = await play(t, puzzle, 360);
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
});

test('two fingers enlarge the grid, and what the first of them began is taken back', async (t) => {
  const puzzle = puzzleOfPicture(randomPicture(randomNumbers(4), 625, 0.6), 25, 25);
  const page = await play(t, puzzle, 360);
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
});

test('a pen draws along a line, and draws back what it has drawn', async (t) => {
  const page = await play(t, PLUS);
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
});

test('a drag over cells that are given changes only the others, as one move', async (t) => {
  const start = new Uint8Array(9).fill(UNKNOWN);
  start[3] = 1;
  const page = await play(t, { ...PLUS, start });
  await page.mouse.click(...(await cellPoint(page, PLUS, 1, 2)));
  await page.mouse.move(...(await cellPoint(page, PLUS, 2, 1)));
  await page.mouse.down();
  for (const column of [2, 3]) await page.mouse.move(...(await cellPoint(page, PLUS, 2, column)));
  await page.mouse.up();
  await holds(page, 'x1x_111_xxx');
  await page.getByRole('button', { name: 'Undo' }).click();
  await holds(page, 'x1x_1xx_xxx');
});

test('an ambiguous puzzle is explained place by place, and fixed, on the page to try it', async (t) => {
  const diagonals: Puzzle = { ...PLUS, width: 2, height: 2, rows: [[1], [1]], columns: [[1], [1]] };
  const page = await play(t, diagonals);
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
});
const { pageAt } = openPages('deep');

const PLAYED_PLUS = '#p=3x3:1_3_1:1_3_1&t=Plus&play=1';
/** The keys that solve it: the column from its first cell on, then the row. */
const THEN = ['Shift+ArrowLeft', 'End', ' '];
const SOLVES = ['ArrowRight', ' ', 'Shift+ArrowDown', 'Shift+ArrowDown', 'ArrowUp', ...THEN];

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

test('a game is kept from the first move on, over a reload, and listed, exported and deleted with a question', async (t) => {
  const page = await open(t, PLAYED_PLUS);
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
  assertEach(half.moves, ({ cells }) => cells.map(({ cell, to }) => [cell, to]), [
    [[0, 1]],
    [[0, 0]],
    [[1, 1]],
    [[4, 1]],
    [[3, 1]],
    [[3, 255]],
  ]);
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
  const lines = linesIn(readFileSync(await saved.path(), 'utf8'));
  const read = lines.map((line) => readGameLine(line).game!);
  assert.deepEqual(eachOf(read, 'start').toSorted(), eachOf(read, 'start'));
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
  }, PLAYED_PLUS);
  await page.getByText('This game was begun elsewhere').waitFor();
  await press(page, ['ArrowRight', 'ArrowDown', 'ArrowDown', ' ']);
  await page.getByText('Solved in').waitFor();
  assert.deepEqual(await kept(page), []);
});

test('starting again is a move that can be undone, and the list goes on with the game that is there', async (t) => {
  const page = await open(t, PLAYED_PLUS);
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
  await page.evaluate((hash) => (location.hash = `${hash}&c=.xx_xxx_xxx`), PLAYED_PLUS);
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
});

test('a browser that keeps nothing, or no more, plays on and says so; what is damaged is left out', async (t) => {
  const page = await open(t, '');
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
  }, PLAYED_PLUS);
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
});

test('what was played is a page of "serve", too, and fits a phone, in light and dark', async (t) => {
  const page = await pageAt(t, 'try#played');
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
