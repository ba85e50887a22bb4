import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test as nodeTest, type TestContext } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { type Drawn, emptyDrawing, puzzleOfDrawing } from '../../src/studio/pages/drawing/drawn.js';
import { coloursOf, openPages, text } from './support/open-pages.js';
import { ONLY_DEEP, until } from '../support/tests.js';
import { cellPoint, pinch, touch } from './support/touch.js';
import { resize, settled, violations } from './support/watched-page.js';
import { tryHash } from '../../src/pipeline/pages/client/puzzle-text.js';
import { findBrowser } from './support/chromium.js';
import { photograph } from './support/photograph.js';
import { openContext } from './support/spare-pages.js';
import { gifOf } from './support/gif.js';

const { skip, site, pageAt, visit, puzzleId } = openPages();

/** A test of every run, and one that only `npm run test:deep` has. */
const always = (title: string, work: (t: TestContext) => Promise<void>): void =>
  void nodeTest(title, { skip }, work);
const test = (title: string, work: (t: TestContext) => Promise<void>): void =>
  void nodeTest(title, { skip: skip || ONLY_DEEP }, work);

test('a puzzle that is to be changed arrives as text', async (t) => {
  const page = await pageAt(t, `runs/1/puzzles/${await puzzleId('colour')}`);
  await page.getByRole('link', { name: 'Change it' }).click();
  await page.getByText('A good puzzle: one').waitFor();
  await page.getByRole('tab', { name: 'Type or paste' }).click();
  const area = page.locator('#puzzle-text');
  assert.match(await area.inputValue(), /title "Colours"[^]*width 2[^]*#d03030/i);
  await page.getByRole('button', { name: 'Draw on its picture' }).click();
  await page.getByRole('group', { name: 'Colour to draw in' }).waitFor();
  await page.getByRole('tab', { name: 'Type or paste' }).click();
  await page.getByRole('button', { name: 'Check it' }).click();
  await page.getByText('A good puzzle: one').waitFor();
});

always('a puzzle is tried: good, ambiguous, without a solution, broken', async (t) => {
  const page = await pageAt(t, 'try');
  await page.getByRole('button', { name: 'Paste a puzzle' }).click();
  await page.getByRole('button', { name: 'Show an example' }).click();
  await page.getByText('A good puzzle: one solution').waitFor();
  await tryText(page, '{"rows":[[1],[1]],"columns":[[1],[1]]}');
  await page.getByText('it has more than one solution').waitFor();
  await tryText(page, '{"rows":[[1,1],[1],[1,1]],"columns":[[2],[1],[2]]}');
  await page.getByText('no picture fits these clues').waitFor();
  await tryText(page, '{"rows":[[1],[3],[1]],"columns":[[1],[3],[1]],"start":"???/???/#??"}');
  await page.getByText('no picture fits these clues and the start position').waitFor();
  await page.getByText(/row 3, cell 1 is filled/).waitFor();
  await tryText(page, '{"rows":[[9],[1]],"columns":[[1],[1]]}');
  await page.getByRole('alert').filter({ hasText: 'row 1: the blocks 9 need 9 cells' }).waitFor();
  await tryText(page, 'good morning');
  const told = page.getByRole('alert').filter({ hasText: /any of the formats|Read as/ });
  await told.waitFor();
});

test('puzzles are read in the text formats that people paste', async () => {
  const ways = {
    'm n text': '3 3\n1\n3\n1\n1\n3\n1\n',
    Tatham: '3x3:1/3/1/1/3/1',
    'puzz.link': 'https://puzz.link/p?nonogram/3/3/1g3g1g1g3g1g',
    'a picture': '.#.\n###\n.#.\n',
    'Haskell lists': '([[1],[3],[1]],[[1],[3],[1]])',
    '.non': 'width 3\nheight 3\nrows\n1\n3\n1\ncolumns\n1\n3\n1\n',
    CSV: 'id,width,height,rows,columns\np1,3,3,"1;3;1","1;3;1"\n',
    'webpbn XML':
      '<?xml version="1.0"?><puzzleset><puzzle type="grid" defaultcolor="black"><color name="white" char=".">fff</color><color name="black" char="X">000</color><clues type="columns"><line><count>1</count></line><line><count>3</count></line><line><count>1</count></line></clues><clues type="rows"><line><count>1</count></line><line><count>3</count></line><line><count>1</count></line></clues></puzzle></puzzleset>',
  };
  const unread: string[] = [];
  await visit('try', async (page) => {
    for (const [name, puzzle] of Object.entries(ways)) {
      await tryText(page, '{"rows":[[1],[1]],"columns":[[1],[1]]}');
      await page.getByText('it has more than one solution').waitFor();
      await tryText(page, puzzle);
      const good = page
        .getByText('A good puzzle: one')
        .waitFor()
        .then(() => '');
      const bad = page.getByRole('alert').filter({ hasNotText: 'more than one' }).innerText();
      const problem = await Promise.race([good, bad]);
      if (problem !== '') unread.push(`${name}: ${problem}`);
      bad.catch(() => undefined);
      good.catch(() => undefined);
    }
  });
  assert.deepEqual(unread, []);
});

test('a first visit sees a picture that solves itself, and ways to begin', async (t) => {
  const page = await pageAt(t, 'try');
  await page.getByRole('group', { name: 'A heart that solves itself' }).waitFor();
  await page.getByText('One solution, and no guessing: a good puzzle.').waitFor();
  assert.deepEqual(await violations(page), []);
  await page.getByRole('button', { name: 'Paste a puzzle' }).click();
  await page.locator('#puzzle-text:focus').waitFor();
  await page.getByRole('tab', { name: 'Draw a picture' }).click();
  await page.locator('canvas.drawable').waitFor();
  assert.equal(await page.getByText('solves itself').count(), 0);
});

test('an empty picture is not called a good puzzle', async (t) => {
  const page = await pageAt(t, 'try');
  await page.getByRole('button', { name: 'Draw your own' }).click();
  await page.locator('canvas.drawable').click();
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByText('An empty picture').waitFor();
  await page.getByRole('link', { name: 'Play it' }).waitFor();
  assert.doesNotMatch(await text(page), /good puzzle: one|Score/);
});

test('a picture that is pasted as text can be drawn on, and is what a fix changes', async (t) => {
  const page = await pageAt(t, 'try');
  await tryText(page, '#..\n.#.\n...\n');
  await page.getByText('it has more than one solution').waitFor();
  await page.getByText('1 cell changes, the fewest possible.').waitFor();
  await page.getByRole('button', { name: 'Take it' }).click();
  await page.getByText('A good puzzle: one solution').waitFor();
  await page.getByRole('tab', { name: 'Draw a picture', selected: true }).waitFor();
  await page.waitForFunction(() => /#p=3x3:.*&d=/.test(location.hash));
});

always('the address holds the puzzle that is tried', async (t) => {
  await visit('try', async (page) => {
    await page.getByRole('button', { name: 'Paste a puzzle' }).click();
    await page.getByRole('button', { name: 'Show an example' }).click();
    await page.getByText('A good puzzle: one').waitFor();
    await page.waitForFunction(() => /#p=10x10:/.test(location.hash));
    await page.getByText(/Score \d+\.\d: one more is twice the effort/).waitFor();
    await page.goto('about:blank');
    await page.goBack();
    await page.getByText('A good puzzle: one').waitFor();
  });
  const page = await pageAt(t, 'try#p=2x2:nonsense');
  await page.getByRole('alert').waitFor();
});

test('a picture is drawn with the pointer or with keys, and its clues follow', async (t) => {
  const page = await pageAt(t, 'try');
  await page.getByRole('button', { name: 'Draw your own' }).click();
  const canvas = page.locator('canvas.drawable');
  await canvas.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await page.waitForFunction(() => location.hash.startsWith('#p=10x10:2_'));
  const box = (await canvas.boundingBox())!;
  await canvas.click({ position: { x: box.width - 12, y: box.height - 12 } });
  await page.waitForFunction(() => location.hash.includes('_1:'));
  await canvas.click({ button: 'right', position: { x: box.width - 12, y: box.height - 12 } });
  await page.waitForFunction(() => location.hash.startsWith('#p=10x10:2_________:'));
  // Undo and redo, wherever the focus is.
  await page.getByRole('button', { name: 'Invert' }).click();
  await page.waitForFunction(() => location.hash.startsWith('#p=10x10:8_10_'));
  await page.keyboard.press('Control+z');
  await page.waitForFunction(() => location.hash.startsWith('#p=10x10:2_'));
  await page.keyboard.press('Control+Shift+z');
  await page.waitForFunction(() => location.hash.startsWith('#p=10x10:8_10_'));
  // The link holds the puzzle alone, unless the drawing is asked for.
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const copied = async (): Promise<string> => {
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('The link is copied.').waitFor();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const alone = await copied();
  assert.doesNotMatch(alone, /&d=/);
  await page.getByLabel('The link holds my drawing').check();
  assert.match(await copied(), /&d=.*&play=1$/);
  // Whoever opens it sees the board to play, and nothing of the solution.
  assert.match(alone, /&play=1$/);
  await page.goto(alone);
  await page.getByRole('link', { name: /Is it a good puzzle\?.*solution/ }).waitFor();
  assert.equal(await page.getByRole('region', { name: 'Replay' }).count(), 0);
  assert.equal(await page.getByText('one solution').count(), 0);
});

always('each stroke is answered beside a board that stays where it is', async (t) => {
  const page = await pageAt(t, 'try', /willReadFrequently/);
  await page.getByRole('button', { name: 'Draw your own' }).click();
  const blank = puzzleOfDrawing(emptyDrawing(10, 10));
  const points = [await cellPoint(page, blank, 1, 1), await cellPoint(page, blank, 2, 2)];
  const canvas = page.locator('canvas.drawable');
  const before = await canvas.boundingBox();
  const lamps = page.getByRole('list', { name: 'At a glance' });
  await page.mouse.click(...points[0]);
  await lamps.getByText('No guessing').and(page.locator('.good')).waitFor();
  await lamps.getByText('1 star').waitFor();
  await page.mouse.click(...points[1]);
  await lamps.getByText('Several solutions').waitFor();
  // Once a tenth of the board is filled.
  await page.mouse.move(...(await cellPoint(page, blank, 10, 1)));
  await page.mouse.down();
  await page.mouse.move(...(await cellPoint(page, blank, 10, 10)));
  await page.mouse.up();
  const tint = page.getByLabel('Tint the 4 cells that vary between solutions');
  await page.getByRole('button', { name: 'Take it' }).waitFor();
  const tinted = await coloursOf(page, 'canvas.drawable');
  await tint.uncheck();
  const plain = await coloursOf(page, 'canvas.drawable');
  assert.ok(plain.size < tinted.size, 'two colours fewer without the tint');
  await tint.check();
  await page.waitForFunction(() => location.hash.startsWith('#p=10x10:1_1__'));
  // Once the replay is there as well.
  await page.getByRole('region', { name: 'Replay' }).waitFor();
  assert.deepEqual(await canvas.boundingBox(), before);
  const [board, said] = [before!, (await lamps.boundingBox())!];
  assert.ok(said.x > board.x + board.width && said.y < board.y + board.height);
});

test('fixes are ghosts on the board: one is taken by a click, and locked cells stay', async (t) => {
  // 1.
  // .1
  const page = await pageAt(t, 'try#p=2x2:1_1:1_1&d=k');
  const offer = page.getByRole('region', { name: 'Fix it' });
  await offer.getByText('1 cell changes, the fewest possible.').waitFor();
  const first = await offer.locator('p').innerText();
  await offer.getByRole('button', { name: /^Show another \(1 of \d\)/ }).click();
  await offer.getByRole('button', { name: /^Show another \(2 of/ }).waitFor();
  assert.notEqual(await offer.locator('p').innerText(), first);
  // With three cells locked, the fourth alone is left to change.
  await page.locator('canvas.drawable').focus();
  for (const key of ['k', 'ArrowLeft', ' ', 'ArrowRight', ' ', 'ArrowDown', ' ']) {
    await page.keyboard.press(key);
  }
  await offer.getByText('Row 2, cell 1: filled.').waitFor();
  await offer.getByRole('button', { name: 'There is no other' }).waitFor();
  await page.getByRole('button', { name: 'Pencil' }).click();
  const puzzle = puzzleOfDrawing(emptyDrawing(2, 2));
  await page.mouse.click(...(await cellPoint(page, puzzle, 2, 1)));
  await page.getByText('A good puzzle: one solution').waitFor();
  await page.keyboard.press('Control+z');
  await offer.getByText('Row 2, cell 1: filled.').waitFor();
});

test('lines, rectangles and areas are drawn and regions copied by keys alone', async (t) => {
  const page = await pageAt(t, 'try');
  await page.getByRole('button', { name: 'Draw your own' }).click();
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await page.locator('canvas.drawable').focus();
  await press('ArrowLeft', 'r', ' ', 'ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowDown', ' ');
  await page.waitForFunction(() => location.hash.startsWith('#p=10x10:3_1.1_3___'));
  await press('ArrowLeft', 'ArrowUp', 'f', ' ');
  await page.waitForFunction(() => location.hash.startsWith('#p=10x10:3_3_3___'));
  await press('s', ' ', 'ArrowRight', ' ', 'Control+x', 'Control+v', 'Alt+ArrowDown', 'Escape');
  await page.waitForFunction(() => location.hash.startsWith('#p=10x10:3_1_3___'));
  await press('Control+z', 'Control+z', 'Control+z');
  await page.waitForFunction(() => location.hash.startsWith('#p=10x10:3_3_3___'));
  await press('l', ' ', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Escape');
  await page.waitForFunction(() => location.hash.startsWith('#p=10x10:3_3_3___'));
  assert.deepEqual(await violations(page), []);
});

test('what was drawn is on the shelf at the next visit, and is opened and removed there', async (t) => {
  const page = await pageAt(t, 'try');
  // What an earlier test drew may have been kept as its page was left.
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await page.getByRole('button', { name: 'Draw your own' }).click();
  const blank = puzzleOfDrawing(emptyDrawing(10, 10));
  await page.mouse.click(...(await cellPoint(page, blank, 1, 1)));
  const shelf = page.getByRole('region', { name: 'Your drawings' });
  await shelf.getByRole('link').waitFor();
  await page.getByRole('button', { name: 'New drawing' }).click();
  await page.mouse.click(...(await cellPoint(page, blank, 2, 2)));
  await shelf.getByRole('link').nth(1).waitFor();
  // A visit that follows at once keeps the last stroke as well.
  await page.mouse.click(...(await cellPoint(page, blank, 2, 3)));
  await page.goto(page.url().replace(/#.*/, '?again'));
  await shelf.getByRole('link').nth(1).waitFor();
  assert.equal(await shelf.getByRole('link').count(), 2);
  await shelf.getByRole('link').first().click();
  await page.waitForFunction(() => location.hash.startsWith('#p=10x10:_2_'));
  const removals = shelf.getByRole('button', { name: /^Remove/ });
  await removals.last().click();
  await shelf.getByRole('link').nth(1).waitFor({ state: 'detached' });
  assert.deepEqual(await violations(page), []);
});

test('a puzzle comes out as a PDF to print and as a card to share', async (t) => {
  const page = await pageAt(t, 'try#p=2x2:1_2:1_2&d=s&t=Stairs');
  const saved = async (kind: string): Promise<[string, Buffer]> => {
    const download = page.waitForEvent('download');
    await page.getByLabel('Print or share').selectOption(kind);
    const file = await download;
    return [file.suggestedFilename(), readFileSync(await file.path())];
  };
  await page.getByText('A good puzzle: one solution').waitFor();
  const [name, pdf] = await saved('.pdf');
  // A title may say what the picture is: a file that is passed on keeps it to the solution.
  assert.equal(name, 'puzzle-2x2.pdf');
  assert.match(pdf.toString('latin1'), /^%PDF-1\.4[^]*\/Count 2[^]*\/DCTDecode[^]*\/DCTDecode/);
  const [, png] = await saved('-card.png');
  const card = PNG.sync.read(png);
  assert.deepEqual([card.width, card.height], [1200, 630]);
  assert.ok(new Set(card.data).size > 10, 'something is drawn on it');
});

test('a random puzzle of two stars is there to be played', async (t) => {
  const page = await pageAt(t, 'try');
  await page.getByRole('button', { name: 'Play a random one' }).click();
  await page.getByRole('link', { name: 'Is it a good puzzle?' }).click();
  await page.getByText('A good puzzle: one solution').waitFor();
  await page.getByRole('list', { name: 'At a glance' }).getByText('2 stars').waitFor();
});

async function tryText(page: Page, puzzle: string): Promise<void> {
  const begin = page.getByRole('button', { name: 'Paste a puzzle' });
  if (await begin.isVisible()) await begin.click();
  await page.locator('#puzzle-text').fill(puzzle);
  await page.getByRole('button', { name: 'Check it' }).click();
}

const browser = findBrowser('deep');

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

test('fixes and tints wait until the hand has rested for a second and a tenth of the board is filled', async () => {
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
});

test('the cells that vary are "at least" so many until all are known', async () => {
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

test('a board of 15x15 with its size above it fits a screen of 1280x800, whatever is drawn', async (t) => {
  const boards = {
    empty: drawing(15, () => false),
    full: drawing(15, () => true),
    chequered: drawing(15, (x, y) => (x + y) % 2 === 0),
  };
  const page = await pageAt(t, `try${hashOf(boards.empty)}`);
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

test('a drawing gets another size around what stays in place', async (t) => {
  const page = await pageAt(t, `try${hashOf(drawing(2, (x, y) => x === 0 && y === 0))}`);
  await page.getByRole('radio', { name: 'the bottom right' }).check();
  await page.getByLabel('Width', { exact: true }).fill('3');
  await page.getByLabel('Width', { exact: true }).press('Enter');
  await page.waitForFunction(() => location.hash.startsWith('#p=3x2:1_:_1_&d='));
  await page.getByLabel('Height', { exact: true }).fill('3');
  await page.getByLabel('Height', { exact: true }).press('Enter');
  await page.waitForFunction(() => location.hash.startsWith('#p=3x3:_1_:_1_&d='));
});

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

test('a dropped or pasted picture becomes a puzzle by sliders, with its verdict at once', async (t) => {
  const page = await pageAt(t, 'try');
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

test('a picture underneath shows through the cells, as strongly as one likes', async (t) => {
  const page = await pageAt(t, 'try', /willReadFrequently/);
  await page.getByRole('button', { name: 'Draw your own' }).click();
  const plain = await coloursOf(page, 'canvas.drawable');
  await page.getByText('A picture underneath').click();
  const picture = { name: 'bars.gif', mimeType: 'image/gif', buffer: gifOf(['#.#.', '#.#.']) };
  await page.getByLabel(/shows through the cells/).setInputFiles(picture);
  const strength = page.getByLabel('How strongly it shows');
  await strength.fill('90');
  const dark = await coloursOf(page, 'canvas.drawable');
  assert.ok(dark.size > plain.size, 'it is seen');
  await strength.fill('0');
  assert.ok((await coloursOf(page, 'canvas.drawable')).size < dark.size);
  await page.getByRole('button', { name: 'Remove it' }).click();
  await strength.waitFor({ state: 'detached' });
});

test('what is not a picture is refused in words', async (t) => {
  const page = await pageAt(t, 'try');
  await page.getByRole('button', { name: 'Draw your own' }).click();
  await page.getByRole('tab', { name: 'From a picture' }).click();
  await page.getByLabel(/Choose a picture/).setInputFiles({
    name: 'broken.png',
    mimeType: 'image/png',
    buffer: Buffer.from('not a picture'),
  });
  await page.getByText('not a picture that your browser can read').waitFor();
});

test('a drawing stays a drawing after a reload, after a fix, and after it was played', async (t) => {
  const page = await pageAt(t, 'try');
  await page.getByRole('button', { name: 'Draw your own' }).click();
  for (const side of ['Width', 'Height']) {
    await page.getByLabel(side, { exact: true }).fill('2');
    await page.getByLabel(side, { exact: true }).press('Tab');
    await page.waitForURL(side === 'Width' ? /#p=2x/ : /#p=2x2:/);
    await settled(page);
  }
  await page.locator('canvas.drawable').focus();
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

test('a picture is drawn by touch on a phone, and a fast finger leaves no gap', async (t) => {
  const page = await pageAt(t, 'try');
  await resize(page, 360, 760);
  await page.getByRole('button', { name: 'Draw your own' }).click();
  await page.locator('canvas.drawable').waitFor();
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
  const verdicts = page.getByText(/one solution|more than one/);
  await verdicts.first().waitFor();
  assert.deepEqual(await violations(page), []);
  await onPhone(page, 'try-drawn');
});

test('two fingers enlarge a drawing, and draw nothing; one draws on the larger cells', async (t) => {
  const drawn = { ...emptyDrawing(25, 25), cells: new Uint8Array(625).fill(1) };
  const hash = tryHash(puzzleOfDrawing(drawn), '', drawn.cells);
  const page = await pageAt(t, `try${hash}`);
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

test('two fingers leave a drawing, and what can be undone and redone, as they were with each tool', async (t) => {
  const drawn = { ...emptyDrawing(25, 25), cells: new Uint8Array(625).fill(1) };
  const page = await pageAt(t, `try${tryHash(puzzleOfDrawing(drawn), '', drawn.cells)}`);
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
  const tools = ['Pencil', 'Line', 'Rectangle', 'Fill an area', 'Select a region', 'Lock cells'];
  for (const tool of tools) {
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

test('a GIF that is chosen with the keyboard becomes a drawing on a phone', async (t) => {
  const page = await pageAt(t, 'try');
  await resize(page, 360, 760);
  await page.getByRole('button', { name: 'Draw your own' }).click();
  await page.getByRole('tab', { name: 'Draw a picture' }).focus();
  await page.keyboard.press('ArrowRight');
  const chooser = page.waitForEvent('filechooser');
  await page.getByLabel(/Choose a picture/).press('Enter');
  const file = { name: 'disc.gif', mimeType: 'image/gif', buffer: gifOf(DISC) };
  await (await chooser).setFiles(file);
  await page.getByText('Size: 20 × 20').waitFor();
  await page.getByLabel('Size', { exact: true }).focus();
  for (let i = 0; i < 8; i++) await page.keyboard.press('ArrowLeft');
  await page.getByText('Size: 12 × 12').waitFor();
  // A disc has the same rows as columns; the name of its file, which says so, is not its title.
  await page.waitForFunction(() => /^#p=12x12:([^:]*8[^:]*):\1&d=/.test(location.hash));
  assert.doesNotMatch(page.url(), /disc/);
  await page.getByText('A good puzzle: one solution').waitFor();
  assert.deepEqual(await violations(page), []);
  await onPhone(page, 'try-gif');
});

test('a picture is pasted with the keyboard', async (t) => {
  const page = await pageAt(t, 'try');
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
