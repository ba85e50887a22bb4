import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Encoding } from '../../../../src/solver/engine/certificate/encoding.js';
import {
  type Cells,
  type Puzzle,
  UNKNOWN,
  block,
  blockColour,
} from '../../../../src/solver/core/puzzle/types.js';
import { fingerprint } from '../../../../src/solver/core/puzzle/fingerprint.js';
import { pack } from '../../../../src/solver/core/puzzle/packed.js';
import { depth, temporaryFolder } from '../../../support/tests.js';
import { allClueSets } from '../../../support/grids.js';
import { solutionsOf } from '../../../support/naive/brute-force.js';
import { NaiveClauses } from '../../../support/naive/clauses.js';
import { dynamicLine } from '../../../support/naive/dynamic-line.js';
import {
  puzzleOfPicture,
  randomNumbers,
  randomPicture,
  randomPuzzle,
  withSwappedRows,
} from '../../../support/random-puzzle.js';
import { SETTINGS } from '../../../../src/solver/engine/model/settings.js';
import { type Certificate, certificateOf, checkCertificate } from '../../../support/certificate.js';
import { dominoes, triangles, withMargin } from '../../../support/long-puzzles.js';
import { lratFault } from '../../../support/naive/lrat-check.js';

const LEMMA_FORMS = ['lrat', 'lrat-binary', 'drat'] as const;

/** The models of an encoding, cut to the cells, as text, in order. */
function pictures(encoding: Encoding): string[] {
  const { puzzle, variables } = encoding;
  const clauses = [...encoding.parts()].flatMap((part) => part.clauses);
  assert.equal(clauses.length, encoding.clauses);
  const found: string[] = [];
  for (const model of new NaiveClauses(clauses, variables).models()) {
    const cells = Array.from({ length: puzzle.width * puzzle.height }, (_, cell) => {
      const values = Array.from({ length: puzzle.colours + 1 }, (_, value) => value);
      const own = values.filter((value) => {
        const literal = encoding.literal(cell, value);
        return model[Math.abs(literal)] === literal > 0;
      });
      assert.equal(own.length, 1, 'a cell has one value');
      return own[0];
    });
    found.push(cells.join());
  }
  return found.sort();
}

function assertSame(puzzle: Puzzle, solutions: readonly Cells[] = solutionsOf(puzzle)): void {
  const expected = solutions.map((cells) => [...cells].join()).sort();
  assert.deepEqual(pictures(new Encoding(puzzle, [])), expected);
}

/** The puzzle with some cells given, of which some may be wrong. */
function withGivens(puzzle: Puzzle, random: () => number, share: number): Puzzle {
  const start = Uint8Array.from({ length: puzzle.width * puzzle.height }, () =>
    random() < share ? Math.floor(random() * (puzzle.colours + 1)) : UNKNOWN,
  );
  return { ...puzzle, start };
}

test('the models are the solutions, each once, for all small puzzles', () => {
  for (let width = 1; width <= depth(3, 4); width++) {
    for (let height = 1; height <= depth(3, 4); height++) {
      for (const puzzle of allClueSets(width, height)) assertSame(puzzle);
    }
  }
});

test('they are so in colours, with given cells and if the clues contradict each other', () => {
  const random = randomNumbers(1);
  let without = 0;
  const count = depth(150, 20_000);
  for (let i = 0; i < count; i++) {
    const width = 1 + Math.floor(random() * 6);
    const height = 1 + Math.floor(random() * 5);
    const colours = 1 + (i % 4);
    const draw = (): Puzzle => {
      const density = 0.2 + 0.7 * random();
      const cells = randomPicture(random, width * height, density, colours);
      return puzzleOfPicture(cells, width, height, colours);
    };
    let puzzle = draw();
    // Rows of one picture, columns of another.
    if (i % 7 === 0) puzzle = { ...puzzle, columns: draw().columns };
    if (i % 3 === 0) puzzle = withGivens(puzzle, random, 0.15);
    const solutions = solutionsOf(puzzle);
    without += Number(solutions.length === 0);
    assertSame(puzzle, solutions);
  }
  assert.ok(without > count / 20 && without < count / 2, `${without} have none`);
});

