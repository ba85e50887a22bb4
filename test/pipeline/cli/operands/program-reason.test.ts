import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { programReason } from '../../../../src/pipeline/cli/operands/program-reason.js';
import { folderWith } from '../../../support/temporary.js';

const skip = process.platform === 'win32' && 'Windows has its own rules for what a program is';

test('a program is found by its path, or by its name in PATH', { skip }, () => {
  const folder = folderWith({ solver: '#!/bin/sh\n' });
  const path = join(folder, 'solver');
  chmodSync(path, 0o755);
  assert.equal(programReason(path, ''), null);
  assert.equal(programReason('solver', `/nowhere:${folder}`), null);
});

test('a program that cannot be started is refused with the reason', { skip }, () => {
  const folder = folderWith({ solver: '#!/bin/sh\n' });
  const path = join(folder, 'solver');
  chmodSync(path, 0o644);
  assert.equal(programReason(path, ''), `"${path}" is not executable: chmod +x`);
  assert.equal(programReason('solver', folder), 'there is no program "solver" in PATH');
  // A folder is not a program, although it can be entered.
  assert.equal(programReason(folder, ''), `there is no program "${folder}"`);
  assert.equal(
    programReason('package.json', '/nowhere'),
    'there is no program "package.json" in PATH; the file in this folder is ./package.json',
  );
});

test('on Windows nothing is refused, as what a program is follows other rules there', () => {
  assert.equal(programReason('nothing', '', 'win32'), null);
});
