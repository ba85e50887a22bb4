import { block, type Clue, type Puzzle } from '../../src/solver/core/puzzle/types.js';

/** The clue of a line of cells. */
export function clueOf(cells: readonly number[]): Clue {
  const clue: number[] = [];
  for (let i = 0; i < cells.length;) {
    let run = 1;
    while (i + run < cells.length && cells[i + run] === cells[i]) run++;
    if (cells[i] > 0) clue.push(block(run, cells[i]));
    i += run;
  }
  return clue;
}

/** The puzzle of a picture. */
export function puzzleOf(cells: readonly number[], width: number, colours = 1): Puzzle {
  const height = cells.length / width;
  const row = (y: number): number[] => cells.slice(y * width, (y + 1) * width);
  const column = (x: number): number[] => cells.filter((_, i) => i % width === x);
  return {
    width,
    height,
    rows: Array.from({ length: height }, (_, y) => clueOf(row(y))),
    columns: Array.from({ length: width }, (_, x) => clueOf(column(x))),
    colours,
    palette: null,
    start: null,
  };
}

/** The puzzles of all pictures in black and white, each clue set once. */
export function* allClueSets(width: number, height: number): Generator<Puzzle> {
  const seen = new Set<string>();
  for (let bits = 0; bits < 2 ** (width * height); bits++) {
    const cells = Array.from({ length: width * height }, (_, i) => (bits >>> i) & 1);
    const puzzle = puzzleOf(cells, width);
    const key = JSON.stringify([puzzle.rows, puzzle.columns]);
    if (seen.has(key)) continue;
    seen.add(key);
    yield puzzle;
  }
}

/** The puzzle of a random square picture: cells are filled with probability `density`. */
export function randomPuzzle(side: number, density: number, seed: number, colours = 1): Puzzle {
  let state = seed;
  const random = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return ((state >>> 8) & 0xffffff) / 0x1000000;
  };
  const cells = Array.from({ length: side * side }, () =>
    random() < density ? 1 + Math.floor(random() * colours) : 0,
  );
  return puzzleOf(cells, side, colours);
}
