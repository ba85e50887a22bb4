import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import {
  ExternalProcess,
  makeRaceFolder,
  programReason,
  readExternalCommand,
  wordsWithFile,
} from '../../../src/lab/external/external-process.js';
import { folderWith, temporaryFolder } from '../../support/tests.js';

const noLinux = process.platform !== 'linux' && 'it takes Linux for Windows';
const LIMITS = { timeoutMs: 60_000, memoryBytes: Infinity };

/** Until the test ends, this system says that it is Windows. */
function onWindows(t: TestContext): void {
  const platform = Object.getOwnPropertyDescriptor(process, 'platform')!;
  Object.defineProperty(process, 'platform', { ...platform, value: 'win32' });
  t.after(() => Object.defineProperty(process, 'platform', platform));
}

test('on Windows a program that is missing is not one that fails', { skip: noLinux }, async (t) => {
  onWindows(t);
  const missing = await new ExternalProcess([join(folderWith({}), 'solver')], LIMITS, null).ended;
  assert.match(missing.notStarted ?? '', /ENOENT/);
  const failing = await new ExternalProcess(['/bin/false'], LIMITS, null).ended;
  assert.deepEqual([failing.notStarted, failing.code], [null, 1]);
});

test('on Windows a program is ended with all that it has started', { skip: noLinux }, async (t) => {
  const folder = folderWith({ 'System32/taskkill.exe': '#!/bin/sh\necho "$@" >"$0.words"\n' });
  const program = join(folder, 'System32', 'taskkill.exe');
  chmodSync(program, 0o755);
  const { SystemRoot } = process.env;
  process.env.SystemRoot = folder;
  t.after(() => {
    if (SystemRoot === undefined) delete process.env.SystemRoot;
    else process.env.SystemRoot = SystemRoot;
  });
  onWindows(t);
  const solver = new ExternalProcess(['/bin/sleep', '600'], LIMITS, null);
  solver.stop('timeout');
  const { stopped } = await solver.ended;
  assert.equal(stopped, 'timeout');
  assert.ok(existsSync(`${program}.words`));
  assert.match(readFileSync(`${program}.words`, 'utf8'), /^\/T \/F \/PID \d+\n$/);
});

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

test('words are separated by blanks, and kept together by quotes', () => {
  const command = readExternalCommand(`solver --say 'a b' "c \\"d" e\\ f {nin}`, null, 'linux');
  assert.deepEqual(command.words, ['solver', '--say', 'a b', 'c "d', 'e f', '{nin}']);
  assert.equal(command.format, 'nin');
  assert.deepEqual(wordsWithFile(command, '/tmp/$&.nin').at(-1), '/tmp/$&.nin');
});

test('on Windows a backslash is a part of a path', () => {
  const typed = String.raw`C:\solvers\x.exe "D:\my solver\y" "say \"hi\"" {non}`;
  const { words } = readExternalCommand(typed, null, 'win32');
  const [program, quoted, said] = words;
  assert.deepEqual([program, quoted], [String.raw`C:\solvers\x.exe`, String.raw`D:\my solver\y`]);
  assert.equal(said, 'say "hi"');
});

test('without a place for the file the puzzle comes on standard input', () => {
  assert.equal(readExternalCommand('solver -', 'non').onInput, true);
  assert.equal(readExternalCommand('solver {}', 'non').onInput, false);
});

test('a command that names no format, or two, is refused', () => {
  assert.throws(() => readExternalCommand('solver', null), /a place for the puzzle/);
  assert.throws(() => readExternalCommand('solver {non}', 'nin'), /--format nin/);
  assert.throws(() => readExternalCommand('solver {non} {nin}', null), /one format/);
  assert.throws(() => readExternalCommand("solver '{non}", null), /a closing '/);
  assert.throws(() => readExternalCommand('  ', 'non'), /empty/);
});

const onWindowsItself =
  process.platform === 'win32' && 'Windows has its own rules for what a program is';

test('a program is found by its path, or by its name in PATH', { skip: onWindowsItself }, () => {
  const folder = folderWith({ solver: '#!/bin/sh\n' });
  const path = join(folder, 'solver');
  chmodSync(path, 0o755);
  assert.equal(programReason(path, ''), null);
  assert.equal(programReason('solver', `/nowhere:${folder}`), null);
});

test('a program that does not start is refused with the reason', { skip: onWindowsItself }, () => {
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
    const expected = '"solver.cmd" is a script of the command prompt: write cmd /d /c "solver.cmd"';
    assert.equal(programReason(word, folder, 'win32'), expected);
  }
});
