import { block, type Cells, type Clue, type Puzzle } from '../../src/solver/core/puzzle/types.js';

/** Numbers in [0, 1), the same for the same seed (mulberry32, Tommy Ettinger, public domain). */
export function randomNumbers(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** A picture whose cells are filled with the probability `density`, in colours drawn evenly. */
export function randomPicture(
  random: () => number,
  cells: number,
  density: number,
  colours = 1,
): Cells {
  return Uint8Array.from({ length: cells }, () =>
    random() < density ? 1 + Math.floor(random() * colours) : 0,
  );
}

/** The clue of a line of cells. */
export function clueOf(cells: ArrayLike<number>): Clue {
  const clue: number[] = [];
  for (let i = 0; i < cells.length;) {
    let run = 1;
    while (i + run < cells.length && cells[i + run] === cells[i]) run++;
    if (cells[i] > 0) clue.push(block(run, cells[i]));
    i += run;
  }
  return clue;
}

/** The puzzle whose clues are those of a picture. */
export function puzzleOfPicture(
  cells: ArrayLike<number>,
  width: number,
  height: number,
  colours = 1,
): Puzzle {
  const line = (first: number, step: number, length: number): Clue =>
    clueOf(Array.from({ length }, (_, i) => cells[first + i * step]));
  return {
    width,
    height,
    rows: Array.from({ length: height }, (_, y) => line(y * width, 1, width)),
    columns: Array.from({ length: width }, (_, x) => line(x, width, height)),
    colours,
    palette: null,
    start: null,
  };
}

/** The puzzle in black and white with these clues. */
export function puzzleOfClues(rows: Puzzle['rows'], columns: Puzzle['columns']): Puzzle {
  const [width, height] = [columns.length, rows.length];
  return { width, height, rows, columns, colours: 1, palette: null, start: null };
}

/** The puzzle of a random picture. */
export function randomPuzzle(
  random: () => number,
  width: number,
  height: number,
  density: number,
  colours = 1,
): Puzzle {
  const cells = randomPicture(random, width * height, density, colours);
  return puzzleOfPicture(cells, width, height, colours);
}

/**
 * A copy in which two rows have changed places: its sums still agree, but unless the rows are
 * alike it usually has no solution.
 */
export function withSwappedRows(puzzle: Puzzle, a: number, b: number): Puzzle {
  const rows = [...puzzle.rows];
  [rows[a], rows[b]] = [rows[b], rows[a]];
  return { ...puzzle, rows };
}
