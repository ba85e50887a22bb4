import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openingText } from '../../../../src/studio/pages/workbench/opening-text.js';

test('a puzzle opens with its first lines, and its narrowest place is told where lines alone go on', () => {
  const says = (opening: number, narrowest: number, known = 0): string => {
    const place = { lines: Array.from({ length: narrowest }, (_, line) => line), known };
    return openingText({ opening, narrowest }, { lines: [], narrowest: place });
  };
  assert.equal(says(3, 1), 'Opens with 3 lines; at its narrowest place one line alone goes on.');
  assert.equal(
    says(1, 1, 0.604),
    'Opens with 1 line; at its narrowest place, with 60 % known, one line alone goes on.',
  );
  assert.equal(says(12, 4), 'Opens with 12 lines; at its narrowest place 4 lines go on.');
  assert.equal(says(3, 0), 'Opens with 3 lines.');
  assert.match(openingText({ opening: 3, narrowest: 2 }, null), /place 2 lines go on\.$/);
});
