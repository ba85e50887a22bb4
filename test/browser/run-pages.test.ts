import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as nodeTest, type TestContext } from 'node:test';
import type { CompareAnswer } from '../../src/pipeline/pages/served-database.js';
import { openStore } from '../../src/pipeline/store/open/open.js';
import { PNG } from 'pngjs';
import { CHART_TITLES } from '../../src/pipeline/report/figures/chart.js';
import { openPages, text } from './support/open-pages.js';
import { assertEach, ONLY_DEEP } from '../support/tests.js';
import { begin, ends, nonomill, succeeds } from '../support/nonomill.js';
import { photograph } from './support/photograph.js';
import { resize, settled, violations } from './support/watched-page.js';

const { skip, site, pageAt, visit } = openPages();

/** A test of every run, and one that only `npm run test:deep` has. */
const always = (title: string, work: (t: TestContext) => Promise<void>): void =>
  void nodeTest(title, { skip }, work);
const test = (title: string, work: (t: TestContext) => Promise<void>): void =>
  void nodeTest(title, { skip: skip || ONLY_DEEP }, work);

/** Enough for a run to write down what it found: more than a piece has. */
const MANY = 3000;

/** Matches just these texts. */
function anyOf(texts: Iterable<string>): RegExp {
  return new RegExp(`^(?:${[...texts].join('|')})$`);
}

always('the runs are listed with what they found', async (t) => {
  const page = await pageAt(t, '');
  await page.getByRole('link', { name: 'before (run 1)' }).waitFor();
  assert.match(await text(page), /159 puzzles/);
  assert.match(await text(page), /1 reject/);
});

always("a run under way counts up before the reader's eyes, and ends as complete", async () => {
  // The run has no end as long as its input has none.
  const { stdin, ended } = begin([
    ...['run', '-', '--format', 'ndjson', '--db', site().database, '--name', 'long'],
    ...['--no-report', '--threads', '1', '--quiet'],
  ]);
  let sent = 0;
  const send = (): void => {
    // Equal pieces would be one.
    const lines = Array.from({ length: MANY }, (_, i) =>
      JSON.stringify({ id: sent + i, rows: [[2], [1]], columns: [[1], [2]] }),
    );
    stdin.write(lines.map((line) => `${line}\n`).join(''));
    sent += MANY;
  };
  try {
    await visit('', async (page) => {
      const card = page.locator('li.card', { hasText: 'long (run 3)' });
      const seen = new Set<string>();
      while (seen.size < 3) {
        send();
        const next = card.locator('strong').filter({ hasNotText: anyOf(seen) });
        seen.add(await next.innerText());
      }
      await card.getByText('running').waitFor();
      stdin.end();
      await ended;
      await card.getByText('complete').waitFor();
      assert.equal((await card.locator('strong').innerText()).replace(/\D/g, ''), String(sent));
    });
  } finally {
    stdin.end();
    await ended;
  }
});

test('the history of a corpus says what changed, and leads to both runs side by side', async (t) => {
  const corpora = ['odd.json', 'random.csv', 'probe.csv'].map((name) => join(site().folder, name));
  const words = new URLSearchParams(corpora.map((file) => ['of', file]));
  const page = await pageAt(t, `history?${words.toString()}`);
  await page.getByRole('heading', { name: 'Night after night' }).waitFor();
  const said = /^Run 2 since run 1: .*lost the verdict/;
  const line = page.getByRole('listitem').filter({ hasText: said });
  await line.getByRole('link', { name: 'compare' }).click();
  await page.waitForURL(/\/compare\?left=1&right=2$/);
});

