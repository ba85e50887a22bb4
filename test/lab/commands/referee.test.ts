import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { deepTest, folderWith } from '../../support/tests.js';
import { type Ended, nonomill, succeeds } from '../../support/nonomill.js';

const CORPUS = `id,width,height,rows,columns
one,2,2,"2;1","2;1"
several,2,2,"1;1","1;1"
none,2,2,"2;","2;"
quiet,2,2,"2;1","2;1"
`;

function referee(claims: string, ...more: readonly string[]): Promise<Ended> {
  const folder = folderWith({ 'corpus.csv': CORPUS, 'claims.csv': claims });
  const files = [join(folder, 'corpus.csv'), join(folder, 'claims.csv')];
  return nonomill(['referee', ...files, '--db', join(folder, 'x.sqlite'), '--quiet', ...more]);
}

test('claims that are right are stored as a run', async () => {
  const { code, stdout, stderr } = await referee(
    'id,verdict,solution,ms\none,unique,##/#.,1.5\nseveral,2,,\nnone,contradiction,,2\nquiet,timeout,,\n',
    '--json',
  );
  assert.equal(code, 0, stderr);
  const { puzzles, solved, wrong, byStatus } = JSON.parse(stdout) as Record<string, unknown>;
  assert.deepEqual({ puzzles, solved, wrong }, { puzzles: 4, solved: 3, wrong: 0 });
  assert.deepEqual(byStatus, { unique: 1, multiple: 1, contradiction: 1, timeout: 1 });
});

deepTest('a puzzle of which the file says nothing is unclaimed, and no crash', async () => {
  const claims = 'id,verdict\none,unique\n';
  const { code, stdout, stderr } = await referee(claims);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^by status {3}unclaimed 3, unique 1$/m);
  assert.doesNotMatch(stdout + stderr, /crash/);
  const found = JSON.parse((await referee(claims, '--json')).stdout) as Record<string, unknown>;
  assert.deepEqual(found.byStatus, { unclaimed: 3, unique: 1 });
  assert.deepEqual([found.unclaimed, found.crashes], [3, []]);
});

deepTest('a number of solutions is counted: wrong ones are listed, and called wrong', async () => {
  const claims = 'id,verdict\none,1000000\nseveral,7\nnone,3\nquiet,1\n';
  const { code, stdout, stderr } = await referee(claims, '--json');
  assert.equal(code, 3, stderr);
  const { wrong, byStatus } = JSON.parse(stdout) as Record<string, unknown>;
  assert.deepEqual([wrong, byStatus], [3, { wrong: 3, unique: 1 }]);
  const expected = /^wrong: several {2}2x2 {2}false number of solutions: 7 claimed, but it has 2$/m;
  assert.match(stderr, expected);
  assert.doesNotMatch(stdout + stderr, /crash 3/);
});

test('a number that cannot be counted in the time given is unverified', async () => {
  const wide = JSON.stringify(new Array(24).fill([1]));
  const folder = folderWith({
    'corpus.ndjson': `{"id":"wide","rows":${wide},"columns":${wide}}\n`,
    'claims.csv': 'id,verdict\nwide,620448401733239439360001\n',
  });
  const files = ['corpus.ndjson', 'claims.csv'].map((name) => join(folder, name));
  const words = ['--db', join(folder, 'x.sqlite'), '--judge-time', '1ms', '--json'];
  const { stdout } = await succeeds(['referee', ...files, ...words]);
  assert.equal((JSON.parse(stdout) as Record<string, unknown>).unverified, 1);
});

/** Results as BenchExec writes them. */
const runOf = (name: string, status: string, times = ''): string =>
  `<run name="puzzles/${name}" files="[puzzles/x.non]"><column title="status" value="${status}"/>` +
  `${times}<column hidden="true" title="category" value="missing"/></run>`;
const results = (...runs: readonly string[]): string =>
  `<?xml version="1.0" ?>\n<!DOCTYPE result PUBLIC '+//IDN sosy-lab.org//DTD BenchExec result 3.0//EN' 'https://www.sosy-lab.org/benchexec/result-3.0.dtd'>\n` +
  `<result benchmarkname="b" tool="theirs" generator="BenchExec 3.21"><columns><column title="status"/></columns>\n${runs.join('\n')}` +
  '<column title="walltime" value="9s"/></result>\n';
const TIMES = '<column title="cputime" value="1.25s"/><column title="walltime" value="0.5s"/>';

test('results of BenchExec are a run to compare', async () => {
  const folder = folderWith({
    'corpus.csv': CORPUS,
    'results.xml': results(
      runOf('one.yml', 'true', TIMES),
      runOf('several.yml', 'false(multiple)', TIMES),
      runOf('none.yml', 'false(contradiction)'),
      runOf('quiet.yml', 'TIMEOUT'),
    ),
  });
  const db = join(folder, 'x.sqlite');
  const words = ['referee', join(folder, 'corpus.csv'), join(folder, 'results.xml'), '--db', db];
  const { stdout } = await succeeds([...words, '--as', 'theirs', '--json']);
  const { byStatus } = JSON.parse(stdout) as Record<string, unknown>;
  assert.deepEqual(byStatus, { unique: 1, multiple: 1, contradiction: 1, timeout: 1 });
  await succeeds(['run', join(folder, 'corpus.csv'), '--db', db, '--name', 'mine']);
  const compared = await nonomill(['compare', 'mine', 'theirs', '--db', db, '--json']);
  const { standings } = JSON.parse(compared.stdout) as { standings: { common: number } };
  assert.equal(standings.common, 4);
  const shown = await nonomill(['export', 'theirs', '--db', db, '--to', 'ndjson']);
  assert.match(shown.stdout, /"solve_ms":500[,}]/);
});

