import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRivalCommand, wordsWithFile } from '../../../src/lab/rivals/command-words.js';

test('words are separated by blanks, and kept together by quotes', () => {
  const command = readRivalCommand(`solver --say 'a b' "c \\"d" e\\ f {nin}`, null, 'linux');
  assert.deepEqual(command.words, ['solver', '--say', 'a b', 'c "d', 'e f', '{nin}']);
  assert.equal(command.format, 'nin');
  assert.deepEqual(wordsWithFile(command, '/tmp/$&.nin').at(-1), '/tmp/$&.nin');
});

test('on Windows a backslash is a part of a path', () => {
  const typed = String.raw`C:\solvers\x.exe "D:\my solver\y" "say \"hi\"" {non}`;
  const { words } = readRivalCommand(typed, null, 'win32');
  const [program, quoted, said] = words;
  assert.deepEqual([program, quoted], [String.raw`C:\solvers\x.exe`, String.raw`D:\my solver\y`]);
  assert.equal(said, 'say "hi"');
});

test('without a place for the file the puzzle comes on standard input', () => {
  assert.equal(readRivalCommand('solver -', 'non').onInput, true);
  assert.equal(readRivalCommand('solver {}', 'non').onInput, false);
});

test('a command that names no format, or two, is refused', () => {
  assert.throws(() => readRivalCommand('solver', null), /a place for the puzzle/);
  assert.throws(() => readRivalCommand('solver {non}', 'nin'), /--format nin/);
  assert.throws(() => readRivalCommand('solver {non} {nin}', null), /one format/);
  assert.throws(() => readRivalCommand("solver '{non}", null), /a closing '/);
  assert.throws(() => readRivalCommand('  ', 'non'), /empty/);
});
