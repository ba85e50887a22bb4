import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Image } from '../../../src/solver/craft/generate/image.js';
import {
  isDistorted,
  searchPicture,
  sizesFor,
  withoutMargins,
} from '../../../src/studio/generating/picture-search.js';
import { cluesOfPicture } from '../../../src/solver/core/puzzle/picture.js';
import { solvePuzzle } from '../../../src/solver/engine/solver/solve.js';

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

const COLOURS: Readonly<Record<string, number>> = {
  '.': 0xffffff,
  '#': 0x000000,
  y: 0xffd800,
  b: 0x3060e0,
  r: 0xd02030,
};

/** A picture with a character for each pixel, and so many blank pixels around it. */
function pixels(rows: readonly string[], margin = 0): Image {
  const width = rows[0].length + 2 * margin;
  const side = '.'.repeat(margin);
  const ends = new Array<string>(margin).fill('.'.repeat(width));
  const all = [...ends, ...rows.map((row) => `${side}${row}${side}`), ...ends];
  return {
    width,
    height: all.length,
    pixels: Uint32Array.from(all.join(''), (letter) => COLOURS[letter]),
  };
}

const FISH = [
  ...['...####...', '..######.#', '.########.', '##.######.'],
  ...['##########', '.########.', '..######.#', '...####...'],
];

const SMILEY = [
  ...['..yyyyy..', '.yyyyyyy.', 'yy##y##yy', 'yyyyyyyyy', 'yyyyyyyyy', 'y#yyyyy#y'],
  ...['yy#####yy', '.yyyyyyy.', '..yyyyy..'],
];

const LINE = { sizes: null, goal: 'line', shades: null } as const;

test('a small picture keeps a cell for each pixel, and gets no more cells unless they are asked for', () => {
  const { best } = searchPicture(pixels(FISH), LINE);
  assert.deepEqual([best!.size, best!.changes], [{ width: 10, height: 8 }, 0]);
  assert.equal(best!.named.goal!.join(''), FISH.join('').replaceAll('.', '0').replaceAll('#', '1'));
  assert.ok(best!.likeness > 0.999, String(best!.likeness));
  const sizes = { from: { width: 5, height: 5 }, to: { width: 40, height: 40 } };
  assert.deepEqual(searchPicture(pixels(FISH), { ...LINE, sizes }).best!.size, best!.size);
  const larger = { from: { width: 15, height: 12 }, to: { width: 20, height: 16 } };
  const asked = searchPicture(pixels(FISH), { ...LINE, sizes: larger }).best!;
  assert.deepEqual(asked.size, { width: 20, height: 16 });
});

test('a picture that is not good with a cell for each pixel is mended there, and shrinks only if it cannot be', () => {
  // Its ends vary.
  const rows = ['#..........', '.#.........', ...FISH.map((row) => `${row}.`)];
  const wish = { ...LINE, goal: 'unique' } as const;
  const asked: string[] = [];
  const { best, good } = searchPicture(pixels(rows, 2), wish, (named) => {
    asked.push(named.goal!.join(''));
    const goal = named.goal!.with(0, 0);
    const { width, height } = named.puzzle;
    const puzzle = { ...named.puzzle, ...cluesOfPicture(goal, width, height) };
    return { named: { ...named, puzzle, goal }, changes: 1 };
  });
  // The last column is blank.
  const cells = rows.map((row) => row.slice(0, 10)).join('');
  const trimmed = cells.replaceAll('.', '0').replaceAll('#', '1');
  assert.deepEqual(asked, [trimmed]);
  assert.deepEqual([best!.size, best!.changes], [{ width: 10, height: 10 }, 1]);
  assert.equal(best!.named.goal!.join(''), `0${trimmed.slice(1)}`);
  assert.ok(good > 0 && best!.good);
  const alone = searchPicture(pixels(rows, 2), wish).best!;
  assert.equal(alone.changes, 0);
});

test('the background is that of the whole picture, also where margins are cut off and little of it is left', () => {
  for (const margin of [0, 3]) {
    const shades = { kind: 'palette', colours: 3 } as const;
    const { best } = searchPicture(pixels(SMILEY, margin), { ...LINE, shades });
    assert.deepEqual(best!.size, { width: 9, height: 9 });
    assert.deepEqual(best!.named.puzzle.palette, ['#ffffff', '#ffd800', '#000000']);
    assert.equal(best!.named.goal!.slice(0, 9).join(''), '001111100');
  }
  // Nothing of it is left.
  const box = ['bbbbbbbbbb', 'bbbbrrbbbb', 'bbbrrrrbbb', 'bbbbrrbbbb', 'bbbbbbbbbb'];
  const shades = { kind: 'palette', colours: 2 } as const;
  const { best } = searchPicture(pixels(box, 2), { ...LINE, shades });
  assert.deepEqual(best!.named.puzzle.palette, ['#ffffff', '#3060e0', '#d02030']);
  assert.equal(best!.named.goal!.slice(0, 20).join(''), '11111111111111221111');
});

test('margins are cut off as they are without a search', () => {
  for (const shades of [
    { kind: 'threshold', threshold: 0.5 },
    { kind: 'palette', colours: 2 },
  ] as const) {
    for (const size of [null, { width: 9, height: 9 }, { width: 12, height: 6 }]) {
      const picture = pixels(SMILEY, 4);
      const crop = withoutMargins(picture, shades, size);
      assert.equal(crop.kind, 'trimmed');
      const sizes = size === null ? null : [size];
      const { best } = searchPicture(picture, { sizes, goal: 'unique', shades });
      assert.deepEqual({ ...best!.crop, inkShare: 1 }, crop);
    }
  }
});
