import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { WordAutomata } from '../../src/solver/explain.js';
import { FIXED, WideAutomata } from '../../src/solver/explain-wide.js';
import { Problem } from '../../src/solver/problem.js';
import { pack } from '../../src/puzzle/packed.js';
import type { Clue } from '../../src/puzzle/types.js';
import { clueOf } from './grids.js';
import { narrow, placements } from './naive.js';

/** A line, and by cell the values that it can have (bits), which contradict the clue or not. */
interface Case {
  clue: Clue;
  domains: number[];
  /** By cell: removed values that cost nothing. */
  free: number[];
  colours: number;
}

function cases(colours: number): fc.Arbitrary<Case> {
  return fc
    .record({
      cells: fc.array(fc.integer({ min: 0, max: colours }), { minLength: 1, maxLength: 11 }),
      domains: fc.array(fc.integer({ min: 1, max: (2 << colours) - 1 }), {
        minLength: 11,
        maxLength: 11,
      }),
      free: fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 11, maxLength: 11 }),
    })
    .map(({ cells, domains, free }) => ({
      clue: clueOf(cells),
      domains: domains.slice(0, cells.length),
      free: free.slice(0, cells.length).map((bits, i) => bits & free[(i + 1) % cells.length]),
      colours,
    }));
}

function problemOf(clue: Clue, colours: number, width: number): Problem {
  const problem = new Problem();
  const columns = Array.from({ length: width }, () => []);
  const puzzle = { width, height: 1, rows: [clue], columns, colours, palette: null, start: null };
  assert.ok(problem.load(pack(puzzle), 0));
  return problem;
}

/** The removed values (cell * values + value) that the wide method finds to be needed. */
function wideReason({ clue, domains, free, colours }: Case): number[] {
  const values = colours + 1;
  const can = new Uint8Array(domains.length * values);
  for (let i = 0; i < domains.length; i++) {
    for (let v = 0; v < values; v++) {
      const isFree = ((free[i] >> v) & 1) === 1;
      can[i * values + v] = ((domains[i] >> v) & 1) === 1 ? 1 : isFree ? FIXED : 0;
    }
  }
  const automata = new WideAutomata();
  automata.conflict(problemOf(clue, colours, domains.length), 0, can);
  return Array.from(automata.needed.subarray(0, automata.neededCount));
}

/** The same by the fast path; in black and white a cell has at most one value removed. */
function wordReason({ clue, domains, free }: Case, pivot: number): number[] {
  const automata = new WordAutomata();
  automata.load(problemOf(clue, 1, domains.length));
  const word = (bitOf: (i: number) => number): number =>
    domains.reduce((sum, _, i) => sum | (bitOf(i) << i), 0);
  const mask = automata.conflict(
    0,
    domains.length,
    word((i) => domains[i] & 1),
    word((i) => domains[i] >> 1),
    word((i) => ((free[i] & ~domains[i] & 3) === 0 ? 0 : 1)),
    pivot,
  );
  const needed: number[] = [];
  for (let i = 0; i < domains.length; i++) {
    if ((mask >>> i) & 1) needed.push(2 * i + (domains[i] === 1 ? 1 : 0));
  }
  return needed;
}

/** Whether the clue fits where only these removed values, and the free ones, are removed. */
function fits({ clue, domains, free, colours }: Case, removed: readonly number[]): boolean {
  const values = colours + 1;
  const all = (1 << values) - 1;
  const left = domains.map((domain, i) => all & ~(free[i] & ~domain));
  for (const entry of removed) left[Math.floor(entry / values)] &= ~(1 << (entry % values));
  return narrow(placements(clue, domains.length), left) !== null;
}

for (const colours of [1, 2, 3]) {
  test(`a contradiction in ${colours} colours is explained by what is needed and no more`, () => {
    let contradictions = 0;
    fc.assert(
      fc.property(cases(colours), (line) => {
        if (narrow(placements(line.clue, line.domains.length), line.domains) !== null) return;
        contradictions++;
        const reasons = [wideReason(line)];
        for (let pivot = 0; colours === 1 && pivot <= line.domains.length; pivot++) {
          reasons.push(wordReason(line, pivot));
        }
        for (const reason of reasons) {
          assert.equal(fits(line, reason), false);
          for (const entry of reason) {
            assert.ok(line.domains[Math.floor(entry / (colours + 1))] !== undefined);
            assert.equal(
              fits(
                line,
                reason.filter((other) => other !== entry),
              ),
              true,
              `${entry} is not needed`,
            );
          }
        }
      }),
      { numRuns: 3000 },
    );
    assert.ok(contradictions > 300, `${contradictions} contradictions`);
  });
}

test('a long line is explained across words', () => {
  const domains = new Array<number>(200).fill(3);
  for (const blank of [3, 30, 69, 150, 190]) domains[blank] = 1;
  const free = domains.map(() => 0);
  // A block of 81 cells has no room but between cells 69 and 150, which leaves 80.
  const reason = wideReason({ clue: [5, 81, 5], domains, free, colours: 1 });
  assert.deepEqual(reason, [2 * 69 + 1, 2 * 150 + 1]);
});