test('a time that is none is refused with its line', async () => {
  for (const time of ['-5s', 'NaN', 'soon']) {
    const column = `<column title="walltime" value="${time}"/>`;
    const { stderr } = await referee(results(runOf('one.yml', 'true', column)));
    assert.match(
      stderr,
      new RegExp(`line \\d+: expected milliseconds, got "${time}": the line is left out`),
    );
  }
});

test('a false answer in results of BenchExec is named with its line', async () => {
  const { code, stderr } = await referee(
    results(runOf('several.non', 'true'), runOf('x.y', 'true')),
  );
  assert.equal(code, 3);
  assert.match(stderr, /wrong: several {2}2x2 {2}false "unique": it has several solutions/);
  assert.match(stderr, /line \d+: no puzzle of the corpora is called "x"/);
});

test('results that are packed, cut off or of another kind are refused with the reason', async () => {
  for (const [text, reason] of [
    ['BZh91AY&SY', /packed by bzip2; unpack it first/],
    [results(runOf('one.yml', 'true')).slice(0, -20), /not well-formed XML/],
    ['<table/>', /expected <result> of BenchExec, found <table>/],
  ] as const) {
    const { code, stderr } = await referee(text);
    assert.notEqual(code, 0);
    assert.match(stderr, reason);
  }
});

test('every wrong claim is listed, and the exit code is 3', async () => {
  const { code, stdout, stderr } = await referee(
    'id,verdict,solution,ms\n' +
      'one,contradiction,,1\n' +
      'several,unique,#./.#,1\n' +
      'none,unique,,1\n' +
      'quiet,solved,##/##,1\n' +
      'nowhere,unique,,1\n' +
      'one,unique,,1\n' +
      'several,unique,,soon\n',
  );
  assert.equal(code, 3, stderr);
  assert.match(stdout, /solved {6}0\nwrong {7}4/);
  for (const said of [
    /wrong: one {2}2x2 {2}false "contradiction": it has a solution/,
    /wrong: several {2}2x2 {2}false "unique": it has several solutions/,
    /wrong: none {2}2x2 {2}false "unique": it has no solution/,
    /wrong: quiet {2}2x2 {2}wrong picture: row 2 breaks its clue/,
    /line 6: no puzzle of the corpora is called "nowhere"/,
    /line 7: a second claim about "one": the first counts/,
    /line 8: expected milliseconds, got "soon": the line is left out/,
  ]) {
    assert.match(stderr, said);
  }
  const lines = [...stderr.matchAll(/, line (\d+): /g)].map(([, line]) => Number(line));
  assert.deepEqual(lines, [6, 7, 8], 'in the order of the file');
});

test('a file without the columns of claims is refused', async () => {
  const { code, stderr } = await referee('a,b\n1,2\n');
  assert.equal(code, 1);
  assert.match(
    stderr,
    /expected a header with id \(or ordinal\) and verdict, solution or both \(and ms\), found "a,b"/,
  );
});

deepTest('puzzles without names are matched by their place', async () => {
  const folder = folderWith({
    'corpus.csv': 'width,height,rows,columns\n2,2,"2;1","2;1"\n2,2,"1;1","1;1"\n2,2,"2;","2;"\n',
    'places.csv': 'ordinal,verdict,ms\n0,unique,1\n2,contradiction,1\n7,unique,1\n',
    'stored.csv': 'id,verdict,ms\ncorpus.csv#1,multiple,1\n',
  });
  const at = (name: string): string => join(folder, name);
  const run = (corpus: string, claims: string): Promise<Ended> =>
    nonomill(['referee', corpus, at(claims), '--db', at('x.sqlite'), '--quiet', '--json']);
  const places = await run(at('corpus.csv'), 'places.csv');
  assert.equal(places.code, 3);
  const { solved, wrong } = JSON.parse(places.stdout) as Record<string, unknown>;
  assert.deepEqual([solved, wrong], [2, 0]);
  assert.match(places.stderr, /line 4: the corpus has no puzzle at place 7, counted from 0/);
  const stored = await run(at('corpus.csv'), 'stored.csv');
  assert.equal(stored.code, 0, stored.stderr);
  assert.match(stored.stdout, /"solved": 1/);
  assert.match(stored.stdout, /"unclaimed": 2/);
  const several = await run(folder, 'places.csv');
  assert.equal(several.code, 1);
  assert.match(several.stderr, /by their place \(ordinal\) in one file, but .* may hold several/);
});
