import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openCrossChecker, VerdictProver } from '../../../../src/pipeline/runs/pool/solve-batch.js';
import { LocalPool } from '../../../../src/pipeline/runs/pool/local-pool.js';
import type { Pool, PuzzleLimits } from '../../../../src/pipeline/runs/pool/pool.js';
import { pack } from '../../../../src/solver/core/puzzle/packed.js';
import { packBatch } from '../../../../src/solver/core/puzzle/packed-batch.js';
import { DEFAULT_SOLVE_LIMITS } from '../../../../src/solver/engine/model/limits.js';
import type { PuzzleResult } from '../../../../src/solver/core/result/result.js';
import { solutionsOf } from '../../../support/naive/brute-force.js';
import {
  puzzleOfPicture,
  randomNumbers,
  randomPuzzle,
  withSwappedRows,
  randomPicture,
  puzzleOfClues,
} from '../../../support/random-puzzle.js';
import { UNKNOWN, type Puzzle } from '../../../../src/solver/core/puzzle/types.js';
import { Solver } from '../../../../src/solver/engine/solver/solve.js';
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import {
  closeProofFolder,
  openProofFolder,
} from '../../../../src/pipeline/runs/pool/proof-folder.js';
import { checkCertificate } from '../../../support/certificate.js';
import { checkProof } from '../../../support/check-proof.js';
import { fingerprint } from '../../../../src/solver/core/puzzle/fingerprint.js';
import { temporaryFolder } from '../../../support/tests.js';

type ProvenVerdict = NonNullable<ReturnType<VerdictProver['prove']>>;

const crossChecker = await openCrossChecker();

const checkerboard = pack(puzzleOfClues([[1], [1]], [[1], [1]]));

test('the crossChecker tells none, one and several solutions apart, in colour too', () => {
  const random = randomNumbers(11);
  const seen = new Set<string>();
  for (let i = 0; i < 120; i++) {
    let puzzle = randomPuzzle(random, 5, 5, 0.2 + 0.6 * random(), 1 + (i % 3));
    if (i % 2 === 0) puzzle = withSwappedRows(puzzle, 1, 3);
    const solutions = solutionsOf(puzzle).length;
    const expected = solutions === 0 ? 'none' : solutions === 1 ? 'one' : 'several';
    assert.equal(crossChecker.judge(puzzle, Infinity), expected, JSON.stringify(puzzle));
    seen.add(expected);
  }
  assert.equal(seen.size, 3);
});

test('a crossChecker without time leaves the verdict open', () => {
  const hard = randomPuzzle(randomNumbers(12), 40, 40, 0.4);
  assert.equal(crossChecker.judge(hard, 0), 'open');
});

test('a true verdict agrees, a false one differs and says how', () => {
  const multiple = { status: 'multiple', solutions: 2n } as const;
  assert.deepEqual(crossChecker.check(checkerboard, 0, multiple, 10_000), {
    agreement: 'agree',
    difference: null,
  });
  const unique = { status: 'unique', solutions: 1n } as const;
  assert.deepEqual(crossChecker.check(checkerboard, 0, unique, 10_000), {
    agreement: 'differ',
    difference: 'the solver says unique with solutions: 1; CaDiCaL finds several',
  });
});

test('a verdict that proves nothing can only differ if a solution was claimed', () => {
  const impossible = pack(puzzleOfClues([[1, 1], [], [1, 1]], [[2], [], [2]]));
  const open = { status: 'timeout', solutions: 0n } as const;
  assert.equal(crossChecker.check(impossible, 0, open, 10_000).agreement, 'unknown');
  const claimed = { status: 'timeout', solutions: 1n } as const;
  assert.equal(crossChecker.check(impossible, 0, claimed, 10_000).agreement, 'differ');
  assert.equal(crossChecker.check(checkerboard, 0, claimed, 10_000).agreement, 'unknown');
});

