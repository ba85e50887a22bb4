import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { before, test } from 'node:test';
import { assertEach, folderWith } from '../../support/tests.js';
import { ends, nonomill, succeeds } from '../../support/nonomill.js';
import { change } from '../../support/runs/solve-parts.js';

const PUZZLES = [
  '{"id":"plus","title":"A plus","rows":[[1],[3],[1]],"columns":[[1],[3],[1]],"goal":".#./###/.#."}',
  '{"id":"diagonals","rows":[[1],[1]],"columns":[[1],[1]]}',
  '{"id":"point","title":"\\"Point\\", he said","rows":[[1]],"columns":[[1]]}',
];

const folder = folderWith({ 'some.ndjson': PUZZLES.join('\n') });
const db = ['--db', join(folder, 'some.sqlite')];

before(async () => {
  for (const name of ['first', 'second']) {
    await nonomill(['run', join(folder, 'some.ndjson'), ...db, '--name', name, '--no-report']);
  }
});

test('runs lists the runs, the latest first', async () => {
  const { stdout } = await succeeds(['runs', ...db]);
  const [head, second, first] = stdout.split('\n');
  assert.match(head, /^run {2}name +state +gates +started +results +rejects +time +corpora$/);
  assert.match(second, /^ {2}2 {2}second {2}complete .* 3 +0 .*some\.ndjson$/);
  assert.match(first, /^ {2}1 {2}first /);
});

test('runs lists a folder as a folder, and its files in JSON', async () => {
  const book = folderWith({ 'book/a.ndjson': PUZZLES[0], 'book/b.ndjson': PUZZLES[2] });
  const corpus = join(book, 'book');
  const other = ['--db', join(book, 'book.sqlite')];
  await nonomill(['run', corpus, ...other, '--no-report', '--quiet']);
  const { stdout } = await nonomill(['runs', ...other]);
  assert.ok(stdout.split('\n')[1].endsWith(`  ${corpus.replaceAll(sep, '/')}`), stdout);
  const [run] = JSON.parse((await nonomill(['runs', ...other, '--json'])).stdout) as [
    { corpora: string[] },
  ];
  assertEach(run.corpora, (path) => path.slice(corpus.length + 1), ['a.ndjson', 'b.ndjson']);
});

test('runs says which gates failed, and that a run was killed before it was judged', async () => {
  const book = folderWith({ 'book.ndjson': PUZZLES.join('\n') });
  const other = ['--db', join(book, 'book.sqlite')];
  const quiet = [...other, '--no-report', '--quiet'];
  const run = (...gates: string[]) =>
    nonomill(['run', join(book, 'book.ndjson'), ...quiet, ...gates]);
  assert.equal((await run('--require', 'unique,no-worse')).code, 3);
  await run('--strict');
  await run();
  const gates = async (): Promise<string[]> =>
    (await nonomill(['runs', ...other])).stdout
      .split('\n')
      .slice(1, -1)
      .map((line) => /complete +(.+?) {2,}\d{4}-/.exec(line)?.[1] ?? line);
  assert.deepEqual(await gates(), ['-', 'PASS', 'FAIL unique']);
  const listed = JSON.parse((await nonomill(['runs', ...other, '--json'])).stdout) as object[];
  assert.partialDeepStrictEqual(listed, [
    { failedGates: null },
    { failedGates: [] },
    { failedGates: ['unique'] },
  ]);
  change(join(book, 'book.sqlite'), 'UPDATE runs SET failed_gates = NULL');
  assert.deepEqual(await gates(), ['-', '?', '?']);
  assert.match((await nonomill(['runs', ...other])).stderr, /with \? were not judged/);
});

test('runs without a database says which command makes one', async () => {
  const { stderr } = await ends(1, ['runs', '--db', join(folder, 'none.sqlite')]);
  assert.match(stderr, /no database .*nonomill run/);
});

