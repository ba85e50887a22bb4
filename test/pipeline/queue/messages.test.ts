import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  batchToText,
  textToBatch,
  type WorkerCard,
  puzzleNames,
  readResultMessage,
  toResultMessage,
  askedOf,
  readWorkMessage,
  toWorkMessage,
  resultsReason,
  RefusedMessage,
  textResults,
  CardRegistry,
} from '../../../src/pipeline/queue/messages.js';
import { parseQueueAddress } from '../../../src/pipeline/queue/link.js';
import {
  packResults,
  type PackedResults,
  resultOfDeath,
} from '../../../src/pipeline/runs/pool/pool.js';
import { packBatch, viewBatch } from '../../../src/solver/core/puzzle/packed-batch.js';
import {
  clueEnd,
  firstClue,
  heightOf,
  pack,
  unpack,
  widthOf,
  type PackedWords,
} from '../../../src/solver/core/puzzle/packed.js';
import { validate } from '../../../src/solver/core/puzzle/validate.js';
import { puzzleOfClues, randomNumbers, randomPuzzle } from '../../support/random-puzzle.js';
import { LIMITS } from '../../support/packed-batches.js';
import { depth } from '../../support/tests.js';
import { STATUSES } from '../../../src/solver/core/result/outcome.js';
import type { PuzzleResult, ResultInCells } from '../../../src/solver/core/result/result.js';
import { SOLVED_COLUMNS } from '../../../src/solver/core/result/result-columns.js';
import { cellsToText } from '../../../src/solver/core/puzzle/text.js';
import { startRedis, redisTest } from '../../support/redis.js';
import { clientOf } from './queue-side.js';
import { Conducts } from '../../../src/pipeline/queue/coordinator.js';
import { holds } from '../../support/property.js';

const RUN = '0'.repeat(32);

const WORKER: WorkerCard = {
  id: '0'.repeat(16),
  host: 'nowhere',
  cpu: 'none',
  threads: 1,
  version: 'test',
  solver: '0'.repeat(16),
  node: process.version,
};

const batches = fc
  .tuple(
    fc.integer(),
    fc.integer({ min: 1, max: 9 }),
    fc.integer({ min: 1, max: 40 }),
    fc.integer({ min: 1, max: 3 }),
  )
  .map(([seed, count, side, colours]) => {
    const random = randomNumbers(seed);
    return packBatch(
      Array.from({ length: count }, () =>
        pack(randomPuzzle(random, side, 1 + (side % 7), 0.5, colours)),
      ),
    );
  });

test('a batch comes out of its text as it went in', () => {
  holds(100, [batches], (batch) => {
    assert.deepEqual(new Uint8Array(textToBatch(batchToText(batch))), new Uint8Array(batch));
  });
});

test('a damaged text is refused, or is a batch of sound puzzles', () => {
  holds(depth(150, 2000), [batches, fc.nat(), fc.nat(255)], (batch, place, byte) => {
    const bytes = Buffer.from(batchToText(batch), 'base64');
    bytes[place % bytes.length] = byte;
    let read: ArrayBuffer;
    try {
      read = textToBatch(bytes.toString('base64'));
    } catch (error) {
      assert.ok(error instanceof Error && !(error instanceof TypeError));
      return;
    }
    assert.ok(viewBatch(read).offsets.length > 0);
  });
});

test('a changed block is refused if validation refuses it, and passes if that lets it pass', () => {
  const others = fc.constantFrom(0, -1, 1, 2, 3, 40, 0xffff, 0x10000, 0x10001, 0x20001, 0x7fffffff);
  let passed = 0;
  holds(depth(150, 2000), [batches, fc.nat(), others], (batch, place, value) => {
    const changed = batch.slice(0);
    const { words, offsets } = viewBatch(changed);
    const blocks = offsets.flatMap((offset) => blockPlaces(words, offset));
    if (blocks.length > 0) words[blocks[place % blocks.length]] = value;
    const areSound = offsets.every((offset) => {
      const { rows, columns, colours } = unpack(words, offset);
      const palette = colours === 1 ? null : new Array<string>(colours + 1).fill('#000000');
      const draft = { width: null, height: null, rows, columns, palette, start: null, goal: null };
      return validate(draft).puzzle !== undefined;
    });
    if (areSound) passed++;
    const read = (): unknown => textToBatch(batchToText(changed));
    if (areSound) read();
    else assert.throws(read, /^Error: puzzle \d+ of the batch: /);
  });
  assert.ok(passed > 0);
});

/** Where the blocks of a puzzle are. */
function blockPlaces(words: PackedWords, offset: number): number[] {
  const places: number[] = [];
  let at = firstClue(offset);
  for (let line = 0; line < widthOf(words, offset) + heightOf(words, offset); line++) {
    const end = clueEnd(words, at);
    while (++at < end) places.push(at);
  }
  return places;
}

function readPuzzles(message: unknown) {
  const work = readWorkMessage(message);
  assert.ok('batch' in work);
  return work;
}

