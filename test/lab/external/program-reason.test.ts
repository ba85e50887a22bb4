import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { programReason } from '../../../src/lab/external/program-reason.js';
import { folderWith } from '../../support/temporary.js';

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

test('on Windows a program is a file that ends in .exe or .com, whether that is typed or not', () => {
  const folder = folderWith({ 'solver.exe': 'MZ', 'plain.com': 'MZ' });
  for (const word of ['solver', 'solver.exe', 'plain']) {
    assert.equal(programReason(word, `C:/nowhere;${folder}`, 'win32'), null);
    assert.equal(programReason(`${folder}/${word}`, '', 'win32'), null);
  }
  assert.equal(programReason('nothing', folder, 'win32'), 'there is no program "nothing" in PATH');
  const path = 'C:\\solvers\\x.exe';
  assert.equal(programReason(path, folder, 'win32'), `there is no program "${path}"`);
});

test('on Windows a script of the command prompt is refused with what to write instead', () => {
  const folder = folderWith({ 'solver.cmd': '@echo off' });
  for (const word of ['solver', 'solver.cmd']) {
    assert.equal(
      programReason(word, folder, 'win32'),
      '"solver.cmd" is a script of the command prompt: write cmd /d /c "solver.cmd"',
    );
  }
});
