import { firstClue } from '../../src/puzzle/packed.js';

/** As many as the clues of 6x6 need, with room to spare. */
const WORDS_OF_A_PUZZLE = 128;

/** Grids packed one after the other, by the clues that they give. */
export class GridBatch {
  readonly words: Int32Array;
  readonly offsets: Int32Array;

  constructor(
    private readonly side: number,
    readonly size: number,
  ) {
    this.words = new Int32Array(size * WORDS_OF_A_PUZZLE);
    this.offsets = new Int32Array(size);
  }

  /** Packs the grids `first`, `first + step`, ..., modulo all of them: bit i of such a number is cell i. */
  pack(first: number, step: number): void {
    const { side, words, offsets, size } = this;
    const cells = new Uint8Array(side * side);
    let at = 0;
    for (let i = 0; i < size; i++) {
      let rest = (first + i * step) % 2 ** (side * side);
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

/** The number of the grid with these cells. */
export function gridNumber(cells: Uint8Array): number {
  return cells.reduceRight((number, cell) => 2 * number + cell, 0);
}
