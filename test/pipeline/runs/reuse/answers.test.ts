import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AskedOfPuzzles } from '../../../../src/pipeline/record/options.js';
import type { SolvedWhy } from '../../../../src/pipeline/record/outcome.js';
import {
  attemptsIfAnswered,
  type AnsweringResult,
  type AskedThen,
} from '../../../../src/pipeline/runs/reuse/answers.js';

const ASKED: AskedOfPuzzles = {
  count: 2,
  guessDepth: 1,
  noDifficulty: null,
  prove: null,
  proveTo: null,
  crossCheck: null,
  timeoutMs: 10_000,
  maxSteps: null,
  memoryMiB: null,
};

const UNIQUE: AnsweringResult = {
  status: 'unique',
  stoppedBy: null,
  guessDepth: 1,
  guessDepthMin: 1,
  solutions: '1',
  solutionsExact: true,
  difficulty: 7,
  innerLookAhead: null,
  proof: null,
  crossCheck: null,
  attempts: 1,
  limitMs: 10_000,
  error: null,
};

const MULTIPLE: AnsweringResult = {
  ...UNIQUE,
  status: 'multiple',
  stoppedBy: 'count',
  guessDepth: null,
  guessDepthMin: null,
  solutions: '2',
  solutionsExact: false,
  difficulty: null,
};

const OPEN: AnsweringResult = {
  ...MULTIPLE,
  status: 'timeout',
  stoppedBy: 'timeout',
  solutions: '0',
  guessDepthMin: 0,
};

interface Case {
  readonly result?: Partial<AnsweringResult>;
  readonly then?: Partial<AskedThen>;
  readonly now?: Partial<AskedOfPuzzles>;
  readonly isChecked?: boolean;
}

function attempts(
  result: AnsweringResult,
  { result: more = {}, then = {}, now = {}, isChecked = false }: Case,
): number | SolvedWhy {
  const asked = { ...ASKED, isRetried: false, isPart: false, ...then };
  return attemptsIfAnswered({ ...result, ...more }, asked, { ...ASKED, ...now }, isChecked);
}

