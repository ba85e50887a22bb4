import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, renameSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { type Ended, ends, nonomill, succeeds } from '../../../support/nonomill.js';
import { change, rowsOf } from '../../../support/runs/solve-parts.js';
import { assertEach, deepTest, temporaryFolder, eachOf } from '../../../support/tests.js';

const CROSS = '{"id":"cross","rows":[[1],[3],[1]],"columns":[[1],[3],[1]]}';
const SEVERAL = '{"id":"several","rows":[[1],[1],[1]],"columns":[[1],[1],[1]]}';
const BROKEN = '{"id":"broken","rows":[[3]],"columns":[[1]]}';

interface Place {
  readonly folder: string;
  readonly db: string;
  readonly book: string;
  readonly rerun: (...words: string[]) => Promise<Ended>;
}

/** A folder with a run over a book of three entries, without a report unless that is asked for. */
async function withRun(t: TestContext, ...more: readonly string[]): Promise<Place> {
  const folder = temporaryFolder(t);
  const [db, book] = [join(folder, 'a.sqlite'), join(folder, 'book.ndjson')];
  writeFileSync(book, `${CROSS}\n${SEVERAL}\n${BROKEN}\n`);
  const report = more.includes('--report') ? [] : ['--no-report'];
  await succeeds(['run', 'book.ndjson', '--db', db, '--quiet', ...report, ...more], {
    cwd: folder,
  });
  return { folder, db, book, rerun: (...words) => nonomill(['rerun', ...words, '--db', db]) };
}

test('a run comes out the same, with its options, from any folder', async (t) => {
  const { db, rerun } = await withRun(t, '--count', '4', '--name', 'book');
  const { code, stdout, stderr } = await rerun('book', '--name', 'again');
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^run 2 against run 1: 2 puzzles\nAll are equal: /);
  assert.deepEqual(
    rowsOf(db, `SELECT name, options ->> 'count' AS count, state FROM runs ORDER BY run_id`),
    [
      { name: 'book', count: 4, state: 'complete' },
      { name: 'again', count: 4, state: 'complete' },
    ],
  );
});

test('what differs is named, figure by figure, and the exit code is 3', async (t) => {
  const { db, rerun } = await withRun(t);
  change(
    db,
    `UPDATE result_rows SET difficulty = difficulty + 1 WHERE status = 'unique';
     UPDATE result_rows SET solutions = '3' WHERE status = 'multiple'`,
  );
  const { code, stdout } = await rerun('1');
  assert.equal(code, 3);
  assert.match(stdout, /\n2 puzzles differ: number of solutions 1, score 1\n/);
  assert.match(stdout, /\n {2}cross {2}score \S+ \(count\) -> score \S+ \(count\)\n/);
  assert.match(stdout, /\n {2}several {2}solutions 3\+ -> solutions 2\+\n/);
  const json = await rerun('1', '--json');
  assert.equal(json.code, 3);
  const found = JSON.parse(json.stdout) as {
    equal: boolean;
    differing: number;
    byFigure: object;
    first: { name: string; figures: string[] }[];
  };
  assert.deepEqual([found.equal, found.differing], [false, 2]);
  assert.deepEqual(found.byFigure, { verdict: 0, solutions: 1, guessDepth: 0, score: 1 });
  assert.deepEqual(eachOf(found.first, 'name', 'figures'), [
    ['cross', ['score']],
    ['several', ['solutions']],
  ]);
});

deepTest('what ran out of time in one of the runs is told apart', async (t) => {
  const { db, rerun } = await withRun(t);
  change(
    db,
    `UPDATE result_rows SET difficulty = NULL, difficulty_bound = NULL, stars = NULL, needs = NULL
     WHERE status = 'unique'`,
  );
  const { stdout } = await rerun('1');
  assert.match(stdout, /\n1 of them without a verdict, depth or score in one of the runs: /);
  assert.match(stdout, /\n {2}cross {2}no score -> score /);
});

deepTest('a result that only one of the runs has differs', async (t) => {
  const { db, rerun } = await withRun(t);
  change(db, `DELETE FROM result_rows WHERE status = 'unique'`);
  const { code, stdout } = await rerun('1');
  assert.equal(code, 3);
  assert.match(stdout, /: 2 puzzles\n1 puzzle differs: /);
  assert.match(stdout, /\n {2}cross {2}no result -> unique, /);
});

test('files that are missing or changed are named before anything is solved', async (t) => {
  const { db, book, rerun } = await withRun(t);
  writeFileSync(book, CROSS);
  const changed = await rerun('1');
  assert.equal(changed.code, 1);
  assert.match(changed.stderr, /book\.ndjson is changed.*NM_CORPUS_CHANGED/s);
  renameSync(book, `${book}.old`);
  mkdirSync(book);
  assert.match((await rerun('1')).stderr, /book\.ndjson is no file/);
  rmdirSync(book);
  assert.match((await rerun('1')).stderr, /book\.ndjson is missing/);
  assert.equal(rowsOf(db, 'SELECT run_id FROM runs').length, 1);
});

deepTest('a summary tells which run to do again, in any database, and its figures', async (t) => {
  const { folder } = await withRun(t, '--count', '4', '--report', 'report');
  const summary = join(folder, 'report', 'summary.json');
  const words = ['rerun', summary, '--db', join(folder, 'other.sqlite')];
  const same = await succeeds(words);
  assert.match(same.stdout, /^run 1 against run 1 of .*summary\.json\nAll figures are equal\.\n$/);
  const text = readFileSync(summary, 'utf8');
  writeFileSync(summary, text.replace('"unique": 1', '"unique": 2'));
  const other = await ends(3, [...words, '--json']);
  assert.deepEqual(JSON.parse(other.stdout), {
    equal: false,
    after: 2,
    differing: [{ name: 'byStatus.unique', before: 2, after: 1 }],
  });
});

