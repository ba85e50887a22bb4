import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isCrowded, solveCrowdedLine } from '../../../src/solver/lines/line-crowded.js';
import { WideColourLines } from '../../../src/solver/lines/line-wide-colours.js';
import { WideLines } from '../../../src/solver/lines/line-wide.js';
import { solveWordLine, wordResult } from '../../../src/solver/lines/line-word.js';
import { Problem } from '../../../src/solver/model/problem.js';
import { pack } from '../../../src/puzzle/packed.js';
import type { Clue } from '../../../src/puzzle/types.js';
import { dynamicLine } from '../dynamic-line.js';
import { clueOf } from '../../support/grids.js';
import { narrow, placements } from '../../support/naive/naive-solver.js';
import { depth } from '../../support/depth.js';

/** The lines that were crowded so far. */
let crowded = 0;

/** Solves one line by all methods that take lines of any length or of any colours: they agree. */
function wideLine(clue: Clue, colours: number, domains: readonly number[]): number[] | null {
  const result = wideResult(clue, colours, domains, new WideColourLines());
  const lines = new WideLines();
  assert.deepEqual(wideResult(clue, colours, domains, lines), result);
  if (colours > 1) return result;
  const others: Pick<WideLines, 'solve'>[] = [{ solve: lines.solveWords.bind(lines) }];
  if (isCrowded(rowProblem(clue, colours, domains.length), 0)) {
    crowded++;
    others.push({ solve: solveCrowdedLine });
  }
  for (const other of others) assert.deepEqual(wideResult(clue, colours, domains, other), result);
  return result;
}

/** Domains as in naive.ts. */
function wideResult(
  clue: Clue,
  colours: number,
  domains: readonly number[],
  lines: Pick<WideLines, 'solve'>,
): number[] | null {
  const problem = rowProblem(clue, colours, domains.length);
  const words = problem.rowWords;
  const planes = new Int32Array(problem.values * words);
  domains.forEach((domain, i) => {
    for (let v = 0; v <= colours; v++) {
      if ((domain >> v) & 1) planes[v * words + (i >> 5)] |= 1 << (i & 31);
    }
  });
  const out = new Int32Array(planes.length);
  if (!lines.solve(problem, 0, planes, 0, words, out)) return null;
  return domains.map((_, i) => {
    let domain = 0;
    for (let v = 0; v <= colours; v++) {
      if ((out[v * words + (i >> 5)] >>> (i & 31)) & 1) domain |= 1 << v;
    }
    return domain;
  });
}

/** Solves one line by the fast path for black and white. */
function wordLine(clue: Clue, domains: readonly number[]): number[] | null {
  const problem = rowProblem(clue, 1, domains.length);
  const mask = (value: number): number =>
    domains.reduce((word, domain, i) => word | (((domain >> value) & 1) << i), 0);
  if (!solveWordLine(problem, 0, mask(0), mask(1))) return null;
  const [blank, filled] = wordResult;
  return domains.map((_, i) => ((blank >>> i) & 1) | (((filled >>> i) & 1) << 1));
}

function rowProblem(clue: Clue, colours: number, width: number): Problem {
  const problem = new Problem();
  const columns = Array.from({ length: width }, () => []);
  const puzzle = { width, height: 1, rows: [clue], columns, colours, palette: null, start: null };
  assert.ok(problem.load(pack(puzzle), 0));
  return problem;
}

/** A line with a clue that fits it and domains that leave (usually) some placement. */
function lines(maxLength: number, colours: number, minLength = 1) {
  return fc
    .record({
      length: fc.integer({ min: minLength, max: maxLength }),
      density: fc.integer({ min: 0, max: 10 }),
      known: fc.integer({ min: 0, max: 10 }),
      seed: fc.integer({ min: 1, max: 0x7fffffff }),
      spoiled: fc.boolean(),
    })
    .map(({ length, density, known, seed, spoiled }) => {
      let state = seed;
      const random = (below: number): number => {
        state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
        return (state >>> 8) % below;
      };
      const cells: number[] = [];
      while (cells.length < length) {
        const value = random(10) < density ? 1 + random(colours) : 0;
        const run = 1 + random(1 + random(2) * 6);
        for (let i = 0; i < run && cells.length < length; i++) cells.push(value);
      }
      const all = (2 << colours) - 1;
      const domains = cells.map((value) =>
        random(10) >= known ? all : (1 << value) | (random(all + 1) & random(all + 1)),
      );
      if (spoiled) domains[random(length)] = 1 << random(colours + 1);
      return { clue: clueOf(cells), domains, colours };
    });
}

for (const colours of [1, 2, 3]) {
  test(`lines of up to 12 cells in ${colours} colours show what their placements show`, () => {
    fc.assert(
      fc.property(lines(12, colours), ({ clue, domains }) => {
        const expected = narrow(placements(clue, domains.length), domains);
        assert.deepEqual(wideLine(clue, colours, domains), expected);
        if (colours === 1) assert.deepEqual(wordLine(clue, domains), expected);
      }),
      { numRuns: depth(1200, 5000) },
    );
  });
}

for (const [colours, min, max] of [
  [1, 1, 32],
  [1, 20, 32],
  [1, 33, 130],
  [2, 1, 40],
  [4, 33, 130],
  [12, 33, 130],
]) {
  test(`lines of ${min} to ${max} cells in ${colours} colours agree with dynamic programming`, () => {
    const before = crowded;
    fc.assert(
      fc.property(lines(max, colours, min), ({ clue, domains }) => {
        const expected = dynamicLine(clue, domains);
        assert.deepEqual(wideLine(clue, colours, domains), expected);
        if (colours === 1 && max <= 32) assert.deepEqual(wordLine(clue, domains), expected);
      }),
      { numRuns: depth(800, 3000) },
    );
    if (colours === 1)
      assert.ok(crowded > before + depth(130, 500), `${crowded - before} crowded lines`);
  });
}

test('the first long line of a solver may have any number of blocks', () => {
  for (let blocks = 1; blocks <= 80; blocks++) {
    // Too long to be crowded, and with a slack of one word.
    const clue = [...new Array<number>(blocks - 1).fill(1), 31];
    const domains = new Array<number>(2 * blocks + 40).fill(3);
    domains[domains.length - 20] = 2;
    const expected = dynamicLine(clue, domains);
    assert.ok(expected !== null);
    const lines = new WideLines();
    const found = wideResult(clue, 1, domains, { solve: lines.solveWords.bind(lines) });
    assert.deepEqual(found, expected, `${blocks} blocks`);
    assert.deepEqual(wideLine(clue, 1, domains), expected);
  }
});

test('one block that fills its line, of any length', () => {
  for (const length of [1, 31, 32, 33, 63, 64, 65, 96, 1000]) {
    const open = new Array<number>(length).fill(3);
    const filled = new Array<number>(length).fill(2);
    assert.deepEqual(wideLine([length], 1, open), filled);
    assert.deepEqual(wideLine([], 1, open), new Array<number>(length).fill(1));
    assert.equal(wideLine([], 1, filled), null);
    if (length > 32) continue;
    assert.deepEqual(wordLine([length], open), filled);
    assert.deepEqual(wordLine([], open), new Array<number>(length).fill(1));
    assert.equal(wordLine([], filled), null);
  }
});
