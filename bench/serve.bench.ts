// The pages over a database of a million results.
// A page of the table under any one filter is to be there within 100 ms (median), the page of a run
// within a second; and the replay of a 60x60 puzzle is to keep the frame rate that the same browser
// has when idle.
//
//     RESULTS=1000000 ROUNDS=7   variables of the environment. Without a browser the replay is left out.
import { join } from 'node:path';
import { type PuzzleResult, resultWith } from '../src/solver/core/result/result.js';
import { cluesToJson } from '../src/solver/core/puzzle/clues-json.js';
import { cluesOfPicture } from '../src/solver/core/puzzle/picture.js';
import { emptyColumns } from '../test/support/puzzle-columns.js';
import { makeIndexes, openStore } from '../src/pipeline/store/open/open.js';
import { RunWriter } from '../src/pipeline/store/write/run-writer.js';
import { listen } from '../src/pipeline/pages/listen.js';
import { findBrowser, startBrowser } from '../test/browser/support/chromium.js';
import { NEW_RUN } from '../test/support/store-samples.js';
import { finishSource, writeEntries } from '../test/support/write-entries.js';
import { inFolder, keepFigure, print } from './support/figures.js';
import { randomNumbers } from './support/puzzles.js';

const RESULTS = Number(process.env.RESULTS ?? 1_000_000);
const ROUNDS = Number(process.env.ROUNDS ?? 7);
const BATCH = 2000;

const FILTERS = [
  ...['', 'status=unique', 'status=multiple', 'status=timeout', 'status=contradiction'],
  ...['technique=line', 'technique=probe', 'depth=2', 'depth=none'],
  ...['size=10x10', 'size=25x25', 'size=12-20', 'size=40-'],
  ...['min=1000', 'max=0.005', 'min=0.1&max=1'],
  ...['name=p0', 'name=p00abc', 'name=nothing', 'name=Picture'],
  ...['sort=-time', 'sort=name', 'sort=-size', 'status=timeout&sort=-time'],
  'status=multiple&sort=time',
];

await inFolder(async (folder) => {
  const path = join(folder, 'big.sqlite');
  fill(path);
  const store = openStore(path, { readonly: true });
  const server = await listen({ store, host: '127.0.0.1', port: 0 });
  print(`${RESULTS} results; medians of ${ROUNDS}, in ms`);
  print('table page                        first page   next page');
  for (const filter of FILTERS) {
    const [first, next] = await tablePage(server.url, filter);
    const name = filter || 'no filter';
    keepFigure(`${name}, first page`, first, 'ms', 'less');
    if (next !== null) keepFigure(`${name}, next page`, next, 'ms', 'less');
    print(`  ${name.padEnd(30)}${padded(first)}${next === null ? padded('-') : padded(next)}`);
  }
  for (const name of ['page of a run, first time', 'page of a run, again']) {
    const { ms } = await timed(`${server.url}api/runs/1`);
    keepFigure(name, ms, 'ms', 'less');
    print(`${name} ${ms.toFixed(1)}`);
  }
  await replay(server.url);
  await server.close();
  store.close();
});

/** The median times of the first page and, unless the first is the only one, of the next. */
async function tablePage(url: string, filter: string): Promise<[number, number | null]> {
  const firsts: number[] = [];
  const nexts: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const address = `${url}api/runs/1/results?${filter}`;
    const { ms, body } = await timed(address);
    firsts.push(ms);
    const { next } = body as { next: string | null };
    if (next !== null) nexts.push((await timed(`${address}&after=${next}`)).ms);
  }
  return [median(firsts), nexts.length === 0 ? null : median(nexts)];
}

async function timed(address: string): Promise<{ ms: number; body: unknown }> {
  const start = performance.now();
  const response = await fetch(address);
  const body: unknown = await response.json();
  return { ms: performance.now() - start, body };
}

/** Frames a second of the browser with nothing to do, and while a 60x60 replay plays. */
async function replay(url: string): Promise<void> {
  const browser = findBrowser();
  if (browser.missing !== false) {
    print(`replay of 60x60: left out, ${browser.missing}`);
    return;
  }
  const opened = await startBrowser(browser.path);
  const page = await opened.newPage({ viewport: { width: 1280, height: 900 } });
  const frames = (): Promise<number> =>
    page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let count = 0;
          const start = performance.now();
          const frame = (now: number): void => {
            if (now - start >= 2000) resolve((count * 1000) / (now - start));
            else {
              count++;
              requestAnimationFrame(frame);
            }
          };
          requestAnimationFrame(frame);
        }),
    );
  const found = await timed(`${url}api/runs/1/results?size=60x60`);
  const [{ puzzleId }] = (found.body as { rows: { puzzleId: number }[] }).rows;
  await page.goto(`${url}runs/1/puzzles/${puzzleId}/replay`);
  await page.getByRole('button', { name: 'Play' }).waitFor({ timeout: 120_000 });
  const idle = await frames();
  await page.getByLabel('Speed').selectOption('100');
  await page.getByRole('button', { name: 'Play' }).click();
  const playing = await frames();
  const steps = await page.getByLabel('Step', { exact: true }).inputValue();
  print(
    `replay of 60x60 at 100 steps/s: ${playing.toFixed(1)} frames/s, idle ${idle.toFixed(1)} (${steps} steps shown)`,
  );
  await opened.close();
}