/** By what is said of them: the result, and what it becomes. */
const CASES: Readonly<Record<string, readonly [AnsweringResult, Case, number | SolvedWhy]>> = {
  'a verdict answers the same questions': [UNIQUE, {}, 1],
  'a verdict answers whatever the limits are': [UNIQUE, { now: { timeoutMs: 99_000 } }, 1],
  'one solution answers every count': [UNIQUE, { now: { count: 'exact' } }, 1],
  'an exact count answers a smaller one': [
    MULTIPLE,
    { result: { solutions: '7', solutionsExact: true }, then: { count: 'exact' } },
    1,
  ],
  'two solutions do not answer how many there are': [
    MULTIPLE,
    { now: { count: 'exact' } },
    'askedForMore',
  ],
  'two solutions do not answer whether there are five': [
    MULTIPLE,
    { now: { count: 5 } },
    'askedForMore',
  ],
  'five solutions answer whether there are three': [
    MULTIPLE,
    { result: { solutions: '5' }, then: { count: 5 }, now: { count: 3 } },
    1,
  ],
  'a count that time ended answers as long as it was allowed as much': [
    MULTIPLE,
    { result: { stoppedBy: 'timeout' }, then: { count: 'exact' }, now: { count: 'exact' } },
    1,
  ],
  'a count that time ended is taken up again with more': [
    MULTIPLE,
    {
      result: { stoppedBy: 'timeout' },
      then: { count: 'exact' },
      now: { count: 'exact', timeoutMs: 20_000 },
    },
    'largerLimits',
  ],
  'a depth of 2 answers a depth of 1': [UNIQUE, { result: { guessDepth: 2 } }, 1],
  'a known depth answers a greater one': [UNIQUE, { now: { guessDepth: 3 } }, 1],
  'a depth that is only known to be more than 1 answers 1': [
    UNIQUE,
    { result: { guessDepth: null, guessDepthMin: 2 } },
    1,
  ],
  'a depth that is only known to be more than 1 does not answer 2': [
    UNIQUE,
    { result: { guessDepth: null, guessDepthMin: 2 }, now: { guessDepth: 2 } },
    'askedForMore',
  ],
  'a depth of 2 without the look inside does not answer who asks for 2': [
    UNIQUE,
    { result: { guessDepth: 2 }, now: { guessDepth: 2 } },
    'askedForMore',
  ],
  'a depth of 2 whose look inside was ended by limits answers under the same': [
    UNIQUE,
    { result: { guessDepth: 2 }, then: { guessDepth: 2 }, now: { guessDepth: 2 } },
    1,
  ],
  'a depth of 2 with the look inside answers': [
    UNIQUE,
    { result: { guessDepth: 2, innerLookAhead: 3 }, now: { guessDepth: 2 } },
    1,
  ],
  'a puzzle that was not rated is rated': [
    UNIQUE,
    { result: { difficulty: null }, then: { noDifficulty: true } },
    'askedForMore',
  ],
  'a puzzle that was not rated answers who wants no rating': [
    UNIQUE,
    { result: { difficulty: null }, now: { noDifficulty: true } },
    1,
  ],
  'a verdict without a proof is proven': [UNIQUE, { now: { prove: true } }, 'askedForMore'],
  'a verdict with a proof answers': [
    UNIQUE,
    { result: { proof: 12 }, then: { prove: true }, now: { prove: true } },
    1,
  ],
  'the number of its steps is no proof to keep': [
    UNIQUE,
    { result: { proof: 12 }, now: { prove: true, proveTo: '/proofs' } },
    'askedForMore',
  ],
  'a verdict that a second engine should check is checked': [
    UNIQUE,
    { now: { crossCheck: 1 }, isChecked: true },
    'askedForMore',
  ],
  'a verdict that is not in the share to be checked answers': [
    UNIQUE,
    { now: { crossCheck: 0.1 } },
    1,
  ],
  'a verdict that was checked answers': [
    UNIQUE,
    { result: { crossCheck: 'agree' }, now: { crossCheck: 1 }, isChecked: true },
    1,
  ],
  'two engines that differ are asked again': [
    UNIQUE,
    { result: { crossCheck: 'differ', error: 'they differ' } },
    'wentWrong',
  ],
  'what went wrong is tried again': [
    UNIQUE,
    { result: { status: 'crash', stoppedBy: 'crash' } },
    'wentWrong',
  ],
  'no verdict answers under the same limit': [OPEN, {}, 1],
  'no verdict answers under a smaller limit': [OPEN, { now: { timeoutMs: 9999 } }, 1],
  'no verdict is no answer under a larger limit': [
    OPEN,
    { now: { timeoutMs: 10_001 } },
    'largerLimits',
  ],
  'no verdict is no answer without a limit': [OPEN, { now: { timeoutMs: null } }, 'largerLimits'],
  'no verdict without a limit answers under any': [OPEN, { result: { limitMs: null } }, 1],
  'no verdict is no answer to more questions': [OPEN, { now: { guessDepth: 2 } }, 'askedForMore'],
  'no verdict covers the rounds of as much time': [
    OPEN,
    { now: { timeoutMs: [1000, 5000, 30_000] } },
    2,
  ],
  'no verdict covers all rounds, and no more': [OPEN, { now: { timeoutMs: [1000, 5000] } }, 2],
  'no verdict covers rounds that grow': [OPEN, { now: { timeoutMs: [1000, 'x4'] } }, 2],
  'no verdict of the same rounds covers those that it went through': [
    OPEN,
    {
      result: { attempts: 3, limitMs: 30_000 },
      then: { timeoutMs: [1000, 5000, 30_000] },
      now: { timeoutMs: [1000, 5000, 30_000] },
    },
    3,
  ],
  'steps answer under as many': [
    OPEN,
    {
      result: { status: 'steps', stoppedBy: 'steps' },
      then: { maxSteps: 500 },
      now: { maxSteps: 500, timeoutMs: 99_000 },
    },
    1,
  ],
  'steps of a round are those of the list': [
    OPEN,
    {
      result: { status: 'steps', stoppedBy: 'steps', attempts: 2 },
      then: { maxSteps: [100, 500] },
      now: { maxSteps: [100, 500, 900] },
    },
    2,
  ],
  'steps of a retry are not known': [
    OPEN,
    {
      result: { status: 'steps', stoppedBy: 'steps', attempts: 2 },
      then: { maxSteps: 500, isRetried: true },
      now: { maxSteps: 500 },
    },
    'largerLimits',
  ],
  'memory that did not suffice may suffice without a limit': [
    OPEN,
    { result: { status: 'memory', stoppedBy: 'memory' }, then: { memoryMiB: 64 } },
    'largerLimits',
  ],
};

for (const [name, [result, given, expected]] of Object.entries(CASES)) {
  test(name, () => assert.equal(attempts(result, given), expected));
}
