import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Image } from '../../src/generate/image.js';
import { isDistorted, searchPicture, sizesFor } from '../../src/generate/picture-search.js';
import { cluesOfPicture } from '../../src/puzzle/picture.js';
import { solvePuzzle } from '../../src/solver/solve.js';

/** A picture of a given size whose pixels a function says: 0 is black, 1 white. */
function image(width: number, height: number, level: (x: number, y: number) => number): Image {
  const pixels = Uint32Array.from({ length: width * height }, (_, i) => {
    const grey = Math.round(255 * level(i % width, Math.floor(i / width)));
    return (grey << 16) | (grey << 8) | grey;
  });
  return { width, height, pixels };
}

/** A dark disc with a bright hole, on white, away from the middle. */
const disc = image(160, 120, (x, y) => {
  const far = Math.hypot(x - 70, y - 65);
  return far < 14 || far > 42 ? 1 : 0.2 + far / 200;
});

const RANGE = { from: { width: 10, height: 10 }, to: { width: 20, height: 20 } };

test('the best puzzle of a picture is as was wished for, and its clues are those of its picture', () => {
  for (const goal of ['unique', 'line'] as const) {
    const { best, good, tried } = searchPicture(disc, { sizes: RANGE, goal, shades: null });
    assert.ok(best !== null && best.good && good > 0 && tried >= good);
    const { puzzle, goal: cells } = best.named;
    const { rows, columns } = cluesOfPicture(cells!, puzzle.width, puzzle.height);
    assert.deepEqual([puzzle.rows, puzzle.columns], [rows, columns]);
    const { status, technique } = solvePuzzle(puzzle);
    assert.equal(status, 'unique');
    if (goal === 'line') assert.equal(technique, 'line');
    assert.ok(best.likeness > 0.7, String(best.likeness));
    assert.ok(!isDistorted(best.stretch));
    assert.ok(puzzle.width >= 10 && puzzle.width <= 20 && puzzle.height >= 10);
  }
});

test('the same picture becomes the same puzzle again', () => {
  const wish = { sizes: RANGE, goal: 'line', shades: null } as const;
  assert.deepEqual(searchPicture(disc, wish), searchPicture(disc, wish));
});

test('a picture on which there is nothing to see makes no puzzle', () => {
  const white = image(50, 50, () => 1);
  const { best, tried, blank } = searchPicture(white, {
    sizes: RANGE,
    goal: 'unique',
    shades: null,
  });
  assert.deepEqual([best, tried], [null, 0]);
  assert.ok(blank > 0);
});

test('if no puzzle is as was wished for, the one most like the picture is shown, and described as what it is', () => {
  // Stripes of a checkerboard have many solutions at this one size.
  const board = image(80, 80, (x, y) => (Math.floor(x / 10) + Math.floor(y / 10)) % 2);
  const sizes = [{ width: 8, height: 8 }];
  const { best, good } = searchPicture(board, { sizes, goal: 'unique', shades: null });
  assert.equal(good, 0);
  assert.ok(best !== null && !best.good);
  assert.equal(best.verdict.status, 'multiple');
});

test('sizes have the shape of the picture as far as the range allows, and are distorted otherwise', () => {
  const range = { from: { width: 15, height: 15 }, to: { width: 30, height: 30 } };
  const sizes = sizesFor({ width: 200, height: 150 }, range);
  assert.equal(sizes.length, 16);
  assert.ok(
    sizes.filter(({ width, height }) => Math.abs(width / height - 4 / 3) < 0.06).length >= 11,
  );
  for (const { width, height } of sizesFor({ width: 100, height: 1000 }, range)) {
    assert.ok(width === 15 && height >= 15 && height <= 30);
  }
  // The whole of a banner fits in no such size; a square of it may, and is not distorted.
  const banner = image(400, 60, (x, y) => (Math.hypot(x - 200, y - 30) < 25 ? 0 : 1));
  const { best } = searchPicture(banner, { sizes: range, goal: 'line', shades: null });
  assert.ok(best !== null && best.crop.kind !== 'whole' && !isDistorted(best.stretch));
});