test('results hold the agreement of the puzzles picked, and how a wrong verdict differs', async (t) => {
  const threadFile = new URL('../../../fixtures/threads/lying-thread.js', import.meta.url);
  const liars = new LocalPool({ threads: 1, memoryMiB: null, threadFile });
  t.after(() => liars.close());
  const honest = new LocalPool({ threads: 1, memoryMiB: null });
  t.after(() => honest.close());
  const batch = packBatch([checkerboard, pack(puzzleOfPicture(Uint8Array.of(1, 1, 1, 0), 2, 2))]);
  const solve = async (pool: Pool, crossCheck?: number): Promise<readonly PuzzleResult[]> =>
    (await pool.solve(batch, { ...DEFAULT_SOLVE_LIMITS, sliceMs: Infinity, crossCheck })).results;

  const [wrong, right] = await solve(liars, 1);
  assert.equal(wrong.crossCheck, 'differ');
  assert.match(wrong.error ?? '', /says unique.*CaDiCaL finds several/);
  assert.equal(right.crossCheck, 'agree');
  const agreements = (await solve(honest, 1)).map(({ crossCheck }) => crossCheck);
  assert.deepEqual(agreements, ['agree', 'agree']);
  const unasked = (await solve(honest)).map(({ crossCheck }) => crossCheck);
  assert.deepEqual(unasked, [null, null]);
});

/** No limit but a number of steps that none of these puzzles needs. */
const LIMITS = { ...DEFAULT_SOLVE_LIMITS, timeoutMs: Infinity, maxSteps: 2_000_000 };

/** Solves every puzzle, lets CaDiCaL judge the verdict, and counts the verdicts. */
function judge(puzzles: Iterable<Puzzle>): Record<string, number> {
  const solver = new Solver();
  const seen: Record<string, number> = {};
  for (const puzzle of puzzles) {
    const words = pack(puzzle);
    const outcome = solver.solve(words, 0, LIMITS);
    const { agreement, difference } = crossChecker.check(words, 0, outcome, 20_000);
    assert.equal(agreement, 'agree', `${difference ?? outcome.status}: ${JSON.stringify(puzzle)}`);
    seen[outcome.status] = (seen[outcome.status] ?? 0) + 1;
  }
  return seen;
}

function* random(seed: number, count: number, maxSide: number, colours = 1): Iterable<Puzzle> {
  const next = randomNumbers(seed);
  for (let i = 0; i < count; i++) {
    const width = 1 + Math.floor(next() * maxSide);
    const height = 1 + Math.floor(next() * maxSide);
    yield randomPuzzle(next, width, height, 0.2 + 0.6 * next(), colours);
  }
}

test('random puzzles of mixed sizes and densities get the verdict of CaDiCaL', () => {
  const seen = judge(random(21, 500, 16));
  assert.ok(seen.unique > 50 && seen.multiple > 50, JSON.stringify(seen));
});

test('puzzles with a planted contradiction get the verdict of CaDiCaL', () => {
  const next = randomNumbers(22);
  const planted = function* (): Iterable<Puzzle> {
    for (const puzzle of random(23, 300, 14)) {
      const a = Math.floor(next() * puzzle.height);
      const b = Math.floor(next() * puzzle.height);
      yield withSwappedRows(puzzle, a, b);
    }
  };
  const seen = judge(planted());
  assert.ok(seen.contradiction > 100, JSON.stringify(seen));
});

test('pictures with planted switches have several solutions in both engines', () => {
  const next = randomNumbers(24);
  const switched = function* (): Iterable<Puzzle> {
    for (let i = 0; i < 100; i++) {
      const width = 6 + Math.floor(next() * 8);
      const height = 6 + Math.floor(next() * 8);
      const cells = randomPicture(next, width * height, 0.75);
      // Two filled cells on a diagonal, with blank cells all around: they can change columns.
      for (let y = 0; y < 4; y++) for (let x = 0; x < 4; x++) cells[y * width + x] = 0;
      cells[width + 1] = 1;
      cells[2 * width + 2] = 1;
      yield puzzleOfPicture(cells, width, height);
    }
  };
  assert.deepEqual(judge(switched()), { multiple: 100 });
});

