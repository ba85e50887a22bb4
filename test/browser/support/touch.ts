import type { Page } from 'playwright-core';
import type { Puzzle } from '../../../src/solver/core/puzzle/types.js';
import { fitLayout, roomOf } from '../../../src/pipeline/pages/client/paint.js';

/** A point of the page, in CSS pixels. */
export type Point = readonly [x: number, y: number];

/** Puts a finger on the first point, moves it over the others, and lifts it. */
export async function touch(page: Page, ...[first, ...others]: Point[]): Promise<void> {
  const { send, done } = await fingers(page);
  await send('touchStart', [first]);
  for (const point of others) await send('touchMove', [point]);
  await send('touchEnd', []);
  await done();
}

/**
 * Puts two fingers on two points, one after the other, and moves them apart; the first may come
 * from elsewhere.
 */
export async function pinch(page: Page, one: Point, other: Point, from = one): Promise<void> {
  const { send, done } = await fingers(page);
  await send('touchStart', [from]);
  if (from !== one) await send('touchMove', [one]);
  await send('touchStart', [one, other]);
  const [dx, dy] = [other[0] - one[0], other[1] - one[1]];
  for (let far = 0; far < 3; far += 0.25) {
    await send('touchMove', [one, [one[0] + dx * (1 + far), one[1] + dy * (1 + far)]]);
  }
  await send('touchEnd', []);
  await done();
}

async function fingers(page: Page): Promise<{
  readonly send: (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    points: Point[],
  ) => Promise<unknown>;
  readonly done: () => Promise<void>;
}> {
  const client = await page.context().newCDPSession(page);
  return {
    send: (type, points) => {
      const touchPoints = points.map(([x, y], id) => ({ x, y, id }));
      return client.send('Input.dispatchTouchEvent', { type, touchPoints });
    },
    done: () => client.detach(),
  };
}

/** The middle of a cell, counted from 1, of the grid that a page shows. */
export async function cellPoint(
  page: Page,
  puzzle: Puzzle,
  row: number,
  column: number,
): Promise<Point> {
  const frame = page.locator('.grid-frame').first();
  // In the middle of the screen, where nothing at its edges covers a cell.
  await frame.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const [width, screen] = await frame.evaluate((element) => [element.clientWidth, innerHeight]);
  const box = (await frame.locator('canvas').boundingBox())!;
  const drawn = (await frame.locator('canvas').getAttribute('aria-label'))!.startsWith('Drawing');
  const margins = drawn ? 'of the size' : 'of the clues';
  const { left, top, cell } = fitLayout(puzzle, roomOf(width, screen, margins), margins);
  return [box.x + left + (column - 0.5) * cell, box.y + top + (row - 0.5) * cell];
}
