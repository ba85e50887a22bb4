import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from 'playwright-core';
import { findBrowser, openBrowser } from './chromium.js';
import { nonomill, openSite, startNonomill, type Site } from './site.js';
import { openPage, violations } from './watched-page.js';

const SCREENSHOTS = fileURLToPath(new URL('../../../reports/screenshots/', import.meta.url));

const browser = findBrowser();
const skip = browser.missing;

let site: Site;
let context: BrowserContext;
let closeBrowser: () => Promise<void>;

before(async () => {
  if (browser.missing !== false) return;
  site = await openSite();
  const opened = await openBrowser(browser.path);
  ({ context } = opened);
  closeBrowser = () => opened.close();
});

after(async () => {
  if (browser.missing !== false) return;
  await closeBrowser();
  await site.close();
});

/** The id of a puzzle of the first run by its name. */
async function puzzleId(name: string): Promise<number> {
  const response = await fetch(`${site.url}api/runs/1/results?name=${encodeURIComponent(name)}`);
  const { rows } = (await response.json()) as { rows: { puzzleId: number }[] };
  assert.ok(rows.length > 0, `no puzzle ${name}`);
  return rows[0].puzzleId;
}

/** Uses a page; complaints that `expected` fits are none. */
async function visit(
  path: string,
  use: (page: Page) => Promise<void>,
  expected?: RegExp,
): Promise<void> {
  const watched = await openPage(context, site.url + path);
  await use(watched.page);
  await watched.finish(expected);
}

const text = (page: Page): Promise<string> => page.locator('main').innerText();

test('the runs are listed with what they found', { skip }, async () => {
  await visit('', async (page) => {
    await page.getByRole('link', { name: 'before (run 1)' }).waitFor();
    assert.match(await text(page), /157 puzzles/);
    assert.match(await text(page), /1 reject/);
  });
});

test('a run under way counts up while one looks, and ends as complete', { skip }, async () => {
  await visit('', async (page) => {
    const run = startNonomill(
      ...['run', site.longCorpus, '--db', site.database, '--name', 'long', '--no-report'],
      ...['--threads', '1', '--quiet'],
    );
    const ended = new Promise((resolve) => run.once('exit', resolve));
    const card = page.locator('li.card', { hasText: 'long (run 3)' });
    await card.getByText('running').waitFor();
    const seen = new Set<string>();
    const count = card.locator('strong');
    while (run.exitCode === null) {
      seen.add(await count.innerText());
      await page.waitForTimeout(200);
    }
    await ended;
    await card.getByText('complete').waitFor();
    assert.equal((await count.innerText()).replace(/\D/g, ''), '6000');
    assert.ok(seen.size >= 2, `only ${[...seen].join()} was shown on the way`);
  });
});

test(
  'the table of a run is filtered, sorted and paged, and the address says how',
  { skip },
  async () => {
    await visit('runs/1', async (page) => {
      await page.getByLabel('Status', { exact: true }).selectOption('multiple');
      await page.waitForFunction(() =>
        [...document.querySelectorAll('tbody tr td:nth-child(4)')].every(
          (cell) => cell.textContent === 'multiple',
        ),
      );
      assert.match(page.url(), /status=multiple/);
      await page.getByRole('button', { name: 'Clear' }).click();
      await page.getByRole('button', { name: 'Next page' }).waitFor();
      await page.getByRole('button', { name: 'Size' }).click();
      await page.locator('th[aria-sort=ascending]', { hasText: 'Size' }).waitFor();
      await page.getByRole('button', { name: 'Size' }).click();
      await page.waitForFunction(
        () => document.querySelector('#puzzles tbody td:nth-child(3)')?.textContent === '15×15',
      );
      assert.match(page.url(), /sort=-size/);
      await page.getByRole('button', { name: 'Next page' }).click();
      await page.getByRole('button', { name: 'First page' }).waitFor();
      const address = page.url();
      await page.reload();
      await page.getByRole('button', { name: 'First page' }).waitFor();
      assert.equal(page.url(), address);
    });
  },
);

