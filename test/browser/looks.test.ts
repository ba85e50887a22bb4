import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { openPages } from './support/open-pages.js';
import { photograph } from './support/photograph.js';
import { resize, violations } from './support/watched-page.js';
import { depth } from '../support/tests.js';

const { skip, site, visit, puzzleId } = openPages('deep');

test('every page fits a phone and is accessible in light and dark', { skip }, async () => {
  const [two, odd, probe, colour] = await Promise.all(
    ['two', '<script', '12x12', 'colour'].map(puzzleId),
  );
  const corpora = ['odd.json', 'random.csv', 'probe.csv'].map((name) => join(site().folder, name));
  const pages: Record<string, string> = {
    runs: '',
    run: 'runs/1',
    charts: 'runs/1?charts=open',
    gallery: 'runs/1?view=gallery&status=multiple',
    rejects: 'runs/1/rejects',
    duplicates: 'runs/1/duplicates',
    statistics: 'runs/1/stats',
    'statistics-bars': 'runs/1/stats?by=size,status&of=score',
    'puzzle-unique': `runs/1/puzzles/${probe}`,
    'puzzle-multiple': `runs/1/puzzles/${two}`,
    'puzzle-colour': `runs/1/puzzles/${colour}`,
    'puzzle-odd-title': `runs/1/puzzles/${odd}`,
    replay: `runs/1/puzzles/${probe}/replay`,
    try: 'try#p=5x5:1.1_5_5_3_1:2_4_4_4_2&t=A heart',
    play: 'try#p=5x5:1.1_5_5_3_1:2_4_4_4_2&t=A heart&c=xxxxx_11111_11111_x...x_xxxxx&play=1',
    'play-solved': 'try#p=2x2:1_2:1_2&t=Stairs&c=1._11&play=1',
    welcome: 'try',
    drawing: 'try#p=2x2:1_2:1_2&d=s&t=Stairs',
    played: 'try#played',
    history: `history?${corpora.map((file) => `of=${encodeURIComponent(file)}`).join('&')}`,
    compare: 'compare?left=1&right=2',
    standings: 'compare?run=1&run=2',
    score: 'score',
    'not-found': 'nothing/here',
  };
  const views = [
    { name: 'light', colorScheme: 'light', width: 1280 },
    { name: 'dark', colorScheme: 'dark', width: 1280 },
    { name: 'phone', colorScheme: 'light', width: 320 },
    { name: 'phone-dark', colorScheme: 'dark', width: 320 },
  ] as const;
  const names = Object.keys(pages);
  const all = depth(0, 1) === 1 || process.env.SCREENSHOTS === '1';
  /**
   * Half of them: large and light and small and dark for every other page, the reverse for the
   * rest.
   */
  const viewsOf = (name: string): (typeof views)[number][] =>
    views.filter((_, i) => all || (i === 0 || i === 3) === (names.indexOf(name) % 2 === 0));
  const found: string[] = [];
  // Some at a time, as most of the time is waiting until a page has settled.
  const left = Object.entries(pages);
  const look = async (): Promise<void> => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      const [name, path] = next;
      await visit(path, async (page) => {
        for (const view of viewsOf(name)) {
          await page.emulateMedia({ colorScheme: view.colorScheme });
          await resize(page, view.width, 900);
          const wider = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          );
          if (wider > 0) found.push(`${name}, ${view.name}: ${wider} pixels wider than the screen`);
          if (view.width > 400) {
            found.push(...(await violations(page)).map((what) => `${name}, ${view.name}: ${what}`));
          }
          await photograph(page, `${name}-${view.name}`);
        }
        // For people to look at.
        await resize(page, 1280, 900);
        await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
        await photograph(page, `${name}-forced`);
        await page.emulateMedia({ forcedColors: null, media: 'print' });
        await photograph(page, `${name}-print`);
        await page.emulateMedia({ media: null });
      });
    }
  };
  await Promise.all([look(), look(), look()]);
  assert.deepEqual(found, []);
});
