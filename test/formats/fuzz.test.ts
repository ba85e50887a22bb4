import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { FORMATS, canRead } from '../../src/formats/registry.js';
import { randomNumbers } from '../support/random-puzzle.js';
import { fuzzOnce, seedsOf } from './fuzzing.js';

/** Texts made for each format and run; `npm run bench -- fuzz` goes on for as long as one likes. */
const ROUNDS = 1500;

describe('Damaged and random text is rejected or read, never worse, as', () => {
  for (const format of FORMATS.filter(canRead)) {
    test(format.name, () => {
      const seeds = seedsOf(format);
      assert.ok(seeds.length > 0);
      const random = randomNumbers(FORMATS.indexOf(format) + 1);
      for (let round = 0; round < ROUNDS; round++) fuzzOnce(format, seeds, random);
    });
  }
});
