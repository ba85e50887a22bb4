import { Difference, haveSameRuns } from './obstacle.js';
import type { Sketch } from './sketch.js';

/**
 * The smallest second solutions there are: four cells at the corners of a rectangle, filled on one
 * diagonal and blank on the other, that can be swapped without a change of any clue. Only looked
 * for in black and white up to 32x32.
 */
export function cornerSwaps(sketch: Sketch): Difference[] {
  if (!sketch.small) return [];
  const { width, height, planes } = sketch;
  // By pair of columns: rows in which a cell can move from the left one to the right one, and the
  // reverse.
  const leftFilled = new Map<number, number>();
  const rightFilled = new Map<number, number>();
  for (let row = 0; row < height; row++) {
    const filled = planes[2 * row + 1];
    for (let left = 0; left < width; left++) {
      for (let right = left + 1; right < width; right++) {
        const at = (filled >>> left) & 1;
        if (at === ((filled >>> right) & 1)) continue;
        if (!haveSameRuns(filled, filled ^ (1 << left) ^ (1 << right))) continue;
        const rows = at === 1 ? leftFilled : rightFilled;
        const key = left * width + right;
        rows.set(key, (rows.get(key) ?? 0) | (1 << row));
      }
    }
  }
  const swaps: Difference[] = [];
  for (const [key, rows] of leftFilled) {
    const others = rightFilled.get(key) ?? 0;
    const [left, right] = [Math.floor(key / width), key % width];
    for (let one = rows; one !== 0; one &= one - 1) {
      for (let other = others; other !== 0; other &= other - 1) {
        const a = 31 - Math.clz32(one & -one);
        const b = 31 - Math.clz32(other & -other);
        const both = (1 << a) ^ (1 << b);
        const [first, second] = [planes[2 * (height + left) + 1], planes[2 * (height + right) + 1]];
        if (!haveSameRuns(first, first ^ both) || !haveSameRuns(second, second ^ both)) continue;
        const cells = [a, b].flatMap((row) => [row * width + left, row * width + right]);
        swaps.push(new Difference(sketch, cells, []));
      }
    }
  }
  return swaps;
}