always('the table of a run is filtered, sorted and paged, and the address says how', async (t) => {
  const page = await pageAt(t, 'runs/1');
  await page.getByRole('button', { name: /^multiple / }).click();
  await page.waitForFunction(() =>
    [...document.querySelectorAll('#puzzles tbody tr td:nth-child(3)')].every(
      (cell) => cell.textContent === 'multiple',
    ),
  );
  assert.match(page.url(), /status=multiple/);
  await page.getByRole('button', { name: 'Status: multiple' }).click();
  await page.getByRole('button', { name: 'Next page' }).waitFor();
  await page.getByRole('button', { name: 'Size' }).click();
  await page.locator('th[aria-sort=ascending]', { hasText: 'Size' }).waitFor();
  await page.getByRole('button', { name: 'Size' }).click();
  await page.waitForFunction(
    () => document.querySelector('#puzzles tbody td:nth-child(4)')?.textContent === '15×15',
  );
  assert.match(page.url(), /sort=-size/);
  await page.getByRole('button', { name: 'Next page' }).click();
  await page.getByRole('button', { name: 'First page' }).waitFor();
  const address = page.url();
  await page.reload();
  await page.getByRole('button', { name: 'First page' }).waitFor();
  assert.equal(page.url(), address);
});

test('a run shows the options that were set, and no others', async (t) => {
  const page = await pageAt(t, 'runs/2');
  const said = await text(page);
  const expected = /options\s+--timeout 10s --max-steps 12 --count 2 --guess-depth 1 --threads \d+/;
  assert.match(said, expected);
  assert.doesNotMatch(said, /"timeoutMs"|null/);
});

test('a meaningless filter is answered with what was expected', async (t) => {
  const page = await pageAt(t, 'runs/1', /status of 400/);
  await page.getByText('More filters').click();
  await page.getByLabel('Size', { exact: true }).fill('nonsense');
  await page.getByLabel('Size', { exact: true }).press('Enter');
  await page.getByRole('alert').waitFor();
  assert.match(await page.getByRole('alert').innerText(), /size: expected 25x25/);
});

test('an address with a meaningless filter does not load for ever', async (t) => {
  const page = await pageAt(t, 'runs/1?status=nonsense', /status of 400/);
  await page.getByRole('alert').filter({ hasText: 'status: expected one of' }).waitFor();
  assert.doesNotMatch(await text(page), /Loading/);
});

test('next and previous keep to the filter, and so does the way back', async (t) => {
  const page = await pageAt(t, 'runs/1?status=multiple&sort=-size');
  const rows = page.locator('#puzzles tbody tr');
  await rows.first().waitFor();
  const names = await rows.locator('td.name a').allInnerTexts();
  assert.ok(names.length >= 3);
  await rows.nth(1).locator('td.name a').click();
  await page.getByRole('heading', { name: names[1] }).waitFor();
  await page.getByRole('link', { name: 'Next puzzle' }).click();
  await page.getByRole('heading', { name: names[2] }).waitFor();
  await page.getByRole('link', { name: 'Previous puzzle' }).click();
  await page.getByRole('heading', { name: names[1] }).waitFor();
  await page.getByRole('link', { name: 'Watch it being solved' }).click();
  await page.getByRole('link', { name: names[1] }).click();
  await page.getByRole('navigation', { name: 'Where you are' }).getByText('before').click();
  await rows.first().waitFor();
  assert.match(page.url(), /runs\/1\?status=multiple&sort=-size$/);
});

test('going back shows a page as far down as it was left', async (t) => {
  const page = await pageAt(t, 'runs/1');
  const link = page.locator('#puzzles tbody tr').nth(30).locator('a');
  await link.waitFor();
  // The charts, which are above the table, take their room when they are drawn.
  await page.getByRole('heading', { name: 'Charts' }).click();
  await page.locator('.chart canvas').last().waitFor();
  await link.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => window.scrollY);
  assert.ok(before > 500, `scrolled to ${before}`);
  await link.click();
  await page.getByRole('link', { name: 'Watch it being solved' }).waitFor();
  assert.equal(await page.evaluate(() => window.scrollY), 0);
  await page.goBack();
  await page.waitForFunction((y) => Math.abs(window.scrollY - y) < 3, before);
});

