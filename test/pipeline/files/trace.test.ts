import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { writeCsv } from '../../support/csv-corpora.js';
import { temporaryFolder } from '../../support/temporary.js';
import { ROOT, nonomill, start } from '../../support/nonomill.js';

test('NODE_DEBUG=nonomill says what the run, the pool, the search, the store and the report do', async (t) => {
  const folder = temporaryFolder(t);
  const corpus = writeCsv(folder, 'some', { count: 200, width: 5, height: 5 });
  const searched = join(ROOT, 'data', 'random-search.csv');
  const words = [
    'run',
    corpus,
    searched,
    '--quiet',
    '--threads',
    '2',
    '--report',
    join(folder, 'report'),
  ];
  // Node.js reads this variable at its start.
  const env = { NODE_DEBUG: 'nonomill' };
  const traced = await start([...words, '--db', join(folder, 'a.sqlite')], undefined, env).ended;
  assert.equal(traced.code, 0);
  const end = /^Run 1 is complete: 212 puzzles, .*$/m;
  assert.match(traced.stderr, end);
  const lines = traced.stderr
    .trimEnd()
    .split('\n')
    .filter((line) => !end.test(line));
  for (const line of lines)
    assert.match(line, /^NONOMILL \d+: +\d+ (run|pool|solve|store|report): \S/);
  for (const told of [
    /store: opens .*a\.sqlite for writing$/,
    /store: opened .*a\.sqlite$/,
    /run: hashes .*some\.csv$/,
    /run: read the entries 0 to \d+ of source 1$/,
    /run: hands over [\d,]+ puzzles?; \d+ jobs wait$/,
    /pool: thread \d+ gets [\d,]+ puzzles?; it has 1 batch$/,
    /solve: puzzle \d+: .*: conflicts \d.*; lines alone /,
    /run: got back \d+ of \d+ after /,
    /store: committed [\d,]+ results? and 0 rejects in /,
    /run: all is done$/,
    /store: copies the log into the database$/,
    /store: makes the index results_by_time$/,
    /report: writes index\.html$/,
    /store: closed .*a\.sqlite$/,
  ]) {
    assert.ok(
      lines.some((line) => told.test(line)),
      `${told}:\n${traced.stderr}`,
    );
  }
  const quiet = await nonomill([...words, '--db', join(folder, 'b.sqlite')]);
  assert.deepEqual([quiet.code, quiet.stdout], [0, traced.stdout]);
  assert.match(quiet.stderr, end);
  assert.equal(quiet.stderr.split('\n').length, 2);
});