test('a solution that is excluded is no model, and the others are', () => {
  const random = randomNumbers(2);
  let several = 0;
  for (let i = 0; i < depth(50, 2000); i++) {
    const colours = 1 + (i % 3);
    const cells = randomPicture(random, 16, 0.4, colours);
    const puzzle = puzzleOfPicture(cells, 4, 4, colours);
    const solutions = solutionsOf(puzzle);
    several += Number(solutions.length > 1);
    const kept = Math.floor(random() * (solutions.length + 1));
    const expected = solutions.slice(0, kept).map((solution) => [...solution].join());
    assert.deepEqual(pictures(new Encoding(puzzle, solutions.slice(kept))), expected.sort());
  }
  assert.ok(several > 5);
});

test('a line whose blocks are longer than it is has an empty clause', () => {
  const puzzle = puzzleOfPicture(Uint8Array.from([1, 1, 1, 1]), 2, 2);
  const encoding = new Encoding({ ...puzzle, rows: [[2], [3]] }, []);
  const clauses = [...encoding.parts()].flatMap((part) => part.clauses);
  assert.equal(clauses.filter((clause) => clause.length === 0).length, 1);
});

test('unit propagation fixes in a line what complete line solving fixes', () => {
  const random = randomNumbers(3);
  let fixed = 0;
  let contradicted = 0;
  const count = depth(250, 100_000);
  for (let i = 0; i < count; i++) {
    const length = 1 + Math.floor(random() ** 2 * 100);
    const colours = 1 + (i % 2 === 0 ? 0 : Math.floor(random() * 5));
    const cells = randomPicture(random, length, 0.1 + 0.85 * random(), colours);
    const puzzle = puzzleOfPicture(joined(cells, random), length, 1, colours);
    const encoding = new Encoding(puzzle, []);
    // What is known fits the picture, or, at times, another one.
    const shown = randomPicture(random, length, 0.5, colours);
    const share = random();
    const strays = i % 4 === 0 ? 0.05 : 0;
    const known = Array.from(cells, (_, cell) => {
      const all = (1 << (colours + 1)) - 1;
      if (random() < share) return all;
      const value = random() < strays ? shown[cell] : ownValue(puzzle, cell);
      return random() < 0.5 ? 1 << value : (1 << value) | Math.floor(random() * (all + 1));
    });
    const result = byPropagation(encoding, known);
    const expected = dynamicLine(puzzle.rows[0], known);
    assert.deepEqual(result, expected, JSON.stringify({ clue: puzzle.rows[0], known }));
    if (expected === null) contradicted++;
    else fixed += expected.filter((mask, cell) => mask !== known[cell]).length;
  }
  assert.ok(fixed > count && contradicted > count / 100, `${fixed} values, ${contradicted}`);
});

/** Cells of one colour next to each other more often. */
function joined(cells: Cells, random: () => number): Cells {
  const length = 1 + Math.floor(random() * 8);
  return cells.map((_, cell) => cells[cell - (cell % length)]);
}

/** The value of a cell in a picture of one row, which its column tells. */
function ownValue({ columns }: Puzzle, cell: number): number {
  return columns[cell].length === 0 ? 0 : blockColour(columns[cell][0]);
}

/** The values that unit propagation in the row alone leaves to each cell; null: a contradiction. */
function byPropagation(encoding: Encoding, known: readonly number[]): number[] | null {
  const { puzzle, variables } = encoding;
  const values = Array.from({ length: puzzle.colours + 1 }, (_, value) => value);
  const ofRow = [...encoding.parts()].find(({ line }) => line === 0)!.clauses;
  // Those of the cells leave out what the columns exclude.
  const ofCells = known.flatMap((_, cell) => {
    if (puzzle.colours === 1) return [];
    const literals = values.map((value) => encoding.literal(cell, value));
    const pairs = literals.flatMap((one, i) =>
      literals.slice(i + 1).map((other) => [-one, -other]),
    );
    return [literals, ...pairs];
  });
  const clauses = new NaiveClauses([...ofRow, ...ofCells], variables);
  const assumed = known.flatMap((mask, cell) =>
    values
      .filter((value) => ((mask >> value) & 1) === 0)
      .map((value) => -encoding.literal(cell, value)),
  );
  if (!clauses.assume(...assumed)) return null;
  return known.map((_, cell) =>
    values
      .filter((value) => clauses.value(encoding.literal(cell, value)) !== -1)
      .reduce((mask, value) => mask | (1 << value), 0),
  );
}