test('puzzles are filtered and sorted by how hard they are', async (t) => {
  const page = await pageAt(t, 'runs/1');
  await page.getByRole('button', { name: /^4 stars/ }).click();
  await page.waitForFunction(() => {
    const stars = [...document.querySelectorAll('#puzzles tbody .stars')];
    return stars.length > 0 && stars.every((one) => one.textContent === '★★★★☆');
  });
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('button', { name: 'Score' }).click();
  await page.getByRole('button', { name: 'Score' }).click();
  await page.locator('th[aria-sort=descending]', { hasText: 'Score' }).waitFor();
  await page.waitForFunction(() => {
    const cells = [...document.querySelectorAll('#puzzles tbody tr td:nth-child(9)')];
    const stars = cells.map((cell) => cell.textContent.split('★').length);
    return stars.length > 20 && stars.every((one, i) => i === 0 || one <= stars[i - 1]);
  });
  await page.locator('#puzzles tbody a').first().click();
  await page.getByText(/It is harder than 100 % of the \d+ other rated puzzles/).waitFor();
  await page.getByRole('link', { name: 'What the score means' }).click();
  await page.getByText('effort = lines + 10 × assumptions').waitFor();
});

test('the charts of a run are folded until they are asked for, and drawn then', async (t) => {
  const page = await pageAt(t, 'runs/1');
  await page.locator('#puzzles tbody tr').first().waitFor();
  assert.equal(await page.locator('.chart').count(), 0);
  await page.getByRole('heading', { name: 'Charts' }).click();
  const { scores, stars, needs, scoreBySize, scoreByDensity, uniqueMap, lineMap } = CHART_TITLES;
  for (const title of [scores, stars, needs, scoreBySize, scoreByDensity, uniqueMap, lineMap]) {
    const card = page
      .locator('section.card')
      .filter({ has: page.getByRole('heading', { name: title, exact: true }) });
    await card.locator('.chart canvas').waitFor();
    await card.locator('summary').click();
    assert.ok((await card.locator('tbody tr').count()) > 0, title);
  }
  assert.match(page.url(), /charts=open/);
});

test('a run begins with the hardest of its puzzles, and leaves none out', async (t) => {
  const page = await pageAt(t, 'runs/1');
  const rows = page.locator('#puzzles tbody tr');
  await rows.first().waitFor();
  const order = page.getByLabel('Order');
  assert.equal(await order.inputValue(), '-hard');
  const [first] = await rows.allInnerTexts();
  const total = await page.locator('#puzzles p[role=status]').innerText();
  await order.selectOption('order');
  await page.locator('th[aria-sort=ascending]', { hasText: 'Entry' }).waitFor();
  await page.waitForFunction(
    (hardest) => document.querySelector<HTMLElement>('#puzzles tbody tr')!.innerText !== hardest,
    first,
  );
  assert.equal(await page.locator('#puzzles p[role=status]').innerText(), total);
  await page.getByText(/^--timeout 10s --count 2/).waitFor();
});

always('the gallery shows the pictures of a run, the hardest first', async (t) => {
  const page = await pageAt(t, 'runs/1');
  await page.getByRole('button', { name: 'Gallery' }).click();
  const tiles = page.locator('.gallery li');
  await tiles.first().waitFor();
  // Until they are there in their order, those of the table stand in it.
  await settled(page);
  const scored = (await tiles.allInnerTexts()).map((one) => {
    const [, score, bound] = /([\d.]+)(\+?),/.exec(one)!;
    return 1000 * (one.split('★').length + bound.length) + Number(score);
  });
  assert.ok(scored.length === 50);
  const hardestFirst = scored.toSorted((a, b) => b - a);
  assert.deepEqual(scored, hardestFirst);
  await tiles.nth(1).getByRole('link').click();
  await page.getByText(/It is harder than \d+ % of the \d+ other rated puzzles/).waitFor();
  await page.keyboard.press('k');
  await page.getByText(/It is harder than 100 % of/).waitFor();
  assert.match(page.url(), /sort=-hard&view=gallery$/);
});