test('coloured puzzles and start positions get the verdict of CaDiCaL', () => {
  const next = randomNumbers(25);
  const started = function* (): Iterable<Puzzle> {
    for (let colours = 1; colours <= 4; colours++) {
      for (const puzzle of random(25 + colours, 60, 10, colours)) {
        const start = new Uint8Array(puzzle.width * puzzle.height).fill(UNKNOWN);
        for (let i = 0; i < 2; i++) {
          start[Math.floor(next() * start.length)] = Math.floor(next() * (colours + 1));
        }
        yield next() < 0.5 ? puzzle : { ...puzzle, start };
      }
    }
  };
  const seen = judge(started());
  assert.ok(seen.unique > 20 && seen.multiple > 20 && seen.contradiction > 20);
});

const PROVING: PuzzleLimits = { ...DEFAULT_SOLVE_LIMITS, prove: true };
const solver = new Solver();

/** Proves the verdict of a puzzle; null if it has several solutions. */
function prove(prover: VerdictProver, puzzle: Puzzle, limits: PuzzleLimits): ProvenVerdict | null {
  const words = pack(puzzle);
  const outcome = solver.solve(words, 0, DEFAULT_SOLVE_LIMITS);
  return outcome.status === 'multiple' ? null : prover.prove(words, 0, null, outcome, limits);
}

/** Random puzzles, every second without a solution most likely. */
function* puzzles(count: number, side: number, colours = 1): Generator<Puzzle> {
  const random = randomNumbers(side + colours);
  for (let i = 0; i < count; i++) {
    const puzzle = randomPuzzle(random, side, side, 0.6, colours);
    yield i % 2 === 0 ? puzzle : withSwappedRows(puzzle, 0, side - 1);
  }
}

test('verdicts are proven, and the proofs are kept under the fingerprints of their puzzles', (t) => {
  const folder = temporaryFolder(t);
  const prover = new VerdictProver();
  const claims = { unique: 0, contradiction: 0, exactly: 0 };
  const names: string[] = [];
  for (const puzzle of [...puzzles(60, 9), ...puzzles(30, 8, 3)]) {
    const proven = prove(prover, puzzle, { ...PROVING, proveTo: folder });
    if (proven === null) continue;
    const name = `${fingerprint(pack(puzzle), 0, null)}.proof.gz`;
    names.push(name);
    const text = gunzipSync(readFileSync(join(folder, name))).toString('latin1');
    const report = checkProof(puzzle, text);
    assert.ok(report.valid);
    claims[report.claim]++;
    assert.deepEqual(proven, { steps: report.steps, error: null });
  }
  assert.ok(claims.unique > 10 && claims.contradiction > 10, JSON.stringify(claims));
  assert.deepEqual(readdirSync(folder).sort(), [...new Set(names)].sort());
});

test('a certificate is kept with its clauses, and both hold', (t) => {
  for (const proofFormat of ['lrat', 'drat'] as const) {
    const folder = temporaryFolder(t);
    const prover = new VerdictProver();
    const names: string[] = [];
    for (const puzzle of [...puzzles(15, 9), ...puzzles(10, 8, 3)]) {
      const proven = prove(prover, puzzle, { ...PROVING, proveTo: folder, proofFormat });
      if (proven === null) continue;
      assert.equal(proven.error, null);
      const name = fingerprint(pack(puzzle), 0, null);
      const [lemmas, cnf] = [`${name}.${proofFormat}.gz`, `${name}.cnf.gz`].map((file) => {
        names.push(file);
        return gunzipSync(readFileSync(join(folder, file))).toString('latin1');
      });
      const report = checkCertificate({ puzzle, solutions: [], cnf, lemmas });
      assert.ok(report.valid, JSON.stringify(report));
      assert.equal(report.clauses, proven.steps);
    }
    assert.deepEqual(readdirSync(folder).sort(), [...new Set(names)].sort());
  }
});

