import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DETECTION_LENGTH, FORMATS, canReadText } from '../../src/formats/registry.js';
import { randomNumbers } from '../support/random-puzzle.js';
import { fuzzOnce, seedsOf } from './fuzzing.js';
import { depth } from '../support/depth.js';

/** Texts made for each format and run; `npm run bench -- fuzz` goes on for as long as one likes. */
const ROUNDS = depth(500, 1500);

describe('Damaged and random text is rejected or read, never worse, as', () => {
  for (const format of FORMATS.filter(canReadText)) {
    test(format.name, () => {
      const seeds = seedsOf(format);
      assert.ok(seeds.length > 0);
      const random = randomNumbers(FORMATS.indexOf(format) + 1);
      for (let round = 0; round < ROUNDS; round++) fuzzOnce(format, seeds, random);
    });
  }
});

test('detection takes no longer for text that is made to slow patterns down', () => {
  const signs = [
    '\n',
    '\r',
    ' ',
    '\t',
    '[',
    '(',
    '{"',
    '}',
    '1',
    '1 ',
    '1\n',
    '#',
    '.',
    '"',
    ':\n',
    'c\n',
    '1x1:',
  ];
  for (const sign of signs) {
    for (const end of ['', 'x', '{', '[', '\n#']) {
      const head = sign.repeat(DETECTION_LENGTH / sign.length) + end;
      // One that tries every way to split the head would not end in a lifetime.
      for (const format of FORMATS) assert.ok(format.detect(head) <= 1);
    }
  }
});
