import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { editDistance, suggest } from '../../../../src/solver/core/text/suggest.js';

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 7 });

test('one edit inserts, leaves out, changes or swaps a letter', () => {
  assert.equal(editDistance('limit', 'limmit'), 1);
  assert.equal(editDistance('limit', 'lmit'), 1);
  assert.equal(editDistance('limit', 'lemit'), 1);
  assert.equal(editDistance('limit', 'limti'), 1);
  assert.equal(editDistance('', 'abc'), 3);
});

test('a bound changes no distance within it, and larger distances are reported as beyond it', () => {
  fc.assert(
    fc.property(word, word, fc.nat(7), (a, b, most) => {
      const distance = editDistance(a, b);
      const bounded = editDistance(a, b, most);
      return distance <= most ? bounded === distance : bounded > most;
    }),
  );
});

test('the nearest word is suggested, or the only one that goes on', () => {
  assert.equal(suggest('ru', ['run', 'report']), 'run');
  assert.equal(suggest('gen', ['generate', 'report']), 'generate');
  assert.equal(suggest('xyz', ['run', 'report']), null);
});
