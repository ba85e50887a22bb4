import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { PNG } from 'pngjs';
import { cluesOfPicture } from '../../src/solver/core/puzzle/picture.js';
import type { Image } from '../../src/solver/craft/image.js';
import { solvePuzzle } from '../../src/solver/engine/solver/solve.js';
import { isDistorted, searchPicture, sizesFor, withoutMargins } from '../../src/studio/pictures.js';
import { ends, nonomill, succeeds } from '../support/nonomill.js';
import { linesIn, assertEach, folderWith } from '../support/tests.js';

const PLUS = 'P1\n3 3\n010\n111\n010\n';

/** A PNG of 3 by 3 pixels: a red plus with a blue heart, on white. */
function colouredPlus(folder: string): string {
  const red = [255, 0, 0, 255];
  const [white, blue] = [
    [255, 255, 255, 255],
    [0, 0, 255, 255],
  ];
  const picture = new PNG({ width: 3, height: 3 });
  picture.data = Buffer.from([white, red, white, red, blue, red, white, red, white].flat());
  const file = join(folder, 'plus.png');
  writeFileSync(file, PNG.sync.write(picture));
  return file;
}

test('a PBM becomes a line of NDJSON with its goal, without a warning if it is unique', async () => {
  const file = join(folderWith({ 'plus.pbm': PLUS }), 'plus.pbm');
  const { code, stdout, stderr } = await nonomill(['generate', '--from-image', file]);
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  const written = JSON.parse(stdout) as Record<string, unknown>;
  const expected = ['plus', [[1], [3], [1]], '.#./###/.#.'];
  assert.deepEqual([written.id, written.rows, written.goal], expected);
});

test('blank margins are cut off and that is said, unless a cell for each pixel is asked for', async () => {
  const rows = ['00000000', '00100000', '01110000', '00100000', '00000000', '00000000'];
  const file = join(folderWith({ 'plus.pbm': `P1\n8 6\n${rows.join('\n')}\n` }), 'plus.pbm');
  const goalOf = async (...words: string[]): Promise<[unknown, string]> => {
    const { stdout, stderr } = await nonomill(['generate', '--from-image', file, ...words]);
    return [(JSON.parse(stdout) as Record<string, unknown>).goal, stderr];
  };
  assert.deepEqual(await goalOf(), [
    '.#./###/.#.',
    'nonomill: plus, 3x3: blank margins are cut off, 3x3 of 8x6 pixels are left\n',
  ]);
  // As much of the margins stays as the shape of the grid needs.
  assert.deepEqual(await goalOf('--size', '6x3'), [
    '..#.../.###../..#...',
    'nonomill: plus, 6x3: blank margins are cut off, 6x3 of 8x6 pixels are left\n',
  ]);
  const [goal, said] = await goalOf('--size', '8x6');
  assert.deepEqual([goal, said], [rows.join('/').replaceAll('0', '.').replaceAll('1', '#'), '']);
});

test('a puzzle with several solutions is written with a warning', async () => {
  const file = join(folderWith({ 'ab.pbm': 'P1 2 2 10 01' }), 'ab.pbm');
  const { stdout, stderr } = await succeeds(['generate', '--from-image', file]);
  assert.ok(stdout.startsWith('{'));
  assert.match(
    stderr,
    /^nonomill: ab, 2x2: it has several solutions; two of them differ in 4 cells, the first in row 1, cell 1\n$/,
  );
});

test('a coloured picture is written in any format that holds colours, and solves to itself', async () => {
  const folder = folderWith({});
  const file = colouredPlus(folder);
  for (const name of ['plus.non', 'plus.xml', 'plus.ndjson', 'plus.g']) {
    const out = join(folder, name);
    const words = ['generate', '--from-image', file, '--palette', '2', '--out', out];
    const { code, stderr } = await nonomill(words);
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' }, name);
    assert.ok(readFileSync(out).length > 0);
    const solved = await nonomill(['solve', out]);
    const picture =
      name === 'plus.g' ? '' : "The author's picture is the solution, the only one.\n";
    const verdict =
      'plus, 3x3: one solution, found line by line\n' +
      'difficulty 4.6, ★☆☆☆☆, no guessing, needs counting\n';
    assert.equal(solved.stdout, `${verdict}${picture}.1.\n121\n.1.\n`, name);
  }
});

test('a format that holds no colours is refused, and nothing is written', async () => {
  const file = colouredPlus(folderWith({}));
  const words = ['generate', '--from-image', file, '--palette', '2', '--to', 'csv'];
  const { code, stdout, stderr } = await nonomill(words);
  assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
  assert.match(stderr, /csv holds no colours/);
});

test('each size makes a puzzle', async () => {
  const file = join(folderWith({ 'plus.pbm': PLUS }), 'plus.pbm');
  const words = ['generate', '--from-image', file, '--size', '3x3,6x6', '--to', 'csv'];
  const { stdout } = await nonomill(words);
  assertEach(linesIn(stdout), (line) => line.split(',').slice(0, 3).join(), [
    'id,width,height',
    'plus-1,3,3',
    'plus-2,6,6',
  ]);
});

