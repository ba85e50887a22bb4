import { LETTERS } from '../../src/solver/craft/benchmark.js';
import { block, type Puzzle } from '../../src/solver/core/puzzle/types.js';
import { puzzleOfPicture } from './random-puzzle.js';

// Puzzles that take long searches, for tests and benchmarks.

/**
 * A page of random text: letters of 3x5 cells, one cell apart, in lines one cell apart, with a
 * margin of one cell above and below. One place in seven is a space.
 */
export function textPuzzle(random: () => number, columns: number, lines: number): Puzzle {
  const width = 4 * columns;
  const height = 6 * lines + 1;
  const cells = new Uint8Array(width * height);
  for (let line = 0; line < lines; line++) {
    for (let column = 0; column < columns; column++) {
      if (random() < 1 / 7) continue;
      const letter = LETTERS[Math.floor(random() * LETTERS.length)];
      for (let y = 0; y < 5; y++) {
        for (let x = 0; x < 3; x++) {
          if (letter[y][x] === '#') cells[(6 * line + 1 + y) * width + 4 * column + x] = 1;
        }
      }
    }
  }
  return puzzleOfPicture(cells, width, height);
}

/** A random picture with exactly this share of its cells filled. */
export function filledPuzzle(random: () => number, side: number, share: number): Puzzle {
  const cells = new Uint8Array(side * side);
  for (let left = Math.round(share * cells.length); left > 0;) {
    const cell = Math.floor(random() * cells.length);
    left -= 1 - cells[cell];
    cells[cell] = 1;
  }
  return puzzleOfPicture(cells, side, side);
}

/** A drawing of 9 to 16 lines and circles, one cell wide, 30 to 50 cells a side. */
export function thinPuzzle(random: () => number): Puzzle {
  const [width, height] = [30 + Math.floor(21 * random()), 30 + Math.floor(21 * random())];
  const cells = new Uint8Array(width * height);
  const set = (x: number, y: number): void => {
    const [column, row] = [Math.round(x), Math.round(y)];
    if (column < 0 || row < 0 || column >= width || row >= height) return;
    cells[row * width + column] = 1;
  };
  for (let left = 9 + Math.floor(8 * random()); left > 0; left--) {
    const isLine = random() < 0.5;
    const [x, y] = [random() * width, random() * height];
    if (isLine) {
      const [dx, dy] = [random() * width - x, random() * height - y];
      const steps = Math.ceil(Math.max(Math.abs(dx), Math.abs(dy)));
      for (let i = 0; i <= steps; i++) set(x + (dx * i) / steps, y + (dy * i) / steps);
      continue;
    }
    const radius = 3 + (random() * Math.min(width, height)) / 3;
    const steps = Math.ceil(8 * radius);
    for (let i = 0; i < steps; i++) {
      const angle = (2 * Math.PI * i) / steps;
      set(x + radius * Math.cos(angle), y + radius * Math.sin(angle));
    }
  }
  return puzzleOfPicture(cells, width, height);
}

/**
 * What the elementary cellular automaton 30 (Wolfram 1983) draws from one cell of the first row on:
 * triangles that hold each other in place. Most have one solution, and need a search to prove it.
 * With several colours, each has a stripe of columns.
 */
export function triangles(
  random: () => number,
  width: number,
  height: number,
  colours = 1,
): Puzzle {
  const cells = new Uint8Array(width * height);
  cells[Math.floor(width * (0.2 + 0.6 * random()))] = 1;
  for (let i = width; i < cells.length; i++) {
    const above = i - width;
    const left = above % width === 0 ? 0 : cells[above - 1];
    const right = i % width === width - 1 ? 0 : cells[above + 1];
    cells[i] = left ^ (cells[above] | right);
  }
  const coloured = cells.map((cell, i) =>
    cell === 0 ? 0 : 1 + Math.floor(((i % width) * colours) / width),
  );
  return puzzleOfPicture(coloured, width, height, colours);
}

/** The same with so many blank columns on the right. */
export function withMargin(puzzle: Puzzle, columns: number): Puzzle {
  const width = puzzle.width + columns;
  const blank = Array.from({ length: columns }, () => []);
  return { ...puzzle, width, columns: [...puzzle.columns, ...blank] };
}

/**
 * `n` dominoes, each of three cells in a row and one in the next, one below the other along a
 * diagonal.
 */
export function dominoes(n: number): Puzzle {
  const side = 2 * n + 1;
  const rows = Array.from({ length: side }, (_, i) => {
    if (i === 0) return [block(3)];
    return i % 2 === 1 || i === 2 * n ? [block(1)] : [block(3), block(1)];
  });
  const columns = rows.map((clue) => [...clue].reverse()).reverse();
  return { width: side, height: side, rows, columns, colours: 1, palette: null, start: null };
}
