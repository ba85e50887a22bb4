import assert from 'node:assert/strict';
import { test } from 'node:test';
import { steppedGrid } from '../../../../../src/solver/engine/wasm/stepped-grid.js';
import { pack } from '../../../../../src/solver/core/puzzle/packed.js';
import type { Puzzle } from '../../../../../src/solver/core/puzzle/types.js';
import type { Outcome } from '../../../../../src/solver/core/result/outcome.js';
import type { SolveLimits } from '../../../../../src/solver/engine/model/limits.js';
import { ONLY_DEEP, UNTIMED, depth } from '../../../../support/tests.js';
import { SETTINGS } from '../../../../../src/solver/engine/model/settings.js';
import { solvePuzzle, Solver } from '../../../../../src/solver/engine/solver/solve.js';
import { randomNumbers, randomPuzzle } from '../../../../support/random-puzzle.js';

/** Solves with probing before any search, whatever the blocks are. */
function probedFirst(puzzle: Puzzle, limits: SolveLimits): Outcome {
  const usual = { ...SETTINGS };
  Object.assign(SETTINGS, { briefConflicts: 0, aheadBlocks: 0 });
  try {
    return solvePuzzle(puzzle, limits);
  } finally {
    Object.assign(SETTINGS, usual);
  }
}

/**
 * Levels closed by the definition alone: nothing remembered. The grid is a fixpoint of propagation
 * between its methods.
 */
class Plain {
  private readonly grid = steppedGrid();
  private values = 0;

  /** Propagates; false for a contradiction. */
  begin(puzzle: Puzzle): boolean {
    this.values = puzzle.colours + 1;
    assert.ok(this.grid.load(pack(puzzle)));
    return this.grid.propagate() === 'fixpoint';
  }

  get unknown(): number {
    return this.grid.unknown;
  }

  /** The fixpoint of a level, round after round; false for a contradiction. */
  close(level: number): boolean {
    if (level === 0) return true;
    if (!this.close(level - 1)) return false;
    const { grid, values } = this;
    for (let changed = true; changed;) {
      changed = false;
      for (const cell of grid.unknownCells()) {
        for (let value = 0; value < values; value++) {
          const can = grid.values(cell);
          if ((can & (1 << value)) === 0 || can === 1 << value) continue;
          if (this.isPossible(cell, value, level - 1)) continue;
          changed = true;
          const left = this.domains();
          left[cell] &= ~(1 << value);
          if (!this.put(left) || !this.close(level - 1)) return false;
        }
      }
    }
    return true;
  }

  /** Whether the value leads to no contradiction when the level is closed. */
  private isPossible(cell: number, value: number, level: number): boolean {
    const { grid } = this;
    const mark = grid.mark();
    const before = level > 0 ? this.domains() : null;
    grid.assign(cell, value);
    const possible = grid.propagate() === 'fixpoint' && this.close(level);
    // Marks end where domains are put.
    if (before === null) grid.undo(mark);
    else this.put(before);
    return possible;
  }

  /** By cell: the values that it can have, bit v for value v. */
  private domains(): number[] {
    const { grid } = this;
    return Array.from({ length: grid.width * grid.height }, (_, cell) => grid.values(cell));
  }

  /** Gives the cells these values and propagates; false for a contradiction. */
  private put(domains: readonly number[]): boolean {
    const { grid, values } = this;
    const { width, height } = grid;
    // As the engine has them: see planes.ts there.
    const [rowWords, columnWords] = [width, height].map((side) => 2 * Math.ceil(side / 64));
    const columnBase = height * values * rowWords;
    const planes = new Int32Array(columnBase + width * values * columnWords);
    const add = (at: number, bit: number): void => {
      planes[at + (bit >> 5)] |= 1 << (bit & 31);
    };
    domains.forEach((domain, cell) => {
      const [row, column] = [Math.floor(cell / width), cell % width];
      for (let value = 0; value < values; value++) {
        if (((domain >> value) & 1) === 0) continue;
        add((row * values + value) * rowWords, column);
        add(columnBase + (column * values + value) * columnWords, row);
      }
    });
    // Nothing is added to the planes, and all lines are to be looked at.
    const open = new Int32Array(planes.length + columnWords + rowWords);
    for (let row = 0; row < height; row++) {
      open[planes.length + (row >> 5)] |= 1 << (row & 31);
    }
    for (let column = 0; column < width; column++) {
      open[planes.length + columnWords + (column >> 5)] |= 1 << (column & 31);
    }
    const count = domains.filter((domain) => (domain & (domain - 1)) !== 0).length;
    return grid.propagateWithin(planes, { count, planes: open }) === 'fixpoint';
  }
}