test('limits travel, even those that are not set', () => {
  const batch = packBatch([pack(randomPuzzle(randomNumbers(1), 3, 3, 0.5))]);
  const message: unknown = JSON.parse(
    JSON.stringify(toWorkMessage({ run: RUN, batch, limits: LIMITS })),
  );
  assert.deepEqual(readPuzzles(message).limits, LIMITS);
});

test('the wish for proofs travels, but a folder of one machine does not', () => {
  const batch = packBatch([pack(randomPuzzle(randomNumbers(1), 3, 3, 0.5))]);
  const limits = { ...LIMITS, prove: true, proveTo: '/somewhere' };
  const read = readPuzzles(
    JSON.parse(JSON.stringify(toWorkMessage({ run: RUN, batch, limits }))),
  ).limits;
  assert.equal(read.prove, true);
  assert.equal(read.proveTo, undefined);
});

test('a worker and a run that goes on name the same question alike', () => {
  const batch = packBatch([pack(randomPuzzle(randomNumbers(1), 3, 3, 0.5))]);
  const { count, ...others } = {
    ...LIMITS,
    timeoutMs: Infinity,
    sliceMs: 5,
    proveTo: '/somewhere',
  };
  const message: unknown = JSON.parse(
    JSON.stringify(toWorkMessage({ run: RUN, batch, limits: { ...others, count } })),
  );
  const asked = askedOf(readPuzzles(message).limits);
  assert.equal(asked, askedOf({ count, ...others, sliceMs: 7 }));
  assert.notEqual(asked, askedOf({ ...others, count: 3 }));
});

test('a message of another build is refused, whatever else it says', () => {
  const batch = packBatch([pack(randomPuzzle(randomNumbers(1), 3, 3, 0.5))]);
  const work = toWorkMessage({ run: RUN, batch, limits: LIMITS });
  const found = resultOfDeath({ status: 'crash', reason: 'it died', solveMs: 1 });
  const puzzles = puzzleNames(batch, '', 1);
  const head = { batch: `${RUN}-0-0`, worker: WORKER, heldMs: 1 };
  const result = toResultMessage({ ...head, parts: [packResults([found])], puzzles });
  readWorkMessage(JSON.parse(JSON.stringify(work)));
  readResultMessage(JSON.parse(JSON.stringify(result)));
  for (const version of ['0'.repeat(16), '', 3, null]) {
    assert.throws(() => readWorkMessage({ ...work, version }), /its version is not one/);
    assert.throws(() => readResultMessage({ ...result, version }), /its version is not one/);
  }
});

test('whatever else comes as a message is refused with a word on what is wrong', () => {
  for (const read of [readWorkMessage, readResultMessage]) {
    holds(100, [fc.jsonValue()], (message) => {
      assert.throws(() => read(message), /^Error: (it|its) /);
    });
  }
});

test('an address is read with its user, password, database and TLS', () => {
  const { options, shown } = parseQueueAddress('rediss://solver:p%40ss@queue.example:7000/2');
  const { host, port, db, username, password } = options;
  const expected = ['queue.example', 7000, 2, 'solver', 'p@ss'];
  assert.deepEqual([host, port, db, username, password], expected);
  assert.ok(options.tls);
  assert.equal(shown, 'rediss://queue.example:7000/2');
  assert.equal(parseQueueAddress('redis://localhost').shown, 'redis://localhost:6379');
});

test('an address that cannot be meant is refused with what to write', () => {
  const most = `${2 ** 31 - 1}`;
  assert.equal(parseQueueAddress(`redis://h/${most}`).options.db, 2 ** 31 - 1);
  for (const [address, what] of [
    ['redis://u:100%@h', /the password in the address of the queue has a "%".*as %25/],
    ['redis://100%:x@h', /the user in the address of the queue has a "%".*as %25/],
    ['redis://h/99999999999999999999', /database is "9{20}": expected a number, 0 to 2147483647/],
    ['redis://h/2147483648', /expected a number/],
  ] as const) {
    assert.throws(() => parseQueueAddress(address), what);
  }
});

test('TLS gets the name of the server, if it has one', () => {
  assert.deepEqual(parseQueueAddress('rediss://queue.example').options.tls, {
    servername: 'queue.example',
  });
  for (const address of ['rediss://127.0.0.1', 'rediss://[::1]:7000']) {
    assert.deepEqual(parseQueueAddress(address).options.tls, {});
  }
});

test('no message about an address holds its password', () => {
  for (const bad of [
    'http://u:secret@h',
    'redis://u:secret@',
    'redis://u:secret@h/x',
    'u:secret@h',
    'redis://u:secret@h:99999',
    'redis://u:secret%@h',
    'redis://u:secret@h/99999999999',
  ]) {
    assert.throws(
      () => parseQueueAddress(bad),
      (error) => !String(error).includes('secret'),
    );
  }
});

/** Two cells that may be filled, of which one is. */
const PUZZLE = puzzleOfClues([[1], [1]], [[1], [1]]);
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
const STRANGER = {
  id: '0123456789abcdef',
  host: 'mill',
  cpu: 'x',
  threads: 1,
  version: '0.1.0',
  solver: 's',
  node: 'v24.0.0',
};

