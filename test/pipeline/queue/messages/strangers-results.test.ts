import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { resultsReason } from '../../../../src/pipeline/queue/messages/check-results.js';
import {
  RefusedMessage,
  readResultMessage,
  toResultMessage,
} from '../../../../src/pipeline/queue/messages/result-message.js';
import { valuesOf } from '../../../../src/solver/core/result/result-values.js';
import { resultOfDeath } from '../../../../src/pipeline/runs/pool/thread-death.js';
import { packBatch } from '../../../../src/solver/core/puzzle/packed-batch.js';
import { pack } from '../../../../src/solver/core/puzzle/packed.js';
import { STATUSES } from '../../../../src/solver/core/result/outcome.js';
import type { PuzzleResult } from '../../../../src/solver/core/result/result.js';
import { isoTime } from '../../../../src/pipeline/store/rows/iso-time.js';
import { depth } from '../../../support/depth.js';

/** Two cells that may be filled, of which one is. */
const PUZZLE = {
  width: 2,
  height: 2,
  colours: 1,
  palette: null,
  start: null,
  rows: [[1], [1]],
  columns: [[1], [1]],
};
const BATCH = packBatch([PUZZLE, PUZZLE, PUZZLE].map((puzzle) => pack(puzzle)));

const DEATH = resultOfDeath({ status: 'crash', reason: 'kaputt: größer', solveMs: 2.5 });
const MULTIPLE: PuzzleResult = {
  ...DEATH,
  status: 'multiple',
  stoppedBy: 'count',
  technique: 'search',
  searchDepth: 1,
  solutions: '2',
  lineSolves: 4,
  probes: 0,
  decisions: 1,
  conflicts: 0,
  error: null,
  solution: '#./.#',
  secondSolution: '.#/#.',
  finishedAt: 1_700_000_000_000.5,
};
const MANY: PuzzleResult = {
  ...MULTIPLE,
  stoppedBy: null,
  solutions: '1' + '0'.repeat(60),
  solutionsExact: true,
};
const RESULTS = [MULTIPLE, DEATH, MANY];
const WORKER = {
  id: '0123456789abcdef',
  host: 'mill',
  cpu: 'x',
  threads: 1,
  version: '0.1.0',
  solver: 's',
  node: 'v24.0.0',
};

/** The results as they come out of a message, or why it is refused. */
function read(results: readonly unknown[]): readonly PuzzleResult[] | string {
  const message = toResultMessage({
    batch: 'b',
    worker: WORKER,
    heldMs: 1,
    results: RESULTS,
    puzzles: results.map(() => 'x'.repeat(16)),
  });
  const text = deflateRawSync(JSON.stringify(results)).toString('base64');
  try {
    return readResultMessage({ ...message, results: text }).results;
  } catch (error) {
    assert.ok(error instanceof RefusedMessage);
    return error.message;
  }
}

test('results come out of a message as they went in, and pass', () => {
  const names = RESULTS.map(() => 'x'.repeat(16));
  const answer = { batch: 'b', worker: WORKER, heldMs: 1, results: RESULTS, puzzles: names };
  assert.deepEqual(readResultMessage(toResultMessage(answer)).results, RESULTS);
  assert.equal(resultsReason(BATCH, RESULTS), null);
});

test('a changed value is refused, or is another result that can be written', () => {
  const values = RESULTS.map(valuesOf);
  const others = fc.oneof(
    ...[fc.double(), fc.integer({ min: -3, max: 200 }), fc.string(), fc.boolean()],
    ...[fc.constant(null), fc.constantFrom(...STATUSES), fc.jsonValue()],
  );
  const places = fc.tuple(fc.nat(RESULTS.length - 1), fc.nat(values[0].length - 1));
  fc.assert(
    fc.property(places, others, ([result, place], value) => {
      const changed = values.map((row, i) => (i === result ? row.with(place, value) : row));
      const results = read(changed);
      if (typeof results === 'string') return;
      assert.equal(results.length, RESULTS.length);
      for (const { status, solutions, solveMs, finishedAt, difficulty } of results) {
        assert.ok(STATUSES.includes(status));
        assert.match(solutions, /^\d+$/);
        assert.ok(solveMs >= 0 && Number.isFinite(solveMs));
        assert.ok(difficulty === null || (difficulty >= 0 && Number.isFinite(difficulty)));
        assert.match(isoTime(finishedAt), /Z$/);
      }
      // What the pictures show is looked at only now; nothing is thrown.
      resultsReason(BATCH, results);
    }),
    { numRuns: depth(600, 3000) },
  );
});