test('puzzles are walked through and selected by keys, then saved in one file or printed', async (t) => {
  const page = await pageAt(t, 'runs/1?size=5x5');
  await page.locator('#puzzles tbody tr').first().waitFor();
  for (const key of ['j', 'x', 'j', 'j', 'x', 'k', 'x', 'x']) await page.keyboard.press(key);
  const bar = page.getByRole('region', { name: 'Selected puzzles' });
  await bar.getByText('2 puzzles selected').waitFor();
  assert.deepEqual(await violations(page), []);
  await photograph(page, 'selection');
  const download = page.waitForEvent('download');
  await bar.getByLabel('Save as').selectOption('csv');
  const saved = readFileSync(await (await download).path(), 'utf8')
    .trim()
    .split(/\r?\n/);
  assert.equal(saved.length, 3);
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await bar.getByRole('button', { name: 'Print' }).click();
  await page.locator('body[data-printed]').waitFor();
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.locator('.paper figure svg').count(), 2);
  assert.equal(await page.locator('main').isVisible(), false);
  await photograph(page, 'printed');
  await page.emulateMedia({ media: null });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await bar.getByRole('button', { name: 'Select none' }).click();
  await bar.waitFor({ state: 'detached' });
});

test('puzzles with several solutions are ambiguous, and searched ones are unique', async (t) => {
  const page = await pageAt(t, 'runs/1');
  const cells = '#puzzles tbody tr td:nth-child(5)';
  await page.getByText('More filters').click();
  const technique = page.getByRole('group', { name: 'Technique' });
  await technique.getByRole('button', { name: 'ambiguous' }).click();
  await page.waitForFunction((selector) => {
    const found = [...document.querySelectorAll(selector)].map((cell) => cell.textContent);
    return found.length > 2 && found.every((word) => word === 'ambiguous');
  }, cells);
  await technique.getByRole('button', { name: 'probe' }).click();
  await page.getByRole('button', { name: 'Technique: ambiguous or probe' }).waitFor();
  assert.match(page.url(), /technique=ambiguous%2Cprobe$/);
  await technique.getByRole('button', { name: 'ambiguous' }).click();
  await page.getByRole('button', { name: 'Needs' }).click();
  await page.locator('th[aria-sort=ascending]', { hasText: 'Needs' }).waitFor();
  await page.waitForFunction((selector) => {
    const found = [...document.querySelectorAll(selector)].map((cell) => cell.textContent);
    return found.length > 0 && found.every((word) => word === 'probe');
  }, cells);
});

test('the filtered rows come as CSV and NDJSON', async (t) => {
  const page = await pageAt(t, 'runs/1?size=5x5');
  const link = await page.getByRole('link', { name: 'NDJSON', exact: true }).getAttribute('href');
  const lines = (await (await fetch(new URL(link!, site().url))).text()).trim().split('\n');
  assert.equal(lines.length, 50);
  assert.ok(lines.every((line) => (JSON.parse(line) as { width: number }).width === 5));
  const csv = await page.getByRole('link', { name: 'CSV', exact: true }).getAttribute('href');
  const found = (await (await fetch(new URL(csv!, site().url))).text()).trim().split('\r\n').length;
  assert.equal(found, 51);
});

test('every filter has a total, of one value and of several', async () => {
  const filters = {
    'stars=1': /^\d+ puzzles?$/,
    'stars=1,2,3': /^\d+ puzzles?$/,
    'size=5x5,10x10': /^100 puzzles$/,
    'size=15': /^50 puzzles$/,
    'score=0-2,3-': /^\d+ puzzles?$/,
    'file=random|probe': /^152 puzzles$/,
    'name=two|drawn': /^2 puzzles$/,
    'status=multiple,contradiction&sort=name': /^\d+ puzzles?$/,
  };
  const found: string[] = [];
  await visit('runs/1', async (page) => {
    for (const [words, total] of Object.entries(filters)) {
      await page.goto(`${site().url}runs/1?${words}`);
      const said = page.locator('#puzzles p[role=status]');
      await said.filter({ hasText: /\d puzzles?$/ }).waitFor();
      const text = await said.innerText();
      if (!total.test(text)) found.push(`${words}: ${text}`);
    }
  });
  assert.deepEqual(found, []);
});

test('rejects are listed with file, line and reason', async (t) => {
  const page = await pageAt(t, 'runs/1/rejects');
  await page.getByText('odd.json').waitFor();
  assert.match(await text(page), /bad <b>one<\/b>/);
  assert.match(await text(page), /row 1: the blocks 9 need 9 cells/);
  assert.match(await text(page), /1 reject\n/);
});

