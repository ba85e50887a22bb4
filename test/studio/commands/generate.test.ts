import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { FORMATS } from '../../../src/solver/formats/registry.js';
import { linesIn, assertEach, deepTest, folderWith, until, eachOf } from '../../support/tests.js';
import { smallDisk } from '../../support/small-disk.js';
import { ends, nonomill, ROOT, start, succeeds } from '../../support/nonomill.js';

test('random puzzles come with the density that each was drawn with, which readers pass over', async () => {
  const words = ['generate', '--size', '9x9', '--density', '0.2..0.8', '--count', '40'];
  const csv = await nonomill(words);
  const [header, ...rows] = linesIn(csv.stdout);
  assert.equal(header, 'id,width,height,rows,columns,title,drawn_density');
  const densities = rows.map((row) => Number(row.slice(row.lastIndexOf(',') + 1)));
  assert.ok(densities.every((drawn) => drawn >= 0.2 && drawn <= 0.8));
  assert.ok(Math.max(...densities) - Math.min(...densities) > 0.4, densities.join());
  const ndjson = await nonomill([...words, '--to', 'ndjson']);
  const objects = linesIn(ndjson.stdout).map((line) => JSON.parse(line) as object);
  assertEach(objects, (object) => (object as { drawn_density: number }).drawn_density, densities);
  for (const input of [csv.stdout, ndjson.stdout]) {
    const read = await nonomill(['convert', '-', '-', '--to', 'csv'], { input });
    assert.deepEqual({ code: read.code, stderr: read.stderr }, { code: 0, stderr: '' });
    assert.equal(read.stdout.split('\n').length, 1 + 40 + 1);
  }
});

test('random puzzles are written in every format that "convert" writes, the same in each', async () => {
  const words = ['generate', '--size', '5x5', '--count', '1', '--seed', '3'];
  const cluesOf = async (input: string, format: string): Promise<string> => {
    const read = await nonomill(['convert', '-', '-', '--format', format, '--to', 'haskell'], {
      input,
    });
    assert.equal(read.code, 0, `${format}: ${read.stderr}`);
    return read.stdout;
  };
  const wanted = await cluesOf((await nonomill(words)).stdout, 'csv');
  for (const { name, write } of FORMATS) {
    if (write === null) continue;
    const { stdout } = await succeeds([...words, '--to', name]);
    if (name === 'cnf') assert.match(stdout, /^p cnf /m);
    else assert.equal(await cluesOf(stdout, name), wanted, name);
  }
});

test('sizes and densities with a step are a grid, whose count is for each of them', async () => {
  const grid = ['--size', '5x5..15x15:5', '--density', '0.2..0.8:0.3'];
  const steps = [...grid, '--count', '4', '--seed', '7'];
  const { stdout, stderr } = await succeeds(['generate', ...steps]);
  assert.match(stderr, /^3 sizes with 3 densities, 4 puzzles of each: 36 in all$/m);
  const names = linesIn(stdout)
    .slice(1)
    .map((line) => line.split(',')[0]);
  assert.equal(names.length, 36);
  assert.deepEqual([names[0], names[35]], ['5x5-d0.200-s7-0', '15x15-d0.800-s7-3']);
  const [one] = await Promise.all([nonomill(['generate', '--size', '8x8', ...steps.slice(2)])]);
  assert.equal(linesIn(one.stdout).length, 1 + 12);
  for (const [words, message] of [
    [
      ['--size', '5x5..15x15:5', '--density', '0.2..0.8'],
      /sizes with a step need densities with one/,
    ],
    [['--size', '5x5..15x20:5'], /as many steps for both sides/],
    [['--size', '5x5..15x15:0'], /sizes with a step such as 5x5\.\.30x30:5/],
    [['--density', '0.2..0.8:0'], /densities with a step such as 0\.2\.\.0\.8:0\.05/],
    [['--density', '0.2..0.8:0.0001'], /three decimals at most/],
    [['--from-image', 'a.png', '--size', '5x5..15x15:5'], /are for random puzzles/],
  ] as const) {
    await ends(2, ['generate', ...words], { says: message });
  }
});

