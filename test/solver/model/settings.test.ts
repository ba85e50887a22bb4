import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SETTINGS, SETTING_TABLE } from '../../../src/solver/model/settings.js';
import { solvePuzzle } from '../../../src/solver/solve.js';
import { randomNumbers, randomPuzzle, withSwappedRows } from '../../support/random-puzzle.js';

const NAMES = Object.keys(SETTING_TABLE) as (keyof typeof SETTING_TABLE)[];

test('every setting lies within its range and says what it is', () => {
  for (const name of NAMES) {
    const { value, range, meaning, measured } = SETTING_TABLE[name];
    assert.ok(range[0] <= value && value <= range[1], name);
    assert.ok(meaning.length > 10 && measured.length > 5, name);
    assert.equal(SETTINGS[name], value, name);
  }
});

test('no setting changes a verdict, at either end of its range', (context) => {
  const usual = { ...SETTINGS };
  context.after(() => Object.assign(SETTINGS, usual));
  const random = randomNumbers(17);
  const puzzles = Array.from({ length: 8 }, (_, i) => {
    const puzzle = randomPuzzle(random, 9, 9, 0.4, 1 + (i % 2));
    return i % 3 === 0 ? withSwappedRows(puzzle, 0, 8) : puzzle;
  });
  const limits = { timeoutMs: Infinity, maxSteps: Infinity, memoryBytes: Infinity, guessDepth: 1 };
  const verdicts = (): string =>
    puzzles
      .flatMap((puzzle) => [
        solvePuzzle(puzzle, { ...limits, count: 2 }).status,
        solvePuzzle(puzzle, { ...limits, count: 'exact' }).solutions,
      ])
      .join();
  const expected = verdicts();
  for (const name of NAMES) {
    for (const end of SETTING_TABLE[name].range) {
      Object.assign(SETTINGS, usual, { [name]: end });
      assert.equal(verdicts(), expected, `${name} = ${end}`);
    }
  }
});