test('show draws a puzzle by its name, title, place or the beginning of its name', async () => {
  for (const wanted of ['plus', 'a plus', 'some.ndjson#0', 'pl']) {
    const { stdout } = await succeeds(['show', wanted, ...db]);
    assert.match(stdout, /^A plus \(plus\), 3x3: one solution, found line by line\n/);
    assert.match(stdout, /author's picture is the solution, the only one\./);
    assert.match(stdout, /\n\nrows {5}1; 3; 1\ncolumns {2}1; 3; 1\n\n/);
    assert.match(stdout, /\n\.#\.\n###\n\.#\.\n/);
    assert.match(stdout, /Run 1: unique, line/);
  }
});

test('show with a run shows the result of that run', async () => {
  const { stdout } = await nonomill(['show', 'plus', '--run', 'first', '--json', ...db]);
  const shown = JSON.parse(stdout) as Record<string, unknown>;
  assert.deepEqual(
    { runId: shown.runId, rows: shown.rows, goal: shown.goal, status: shown.status },
    { runId: 1, rows: [[1], [3], [1]], goal: '.#./###/.#.', status: 'unique' },
  );
});

test('show suggests names, and lists the puzzles if a name fits several', async () => {
  await ends(1, ['show', 'plsu', ...db], { says: /has no puzzle "plsu"; did you mean plus\?/ });
  await ends(1, ['show', 'p', ...db], {
    says: /fits several puzzles[^]*plus \(A plus\) {2}3x3 {2}\S*some\.ndjson, entry 0\n[^]*point \(.*\) {2}1x1 {2}\S*some\.ndjson, entry 2\n/,
  });
});

test('show looks for a puzzle in the run that it is given alone, and names files if it must ask', async () => {
  const books = folderWith({
    'a.ndjson': PUZZLES[0],
    'b.ndjson': PUZZLES.join('\n'),
    'c.ndjson': `${PUZZLES[2]}\n`,
  });
  const other = ['--db', join(books, 'books.sqlite')];
  for (const book of ['a', 'b', 'c']) {
    const { code } = await nonomill(['run', join(books, `${book}.ndjson`), ...other, '--no-report', '--quiet']); // prettier-ignore
    assert.equal(code, 0);
  }
  await ends(1, ['show', 'plus', ...other], { says: /a\.ndjson, entry 0\n.*b\.ndjson, entry 0\n/ });
  for (const wanted of ['plus', 'pl', 'a plus', 'b.ndjson#0']) {
    const { stdout } = await succeeds(['show', wanted, '--run', '2', ...other]);
    assert.match(stdout, /\n\S*b\.ndjson, entry 0; run 2, /);
  }
  for (const [wanted, why] of [
    ['plus', /run 3 of \S* has no puzzle "plus", but another run has: leave --run out/],
    ['a.ndjson#0', /run 3 of \S* has no puzzle "a\.ndjson#0", but another run has/],
    ['poimt', /run 3 of \S* has no puzzle "poimt"; did you mean point\?/],
    ['plsu', /run 3 of \S* has no puzzle "plsu" \(NM_PUZZLE_UNKNOWN\)$/m],
  ] as const) {
    await ends(1, ['show', wanted, '--run', '3', ...other], { says: why });
  }
});

test('export writes the columns of the database, fields quoted where they must be', async () => {
  const { stdout } = await succeeds(['export', '1', ...db]);
  const [head, ...rows] = stdout.trimEnd().split('\n');
  assert.match(head, /^run_id,puzzle_id,path,ordinal,name,title,.*,solution,second_solution,/);
  assert.equal(rows.length, 3);
  assert.match(rows[2], /,point,"""Point"", he said",,1,1,/);
});

test('export of some statuses as NDJSON goes to a file', async () => {
  const out = join(folder, 'out.ndjson');
  await succeeds(['export', 'second', '--where', 'status=multiple', '--out', out, ...db]);
  const row = JSON.parse(readFileSync(out, 'utf8')) as Record<string, unknown>;
  const found = { run: row.run_id, name: row.name, status: row.status, palette: row.palette };
  assert.deepEqual(found, { run: 2, name: 'diagonals', status: 'multiple', palette: null });
});

test('a run that is not there is named with those that are', async () => {
  await ends(1, ['export', 'third', ...db], { says: /no run "third".*2 \(second\), 1 \(first\)/ });
});
