import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readVerdictPattern, VerdictReader } from '../../../src/lab/external/verdict-reader.js';

test('a pattern that comes to no end on a text is given up, and goes on with the next text', async (t) => {
  const reader = new VerdictReader(readVerdictPattern('^solutions: (\\d)|^(?<unique>(a+)+)$'));
  t.after(() => reader.close());
  const read = ['solutions: 0', `${'a'.repeat(50)}!`, 'aaa', 'nothing'];
  assert.deepEqual(await Promise.all(read.map((output) => reader.read(output, 10))), [
    'contradiction',
    undefined,
    'unique',
    null,
  ]);
});
