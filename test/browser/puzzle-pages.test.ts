import { readFileSync } from 'node:fs';
import assert from 'node:assert/strict';
import { test as nodeTest, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { tryHash } from '../../src/pipeline/pages/client/puzzle-text.js';
import { block } from '../../src/solver/core/puzzle/types.js';
import { CertificateChecker } from '../../src/solver/engine/certificate/certificate-checker.js';
import { dominoes } from '../support/long-puzzles.js';
import { coloursOf, gridColours, openPages, text } from './support/open-pages.js';
import { settled, violations } from './support/watched-page.js';
import { puzzleOfClues } from '../support/random-puzzle.js';

const { skip, pageAt, visit, puzzleId } = openPages('deep');

/** A test that needs a browser. */
const test = (title: string, work: (t: TestContext) => Promise<void>): void =>
  void nodeTest(title, { skip }, work);

/** The puzzle `two`. */
const DIAGONALS = puzzleOfClues([[block(1)], [block(1)]], [[block(1)], [block(1)]]);

/** What two fifths of black leave of white. */
const DOT_ON_WHITE = '153,153,153';

test('a name or title that is markup is shown as that text', async () => {
  const id = await puzzleId('<script');
  for (const path of [
    'runs/1?name=%3Cscript',
    `runs/1/puzzles/${id}`,
    `runs/1/puzzles/${id}/replay`,
  ]) {
    await visit(path, async (page) => {
      await page.getByText('<img src=x onerror=').first().waitFor();
      assert.equal(await page.locator('main img, main script').count(), 0);
      assert.doesNotMatch(await page.title(), /^taken over/);
    });
  }
});

test('two solutions are laid over each other, and figures tell their meaning', async (t) => {
  const page = await pageAt(t, `runs/1/puzzles/${await puzzleId('two')}`);
  assert.match(await text(page), /they differ in 4 cells/);
  await page.getByText('only in the second solution').waitFor();
  const figure = page.getByRole('button', { name: 'guess depth' });
  await figure.focus();
  await page.getByRole('tooltip').filter({ hasText: 'least level of contradictions' }).waitFor();
  await figure.press('Escape');
  await page.getByRole('tooltip').waitFor({ state: 'hidden' });
});

test('two coloured solutions keep their colours, and blank cells are told from white ones', async (t) => {
  await visit(`runs/1/puzzles/${await puzzleId('alike')}`, async (page) => {
    await page.getByText('lower right: the second solution').waitFor();
    const colours = await gridColours(page);
    for (const colour of ['255,255,255', '254,254,254', '208,48,48', DOT_ON_WHITE]) {
      assert.ok(colours.has(colour), colour);
    }
  });
  const page = await pageAt(t, `runs/1/puzzles/${await puzzleId('colour')}`);
  const colours = await gridColours(page);
  assert.ok(colours.has('208,48,48'));
  assert.ok(!colours.has(DOT_ON_WHITE), 'no colour here looks like the background');
});

test('a puzzle has a QR code of its address at puzz.link', async (t) => {
  const page = await pageAt(t, `runs/1/puzzles/${await puzzleId('two')}`);
  await page.getByRole('button', { name: 'QR code' }).click();
  await page.getByRole('img', { name: 'QR code of its address at puzz.link' }).waitFor();
  const link = page.getByRole('link', { name: 'Play it at puzz.link' });
  assert.equal(await link.getAttribute('href'), 'https://puzz.link/p?nonogram/2/2/1111');
  assert.deepEqual(await violations(page), []);
});

test('the map of an ambiguous puzzle has a switch for each place', async (t) => {
  const page = await pageAt(t, `runs/1/puzzles/${await puzzleId('two')}`);
  await page.getByRole('button', { name: 'See why: where its solutions differ' }).click();
  await page.getByText('All solutions agree in 0 of 4 cells. 1 place varies, in 2 ways.').waitFor();
  const map = page.getByRole('region', { name: 'Why it is ambiguous' }).locator('canvas');
  const shown = (): Promise<string> =>
    map.evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
  const first = await shown();
  const place = page.getByRole('group', { name: 'Ways of each place' }).getByRole('button');
  await place.filter({ hasText: 'Place 1: 1 of 2' }).click();
  await place.filter({ hasText: 'Place 1: 2 of 2' }).waitFor();
  assert.notEqual(await shown(), first);
  await place.press('Enter');
  await place.filter({ hasText: 'Place 1: 1 of 2' }).waitFor();
  assert.equal(await shown(), first);
  assert.deepEqual(await violations(page), []);
});

test('a drawing stays a drawing when it is changed or played, and after a reload', async (t) => {
  const page = await pageAt(t, `runs/1/puzzles/${await puzzleId('drawn')}`);
  const isDrawing = page.getByRole('tab', { name: 'Draw a picture', selected: true });
  const good = page.getByText('A good puzzle: one solution');
  await page.getByRole('link', { name: 'Change it' }).click();
  await isDrawing.waitFor();
  await good.waitFor();
  assert.match(page.url(), /#p=2x2:2_1:1_2&t=Drawn%20by%20hand&d=/);
  await page.reload();
  await isDrawing.waitFor();
  await good.waitFor();
  await page.locator('canvas.drawable').focus();
  for (const key of ['ArrowLeft', ' ']) await page.keyboard.press(key);
  await page.waitForFunction(() => location.hash.startsWith('#p=2x2:1_1:_2'));
  await page.goBack();
  await page.getByRole('link', { name: 'Play it' }).click();
  await page.getByRole('link', { name: 'Is it a good puzzle?' }).click();
  await isDrawing.waitFor();
});

test('equal puzzles of a run are listed, and lead to their pages', async (t) => {
  const page = await pageAt(t, 'runs/1/duplicates');
  const group = page.getByRole('listitem').filter({ hasText: 'Drawn by hand' });
  const expected = /^2 times 2×2 Drawn by hand \(\S+odd\.json#6\), Turned \(\S+odd\.json#7\)$/;
  assert.match(await group.innerText(), expected);
  await group.getByRole('link', { name: 'Turned' }).click();
  await page.getByRole('heading', { name: 'Turned' }).waitFor();
});

test('a puzzle is saved in another format', async (t) => {
  const page = await pageAt(t, `runs/1/puzzles/${await puzzleId('two')}`);
  const download = page.waitForEvent('download');
  await page.getByLabel('Save as').selectOption('non');
  const saved = readFileSync(await (await download).path(), 'utf8');
  assert.match(saved, /width 2/);
  assert.match(saved, /title "Two ways"/);
});

test('a certificate is made in the page, and other programs accept it', async (t) => {
  const id = await puzzleId('two');
  const page = await pageAt(t, `runs/1/puzzles/${id}`);
  await page.getByRole('button', { name: 'Certificate' }).click();
  await page.getByText('Certified: exactly 2 solutions, in').waitFor();
  assert.deepEqual(await violations(page), []);
  const saved = async (name: string): Promise<[string, Buffer]> => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name }).click();
    const file = await download;
    return [file.suggestedFilename(), readFileSync(await file.path())];
  };
  const [[proof, lemmas], [cnf, clauses]] = [await saved('the proof'), await saved('clauses')];
  assert.deepEqual([proof, cnf], ['two.lrat', 'two.cnf']);
  const checker = new CertificateChecker(DIAGONALS);
  checker.writeClauses(clauses);
  checker.endClauses();
  checker.write(lemmas);
  const report = checker.end();
  assert.ok(report.valid && report.solutions.length === 2, JSON.stringify(report));
});

