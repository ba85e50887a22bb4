import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { reasonKind, systemReason } from '../../../../src/solver/core/text/error-codes.js';
import { fitText, plainText, textWidth } from '../../../../src/solver/core/text/plain-text.js';
import { didYouMean, editDistance, isLoopback } from '../../../../src/solver/core/text/typed.js';
import { nameByFile, ownName, puzzleName } from '../../../../src/pipeline/record/puzzle-id.js';
import {
  bigCountText,
  countText,
  durationText,
  rateText,
  shareText,
} from '../../../../src/solver/core/text/numbers.js';
import { assertEach, assertNone, folderWith } from '../../../support/tests.js';
import { holds } from '../../../support/property.js';

test('counts, rates and shares read well, and only all is 100 %', () => {
  assert.deepEqual([0, 999, 1000, 1234567].map(countText), ['0', '999', '1,000', '1,234,567']);
  assert.deepEqual([null, 2.5, 70_123.4].map(rateText), ['-', '2.50/s', '70,123/s']);
  assertEach([0, 1, 500, 999_999, 1_000_000], (part) => shareText(part, 1_000_000), [
    '0 %',
    '<0.1 %',
    '<0.1 %',
    '99.9 %',
    '100 %',
  ]);
});

test('a number of any length is written out to 15 digits, and then as a power of ten', () => {
  assert.equal(bigCountText('123456789012345'), '123,456,789,012,345');
  assert.equal(bigCountText('1234567890123456'), '1.23 × 10^15');
  assert.equal(bigCountText('7'), '7');
});

test('durations have about three digits and never a rounded-up 1000 or 60', () => {
  const texts = [
    0, 0.000001, 0.00045, 0.5, 0.9996, 1, 12.34, 999.6, 1000, 59_949, 59_960, 239_700, 3_599_700,
  ]
    .concat([29_520_000])
    .map(durationText);
  assert.deepEqual(texts, [
    '0 µs',
    '<0.01 µs',
    '0.45 µs',
    '500 µs',
    '1.00 ms',
    '1.00 ms',
    '12.3 ms',
    '1.00 s',
    '1.00 s',
    '59.9 s',
    '1m 0s',
    '4m 0s',
    '1h 0m',
    '8h 12m',
  ]);
  assert.equal(durationText(null), '-');
});

test('names are cut by the columns that they take, and lose what could control a terminal', () => {
  assert.equal(fitText('日本語の題', 8), '日本...');
  assert.equal(textWidth('日本e\u0301'), 5);
  assert.equal(plainText('a\tb\n\u001b[31m\u202ec '), 'a b \ufffd[31m\ufffdc');
});

const PATH = 'book/cat.nin.gz';

test('a puzzle is called by its title, else by its name', () => {
  assert.equal(puzzleName({ name: 'p1', title: 'A\u001b[31m cat', path: PATH }), 'A\ufffd[31m cat');
  assert.equal(puzzleName({ name: 'p1', title: null, path: PATH }), 'p1');
  assert.equal(puzzleName({ name: 'other.nin#0', title: null, path: PATH }), 'other.nin#0');
  assert.equal(puzzleName({ name: `${PATH}#first`, title: null, path: PATH }), `${PATH}#first`);
  assert.equal(puzzleName({ name: `${PATH}#1`, title: null, path: null }), `${PATH}#1`);
  assert.equal(puzzleName({ name: '', title: null, path: PATH }), '(no name)');
});

test('a puzzle without either is called by its file, and has no name of its own', () => {
  assert.equal(puzzleName({ name: `${PATH}#0`, title: null, path: PATH }), 'cat');
  assert.equal(puzzleName({ name: `${PATH}#1`, title: null, path: PATH }), 'cat 2');
  assert.equal(ownName({ name: `${PATH}#1`, title: null, path: PATH }), '');
  assert.equal(ownName({ name: `${PATH}#1`, title: 'Apple', path: PATH }), 'Apple');
  assert.equal(nameByFile('.hidden', 0), '.hidden');
});

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 7 });

test('one edit inserts, leaves out, changes or swaps a letter', () => {
  assert.equal(editDistance('limit', 'limmit'), 1);
  assert.equal(editDistance('limit', 'lmit'), 1);
  assert.equal(editDistance('limit', 'lemit'), 1);
  assert.equal(editDistance('limit', 'limti'), 1);
  assert.equal(editDistance('', 'abc'), 3);
});

test('a bound changes no distance within it, and larger distances are reported as beyond it', () => {
  holds(100, [word, word, fc.nat(7)], (a, b, most) => {
    const distance = editDistance(a, b);
    const bounded = editDistance(a, b, most);
    return distance <= most ? bounded === distance : bounded > most;
  });
});

test('the nearest word is suggested, or the only one that goes on', () => {
  assert.equal(didYouMean('ru', ['run', 'report']), '; did you mean run?');
  assert.equal(didYouMean('gen', ['generate', 'report']), '; did you mean generate?');
  assert.equal(didYouMean('xyz', ['run', 'report']), '');
});

test('a host is told apart that only its own machine reaches', () => {
  const own = ['localhost', 'Localhost', 'a.localhost', '127.0.0.1', '127.8.0.1', '::1', '[::1]'];
  const others = ['0.0.0.0', '192.168.1.2', 'localhost.example.org', '127.example.org', '::', ''];
  assertNone(own, (host) => !isLoopback(host));
  assert.deepEqual(others.filter(isLoopback), []);
});

test('reasons of one kind differ in their numbers and in what they quote alone', () => {
  const kinds = [
    'row 1: the blocks 9 need 9 cells, and there are 2',
    'row 12: the blocks 9 4 11 need 26 cells, and there are 25',
    'row 3: the blocks 1, 2 need 4 cells, and there are 3',
  ].map(reasonKind);
  assert.deepEqual([...new Set(kinds)], ['row …: the blocks … need … cells, and there are …']);
  assert.equal(reasonKind('expected a number, got "a \\" b"'), 'expected a number, got "…"');
  assert.equal(reasonKind('the grid is 2x3'), reasonKind('the grid is 40x50'));
  assert.notEqual(reasonKind('row 1 is empty'), reasonKind('column 1 is empty'));
});

test('error codes of the operating system are put into words', () => {
  const folder = folderWith({ file: '' });
  const reason = (work: Parameters<typeof systemReason>[1], attempt: () => void): string => {
    try {
      attempt();
    } catch (error) {
      return systemReason(error, work);
    }
    return 'nothing was wrong';
  };
  const missing = reason('read', () => readFileSync(`${folder}/missing`));
  assert.equal(missing, 'there is no such file or folder');
  const why = reason('read', () => readFileSync(folder));
  assert.equal(why, 'it is a folder, not a file');
  assert.equal(
    reason('write', () => {
      writeFileSync(`${folder}/missing/file`, '');
    }),
    'there is no such folder',
  );
  assert.equal(
    reason('write', () => {
      writeFileSync(`${folder}/file/inside`, '');
    }),
    // Windows does not tell the one from the other.
    process.platform === 'win32'
      ? 'there is no such folder'
      : 'a part of its path is a file, not a folder',
  );
  assert.equal(systemReason(new Error('something else'), 'read'), 'something else');
});
