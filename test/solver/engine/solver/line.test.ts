import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { pack, type PackedWords } from '../../../../src/solver/core/puzzle/packed.js';
import { cellsToText, textToCells } from '../../../../src/solver/core/puzzle/text.js';
import {
  block,
  blockColour,
  blockLength,
  type Cells,
  type Clue,
  UNKNOWN,
} from '../../../../src/solver/core/puzzle/types.js';
import type { Needs } from '../../../../src/solver/core/result/difficulty.js';
import { readingLevel, solveLine } from '../../../../src/solver/engine/solver/line.js';
import { Solver } from '../../../../src/solver/engine/solver/solve.js';
import type { Removal } from '../../../../src/solver/engine/wasm/event-reader.js';
import { steppedGrid } from '../../../../src/solver/engine/wasm/stepped-grid.js';
import { UNTIMED, depth } from '../../../support/tests.js';
import { dynamicLine } from '../../../support/naive/dynamic-line.js';
import { narrow, placementsOf } from '../../../support/naive/brute-force.js';
import { clueOf, randomNumbers } from '../../../support/random-puzzle.js';
import { holds } from '../../../support/property.js';

// The engine solves all lines as planes (lines-planes.ts there), and those in black and white of up
// to 64 cells also as words (lines.ts). Domains are those of brute-force.ts.

const grid = steppedGrid();
const solver = new Solver();

/** The lines so far in which the starts of a block, or its cells, take several words. */
let wide = 0;

/** Solves one line in all ways that it can be solved in: they agree. */
function engineLine(clue: Clue, colours: number, domains: readonly number[]): number[] | null {
  const found = planesLine(clue, colours, domains);
  if (colours === 1 && domains.length <= 64) assert.deepEqual(wordLine(clue, domains), found);
  return found;
}

function planesLine(clue: Clue, colours: number, domains: readonly number[]): number[] | null {
  const width = domains.length;
  assert.ok(grid.load(rowOf(clue, colours, width, null)));
  domains.forEach((domain, i) => assert.ok(grid.keep(i, domain)));
  if (isWide(clue, width)) wide++;
  if (!grid.solveLine(0)) return null;
  return domains.map((_, i) => grid.values(i));
}

/** In black and white, by what an observer is told first of a puzzle of one row. */
function wordLine(clue: Clue, domains: readonly number[]): number[] | null {
  const start = Uint8Array.from(domains, (domain) => (domain === 3 ? UNKNOWN : domain >> 1));
  const told: { line: number; removed: readonly Removal[] | null }[] = [];
  solver.solve(rowOf(clue, 1, domains.length, start), 0, UNTIMED, {
    line: (line, removed) => told.push({ line, removed }),
    lineContradiction: (line) => told.push({ line, removed: null }),
  });
  const found = domains.slice();
  // Nothing is told of a line that shows nothing new.
  if (told.length === 0 || told[0].line !== 0) return found;
  const [{ removed }] = told;
  if (removed === null) return null;
  for (const { cell, value } of removed) found[cell] &= ~(1 << value);
  return found;
}

/** A puzzle of one row. The row is solved first, so that its columns do not matter. */
function rowOf(clue: Clue, colours: number, width: number, start: Cells | null): PackedWords {
  const columns = Array.from({ length: width }, () => []);
  return pack({ width, height: 1, rows: [clue], columns, colours, palette: null, start });
}

function isWide(clue: Clue, width: number): boolean {
  const lengths = clue.map(blockLength);
  const gaps = clue.filter((b, j) => j > 0 && blockColour(clue[j - 1]) === blockColour(b)).length;
  const slack = width - gaps - lengths.reduce((sum, length) => sum + length, 0);
  return width > 64 && clue.length > 0 && slack + Math.max(...lengths) > 64;
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
    holds(depth(600, 5000), [lines(12, colours)], ({ clue, domains }) => {
      const expected = narrow(placementsOf(clue, domains.length), domains);
      assert.deepEqual(engineLine(clue, colours, domains), expected);
    });
  });
}

for (const [colours, min, max] of [
  [1, 1, 32],
  [1, 20, 32],
  [1, 33, 64],
  [1, 65, 130],
  [1, 200, 500],
  [2, 1, 40],
  [3, 200, 500],
  [4, 33, 130],
  [12, 33, 130],
]) {
  test(`lines of ${min} to ${max} cells in ${colours} colours agree with dynamic programming`, () => {
    const before = wide;
    const numRuns = max > 200 ? depth(100, 800) : depth(400, 3000);
    holds(numRuns, [lines(max, colours, min)], ({ clue, domains }) => {
      assert.deepEqual(engineLine(clue, colours, domains), dynamicLine(clue, domains));
    });
    if (max > 64) assert.ok(wide > before + numRuns / 20, `${wide - before} wide lines`);
  });
}

