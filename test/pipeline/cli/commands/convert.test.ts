import assert from 'node:assert/strict';
import { readFileSync, existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Cadical } from 'cadical-wasm';
import { folderWith } from '../../../support/temporary.js';
import { nonomill } from '../../../support/nonomill.js';

const PLUS = '{"id":"plus","title":"A plus","rows":[[1],[3],[1]],"columns":[[1],[3],[1]]}';
const DIAGONALS = '{"id":"diagonals","rows":[[1],[1]],"columns":[[1],[1]]}';
const COLOURED =
  '{"id":"c","palette":["#ffffff","#ff0000","#00ff00"],"rows":[[{"n":1,"c":1},{"n":1,"c":2}]],"columns":[[{"n":1,"c":1}],[{"n":1,"c":2}]]}';

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
  const ids = back.stdout
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { id: string }).id);
  assert.deepEqual(ids, ['plus', 'diagonals']);
});

test('what a format cannot hold is refused before anything is written', async () => {
  const folder = folderWith({ 'two.ndjson': `${PLUS}\n${DIAGONALS}\n`, 'c.ndjson': COLOURED });
  const cnf = join(folder, 'two.cnf');
  const two = await nonomill(['convert', join(folder, 'two.ndjson'), cnf]);
  assert.equal(two.code, 1);
  assert.match(two.stderr, /cnf holds one puzzle a file, and there are 2/);
  const nin = await nonomill(['convert', join(folder, 'c.ndjson'), '-', '--to', 'mk']);
  assert.notEqual(nin.code, 0);
  assert.ok(!existsSync(cnf));
  const first = await nonomill(['convert', join(folder, 'two.ndjson'), cnf, '--limit', '1']);
  assert.equal(first.code, 0);
});

test('a name without a known format is wrong usage, and the message lists the formats', async () => {
  const { code, stderr } = await nonomill(['convert', '-', 'out.xyz'], { input: PLUS });
  assert.equal(code, 2);
  assert.match(
    stderr,
    /"out\.xyz" does not name a format that can be written; use --to with one of .*cnf/,
  );
});

test('a start position is never lost in silence: what is left out is reported', async () => {
  const out = join(folderWith({}), 'a.nin');
  const given = '{"id":"a","title":"T","rows":[[1]],"columns":[[1]],"start":"?"}';
  const refused = await nonomill(['convert', '-', out], { input: given });
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /a: nin holds no start position, and the puzzle has one/);
  assert.equal(existsSync(out), false);
  const plain = given.replace(',"start":"?"', '');
  const { code, stderr } = await nonomill(['convert', '-', out], { input: plain });
  assert.equal(code, 0);
  assert.match(stderr, /nin holds no title: left out/);
});

test('a start position that the target cannot hold is an error that says how to leave it out', async () => {
  const input = '{"id":"given","rows":[[1],[1]],"columns":[[1],[1]],"start":"#?/??"}';
  const words = ['convert', '-', '-', '--to', 'csv'];
  const refused = await nonomill(words, { input });
  assert.deepEqual([refused.code, refused.stdout], [1, '']);
  assert.match(refused.stderr, /given: csv holds no start position, .*\n.* --ignore-start /);
  const written = await nonomill([...words, '--ignore-start'], { input });
  assert.deepEqual(
    [written.code, written.stdout, written.stderr],
    [0, 'id,width,height,rows,columns,title\ngiven,2,2,"1;1","1;1",\n', ''],
  );
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
      const { code, stdout, stderr } = await nonomill([...words]);
      assert.equal(code, 0, words[0]);
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
    const { code, stderr } = await nonomill(words);
    assert.equal(code, 0, `${words[0]}: ${stderr}`);
    assert.match(
      stderr,
      /nonomill: left out: \S*b\.png: a picture \(PNG\): .*\nnonomill: left out: \S*c\.gif: a picture \(GIF\): /,
      words[0],
    );
  }
});
