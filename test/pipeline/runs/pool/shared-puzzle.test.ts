import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSolution } from '../../../../src/solver/core/puzzle/check.js';
import { packBatch } from '../../../../src/solver/core/puzzle/packed-batch.js';
import { pack } from '../../../../src/solver/core/puzzle/packed.js';
import type { Puzzle } from '../../../../src/solver/core/puzzle/types.js';
import { DEFAULT_SOLVE_LIMITS } from '../../../../src/solver/engine/model/limits.js';
import {
  Solver,
  solvePuzzle,
  type Interruption,
} from '../../../../src/solver/engine/solver/solve.js';
import { LocalPool } from '../../../../src/pipeline/runs/pool/local-pool.js';
import {
  SharedPuzzle,
  helpWith,
  isOfferNear,
  newOfferBuffer,
  offerOn,
  untilOffered,
  type Offer,
} from '../../../../src/pipeline/runs/pool/shared-puzzle.js';
import { dominoes } from '../../../support/long-puzzles.js';
import { LIMITS } from '../../../support/packed-batches.js';
import { puzzleOfPicture, randomNumbers, randomPicture } from '../../../support/random-puzzle.js';
import { closeSync, openSync, readdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import type { ProofReport } from '../../../../src/solver/engine/proof-checker.js';
import { Prover } from '../../../../src/solver/engine/solver/prove.js';
import { SharedCheck, checkInThreads } from '../../../../src/pipeline/runs/pool/shared-check.js';
import { damage } from '../../../support/damage.js';
import { sealed } from '../../../support/sealed.js';
import { checkProof } from '../../../support/check-proof.js';
import { deepTest, depth, folderWith } from '../../../support/tests.js';
import { smallDisk } from '../../../support/small-disk.js';

type Helping = NonNullable<ConstructorParameters<typeof SharedCheck>[1]>;

/** The picture at a place of a series of random ones. */
function drawn(seed: number, place: number, side: number, density: number): Puzzle {
  const random = randomNumbers(seed);
  let cells = randomPicture(random, side * side, density);
  for (let i = 0; i < place; i++) cells = randomPicture(random, side * side, density);
  return puzzleOfPicture(cells, side, side);
}

/** It has several solutions, and takes a search. */
const PUZZLE = drawn(3, 0, 15, 0.45);
const NEVER = (): boolean => false;

function offered(puzzle: Puzzle, limits = DEFAULT_SOLVE_LIMITS) {
  const desk = newOfferBuffer();
  const own = new SharedPuzzle(desk, 0);
  own.begin(pack(puzzle), 0, limits);
  assert.deepEqual([own.isDue(), own.isDue()], [false, false]);
  return { desk, own, offer: offerOn(desk) };
}

test('whoever helps answers with the verdict, and pictures in the position of the puzzle', () => {
  for (let time = 1; time < 8; time++) {
    const { desk, own, offer } = offered(PUZZLE);
    // Each helps in another position; those before do not come to an answer.
    for (let i = 1; i < time; i++) helpWith(desk, offer!, DEFAULT_SOLVE_LIMITS, () => true);
    assert.equal(own.isDue(), false);
    helpWith(desk, offer!, DEFAULT_SOLVE_LIMITS, NEVER);
    assert.equal(own.isDue(), true);
    const answer = own.end();
    const expected = solvePuzzle(PUZZLE);
    assert.equal(answer?.status, 'multiple');
    const found = [answer.technique, answer.guessDepth, answer.solutions];
    assert.deepEqual(found, [expected.technique, expected.guessDepth, expected.solutions]);
    assert.equal(checkSolution(PUZZLE, answer.solution!), null);
    assert.equal(checkSolution(PUZZLE, answer.secondSolution!), null);
    assert.equal(offerOn(desk), null);
  }
});

test('who is to help hears of a puzzle before it is offered, and whether it comes to that', () => {
  const desk = newOfferBuffer();
  const near: Offer[] = [];
  const own = new SharedPuzzle(desk, 40, (offer) => void near.push(offer));
  const wait = (ms: number): void => {
    for (const end = performance.now() + ms; performance.now() < end;);
  };
  own.begin(pack(PUZZLE), 0, DEFAULT_SOLVE_LIMITS);
  assert.equal(own.isDue(), false);
  assert.deepEqual([near.length, isOfferNear(desk)], [0, false]);
  wait(21);
  assert.equal(own.isDue(), false);
  // Unless this machine was held up for as long.
  if (offerOn(desk) === null) assert.equal(isOfferNear(desk), true);
  assert.equal(near.length, 1);
  wait(20);
  assert.equal(own.isDue(), false);
  assert.equal(offerOn(desk), near[0].offer);
  assert.equal(untilOffered(near[0]), true);
  assert.equal(own.end(), null);
  assert.equal(untilOffered(near[0]), false);
  own.begin(pack(PUZZLE), 0, DEFAULT_SOLVE_LIMITS);
  own.isDue();
  wait(21);
  own.isDue();
  assert.equal(own.end(), null);
  assert.equal(near.length, 2);
  assert.deepEqual([isOfferNear(desk), offerOn(desk), untilOffered(near[1])], [false, null, false]);
});

test('an answer that comes too late, or for another offer, is not taken', () => {
  const { desk, own, offer } = offered(PUZZLE);
  assert.equal(own.end(), null);
  helpWith(desk, offer!, DEFAULT_SOLVE_LIMITS, NEVER);
  own.begin(pack(PUZZLE), 0, DEFAULT_SOLVE_LIMITS);
  own.isDue();
  own.isDue();
  assert.notEqual(offerOn(desk), offer);
  helpWith(desk, offer!, DEFAULT_SOLVE_LIMITS, NEVER);
  assert.equal(own.isDue(), false);
  assert.equal(own.end(), null);
});

test('the offer of a thread that died is over once another takes its desk, which works as before', () => {
  const { desk, offer } = offered(PUZZLE);
  const next = new SharedPuzzle(desk, 0);
  assert.equal(offerOn(desk), null);
  helpWith(desk, offer!, DEFAULT_SOLVE_LIMITS, NEVER);
  next.begin(pack(PUZZLE), 0, DEFAULT_SOLVE_LIMITS);
  assert.deepEqual([next.isDue(), next.isDue()], [false, false]);
  const again = offerOn(desk);
  assert.ok(again !== null && again !== offer);
  helpWith(desk, again, DEFAULT_SOLVE_LIMITS, NEVER);
  assert.equal(next.isDue(), true);
  assert.equal(next.end()?.status, 'multiple');
});

test('a puzzle is offered to seven others, and not if its steps are limited', () => {
  const { desk, offer } = offered(PUZZLE);
  for (let i = 0; i < 7; i++) {
    assert.equal(offerOn(desk), offer);
    helpWith(desk, offer!, DEFAULT_SOLVE_LIMITS, () => true);
  }
  assert.equal(offerOn(desk), null);
  assert.equal(offered(PUZZLE, { ...DEFAULT_SOLVE_LIMITS, maxSteps: 1e9 }).offer, null);
});

test('a symmetric puzzle is solved in the positions that differ', () => {
  const twoByTwo = { ...PUZZLE, width: 2, height: 2, rows: [[1], [1]], columns: [[1], [1]] };
  // All eight are the same; the dominoes are those of a mirror image; of the last, all differ.
  for (const [puzzle, others] of [
    [twoByTwo, 0],
    [dominoes(5), 3],
    [PUZZLE, 7],
  ] as const) {
    const { desk, offer } = offered(puzzle);
    let taken = 0;
    while (offerOn(desk) !== null) helpWith(desk, offer!, DEFAULT_SOLVE_LIMITS, () => ++taken > 0);
    assert.equal(taken, others);
  }
});

test('what lines alone decide is left to the thread whose puzzle it is', () => {
  const { desk, own, offer } = offered(drawn(3, 0, 15, 0.8));
  helpWith(desk, offer!, DEFAULT_SOLVE_LIMITS, NEVER);
  assert.equal(own.isDue(), false);
});

test('a solver that is interrupted takes over the answer, and rates it as its own', () => {
  const puzzle = dominoes(7);
  const own = new Solver();
  const expected = own.solve(pack(puzzle), 0, DEFAULT_SOLVE_LIMITS);
  const rated = own.rate(expected);
  assert.equal(expected.status, 'unique');
  let looks = 0;
  const interruption: Interruption = {
    begin: () => undefined,
    isDue: () => ++looks > 1,
    end: () => ({ ...expected, counters: { ...expected.counters } }),
  };
  const solver = new Solver(undefined, interruption);
  const outcome = solver.solve(pack(puzzle), 0, DEFAULT_SOLVE_LIMITS);
  assert.ok(looks > 1);
  assert.deepEqual({ ...outcome, counters: null }, { ...expected, counters: null });
  assert.ok(outcome.counters.conflicts >= expected.counters.conflicts);
  assert.deepEqual(solver.rate(outcome), rated);
});

test('a thread without work solves the puzzle of another in another position', async () => {
  // It takes 56,910 conflicts as it is, and 844 turned.
  const puzzle = drawn(77, 535, 25, 0.42);
  const pool = new LocalPool({ threads: 2, memoryMiB: null, atOnce: 2, sharedAfterMs: 1 });
  try {
    const { results } = await pool.solve(packBatch([pack(puzzle)]), {
      ...LIMITS,
      timeoutMs: 120_000,
      difficulty: false,
    });
    assert.equal(results[0].status, 'multiple');
    assert.ok(results[0].conflicts! < 50_000, `${results[0].conflicts!} conflicts`);
    // A thread that helps is called back for work of its own.
    const [one, other] = await Promise.all(
      [puzzle, PUZZLE].map((each) =>
        pool.solve(packBatch([pack(each)]), { ...LIMITS, difficulty: false }),
      ),
    );
    assert.deepEqual([one.results[0].status, other.results[0].status], ['multiple', 'multiple']);
  } finally {
    await pool.close();
  }
});

const CHECKED = dominoes(9);
const PROOF = proofOf();
const EXPECTED = checkProof(CHECKED, PROOF);

function proofOf(): string {
  const pieces: string[] = [];
  const { solution } = solvePuzzle(CHECKED);
  new Prover().prove(CHECKED, solution === null ? [] : [solution], DEFAULT_SOLVE_LIMITS, (piece) =>
    pieces.push(piece),
  );
  return pieces.join('');
}

/** Others help from the first piece on that is enough. */
async function shared(text: string, helping: Helping = {}): Promise<ProofReport> {
  const check = new SharedCheck(CHECKED, { threads: 3, afterMs: 0, ...helping });
  try {
    for (let at = 0; at < text.length; at += 999) check.write(text.slice(at, at + 999));
    const report = await check.end();
    assert.equal([...check.text()].join(''), text);
    return report;
  } finally {
    await check.close();
  }
}

/** The same text in a file that is there already. */
async function inFile(text: string, helping: Helping = {}): Promise<ProofReport> {
  const file = openSync(join(folderWith({ proof: text }), 'proof'), 'r');
  try {
    return await checkInThreads(CHECKED, file, text.length, { threads: 3, ...helping });
  } finally {
    closeSync(file);
  }
}

/** Does some work while temporary files are in another folder. */
async function withTemporary<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  try {
    return await work();
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

test('a proof that several threads check holds as if one did, and leaves no file', async () => {
  assert.ok(EXPECTED.valid && EXPECTED.clauses > 1000 && PROOF.length > 200_000);
  const folder = folderWith({});
  assert.deepEqual(await withTemporary(folder, () => shared(PROOF)), EXPECTED);
  assert.deepEqual(readdirSync(folder), []);
});

deepTest('a fault is found by any thread that follows it, and named as by one alone', async () => {
  const lines = PROOF.trimEnd().split('\n').slice(0, -1);
  const random = randomNumbers(7);
  let faults = 0;
  while (faults < 40) {
    const text = sealed(damage(lines, random).lines);
    const expected = checkProof(CHECKED, text);
    if (expected.valid) continue;
    faults++;
    assert.deepEqual(await shared(text), expected);
    assert.deepEqual(await inFile(text), expected);
  }
  const cut = PROOF.slice(0, -40);
  assert.deepEqual(await shared(cut), checkProof(CHECKED, cut));
  assert.deepEqual(await inFile(cut), checkProof(CHECKED, cut));
});

test('if a thread dies that helped, all is checked again', async () => {
  const folder = folderWith({ 'dies.mjs': 'process.exit(1);\n', 'fails.mjs': 'throw 1;\n' });
  for (const name of ['dies.mjs', 'fails.mjs', 'missing.mjs'].slice(0, depth(1, 3))) {
    const helper = pathToFileURL(join(folder, name));
    assert.deepEqual(await shared(PROOF, { helper }), EXPECTED);
    assert.deepEqual(await inFile(PROOF, { helper }), EXPECTED);
  }
});

test('a proof in a file is checked by several, each of whom can refuse it', async () => {
  assert.deepEqual(await inFile(PROOF), EXPECTED);
  const fault = { valid: false, line: 1, reason: 'the reason' };
  const refusing =
    "import { parentPort } from 'node:worker_threads';\n" +
    `parentPort.postMessage(${JSON.stringify(fault)});\n`;
  const helper = pathToFileURL(join(folderWith({ 'refuses.mjs': refusing }), 'refuses.mjs'));
  assert.deepEqual(await inFile(PROOF, { helper }), fault);
});

test('a file that is cut off meanwhile is no proof', async () => {
  const path = join(folderWith({ proof: PROOF.slice(0, -5000) }), 'proof');
  const file = openSync(path, 'r');
  await assert.rejects(checkInThreads(CHECKED, file, PROOF.length, { threads: 3 }), /shorter/);
  closeSync(file);
});

test('if no thread can be started, one checks it alone', async () => {
  const helper = new URL('http://127.0.0.1/nothing.mjs');
  assert.deepEqual(await shared(PROOF, { helper }), EXPECTED);
  assert.deepEqual(await inFile(PROOF, { helper }), EXPECTED);
});

test('without room for a file one thread checks it alone, also if the disk is full in the middle', async (t) => {
  const nowhere = join(folderWith({}), 'missing');
  assert.deepEqual(await withTemporary(nowhere, () => shared(PROOF)), EXPECTED);
  const disk = smallDisk(t, '64k');
  if (disk === null) return;
  assert.deepEqual(await withTemporary(disk, () => shared(PROOF)), EXPECTED);
  assert.deepEqual(readdirSync(disk), []);
});

test('a check that is given up ends its threads, and its file never has a name', async () => {
  const folder = folderWith({});
  await withTemporary(folder, async () => {
    const check = new SharedCheck(CHECKED, { threads: 3, afterMs: 0 });
    for (let at = 0; at < PROOF.length / 2; at += 999) check.write(PROOF.slice(at, at + 999));
    // Whatever ends the process now leaves nothing.
    assert.deepEqual(readdirSync(folder), []);
    await check.close();
    await check.close();
  });
});
