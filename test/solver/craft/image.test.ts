import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { readImage } from '../../../src/pipeline/corpus/read-image.js';
import {
  backgroundOf,
  fewColours,
  type Image,
  ownSize,
  puzzleOfImage,
  usualThreshold,
} from '../../../src/solver/craft/image.js';

/** A picture whose pixels are letters, with the colour of each. */
function image(rows: readonly string[], colours: Readonly<Record<string, number>>): Image {
  return {
    width: rows[0].length,
    height: rows.length,
    pixels: Uint32Array.from(rows.join(''), (letter) => colours[letter]),
  };
}

/** The bytes of a PNG; each pixel is red, green, blue, alpha. */
function png(width: number, pixels: readonly (readonly number[])[]): Buffer {
  const picture = new PNG({ width, height: pixels.length / width });
  picture.data = Buffer.from(pixels.flat());
  return PNG.sync.write(picture);
}

const SHADES = { w: 0xffffff, k: 0, r: 0xff0000, g: 0x00ff00, b: 0x0000ff, y: 0xffff00 };

test('a PNG is read pixel by pixel, and transparent pixels are white', () => {
  const bytes = png(2, [
    [255, 0, 0, 255],
    [1, 2, 3, 255],
    [0, 0, 0, 0],
    [0, 0, 0, 127],
  ]);
  const { width, height, pixels } = readImage(bytes);
  assert.deepEqual([width, height], [2, 2]);
  assert.deepEqual([...pixels], [0xff0000, 0x010203, 0xffffff, 0x808080]);
});

test('a PBM, plain or raw, is black where it is 1', () => {
  const expected = { width: 3, height: 2, pixels: Uint32Array.of(0, 0xffffff, 0, 0, 0, 0xffffff) };
  assert.deepEqual(readImage(Buffer.from('P1\n# drawn\n3 2\n101\n110\n')), expected);
  const raw = Buffer.concat([Buffer.from('P4\n3 2\n'), Buffer.from([0b10100000, 0b11000000])]);
  assert.deepEqual(readImage(raw), expected);
});

test('a file that is not a picture, or is cut off, broken or too large, is refused with the reason', () => {
  const good = png(40, new Array<number[]>(1600).fill([7, 8, 9, 255]));
  const broken = Buffer.from(good);
  broken[45] ^= 0xff;
  const huge = Buffer.from(good);
  huge.writeUInt32BE(1 << 30, 16);
  assert.throws(() => readImage(Buffer.from('GIF89a')), /expected a PNG or a PBM/);
  assert.throws(() => readImage(good.subarray(0, 18)), /PNG: the file is cut off/);
  assert.throws(() => readImage(good.subarray(0, good.length - 20)), { name: 'ImageError' });
  assert.throws(() => readImage(broken), { name: 'ImageError', message: /^PNG: / });
  const flipped = Buffer.from(good);
  flipped[30] ^= 1;
  const wanted = /PNG: it is damaged: the CRC-32 of IHDR is not that of its bytes/;
  assert.throws(() => readImage(flipped), wanted);
  assert.throws(() => readImage(huge), /PNG: 1073741824x40 is too large/);
  assert.throws(() => readImage(Buffer.from('P1\n3 2\n10')), /PBM: the picture is cut off/);
});

/** A chunk of a PNG with its checksum. */
function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), content]);
  const ends = [Buffer.alloc(4), Buffer.alloc(4)];
  ends[0].writeUInt32BE(content.length);
  ends[1].writeUInt32BE(crc32(named));
  return Buffer.concat([ends[0], named, ends[1]]);
}

function header(width: number, height: number, interlaced = 0): Buffer {
  const content = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, interlaced]);
  content.writeUInt32BE(width, 0);
  content.writeUInt32BE(height, 4);
  return chunk('IHDR', content);
}