test('a run tells the options that were set, and no others', { skip }, async () => {
  await visit('runs/2', async (page) => {
    const said = await text(page);
    assert.match(
      said,
      /options\s+timeoutMs 10000, maxSteps 12, count 2, guessDepth 1, threads \d+/,
    );
    assert.doesNotMatch(said, /"timeoutMs"|null/);
  });
});

test('a filter that means nothing is answered with what was expected', { skip }, async () => {
  await visit(
    'runs/1',
    async (page) => {
      await page.getByLabel('Size', { exact: true }).fill('nonsense');
      await page.getByLabel('Size', { exact: true }).press('Enter');
      await page.getByRole('alert').waitFor();
      assert.match(await page.getByRole('alert').innerText(), /size: expected 25x25/);
    },
    // The browser notes the refused request.
    /status of 400/,
  );
});

test('the filtered rows come as CSV and NDJSON', { skip }, async () => {
  await visit('runs/1?size=5x5', async (page) => {
    const link = await page.getByRole('link', { name: 'NDJSON', exact: true }).getAttribute('href');
    const lines = (await (await fetch(new URL(link!, site.url))).text()).trim().split('\n');
    assert.equal(lines.length, 50);
    assert.ok(lines.every((line) => (JSON.parse(line) as { width: number }).width === 5));
    const csv = await page.getByRole('link', { name: 'CSV', exact: true }).getAttribute('href');
    assert.equal(
      (await (await fetch(new URL(csv!, site.url))).text()).trim().split('\r\n').length,
      51,
    );
  });
});

test('rejects are listed with file, line and reason', { skip }, async () => {
  await visit('runs/1/rejects', async (page) => {
    await page.getByText('odd.json').waitFor();
    assert.match(await text(page), /bad <b>one<\/b>/);
    assert.match(await text(page), /row 1: the blocks 9 need 9 cells/);
    assert.match(await text(page), /1 reject\n/);
  });
});

test('why an entry is no puzzle stands in sight on a phone', { skip }, async () => {
  await visit('runs/1/rejects', async (page) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const reason = await page.getByText('row 1: the blocks 9 need 9 cells').boundingBox();
    assert.ok(reason !== null && reason.x >= 0 && reason.x + reason.width <= 390);
  });
});

test('an address that leads to nothing says so, and where to go from there', { skip }, async () => {
  for (const path of ['runs/1/puzzles/999', 'nothing/%3Cimg%20src=x%3E']) {
    await visit(
      path,
      async (page) => {
        await page.getByRole('link', { name: 'See all runs' }).click();
        await page.getByRole('link', { name: 'before (run 1)' }).waitFor();
        assert.equal(await page.locator('main img').count(), 0);
      },
      /404/,
    );
  }
});

test('a name or title that is markup is shown as that text', { skip }, async () => {
  const id = await puzzleId('<script');
  for (const path of ['runs/1', `runs/1/puzzles/${id}`, `runs/1/puzzles/${id}/replay`]) {
    await visit(path, async (page) => {
      await page.getByText('<img src=x onerror=').first().waitFor();
      assert.equal(await page.locator('main img, main script').count(), 0);
      assert.doesNotMatch(await page.title(), /^taken over/);
    });
  }
});

test(
  'two solutions are laid over each other, and figures tell their meaning',
  { skip },
  async () => {
    await visit(`runs/1/puzzles/${await puzzleId('two')}`, async (page) => {
      assert.match(await text(page), /they differ in 4 cells/);
      await page.getByText('only in the second solution').waitFor();
      const figure = page.getByRole('button', { name: 'guess depth' });
      await figure.focus();
      await page
        .getByRole('tooltip')
        .filter({ hasText: 'least level of contradictions' })
        .waitFor();
      await figure.press('Escape');
      await page.getByRole('tooltip').waitFor({ state: 'hidden' });
    });
  },
);

test(
  'two coloured solutions keep their colours, and blank cells are told from white ones',
  { skip },
  async () => {
    await visit(`runs/1/puzzles/${await puzzleId('alike')}`, async (page) => {
      await page.getByText('lower right: the second solution').waitFor();
      const colours = await gridColours(page);
      for (const colour of ['255,255,255', '254,254,254', '208,48,48', DOT_ON_WHITE]) {
        assert.ok(colours.has(colour), colour);
      }
    });
    await visit(`runs/1/puzzles/${await puzzleId('colour')}`, async (page) => {
      const colours = await gridColours(page);
      assert.ok(colours.has('208,48,48'));
      assert.ok(!colours.has(DOT_ON_WHITE), 'no colour here looks like the background');
    });
  },
);

