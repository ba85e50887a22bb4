import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { SETTINGS } from '../../../src/engine/model/settings.js';
import { solvePuzzle } from '../../../src/engine/solver/solve.js';
import { randomNumbers, randomPuzzle, withSwappedRows } from '../../support/random-puzzle.js';

type SettingName = keyof typeof SETTINGS;

const NAMES = Object.keys(SETTINGS) as SettingName[];

const SOURCE = readFileSync(
  fileURLToPath(new URL('../../../../src/engine/model/settings.ts', import.meta.url)),
  'utf8',
);

/** What the comment above a setting says of it. */
interface Described {
  readonly meaning: string;
  /** The least and the greatest value. */
  readonly range: readonly [number, number];
  readonly measured: string;
}

function describedSetting(name: SettingName): Described {
  const comment = new RegExp(`/\\*\\*((?:(?!\\*/)[^])*)\\*/\\s*${name}:`).exec(SOURCE);
  assert.ok(comment !== null, `${name} has no comment`);
  const words = comment[1].replace(/\s*\n\s*\* ?/g, ' ').trim();
  const parts = /^(.*?) @range (\S+) to (\S+) @measured (.*)$/.exec(words);
  assert.ok(parts !== null, `${name}: expected a meaning, @range and @measured, found "${words}"`);
  const [, meaning, least, greatest, measured] = parts;
  return { meaning, range: [numberOf(least), numberOf(greatest)], measured };
}

/** The number that a text such as 0.5, -1, 10,000 or 2^20 spells. */
function numberOf(text: string): number {
  const power = /^2\^(\d+)$/.exec(text);
  const number = power === null ? Number(text.replaceAll(',', '')) : 2 ** Number(power[1]);
  assert.ok(Number.isFinite(number), `"${text}" is not a number`);
  return number;
}

test('every setting lies within its range and says what it is', () => {
  assert.equal(SOURCE.match(/@range \S+ to/g)?.length, NAMES.length);
  for (const name of NAMES) {
    const { range, meaning, measured } = describedSetting(name);
    assert.ok(range[0] < range[1], name);
    assert.ok(range[0] <= SETTINGS[name] && SETTINGS[name] <= range[1], name);
    assert.ok(meaning.length > 10 && measured.length > 5, name);
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
    for (const end of describedSetting(name).range) {
      Object.assign(SETTINGS, usual, { [name]: end });
      assert.equal(verdicts(), expected, `${name} = ${end}`);
    }
  }
});