deepTest('the files of a summary are found from its folder, or from this one', async (t) => {
  const { folder, book } = await withRun(t, '--report', 'report');
  const elsewhere = join(folder, 'elsewhere');
  mkdirSync(elsewhere);
  renameSync(book, join(elsewhere, 'book.ndjson'));
  const words = ['rerun', join(folder, 'report', 'summary.json'), '--db', 'b.sqlite', '--quiet'];
  await succeeds(words, { cwd: elsewhere });
});

test('what cannot be done again is refused with the reason', async (t) => {
  const { folder, db, rerun } = await withRun(t, '--report', 'report');
  const piped = ['run', '-', '--format', 'ndjson', '--db', db, '--no-report', '--quiet'];
  await nonomill(piped, { input: CROSS });
  assert.match((await rerun('2')).stderr, /run 2 cannot be done again: it has read standard input/);
  change(db, `UPDATE runs SET state = 'interrupted' WHERE run_id = 1`);
  assert.match((await rerun('1')).stderr, /run 1 cannot be done again: it is not complete/);
  const claims = join(folder, 'claims.csv');
  writeFileSync(claims, 'ordinal,verdict,ms\n0,unique,70\n');
  await nonomill(['referee', join(folder, 'book.ndjson'), claims, '--as', 'theirs', '--db', db]);
  assert.match((await rerun('theirs')).stderr, /its results are those of another program/);
  const other = join(folder, 'other.json');
  const oddFormat = readFileSync(join(folder, 'report', 'summary.json'), 'utf8').replace(
    '"format": "ndjson",\n        "sha256"',
    '"format": 7,\n        "sha256"',
  );
  assert.match(oddFormat, /"format": 7/);
  for (const text of [
    '{',
    '{"run":1}',
    'null',
    '{"run":{"options":{}},"files":{"sources":[7]}}',
    oddFormat,
  ]) {
    writeFileSync(other, text);
    assert.match((await rerun(other)).stderr, /NM_RUN_NOT_REPEATABLE/, text);
  }
  const summary = readFileSync(join(folder, 'report', 'summary.json'), 'utf8');
  const nested = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
  for (const name of ['bySize', 'puzzles', 'anything']) {
    const holder = { ...(JSON.parse(summary) as object), [name]: '@@' };
    writeFileSync(other, JSON.stringify(holder).replace('"@@"', nested));
    const { stderr } = await rerun(other);
    assert.match(stderr, /nests deeper than any summary \(NM_RUN_NOT_REPEATABLE\)/, name);
    assert.doesNotMatch(stderr, /started/);
  }
  const options = {
    timeoutMs: ['x', -1, {}, [], ['x4'], 1e300],
    maxSteps: [true],
    memoryMiB: ['9/3'],
    count: [0, 'all', [2]],
    guessDepth: [0, {}],
    limit: [-1],
    crossCheck: [2],
    prove: ['yes'],
    shard: ['9/3', 7],
    noDifficulty: [1],
    columnsFirst: ['no'],
  };
  for (const [name, values] of Object.entries(options)) {
    for (const value of values as readonly unknown[]) {
      const changed = JSON.parse(summary) as { run: { options: Record<string, unknown> } };
      changed.run.options[name] = value;
      writeFileSync(other, JSON.stringify(changed));
      const { code, stderr } = await rerun(other);
      assert.equal(code, 1, name);
      assert.match(stderr, /its stored options are damaged.*NM_RUN_NOT_REPEATABLE/s);
    }
  }
  assert.match((await rerun(join(folder, 'none.json'))).stderr, /NM_RUN_NOT_REPEATABLE/);
});

deepTest('rounds that grow end where those of the run ended, and its time is kept', async (t) => {
  const { db, rerun } = await withRun(t, '--max-steps', '1..', '--stop-after', '2h');
  change(db, "UPDATE runs SET options = json_set(options, '$.maxSteps', json('[1,\"x4\"]'))");
  const [{ reached }] = rowsOf(db, 'SELECT max(round) AS reached FROM retries') as [
    { reached: number },
  ];
  assert.ok(reached > 1);
  const { code, stderr } = await rerun('1');
  assert.equal(code, 0, stderr);
  const asked = `SELECT options ->> 'maxSteps' AS steps, options ->> 'stopAfterMs' AS ms FROM runs`;
  const limits = JSON.stringify(Array.from({ length: reached }, (_, i) => 4 ** i));
  assert.deepEqual(rowsOf(db, asked), [
    { steps: '[1,"x4"]', ms: 7_200_000 },
    { steps: limits, ms: 7_200_000 },
  ]);
});

test('a run that is done again names its corpora as before, and is none of its history', async (t) => {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, 'books'));
  for (const name of ['a', 'b']) writeFileSync(join(folder, 'books', `${name}.ndjson`), CROSS);
  const db = join(folder, 'a.sqlite');
  const words = ['run', 'books', '--db', db, '--no-report', '--quiet'];
  await succeeds(words, { cwd: folder });
  await succeeds(['rerun', '1', '--db', db]);
  for (const what of [
    'path FROM run_sources',
    "options ->> 'corpora', options ->> 'folder' FROM runs",
  ]) {
    const of = (run: number): unknown => rowsOf(db, `SELECT ${what} WHERE run_id = ${run}`);
    assert.deepEqual(of(2), of(1));
  }
  await nonomill(words, { cwd: folder });
  const history = await nonomill(['history', '--db', db, '--json']);
  const runs = JSON.parse(history.stdout) as { runId: number; changes: { since: number } | null }[];
  assertEach(runs, ({ runId, changes }) => [runId, changes?.since], [
    [1, undefined],
    [3, 1],
  ]);
});
