import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { LineValues } from '../../../src/solver/core/puzzle/check.js';
import { fingerprint } from '../../../src/solver/core/puzzle/fingerprint.js';
import { pack } from '../../../src/solver/core/puzzle/packed.js';
import { block, type Cells, type Puzzle, UNKNOWN } from '../../../src/solver/core/puzzle/types.js';
import type { ProofReport } from '../../../src/solver/engine/proof-checker.js';
import { Prover } from '../../../src/solver/engine/solver/prove.js';
import { Solver } from '../../../src/solver/engine/solver/solve.js';
import { checkProof } from '../../support/check-proof.js';
import { damage } from '../../support/damage.js';
import { UNTIMED, depth } from '../../support/tests.js';
import { narrow, placementsOf } from '../../support/naive/brute-force.js';
import { secondOpinion } from '../../support/naive/second-checker.js';
import {
  puzzleOfPicture,
  randomNumbers,
  randomPuzzle,
  withSwappedRows,
} from '../../support/random-puzzle.js';
import { sealed } from '../../support/sealed.js';
import { holds } from '../../support/property.js';

const PLUS = puzzleOfPicture(Uint8Array.from([0, 1, 0, 1, 1, 1, 0, 1, 0]), 3, 3);
const TWO_WAYS = puzzleOfPicture(Uint8Array.from([1, 0, 0, 1]), 2, 2);
/** Sums agree, but no picture has these clues. */
const HOPELESS: Puzzle = {
  ...TWO_WAYS,
  rows: [[2], [1]],
  columns: [[1], [2]],
  start: Uint8Array.from([0, 255, 255, 255]),
};

function heading(puzzle: Puzzle, claim: string, solution?: string): string[] {
  const lines = [
    'nonomill-proof 1',
    `puzzle ${fingerprint(pack(puzzle), 0, null)}`,
    `claim ${claim}`,
  ];
  return solution === undefined ? lines : [...lines, `solution ${solution}`];
}

const PLUS_HEADING = heading(PLUS, 'unique', '.#./###/.#.');
const PLUS_STEPS = ['l 2 8 10 12', 'l 5 4 16', 'l 1 -2 -6', 'l 3 -14 -18', 'u 0', 'q'];

function faultOf(report: ProofReport): string {
  assert.ok(!report.valid, 'the proof is believed');
  return `${report.line}: ${report.reason}`;
}

test('a proof by lines alone is followed to its end', () => {
  const report = checkProof(PLUS, sealed([...PLUS_HEADING, ...PLUS_STEPS]));
  assert.ok(report.valid, JSON.stringify(report));
  assert.equal(report.claim, 'unique');
  assert.deepEqual([...report.solutions[0]], [0, 1, 0, 1, 1, 1, 0, 1, 0]);
  assert.deepEqual([report.steps, report.clauses], [6, 0]);
});

test('the pieces in which a proof comes make no difference', async () => {
  const { ProofChecker } = await import('../../../src/solver/engine/proof-checker.js');
  const text = sealed([...PLUS_HEADING, ...PLUS_STEPS]);
  for (const size of [1, 2, 7, 64]) {
    const checker = new ProofChecker(PLUS);
    for (let i = 0; i < text.length; i += size) checker.write(text.slice(i, i + size));
    assert.ok(checker.end().valid);
  }
});

// Whoever looks at a line again with every piece of it is not done within the time of a test file.
test('a line without an end is refused at its limit, in time that grows with its length alone', async () => {
  const { ProofChecker } = await import('../../../src/solver/engine/proof-checker.js');
  const checker = new ProofChecker(PLUS);
  const piece = '1'.repeat(64);
  let length = 0;
  for (; !checker.failed && length < 1 << 24; length += piece.length) checker.write(piece);
  assert.equal(length, (1 << 23) + piece.length);
  assert.match(faultOf(checker.end()), /^1: the line has more than 8388608 characters/);
});

