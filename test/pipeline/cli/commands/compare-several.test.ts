import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { folderWith } from '../../../support/temporary.js';
import { nonomill } from '../../../support/nonomill.js';

const folder = folderWith({
  'corpus.csv': `id,width,height,rows,columns
one,2,2,"2;1","2;1"
several,2,2,"1;1","1;1"
none,2,2,"2;","2;"
`,
  'renamed.csv': `id,width,height,rows,columns
b,2,2,"1;1","1;1"
a,2,2,"2;1","2;1"
more,1,1,"1","1"
`,
  'fast.csv': 'id,verdict,solution,ms\none,unique,,1\nseveral,unique,,1\nnone,contradiction,,8\n',
  'slow.csv': 'id,verdict,solution,ms\none,unique,,5\nseveral,multiple,,20\nnone,timeout,,\n',
  'shows.csv': 'id,verdict,solution,ms\na,,##/#.,3\nb,solved,#./.#,4\nmore,1,#,4\n',
  'other.csv': 'id,width,height,rows,columns\nother,1,2,1;1,2\n',
  'other-claims.csv': 'id,verdict,ms\nother,unique,1\n',
});
const at = (name: string): string => join(folder, name);

async function referee(corpus: string, claims: string, db: string): Promise<void> {
  const words = ['referee', at(corpus), at(`${claims}.csv`), '--as', claims, '--db', at(db)];
  await nonomill([...words, '--timeout', '1s', '--quiet']);
}

before(async () => {
  await Promise.all([
    referee('corpus.csv', 'fast', 'a.sqlite').then(() =>
      referee('other.csv', 'other-claims', 'a.sqlite'),
    ),
    referee('corpus.csv', 'slow', 'b.sqlite').then(() =>
      referee('renamed.csv', 'shows', 'b.sqlite'),
    ),
  ]);
});

const db = ['--db', at('a.sqlite')];

test('runs of several databases are compared side by side on the puzzles that all have', async () => {
  const slowRun = `${at('b.sqlite')}:slow`;
  const { code, stdout } = await nonomill(['compare', 'fast', slowRun, '--json', ...db]);
  assert.equal(code, 0);
  const { common, runs, virtualBest, conditions } = JSON.parse(stdout) as {
    common: number;
    runs: Record<string, unknown>[];
    virtualBest: Record<string, unknown>;
    conditions: { name: string; values: string[] }[];
  };
  assert.equal(common, 3);
  const [fast, slow] = runs;
  // A wrong answer counts as none: 1 + 8 and twice a second, over three puzzles.
  assert.deepEqual([fast.solved, fast.wrong, fast.par2Ms, fast.fastest], [2, 1, 2009 / 3, 2]);
  assert.deepEqual([slow.solved, slow.wrong, slow.par2Ms, slow.fastest], [2, 0, 2025 / 3, 1]);
  assert.deepEqual([virtualBest.solved, virtualBest.par2Ms], [3, 29 / 3]);
  assert.deepEqual(fast.cactus, [
    { ms: 1, solved: 1 },
    { ms: 8, solved: 2 },
  ]);
  assert.deepEqual(
    conditions.map(({ name }) => name),
    ['claims'],
  );
});

test('puzzles are matched by content, and a solution without a verdict is told apart', async () => {
  const other = `${at('b.sqlite')}:`;
  const { code, stdout } = await nonomill(['compare', 'fast', `${other}slow`, other, ...db]);
  assert.equal(code, 0, stdout);
  assert.match(stdout, /^corpora: .*corpus\.csv .*\| .*corpus\.csv .*\| .*renamed\.csv/m);
  assert.match(stdout, /^machine: \S+, .+$/m);
  assert.match(stdout, /^claims: .*fast\.csv \| .*slow\.csv \| .*shows\.csv$/m);
  assert.match(stdout, /^virtual best +2 /m);
  assert.match(stdout, /^in all of them 2 puzzles, of 3 \| 3 \| 3$/m);
  assert.match(stdout, /b\.sqlite:2 \(shows\) +2 +2 +0 /);
});

test('runs without a puzzle in common are reported as such, and do not end in success', async () => {
  const slow = `${at('b.sqlite')}:slow`;
  const { code, stdout } = await nonomill(['compare', 'fast', slow, 'other-claims', ...db]);
  assert.equal(code, 1);
  assert.match(stdout, /The runs have no puzzle in common/);
  assert.match(
    stdout,
    /none is in both 1 \(fast\), of 3 puzzles, and 2 \(other-claims\), of 1 puzzle/,
  );
  assert.doesNotMatch(stdout, /none is in both 1 \(fast\), of 3 puzzles, and .*slow/);
});

test('two runs of other solvers over files with other names are matched by content', async () => {
  const { code, stdout } = await nonomill(['compare', 'slow', 'shows', '--db', at('b.sqlite')]);
  assert.equal(code, 0, stdout);
  assert.doesNotMatch(stdout, /nothing to compare/);
  assert.match(stdout, /^in all of them 2 puzzles, of 3 \| 3$/m);
});

test('a run that another database does not have is named with its database', async () => {
  const { code, stderr } = await nonomill(['compare', 'fast', `${at('b.sqlite')}:fast`, ...db]);
  assert.equal(code, 1);
  assert.match(stderr, /b\.sqlite has no run "fast"\. Its runs: 2 \(shows\), 1 \(slow\)/);
});