test('a PNG that claims one size and holds another is refused before anything is unpacked', () => {
  const magic = Buffer.from('89504e470d0a1a0a', 'hex');
  const data = (length: number): Buffer => chunk('IDAT', deflateSync(Buffer.alloc(length)));
  const end = chunk('IEND', Buffer.alloc(0));
  const file = (...parts: Buffer[]): Buffer => Buffer.concat([magic, ...parts]);
  assert.equal(readImage(file(header(1, 5), data(10), end)).pixels.length, 5);
  assert.equal(readImage(file(header(3, 3, 1), data(15), end)).pixels.length, 9);
  const refused = (bytes: Buffer, reason: RegExp): void => {
    assert.throws(() => readImage(bytes), { name: 'ImageError', message: reason });
  };
  const bomb = file(header(2, 2), header(30_000, 30_000), data(6), end);
  assert.ok(bomb.length < 110);
  refused(bomb, /^PNG: expected one header at the beginning, found IHDR there$/);
  refused(file(data(6), header(2, 2), end), /expected one header/);
  refused(file(header(0, 5), data(0), end), /the picture is 0x5: it has no pixels/);
  refused(file(header(2, 2), data(5), end), /fewer pixels than its header says/);
  refused(file(header(2, 2), data(1 << 20), end), /more pixels than its header says/);
  refused(file(header(2, 2, 1), data(1 << 24), end), /more pixels than its header says/);
  refused(file(header(2, 2), data(6)), /cut off/);
  refused(file(header(2, 2), end), /damaged or cut off/);
  // With any bit flipped it is what it was, or refused.
  const small = file(header(1, 5), data(10), end);
  const { pixels } = readImage(small);
  for (let bit = 0; bit < 8 * small.length; bit++) {
    const flipped = Buffer.from(small);
    flipped[bit >> 3] ^= 1 << (bit & 7);
    try {
      assert.deepEqual(readImage(flipped).pixels, pixels, `bit ${bit}`);
    } catch (error) {
      assert.equal((error as Error).name, 'ImageError', String(error));
    }
  }
  const whole = file(header(9, 9), data(90), end);
  for (let length = 8; length < whole.length; length++) {
    assert.throws(() => readImage(whole.subarray(0, length)), { name: 'ImageError' });
  }
});

test('a PBM without cells is refused', () => {
  assert.throws(() => readImage(Buffer.from('P1\n0 5\n')), /the picture is 0x5: it has no cells/);
});

test('cells are filled if their pixels are darker on average than the threshold', () => {
  const four = image(['kwww', 'kwww'], SHADES);
  const cells = (threshold: number): number[] => [
    ...puzzleOfImage(four, { width: 2, height: 1 }, { kind: 'threshold', threshold }).goal,
  ];
  assert.deepEqual(cells(0.4), [0, 0]);
  assert.deepEqual(cells(0.6), [1, 0]);
});

test('the background of a picture is the colour of its corners, or else the most common one of its border', () => {
  const backgroundIn = (...rows: string[]): number => backgroundOf(image(rows, SHADES));
  assert.equal(backgroundIn('wrrw', 'rrrr', 'rbbr', 'wrrr'), SHADES.w);
  assert.equal(backgroundIn('wrrr', 'rrrr', 'rbbr', 'wrrr'), SHADES.r);
  assert.equal(backgroundIn('b'), SHADES.b);
});

test('the background of a coloured puzzle is that of its picture', () => {
  const flag = image(['yyyyy', 'yrrry', 'yrbry', 'yrrry', 'yyyyw'], SHADES);
  const { puzzle, goal } = puzzleOfImage(
    flag,
    { width: 5, height: 5 },
    { kind: 'palette', colours: 3 },
  );
  assert.deepEqual(puzzle.palette, ['#ffff00', '#ff0000', '#0000ff', '#ffffff']);
  assert.equal(puzzle.colours, 3);
  assert.deepEqual(puzzle.rows, [[], [3], [1, 0x10001, 1], [3], [0x20001]]);
  assert.equal([...goal].join(''), '0000001110012100111000003');
});

