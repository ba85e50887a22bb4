import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { steppedGrid } from '../../src/engine/stepped-grid.js';
import { pack } from '../../src/puzzle/packed.js';
import type { Clue } from '../../src/puzzle/types.js';
import { dynamicLine } from '../solver/dynamic-line.js';
import { clueOf } from '../support/grids.js';
import { depth } from '../support/depth.js';
import { narrow, placements } from '../support/naive/naive-solver.js';

const grid = steppedGrid();

/** Solves one line in the engine, as the only row of a puzzle and as its only column: both find the same. */
function engineLine(clue: Clue, colours: number, domains: readonly number[]): number[] | null {
  const length = domains.length;
  const none = Array.from({ length }, () => []);
  const rest = { colours, palette: null, start: null };
  const across = { width: length, height: 1, rows: [clue], columns: none, ...rest };
  const down = { width: 1, height: length, rows: none, columns: [clue], ...rest };
  const found = solved(pack(across), 0, colours, domains, (i) => [0, i]);
  const foundDown = solved(pack(down), length, colours, domains, (i) => [i, 0]);
  assert.deepEqual(foundDown, found);
  return found;
}

function solved(
  words: Int32Array,
  line: number,
  colours: number,
  domains: readonly number[],
  placeOf: (i: number) => [row: number, column: number],
): number[] | null {
  assert.ok(grid.load(words));
  domains.forEach((domain, i) => {
    for (let value = 0; value <= colours; value++) {
      if (((domain >> value) & 1) === 0) grid.remove(...placeOf(i), value);
    }
  });
  if (!grid.solveLine(line)) return null;
  return domains.map((_, i) => {
    let domain = 0;
    for (let value = 0; value <= colours; value++) {
      if (grid.can(...placeOf(i), value)) domain |= 1 << value;
    }
    return domain;
  });
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
        assert.deepEqual(engineLine(clue, colours, domains), expected);
      }),
      { numRuns: depth(1200, 5000) },
    );
  });
}

for (const [colours, min, max] of [
  [1, 1, 32],
  [1, 33, 64],
  [1, 65, 130],
  [1, 100, 400],
  [2, 1, 40],
  [4, 33, 130],
  [3, 100, 300],
  [12, 33, 130],
]) {
  test(`lines of ${min} to ${max} cells in ${colours} colours agree with dynamic programming`, () => {
    fc.assert(
      fc.property(lines(max, colours, min), ({ clue, domains }) => {
        assert.deepEqual(engineLine(clue, colours, domains), dynamicLine(clue, domains));
      }),
      { numRuns: depth(800, 3000) },
    );
  });
}

test('a line may have any number of blocks beside a long one', () => {
  for (let blocks = 1; blocks <= 80; blocks++) {
    const clue = [...new Array<number>(blocks - 1).fill(1), 31];
    for (const slack of [40, 70, 140]) {
      const domains = new Array<number>(2 * blocks + slack).fill(3);
      domains[domains.length - 20] = 2;
      assert.deepEqual(
        engineLine(clue, 1, domains),
        dynamicLine(clue, domains),
        `${blocks} blocks`,
      );
    }
  }
});

test('one block fills its line, and none leaves it blank, at any length', () => {
  for (const length of [1, 31, 32, 33, 63, 64, 65, 96, 1000]) {
    const open = new Array<number>(length).fill(3);
    const filled = new Array<number>(length).fill(2);
    assert.deepEqual(engineLine([length], 1, open), filled);
    assert.deepEqual(engineLine([], 1, open), new Array<number>(length).fill(1));
    assert.equal(engineLine([], 1, filled), null);
  }
});
