import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, before } from 'node:test';
import { ends, nonomill, succeeds } from '../../../support/nonomill.js';
import { folderWith, temporaryFolder, eachOf } from '../../../support/tests.js';

const CROSS = '{"rows":[[1],[3],[1]],"columns":[[1],[3],[1]]}';
const CORNER = '{"rows":[[2],[1]],"columns":[[2],[1]]}';

test('runs are compared with the options in which they differ, and disjoint runs do not end in success', async (t) => {
  const folder = temporaryFolder(t);
  const at = (name: string): string => join(folder, name);
  writeFileSync(at('a.json'), CROSS);
  writeFileSync(at('b.json'), CORNER);
  const db = ['--db', at('test.sqlite')];
  const run = (name: string, ...more: string[]) =>
    nonomill(['run', at(name), ...db, '--no-report', '--quiet', '--threads', '1', ...more]);
  await run('a.json');
  await run('a.json', '--timeout', '3s');
  await run('b.json');

  const same = await succeeds(['compare', '1', '2', ...db]);
  assert.match(same.stdout, /^--timeout: 10s before, 3s after$/m);
  assert.match(same.stdout, /^undecided +0 before, 0 after$/m);
  assert.match(same.stdout, /^PAR-2 +\S+ \S+ before, \S+ \S+ after$/m);
  assert.doesNotMatch(same.stdout, /^(host|processor|nonomill|Node\.js|count):/m);

  assert.match(same.stdout, /^time .* times as long\)$/m);

  writeFileSync(at('claims.csv'), 'ordinal,verdict,ms\n0,unique,70\n');
  await nonomill(['referee', at('a.json'), at('claims.csv'), '--as', 'theirs', ...db]);
  const theirs = await nonomill(['compare', '1', 'theirs', ...db]);
  assert.match(theirs.stdout, /^time .* before \(solving alone\), 70\.0 ms after \(as claimed\)$/m);
  const expected = /^run \d+ is of claims: crash means a wrong claim there, or none at all$/m;
  assert.match(theirs.stdout, expected);

  const disjoint = await ends(1, ['compare', '1', '3', ...db]);
  assert.match(disjoint.stdout, /The two runs have no puzzle in common/);
  assert.doesNotMatch(disjoint.stdout, /^(in both|changed|time) /m);

  const json = await ends(1, ['compare', '1', '3', ...db, '--json']);
  const found = JSON.parse(json.stdout) as { both: number; conditions: { name: string }[] };
  assert.equal(found.both, 0);
  assert.deepEqual(eachOf(found.conditions, 'name'), ['corpora']);
});

test('a comparison says that times were taken over, and that a changed clue made a puzzle worse', async (t) => {
  const folder = temporaryFolder(t);
  const at = (name: string): string => join(folder, name);
  const book = (last: string): void =>
    writeFileSync(at('book.ndjson'), `{"name":"cross",${CROSS.slice(1)}\n${last}\n`);
  const db = ['--db', at('test.sqlite')];
  const gate = ['--require', 'no-worse', '--no-report', '--quiet', '--threads', '1'];
  const run = (...more: string[]) =>
    nonomill(['run', at('book.ndjson'), '--name', 'book', ...gate, ...db, ...more]);
  book('{"name":"ring","rows":[[2],[1,1],[1]],"columns":[[2],[1,1],[1]]}');
  await run();
  await run('--reuse');
  const reused = await nonomill(['compare', '1', '2', ...db]);
  const why = 'none: no puzzle was solved in both runs, since results were taken over';
  assert.match(reused.stdout, new RegExp(`^PAR-2 +${why}$`, 'm'));
  assert.match(reused.stdout, new RegExp(`^time +${why}$`, 'm'));

  // The same sums, and no picture.
  book('{"name":"ring","rows":[[3],[],[2]],"columns":[[2],[1,1],[1]]}');
  const worse = await run();
  assert.equal(worse.code, 3, worse.stderr);
  const edited = await nonomill(['compare', '1', '3', ...db]);
  assert.match(edited.stdout, /^worse +1$/m);
  assert.match(edited.stdout, /^gone +0$/m);
  assert.match(edited.stdout, /^ {2}ring {2}3x3 {2}unique -> contradiction {2}other clues$/m);
  assert.equal(edited.code, 1);
});

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
  const { stdout } = await succeeds(['compare', 'fast', slowRun, '--json', ...db]);
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
  assert.deepEqual(eachOf(conditions, 'name'), ['claims']);
});

test('puzzles are matched by content, and a solution without a verdict is told apart', async () => {
  const other = `${at('b.sqlite')}:`;
  const { stdout } = await succeeds(['compare', 'fast', `${other}slow`, other, ...db]);
  assert.match(stdout, /^corpora: .*corpus\.csv .*\| .*corpus\.csv .*\| .*renamed\.csv/m);
  assert.match(stdout, /^machine: \S+, .+$/m);
  assert.match(stdout, /^claims: .*fast\.csv \| .*slow\.csv \| .*shows\.csv$/m);
  assert.match(stdout, /^virtual best +2 /m);
  assert.match(stdout, /^in all of them 2 puzzles, of 3 \| 3 \| 3$/m);
  assert.match(stdout, /b\.sqlite:2 \(shows\) +2 +2 +0 /);
});

test('runs without a puzzle in common are reported as such, and do not end in success', async () => {
  const slow = `${at('b.sqlite')}:slow`;
  const { stdout } = await ends(1, ['compare', 'fast', slow, 'other-claims', ...db]);
  assert.match(stdout, /The runs have no puzzle in common/);
  const expected = /none is in both 1 \(fast\), of 3 puzzles, and 2 \(other-claims\), of 1 puzzle/;
  assert.match(stdout, expected);
  assert.doesNotMatch(stdout, /none is in both 1 \(fast\), of 3 puzzles, and .*slow/);
});

test('two runs of other solvers over files with other names are matched by content', async () => {
  const { stdout } = await succeeds(['compare', 'slow', 'shows', '--db', at('b.sqlite')]);
  assert.doesNotMatch(stdout, /nothing to compare/);
  assert.match(stdout, /^in all of them 2 puzzles, of 3 \| 3$/m);
});

test('a run that another database does not have is named with its database', async () => {
  const { stderr } = await ends(1, ['compare', 'fast', `${at('b.sqlite')}:fast`, ...db]);
  assert.match(stderr, /b\.sqlite has no run "fast"\. Its runs: 2 \(shows\), 1 \(slow\)/);
});
