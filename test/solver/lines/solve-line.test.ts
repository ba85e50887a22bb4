import assert from 'node:assert/strict';
import { test } from 'node:test';
import { solveLine } from '../../../src/solver/lines/line.js';
import { block } from '../../../src/puzzle/types.js';
import { cellsToText, textToCells } from '../../../src/puzzle/text.js';

function line(clue: readonly number[], text: string, colours = 1): string | null {
  const cells = solveLine(clue, colours, textToCells(text, text.length, 1));
  return cells === null ? null : cellsToText(cells, text.length, 1, colours);
}

test('a block longer than half its line is known in the middle', () => {
  assert.equal(line([8], '??????????'), '??######??');
});

test('blocks of different colours may touch, equal ones need a blank', () => {
  assert.equal(line([block(3, 1), block(2, 2)], '?????', 2), '11122');
  assert.equal(line([block(2, 1), block(2, 1)], '?????', 2), '11.11');
});

test('known cells that no placement fits return null, and so does a clue that is too long', () => {
  assert.equal(line([1], '#?#'), null);
  assert.equal(line([3, 3], '??????'), null);
});