test('a clause that is true already says nothing, and one that is dropped is gone', () => {
  // 4 is the upper cell of the middle column: without it the cell differs from the solution, and
  // nothing fits there.
  const clause = ['c 4', 'u 0', 'l 5 !', 'q'];
  const steps = [...clause, 'd 1', ...PLUS_STEPS];
  const report = checkProof(PLUS, sealed([...PLUS_HEADING, ...steps]));
  assert.ok(report.valid, JSON.stringify(report));
  assert.equal(report.clauses, 1);
  const gone = sealed([...PLUS_HEADING, ...clause, 'd 1', 'u 1']);
  assert.equal(faultOf(checkProof(PLUS, gone)), '10: clause 1 is not there (any more)');
});

test('of a proof that several share, each follows the clauses that it takes, and all use all', async () => {
  const { ProofChecker } = await import('../../../src/solver/engine/proof-checker.js');
  // The first clause is proven, the second is not.
  const steps = ['c 4', 'u 0', 'l 5 !', 'q', 'c 2 6', 'q', 'u 1', ...PLUS_STEPS];
  const text = sealed([...PLUS_HEADING, ...steps]);
  const reportOf = (taken: number): ProofReport => {
    const checker = new ProofChecker(PLUS, (clause) => clause === taken);
    checker.write(text);
    return checker.end();
  };
  const [first, second] = [reportOf(1), reportOf(2)];
  assert.ok(first.valid && first.clauses === 2, JSON.stringify(first));
  assert.equal(faultOf(second), '10: the clause is not proven: there is no contradiction');
  assert.deepEqual(second, checkProof(PLUS, text));
});

const TWO_HEADING = [...heading(TWO_WAYS, 'exactly 2', '#./.#'), 'solution .#/#.'];
const TWO_STEPS = ['c 2', 'l 1 4', 'l 3 6', 'l 2 -8', 'u -1', 'q', 'u 1'];
const TWO_END = ['l 1 -4', 'l 3 -6', 'l 2 8', 'u 0', 'q'];

test('that there are exactly so many solutions is proven by a clause against each', () => {
  const report = checkProof(TWO_WAYS, sealed([...TWO_HEADING, ...TWO_STEPS, ...TWO_END]));
  assert.ok(report.valid, JSON.stringify(report));
  assert.equal(report.claim, 'exactly');
  assert.deepEqual(report.solutions.map(String), ['1,0,0,1', '0,1,1,0']);
});

test('a number of solutions that is not proven is refused', () => {
  const faultWith = (head: readonly string[], steps = TWO_STEPS): string =>
    faultOf(checkProof(TWO_WAYS, sealed([...head, ...steps, ...TWO_END])));
  const [format, about, , first, second] = TWO_HEADING;
  assert.match(faultWith([format, about, 'claim exactly 2', first, first]), /^5: .* those before/);
  assert.match(faultWith([format, about, 'claim exactly 1', first]), /^3: expected "claim unique"/);
  const wanted = /^6: expected "solution <cells>"/;
  assert.match(faultWith([format, about, 'claim exactly 3', first, second]), wanted);
  const found = faultWith([format, about, 'claim unique', first]);
  assert.match(found, /^9: clause -1 needs a solution$/);
  const third = TWO_STEPS.map((step) => step.replace('u -1', 'u -2'));
  assert.match(faultWith(TWO_HEADING, third), /^10: clause -2 needs a solution$/);
});

test('a claim without a solution has no clause 0', () => {
  const text = sealed([...heading(HOPELESS, 'contradiction'), 'u 0']);
  assert.equal(faultOf(checkProof(HOPELESS, text)), '4: clause 0 needs a solution');
});

test('a puzzle of 31 colours is proven, whose last value needs the sign bit', () => {
  const clues = [[block(1, 31)]];
  const puzzle = { ...PLUS, width: 1, height: 1, colours: 31, rows: clues, columns: clues };
  const text = sealed([...heading(puzzle, 'unique', 'v'), 'l 1 32', 'u 0', 'q']);
  const report = checkProof(puzzle, text);
  assert.ok(report.valid, JSON.stringify(report));
});

