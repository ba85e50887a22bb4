import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvField, fitText, plainText, textWidth } from '../../../src/core/text/plain-text.js';

test('names are cut by the columns that they take, and lose what could control a terminal', () => {
  assert.equal(fitText('日本語の題', 8), '日本...');
  assert.equal(textWidth('日本e\u0301'), 5);
  assert.equal(plainText('a\tb\n\u001b[31m\u202ec '), 'a b \ufffd[31m\ufffdc');
});

test('text that a spreadsheet would take for a formula gets a quote before it', () => {
  const texts = ['=cmd|x', '+1', '-1', '@a', '\tb', '\rc', '\nd'];
  for (const text of texts) assert.match(csvField(text), /^"?'/, JSON.stringify(text));
  assert.equal(csvField(-1), '-1');
  assert.equal(csvField(null), '');
});

test('a field with a quote, a comma or a line break is put in quotes', () => {
  assert.equal(csvField('a "b", c'), '"a ""b"", c"');
  assert.equal(csvField('two\nlines'), '"two\nlines"');
  assert.equal(csvField('a = b'), 'a = b');
});