test('anything else is refused with a word on what is wrong', () => {
  for (const other of [[], [[]], [{}], ['x'], [null], [valuesOf(DEATH).slice(1)]]) {
    assert.equal(typeof read(other), 'string', JSON.stringify(other));
  }
});

test('a picture counts only if it is written as the coordinator writes it, and solves the puzzle', () => {
  const wrong: Record<string, string> = {
    '11/.#': 'cells',
    '1./.1': 'cells',
    '#?/.#': 'cells',
    '#./.#/': 'cells',
    '#...#': 'cells',
    '##/.#': 'breaks its clue',
    '.#/#.': 'two solutions are the same',
  };
  for (const [solution, why] of Object.entries(wrong)) {
    const results = [{ ...MULTIPLE, solution }];
    assert.deepEqual(read(results.map(valuesOf)), results);
    assert.match(resultsReason(BATCH, results) ?? '', new RegExp(why), solution);
  }
});

test('a verdict needs the pictures that show it', () => {
  const lies: Partial<PuzzleResult>[] = [
    { status: 'unique', solutions: '1', solutionsExact: true },
    { status: 'unique', secondSolution: null },
    { status: 'multiple', secondSolution: null },
    { status: 'multiple', solutions: '1' },
    { status: 'contradiction' },
    { status: 'contradiction', solution: null, solutions: '0' },
    { status: 'solved', secondSolution: null },
    { proof: 3 },
    { countEstimate: 0.5, countEstimateError: 0.1, solutionsExact: true },
  ];
  for (const lie of lies) {
    const results = [{ ...MULTIPLE, ...lie }];
    assert.deepEqual(read(results.map(valuesOf)), results);
    assert.match(
      resultsReason(BATCH, results) ?? '',
      /^puzzle 0: (it |.* is .*: expected)/,
      JSON.stringify(lie),
    );
  }
});

test('a number of solutions is a decimal of any length, written in one way', () => {
  for (const [solutions, isRight] of [
    ['1234567890123456', true],
    ['0234567890123456', false],
    ['123456789012345x', false],
    ['-2', false],
    ['', false],
  ] as const) {
    const results = read([valuesOf({ ...MULTIPLE, solutions })]);
    if (isRight) assert.equal(typeof results, 'object');
    else assert.match(results as string, /its solutions is not a whole number/, solutions);
  }
});

test('a number outside the bounds of its column is refused, also those that depend on the size', () => {
  const outside: Partial<PuzzleResult>[] = [
    { stars: 0 },
    { stars: 6 },
    { difficulty: 65 },
    { solveMs: -1 },
    { solveMs: 1e13 },
    { probes: 1.5 },
  ];
  for (const change of outside) {
    const reason = read([valuesOf({ ...MULTIPLE, ...change })]);
    assert.match(reason as string, new RegExp(`result 0: its ${Object.keys(change)[0]} is not`));
  }
  const deep = [{ ...MULTIPLE, guessDepth: 5 }];
  assert.deepEqual(read(deep.map(valuesOf)), deep);
  assert.match(resultsReason(BATCH, deep) ?? '', /guessDepth is 5, expected .* to 4/);
});

test('more results than puzzles are refused', () => {
  assert.equal(resultsReason(BATCH, [...RESULTS, DEATH]), '4 results for 3 puzzles');
});
