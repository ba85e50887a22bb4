import { Random } from '../../src/solver/craft/generate/random-puzzles.js';
import { firstClue } from '../../src/solver/core/puzzle/packed.js';
import { DEFAULT_SOLVE_LIMITS } from '../../src/solver/engine/model/limits.js';
import { Solver } from '../../src/solver/engine/solver/solve.js';

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

/** All n x n grids, by the clues that they give. */
export function countGrids(side: number): GridCount {
  const all = 2 ** (side * side);
  let next = 0;
  return count(side, all, () => next++);
}

/** So many grids of 6x6, drawn at random by a seed. */
export function sampleOf6x6(grids: number, seed: number): GridCount {
  const random = new Random(seed);
  return count(6, grids, () => (random.next() >>> 28) * 2 ** 32 + random.next());
}

/** Grids by their numbers: bit i of one is cell i. */
function count(side: number, all: number, number: () => number): GridCount {
  const batch = new GridBatch(side, Math.min(BATCH, all));
  const limits = { ...DEFAULT_SOLVE_LIMITS, difficulty: false };
  const solver = new Solver();
  let [grids, unique, line, microseconds] = [0, 0, 0, 0];
  while (grids < all) {
    const size = Math.min(batch.size, all - grids);
    batch.pack(Array.from({ length: size }, number));
    const before = process.cpuUsage();
    for (let i = 0; i < size; i++) {
      const { status, technique } = solver.solve(batch.words, batch.offsets[i], limits);
      if (status !== 'unique') continue;
      unique++;
      if (technique === 'line') line++;
    }
    const { user, system } = process.cpuUsage(before);
    microseconds += user + system;
    grids += size;
  }
  return { side, grids, unique, line, seconds: microseconds / 1e6 };
}

/** As many as the clues of 6x6 need, with room to spare. */
const WORDS_OF_A_PUZZLE = 128;

/** Grids packed one after the other, by the clues that they give. */
class GridBatch {
  readonly words: Int32Array;
  readonly offsets: Int32Array;

  constructor(
    private readonly side: number,
    readonly size: number,
  ) {
    this.words = new Int32Array(size * WORDS_OF_A_PUZZLE);
    this.offsets = new Int32Array(size);
  }

  /** Packs the grids of these numbers: bit i of one is cell i. */
  pack(numbers: readonly number[]): void {
    const { side, words, offsets } = this;
    const cells = new Uint8Array(side * side);
    let at = 0;
    for (const [i, number] of numbers.entries()) {
      let rest = number;
      for (let cell = 0; cell < cells.length; cell++) {
        cells[cell] = rest % 2;
        rest = Math.floor(rest / 2);
      }
      const start = at;
      offsets[i] = start;
      words[start + 1] = side;
      words[start + 2] = side;
      words[start + 3] = 1;
      at = firstClue(at);
      for (let y = 0; y < side; y++) at = this.packLine(cells, y * side, 1, at);
      for (let x = 0; x < side; x++) at = this.packLine(cells, x, side, at);
      words[start] = at - start;
    }
  }

  private packLine(cells: Uint8Array, first: number, stride: number, at: number): number {
    const { side, words } = this;
    let end = at + 1;
    let run = 0;
    for (let i = 0; i <= side; i++) {
      if (i < side && cells[first + i * stride] === 1) run++;
      else if (run > 0) {
        words[end++] = run;
        run = 0;
      }
    }
    words[at] = end - at - 1;
    return end;
  }
}
