import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { nonomill } from '../../../support/nonomill.js';
import { temporaryFolder } from '../../../support/temporary.js';

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

  const same = await nonomill(['compare', '1', '2', ...db]);
  assert.equal(same.code, 0);
  assert.match(same.stdout, /^--timeout: 10s before, 3s after$/m);
  assert.match(same.stdout, /^undecided +0 before, 0 after$/m);
  assert.match(same.stdout, /^PAR-2 +\S+ \S+ before, \S+ \S+ after$/m);
  assert.doesNotMatch(same.stdout, /^(host|processor|nonomill|Node\.js|count):/m);

  assert.match(same.stdout, /^time .* times as long\)$/m);

  writeFileSync(at('claims.csv'), 'ordinal,verdict,ms\n0,unique,70\n');
  await nonomill(['referee', at('a.json'), at('claims.csv'), '--as', 'theirs', ...db]);
  const theirs = await nonomill(['compare', '1', 'theirs', ...db]);
  assert.match(theirs.stdout, /^time .* before \(solving alone\), 70\.0 ms after \(as claimed\)$/m);
  assert.match(
    theirs.stdout,
    /^run \d+ is of claims: crash means a wrong claim there, or none at all$/m,
  );

  const disjoint = await nonomill(['compare', '1', '3', ...db]);
  assert.equal(disjoint.code, 1);
  assert.match(disjoint.stdout, /The two runs have no puzzle in common/);
  assert.doesNotMatch(disjoint.stdout, /^(in both|changed|time) /m);

  const json = await nonomill(['compare', '1', '3', ...db, '--json']);
  assert.equal(json.code, 1);
  const found = JSON.parse(json.stdout) as { both: number; conditions: { name: string }[] };
  assert.equal(found.both, 0);
  assert.deepEqual(
    found.conditions.map(({ name }) => name),
    ['corpora'],
  );
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
