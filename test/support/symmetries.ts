import type { Cells, Puzzle } from '../../src/solver/core/puzzle/types.js';

/** The puzzle with rows and columns exchanged. */
function transposed({ width, height, rows, columns, start, ...rest }: Puzzle): Puzzle {
  const turned =
    start === null
      ? null
      : start.map((_, i) => start[(i % height) * width + Math.floor(i / height)]);
  const sides = { width: height, height: width, rows: columns, columns: rows };
  return { ...rest, ...sides, start: turned };
}

/** The puzzle with left and right exchanged. */
function mirrored({ rows, columns, start, ...rest }: Puzzle): Puzzle {
  return {
    ...rest,
    rows: rows.map((clue) => clue.toReversed()),
    columns: columns.toReversed(),
    start: start === null ? null : mirroredCells(start, rest.width),
  };
}

/** The eight ways to lay a puzzle down: itself, turned, mirrored, and both. */
export function symmetries(puzzle: Puzzle): Puzzle[] {
  const all = [puzzle];
  for (let i = 1; i < 8; i++) {
    all.push(i % 2 === 1 ? mirrored(all[i - 1]) : transposed(all[i - 1]));
  }
  return all;
}

function mirroredCells(cells: Cells, width: number): Cells {
  return cells.map((_, i) => cells[i - (i % width) + width - 1 - (i % width)]);
}