test('a coloured picture keeps its colours unmixed whether it shrinks or grows', () => {
  const flag = image(['wwwwww', 'wwwwww', 'wwrrbb', 'wwrrrb', 'wwgggg', 'wwgggg'], SHADES);
  const shades = { kind: 'palette', colours: 3 } as const;
  const small = puzzleOfImage(flag, { width: 3, height: 3 }, shades);
  assert.deepEqual([...small.goal], [0, 0, 0, 0, 1, 2, 0, 3, 3]);
  const large = puzzleOfImage(flag, { width: 12, height: 12 }, shades);
  assert.equal(large.puzzle.palette!.length, 4);
  assert.equal(large.goal.filter((cell) => cell === 2).length, 12);
});

test('a picture of one colour is an empty puzzle', () => {
  const shades = { kind: 'palette', colours: 3 } as const;
  const { puzzle } = puzzleOfImage(image(['rr', 'rr'], SHADES), { width: 2, height: 2 }, shades);
  assert.deepEqual(puzzle.rows, [[], []]);
  assert.equal(puzzle.palette, null);
});

test('a few colours are kept as they are, and many are reduced to their centres', () => {
  assert.deepEqual(new Set(fewColours(Uint32Array.of(1, 2, 2, 3), 4)), new Set([1, 2, 3]));
  const reds = Array.from({ length: 50 }, (_, i) => 0xc80000 + i);
  const blues = Array.from({ length: 50 }, (_, i) => 0x0000c8 + i);
  const [one, two] = fewColours(Uint32Array.from([...reds, ...blues]), 2).sort((a, b) => a - b);
  assert.ok(one >= 0xc8 && one < 0x100, one.toString(16));
  assert.ok(two >= 0xc80000 && two < 0xc80040, two.toString(16));
  // The blur of edges is in between: it must not cost one of three plain colours.
  const blurred = Array.from({ length: 40 }, (_, i) => 0x303030 + 0x050505 * i);
  const plain = [0xffffff, 0xd02020, 0x303030].flatMap((c, i) =>
    Array<number>([700, 200, 200][i]).fill(c),
  );
  const found = fewColours(Uint32Array.from([...plain, ...blurred]), 3);
  for (const colour of [0xffffff, 0xd02020, 0x303030]) {
    const channels = (one: number): number[] => [one >>> 16, (one >>> 8) & 255, one & 255];
    assert.ok(
      found.some((one) => channels(one).every((c, i) => Math.abs(c - channels(colour)[i]) < 40)),
      found.map((one) => one.toString(16)).join(),
    );
  }
});

test("a picture's own size keeps its shape within a hundred cells a side", () => {
  assert.deepEqual(ownSize({ width: 30, height: 20 }), { width: 30, height: 20 });
  assert.deepEqual(ownSize({ width: 640, height: 320 }), { width: 100, height: 50 });
  assert.deepEqual(ownSize({ width: 5000, height: 1 }), { width: 100, height: 1 });
});

test('dithering fills as many cells of a shade as it is dark', () => {
  for (const grey of [0x20, 0x60, 0x80, 0xc0]) {
    const shade = (grey << 16) | (grey << 8) | grey;
    const pixels = new Uint32Array(40 * 40).fill(shade);
    const { goal } = puzzleOfImage(
      { width: 40, height: 40, pixels },
      { width: 40, height: 40 },
      { kind: 'threshold', threshold: 0.5, dither: true },
    );
    const share = goal.reduce((sum, cell) => sum + cell, 0) / goal.length;
    assert.ok(Math.abs(share - (1 - grey / 255)) < 0.03, `${grey}: ${share}`);
  }
});

test('the usual threshold lies between two shades, whatever their shares', () => {
  for (const dark of [5, 50, 95]) {
    const pixels = Uint32Array.from({ length: 100 }, (_, i) => (i < dark ? 0x404040 : 0xa0a0a0));
    const threshold = usualThreshold({ width: 10, height: 10, pixels });
    assert.ok(threshold > 0x40 / 255 && threshold < 0xa0 / 255, String(threshold));
  }
  assert.equal(usualThreshold({ width: 1, height: 1, pixels: Uint32Array.of(7) }), 0.5);
});
