import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkProof } from '../../../support/check-proof.js';
import { UNKNOWN, type Cells, type Puzzle } from '../../../../src/solver/core/puzzle/types.js';
import { UNTIMED, depth } from '../../../support/tests.js';
import { SETTINGS } from '../../../../src/solver/engine/model/settings.js';
import { Prover } from '../../../../src/solver/engine/solver/prove.js';
import { Solver } from '../../../../src/solver/engine/solver/solve.js';
import { pack } from '../../../../src/solver/core/puzzle/packed.js';
import { solutionsOf } from '../../../support/naive/brute-force.js';
import { secondOpinion } from '../../../support/naive/second-checker.js';
import { randomNumbers, randomPuzzle, withSwappedRows } from '../../../support/random-puzzle.js';
import { triangles, withMargin } from '../../../support/long-puzzles.js';

const solver = new Solver();
const prover = new Prover();

/** The proof of what solving a puzzle finds, or null if it has several solutions. */
function proofOf(puzzle: Puzzle): { text: string; solution: Cells | null } | null {
  const { status, solution } = solver.solve(pack(puzzle), 0, UNTIMED);
  if (status !== 'unique' && status !== 'contradiction') return null;
  let text = '';
  const proof = prover.prove(puzzle, listed(solution), UNTIMED, (piece) => {
    text += piece;
  });
  assert.equal(proof.stoppedBy, null);
  return { text, solution };
}

function listed(solution: Cells | null): Cells[] {
  return solution === null ? [] : [solution];
}

function assertProven(puzzle: Puzzle, text: string, solution: Cells | null): number {
  const report = checkProof(puzzle, text);
  assert.ok(report.valid, JSON.stringify(report));
  assert.equal(report.claim, solution === null ? 'contradiction' : 'unique');
  assert.deepEqual(report.solutions, listed(solution));
  return report.clauses;
}

/** Proves `count` random puzzles, those with several solutions left out; returns the clauses. */
function proveRandom(seed: number, count: number, draw: (random: () => number) => Puzzle): number {
  const random = randomNumbers(seed);
  let clauses = 0;
  for (let proven = 0; proven < count;) {
    let puzzle = draw(random);
    if (random() < 0.3) puzzle = withSwappedRows(puzzle, 0, puzzle.height - 1);
    const proof = proofOf(puzzle);
    if (proof === null) continue;
    clauses += assertProven(puzzle, proof.text, proof.solution);
    proven++;
  }
  return clauses;
}

test('verdicts on random puzzles of many sizes are proven', () => {
  const clauses = proveRandom(1, depth(120, 300), (random) => {
    const width = 2 + Math.floor(random() * 12);
    const height = 2 + Math.floor(random() * 12);
    return randomPuzzle(random, width, height, 0.35 + random() * 0.3);
  });
  assert.ok(clauses > depth(20, 50), `${clauses} clauses`);
});

test('verdicts on random puzzles in colours are proven', () => {
  const clauses = proveRandom(2, 300, (random) =>
    randomPuzzle(random, 8, 2 + Math.floor(random() * 8), 0.5, 2 + Math.floor(random() * 3)),
  );
  assert.ok(clauses > 3, `${clauses} clauses`);
});

test('verdicts on grids with lines of more than 32 and of more than 64 cells are proven', () => {
  for (const width of [40, 70]) {
    proveRandom(width, 10, (random) => randomPuzzle(random, width, 6, 0.65));
    proveRandom(width, 10, (random) => randomPuzzle(random, width, 6, 0.75, 2));
  }
});

test('given cells count as known, even if they contradict the clues', () => {
  proveRandom(5, 60, (random) => {
    const puzzle = randomPuzzle(random, 7, 7, 0.45);
    const start = Uint8Array.from({ length: 49 }, () => {
      const draw = random();
      return draw < 0.06 ? 1 : draw < 0.12 ? 0 : UNKNOWN;
    });
    return { ...puzzle, start };
  });
});

test('a second checker, which passes over all steps but the clauses, believes them too', () => {
  const random = randomNumbers(7);
  let clauses = 0;
  for (let proven = 0; proven < 60;) {
    const puzzle = randomPuzzle(random, 5, 5, 0.45, proven % 4 === 0 ? 2 : 1);
    const proof = proofOf(puzzle);
    if (proof === null) continue;
    clauses += assertProven(puzzle, proof.text, proof.solution);
    assert.ok(secondOpinion(puzzle, proof.text), proof.text);
    proven++;
  }
  assert.ok(clauses > 2, `${clauses} clauses`);
});

test('a proof whose clauses are dropped again and again names only those that are left', (t) => {
  const { clauses, moreClauses } = SETTINGS;
  t.after(() => Object.assign(SETTINGS, { clauses, moreClauses }));
  Object.assign(SETTINGS, { clauses: 4, moreClauses: 0 });
  const random = randomNumbers(3);
  let dropped = 0;
  for (let i = 0; i < depth(300, 3000); i++) {
    let puzzle = randomPuzzle(random, 16, 16, 0.45, 1 + (i % 2));
    if (i % 3 === 0) puzzle = withSwappedRows(puzzle, 0, 15);
    const proof = proofOf(puzzle);
    if (proof === null) continue;
    assertProven(puzzle, proof.text, proof.solution);
    if (proof.text.includes('\nd ')) dropped++;
  }
  assert.ok(dropped > 2, `${dropped} proofs dropped clauses`);
});