test('the benchmark corpus is written whole or not at all', async () => {
  const counted = await ends(2, ['generate', '--benchmark', '1', '--count', '5']);
  assert.match(counted.stderr, /--count does not go with --benchmark/);
  await ends(2, ['generate', '--benchmark', '77'], { says: /--benchmark: expected 1, got "77"/ });
  const csv = await ends(2, ['generate', '--benchmark', '1', '--out', 'never.csv']);
  assert.match(csv.stderr, /CSV cannot hold colours/);
});

test('NDJSON with goals has one puzzle on each line, and the goal has its clues', async () => {
  const { stdout } = await nonomill(['generate', '--all', '3x1', '--goal']);
  const lines = linesIn(stdout);
  assert.equal(lines.length, 8);
  assert.deepEqual(JSON.parse(lines[5]), {
    id: '3x1-5',
    width: 3,
    height: 1,
    rows: [[1, 1]],
    columns: [[1], [], [1]],
    goal: '#.#',
  });
});

test('a file that ends in .gz is compressed, and has its name only once it is whole', async () => {
  const out = join(folderWith({}), 'deep', 'grids.csv.gz');
  const { code, stdout } = await nonomill(['generate', '--all', '3x3', '--out', out]);
  assert.deepEqual({ code, stdout }, { code: 0, stdout: '' });
  assert.equal(gunzipSync(readFileSync(out)).toString().split('\n').length, 1 + 512 + 1);
  assert.deepEqual(unfinished(dirname(out)), []);
});

test('--difficulty, --stars, --needs and --only keep puzzles of that kind', async () => {
  const wishes = [
    [['--difficulty', '6.5..7'], 'of difficulty 6.5 to 7'],
    [['--stars', '4'], 'with 4 stars'],
    [['--needs', 'bounds', '--only', 'line'], 'in need of "bounds"'],
    [['--only', 'probe', '--density', '0.4'], ''],
  ] as const;
  for (const [flags, said] of wishes) {
    const words = ['generate', '--size', '8x8', '--count', '4', ...flags];
    const { stdout: corpus, stderr } = await nonomill(words);
    assert.ok(stderr.includes(said), stderr);
    if (said !== '')
      assert.match(
        stderr,
        /gives up after 1,000,000 tries in a row without one, or 100,000,000 line solves/,
      );
    const { stdout } = await nonomill(['solve', '--json'], { input: corpus });
    const found = linesIn(stdout).map(
      (line) =>
        JSON.parse(line) as { difficulty: number; stars: number; needs: string; technique: string },
    );
    assert.equal(found.length, 4);
    for (const { difficulty, stars, needs, technique } of found) {
      if (flags[0] === '--only') assert.equal(technique, 'probe');
      if (flags[0] === '--difficulty') assert.ok(difficulty >= 6.5 && difficulty <= 7);
      if (flags[0] === '--stars') assert.equal(stars, 4);
      if (flags[0] === '--needs') assert.equal(needs, 'bounds');
    }
  }
});

deepTest('a difficulty that no puzzle has is given up, and it says what was tried', async () => {
  const words = ['generate', '--size', '1x1', '--difficulty', '9..'];
  const { stderr } = await ends(1, words);
  assert.match(stderr, /none of the last 1,000,000 puzzles was unique, of difficulty 9 or more/);
});

test('--difficulty takes a range', async () => {
  for (const word of ['8..6', '6', '..', 'easy']) {
    await ends(2, ['generate', '--difficulty', word], { says: /expected a range such as 6\.\.8/ });
  }
});

test('a reader that closes the pipe ends it without an error', async () => {
  const { child, ended } = start(['generate', '--all', '5x5']);
  child.stdout.once('data', () => child.stdout.destroy());
  const { code, stderr } = await ended;
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
});