test('lines may end as on Windows, and the last one may have no end', () => {
  const text = sealed([...PLUS_HEADING, ...PLUS_STEPS]);
  assert.ok(checkProof(PLUS, text.replaceAll('\n', '\r\n')).valid);
  assert.ok(checkProof(PLUS, text.trimEnd()).valid);
});

test('a heading that says something else is refused, with its line', () => {
  const [format, about, claim, solution] = PLUS_HEADING;
  const unreadable = /^4: the solution cannot be read: /;
  for (const [lines, fault] of [
    [['nonomill-proof 2'], /^1: expected "nonomill-proof 1", got "nonomill-proof 2"/],
    [[format, 'puzzle'], /^2: expected "puzzle <fingerprint>", got "puzzle"/],
    [
      [format, about, 'claim maybe'],
      /^3: expected "claim unique", "claim contradiction" or "claim exactly/,
    ],
    [[format, about, claim, 'solution'], /^4: expected "solution <cells>", got "solution"/],
    [[format, about, claim, 'solution .#.'], unreadable],
    [[format, about, claim, solution.replace('#', '?')], /^4: the solution .*: a cell is unknown/],
  ] as const) {
    assert.match(faultOf(checkProof(PLUS, `${lines.join('\n')}\n`)), fault);
  }
});

test('a puzzle without a solution is proven by a line in which nothing fits', () => {
  const steps = ['l 1 !', 'q'];
  assert.ok(checkProof(HOPELESS, sealed([...heading(HOPELESS, 'contradiction'), ...steps])).valid);
});

test('a clause with a true literal is no fault, whatever the others are and wherever it stands', () => {
  // 10 is the cell in the middle, 2 and 6 are corners of which nothing is known yet.
  for (const clause of ['2 6 10', '10 2 6', '2 10 6']) {
    const steps = ['l 2 8 10 12', `c ${clause}`, 'q', 'u 1', ...PLUS_STEPS];
    const report = checkProof(PLUS, sealed([...PLUS_HEADING, ...steps]));
    assert.ok(report.valid, JSON.stringify(report));
  }
});

test('a clause is proven by assuming that it is false', () => {
  const steps = ['c 2', 'l 1 4', 'l 3 6', 'l 4 -8', 'u 0', 'q'];
  const text = sealed([...heading(TWO_WAYS, 'unique', '.#/#.'), ...steps, 'u 1', 'q']);
  // The claim is wrong: the other diagonal is a solution too, and nothing contradicts it.
  assert.equal(faultOf(checkProof(TWO_WAYS, text)), '12: the claim is not proven yet');
});

const faults: readonly (readonly [string, readonly string[], string])[] = [
  ['a literal that does not follow', ['l 2 8', 'l 1 2'], '6: 2 does not follow from row 1'],
  ['a literal of another line', ['l 2 4'], '5: 4 is not about a cell of row 2'],
  ['a line that still has a placement', ['l 1 !'], '5: row 1 still has a placement that fits'],
  ['a line that does not exist', ['l 7 2'], '5: line 7 does not exist'],
  [
    'a literal beyond the last cell',
    ['l 3 19'],
    '5: 19 is not a literal: the puzzle has those from 1 to 18',
  ],
  ['a clause that is not there', ['u 1'], '5: clause 1 is not there (any more)'],
  [
    'a solution that several cells may differ from',
    ['u 0'],
    '5: more than one cell may still differ from the solution',
  ],
  ['a claim that nothing proves', ['l 2 8', 'q'], '6: the claim is not proven yet'],
  [
    'a clause that nothing contradicts',
    ['c 2', 'q'],
    '6: the clause is not proven: there is no contradiction',
  ],
  [
    'a clause within a clause',
    ['c 2', 'c 4'],
    '6: a clause is begun before the last one is proven',
  ],
  ['a step of no kind', ['x 2'], '5: expected a step (l, u, c, q or d), got "x 2"'],
  [
    'steps after the claim is proven',
    [...PLUS_STEPS, 'l 1 2'],
    '11: expected "end", as the claim is proven, got "l 1 2"',
  ],
  ['an end before the claim is proven', ['l 2 8'], '6: the proof ends before its claim is proven'],
  ['two clauses in one step', ['u 0 0'], '5: expected one number, got "u 0 0"'],
  ['an end of a clause with words', ['q 1'], '5: expected "q" alone, got "q 1"'],
  ['a clause without literals', ['c'], '5: expected the literals of the clause, got "c"'],
  [
    'a clause that is dropped within another',
    ['c 4', 'd 1'],
    '6: clauses are dropped within the proof of another',
  ],
  ['a step that drops nothing', ['d'], '5: expected the numbers of clauses, got "d"'],
  ['a clause that is dropped before it is there', ['d 1'], '5: clause 1 is not there (any more)'],
];