/** What two fifths of black leave of white. */
const DOT_ON_WHITE = '153,153,153';

/** The colours of all pixels of the grid, as red,green,blue. */
async function gridColours(page: Page): Promise<Set<string>> {
  await page.locator('canvas').first().waitFor();
  const colours = await page.evaluate(() => {
    const canvas = document.querySelector('canvas')!;
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
    const found = new Set<string>();
    for (let i = 0; i < data.length; i += 4) {
      if (data[i + 3] === 255) found.add(data.slice(i, i + 3).join());
    }
    return [...found];
  });
  return new Set(colours);
}

test('a puzzle to be changed comes as text', { skip }, async () => {
  await visit(`runs/1/puzzles/${await puzzleId('colour')}`, async (page) => {
    await page.getByRole('link', { name: 'Change it' }).click();
    await page.getByText('A good puzzle: one').waitFor();
    const area = page.locator('#puzzle-text');
    assert.match(await area.inputValue(), /title "Colours"[^]*width 2[^]*#d03030/i);
    await page.getByRole('button', { name: 'Check it' }).click();
    await page.getByText('A good puzzle: one').waitFor();
  });
});

test('a puzzle is saved in another format', { skip }, async () => {
  await visit(`runs/1/puzzles/${await puzzleId('two')}`, async (page) => {
    const download = page.waitForEvent('download');
    await page.getByLabel('Save as').selectOption('non');
    const saved = readFileSync(await (await download).path(), 'utf8');
    assert.match(saved, /width 2/);
    assert.match(saved, /title "Two ways"/);
  });
});

test(
  'a replay goes step by step to the solved picture, by keys and by itself',
  { skip },
  async () => {
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
    await visit(`runs/1/puzzles/${id}/replay`, async (page) => {
      await page.getByRole('button', { name: 'Play' }).waitFor();
      await page.keyboard.press('ArrowRight');
      assert.match(await page.locator('.now').innerText(), /^(row|column) \d+: /);
      await page.keyboard.press('Home');
      await page.getByLabel('Speed').selectOption('1000');
      await page.getByRole('button', { name: 'Play' }).click();
      await page.locator('.now', { hasText: 'solved: every clue is kept' }).waitFor();
      assert.match(
        (await page.locator('canvas').getAttribute('aria-label'))!,
        /144 of 144 cells are known/,
      );
      assert.match(await page.locator('.steps').innerText(), /solved/);
      assert.equal(await picture(page), solved);
      await page.getByLabel('Step', { exact: true }).focus();
      await page.keyboard.press('ArrowLeft');
      assert.doesNotMatch(await page.locator('.now').innerText(), /solved/);
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save as animated SVG' }).click();
      const svg = readFileSync(await (await download).path(), 'utf8');
      assert.match(svg, /^<svg .*<animate attributeName="fill"/s);
    });
  },
);

async function tryText(page: Page, puzzle: string): Promise<void> {
  await page.getByRole('textbox').fill(puzzle);
  await page.getByRole('button', { name: 'Check it' }).click();
}

test('a puzzle is tried: good, ambiguous, without a solution, broken', { skip }, async () => {
  await visit('try', async (page) => {
    await page.getByRole('button', { name: 'Show an example' }).click();
    await page.getByText('A good puzzle: one solution').waitFor();
    await tryText(page, '{"rows":[[1],[1]],"columns":[[1],[1]]}');
    await page.getByText('it has more than one solution').waitFor();
    await tryText(page, '{"rows":[[1,1],[1],[1,1]],"columns":[[2],[1],[2]]}');
    await page.getByText('no picture fits these clues').waitFor();
    await tryText(page, '{"rows":[[9],[1]],"columns":[[1],[1]]}');
    await page.getByRole('alert').filter({ hasText: 'row 1: the blocks 9 need 9 cells' }).waitFor();
    await tryText(page, 'good morning');
    await page
      .getByRole('alert')
      .filter({ hasText: /none of the formats|Read as/ })
      .waitFor();
  });
});

test('puzzles are read in the text formats that people paste', { skip }, async () => {
  const ways = {
    'm n text': '3 3\n1\n3\n1\n1\n3\n1\n',
    Tatham: '3x3:1/3/1/1/3/1',
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

test('the address holds the puzzle that is tried', { skip }, async () => {
  await visit('try', async (page) => {
    await page.getByRole('button', { name: 'Show an example' }).click();
    await page.getByText('A good puzzle: one').waitFor();
    assert.match(page.url(), /#p=10x10:/);
    await page.goto('about:blank');
    await page.goBack();
    await page.getByText('A good puzzle: one').waitFor();
  });
  await visit('try#p=2x2:nonsense', async (page) => {
    await page.getByRole('alert').waitFor();
  });
});

test(
  'a picture is drawn with the pointer and with keys, and its clues follow',
  { skip },
  async () => {
    await visit('try', async (page) => {
      await page.getByRole('tab', { name: 'Draw a picture' }).click();
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
    });
  },
);

test(
  'two runs are compared: changed verdicts, charts, and the command says the same',
  { skip },
  async () => {
    await visit('compare', async (page) => {
      await page.getByLabel('Before').selectOption('1');
      await page.getByLabel('After').selectOption('2');
      const title = page.getByText(/\d+ verdicts have changed/);
      await title.waitFor();
      const changed = Number((await title.innerText()).replace(/\D/g, ''));
      assert.equal(await page.locator('table').last().locator('tbody tr').count(), changed);
      const { status, stdout } = nonomill(
        'compare',
        'before',
        'after',
        '--db',
        site.database,
        '--json',
      );
      assert.equal(status, 1);
      assert.equal((JSON.parse(stdout) as { changedCount: number }).changedCount, changed);
      assert.equal(nonomill('compare', '1', '1', '--db', site.database).status, 0);
    });
  },
);

test(
  'every page fits a phone and has no accessibility violation in light and dark',
  { skip },
  async () => {
    mkdirSync(SCREENSHOTS, { recursive: true });
    const [two, odd, probe, colour] = await Promise.all(
      ['two', '<script', '12x12', 'colour'].map(puzzleId),
    );
    const pages: Record<string, string> = {
      runs: '',
      run: 'runs/1',
      rejects: 'runs/1/rejects',
      'puzzle-unique': `runs/1/puzzles/${probe}`,
      'puzzle-multiple': `runs/1/puzzles/${two}`,
      'puzzle-colour': `runs/1/puzzles/${colour}`,
      'puzzle-odd-title': `runs/1/puzzles/${odd}`,
      replay: `runs/1/puzzles/${probe}/replay`,
      try: 'try#p=5x5:1.1_5_5_3_1:2_4_4_4_2&t=A heart',
      compare: 'compare?left=1&right=2',
      'not-found': 'nothing/here',
    };
    const views = [
      { name: 'light', colorScheme: 'light', width: 1280 },
      { name: 'dark', colorScheme: 'dark', width: 1280 },
      { name: 'phone', colorScheme: 'light', width: 390 },
    ] as const;
    const found: string[] = [];
    for (const [name, path] of Object.entries(pages)) {
      await visit(path, async (page) => {
        for (const view of views) {
          await page.emulateMedia({ colorScheme: view.colorScheme });
          await page.setViewportSize({ width: view.width, height: 900 });
          await page.waitForTimeout(name === 'run' || name === 'compare' ? 600 : 150);
          const wider = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          );
          if (wider > 0) found.push(`${name}, ${view.name}: ${wider} pixels wider than the screen`);
          if (view.name !== 'phone') {
            found.push(...(await violations(page)).map((what) => `${name}, ${view.name}: ${what}`));
          }
          await page.screenshot({
            path: join(SCREENSHOTS, `${name}-${view.name}.png`),
            fullPage: true,
          });
        }
      });
    }
    assert.deepEqual(found, []);
  },
);
