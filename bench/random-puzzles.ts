import { pack, type PackedWords } from '../src/puzzle/packed.js';
import { block, type Clue, type Puzzle } from '../src/puzzle/types.js';

/** A small seeded generator (Mulberry32, public domain): numbers from 0 up to 1. */
export function randomNumbers(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** The clues of a picture, whose cells are 0 for blank and 1.. for the colours. */
export function puzzleOf(cells: Uint8Array, width: number, colours: number): Puzzle {
  const height = cells.length / width;
  return {
    width,
    height,
    rows: Array.from({ length: height }, (_, y) => clueOf(cells, y * width, 1, width)),
    columns: Array.from({ length: width }, (_, x) => clueOf(cells, x, width, height)),
    colours,
    palette: null,
    start: null,
  };
}

/** `count` packed puzzles of random pictures; each cell is filled with probability `density`. */
export function randomPuzzles(
  count: number,
  size: number,
  density: number,
  colours: number,
  seed: number,
): PackedWords[] {
  const random = randomNumbers(seed);
  return Array.from({ length: count }, () => {
    const cells = new Uint8Array(size * size);
    for (let i = 0; i < cells.length; i++) {
      cells[i] = random() < density ? 1 + Math.floor(random() * colours) : 0;
    }
    return pack(puzzleOf(cells, size, colours));
  });
}

function clueOf(cells: Uint8Array, first: number, step: number, length: number): Clue {
  const clue: number[] = [];
  for (let i = 0; i < length;) {
    const colour = cells[first + i * step];
    let run = 1;
    while (i + run < length && cells[first + (i + run) * step] === colour) run++;
    if (colour > 0) clue.push(block(run, colour));
    i += run;
  }
  return clue;
}
