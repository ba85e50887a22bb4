import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { PNG } from 'pngjs';
import { folderWith } from '../../support/temporary.js';
import { nonomill } from '../../support/nonomill.js';

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
  assert.deepEqual(
    [written.id, written.rows, written.goal],
    ['plus', [[1], [3], [1]], '.#./###/.#.'],
  );
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
  const { code, stdout, stderr } = await nonomill(['generate', '--from-image', file]);
  assert.equal(code, 0);
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
  assert.deepEqual(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split(',').slice(0, 3).join()),
    ['id,width,height', 'plus-1,3,3', 'plus-2,6,6'],
  );
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
    const { code, stderr } = await nonomill(['generate', ...words]);
    assert.equal(code, 2);
    assert.match(stderr, reason);
  }
});

test('a file that is missing or is not a picture is named', async () => {
  const file = join(folderWith({ 'a.png': 'hello' }), 'a.png');
  const noPicture = await nonomill(['generate', '--from-image', file]);
  assert.equal(noPicture.code, 1);
  assert.match(noPicture.stderr, /a\.png: expected a PNG or a PBM picture/);
  const missing = await nonomill(['generate', '--from-image', 'nowhere.png']);
  assert.match(missing.stderr, /nowhere\.png/);
});

test('a blank picture and a distorted one are written with a warning that says what helps', async () => {
  const folder = folderWith({ 'blank.pbm': 'P1 2 2 0000', 'wide.pbm': 'P1 4 1 1001' });
  const blank = await nonomill(['generate', '--from-image', join(folder, 'blank.pbm')]);
  assert.equal(blank.code, 0);
  assert.equal(
    blank.stderr,
    'nonomill: blank, 2x2: every cell is blank: another --threshold may tell more apart\n',
  );
  const wide = await nonomill([
    ...['generate', '--from-image', join(folder, 'wide.pbm'), '--size', '8x8'],
  ]);
  assert.equal(wide.code, 0);
  assert.equal(
    wide.stderr.split('\n')[0],
    'nonomill: wide, 8x8: the picture is distorted: it has 4x1 pixels; --size 8x2 keeps its shape',
  );
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
  const line = await nonomill([...words, '--for', 'line']);
  assert.equal(line.code, 0);
  assert.match(
    line.stderr,
    /^tulip: 13x14, 1 colour, without its margins, 1 cell changed: no guessing; likeness 0\.9\d \(\d+ tried, \d+ good\)\n$/,
  );
  const [before, after] = [goalOf(plain.stdout), goalOf(line.stdout)];
  assert.equal(before.length, after.length);
  assert.equal(Array.from(before).filter((cell, i) => cell !== after[i]).length, 1);
});
