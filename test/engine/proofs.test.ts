import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pack } from '../../src/puzzle/packed.js';
import type { Cells, Puzzle } from '../../src/puzzle/types.js';
import type { SolveLimits } from '../../src/solver/model/limits.js';
import { SETTINGS } from '../../src/solver/model/settings.js';
import { ProverByRooms } from '../../src/solver/proof/prove-by-rooms.js';
import { Prover } from '../../src/solver/proof/prove.js';
import { depth } from '../support/depth.js';
import { randomNumbers, randomPuzzle, withSwappedRows } from '../support/random-puzzle.js';
import { LIMITS, byEngine } from './same.js';

const provers = [new Prover(), new ProverByRooms()];

/** Asserts that both provers write the same; returns the text. */
function assertSameProof(puzzle: Puzzle, solution: Cells | null, limits: SolveLimits): string {
  const [[ending, text], byRooms] = provers.map((prover) => {
    let written = '';
    const proof = prover.prove(puzzle, solution, limits, (piece) => (written += piece));
    // What is written before something runs out comes in pieces.
    return [proof, proof.stoppedBy === null ? written : ''] as const;
  });
  assert.deepEqual([ending, text], byRooms);
  return text;
}

for (const [what, colours, widest, highest] of [
  ['lines of up to 32 cells', 1, 24, 24],
  ['lines of up to 64 cells', 1, 20, 40],
  ['longer lines', 1, 12, 80],
  ['colours', 3, 14, 14],
  ['colours and long lines', 2, 8, 70],
] as const) {
  test(`the engine writes the same proofs as the rooms in TypeScript: ${what}`, () => {
    const random = randomNumbers(highest);
    let clauses = 0;
    for (let i = 0; i < depth(60, 600); i++) {
      const width = widest - Math.floor(random() * 5);
      const height = highest - Math.floor(random() * 10);
      let puzzle = randomPuzzle(random, width, height, 0.45 + 0.25 * random(), colours);
      if (i % 2 === 0) puzzle = withSwappedRows(puzzle, 0, height - 1);
      const { status, solution } = byEngine.solve(pack(puzzle), 0, LIMITS);
      if (status !== 'unique' && status !== 'contradiction') continue;
      const limits = { ...LIMITS, maxSteps: i % 6 === 0 ? Math.floor(500 * random()) : 20_000 };
      clauses += assertSameProof(puzzle, solution, limits).split('\nq').length - 1;
    }
    assert.ok(clauses > 20, `${clauses} clauses`);
  });
}

test('they are the same after clauses were dropped', (t) => {
  const { clauses, moreClauses } = SETTINGS;
  t.after(() => Object.assign(SETTINGS, { clauses, moreClauses }));
  Object.assign(SETTINGS, { clauses: 4, moreClauses: 0 });
  const random = randomNumbers(3);
  let dropped = 0;
  for (let i = 0; i < depth(200, 1500); i++) {
    const colours = 1 + (i % 2);
    let puzzle = randomPuzzle(random, 16, 16, 0.45, colours);
    if (i % 3 === 0) puzzle = withSwappedRows(puzzle, 0, 15);
    const { status, solution } = byEngine.solve(pack(puzzle), 0, LIMITS);
    if (status !== 'unique' && status !== 'contradiction') continue;
    if (assertSameProof(puzzle, solution, LIMITS).includes('\nd ')) dropped++;
  }
  assert.ok(dropped > 2, `${dropped} proofs dropped clauses`);
});
