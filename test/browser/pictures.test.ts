import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import SqliteDatabase from 'better-sqlite3';
import type { Page } from 'playwright-core';
import { ONLY_DEEP, assertGolden } from '../support/tests.js';
import { ROOT, begin, nonomill, type Begun } from '../support/nonomill.js';
import { puzzleOfPicture } from '../support/random-puzzle.js';
import { tryHash } from '../../src/pipeline/pages/client/puzzle-text.js';
import { findBrowser } from './support/chromium.js';
import { openPage, resize, settled } from './support/watched-page.js';

const CAT = [
  ...[
    '.x...........x.',
    '.xx.........xx.',
    '.xxx.......xxx.',
    '.xxxxxxxxxxxxx.',
    '.xxxxxxxxxxxxx.',
  ],
  ...[
    'xxxxxxxxxxxxxxx',
    'xxx..xxxxx..xxx',
    'xxx..xxxxx..xxx',
    'xxxxxxxxxxxxxxx',
    'xxxxxx...xxxxxx',
  ],
  ...[
    '.xxxxxx.xxxxxx.',
    '.xxxxx.x.xxxxx.',
    '..xxxxxxxxxxx..',
    '...xxxxxxxxx...',
    '.....xxxxx.....',
  ],
];

const browser = findBrowser();
const skip = browser.missing === false ? ONLY_DEEP : browser.missing;
const folder = mkdtempSync(join(tmpdir(), 'nonomill-pictures-'));

/** What the documentation shows: docs/<name>.png, of a page of `nonomill serve` after `prepare`. */
interface Picture {
  readonly width: number;
  readonly height: number;
  readonly path: string;
  readonly prepare?: (page: Page) => Promise<void>;
}

const cat = Uint8Array.from(CAT.join(''), (cell) => Number(cell === 'x'));

const PICTURES: Readonly<Record<string, Picture>> = {
  'pipeline/run-page': { width: 1200, height: 1120, path: 'runs/31?view=gallery&sort=-size' },
  'studio/workbench': {
    width: 1160,
    height: 900,
    path: `try${tryHash(puzzleOfPicture(cat, 15, 15), 'Cat', cat)}`,
    async prepare(page) {
      // The switch for it is there while the fix is still looked for.
      await page.getByRole('button', { name: 'Take it' }).waitFor();
      await page.evaluate(() => scrollTo(0, 92));
    },
  },
  'pipeline/history-page': { width: 1000, height: 1010, path: 'history?of=book' },
};

/** Thirty nights of a book that grows, and a run of the sample pictures. */
async function fill(folder: string): Promise<string> {
  const at = (name: string): string => join(folder, name);
  const db = at('pictures.sqlite');
  const does = async (expected: number, ...words: string[]): Promise<void> => {
    const { code, stderr } = await nonomill(words);
    assert.equal(code, expected, stderr);
  };
  const generate = (count: number, out: string, ...more: string[]): Promise<void> =>
    does(
      0,
      'generate',
      '--count',
      String(count),
      '--out',
      at(out),
      '--force',
      '--seed',
      '5',
      ...more,
    );
  const gates = ['--require', 'no-worse', '--no-report', '--quiet', '--name', 'book', '--reuse'];
  for (let night = 0; night < 30; night++) {
    await generate(300 + 10 * night, 'book.csv', '--size', '10x10', '--density', '0.55');
    await does(0, 'run', at('book.csv'), '--db', db, ...gates);
  }
  const samples = ['gallery', 'colours', 'classics'].map((name) =>
    join(ROOT, 'data', `${name}.json`),
  );
  const more = ['--require', 'goal', '--name', 'samples', '--no-report', '--quiet'];
  await does(0, 'run', ...samples, '--db', db, ...more);
  // Each night at eleven, as cron would have it.
  const store = new SqliteDatabase(db);
  for (const column of ['started_at', 'finished_at']) {
    store.exec(
      `UPDATE runs SET ${column} =
         strftime('%Y-%m-%dT23:00:', '2026-10-25', '+' || (run_id - 1) || ' days') || substr(${column}, 18)`,
    );
  }
  store.close();
  return db;
}

/** What a page says only where solving took long enough to be measured. */
const OF_THE_MOMENT = 'Solved in ';

/**
 * What a page shows, in words, and what paints it: without what differs from run to run, numbers
 * and words about times. A picture that was made of another outline is older than its page.
 */
async function outlineOf(page: Page): Promise<string> {
  const { words, styles } = await page.evaluate((ofTheMoment) => {
    // It may take a line, and what is below it would be in sight or not.
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      if (node.textContent?.trim().startsWith(ofTheMoment) === true) node.textContent = '';
    }
    const shown: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.textContent?.replaceAll(/\s+/g, ' ').trim() ?? '';
      const box = node.parentElement?.getBoundingClientRect();
      const isSeen = box !== undefined && box.width > 0 && box.top < innerHeight && box.bottom > 0;
      if (text !== '' && isSeen) shown.push(text);
    }
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
    return { words: shown, styles: rules.map((rule) => rule.cssText).join('\n') };
  }, OF_THE_MOMENT);
  const masked = words.map((text) =>
    text.replaceAll(/\d[\d.,:]*(?:\s?(?:[µm]?s|min|h|AM|PM)\b)?/g, '0'),
  );
  const painted = createHash('sha256').update(styles).digest('hex').slice(0, 16);
  return `${masked.join('\n')}\n\npainted by ${painted}\n`;
}

let server: Begun | null = null;
let url = '';

before(async () => {
  if (skip !== false) return;
  server = begin(['serve', '--db', await fill(folder), '--port', '0']);
  url = (await server.printed('\n')).trimEnd();
});

after(async () => {
  server?.signal('SIGTERM');
  await server?.ended;
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

for (const [name, { width, height, path, prepare }] of Object.entries(PICTURES)) {
  test(`docs/${name}.png shows its page; if not: "npm run pictures"`, { skip }, async () => {
    assert.ok(browser.missing === false);
    const watched = await openPage(browser.path, url + path);
    const { page } = watched;
    await resize(page, width, height);
    await prepare?.(page);
    await settled(page);
    if (process.env.UPDATE_GOLDENS === '1') {
      await page.screenshot({ path: join(ROOT, 'docs', `${name}.png`) });
    }
    assertGolden(`pictures/${name}.txt`, await outlineOf(page));
    await watched.finish();
  });
}
