import assert from 'node:assert/strict';
import { readFileSync, existsSync, symlinkSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test, describe } from 'node:test';
import { Cadical } from 'cadical-wasm';
import { linesIn, assertEach, folderWith } from '../../../support/tests.js';
import { ends, nonomill, succeeds } from '../../../support/nonomill.js';
import { SafeFileNames } from '../../../../src/pipeline/cli/converting.js';

const PLUS = '{"id":"plus","title":"A plus","rows":[[1],[3],[1]],"columns":[[1],[3],[1]]}';
const DIAGONALS = '{"id":"diagonals","rows":[[1],[1]],"columns":[[1],[1]]}';
const COLOURED =
  '{"id":"c","palette":["#ffffff","#ff0000","#00ff00"],"rows":[[{"n":1,"c":1},{"n":1,"c":2}]],"columns":[[{"n":1,"c":1}],[{"n":1,"c":2}]]}';

test('a label that comes too late for the header of a table is said to be left out', async () => {
  const line = '{"rows":[[1]],"columns":[[1]]}\n';
  const late = '{"rows":[[1]],"columns":[[1]],"label":"hard"}\n';
  const cwd = folderWith({ 'late.ndjson': line.repeat(6000) + late, 'first.ndjson': late + line });
  const lost = await nonomill(['convert', 'late.ndjson', 'late.csv'], { cwd });
  assert.deepEqual([lost.code, lost.stdout], [0, '']);
  const expected = /the header has no label, as none of the first puzzles has one: left out/;
  assert.match(lost.stderr, expected);
  const kept = await nonomill(['convert', 'first.ndjson', 'first.csv'], { cwd });
  assert.doesNotMatch(kept.stderr, /left out/);
  assert.match(readFileSync(join(cwd, 'first.csv'), 'utf8'), /,hard\n/);
});

test('a puzzle becomes a .cnf that a SAT solver reads, whose model is the picture', async () => {
  const folder = folderWith({ 'plus.ndjson': PLUS });
  const out = join(folder, 'plus.cnf');
  const { code, stderr } = await nonomill(['convert', join(folder, 'plus.ndjson'), out]);
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  const solver = await Cadical.create({ quiet: true });
  solver.addDimacs(readFileSync(out, 'utf8'));
  assert.equal(solver.solve(), 'satisfiable');
  const picture = Array.from({ length: 9 }, (_, cell) => (solver.value(cell + 1) ? '#' : '.'));
  assert.equal(picture.join(''), '.#.###.#.');
});

test('puzzles go from one format to another and back', async () => {
  const input = `${PLUS}\n${DIAGONALS}\n`;
  const csv = await nonomill(['convert', '-', '-', '--to', 'csv'], { input });
  const back = await nonomill(['convert', '-', '-', '--to', 'ndjson'], { input: csv.stdout });
  const ids = linesIn(back.stdout).map((line) => (JSON.parse(line) as { id: string }).id);
  assert.deepEqual(ids, ['plus', 'diagonals']);
});