test('the reason why an entry is not a puzzle is in sight on a phone', async (t) => {
  const page = await pageAt(t, 'runs/1/rejects');
  await resize(page, 390, 844);
  const reason = await page.getByText('row 1: the blocks 9 need 9 cells').boundingBox();
  assert.ok(reason !== null && reason.x >= 0 && reason.x + reason.width <= 390);
});

test('the whole status of each puzzle of a run is in sight on a phone', async (t) => {
  const page = await pageAt(t, 'runs/1?sort=order');
  await resize(page, 360, 760);
  await page.locator('#puzzles tbody .badge').first().waitFor();
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll('#puzzles tbody tr')].flatMap((row) => {
      const status = row.querySelector('.badge')!;
      const end = row.closest('.scroll')!.getBoundingClientRect().right;
      return status.getBoundingClientRect().right <= end ? [] : [row.textContent];
    }),
  );
  assert.deepEqual(cut, []);
  await photograph(page, 'puzzles-phone');
});

test('an address that leads to nothing says so, and where to go from there', async () => {
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

test('a run over a folder names the folder, and its files can be unfolded', async (t) => {
  const page = await pageAt(t, 'runs/1');
  assert.match(await text(page), /corpora\s+\S+odd\.json \S+random\.csv \S+probe\.csv \(/);
  await page.getByText('3 files of the formats').click();
  await page.getByRole('group', { name: 'Files of this run' }).getByText('random.csv').waitFor();
});

test('two runs are compared by changed verdicts and charts, as the command compares them', async (t) => {
  const page = await pageAt(t, 'compare');
  await page.getByLabel('Before').selectOption('1');
  await page.getByLabel('After').selectOption('2');
  const title = page.getByText(/\d+ verdicts have changed/);
  await title.waitFor();
  const changed = Number((await title.innerText()).replace(/\D/g, ''));
  const rows = page.getByRole('group', { name: 'Changed verdicts' }).locator('tbody tr');
  assert.equal(await rows.count(), changed);
  assert.match(await text(page), /--max-steps\s+-\s+12/);
  const link = rows.first().locator('td.name a');
  assert.match((await link.getAttribute('href'))!, /^\/runs\/2\/puzzles\/\d+$/);
  const db = ['--db', site().database];
  const { stdout } = await ends(1, ['compare', 'before', 'after', ...db, '--json']);
  assert.equal((JSON.parse(stdout) as { changedCount: number }).changedCount, changed);
  await succeeds(['compare', '1', '1', ...db]);

  const { comparison } = (await (
    await fetch(`${site().url}api/compare?left=1&right=2`)
  ).json()) as CompareAnswer;
  const [dot] = comparison.times;
  await page.goto(`${page.url()}&at=${dot.left},${dot.right}`);
  const there = page.getByRole('group', { name: /^About .* before, .* after$/ });
  await there.waitFor();
  assert.equal(await there.locator('tbody tr').count(), Math.min(200, dot.count));

  await page.getByRole('link', { name: 'Several runs' }).click();
  const standings = page.getByRole('group', { name: /puzzles that all of them have/ });
  await standings.getByRole('row', { name: /virtual best/ }).waitFor();
  assert.equal(await standings.locator('tbody tr').count(), 3);
  await page.locator('.legend', { hasText: 'virtual best' }).waitFor();
  await page.getByRole('button', { name: 'before (run 1)' }).click();
  await standings.waitFor({ state: 'detached' });
  assert.match(page.url(), /compare\?run=2$/);
});

test('the page of a run says which of its gates hold, and what to type for the rest', async (t) => {
  const drawn = { rows: [[2], [1]], columns: [[1], [2]], goal: '##/.#' };
  const corpus = join(site().folder, 'gated.ndjson');
  const named = ['one', 'two', 'again'].map((id) => JSON.stringify({ id, ...drawn }));
  writeFileSync(corpus, named.join('\n'));
  await ends(3, [
    ...['run', corpus, '--db', site().database, '--name', 'gated', '--no-report', '--quiet'],
    ...['--strict', '--require', 'goal,distinct'],
  ]);
  const page = await pageAt(t, '');
  await page.getByRole('link', { name: /^gated \(run/ }).click();
  const card = page.getByRole('region', { name: 'Gates' });
  await card.getByRole('heading', { name: '1 of 3 gates does not hold' }).waitFor();
  const gates = await card.locator('.gates > li').allInnerTexts();
  assertEach(gates, (gate) => gate.replace(/\s+/g, ' ').trim().slice(0, 23), [
    'PASS --strict',
    'PASS --require goal',
    'FAIL --require distinct',
  ]);
  assert.match(gates[2], /\(2\): 1 group of puzzles is equal/);
  // What does not meet it is named, with its place in the file.
  assert.match(gates[2], /one [^\n]*gated\.ndjson:1: /);
  assert.match(await card.innerText(), /nonomill report \d+ .*--gates$/m);
  assert.deepEqual(await violations(page), []);
  await settled(page);
  await photograph(page, 'gates');
  await resize(page, 360, 900);
  await settled(page);
  await photograph(page, 'gates-phone');
});

test('a puzzle whose clue was mistyped is a reject, with its reason, in gates, history and comparison', async (t) => {
  const corpus = join(site().folder, 'mistyped.ndjson');
  const night = async (first: number, expected: number): Promise<void> => {
    const good = { id: 'good', rows: [[2], [2]], columns: [[2], [2]] };
    const typed = { id: 'typed', rows: [[first], [1]], columns: [[1], [2]] };
    writeFileSync(corpus, [good, typed].map((entry) => JSON.stringify(entry)).join('\n'));
    const { code, stderr } = await nonomill([
      ...['run', corpus, '--db', site().database, '--name', 'typos', '--no-report', '--quiet'],
      ...['--require', 'no-worse'],
    ]);
    assert.equal(code, expected, stderr);
  };
  await night(2, 0);
  await night(1, 3);
  await visit('', async (page) => {
    await page.getByText('complete, gate failed: no-worse').waitFor();
    await photograph(page, 'runs-failed');
    const links = page.getByRole('link', { name: /^typos \(run/ });
    await links.first().click();
    const gate = page.getByRole('region', { name: 'Gates' }).locator('.gates > li');
    await gate.waitFor();
    assert.match(await gate.innerText(), /typed[^]*mistyped\.ndjson:2: /);
    await settled(page);
    await photograph(page, 'gate-failed');
  });
  const page = await pageAt(t, 'history?of=typos');
  await page.getByText('FAIL no-worse').waitFor();
  await page.getByText(/^Run \d+ since run \d+: 1 lost the verdict/).waitFor();
  assert.deepEqual(await violations(page), []);
  await settled(page);
  await photograph(page, 'history-reject');
  await resize(page, 320, 900);
  await settled(page);
  await photograph(page, 'history-reject-phone');
  await page.getByRole('link', { name: /^Run \d+ since run \d+/ }).click();
  const news = page.getByRole('region', { name: 'What is new' });
  await news.getByText(/^not a puzzle \(the rows hold/).waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'compare', exact: true }).click();
  await page.getByRole('heading', { name: 'No puzzles any more' }).waitFor();
});

test('what is typed into a filter stays while the results of a run come in', async () => {
  // The run has no end as long as its input has none.
  const { stdin, ended } = begin([
    ...['run', '-', '--format', 'ndjson', '--db', site().database, '--name', 'endless'],
    ...['--no-report', '--threads', '1'],
  ]);
  let sent = 0;
  const send = (): void => {
    const puzzle = { id: `wanted ${sent++}`, rows: [[2], [1]], columns: [[1], [2]] };
    stdin.write(`${JSON.stringify(puzzle)}\n`);
  };
  send();
  try {
    await visit('', async (page) => {
      const card = page.locator('li.card', { hasText: 'endless (run' });
      await card.getByText('running').waitFor();
      await card.getByRole('link', { name: /^endless/ }).click();
      await page.getByText('More filters').click();
      const name = page.getByLabel('Name begins with');
      await name.focus();
      const word = 'wanted';
      for (const [i, letter] of Array.from(word).entries()) {
        await page.keyboard.press(letter);
        if (i % 3 !== 1) continue;
        // The page asks for the run again, which has gone on, before the next letter.
        send();
        await page.waitForResponse((response) => /\/api\/runs\/\d+$/.test(response.url()));
        await settled(page);
        assert.equal(await name.inputValue(), word.slice(0, i + 1));
      }
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Name begins with: wanted' }).waitFor();
      assert.match(page.url(), /name=wanted/);
      assert.equal(await name.inputValue(), word);
    });
  } finally {
    stdin.end();
  }
  const { code, stderr } = await ended;
  assert.equal(code, 0, stderr);
});

test('a database without runs shows what to type, and copies it', async (t) => {
  const database = join(site().folder, 'empty.sqlite');
  openStore(database, { readonly: false }).db.close();
  const server = begin(['serve', '--db', database, '--port', '0']);
  t.after(async () => {
    server.signal('SIGTERM');
    await server.ended;
  });
  const address = (await server.printed('\n')).trimEnd();
  await visit(
    '',
    async (page) => {
      await page.goto(address);
      await page.getByRole('heading', { name: 'There is no run yet' }).waitFor();
      const commands = await page.locator('main code').allInnerTexts();
      assert.match(commands[0], /^nonomill run \S+data --db \S+empty.sqlite --name samples$/);
      assert.match(commands[1], /^nonomill run puzzles.csv --db /);
      assert.deepEqual(await violations(page), []);
      await photograph(page, 'no-runs');
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.getByRole('button', { name: 'Copy' }).first().click();
      await page.getByText('Copied: paste it into a terminal.').waitFor();
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), commands[0]);
      await page.goto(site().url);
      // It is another server than that of the other tests.
    },
    /^asked http:\/\/127\.0\.0\.1:/,
  );
});

test('any question is asked on the page of statistics, stays in the address, and leads to the puzzles', async (t) => {
  const page = await pageAt(t, 'runs/1');
  await page.getByRole('link', { name: /^Statistics/ }).click();
  await page.getByRole('heading', { name: 'Unique by share of filled cells' }).waitFor();
  await page.getByLabel('Show', { exact: true }).selectOption('solve_ms');
  await page.getByLabel('by', { exact: true }).selectOption('size');
  await page.getByRole('heading', { name: 'Median time by size' }).waitFor();
  const [address, head] = [page.url(), page.locator('th').last()];
  assert.match(address, /by=size&of=solve_ms|of=solve_ms&by=size/);
  assert.equal(await head.innerText(), 'median time');
  await page.reload();
  await page.getByRole('heading', { name: 'Median time by size' }).waitFor();
  await page.getByRole('button', { name: /^multiple / }).click();
  // Of the four of this size.
  await page.getByRole('link', { name: /^1 puzzle: (.* )?2x2$/ }).click();
  await page.getByText('1 puzzle', { exact: false }).first().waitFor();
  assert.match(page.url(), /runs\/1\?status=multiple&size=2x2#puzzles$/);
});

test('a question without sense is refused with a sentence, and the page goes on', async (t) => {
  const page = await pageAt(t, 'runs/1/stats?by=density&of=unique');
  const bins = page.getByLabel('bins of share of filled cells');
  await bins.fill('wide');
  await bins.press('Enter');
  await page.getByRole('alert').getByText('expected bins such as density:0.5').waitFor();
  await bins.fill('0.5');
  await bins.press('Enter');
  await page.getByRole('cell', { name: '0 to 0.5', exact: true }).waitFor();
});

test('an answer is copied as the command, the query and the rows, and kept as files, also on a phone in the dark', async (t) => {
  const page = await pageAt(t, 'runs/1/stats?by=size&of=unique&status=unique');
  await page.getByRole('heading', { name: 'Unique by size' }).waitFor();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.emulateMedia({ colorScheme: 'dark' });
  await resize(page, 360, 760);
  const copied = async (name: string): Promise<string> => {
    await page.getByRole('button', { name }).click();
    await page.getByText('Copied.').waitFor();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const [command, sql, csv] = [
    await copied('Copy as command'),
    await copied('Copy as SQL'),
    await copied('Copy as CSV'),
  ];
  assert.match(command, /^nonomill stats 1 --by size --of unique --where status=unique --db \S+$/);
  const words = command.split(' ').slice(1);
  assert.equal((await nonomill([...words, '--csv'])).stdout, csv);
  assert.equal((await nonomill([...words, '--sql'])).stdout, sql);
  const kept = async (role: 'link' | 'button', name: string): Promise<Buffer> => {
    const download = page.waitForEvent('download');
    await page.getByRole(role, { name, exact: true }).click();
    const file = await download;
    assert.equal(file.suggestedFilename(), `nonomill-run-1-stats.${name.toLowerCase()}`);
    return readFileSync(await file.path());
  };
  assert.equal((await kept('link', 'CSV')).toString(), csv);
  const svg = (await kept('link', 'SVG')).toString();
  const [, width, height] = /^<svg [^>]*width="(\d+)" height="(\d+)"/.exec(svg)!;
  const png = PNG.sync.read(await kept('button', 'PNG'));
  assert.deepEqual([png.width, png.height], [2.5 * Number(width), 2.5 * Number(height)]);
  const colours = new Set<string>();
  for (let i = 0; i < png.data.length; i += 4) colours.add(png.data.toString('hex', i, i + 4));
  assert.ok(colours.size > 10, `${colours.size} colours`);
  assert.deepEqual(await violations(page), []);
});

test('what is new since the night before leads to the list of these puzzles', async (t) => {
  const corpus = join(site().folder, 'growing.ndjson');
  for (const ids of [['one'], ['one', 'two', 'three']]) {
    const lines = ids.map((id, i) => {
      return JSON.stringify({ id, rows: [[i + 1]], columns: Array<number[]>(i + 1).fill([1]) });
    });
    writeFileSync(corpus, lines.join('\n'));
    const night = ['run', corpus, '--name', 'growing', '--no-report', '--quiet'];
    await succeeds([...night, '--db', site().database]);
  }
  const page = await pageAt(t, '');
  const links = page.getByRole('link', { name: /^growing/ });
  await links.first().click();
  const rows = page.locator('#puzzles tbody tr');
  await rows.nth(2).waitFor();
  const news = page.getByRole('region', { name: 'What is new' });
  await news.getByRole('link', { name: 'new' }).click();
  const chip = page.getByRole('button', { name: 'Since the last night: new' });
  await chip.waitFor();
  await rows.nth(2).waitFor({ state: 'detached' });
  assert.equal(await rows.count(), 2);
  assert.deepEqual(await violations(page), []);
  await chip.click();
  await rows.nth(2).waitFor();
});

test('the first page shows the last night of a name, and each of its figures leads to its list', async (t) => {
  const corpus = join(site().folder, 'nightly.ndjson');
  const several = '"rows":[[1],[1]],"columns":[[1],[1]]';
  const nights = [
    ['{"id":"one","rows":[[2]],"columns":[[1],[1]]}'],
    [`{"id":"one",${several}}`, `{"id":"two",${several}}`, '{"id":"bad","rows":[[9]]}'],
  ];
  for (const lines of nights) {
    writeFileSync(corpus, lines.join('\n'));
    const night = ['run', corpus, '--name', 'nightly', '--no-report', '--quiet'];
    await nonomill([...night, '--require', 'no-worse', '--db', site().database]);
  }
  const page = await pageAt(t, '');
  const card = page.getByRole('article').filter({ hasText: 'nightly' });
  const figure = (name: string) => card.getByRole('link', { name, exact: true });
  await card.getByText('FAIL no-worse', { exact: true }).waitFor();
  await card.getByText('Open puzzles in 2 nights: none; 1 failed').waitFor();
  await figure('1 new').waitFor();
  await figure('1 reject (1 new)').waitFor();
  await card.getByText('0 gone').waitFor();
  await page.emulateMedia({ colorScheme: 'dark' });
  await resize(page, 320, 700);
  await settled(page);
  await photograph(page, 'last-nights');
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
  assert.deepEqual(await violations(page), []);
  await figure('1 worse').click();
  await page.getByRole('button', { name: 'Since the last night: worse' }).waitFor();
  await page.locator('#puzzles').getByRole('link', { name: 'one' }).waitFor();
  await page.goBack();
  await card.getByRole('link', { name: /^Open puzzles/ }).click();
  await page.getByRole('heading', { name: 'Night after night' }).waitFor();
});
