import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Engine,
  type EngineAnswer,
  newEngine,
} from '../../../../src/solver/engine/wasm/engine.js';
import {
  heightOf,
  pack,
  widthOf,
  type PackedWords,
} from '../../../../src/solver/core/puzzle/packed.js';
import { SETTINGS } from '../../../../src/solver/engine/model/settings.js';
import { depth } from '../../../support/tests.js';
import { copyOfAnswer } from '../../../support/engine-answer.js';
import { randomPuzzle } from '../../../support/grids.js';
import { randomNumbers } from '../../../support/random-puzzle.js';

const QUESTION: Parameters<Engine['solve']>[3] = {
  wanted: 2,
  guessDepth: 1,
  maxSteps: 3000,
  memoryBytes: Infinity,
  isTimeOver: () => false,
};

type Below = (limit: number) => number;

function belowOf(seed: number): Below {
  const random = randomNumbers(seed);
  return (limit) => Math.floor(random() * limit);
}

/** What of a puzzle is any number: its blocks alone, the counts of words as well, or all of it. */
type Wild = 'blocks' | 'counts' | 'words';

/**
 * What nobody has validated: lines of any blocks, whose counts may be of more words than there are.
 */
function anyWords(below: Below, wild: Wild): PackedWords {
  const longest = below(3) === 0 ? 150 : 64;
  const colours = below(2) === 0 ? 1 : 1 + below(5);
  const [width, height] = [1 + below(longest), 1 + below(longest)];
  const words = [0, width, height, colours];
  for (let line = 0; line < width + height; line++) {
    const blocks = below(below(4) === 0 ? 40 : 5);
    words.push(wild === 'blocks' || below(20) > 0 ? blocks : below(2 ** 32) - 2 ** 31);
    const most = [3, 3, 3, 65, 0x10000][below(5)];
    for (let i = 0; i < blocks; i++) {
      const block = below(most) + 0x10000 * below(below(30) === 0 ? 40 : colours);
      words.push(below(50) === 0 ? -below(2 ** 31) : block);
    }
  }
  words[0] = words.length;
  if (wild === 'words') words[below(4)] = ANY[below(ANY.length)];
  return Int32Array.from(words);
}

/** Numbers at which something begins or ends. */
const ANY = [-1, 0, 1, 4, 31, 32, 64, 65, 255, 0x100, 0x101, 0x120, 8191, 8192, 0xffff, 0x7fffffff];

const engine = newEngine();
const known = pack(randomPuzzle(15, 0.5, 3));
const answerOf = (words: PackedWords): EngineAnswer => engine.solve(words, 0, SETTINGS, QUESTION);
const expected = copyOfAnswer(answerOf(known), 15 * 15);

/** Asserts that the engine ends with `words`, and answers the next puzzle as ever. */
function assertEnds(words: PackedWords, seed: number): void {
  try {
    const { ended, steps } = answerOf(words);
    assert.ok(ended !== undefined && steps <= 2 * QUESTION.maxSteps, `seed ${seed}`);
  } catch (error) {
    // The machine has no memory for it; nothing else goes wrong.
    assert.ok(error instanceof RangeError, `seed ${seed}: ${String(error)}`);
  }
  assert.deepEqual(copyOfAnswer(answerOf(known), 15 * 15), expected, `after seed ${seed}`);
}

for (const [what, wild] of [
  ['blocks of any length and colour', 'blocks'],
  ['counts of any size', 'counts'],
  ['words that say anything', 'words'],
] as const) {
  test(`${what} end in an answer or an error, and leave the next puzzle as it is`, () => {
    for (let seed = 1; seed <= depth(150, 10_000); seed++) {
      assertEnds(anyWords(belowOf(seed), wild), seed);
    }
  });
}

test('so do puzzles in which a word or two were changed', () => {
  for (let seed = 1; seed <= depth(150, 10_000); seed++) {
    const below = belowOf(seed);
    const side = [6, 9, 12, 33, 66][below(5)];
    const puzzle = randomPuzzle(side, 0.6, seed, 1 + below(3));
    const start = below(4) === 0 ? new Uint8Array(side * side).fill(255) : null;
    const words = pack({ ...puzzle, start });
    for (let changes = 1 + below(2); changes > 0; changes--) {
      const at = below(below(2) === 0 ? 8 : words.length);
      words[at] = below(2) === 0 ? ANY[below(ANY.length)] : words[at] + below(5) - 2;
    }
    assertEnds(words, seed);
  }
});

test('what is found of a puzzle does not depend on those before it', () => {
  const puzzles = Array.from({ length: depth(30, 300) }, (_, i) => {
    const side = [5, 10, 20, 25, 32, 33, 40, 66][i % 8];
    return pack(randomPuzzle(side, 0.4 + 0.04 * (i % 5), i + 1, 1 + (i % 3)));
  });
  const copyBy = (by: Engine, words: PackedWords): Record<string, unknown> =>
    copyOfAnswer(by.solve(words, 0, SETTINGS, QUESTION), widthOf(words, 0) * heightOf(words, 0));
  const alone = puzzles.map((words) => copyBy(newEngine(), words));
  const below = belowOf(1);
  for (let round = 0; round < depth(2, 6); round++) {
    const order = puzzles.map((_, i) => i).sort(() => below(2) - 0.5);
    for (const i of order) assert.deepEqual(copyBy(engine, puzzles[i]), alone[i], `puzzle ${i}`);
  }
});

test('an instance keeps its memory, however many puzzles it solves', () => {
  const puzzles = Array.from({ length: 100 }, (_, i) =>
    pack(randomPuzzle(10, 0.5, i + 1, 1 + (i % 3))),
  );
  const one = newEngine();
  const solve = (count: number): number => {
    for (let i = 0; i < count; i++) one.solve(puzzles[i % puzzles.length], 0, SETTINGS, QUESTION);
    return one.bytes;
  };
  const before = solve(puzzles.length);
  assert.equal(solve(depth(2500, 200_000)), before);
});
