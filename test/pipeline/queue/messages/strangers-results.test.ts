import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { resultsReason } from '../../../../src/pipeline/queue/messages/check-results.js';
import {
  RefusedMessage,
  readResultMessage,
  toResultMessage,
} from '../../../../src/pipeline/queue/messages/result-message.js';
import { withTexts } from '../../../../src/pipeline/queue/messages/sent-results.js';
import {
  packResults,
  type PackedResults,
} from '../../../../src/pipeline/runs/pool/packed-results.js';
import { resultOfDeath } from '../../../../src/pipeline/runs/pool/thread-death.js';
import { packBatch, viewBatch } from '../../../../src/solver/core/puzzle/packed-batch.js';
import { pack } from '../../../../src/solver/core/puzzle/packed.js';
import { STATUSES } from '../../../../src/solver/core/result/outcome.js';
import type { PuzzleResult, ResultInCells } from '../../../../src/solver/core/result/result.js';
import { RESULT_COLUMN_LIST, isSolved } from '../../../../src/solver/core/result/result-columns.js';
import { isoTime } from '../../../../src/pipeline/store/rows/iso-time.js';
import { cellsToText } from '../../../../src/solver/core/puzzle/text.js';
import { depth } from '../../../support/depth.js';
import { randomNumbers, randomPuzzle } from '../../../support/random-puzzle.js';

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

const COLUMNS = RESULT_COLUMN_LIST.filter(isSolved);

/** The results as they come out of a message, or why it is refused. */
function read(
  results: readonly PuzzleResult[],
  change: Partial<PackedResults> = {},
): readonly ResultInCells[] | string {
  const puzzles = results.map(() => 'x'.repeat(16));
  const parts = [{ ...packResults(results), ...change }];
  const answer = { batch: 'b', worker: WORKER, heldMs: 1, parts, puzzles };
  const message: unknown = JSON.parse(JSON.stringify(toResultMessage(answer)));
  try {
    return readResultMessage(message).results;
  } catch (error) {
    assert.ok(error instanceof RefusedMessage);
    return error.message;
  }
}

/** The same of results that are not refused. */
function readSound(results: readonly PuzzleResult[]): readonly ResultInCells[] {
  const found = read(results);
  if (typeof found === 'string') assert.fail(found);
  return found;
}

/** Why a message is refused, which it must be. */
function refusal(results: readonly PuzzleResult[], change: Partial<PackedResults>): string {
  const found = read(results, change);
  assert.ok(typeof found === 'string', 'it is not refused');
  return found;
}

/** The columns of `results`, each with an element for every result. */
function columnsOf(results: readonly PuzzleResult[]): unknown[][] {
  return packResults(results).columns.map((column) =>
    Array.isArray(column) ? (column as unknown[]) : results.map(() => column),
  );
}

function withTextsOf(results: readonly ResultInCells[], batch = BATCH): PuzzleResult[] {
  const { words, offsets } = viewBatch(batch);
  return results.map((result, i) => withTexts(result, words, offsets[i]));
}

test('results come out of a message as they went in, and pass', () => {
  const found = readSound(RESULTS);
  assert.deepEqual(withTextsOf(found), RESULTS);
  assert.equal(resultsReason(BATCH, found), null);
});

test('pictures of any size and colours come out of a message as they went in', () => {
  const random = randomNumbers(5);
  for (const colours of [1, 1, 1, 3, 31]) {
    const size = (): number => 1 + Math.floor(random() * 40);
    const puzzles = Array.from({ length: 9 }, () =>
      randomPuzzle(random, size(), size(), 0.5, colours),
    );
    const results = puzzles.map(({ width, height }, i): PuzzleResult => {
      const picture = (): string => {
        const cells = Uint8Array.from({ length: width * height }, () =>
          Math.floor(random() * (colours + 1)),
        );
        return cellsToText(cells, width, height, colours);
      };
      return { ...MULTIPLE, solution: picture(), secondSolution: i % 2 === 0 ? null : picture() };
    });
    const batch = packBatch(puzzles.map((puzzle) => pack(puzzle)));
    assert.deepEqual(withTextsOf(readSound(results), batch), results);
  }
});

test('a changed value is refused, or is another result that can be written', () => {
  const columns = columnsOf(RESULTS);
  const others = fc.oneof(
    ...[fc.double(), fc.integer({ min: -3, max: 200 }), fc.string(), fc.boolean()],
    ...[fc.constant(null), fc.constantFrom(...STATUSES), fc.jsonValue()],
  );
  const places = fc.tuple(fc.nat(columns.length - 1), fc.option(fc.nat(RESULTS.length - 1)));
  fc.assert(
    fc.property(places, others, ([column, place], value) => {
      const changed = place === null ? value : columns[column].with(place, value);
      const results = read(RESULTS, { columns: (columns as unknown[]).with(column, changed) });
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
  const columns = columnsOf(RESULTS);
  for (const other of [[], ['x'], [null], columns.slice(1), columns.map((one) => one.slice(1))]) {
    assert.match(refusal(RESULTS, { columns: other }), /^it is broken: /);
  }
  assert.match(refusal([], { columns: columns.map(() => null) }), /its puzzles are not named/);
});

test('pictures that are cut off, or of an impossible size, are refused', () => {
  assert.match(refusal(RESULTS, { pictures: '' }), /result 0: its solution is not a picture/);
  const at = COLUMNS.findIndex(({ field }) => field === 'secondSolution');
  for (const size of [0, -5, 9, 1e9, -1e9, 1e300, 2.5, '#./.#', true, {}]) {
    const columns = columnsOf(RESULTS);
    columns[at][2] = size;
    const reason = refusal(RESULTS, { columns });
    assert.match(reason, /result 2: its secondSolution is not a picture/, JSON.stringify(size));
  }
});

test('a picture counts only if it solves the puzzle', () => {
  const wrong: Record<string, string> = {
    '##/.#': 'breaks its clue',
    '2./.2': 'breaks its clue',
    '#./.#/..': 'a picture of 6 cells for a grid of 2x2',
    '#': 'a picture of 1 cells',
    '.#/#.': 'two solutions are the same',
  };
  for (const [solution, why] of Object.entries(wrong)) {
    const results = readSound([{ ...MULTIPLE, solution }]);
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
  ];
  for (const lie of lies) {
    assert.match(
      resultsReason(BATCH, readSound([{ ...MULTIPLE, ...lie }])) ?? '',
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
    const results = read([{ ...MULTIPLE, solutions }]);
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
    const reason = read([{ ...MULTIPLE, ...change }]);
    assert.match(reason as string, new RegExp(`result 0: its ${Object.keys(change)[0]} is not`));
  }
  const deep = readSound([{ ...MULTIPLE, guessDepth: 5 }]);
  assert.match(resultsReason(BATCH, deep) ?? '', /guessDepth is 5, expected .* to 4/);
});

test('more results than puzzles are refused', () => {
  assert.equal(resultsReason(BATCH, readSound([...RESULTS, DEATH])), '4 results for 3 puzzles');
});
