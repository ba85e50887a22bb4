import { cluesOfPicture } from '../../../puzzle/picture.js';
import type { Cells, Puzzle } from '../../../puzzle/types.js';

/** A black and white picture that is being drawn. */
export interface Drawn {
  readonly width: number;
  readonly height: number;
  readonly cells: Cells;
}

/** The longest side of a drawing. */
export const LONGEST_SIDE = 60;

export function emptyDrawing(width: number, height: number): Drawn {
  return { width, height, cells: new Uint8Array(width * height) };
}

/** The puzzle that a picture makes. */
export function puzzleOfDrawing({ width, height, cells }: Drawn): Puzzle {
  const clues = cluesOfPicture(cells, width, height);
  return { width, height, ...clues, colours: 1, palette: null, start: null };
}

/** The drawing in another size, from 1 to LONGEST_SIDE: cells that do not fit are cut off. */
export function resized(drawn: Drawn, width: number, height: number): Drawn {
  const [w, h] = [width, height].map((n) => Math.max(1, Math.min(LONGEST_SIDE, n || 1)));
  const next = emptyDrawing(w, h);
  for (let y = 0; y < Math.min(h, drawn.height); y++) {
    for (let x = 0; x < Math.min(w, drawn.width); x++) {
      next.cells[y * w + x] = drawn.cells[y * drawn.width + x];
    }
  }
  return next;
}

/** A cell in words: where it is, and whether it is filled. */
export function cellWords({ width, cells }: Drawn, cell: number): string {
  const at = `row ${Math.floor(cell / width) + 1}, cell ${(cell % width) + 1}`;
  return `${at}: ${cells[cell] === 0 ? 'blank' : 'filled'}`;
}
