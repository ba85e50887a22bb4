import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeRaceFolder } from '../../../src/lab/external/race-folder.js';
import { temporaryFolder } from '../../support/temporary.js';

test('the folders of killed races are removed by the next one, and no others', (t) => {
  const parent = temporaryFolder(t);
  const { pid: gone } = spawnSync(process.execPath, ['-e', '']);
  const left = join(parent, `nonomill-race-${gone}-abc`);
  const alive = join(parent, `nonomill-race-${process.pid}-abc`);
  const other = join(parent, 'nonomill-race-of-somebody');
  for (const folder of [left, alive, other]) mkdirSync(folder);
  writeFileSync(join(left, '1.non'), 'width 1');
  const made = makeRaceFolder(parent);
  assert.equal(existsSync(left), false);
  assert.deepEqual([alive, other, made].map(existsSync), [true, true, true]);
});
