// From a stroke on the workbench to its verdict, and the memory that a thousand strokes take.
// In a browser, for drawings of 10x10 to 50x50. A verdict is to be there within 50 ms up to 30x30, and within one frame
// (17 ms) up to 20x20. A stroke turns one cell of a picture of hills and a sun; each follows once the last was answered,
// as when somebody draws fast.
//
//     STROKES=100   a variable of the environment: the strokes of each size. Needs Chromium or Chrome.
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { drawingOf, puzzleOfDrawing, emptyDrawing } from '../src/studio/pages/drawing/drawn.js';
import { tryHash } from '../src/pipeline/pages/client/puzzle-text.js';
import { findBrowser, startBrowser } from '../test/browser/support/chromium.js';
import { serveFiles } from '../test/browser/support/static-server.js';
import { keepFigure, print } from './support/figures.js';

const STROKES = Number(process.env.STROKES ?? 100);
const SIDES = [10, 15, 20, 25, 30, 40, 50];

/** The size and the number of strokes after which memory is looked at. */
const LONG = { side: 30, strokes: 1000 };

const browser = findBrowser();
if (browser.missing === false) await measure(browser.path);
else print(`left out: ${browser.missing}`);

async function measure(path: string): Promise<void> {
  const server = await serveFiles();
  const opened = await startBrowser(path);
  try {
    const { port } = server.address() as AddressInfo;
    const address = `http://127.0.0.1:${port}/puzzles/`;
    print(`${STROKES} strokes each; ms from a stroke to its verdict`);
    print('size        median   95 %    most');
    for (const side of SIDES) {
      const page = await opened.newPage();
      await open(page, address, side);
      // The first strokes compile what the others use.
      await draw(page, 20, side);
      const times = (await draw(page, STROKES, side)).toSorted((a, b) => a - b);
      const at = (share: number): number => times[Math.floor((times.length - 1) * share)];
      const figures = [at(0.5), at(0.95), at(1)];
      keepFigure(`${side}x${side}, median`, figures[0], 'ms', 'less');
      keepFigure(`${side}x${side}, 95 %`, figures[1], 'ms', 'less');
      print(
        `${`${side}x${side}`.padEnd(9)}${figures.map((ms) => ms.toFixed(1).padStart(8)).join('')}`,
      );
      await page.close();
    }
    await memory(await opened.newPage(), address);
  } finally {
    await opened.close();
    server.close();
  }
}

/** Opens a drawing, and waits until nothing works on it any more. */
async function open(page: Page, address: string, side: number): Promise<void> {
  const blank = emptyDrawing(side, side);
  const { cells } = drawingOf(puzzleOfDrawing(blank), landscape(side));
  await page.goto(address + tryHash(puzzleOfDrawing({ ...blank, cells }), '', cells));
  await page.getByRole('region', { name: 'Replay' }).waitFor();
}

/** Hills below a sun: most cells belong to long blocks, as in the pictures that people draw. */
function landscape(side: number): Uint8Array {
  return Uint8Array.from({ length: side * side }, (_, i) => {
    const [x, y] = [(i % side) / side, Math.floor(i / side) / side];
    const isHill = y > 0.62 + 0.16 * Math.sin(7 * x) + 0.05 * Math.sin(23 * x);
    const isSun = (x - 0.7) ** 2 + (y - 0.25) ** 2 < 0.025;
    return isHill || isSun ? 1 : 0;
  });
}

/** Turns cells with the keyboard, one after the other, and says how long each verdict took. */
function draw(page: Page, strokes: number, side: number): Promise<number[]> {
  return page.evaluate(
    async ([count, width]) => {
      const board = document.querySelector<HTMLCanvasElement>('canvas.drawable')!;
      const verdict = document.querySelector('.verdict [aria-busy]')!;
      const press = (key: string): void => {
        board.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      };
      const answered = (): Promise<void> =>
        new Promise((resolve) => {
          let isAsked = false;
          const observer = new MutationObserver(() => {
            const isBusy = verdict.getAttribute('aria-busy') === 'true';
            if (isAsked && !isBusy) {
              observer.disconnect();
              resolve();
            }
            isAsked ||= isBusy;
          });
          observer.observe(verdict, { attributes: true });
        });
      const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
      const times: number[] = [];
      for (let i = 0; i < count; i++) {
        // Another cell each time, in all parts of the picture.
        for (let step = 0; step < 7; step++) press(step % 2 === 0 ? 'ArrowRight' : 'ArrowDown');
        if (i % width === width - 1) for (let step = 0; step < width; step++) press('ArrowLeft');
        if (i % 9 === 8) for (let step = 0; step < width; step++) press('ArrowUp');
        await frame();
        const done = answered();
        const start = performance.now();
        press(' ');
        await done;
        times.push(performance.now() - start);
      }
      return times;
    },
    [strokes, side],
  );
}

/** The memory of the page before and after many strokes, what is no longer used collected. */
async function memory(page: Page, address: string): Promise<void> {
  const { side, strokes } = LONG;
  const client = await page.context().newCDPSession(page);
  const used = async (): Promise<number> => {
    await client.send('HeapProfiler.collectGarbage');
    const { usedSize } = (await client.send('Runtime.getHeapUsage')) as { usedSize: number };
    return usedSize / 1e6;
  };
  await open(page, address, side);
  await draw(page, 50, side);
  const before = await used();
  await draw(page, strokes, side);
  const after = await used();
  keepFigure(`memory after ${strokes} strokes`, after, 'MB', 'less');
  print(
    `memory of the page at ${side}x${side}: ${before.toFixed(1)} MB before, ${after.toFixed(1)} MB after ${strokes} strokes, all of which can be undone`,
  );
}
