import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ResultPacker } from '../../src/pool/result-packer.js';
import { unpackResults } from '../../src/pool/result-objects.js';
import type { Difficulty } from '../../src/result/difficulty.js';
import { openOutcome, type Outcome } from '../../src/result/outcome.js';
import { resultWith } from '../../src/result/result.js';

const OUTCOME: Outcome = {
  ...openOutcome('timeout', null),
  status: 'multiple',
  stoppedBy: 'count',
  technique: 'search',
  searchDepth: 3,
  solutions: 2n,
  counters: { lineSolves: 12, probes: 3, decisions: 4, conflicts: 5 },
  solution: Uint8Array.of(1, 0, 0, 1),
  secondSolution: Uint8Array.of(0, 1, 1, 0),
};

const EXTRA = {
  solveMs: 1.25,
  difficulty: null,
  proof: null,
  finishedAt: 1_700_000_000_000.5,
  crossCheck: null,
  error: null,
  width: 2,
  height: 2,
  colours: 1,
};

const RESULT = resultWith({
  status: 'multiple',
  stoppedBy: 'count',
  technique: 'search',
  searchDepth: 3,
  solutions: '2',
  lineSolves: 12,
  probes: 3,
  decisions: 4,
  conflicts: 5,
  solveMs: 1.25,
  solution: '#./.#',
  secondSolution: '.#/#.',
  finishedAt: 1_700_000_000_000.5,
});

test('results come out as they went in, nulls and zeros told apart', () => {
  const packer = new ResultPacker();
  packer.add(OUTCOME, EXTRA);
  packer.add(
    {
      ...OUTCOME,
      status: 'unique',
      stoppedBy: null,
      technique: 'line',
      guessDepth: 0,
      guessDepthMin: 0,
      sweeps: 0,
      secondSolution: null,
      solutionsExact: true,
    },
    { ...EXTRA, colours: 3, proof: 0 },
  );
  assert.deepEqual(unpackResults(packer.take()), [
    RESULT,
    {
      ...RESULT,
      status: 'unique',
      stoppedBy: null,
      technique: 'line',
      guessDepth: 0,
      guessDepthMin: 0,
      sweeps: 0,
      proof: 0,
      solution: '1./.1',
      secondSolution: null,
      solutionsExact: true,
    },
  ]);
});

test('counts of any size and errors in any script come through, even together', () => {
  const packer = new ResultPacker();
  const solutions = 2n ** 53n + 1n;
  const error = 'kaputt: \u{1F9E9} größer';
  packer.add({ ...OUTCOME, solutions }, { ...EXTRA, error });
  packer.add(OUTCOME, EXTRA);
  packer.add({ ...OUTCOME, solutions: 10n ** 60n, solution: null }, EXTRA);
  assert.deepEqual(unpackResults(packer.take()), [
    { ...RESULT, solutions: '9007199254740993', error },
    RESULT,
    { ...RESULT, solutions: '1' + '0'.repeat(60), solution: null },
  ]);
});

test('a difficulty comes through to the last bit, and so do a zero and a bound', () => {
  const hard: Difficulty = {
    difficulty: Math.log2(1 + 4321.0987654321),
    difficultyBound: true,
    effortLine: 321.0987654321,
    effortProbe: 400,
    tries: 7 / 3,
    stars: 5,
    needs: 'nested',
  };
  const given: Difficulty = {
    ...{ difficulty: 0, difficultyBound: false, effortLine: 0, effortProbe: 0, tries: 0 },
    ...{ stars: 1, needs: 'count' },
  };
  const packer = new ResultPacker();
  packer.add(OUTCOME, { ...EXTRA, difficulty: hard });
  packer.add(OUTCOME, { ...EXTRA, difficulty: given });
  assert.deepEqual(unpackResults(packer.take()), [
    { ...RESULT, ...hard },
    { ...RESULT, ...given },
  ]);
});

test('an estimated count comes through to the last bit, and so does a zero', () => {
  const packer = new ResultPacker();
  const estimate = { countEstimate: 57.123456789, countEstimateError: 0 };
  packer.add({ ...OUTCOME, ...estimate }, EXTRA);
  packer.add(OUTCOME, EXTRA);
  assert.deepEqual(unpackResults(packer.take()), [{ ...RESULT, ...estimate }, RESULT]);
});

test('a packer is used again and again, and grows', () => {
  const packer = new ResultPacker();
  for (const count of [1000, 0, 3]) {
    for (let i = 0; i < count; i++) packer.add(OUTCOME, EXTRA);
    const results = unpackResults(packer.take());
    assert.equal(results.length, count);
    for (const result of results) assert.deepEqual(result, RESULT);
  }
});

test('results of another version, or cut off, are refused', () => {
  const packer = new ResultPacker();
  packer.add(OUTCOME, EXTRA);
  const packed = packer.take();
  assert.throws(() => unpackResults(packed.slice(0, 100)), /cut off/);
  new Float64Array(packed, 0, 1)[0] = 99;
  assert.throws(() => unpackResults(packed), /results of version 99, expected \d+/);
});
