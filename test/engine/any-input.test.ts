import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newEngine, type EngineAnswer, type EngineQuestion } from '../../src/engine/engine.js';
import { pack, type PackedWords } from '../../src/puzzle/packed.js';
import { SETTINGS } from '../../src/solver/model/settings.js';
import { depth } from '../support/depth.js';
import { randomPuzzle } from '../support/grids.js';
import { randomNumbers } from '../support/random-puzzle.js';

const QUESTION: EngineQuestion = {
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

/** What nobody has validated: lines of any blocks, whose counts may be of more words than there are. */
function anyWords(below: Below, soundCounts: boolean): PackedWords {
  const [width, height] = [1 + below(64), 1 + below(64)];
  const words = [0, width, height, 1];
  for (let line = 0; line < width + height; line++) {
    const blocks = below(below(4) === 0 ? 40 : 5);
    words.push(soundCounts || below(20) > 0 ? blocks : below(2 ** 32) - 2 ** 31);
    const most = [3, 3, 3, 65, 0x10000][below(5)];
    for (let i = 0; i < blocks; i++) words.push(below(50) === 0 ? -below(2 ** 31) : below(most));
  }
  words[0] = words.length;
  return Int32Array.from(words);
}

const engine = newEngine()!;
const known = pack(randomPuzzle(15, 0.5, 3));
const answerOf = (words: PackedWords): EngineAnswer => engine.solve(words, 0, SETTINGS, QUESTION);
const expected = answerOf(known);

for (const [what, soundCounts] of [
  ['blocks of any length', true],
  ['counts of any size', false],
] as const) {
  test(`${what} end in an answer or an error, and leave the next puzzle as it is`, () => {
    for (let seed = 1; seed <= depth(300, 10_000); seed++) {
      const words = anyWords(belowOf(seed), soundCounts);
      try {
        const { ended, steps } = answerOf(words);
        assert.ok(ended !== undefined && steps <= 2 * QUESTION.maxSteps, `seed ${seed}`);
      } catch (error) {
        const isExpected = error instanceof RangeError || error instanceof WebAssembly.RuntimeError;
        if (!isExpected && !/^the engine failed a check/.test(String(error))) throw error;
        assert.ok(!soundCounts, `seed ${seed}: ${String(error)}`);
      }
      assert.deepEqual(answerOf(known), expected, `after seed ${seed}`);
    }
  });
}

test('what is found of a puzzle does not depend on those before it', () => {
  const puzzles = Array.from({ length: depth(60, 300) }, (_, i) => {
    const side = [5, 10, 20, 25, 32, 33, 40][i % 7];
    return pack(randomPuzzle(side, 0.4 + 0.04 * (i % 5), i + 1));
  });
  const alone = puzzles.map((words) => newEngine()!.solve(words, 0, SETTINGS, QUESTION));
  const below = belowOf(1);
  for (let round = 0; round < depth(2, 6); round++) {
    const order = puzzles.map((_, i) => i).sort(() => below(2) - 0.5);
    for (const i of order) assert.deepEqual(answerOf(puzzles[i]), alone[i], `puzzle ${i}`);
  }
});

test('an instance keeps its memory, however many puzzles it solves', () => {
  const puzzles = Array.from({ length: 100 }, (_, i) => pack(randomPuzzle(10, 0.5, i + 1)));
  const one = newEngine()!;
  const solve = (count: number): number => {
    for (let i = 0; i < count; i++) one.solve(puzzles[i % puzzles.length], 0, SETTINGS, QUESTION);
    return one.bytes;
  };
  const before = solve(puzzles.length);
  assert.equal(solve(depth(5000, 200_000)), before);
});