for (const [what, steps, fault] of faults) {
  test(`${what} is refused, with its line`, () => {
    assert.equal(faultOf(checkProof(PLUS, sealed([...PLUS_HEADING, ...steps]))), fault);
  });
}

test('a proof of another puzzle, with a wrong solution or cut off is refused', () => {
  const text = sealed([...PLUS_HEADING, ...PLUS_STEPS]);
  assert.match(faultOf(checkProof(TWO_WAYS, text)), /^2: the proof is about puzzle/);
  const wrong = sealed([...heading(PLUS, 'unique', '##./###/.#.'), ...PLUS_STEPS]);
  const expected = '4: the solution does not fit the puzzle: row 1 breaks its clue';
  assert.equal(faultOf(checkProof(PLUS, wrong)), expected);
  assert.match(faultOf(checkProof(PLUS, text.slice(0, text.indexOf('end')))), /cut off/);
  assert.match(faultOf(checkProof(PLUS, '')), /cut off/);
  assert.match(faultOf(checkProof(PLUS, `${text}l 1 2\n`)), /text after the end/);
});

test('a proof whose checksum or number of steps is wrong is refused, even if each step holds', () => {
  const text = sealed([...PLUS_HEADING, ...PLUS_STEPS]);
  assert.match(faultOf(checkProof(PLUS, text.replace('l 1 -2 -6', 'l 1 -6 -2'))), /checksum/);
  assert.match(faultOf(checkProof(PLUS, text.replace('end 6', 'end 7'))), /7 steps, there are 6/);
});

test('the proof in docs/lab/proofs.md holds', () => {
  const page = readFileSync(new URL('../../../../docs/lab/proofs.md', import.meta.url), 'utf8');
  const shown = /^ {4}nonomill-proof 1\n(?: {4}.*\n)+/m.exec(page)![0].replaceAll(/^ {4}/gm, '');
  assert.ok(checkProof(PLUS, shown).valid);
});

const lines = fc.integer({ min: 1, max: 9 }).chain((length) =>
  fc.record({
    clue: fc.array(
      fc
        .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 2 }))
        .map(([size, colour]) => block(size, colour)),
      { maxLength: 4 },
    ),
    // Any set of values, with whole cells more often than not.
    masks: fc.array(fc.oneof(fc.constant(7), fc.integer({ min: 0, max: 7 })), {
      minLength: length,
      maxLength: length,
    }),
  }),
);

test('a line can have exactly the values of the placements that fit', () => {
  const lineValues = new LineValues();
  holds(depth(300, 3000), [lines], ({ clue, masks }) => {
    const expected = narrow(placementsOf(clue, masks.length), masks);
    assert.equal(lineValues.fill(clue, Int32Array.from(masks)), expected !== null);
    if (expected !== null) assert.deepEqual([...lineValues.values], expected);
  });
});

test('a line of 31 colours has its last colour, which needs the sign bit', () => {
  const lineValues = new LineValues();
  assert.ok(lineValues.fill([block(1, 31)], Int32Array.from([-1, 1])));
  assert.deepEqual(lineValues.values, Int32Array.from([1 << 31, 1]));
});

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
    if (tried >= depth(500, 3000)) break;
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
    if (tried >= depth(250, 1500)) break;
  }
  assert.ok(passed < tried / 2, `${passed} of ${tried} passed`);
});

test('no proof passes for a puzzle with several solutions', () => {
  const random = randomNumbers(41);
  let tried = 0;
  while (tried < depth(200, 1000)) {
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
