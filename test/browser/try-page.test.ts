import type { Page } from 'playwright-core';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { PNG } from 'pngjs';
import { emptyDrawing, puzzleOfDrawing } from '../../src/studio/pages/drawing/drawn.js';
import { coloursOf, openPages, text } from './support/open-pages.js';
import { ONLY_DEEP } from '../support/depth.js';
import { cellPoint } from './support/touch.js';
import { violations } from './support/watched-page.js';

const { skip, visit, puzzleId } = openPages();

test('a puzzle that is to be changed arrives as text', { skip }, async () => {
  await visit(`runs/1/puzzles/${await puzzleId('colour')}`, async (page) => {
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
});

test('a puzzle is tried: good, ambiguous, without a solution, broken', { skip }, async () => {
  await visit('try', async (page) => {
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
    await page
      .getByRole('alert')
      .filter({ hasText: /any of the formats|Read as/ })
      .waitFor();
  });
});

test('puzzles are read in the text formats that people paste', { skip }, async () => {
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

test('a first visit sees a picture that solves itself, and ways to begin', { skip }, async () => {
  await visit('try', async (page) => {
    await page.getByRole('group', { name: 'A heart that solves itself' }).waitFor();
    await page.getByText('One solution, and no guessing: a good puzzle.').waitFor();
    assert.deepEqual(await violations(page), []);
    await page.getByRole('button', { name: 'Paste a puzzle' }).click();
    await page.locator('#puzzle-text:focus').waitFor();
    await page.getByRole('tab', { name: 'Draw a picture' }).click();
    await page.locator('canvas.drawable').waitFor();
    assert.equal(await page.getByText('solves itself').count(), 0);
  });
});

test('an empty picture is not called a good puzzle', { skip }, async () => {
  await visit('try', async (page) => {
    await page.getByRole('button', { name: 'Draw your own' }).click();
    await page.locator('canvas.drawable').click();
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByText('An empty picture').waitFor();
    await page.getByRole('link', { name: 'Play it' }).waitFor();
    assert.doesNotMatch(await text(page), /good puzzle: one|Score/);
  });
});

test(
  'a picture that is pasted as text can be drawn on, and is what a fix changes',
  { skip: skip || ONLY_DEEP },
  async () => {
    await visit('try', async (page) => {
      await tryText(page, '#..\n.#.\n...\n');
      await page.getByText('it has more than one solution').waitFor();
      await page.getByText('1 cell changes, the fewest possible.').waitFor();
      await page.getByRole('button', { name: 'Take it' }).click();
      await page.getByText('A good puzzle: one solution').waitFor();
      await page.getByRole('tab', { name: 'Draw a picture', selected: true }).waitFor();
      await page.waitForFunction(() => /#p=3x3:.*&d=/.test(location.hash));
    });
  },
);

test('the address holds the puzzle that is tried', { skip }, async () => {
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
  await visit('try#p=2x2:nonsense', async (page) => {
    await page.getByRole('alert').waitFor();
  });
});

test(
  'a picture is drawn with the pointer or with keys, and its clues follow',
  { skip: skip || ONLY_DEEP },
  async () => {
    await visit('try', async (page) => {
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
      await canvas.click({
        button: 'right',
        position: { x: box.width - 12, y: box.height - 12 },
      });
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
  },
);

test('each stroke is answered beside a board that stays where it is', { skip }, async () => {
  await visit(
    'try',
    async (page) => {
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
    },
    /willReadFrequently/,
  );
});

test(
  'fixes are ghosts on the board: one is taken by a click, and locked cells stay',
  { skip: skip || ONLY_DEEP },
  async () => {
    // 1.
    // .1
    await visit('try#p=2x2:1_1:1_1&d=k', async (page) => {
      const offer = page.getByRole('region', { name: 'Fix it' });
      await offer.getByText('1 cell changes, the fewest possible.').waitFor();
      const first = await offer.locator('p').innerText();
      await offer.getByRole('button', { name: /^Show another \(1 of \d\)/ }).click();
      await offer.getByRole('button', { name: /^Show another \(2 of/ }).waitFor();
      assert.notEqual(await offer.locator('p').innerText(), first);
      // With three cells locked, the fourth alone is left to change.
      const canvas = page.locator('canvas.drawable');
      await canvas.focus();
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
  },
);

test(
  'lines, rectangles and areas are drawn and regions copied by keys alone',
  { skip: skip || ONLY_DEEP },
  async () => {
    await visit('try', async (page) => {
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
  },
);

test(
  'what was drawn is on the shelf at the next visit, and is opened and removed there',
  { skip: skip || ONLY_DEEP },
  async () => {
    await visit('try', async (page) => {
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
      await shelf
        .getByRole('button', { name: /^Remove/ })
        .last()
        .click();
      await shelf.getByRole('link').nth(1).waitFor({ state: 'detached' });
      assert.deepEqual(await violations(page), []);
    });
  },
);

test('a puzzle comes out as a PDF to print and as a card to share', { skip }, async () => {
  await visit('try#p=2x2:1_2:1_2&d=s&t=Stairs', async (page) => {
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
    assert.match(pdf.toString('latin1'), /^%PDF-1\.4[^]*\/Count 2[^]*\(Stairs\) Tj/);
    const [, png] = await saved('-card.png');
    const card = PNG.sync.read(png);
    assert.deepEqual([card.width, card.height], [1200, 630]);
    assert.ok(new Set(card.data).size > 10, 'something is drawn on it');
  });
});

test('a random puzzle of two stars is there to be played', { skip }, async () => {
  await visit('try', async (page) => {
    await page.getByRole('button', { name: 'Play a random one' }).click();
    await page.getByRole('link', { name: 'Is it a good puzzle?' }).click();
    await page.getByText('A good puzzle: one solution').waitFor();
    await page.getByRole('list', { name: 'At a glance' }).getByText('2 stars').waitFor();
  });
});

async function tryText(page: Page, puzzle: string): Promise<void> {
  const begin = page.getByRole('button', { name: 'Paste a puzzle' });
  if (await begin.isVisible()) await begin.click();
  await page.locator('#puzzle-text').fill(puzzle);
  await page.getByRole('button', { name: 'Check it' }).click();
}
