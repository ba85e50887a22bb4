import assert from 'node:assert/strict';
import { test } from 'node:test';
import { looksLikeNoise } from '../../../../src/solver/core/puzzle/picture.js';
import { randomNumbers, randomPicture } from '../../../support/random-puzzle.js';

test('random pictures look like noise, of any density and in colours', () => {
  const random = randomNumbers(1);
  for (const [side, density, colours] of [
    [20, 0.5, 1],
    [25, 0.35, 1],
    [30, 0.7, 1],
    [25, 0.6, 3],
  ]) {
    const cells = randomPicture(random, side * side, density, colours);
    assert.ok(looksLikeNoise(cells, side), `${side}, ${density}`);
  }
});

test('drawings, patterns, empty and small pictures do not look like noise', () => {
  const cells = (at: (x: number, y: number) => boolean): Uint8Array =>
    Uint8Array.from({ length: 400 }, (_, i) => Number(at(i % 20, Math.floor(i / 20))));
  const disc = cells((x, y) => (x - 10) ** 2 + (y - 10) ** 2 < 60);
  const text = cells((x, y) => x % 4 < 1 || (y % 6 === 0 && x % 8 < 4));
  const board = cells((x, y) => (x + y) % 2 === 0);
  for (const picture of [disc, text, board, cells(() => false), cells(() => true)]) {
    assert.equal(looksLikeNoise(picture, 20), false);
  }
  assert.equal(looksLikeNoise(randomPicture(randomNumbers(1), 81, 0.5), 9), false);
});
