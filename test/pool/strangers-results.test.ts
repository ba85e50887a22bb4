import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { resultsReason } from '../../src/queue/messages/check-results.js';
import { FIELDS, HEADER, LENGTH_AT, VALUE_AT } from '../../src/packed/packed-results.js';
import { packResults, unpackResults } from '../../src/pool/result-objects.js';
import { packedReason } from '../../src/pool/packed-reason.js';
import { resultOfDeath } from '../../src/pool/thread-death.js';
import { packBatch } from '../../src/puzzle/packed-batch.js';
import { pack } from '../../src/puzzle/packed.js';
import { STATUSES } from '../../src/result/outcome.js';
import type { PuzzleResult } from '../../src/result/result.js';
import { isoTime } from '../../src/store/rows/iso-time.js';
import { depth } from '../support/depth.js';

/** Two cells that may be filled, of which one is. */
const PUZZLE = {
  ...{ width: 2, height: 2, colours: 1, palette: null, start: null },
  ...{ rows: [[1], [1]], columns: [[1], [1]] },
};
const BATCH = packBatch([PUZZLE, PUZZLE, PUZZLE].map((puzzle) => pack(puzzle)));

const DEATH = resultOfDeath({ status: 'crash', reason: 'kaputt: größer', solveMs: 2.5 });
const MULTIPLE: PuzzleResult = {
  ...DEATH,
  ...{ status: 'multiple', stoppedBy: 'count', technique: 'search', searchDepth: 1 },
  ...{ solutions: '2', lineSolves: 4, probes: 0, decisions: 1, conflicts: 0, error: null },
  ...{ solution: '#./.#', secondSolution: '.#/#.', finishedAt: 1_700_000_000_000.5 },
};
const MANY: PuzzleResult = { ...MULTIPLE, solutions: '1' + '0'.repeat(60), solutionsExact: true };
const RESULTS = [MULTIPLE, DEATH, MANY];

function changed(change: (words: Float64Array, text: Uint8Array) => void): ArrayBuffer {
  const packed = packResults(RESULTS);
  const wordsEnd = HEADER + RESULTS.length * FIELDS;
  change(new Float64Array(packed, 0, wordsEnd), new Uint8Array(packed, wordsEnd * 8));
  return packed;
}

test('results that are packed as objects come out as they went in, and pass', () => {
  const packed = packResults(RESULTS);
  assert.deepEqual(unpackResults(packed), RESULTS);
  assert.equal(packedReason(packed), null);
  assert.equal(resultsReason(BATCH, packed), null);
});

test('a changed word is refused, or is another result that can be written', () => {
  const values = fc.oneof(fc.double(), fc.integer({ min: -3, max: 200 }));
  fc.assert(
    fc.property(fc.nat(HEADER + RESULTS.length * FIELDS - 1), values, (place, value) => {
      const packed = changed((words) => (words[place] = value));
      if (packedReason(packed) !== null) return;
      const results = unpackResults(packed);
      assert.equal(results.length, RESULTS.length);
      for (const { status, solutions, solveMs, finishedAt, difficulty } of results) {
        assert.ok(STATUSES.includes(status));
        assert.match(solutions, /^\d+$/);
        assert.ok(solveMs >= 0 && Number.isFinite(solveMs));
        assert.ok(difficulty === null || (difficulty >= 0 && Number.isFinite(difficulty)));
        assert.match(isoTime(finishedAt), /Z$/);
      }
      // Pictures that are shifted or cut are looked at only now; nothing is thrown.
      resultsReason(BATCH, packed);
    }),
    { numRuns: depth(600, 3000) },
  );
});

test('any other bytes are refused with a word on what is wrong', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
      assert.equal(typeof packedReason(new Uint8Array(bytes).buffer), 'string');
    }),
  );
  const packed = packResults(RESULTS);
  for (let length = 0; length < packed.byteLength; length++) {
    assert.equal(typeof packedReason(packed.slice(0, length)), 'string');
  }
});

test('a picture counts only if it is written as the coordinator writes it, and solves the puzzle', () => {
  const wrong: Record<string, string> = {
    '11/.#': 'known cells',
    '1./.1': 'known cells',
    '#?/.#': 'known cells',
    '#./.#/': 'known cells',
    '#...#': 'known cells',
    '##/.#': 'breaks its clue',
    '.#/#.': 'two solutions are the same',
  };
  for (const [solution, why] of Object.entries(wrong)) {
    const packed = packResults([{ ...MULTIPLE, solution }]);
    assert.equal(packedReason(packed), null);
    assert.match(resultsReason(BATCH, packed) ?? '', new RegExp(why), solution);
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
    const packed = packResults([{ ...MULTIPLE, ...lie }]);
    assert.equal(packedReason(packed), null);
    assert.match(resultsReason(BATCH, packed) ?? '', /^puzzle 0: it /, JSON.stringify(lie));
  }
});

test('a number of solutions is text only if it is too large for a word', () => {
  for (const [solutions, isRight] of [
    ['1234567890123456', true],
    ['0234567890123456', false],
    ['123456789012345x', false],
  ] as const) {
    const reason = packedReason(packResults([{ ...MULTIPLE, solutions }]));
    assert.equal(reason, isRight ? null : 'the solutions of result 0 is not one', solutions);
  }
  const short = changed((words) => {
    const at = HEADER + 2 * FIELDS;
    words[at + LENGTH_AT.solutions] = 1;
    words[at + LENGTH_AT.error] = MANY.solutions.length - 1;
  });
  assert.equal(packedReason(short), 'the solutions of result 2 is not one');
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
    const reason = packedReason(packResults([{ ...MULTIPLE, ...change }]));
    assert.equal(reason, `the ${Object.keys(change)[0]} of result 0 is not one`);
  }
  const deep = packResults([{ ...MULTIPLE, guessDepth: 5 }]);
  assert.equal(packedReason(deep), null);
  assert.match(resultsReason(BATCH, deep) ?? '', /guessDepth is 5, and at most 4 for 4 cells/);
});

test('more results than puzzles are refused', () => {
  const packed = packResults([...RESULTS, DEATH]);
  assert.equal(resultsReason(BATCH, packed), '4 results for 3 puzzles');
  assert.equal(
    packedReason(changed((words) => (words[HEADER + VALUE_AT.status] = 99))),
    'the status of result 0 is not one',
  );
});