test('Ctrl-C leaves no half file behind', { skip: process.platform === 'win32' }, async () => {
  const out = join(folderWith({}), 'grids.csv');
  const { child, ended } = start(['generate', '--all', '5x5', '--out', out]);
  await until(() => unfinished(dirname(out)).length > 0, 10);
  child.kill('SIGINT');
  const { code } = await ended;
  assert.equal(code, 130);
  assert.ok(!existsSync(out));
  assert.deepEqual(unfinished(dirname(out)), []);
});

test('a file that cannot be made is an error without a stack', async () => {
  const out = join(folderWith({ file: '' }), 'file', 'grids.csv');
  await ends(1, ['generate', '--out', out], { says: /^nonomill: [^\n]*\n$/ });
});

for (const name of ['grids.csv', 'grids.ndjson.gz']) {
  test(`a full disk is reported with the file, and no half of ${name} stays`, async (t) => {
    const disk = smallDisk(t, '64k');
    if (disk === null) return;
    const out = join(disk, name);
    const { stderr } = await ends(1, ['generate', '--all', '4x4', '--out', out]);
    assert.equal(
      stderr,
      `nonomill: ${out} cannot be written: the disk is full (NM_DISK_FULL)\n` +
        'Nothing of it was kept: make room, or name a place on another disk.\n',
    );
    assert.deepEqual(readdirSync(disk), []);
  });
}

const skip = !existsSync('/dev/full') && 'there is no /dev/full';
test('a full disk under standard output is one clear error', { skip }, () => {
  const full = openSync('/dev/full', 'w');
  const words = [join(ROOT, 'bin', 'nonomill.js'), 'generate', '--all', '3x3'];
  const { status, stderr } = spawnSync(process.execPath, words, {
    stdio: ['ignore', full, 'pipe'],
    encoding: 'utf8',
  });
  closeSync(full);
  assert.equal(status, 1);
  assert.equal(stderr, 'nonomill: the disk that standard output goes to is full (NM_DISK_FULL)\n');
});

/** What is being written in a folder and does not have its name yet. */
function unfinished(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.endsWith('.part'));
}

test('for a folder of pictures, the best puzzle of each is written, and the output says which was chosen', async () => {
  const folder = folderWith({
    'blank.pbm': `P1\n20 20\n${'0 '.repeat(400)}\n`,
    'broken.png': 'not a picture',
    'photo.jpg': 'left out',
    'ring.pbm': `P1\n40 40\n${ringBits(40)}\n`,
  });
  const words = ['generate', '--from-image', folder, '--size', '10x10..20x20', '--for', 'line'];
  const { stdout, stderr } = await ends(1, words, {
    says: /ring: \d\dx\d\d, threshold 0\.\d\d[^:]*: no guessing; likeness 0\.\d\d \(\d+ tried, \d+ good\)/,
  });
  assert.match(stderr, /blank: blank: nothing is to be seen/);
  assert.match(stderr, /broken\.png: .*left out/);
  assert.match(stderr, /1 picture is neither PNG nor PBM: left out \(photo\.jpg\)/);
  const puzzles = linesIn(stdout).map((line) => JSON.parse(line) as { id: string });
  assert.deepEqual(eachOf(puzzles, 'id'), ['ring']);
});

test('a range of sizes is for pictures alone', async () => {
  const { stderr } = await ends(2, ['generate', '--size', '5x5..9x9']);
  assert.match(stderr, /a range of sizes goes with --from-image only/);
});

/** A ring as the bits of a plain PBM. */
function ringBits(side: number): string {
  return Array.from({ length: side * side }, (_, i) => {
    const far = Math.hypot((i % side) - side / 2, Math.floor(i / side) - side / 2);
    return far > side / 5 && far < side / 2.5 ? 1 : 0;
  }).join(' ');
}
