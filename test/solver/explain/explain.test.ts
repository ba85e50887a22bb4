import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ColourAutomata } from '../../../src/solver/explain/explain-colours.js';
import { DoubleAutomata } from '../../../src/solver/explain/explain-double.js';
import { WideColourAutomata } from '../../../src/solver/explain/explain-wide-colours.js';
import { WideAutomata } from '../../../src/solver/explain/explain-wide.js';
import { WordAutomata } from '../../../src/solver/explain/explain.js';
import { Problem } from '../../../src/solver/model/problem.js';
import { pack } from '../../../src/puzzle/packed.js';
import type { Clue } from '../../../src/puzzle/types.js';
import { clueOf } from '../../support/grids.js';
import { dynamicLine } from '../dynamic-line.js';
import { narrow, placements } from '../../support/naive/naive-solver.js';
import { depth } from '../../support/depth.js';

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

/** The planes of a line, then those of what cost something: values that are not removed for free. */
function planesOf({ domains, free, colours }: Case): Int32Array {
  const words = (domains.length + 31) >>> 5;
  const size = (colours + 1) * words;
  const planes = new Int32Array(2 * size);
  domains.forEach((domain, i) => {
    for (let v = 0; v <= colours; v++) {
      const at = v * words + (i >>> 5);
      if ((domain >> v) & 1) planes[at] |= 1 << (i & 31);
      if (((domain | ~free[i]) >> v) & 1) planes[size + at] |= 1 << (i & 31);
    }
  });
  return planes;
}

/** The removed values (cell * values + value) that the methods for colours find to be needed. */
function colourReason(line: Case): number[] {
  const problem = problemOf(line.clue, line.colours, line.domains.length);
  const planes = planesOf(line);
  const words = (line.domains.length + 31) >>> 5;
  const wide = new WideColourAutomata(problem);
  const count = wide.conflict(0, planes, 0, planes, planes.length / 2, words);
  const reason = Array.from(wide.needed.subarray(0, count));
  if (words > 1 || problem.slack[0] === 0) return reason;
  const short = new ColourAutomata(problem);
  short.reset();
  const shortCount = short.conflict(0, planes, 0, planes, planes.length / 2);
  assert.deepEqual(Array.from(short.needed.subarray(0, shortCount)), reason);
  return reason;
}

/** The same by a method for black and white: that for any line, or that for up to 64 states. */
function wideReason(
  line: Case,
  pivot: number,
  Automata: typeof WideAutomata | typeof DoubleAutomata,
): number[] {
  const automata = new Automata(problemOf(line.clue, 1, line.domains.length));
  automata.reset();
  const planes = planesOf(line);
  const words = (line.domains.length + 31) >>> 5;
  const count = automata.conflict(0, planes, 0, planes, planes.length / 2, words, pivot);
  const needed = Array.from(automata.needed.subarray(0, count));
  return needed.map((i) => 2 * i + (line.domains[i] & 1)).sort((a, b) => a - b);
}

/** The same by the method for one word; in black and white a cell has at most one value removed. */
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

/** Whether the clue fits if only these removed values, and the free ones, are removed. */
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
        const reasons = [colourReason(line)];
        for (let pivot = 0; colours === 1 && pivot <= line.domains.length; pivot++) {
          const reason = wordReason(line, pivot);
          assert.deepEqual(wideReason(line, pivot, WideAutomata), reason);
          assert.deepEqual(wideReason(line, pivot, DoubleAutomata), reason);
          reasons.push(reason);
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
      { numRuns: depth(600, 3000) },
    );
    assert.ok(contradictions > depth(60, 300), `${contradictions} contradictions`);
  });
}

/** Lines of up to `most` cells that contradict their clues by a few known cells. */
function longCases(most: number): fc.Arbitrary<Case> {
  return fc
    .record({
      runs: fc.array(fc.tuple(fc.nat(9), fc.nat(60)), { minLength: 3, maxLength: 30 }),
      known: fc.array(fc.nat(9), { minLength: 300, maxLength: 300 }),
      spoiled: fc.array(fc.nat(299), { minLength: 1, maxLength: 4 }),
      sparse: fc.nat(8),
    })
    .map(({ runs, known, spoiled, sparse }) => {
      const cells: number[] = [];
      for (const [kind, length] of runs) {
        const run = Math.min(length, kind > 4 ? 60 : 6, most - cells.length);
        for (let i = 0; i < run; i++) cells.push(kind & 1);
      }
      if (cells.length === 0) cells.push(1);
      const domains = cells.map((value, i) => (known[i] < sparse ? 3 : 1 << value));
      for (const i of spoiled) domains[i % cells.length] ^= 3;
      const free = cells.map((_, i) => (known[(7 * i) % 300] === 0 ? 3 : 0));
      return { clue: clueOf(cells), domains: domains.map((d) => d || 3), free, colours: 1 };
    });
}

for (const most of [64, 300]) {
  test(`lines of up to ${most} cells are explained by what is needed and no more`, () => {
    let contradictions = 0;
    let longInTwoWords = 0;
    fc.assert(
      fc.property(longCases(most), fc.nat(most), (line, anywhere) => {
        if (dynamicLine(line.clue, line.domains) !== null) return;
        contradictions++;
        const pivot = Math.min(anywhere, line.domains.length);
        const wide = wideReason(line, pivot, WideAutomata);
        if (line.clue.reduce((sum, size) => sum + size + 1, 0) <= 64) {
          if (line.domains.length > 64) longInTwoWords++;
          assert.deepEqual(wideReason(line, pivot, DoubleAutomata), wide);
        }
        const removed = line.domains.map((domain, i) => line.free[i] & ~domain & 3);
        for (const reason of [colourReason(line), wide]) {
          const left = (entries: readonly number[]): number[] => {
            const can = removed.map((gone) => 3 & ~gone);
            for (const entry of entries) can[entry >> 1] &= ~(1 << (entry & 1));
            return can;
          };
          assert.equal(dynamicLine(line.clue, left(reason)), null);
          for (const entry of reason) {
            const others = reason.filter((other) => other !== entry);
            assert.notEqual(dynamicLine(line.clue, left(others)), null, `${entry} is not needed`);
          }
        }
      }),
      { numRuns: depth(300, 1000) },
    );
    assert.ok(contradictions > depth(30, 100), `${contradictions} contradictions`);
    assert.ok(
      most === 64 || longInTwoWords > depth(15, 50),
      `${longInTwoWords} long lines of few states`,
    );
  });
}

test('a long line is explained across words', () => {
  const domains = new Array<number>(200).fill(3);
  for (const blank of [3, 30, 69, 150, 190]) domains[blank] = 1;
  const free = domains.map(() => 0);
  // A block of 81 cells has no room but between cells 69 and 150, which leaves 80.
  const line = { clue: [5, 81, 5], domains, free, colours: 1 };
  const reason = [2 * 69 + 1, 2 * 150 + 1];
  assert.deepEqual(colourReason(line), reason);
  assert.deepEqual(wideReason(line, 200, WideAutomata), reason);
});