/** The results as they come out of a message, or why it is refused. */
function read(
  results: readonly PuzzleResult[],
  change: Partial<PackedResults> = {},
): readonly ResultInCells[] | string {
  const puzzles = results.map(() => 'x'.repeat(16));
  const parts = [{ ...packResults(results), ...change }];
  const answer = { batch: 'b', worker: STRANGER, heldMs: 1, parts, puzzles };
  const message: unknown = JSON.parse(JSON.stringify(toResultMessage(answer)));
  try {
    const read = readResultMessage(message);
    return 'results' in read ? read.results : 'it answers a task';
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

test('results come out of a message as they went in, and pass', () => {
  const found = readSound(RESULTS);
  assert.deepEqual(textResults(BATCH, found), RESULTS);
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
    assert.deepEqual(textResults(batch, readSound(results)), results);
  }
});

test('a changed value is refused, or is another result that can be written', () => {
  const columns = columnsOf(RESULTS);
  const others = fc.oneof(
    ...[fc.double(), fc.integer({ min: -3, max: 200 }), fc.string(), fc.boolean()],
    ...[fc.constant(null), fc.constantFrom(...STATUSES), fc.jsonValue()],
  );
  const places = fc.tuple(fc.nat(columns.length - 1), fc.option(fc.nat(RESULTS.length - 1)));
  holds(depth(250, 3000), [places, others], ([column, place], value) => {
    const changed = place === null ? value : columns[column].with(place, value);
    const results = read(RESULTS, { columns: (columns as unknown[]).with(column, changed) });
    if (typeof results === 'string') return;
    assert.equal(results.length, RESULTS.length);
    for (const { status, solutions, solveMs, finishedAt, difficulty } of results) {
      assert.ok(STATUSES.includes(status));
      assert.match(solutions, /^\d+$/);
      assert.ok(solveMs >= 0 && Number.isFinite(solveMs));
      assert.ok(difficulty === null || (difficulty >= 0 && Number.isFinite(difficulty)));
      assert.match(new Date(finishedAt).toISOString(), /Z$/);
    }
    // What the pictures show is looked at only now; nothing is thrown.
    resultsReason(BATCH, results);
  });
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
  const at = SOLVED_COLUMNS.findIndex(({ field }) => field === 'secondSolution');
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
    const found = resultsReason(BATCH, readSound([{ ...MULTIPLE, ...lie }])) ?? '';
    assert.match(found, /^puzzle 0: (it |.* is .*: expected)/, JSON.stringify(lie));
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

const RUN_ID = 'f36920c0b5fbaea3d29816db9623fcec';

const CARD = { run: RUN_ID, host: 'here', version: 'test', solver: 'test' };

redisTest('who is announced and removed at once is gone, without a wait', async (t) => {
  const redis = await startRedis(t);
  const client = clientOf(redis);
  const runs = CardRegistry.runs(client);
  const announced = runs.announce(RUN_ID, CARD);
  await runs.remove(RUN_ID);
  await announced;
  assert.equal(await runs.has(RUN_ID), false);
  assert.deepEqual(await client.keys('*'), []);
});

redisTest('who is announced is seen now, by the clock of Redis', async (t) => {
  const redis = await startRedis(t);
  const client = clientOf(redis);
  const runs = CardRegistry.runs(client);
  await runs.announce(RUN_ID, CARD);
  const [{ seenMsAgo, ...card }] = await runs.all();
  assert.deepEqual(card, CARD);
  assert.ok(seenMsAgo >= 0 && seenMsAgo < 60_000, `${seenMsAgo} ms ago`);
});

test('a worker that never answered well is shut out after three refused answers, whatever they are about', () => {
  const conducts = new Conducts();
  const batch = {};
  assert.equal(conducts.blame('a', batch), false);
  assert.equal(conducts.blame('a', batch), false);
  assert.equal(conducts.isShutOut('a'), false);
  assert.equal(conducts.blame('a', batch), true);
  assert.equal(conducts.isShutOut('a'), true);
  assert.equal(conducts.isShutOut('b'), false);
});

test('a worker that has answered well is not shut out for one puzzle, but for three in a row', () => {
  const conducts = new Conducts();
  conducts.praise('a');
  assert.equal(conducts.isTrusted('a'), true);
  const [first, second, third] = [{}, {}, {}];
  for (let i = 0; i < 10; i++) assert.equal(conducts.blame('a', first), false);
  assert.equal(conducts.blame('a', second), false);
  conducts.praise('a');
  assert.equal(conducts.blame('a', first), false);
  assert.equal(conducts.blame('a', second), false);
  assert.equal(conducts.blame('a', third), true);
});

test('what is remembered of workers does not grow with their number', () => {
  const conducts = new Conducts();
  conducts.praise('first');
  for (let i = 0; i < 10_000; i++) conducts.praise(`worker ${i}`);
  assert.equal(conducts.isTrusted('first'), false);
  assert.equal(conducts.isTrusted('worker 9999'), true);
});