test('what people said of the difficulty goes through tables, XML and the database, and can be asked', async () => {
  const puzzle = '"rows":[[1]],"columns":[[1]]';
  const folder = folderWith({
    'a.ndjson': `{"id":"p",${puzzle}}\n{"id":"q","level":"hard",${puzzle}}\n`,
    'b.ndjson': `{"id":"r","level":"easy",${puzzle}}\n`,
  });
  const carryOut = async (...words: string[]): Promise<string> => {
    const { stdout } = await succeeds(words, { cwd: folder });
    return stdout;
  };
  await carryOut('convert', 'a.ndjson', 'a.csv');
  await carryOut('convert', 'a.csv', 'a.xml');
  assert.match(readFileSync(join(folder, 'a.xml'), 'utf8'), /<note>hard<\/note>/);
  const back = linesIn(await carryOut('convert', 'a.xml', '-', '--to', 'ndjson'));
  assertEach(back, (line) => (JSON.parse(line) as { label?: string }).label, [undefined, 'hard']);
  const nin = await nonomill(['convert', 'b.ndjson', '-', '--to', 'nin'], { cwd: folder });
  assert.match(nin.stderr, /nin holds no label/);
  for (const part of [1, 2]) {
    const shard = ['--shard', `${part}/2`, '--db', `${part}.sqlite`, '--no-report'];
    await carryOut('run', 'a.ndjson', 'b.ndjson', ...shard);
  }
  const db = ['--db', 'all.sqlite'];
  await carryOut('merge', '1.sqlite', '2.sqlite', ...db, '--no-report');
  const by = await carryOut('stats', '--by', 'label', '--of', 'puzzles', '--csv', ...db);
  assert.match(by, /easy,1\nhard,1\nnone,1\n/);
  const hard = ['export', '--where', 'label=ha', '--with', 'clues', '--out', 'hard.csv'];
  await carryOut(...hard, ...db);
  const expected = /^[^\n]*"label":"hard"[^\n]*\n$/;
  assert.match(await carryOut('convert', 'hard.csv', '-', '--to', 'ndjson'), expected);
  await carryOut('run', 'b.ndjson', ...db, '--no-report');
  await carryOut('prune', '--run', '1', '--yes', ...db);
  assert.match(await carryOut('stats', '--by', 'label', '--csv', ...db), /easy/);
});

test('what a format cannot hold is refused before anything is written', async () => {
  const folder = folderWith({ 'two.ndjson': `${PLUS}\n${DIAGONALS}\n`, 'c.ndjson': COLOURED });
  const cnf = join(folder, 'two.cnf');
  const two = await ends(1, ['convert', join(folder, 'two.ndjson'), cnf]);
  assert.match(two.stderr, /cnf holds one puzzle a file, and there are 2/);
  const nin = await nonomill(['convert', join(folder, 'c.ndjson'), '-', '--to', 'mk']);
  assert.notEqual(nin.code, 0);
  assert.ok(!existsSync(cnf));
  await succeeds(['convert', join(folder, 'two.ndjson'), cnf, '--limit', '1']);
});

test('a name without a known format is wrong usage, and the message lists the formats', async () => {
  await ends(2, ['convert', '-', 'out.xyz'], {
    input: PLUS,
    says: /"out\.xyz" does not name a format that can be written; use --to with one of .*cnf/,
  });
});

