import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitText, plainText, textWidth } from '../../../../src/solver/core/text/plain-text.js';

test('names are cut by the columns that they take, and lose what could control a terminal', () => {
  assert.equal(fitText('日本語の題', 8), '日本...');
  assert.equal(textWidth('日本e\u0301'), 5);
  assert.equal(plainText('a\tb\n\u001b[31m\u202ec '), 'a b \ufffd[31m\ufffdc');
});
