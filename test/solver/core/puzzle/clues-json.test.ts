import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  cluesToJson,
  jsonToClues,
  sideToJson,
} from '../../../../src/solver/core/puzzle/clues-json.js';
import { drawnPuzzles } from '../../../support/drawn-puzzles.js';

test('clues read back from JSON are the clues that were written', () => {
  fc.assert(
    fc.property(drawnPuzzles(9, 5), ({ puzzle: { rows, columns, colours } }) => {
      assert.deepEqual(jsonToClues(cluesToJson(rows, columns, colours)), { rows, columns });
    }),
  );
});

test('clues as JSON are compact, a coloured block with its length and colour', () => {
  assert.equal(cluesToJson([[1, 12], []], [[123]], 1), '{"rows":[[1,12],[]],"columns":[[123]]}');
  assert.equal(sideToJson([[1, 0x10002]], 2), '[[{"n":1,"c":1},{"n":2,"c":2}]]');
});

test('clues of very long sides are written whole', () => {
  const side = Array.from({ length: 3000 }, (_, i) => [i + 1, 7]);
  assert.deepEqual(JSON.parse(sideToJson(side, 1)), side);
});