test('a verdict that the limits leave open is not proven, leaves no file, and is not an error', (t) => {
  const folder = temporaryFolder(t);
  const prover = new VerdictProver();
  const limits = { ...PROVING, proveTo: folder };
  const all = [...puzzles(20, 9)];
  for (const puzzle of all) {
    const ended = prove(prover, puzzle, { ...limits, maxSteps: 5 });
    if (ended !== null) assert.deepEqual(ended, { steps: null, error: null });
  }
  assert.deepEqual(readdirSync(folder), []);
  assert.ok(all.some((puzzle) => (prove(prover, puzzle, limits)?.steps ?? 0) > 0));
});

test('a proof that cannot be kept is an error that says why, and the next one is proven', (t) => {
  const folder = join(temporaryFolder(t), 'not', 'there');
  const prover = new VerdictProver();
  const [puzzle] = puzzles(1, 9);
  const failed = prove(prover, puzzle, { ...PROVING, proveTo: folder });
  assert.equal(failed?.steps, null);
  assert.match(failed.error ?? '', /^the proof failed: no file can be made in .*there$/);
  assert.ok((prove(prover, puzzle, PROVING)?.steps ?? 0) > 0);
});

test('a proof takes the place of an earlier one, and of nothing else', (t) => {
  const folder = temporaryFolder(t);
  const prover = new VerdictProver();
  const [puzzle] = puzzles(1, 9);
  const file = join(folder, `${fingerprint(pack(puzzle), 0, null)}.proof.gz`);
  const limits = { ...PROVING, proveTo: folder };
  for (let time = 0; time < 2; time++) assert.equal(prove(prover, puzzle, limits)?.error, null);
  writeFileSync(file, 'theirs');
  assert.match(prove(prover, puzzle, limits)?.error ?? '', /^the proof failed: .* something else/);
  assert.equal(readFileSync(file, 'utf8'), 'theirs');
});

test('a wrong verdict is not proven', () => {
  const prover = new VerdictProver();
  for (const puzzle of puzzles(20, 9)) {
    const words = pack(puzzle);
    const outcome = solver.solve(words, 0, DEFAULT_SOLVE_LIMITS);
    if (outcome.status !== 'multiple') continue;
    const lie = { ...outcome, status: 'unique' } as const;
    const { steps, error } = prover.prove(words, 0, null, lie, PROVING);
    assert.equal(steps, null);
    assert.match(error ?? '', /^the proof failed: the search /);
    return;
  }
  assert.fail('every puzzle had one solution at most');
});

test('half-written files of a killed process are removed, but not those that others write', (t) => {
  const folder = temporaryFolder(t);
  const host = hostname().replace(/[^\w.-]/g, '_');
  const dead = spawnSync(process.execPath, ['--version']).pid;
  const part = (where: string, pid: number): string => `.${where}-${pid}-1.part`;
  const kept = [part(host, process.ppid), part('elsewhere', dead), `${'0'.repeat(32)}.proof.gz`];
  for (const name of [part(host, dead), ...kept]) writeFileSync(join(folder, name), 'x');
  openProofFolder(folder);
  assert.deepEqual(readdirSync(folder).sort(), kept.sort());

  // Two runs of one process in one folder: the first to end leaves alone what the other writes.
  openProofFolder(folder);
  writeFileSync(join(folder, part(host, process.pid)), 'x');
  closeProofFolder(folder);
  assert.ok(readdirSync(folder).includes(part(host, process.pid)));
  closeProofFolder(folder);
  assert.deepEqual(readdirSync(folder).sort(), kept.sort());
});
