import { BLANK, type Cells } from '../../core/puzzle/types.js';
import type { GridSize } from '../../core/puzzle/grid-size.js';
import type { Random } from '../generate/random-puzzles.js';

/*
 * The pictures of the benchmark corpus. They are made of whole numbers and of comparisons alone,
 * and nothing here may change: a released version of the corpus is the same bytes for ever.
 */

/** A picture in which each cell is filled with the same probability, in any of the colours. */
export function noise(
  random: Random,
  { width, height }: GridSize,
  share: number,
  colours = 1,
): Cells {
  const cells = new Uint8Array(width * height);
  for (let i = 0; i < cells.length; i++) {
    const filled = random.fraction() < share;
    cells[i] = filled ? 1 + (colours === 1 ? 0 : below(random, colours)) : BLANK;
  }
  return cells;
}

/** How often each cell becomes what most of its neighbourhood is. */
const SMOOTHINGS = 3;

/** Islands with smooth shores: noise, of which each cell then follows its neighbourhood. */
export function blobs(random: Random, { width, height }: GridSize): Cells {
  let cells = noise(random, { width, height }, 0.5);
  for (let round = 0; round < SMOOTHINGS; round++) {
    const before = cells;
    cells = before.map((_, i) => {
      const [x, y] = [i % width, Math.floor(i / width)];
      let filled = 0;
      for (let dy = -1; dy <= 1; dy++) {
        for (let dx = -1; dx <= 1; dx++) {
          const [nx, ny] = [x + dx, y + dy];
          if (nx < 0 || ny < 0 || nx >= width || ny >= height) continue;
          filled += before[ny * width + nx];
        }
      }
      return filled > 4 ? 1 : 0;
    });
  }
  return cells;
}

/**
 * What a person may draw: discs, rings, boxes, frames and strokes, half of the pictures mirrored.
 */
export function drawing(random: Random, size: GridSize, colours = 1): Cells {
  const { width, height } = size;
  const cells = new Uint8Array(width * height);
  const shapes = 4 + below(random, 4);
  for (let i = 0; i < shapes; i++) {
    const colour = i > 1 && below(random, 4) === 0 ? BLANK : 1 + below(random, colours);
    const inside = shape(random, size);
    for (let at = 0; at < cells.length; at++) {
      if (inside(at % width, Math.floor(at / width))) cells[at] = colour;
    }
  }
  if (below(random, 2) === 0) return cells;
  return cells.map((_, at) => {
    const x = at % width;
    return cells[at - x + Math.min(x, width - 1 - x)];
  });
}

/** Rows of letters of 3x5 cells, one cell apart, with a blank row above and below. */
export function letterRows(random: Random, { width, height }: GridSize): Cells {
  const cells = new Uint8Array(width * height);
  for (let top = 1; top + LETTER_HEIGHT < height; top += LETTER_HEIGHT + 1) {
    for (let left = 0; left + LETTER_WIDTH <= width; left += LETTER_WIDTH + 1) {
      if (below(random, 7) === 0) continue;
      const letter = LETTERS[below(random, LETTERS.length)];
      for (let y = 0; y < LETTER_HEIGHT; y++) {
        for (let x = 0; x < LETTER_WIDTH; x++) {
          if (letter[y][x] === '#') cells[(top + y) * width + left + x] = 1;
        }
      }
    }
  }
  return cells;
}

type Inside = (x: number, y: number) => boolean;

function shape(random: Random, { width, height }: GridSize): Inside {
  const [x, y] = [below(random, width), below(random, height)];
  const kind = below(random, 5);
  if (kind === 4) return stroke(x, y, below(random, width), below(random, height));
  const across = 2 + below(random, Math.max(1, width >> 1));
  const down = 2 + below(random, Math.max(1, height >> 1));
  const outer = kind < 2 ? disc(x, y, across, down) : box(x, y, across, down);
  if (kind % 2 === 0) return outer;
  const inner = kind < 2 ? disc(x, y, across - 1, down - 1) : box(x, y, across - 1, down - 1);
  return (px, py) => outer(px, py) && !inner(px, py);
}

function disc(x: number, y: number, across: number, down: number): Inside {
  const reach = (across * down) ** 2;
  return (px, py) => ((px - x) * down) ** 2 + ((py - y) * across) ** 2 <= reach;
}

function box(x: number, y: number, across: number, down: number): Inside {
  return (px, py) => Math.abs(px - x) < across && Math.abs(py - y) < down;
}

/** The cells that a straight stroke of a width of one cell passes, from one cell to another. */
function stroke(x1: number, y1: number, x2: number, y2: number): Inside {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const longer = Math.max(Math.abs(dx), Math.abs(dy));
  return (px, py) =>
    px >= Math.min(x1, x2) &&
    px <= Math.max(x1, x2) &&
    py >= Math.min(y1, y2) &&
    py <= Math.max(y1, y2) &&
    2 * Math.abs(dx * (py - y1) - dy * (px - x1)) <= longer;
}

/** A whole number from 0 to `end` - 1. */
function below(random: Random, end: number): number {
  return Math.floor(random.fraction() * end);
}

/** The cells of a letter. */
const LETTER_WIDTH = 3;

const LETTER_HEIGHT = 5;

/** A font of 3x5 cells, A to Z: the rows of each letter from the top. */
export const LETTERS = [
  '.#.|#.#|###|#.#|#.#',
  '##.|#.#|##.|#.#|##.',
  '.##|#..|#..|#..|.##',
  '##.|#.#|#.#|#.#|##.',
  '###|#..|##.|#..|###',
  '###|#..|##.|#..|#..',
  '.##|#..|#.#|#.#|.##',
  '#.#|#.#|###|#.#|#.#',
  '###|.#.|.#.|.#.|###',
  '..#|..#|..#|#.#|.#.',
  '#.#|#.#|##.|#.#|#.#',
  '#..|#..|#..|#..|###',
  '#.#|###|###|#.#|#.#',
  '##.|#.#|#.#|#.#|#.#',
  '.#.|#.#|#.#|#.#|.#.',
  '##.|#.#|##.|#..|#..',
  '.#.|#.#|#.#|.#.|..#',
  '##.|#.#|##.|#.#|#.#',
  '.##|#..|.#.|..#|##.',
  '###|.#.|.#.|.#.|.#.',
  '#.#|#.#|#.#|#.#|###',
  '#.#|#.#|#.#|#.#|.#.',
  '#.#|#.#|###|###|#.#',
  '#.#|#.#|.#.|#.#|#.#',
  '#.#|#.#|.#.|.#.|.#.',
  '###|..#|.#.|#..|###',
].map((letter) => letter.split('|'));