test('a long line may have any number of blocks', () => {
  for (let blocks = 1; blocks <= 80; blocks++) {
    const clue = [...new Array<number>(blocks - 1).fill(1), 31];
    const domains = new Array<number>(2 * blocks + 40).fill(3);
    domains[domains.length - 20] = 2;
    const expected = dynamicLine(clue, domains);
    assert.ok(expected !== null);
    assert.deepEqual(engineLine(clue, 1, domains), expected, `${blocks} blocks`);
  }
});

test('one block that fills its line, of any length', () => {
  for (const length of [1, 31, 32, 33, 63, 64, 65, 96, 127, 128, 129, 1000]) {
    const open = new Array<number>(length).fill(3);
    const filled = new Array<number>(length).fill(2);
    assert.deepEqual(engineLine([length], 1, open), filled);
    assert.deepEqual(engineLine([], 1, open), new Array<number>(length).fill(1));
    assert.equal(engineLine([], 1, filled), null);
  }
});

function line(clue: readonly number[], text: string, colours = 1): string | null {
  const cells = solveLine(clue, textToCells(text, text.length, 1));
  return cells === null ? null : cellsToText(cells, text.length, 1, colours);
}

test('a block longer than half its line is known in the middle', () => {
  assert.equal(line([8], '??????????'), '??######??');
});

test('blocks of different colours may touch, equal ones need a blank', () => {
  assert.equal(line([block(3, 1), block(2, 2)], '?????', 2), '11122');
  assert.equal(line([block(2, 1), block(2, 1)], '?????', 2), '11.11');
});

test('known cells that no placement fits return null, and so does a clue that is too long', () => {
  assert.equal(line([1], '#?#'), null);
  assert.equal(line([3, 3], '??????'), null);
});

test('random lines, some of them spoiled, show what their placements show', () => {
  const random = randomNumbers(31);
  let refuted = 0;
  for (let i = 0; i < 3000; i++) {
    const colours = 1 + (i % 3);
    const length = 1 + Math.floor(random() * 11);
    const picture = Array.from({ length }, () =>
      random() < 0.6 ? 1 + Math.floor(random() * colours) : 0,
    );
    const cells = Uint8Array.from(picture, (value) => (random() < 0.3 ? value : UNKNOWN));
    if (i % 5 === 0) cells[Math.floor(random() * length)] = Math.floor(random() * (colours + 1));
    const clue = clueOf(picture);
    const all = (2 << colours) - 1;
    const domains = Array.from(cells, (cell) => (cell === UNKNOWN ? all : 1 << cell));
    const expected = narrow(placementsOf(clue, length), domains);
    const found = solveLine(clue, cells);
    if (expected === null) refuted++;
    const known = expected?.map((domain) =>
      (domain & (domain - 1)) === 0 ? 31 - Math.clz32(domain) : UNKNOWN,
    );
    assert.deepEqual(found === null ? null : Array.from(found), known ?? null);
  }
  assert.ok(refuted > 20, `${refuted}`);
});

function level(clue: Clue, before: string, after: string): Needs | null {
  const cells = (text: string): number[] =>
    Array.from(text, (cell) => ({ '.': 1, '#': 2 })[cell] ?? 3);
  return readingLevel(clue, 1, cells(before), cells(after));
}

test('the level of a step is the weakest that finds all of it', () => {
  assert.equal(level([1, 2], '#??##', '#..##'), 'count');
  assert.equal(level([3], '????', '?##?'), 'overlap');
  assert.equal(level([2], '?#??', '?#?.'), 'bounds');
  assert.equal(level([1, 1], '??#??', '?.#.?'), 'runs');
  assert.equal(level([1, 2], '???#.??', '?.?#.??'), 'line');
});

test('a part of what a line tells may need less than the whole', () => {
  // The 3 covers cell 2 wherever it is; that it does not reach the end follows from the filled
  // cell.
  assert.equal(level([3], '?#???', '?##??'), 'overlap');
  assert.equal(level([3], '?#???', '?##?.'), 'bounds');
});

test('a step that finds nothing needs nothing', () => {
  assert.equal(level([3], '?##?', '?##?'), null);
});

test('in colours a step may take a value from a cell without settling it', () => {
  // A 2 of colour 1, then a 1 of colour 2: the first cell cannot have colour 2.
  const clue = [2, 1 + 0x10000];
  assert.equal(readingLevel(clue, 2, [7, 7, 7, 7], [3, 7, 7, 7]), 'overlap');
});
