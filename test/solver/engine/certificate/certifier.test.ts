import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { LEMMA_FORMS } from '../../../../src/solver/engine/certificate/lemma-text.js';
import { SETTINGS } from '../../../../src/solver/engine/model/settings.js';
import { UNKNOWN, type Puzzle } from '../../../../src/solver/core/puzzle/types.js';
import { type Certificate, certificateOf, checkCertificate } from '../../../support/certificate.js';
import { depth } from '../../../support/depth.js';
import { dominoes, triangles, withMargin } from '../../../support/long-puzzles.js';
import { lratFault } from '../../../support/naive/lrat-check.js';
import { randomNumbers, randomPuzzle, withSwappedRows } from '../../../support/random-puzzle.js';
import { temporaryFolder } from '../../../support/temporary.js';

/** Checkers of others, if the environment names them, and what they say of a certificate. */
const EXTERNAL = {
  lrat: { CAKE_LPR: /^s VERIFIED UNSAT/m },
  'lrat-binary': { CAKE_LPR: /^s VERIFIED UNSAT/m },
  drat: { DRAT_TRIM: /^s VERIFIED/m },
} as const;

/** A puzzle of one of several kinds: with one solution, several or none, coloured, given cells. */
function drawn(random: () => number, kind: number): Puzzle {
  const colours = 1 + (kind % 3);
  const [width, height] = [2 + Math.floor(random() * 9), 2 + Math.floor(random() * 9)];
  let puzzle = randomPuzzle(random, width, height, 0.35 + 0.3 * random(), colours);
  if (kind % 4 === 0) puzzle = withSwappedRows(puzzle, 0, height - 1);
  if (kind % 5 !== 0) return puzzle;
  const start = Uint8Array.from({ length: width * height }, () =>
    random() < 0.05 ? Math.floor(random() * (colours + 1)) : UNKNOWN,
  );
  return { ...puzzle, start };
}

function assertHolds(certificate: Certificate): number {
  const { cnf, lemmas, solutions } = certificate;
  assert.equal(lratFault(cnf, lemmas), null);
  const report = checkCertificate(certificate);
  assert.ok(report.valid, JSON.stringify(report));
  assert.deepEqual(report.solutions, solutions);
  return report.clauses;
}

test('certificates of all kinds hold, and say how many solutions there are', () => {
  const random = randomNumbers(1);
  const counts = new Map<number, number>();
  for (let kind = 0; kind < depth(80, 3000); kind++) {
    const certificate = certificateOf(drawn(random, kind), 'lrat', 200);
    if (certificate === null) continue;
    assertHolds(certificate);
    const most = Math.min(3, certificate.solutions.length);
    counts.set(most, (counts.get(most) ?? 0) + 1);
  }
  for (const number of [0, 1, 2, 3]) assert.ok(counts.get(number)! > 3, `${number} solutions`);
});

test('certificates of long searches hold, with clauses that are dropped on the way', (t) => {
  const { clauses, moreClauses } = SETTINGS;
  t.after(() => Object.assign(SETTINGS, { clauses, moreClauses }));
  const puzzles = [dominoes(6), withMargin(triangles(randomNumbers(6), 20, 16), 50)];
  const random = randomNumbers(3);
  for (let i = 0; i < depth(12, 400); i++) {
    const puzzle = randomPuzzle(random, 16, 16, 0.45, 1 + (i % 2));
    puzzles.push(i % 3 === 0 ? withSwappedRows(puzzle, 0, 15) : puzzle);
  }
  let dropped = 0;
  for (const puzzle of puzzles) {
    Object.assign(SETTINGS, { clauses: 4, moreClauses: 0 });
    const certificate = certificateOf(puzzle, 'lrat', 2);
    Object.assign(SETTINGS, { clauses, moreClauses });
    if (certificate === null) continue;
    assertHolds(certificate);
    dropped += Number(/^\d+ d /m.test(certificate.lemmas));
  }
  assert.ok(dropped > 0, `${dropped} drop clauses`);
});

test('what probing removes amid a long proof is certified as well', (t) => {
  const usual = { ...SETTINGS };
  t.after(() => Object.assign(SETTINGS, usual));
  Object.assign(SETTINGS, { amidConflicts: 0.1, amidShare: 0.2 });
  const random = randomNumbers(29);
  let lemmas = 0;
  for (let i = 0; i < depth(8, 500); i++) {
    const certificate = certificateOf(triangles(random, 20 + (i % 15), 14 + (i % 11)));
    if (certificate !== null) lemmas += assertHolds(certificate);
  }
  assert.ok(lemmas > 300);
});

test('all forms say the same, in pieces of any size', async () => {
  const { CertificateChecker } =
    await import('../../../../src/solver/engine/certificate/certificate-checker.js');
  const random = randomNumbers(2);
  for (let kind = 0; kind < depth(25, 300); kind++) {
    const puzzle = drawn(random, kind);
    for (const form of LEMMA_FORMS) {
      const certificate = certificateOf(puzzle, form, 20);
      if (certificate === null) continue;
      const report = checkCertificate(certificate);
      assert.ok(report.valid, JSON.stringify(report));
      const checker = new CertificateChecker(puzzle);
      const [cnf, lemmas] = [certificate.cnf, certificate.lemmas].map((text) =>
        Buffer.from(text, 'latin1'),
      );
      const size = 1 + Math.floor(random() * 50);
      for (let at = 0; at < cnf.length; at += size)
        checker.writeClauses(cnf.subarray(at, at + size));
      checker.endClauses();
      for (let at = 0; at < lemmas.length; at += size)
        checker.write(lemmas.subarray(at, at + size));
      assert.deepEqual(checker.end(), report);
    }
  }
});

for (const form of LEMMA_FORMS) {
  for (const [name, says] of Object.entries(EXTERNAL[form])) {
    const program = process.env[name];
    const skip = program === undefined ? `${name} names no program` : false;
    test(`the checker that ${name} names accepts certificates in ${form}`, { skip }, (t) => {
      const folder = temporaryFolder(t);
      const [cnf, lemmas] = [join(folder, 'p.cnf'), join(folder, 'p.lemmas')];
      const random = randomNumbers(4);
      const puzzles = Array.from({ length: depth(30, 1000) }, (_, kind) => drawn(random, kind));
      puzzles.push(dominoes(7));
      for (const puzzle of puzzles) {
        const certificate = certificateOf(puzzle, form, 1000);
        if (certificate === null) continue;
        writeFileSync(cnf, certificate.cnf, 'latin1');
        writeFileSync(lemmas, certificate.lemmas, 'latin1');
        const answer = execFileSync(program!, [cnf, lemmas], { encoding: 'utf8' });
        assert.match(answer, says);
      }
    });
  }
}
