import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { PuzzleLimits } from '../../../../src/pipeline/runs/pool/pool.js';
import {
  closeProofFolder,
  openProofFolder,
} from '../../../../src/pipeline/runs/pool/proof-folder.js';
import {
  VerdictProver,
  type ProvenVerdict,
} from '../../../../src/pipeline/runs/pool/verdict-prover.js';
import { checkCertificate } from '../../../support/certificate.js';
import { checkProof } from '../../../support/check-proof.js';
import { fingerprint } from '../../../../src/solver/core/puzzle/fingerprint.js';
import { pack } from '../../../../src/solver/core/puzzle/packed.js';
import type { Puzzle } from '../../../../src/solver/core/puzzle/types.js';
import { DEFAULT_SOLVE_LIMITS } from '../../../../src/solver/engine/model/limits.js';
import { Solver } from '../../../../src/solver/engine/solver/solve.js';
import { randomNumbers, randomPuzzle, withSwappedRows } from '../../../support/random-puzzle.js';
import { temporaryFolder } from '../../../support/temporary.js';

const LIMITS: PuzzleLimits = { ...DEFAULT_SOLVE_LIMITS, prove: true };
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
    const proven = prove(prover, puzzle, { ...LIMITS, proveTo: folder });
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
      const proven = prove(prover, puzzle, { ...LIMITS, proveTo: folder, proofFormat });
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
  const limits = { ...LIMITS, proveTo: folder };
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
  const failed = prove(prover, puzzle, { ...LIMITS, proveTo: folder });
  assert.equal(failed?.steps, null);
  assert.match(failed.error ?? '', /^the proof failed: no file can be made in .*there$/);
  assert.ok((prove(prover, puzzle, LIMITS)?.steps ?? 0) > 0);
});

test('a proof takes the place of an earlier one, and of nothing else', (t) => {
  const folder = temporaryFolder(t);
  const prover = new VerdictProver();
  const [puzzle] = puzzles(1, 9);
  const file = join(folder, `${fingerprint(pack(puzzle), 0, null)}.proof.gz`);
  const limits = { ...LIMITS, proveTo: folder };
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
    const { steps, error } = prover.prove(words, 0, null, lie, LIMITS);
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
