import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvField } from '../../src/text/csv-field.js';

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