test('a name that only the name of a file holds is neither lost nor said to be left out', async () => {
  const named = ['plus', 'a/b'].map((id) => ({ id, rows: [[1], [1]], columns: [[1], [1]] }));
  const lines = named.map((one) => JSON.stringify(one)).join('\n');
  const folder = folderWith({ 'in.ndjson': lines });
  const out = await succeeds(['convert', 'in.ndjson', 'out/', '--to', 'mk'], { cwd: folder });
  // One of them had to be changed.
  assert.equal(out.stderr, 'nonomill: mk holds no name: left out\n');
  const back = await nonomill(['convert', 'out/', '-', '--to', 'ndjson'], { cwd: folder });
  assert.deepEqual(back.stdout.match(/"id":"[^"]*"/g), ['"id":"a_b"', '"id":"plus"'], back.stderr);
});

test('a start position is never lost in silence: what is left out is reported', async () => {
  const out = join(folderWith({}), 'a.nin');
  const given = '{"id":"a","title":"T","rows":[[1]],"columns":[[1]],"start":"?"}';
  const refused = await ends(1, ['convert', '-', out], { input: given });
  assert.match(refused.stderr, /a: nin holds no start position, and the puzzle has one/);
  assert.equal(existsSync(out), false);
  const plain = given.replace(',"start":"?"', '');
  const { stderr } = await succeeds(['convert', '-', out], { input: plain });
  assert.match(stderr, /nin holds no title: left out/);
});

test('a start position that the target cannot hold is an error that says how to leave it out', async () => {
  const input = '{"id":"given","rows":[[1],[1]],"columns":[[1],[1]],"start":"#?/??"}';
  const words = ['convert', '-', '-', '--to', 'csv'];
  const refused = await nonomill(words, { input });
  assert.deepEqual([refused.code, refused.stdout], [1, '']);
  assert.match(refused.stderr, /given: csv holds no start position, .*\n.* --ignore-start /);
  const written = await nonomill([...words, '--ignore-start'], { input });
  const expected = [0, 'id,width,height,rows,columns,title\ngiven,2,2,"1;1","1;1",\n', ''];
  assert.deepEqual([written.code, written.stdout, written.stderr], expected);
});

test('--solve says why a puzzle has no picture if the format holds nothing else', async () => {
  const toPicture = (input: string): ReturnType<typeof nonomill> =>
    nonomill(['convert', '-', '-', '--to', 'picture', '--solve'], { input });
  assert.equal((await toPicture(PLUS)).stdout, '.#.\n###\n.#.\n');
  const { code, stderr } = await toPicture(`${PLUS}\n${DIAGONALS}\n`);
  assert.equal(code, 1);
  assert.match(stderr, /diagonals: it has more than one solution, so it has no picture/);
});

test(
  'a file of a folder that cannot be read is left out and named; convert, solve and fix go on',
  { skip: process.platform !== 'linux' && 'needs a file that opens and cannot be read' },
  async () => {
    const folder = folderWith({ 'a.csv': 'rows,columns\n1,1\n', 'c.csv': 'rows,columns\n1,1\n' });
    // It opens, as a file does that vanishes only after it was found.
    symlinkSync('/proc/self/mem', join(folder, 'b.csv'));
    for (const [words, puzzle] of [
      [['convert', folder, '-', '--to', 'ndjson'], /"rows":\[\[1\]\]/g],
      [['solve', folder], /one solution/g],
      [['fix', folder, '--unchanged'], /nothing to change/g],
    ] as const) {
      const { stdout, stderr } = await succeeds([...words]);
      assert.equal(stdout.match(puzzle)?.length, 2, stdout);
      assert.match(stderr, /^nonomill: left out: .*b\.csv: the disk reports an error\n$/);
    }
  },
);

test('every command that reads a folder names the pictures in it that it leaves out', async () => {
  const folder = folderWith({ 'a.csv': 'rows,columns\n1,1\n', 'b.png': 'PNG', 'c.gif': 'GIF' });
  for (const words of [
    ['convert', folder, '-', '--to', 'ndjson'],
    ['solve', folder],
    ['rate', folder],
    ['rank', folder],
    ['fix', folder],
    ['sheets', folder, '--out', join(folder, 'book.pdf'), '--force'],
  ]) {
    const { stderr } = await succeeds(words);
    assert.match(
      stderr,
      /nonomill: left out: \S*b\.png: a picture \(PNG\): .*\nnonomill: left out: \S*c\.gif: a picture \(GIF\): /,
      words[0],
    );
  }
});

function dot(id: string | null, more = ''): string {
  return `{${id === null ? '' : `"id":${JSON.stringify(id)},`}"rows":[[1]],"columns":[[1]]${more}}`;
}

test('a folder becomes one file, and the file a folder of the same puzzles', async () => {
  const folder = folderWith({ 'in/a.ndjson': `${dot('a')}\n${dot('b')}`, 'in/c.json': dot('c') });
  const book = join(folder, 'book.csv');
  await succeeds(['convert', join(folder, 'in'), book]);
  const out = join(folder, 'out/');
  await succeeds(['convert', book, out, '--to', 'non']);
  assert.deepEqual(readdirSync(out).sort(), ['a.non', 'b.non', 'c.non']);
  const back = await nonomill(['convert', join(out, '*.non'), '-', '--to', 'csv']);
  assert.equal(back.stdout, readFileSync(book, 'utf8'));
});

test('names that are paths, devices, empty or alike stay inside the folder', async () => {
  const ids = ['../x', 'CON', '', 'a', 'A', '/etc/passwd', '.hidden', null];
  const folder = folderWith({ 'in.ndjson': ids.map((id) => dot(id)).join('\n') });
  const out = join(folder, 'deep/out/');
  await succeeds(['convert', join(folder, 'in.ndjson'), out, '--to', 'nin']);
  assert.deepEqual(readdirSync(folder).sort(), ['deep', 'in.ndjson']);
  assert.equal(readdirSync(out).length, ids.length);
  assert.ok(readdirSync(out).every((name) => /^[^.].*\.nin$/.test(name)));
});

describe('File names', () => {
  test('are safe on every system', () => {
    const names = new SafeFileNames();
    const given = ['../x', 'con', 'nul.txt', 'a:b*c', 'end. ', 'a\u0000b', '  ', 'é'].map((name) =>
      names.nameFor(name),
    );
    assert.deepEqual(given, ['_x', '_con', '_nul.txt', 'a_b_c', 'end', 'a_b', 'puzzle', 'é']);
  });

  test('are numbered if they are alike, even if one looks numbered already', () => {
    const names = new SafeFileNames();
    const given = ['a-2', 'a', 'A', 'a', null, null].map((name) => names.nameFor(name));
    assert.deepEqual(given, ['a-2', 'a', 'A-3', 'a-4', 'puzzle', 'puzzle-2']);
  });

  test('are short enough even with characters of four bytes', () => {
    const name = new SafeFileNames().nameFor('😀'.repeat(300));
    assert.ok(Buffer.byteLength(name) <= 200);
  });
});

test('an existing file is overwritten only with --force', async () => {
  const folder = folderWith({ 'in.ndjson': dot('a'), 'a.nin': 'mine', 'a.csv': 'mine' });
  const input = join(folder, 'in.ndjson');
  for (const [out, file] of [
    [join(folder, 'a.csv'), 'a.csv'],
    [folder, 'a.nin'],
  ]) {
    const words = ['convert', input, out, '--to', file.slice(2)];
    await ends(1, words, { says: /exists already.*--force/s });
    assert.equal(readFileSync(join(folder, file), 'utf8'), 'mine');
    await succeeds([...words, '--force']);
    assert.notEqual(readFileSync(join(folder, file), 'utf8'), 'mine');
  }
});

test('a file that is being read is never overwritten, not even with --force', async () => {
  const folder = folderWith({ 'a.json': `[${dot('b')},${dot('a')}]` });
  const words = ['convert', join(folder, 'a.json'), folder, '--to', 'json', '--force'];
  const { stderr } = await ends(1, words);
  assert.match(stderr, /would be overwritten while it is read \(files written before it: 1\)/);
});

test('a name without a slash means one file, whatever its format can hold', async () => {
  const folder = folderWith({ 'one.ndjson': dot('a'), 'two.ndjson': `${dot('a')}\n${dot('b')}` });
  await succeeds(['convert', 'one.ndjson', 'out', '--to', 'nin'], { cwd: folder });
  assert.equal(readFileSync(join(folder, 'out'), 'utf8'), '1 1\n1\n1\n');
  await ends(1, ['convert', 'two.ndjson', 'book.nin'], {
    cwd: folder,
    says: /nin holds one puzzle a file, and there are 2 \(NM_FORMAT_CANNOT_HOLD\)\nSay book\/ for a folder/,
  });
  assert.deepEqual(readdirSync(folder).sort(), ['one.ndjson', 'out', 'two.ndjson']);
});

test('a folder without --to is wrong usage', async () => {
  const { stderr } = await ends(2, ['convert', '-', 'out/'], { input: dot('a') });
  assert.match(stderr, /"out\/" is a folder: name the format of its files with --to/);
});

test('a puzzle that does not fit, even after many others, leaves no file', async () => {
  const many = Array.from({ length: 1000 }, (_, i) => dot(String(i)));
  const folder = folderWith({ 'in.ndjson': [...many, dot('last', ',"start":"?"')].join('\n') });
  const out = join(folder, 'out.csv');
  const { stderr } = await ends(1, ['convert', join(folder, 'in.ndjson'), out]);
  assert.match(stderr, /last: csv holds no start position/);
  assert.deepEqual([existsSync(out), readdirSync(folder)], [false, ['in.ndjson']]);
});

test('titles survive CSV', async () => {
  const input = dot('a', ',"title":"A, \\"b\\""');
  const csv = await nonomill(['convert', '-', '-', '--to', 'csv'], { input });
  assert.equal(csv.stderr, '');
  const back = await nonomill(['convert', '-', '-', '--to', 'ndjson'], { input: csv.stdout });
  assert.equal((JSON.parse(back.stdout) as { title: string }).title, 'A, "b"');
});