/** A database of one run, most puzzles of 5x5 and 10x10, with results of every kind. */
function fill(path: string): void {
  const random = randomNumbers(7);
  const store = openStore(path, { readonly: false });
  const writer = new RunWriter(store);
  writer.startRun(NEW_RUN);
  const [{ sourceId }] = writer.addSources([
    {
      path: 'bench.csv',
      sha256: '0'.repeat(64),
      format: 'csv',
      bytes: 1,
    },
  ]);
  for (let from = 0; from < RESULTS; from += BATCH) {
    const columns = emptyColumns();
    const results: PuzzleResult[] = [];
    for (let i = from; i < Math.min(RESULTS, from + BATCH); i++) {
      const side = i === RESULTS - 1 ? 60 : sideOf(random());
      const picture = side === 60 ? waves(side) : randomPicture(side, random);
      const clues = cluesOfPicture(picture, side, side);
      columns.ordinals.push(i);
      columns.names.push(`p${i.toString(36).padStart(5, '0')}`);
      columns.titles.push(i % 1000 === 0 ? `Picture ${i}` : null);
      columns.widths.push(side);
      columns.heights.push(side);
      columns.colours.push(1);
      columns.palettes.push(null);
      columns.filled.push(clues.rows.flat().reduce((sum, block) => sum + block, 0));
      columns.clues.push(cluesToJson(clues.rows, clues.columns, 1));
      columns.starts.push(null);
      columns.goals.push(null);
      columns.goalMatches.push(null);
      columns.shapes.push(i.toString(16).padStart(16, '0'));
      columns.fingerprints.push(i.toString(16).padStart(32, '0'));
      results.push(resultOf(random, side));
    }
    writeEntries(writer, sourceId, columns, results, []);
  }
  finishSource(writer, sourceId, { entries: RESULTS });
  makeIndexes(store);
  writer.finishRun('complete');
  store.close();
}

function randomPicture(side: number, random: () => number): Uint8Array {
  return Uint8Array.from({ length: side * side }, () => (random() < 0.5 ? 1 : 0));
}

/** A picture that line solving alone solves: bands that wave, each with its own height. */
function waves(side: number): Uint8Array {
  return Uint8Array.from({ length: side * side }, (_, i) => {
    const [x, y] = [i % side, Math.floor(i / side)];
    return Math.sin(x / 9) * 6 + y - side / 2 < 8 && Math.cos(x / 5 + y / 11) > -0.6 ? 1 : 0;
  });
}

function sideOf(share: number): number {
  return share < 0.0005 ? 25 : share < 0.1 ? 15 : share < 0.5 ? 10 : 5;
}

function resultOf(random: () => number, side: number): PuzzleResult {
  const share = random();
  const status =
    share < 0.6
      ? 'unique'
      : share < 0.99
        ? 'multiple'
        : share < 0.999
          ? 'timeout'
          : 'contradiction';
  const depth = random() < 0.8 ? 0 : random() < 0.95 ? 1 : 2;
  const technique = (['line', 'probe', 'search'] as const)[depth];
  const unique = status === 'unique';
  return resultWith({
    status,
    stoppedBy: status === 'multiple' ? 'count' : status === 'timeout' ? 'timeout' : null,
    technique: unique ? technique : status === 'multiple' ? 'search' : null,
    guessDepth: unique ? depth : null,
    guessDepthMin: unique ? depth : null,
    solutions: status === 'multiple' ? '2' : '1',
    solutionsExact: unique,
    solveMs: status === 'timeout' ? 10_000 + random() : Math.exp(random() * 6 - 5 + side / 8),
    solution: Array.from({ length: side }, () => '#.'.repeat(side).slice(0, side)).join('/'),
    finishedAt: Date.now(),
  });
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}

function padded(value: number | string): string {
  return (typeof value === 'number' ? value.toFixed(1) : value).padStart(12);
}