test('a certificate that takes long is announced first', async (t) => {
  const page = await pageAt(t, `try${tryHash(dominoes(14), 'Dominoes')}`);
  await page.getByRole('button', { name: 'Certificate' }).click();
  await page.getByText('That takes about').waitFor();
  await page.getByRole('button', { name: 'Leave it' }).click();
  assert.equal(await page.getByText('That takes about').count(), 0);
  await page.getByRole('button', { name: 'Certificate' }).click();
  await page.getByRole('button', { name: 'Make it' }).click();
  await page.getByText('Proving it').waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  assert.equal(await page.getByText('Proving it').count(), 0);
});

test('a replay goes step by step to the solved picture, by keys and by itself', async (t) => {
  const id = await puzzleId('12x12');
  const picture = (page: Page): Promise<string> =>
    page.evaluate(() => {
      const canvas = document.querySelector('canvas')!;
      const { data, width } = canvas
        .getContext('2d')!
        .getImageData(0, 0, canvas.width, canvas.height);
      let found = '';
      for (let i = 0; i < data.length; i += 4 * 97)
        found += data[i] < 80 && (i / 4) % width > 0 ? '#' : '.';
      return found;
    });
  let solved = '';
  await visit(`runs/1/puzzles/${id}`, async (page) => {
    await page.locator('canvas').waitFor();
    solved = await picture(page);
  });
  const page = await pageAt(t, `runs/1/puzzles/${id}/replay`);
  await page.getByRole('button', { name: 'Play' }).waitFor();
  await page.keyboard.press('ArrowRight');
  assert.match(await page.locator('.now').innerText(), /^(row|column) \d+: /);
  await page.keyboard.press('Home');
  await page.getByLabel('Speed').selectOption('1000');
  await page.getByRole('button', { name: 'Play' }).click();
  await page.locator('.now', { hasText: 'solved: every clue is kept' }).waitFor();
  const expected = /144 of 144 cells are known/;
  assert.match((await page.locator('canvas').getAttribute('aria-label'))!, expected);
  assert.match(await page.locator('.step-list').innerText(), /solved/);
  assert.equal(await picture(page), solved);
  await page.getByLabel('Step', { exact: true }).focus();
  await page.keyboard.press('ArrowLeft');
  assert.doesNotMatch(await page.locator('.now').innerText(), /solved/);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as animated SVG' }).click();
  const svg = readFileSync(await (await download).path(), 'utf8');
  assert.match(svg, /^<svg .*<animate attributeName="visibility"/s);
});

test('the replay of an ambiguous puzzle ends on both solutions', async (t) => {
  const page = await pageAt(t, `runs/1/puzzles/${await puzzleId('two')}/replay`);
  await page.getByLabel('Step', { exact: true }).press('End');
  await page.getByText('only in the second solution').waitFor();
  await page.getByText('another solution: it differs in 4 cells').first().waitFor();
  const colours = await gridColours(page);
  for (const colour of ['194,87,26', '43,108,176']) assert.ok(colours.has(colour), colour);
  await page.getByRole('button', { name: 'Step back' }).click();
  await page.getByText('not known yet').waitFor();
});

test('thumbnails have the colours of the large picture, in the dark too', async () => {
  for (const scheme of ['light', 'dark'] as const) {
    await visit('runs/1?size=5x5&status=unique', async (page) => {
      await page.emulateMedia({ colorScheme: scheme });
      await page.reload();
      await page.locator('canvas.thumbnail').first().waitFor();
      // It is drawn in the frame after the one in which it is found to be in sight.
      for (let frames = 0; frames < 2; frames++) await settled(page);
      const small = await coloursOf(page, 'canvas.thumbnail');
      await page.locator('#puzzles tbody a').first().click();
      await page.getByRole('link', { name: 'Watch it being solved' }).waitFor();
      const large = await coloursOf(page, '.grid-frame canvas');
      assert.ok(small.size === 2 && [...small].every((colour) => large.has(colour)), scheme);
    });
  }
});
