import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readExternalCommand, wordsWithFile } from '../../../src/lab/external/command-words.js';

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