test('what probing removes amid a long proof is proven as well', (t) => {
  const usual = { ...SETTINGS };
  t.after(() => Object.assign(SETTINGS, usual));
  const random = randomNumbers(29);
  let helped = 0;
  for (let i = 0; i < depth(40, 500); i++) {
    // Every fourth one has lines of several words.
    const puzzle = withMargin(
      triangles(random, 20 + (i % 15), 14 + (i % 11)),
      i % 4 === 0 ? 50 : 0,
    );
    Object.assign(SETTINGS, usual, { amidConflicts: Infinity });
    const alone = proofOf(puzzle);
    if (alone === null) continue;
    Object.assign(SETTINGS, { amidConflicts: 0.1, amidShare: 0.2 });
    const proof = proofOf(puzzle);
    assert.ok(proof !== null);
    assertProven(puzzle, proof.text, proof.solution);
    helped += Number(proof.text !== alone.text);
  }
  assert.ok(helped > 3, `${helped} were helped`);
});

test('how many solutions there are is proven, and by the same search if they are many', () => {
  const random = randomNumbers(31);
  let several = 0;
  for (let i = 0; i < depth(60, 1000); i++) {
    const puzzle = randomPuzzle(random, 3 + (i % 4), 3 + (i % 3), 0.35, 1 + (i % 2));
    const solutions = solutionsOf(puzzle);
    let text = '';
    const write = (piece: string): void => void (text += piece);
    prover.prove(puzzle, solutions, UNTIMED, write);
    const report = checkProof(puzzle, text);
    assert.ok(report.valid, JSON.stringify(report));
    assert.deepEqual(report.solutions, solutions);
    several += Number(solutions.length > 1);
    if (solutions.length < 2) continue;
    // One is missing, or one is wrong.
    for (const claim of [
      solutions.slice(1),
      [...solutions.slice(1), new Uint8Array(puzzle.width * puzzle.height)],
    ]) {
      assert.throws(() => prover.prove(puzzle, claim, UNTIMED, () => undefined), /another verdict/);
    }
  }
  assert.ok(several > 10, `${several} have several`);
});

test('a proof that runs out of time or steps says so', () => {
  const puzzle = randomPuzzle(randomNumbers(11), 20, 20, 0.5);
  const limits = { ...UNTIMED, maxSteps: 5 };
  const { stoppedBy } = prover.prove(puzzle, [], limits, () => undefined);
  assert.notEqual(stoppedBy, null);
});

test('a claim that is wrong is not proven, and the next one is', () => {
  const random = randomNumbers(13);
  let refused = 0;
  for (let i = 0; i < 40; i++) {
    const puzzle = randomPuzzle(random, 8, 8, 0.5);
    const { status, solution } = solver.solve(pack(puzzle), 0, UNTIMED);
    const other = solution?.map((cell, place) => (place === 0 ? 1 - cell : cell)) ?? null;
    for (const claim of [null, other]) {
      const expected = /the search for a proof came to another verdict than solving/;
      assert.throws(() => prover.prove(puzzle, listed(claim), UNTIMED, () => undefined), expected);
    }
    if (status === 'multiple') {
      refused++;
      const wanted = /another verdict/;
      assert.throws(() => prover.prove(puzzle, listed(solution), UNTIMED, () => undefined), wanted);
    }
    const proof = proofOf(puzzle);
    if (proof !== null) assertProven(puzzle, proof.text, proof.solution);
  }
  assert.ok(refused > 0);
});

test('a claim is not proven by another solution, to which probing amid the proof may lead', (t) => {
  const usual = { ...SETTINGS };
  t.after(() => Object.assign(SETTINGS, usual));
  const random = randomNumbers(1515);
  const puzzle = randomPuzzle(random, 11, 11, 0.45 + 0.15 * random());
  const { status, solution } = solver.solve(pack(puzzle), 0, UNTIMED);
  assert.equal(status, 'multiple');
  Object.assign(SETTINGS, { amidConflicts: 0.1, amidShare: 0.2 });
  const expected = /another verdict/;
  assert.throws(() => prover.prove(puzzle, listed(solution), UNTIMED, () => undefined), expected);
});

test('if a proof cannot be written the next one can', () => {
  const puzzle = randomPuzzle(randomNumbers(17), 130, 130, 0.85);
  const before = proofOf(puzzle);
  // The first piece is written while the engine works.
  assert.ok(before !== null && before.text.length > 70_000);
  const full = (): never => {
    throw new Error('the disk is full');
  };
  const expected = /the disk is full/;
  assert.throws(() => prover.prove(puzzle, listed(before.solution), UNTIMED, full), expected);
  assert.deepEqual(proofOf(puzzle), before);
});
