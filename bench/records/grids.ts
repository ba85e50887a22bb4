import { DEFAULT_SOLVE_LIMITS } from '../../src/solver/model/limits.js';
import { Solver } from '../../src/solver/solve.js';
import { GridBatch } from '../support/all-grids.js';

/** What solving every grid of a size found. */
export interface GridCount {
  readonly side: number;
  readonly grids: number;
  readonly unique: number;
  readonly line: number;
  /** CPU seconds of solving; packing is outside of the clock. */
  readonly seconds: number;
}

const BATCH = 1 << 12;

/** One grid of 6x6 in so many is solved to learn the rate: a prime, so that every cell takes both values. */
const SAMPLE_STEP = 32_771;

/** All n x n grids, by the clues that they give. */
export function countGrids(side: number): GridCount {
  return count(side, 1);
}

/** A sample of all 6x6 grids. */
export function sampleOf6x6(): GridCount {
  return count(6, SAMPLE_STEP);
}

function count(side: number, step: number): GridCount {
  const all = 2 ** (side * side);
  const batch = new GridBatch(side, Math.min(BATCH, all));
  const limits = { ...DEFAULT_SOLVE_LIMITS, difficulty: false };
  const solver = new Solver();
  let [grids, unique, line, microseconds] = [0, 0, 0, 0];
  for (let first = 0; first < all; first += batch.size * step) {
    batch.pack(first, step);
    const before = process.cpuUsage();
    for (let i = 0; i < batch.size; i++) {
      const { status, technique } = solver.solve(batch.words, batch.offsets[i], limits);
      if (status !== 'unique') continue;
      unique++;
      if (technique === 'line') line++;
    }
    const { user, system } = process.cpuUsage(before);
    microseconds += user + system;
    grids += batch.size;
  }
  return { side, grids, unique, line, seconds: microseconds / 1e6 };
}