test('unit propagation in all lines fixes what solving them over and over fixes', () => {
  const random = randomNumbers(4);
  for (let i = 0; i < depth(30, 2000); i++) {
    const [width, height] = [2 + Math.floor(random() * 12), 2 + Math.floor(random() * 12)];
    const colours = 1 + (i % 3);
    const cells = randomPicture(random, width * height, 0.6, colours);
    let puzzle = puzzleOfPicture(cells, width, height, colours);
    if (i % 2 === 0) puzzle = withGivens(puzzle, random, 0.02);
    const encoding = new Encoding(puzzle, []);
    const all = [...encoding.parts()].flatMap((part) => part.clauses);
    const clauses = new NaiveClauses(all, encoding.variables);
    const masks = fixpoint(puzzle);
    if (masks === null) {
      assert.equal(clauses.assume(), false);
      continue;
    }
    assert.ok(clauses.assume());
    for (const [cell, mask] of masks.entries()) {
      for (let value = 0; value <= colours; value++) {
        const can = ((mask >> value) & 1) === 1;
        const expected = !can ? -1 : mask === 1 << value ? 1 : 0;
        assert.equal(clauses.value(encoding.literal(cell, value)), expected);
      }
    }
  }
});

/** The values that complete line solving, over and over, leaves to each cell. */
function fixpoint({ width, height, rows, columns, colours, start }: Puzzle): number[] | null {
  const masks = Array.from({ length: width * height }, (_, cell) => {
    const given = start?.[cell] ?? UNKNOWN;
    return given === UNKNOWN ? (1 << (colours + 1)) - 1 : 1 << given;
  });
  const lines = [
    ...rows.map((clue, y) => ({
      clue,
      cells: masks.flatMap((_, c) => (Math.floor(c / width) === y ? [c] : [])),
    })),
    ...columns.map((clue, x) => ({
      clue,
      cells: masks.flatMap((_, c) => (c % width === x ? [c] : [])),
    })),
  ];
  for (let changed = true; changed;) {
    changed = false;
    for (const { clue, cells } of lines) {
      const shown = dynamicLine(
        clue,
        cells.map((cell) => masks[cell]),
      );
      if (shown === null) return null;
      for (const [i, cell] of cells.entries()) {
        changed ||= masks[cell] !== shown[i];
        masks[cell] = shown[i];
      }
    }
  }
  return masks;
}

test('the file tells puzzle, lines and variables, and holds the clauses', () => {
  const puzzle = puzzleOfPicture(Uint8Array.from([1, 0, 0, 1]), 2, 2);
  const solutions = solutionsOf(puzzle);
  const encoding = new Encoding(puzzle, solutions);
  const lines = [...encoding.dimacs()].join('').trimEnd().split('\n');
  const heading = `c nonogram 2x2, ${fingerprint(pack(puzzle), 0, null)}
c cell r, c (from 0) is variable r * 2 + c + 1: true if it is filled
c row 1: steps from 5; blocks 1
c row 2: steps from 9; blocks 1
c column 1: steps from 13; blocks 1
c column 2: steps from 17; blocks 1
c solution 1
c #.
c .#
c solution 2
c .#
c #.
p cnf 20 54`.split('\n');
  assert.deepEqual(lines.slice(0, heading.length), heading);
  const clauses = [...encoding.parts()].flatMap((part) => part.clauses);
  const wanted = clauses.map((clause) => `${clause.join(' ')} 0`);
  assert.deepEqual(lines.slice(heading.length), wanted);
  assert.deepEqual(clauses.slice(-2), [
    [-1, 2, 3, -4],
    [1, -2, -3, 4],
  ]);
  const coloured = new Encoding({ ...puzzle, rows: [[block(1, 2)], [1]], colours: 2 }, []);
  const comments = [...coloured.dimacs()].join('');
  const expected = /^c cell r, c \(from 0\) has value v: variable \(r \* 2 \+ c\) \* 3 \+ v \+ 1$/m;
  assert.match(comments, expected);
  assert.match(comments, /^c row 1: steps from 13; blocks 1:2$/m);
});

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
  for (let kind = 0; kind < depth(40, 3000); kind++) {
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
  for (let kind = 0; kind < depth(12, 300); kind++) {
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
      const puzzles = Array.from({ length: depth(15, 1000) }, (_, kind) => drawn(random, kind));
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