/**
 * A random picture whose first and last row are swapped, or that has one row of another: many kinds
 * of outcome.
 */
function spoiled(random: () => number, draw: () => Puzzle, row: string): Puzzle {
  const puzzle = draw();
  const rows = [...puzzle.rows];
  const last = rows.length - 1;
  if (row === 'swapped') [rows[0], rows[last]] = [rows[last], rows[0]];
  if (row === 'foreign') {
    const place = Math.floor(random() * rows.length);
    rows[place] = draw().rows[place];
  }
  return { ...puzzle, rows };
}

const ANY = ['own', 'swapped', 'foreign'];

// Floors say how many puzzles there are to be of a status and a guess depth, which is null if the
// levels do not decide them.
for (const [{ sides, colours, levels, density, count }, { rows, floors }] of [
  [
    { sides: [10, 10], colours: 1, levels: 1, density: 0.35, count: depth(1500, 12_000) },
    { rows: ANY, floors: { 'unique 1': 10, 'contradiction 1': 50, 'contradiction null': 5 } },
  ],
  [
    { sides: [7, 7], colours: 1, levels: 2, density: 0.3, count: depth(6000, 30_000) },
    { rows: ANY, floors: { 'unique 1': 50, 'contradiction 1': 100, 'contradiction 2': 10 } },
  ],
  [
    { sides: [14, 14], colours: 1, levels: 2, density: 0.35, count: depth(6000, 12_000) },
    { rows: ['own'], floors: { 'unique 1': 100, 'unique 2': 2 } },
  ],
  [
    { sides: [40, 5], colours: 1, levels: 1, density: 0.35, count: depth(1200, 5000) },
    { rows: ANY, floors: { 'unique 1': 5, 'contradiction 1': 50, 'contradiction null': 5 } },
  ],
  [
    { sides: [6, 6], colours: 3, levels: 2, density: 0.2, count: depth(12_000, 80_000) },
    { rows: ANY, floors: { 'unique 1': 10, 'contradiction 1': 50, 'contradiction 2': 2 } },
  ],
  [
    { sides: [5, 40], colours: 2, levels: 1, density: 0.35, count: depth(6000, 18_000) },
    { rows: ANY, floors: { 'unique 1': 5, 'contradiction 1': 100, 'contradiction null': 20 } },
  ],
] as const) {
  const [width, height] = sides;
  const skip = Math.min(width, height) >= 10 && ONLY_DEEP;
  test(`guess depth is as defined: ${width}x${height}, colours: ${colours}`, { skip }, () => {
    const random = randomNumbers(width * 100 + colours);
    const plain = new Plain();
    const solver = new Solver();
    const limits = { ...UNTIMED, guessDepth: levels };
    const draw = (): Puzzle =>
      randomPuzzle(random, width, height, density + 0.25 * random(), colours);
    const seen = new Map<string, number>();
    for (let i = 0; i < count; i++) {
      const puzzle = spoiled(random, draw, rows[i % rows.length]);
      if (!plain.begin(puzzle) || plain.unknown === 0) continue;
      const { status, guessDepth, guessDepthMin } = solver.solve(pack(puzzle), 0, limits);
      if (status === 'multiple') continue;
      assert.equal(probedFirst(puzzle, limits).guessDepth, guessDepth, JSON.stringify(puzzle));
      let expected: number | null = null;
      for (let level = 1; level <= levels && expected === null; level++) {
        if (!plain.close(level) || plain.unknown === 0) expected = level;
      }
      assert.equal(guessDepth, expected, JSON.stringify(puzzle));
      assert.equal(guessDepthMin, expected ?? levels + 1);
      const kind = `${status} ${expected}`;
      seen.set(kind, (seen.get(kind) ?? 0) + 1);
    }
    for (const [kind, floor] of Object.entries(floors)) {
      assert.ok((seen.get(kind) ?? 0) >= floor, `${kind} in ${JSON.stringify([...seen])}`);
    }
  });
}
