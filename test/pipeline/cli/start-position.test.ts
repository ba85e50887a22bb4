import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { folderWith } from '../../support/temporary.js';
import { nonomill } from '../../support/nonomill.js';

const GIVEN =
  '{"id":"given","rows":[[1],[1]],"columns":[[1],[1]],"start":"#?/??","goal":".#/#."}\n';

test('a file is run with its start positions and without in one database', async () => {
  const folder = folderWith({ 'given.ndjson': GIVEN });
  const [file, db] = [join(folder, 'given.ndjson'), join(folder, 'runs.sqlite')];
  for (const more of [[], ['--ignore-start']]) {
    const { code } = await nonomill(['run', file, '--db', db, '--no-report', '--quiet', ...more]);
    assert.equal(code, 0);
  }
  const found: unknown[] = [];
  for (const run of ['1', '2']) {
    const { stdout } = await nonomill(['export', run, '--db', db, '--to', 'ndjson']);
    const { status, goal_matches } = JSON.parse(stdout) as Record<string, unknown>;
    found.push([status, goal_matches]);
  }
  // The goal breaks the start position, but not the clues.
  assert.deepEqual(found, [
    ['unique', 0],
    ['multiple', 1],
  ]);

  const compared = await nonomill(['compare', '1', '2', '--db', db]);
  assert.equal(compared.code, 1);
  assert.match(compared.stdout, /^run 2 was made with --ignore-start: /m);
  assert.match(compared.stdout, /^in both +1 puzzle/m);
  assert.match(compared.stdout, /^ {2}unique -> multiple: 1$/m);
});

test('a wrong start position is named with its first wrong cell, instead of blaming the clues', async () => {
  const input = '{"id":"wrong","rows":[[1],[3],[1]],"columns":[[1],[3],[1]],"start":"???/???/#??"}';
  const { stdout } = await nonomill(['solve'], { input });
  assert.match(
    stdout,
    /^wrong, 3x3: no solution: its clues and start position contradict each other/,
  );
  assert.match(stdout, /start position.*row 3, cell 1 is filled, but no solution has it/i);
});