test('flags that do not go with a picture are refused, and so are flags that need one', async () => {
  const refused: [readonly string[], RegExp][] = [
    [['--from-image', 'a.png', '--all', '2x2'], /--all does not go with --from-image/],
    [['--from-image', 'a.png', '--density', '0.5'], /--density does not go with --from-image/],
    [['--from-image', 'a.png', '--seed', '1'], /--seed does not go with --from-image/],
    [['--from-image', 'a.png', '--goal'], /--goal does not go with --from-image/],
    [['--all', '2x2', '--seed', '1'], /--seed does not go with --all/],
    [['--from-image', 'a.png', '--threshold', '0.3', '--palette', '2'], /use one of them/],
    [['--palette', '2'], /--palette goes with --from-image only/],
    [['--to', 'png'], /"png" does not name a format that can be written; use --to with one of/],
    [['--to', 'nin'], /--to: nin holds one puzzle a file; say --count 1/],
    [['--to', 'tatham', '--goal'], /--goal: tatham cannot hold pictures/],
  ];
  for (const [words, reason] of refused) {
    await ends(2, ['generate', ...words], { says: reason });
  }
});

test('a file that is missing or is not a picture is named', async () => {
  const file = join(folderWith({ 'a.png': 'hello' }), 'a.png');
  const noPicture = await ends(1, ['generate', '--from-image', file]);
  assert.match(noPicture.stderr, /a\.png: expected a PNG or a PBM picture/);
  const missing = await nonomill(['generate', '--from-image', 'nowhere.png']);
  assert.match(missing.stderr, /nowhere\.png/);
});

test('a blank picture and a distorted one are written with a warning that says what helps', async () => {
  const folder = folderWith({ 'blank.pbm': 'P1 2 2 0000', 'wide.pbm': 'P1 4 1 1001' });
  const blank = await succeeds(['generate', '--from-image', join(folder, 'blank.pbm')]);
  assert.equal(
    blank.stderr,
    'nonomill: blank, 2x2: every cell is blank: another --threshold may tell more apart\n',
  );
  const wide = await succeeds([
    ...['generate', '--from-image', join(folder, 'wide.pbm'), '--size', '8x8'],
  ]);
  const expected = 'nonomill: wide, 8x8: the picture is distorted; --size 8x2 keeps its shape';
  assert.equal(wide.stderr.split('\n')[0], expected);
});

const TULIP = [
  ...[
    '...............',
    '....#.....#....',
    '....##.#.##....',
    '....#######....',
    '....#######....',
  ],
  ...[
    '....#######....',
    '.....#####.....',
    '.......#.......',
    '.#.....#.....#.',
    '.##....#....##.',
  ],
  ...[
    '..###..#..###..',
    '...###.#.###...',
    '....#######....',
    '......###......',
    '.......#.......',
  ],
];

test('--for changes few cells of a small picture rather than to shrink it, and cuts the same margins off', async () => {
  const bits = TULIP.join('\n').replaceAll('.', '0').replaceAll('#', '1');
  const file = join(folderWith({ 'tulip.pbm': `P1\n15 15\n${bits}\n` }), 'tulip.pbm');
  const words = ['generate', '--from-image', file, '--palette', '1', '--to', 'ndjson'];
  const goalOf = (text: string): string => (JSON.parse(text) as { goal: string }).goal;
  const plain = await nonomill(words);
  const line = await succeeds([...words, '--for', 'line']);
  assert.match(
    line.stderr,
    /^tulip: 13x14, 1 colour, without its margins, 1 cell changed: no guessing; likeness 0\.9\d \(\d+ tried, \d+ good\)\n$/,
  );
  const [before, after] = [goalOf(plain.stdout), goalOf(line.stdout)];
  assert.equal(before.length, after.length);
  assert.equal(Array.from(before).filter((cell, i) => cell !== after[i]).length, 1);
});

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
    assert.ok(!isDistorted(best.size, best.crop));
    assert.ok(puzzle.width >= 10 && puzzle.width <= 20 && puzzle.height >= 10);
  }
});

test('the same picture becomes the same puzzle again', () => {
  const wish = { sizes: RANGE, goal: 'line', shades: null } as const;
  assert.deepEqual(searchPicture(disc, wish), searchPicture(disc, wish));
});

test('a picture on which there is nothing to see makes no puzzle', () => {
  const white = image(50, 50, () => 1);
  const { best, tried } = searchPicture(white, { sizes: RANGE, goal: 'unique', shades: null });
  assert.deepEqual([best, tried], [null, 0]);
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
  assert.ok(best !== null && best.crop.kind !== 'whole' && !isDistorted(best.size, best.crop));
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
