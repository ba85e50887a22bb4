import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkProof } from '../../../support/check-proof.js';
import { fingerprint } from '../../../../src/solver/core/puzzle/fingerprint.js';
import { pack } from '../../../../src/solver/core/puzzle/packed.js';
import { UNKNOWN, type Cells, type Puzzle } from '../../../../src/solver/core/puzzle/types.js';
import { UNTIMED } from '../../../support/untimed.js';
import { Prover } from '../../../../src/solver/engine/solver/prove.js';
import { Solver } from '../../../../src/solver/engine/solver/solve.js';
import { randomNumbers, randomPuzzle, withSwappedRows } from '../../../support/random-puzzle.js';
import { damage } from '../../../support/damage.js';
import { sealed } from '../../../support/sealed.js';
import { secondOpinion } from '../../../support/naive/second-checker.js';
import { depth } from '../../../support/depth.js';

const solver = new Solver();
const prover = new Prover();

interface Proven {
  readonly puzzle: Puzzle;
  readonly solution: Cells | null;
  /** The lines of the proof without "end". */
  readonly lines: readonly string[];
}

function prove(puzzle: Puzzle): Proven | null {
  const { status, solution } = solver.solve(pack(puzzle), 0, UNTIMED);
  if (status !== 'unique' && status !== 'contradiction') return null;
  let text = '';
  prover.prove(puzzle, solution === null ? [] : [solution], UNTIMED, (piece) => (text += piece));
  return { puzzle, solution, lines: text.trimEnd().split('\n').slice(0, -1) };
}

/** Proofs with clauses in them, of small puzzles. */
function* provenPuzzles(seed: number, side: number): Generator<Proven> {
  const random = randomNumbers(seed);
  for (;;) {
    let puzzle = randomPuzzle(random, side, side, 0.4, random() < 0.2 ? 2 : 1);
    if (random() < 0.4) puzzle = withSwappedRows(puzzle, 0, side - 1);
    const proven = prove(puzzle);
    if (proven?.lines.some((line) => line.startsWith('c ')) === true) yield proven;
  }
}

test('a damaged proof never passes: its steps or its checksum give it away', () => {
  const random = randomNumbers(21);
  let tried = 0;
  for (const { puzzle, lines } of provenPuzzles(22, 8)) {
    const end = sealed(lines).trimEnd().split('\n').at(-1)!;
    for (let k = 0; k < 50; k++, tried++) {
      const { what, lines: damaged } = damage(lines, random);
      if (damaged.join('\n') === lines.join('\n')) continue;
      const text = [...damaged, end, ''].join('\n');
      assert.equal(checkProof(puzzle, text).valid, false, `${what}:\n${text}`);
    }
    if (tried >= depth(1000, 3000)) break;
  }
});

test('a damaged proof with a checksum that fits passes only if it is still a proof', () => {
  const random = randomNumbers(31);
  let tried = 0;
  let passed = 0;
  for (const { puzzle, solution, lines } of provenPuzzles(32, 5)) {
    for (let k = 0; k < 40; k++, tried++) {
      const text = sealed(damage(lines, random).lines);
      const report = checkProof(puzzle, text);
      if (!report.valid) continue;
      passed++;
      assert.deepEqual(report.solutions, solution === null ? [] : [solution]);
      assert.ok(secondOpinion(puzzle, text), text);
    }
    if (tried >= depth(500, 1500)) break;
  }
  assert.ok(passed < tried / 2, `${passed} of ${tried} passed`);
});

test('no proof passes for a puzzle with several solutions', () => {
  const random = randomNumbers(41);
  let tried = 0;
  while (tried < depth(400, 1000)) {
    const open = randomPuzzle(random, 6, 6, 0.45);
    const { status, solution } = solver.solve(pack(open), 0, UNTIMED);
    if (status !== 'multiple') continue;
    // With some cells of one solution given, it may be the only one; without them it is not.
    const start = solution!.map((cell) => (random() < 0.3 ? cell : UNKNOWN));
    const proven = prove({ ...open, start });
    if (proven?.solution == null) continue;
    const forged = proven.lines.with(1, `puzzle ${fingerprint(pack(open), 0, null)}`);
    assert.equal(checkProof(open, sealed(forged)).valid, false);
    for (let k = 0; k < 10; k++, tried++) {
      assert.equal(checkProof(open, sealed(damage(forged, random).lines)).valid, false);
    }
  }
});
