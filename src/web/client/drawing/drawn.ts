import { valueText } from '../../../advice/value-text.js';
import { cluesOfPicture } from '../../../puzzle/picture.js';
import {
  BLACK_ON_WHITE,
  BLANK,
  MAX_COLOURS,
  type Cells,
  type Palette,
  type Puzzle,
} from '../../../puzzle/types.js';

/** A picture that is being drawn. */
export interface Drawn {
  readonly width: number;
  readonly height: number;
  readonly cells: Cells;
  /** The number of colours, the background not counted. */
  readonly colours: number;
  /** Null for black on white. */
  readonly palette: Palette | null;
}

/** The longest side of a drawing. */
export const LONGEST_SIDE = 60;

export function emptyDrawing(width: number, height: number): Drawn {
  const cells = new Uint8Array(width * height);
  return { width, height, cells, colours: 1, palette: null };
}

/** The puzzle that a picture makes. */
export function puzzleOfDrawing({ width, height, cells, colours, palette }: Drawn): Puzzle {
  const clues = cluesOfPicture(cells, width, height);
  return { width, height, ...clues, colours, palette, start: null };
}

/** The drawing of a puzzle's picture. */
export function drawingOf({ width, height, colours, palette }: Puzzle, cells: Cells): Drawn {
  return { width, height, cells, colours, palette };
}

/** The drawing in another size, from 1 to LONGEST_SIDE: cells that do not fit are cut off. */
export function resized(drawn: Drawn, width: number, height: number): Drawn {
  const [w, h] = [width, height].map((n) => Math.max(1, Math.min(LONGEST_SIDE, n || 1)));
  const cells = new Uint8Array(w * h);
  for (let y = 0; y < Math.min(h, drawn.height); y++) {
    for (let x = 0; x < Math.min(w, drawn.width); x++) {
      cells[y * w + x] = drawn.cells[y * drawn.width + x];
    }
  }
  return { ...drawn, width: w, height: h, cells };
}

/** The drawing moved by some cells; what leaves it on one side comes in on the other. */
export function shifted(drawn: Drawn, right: number, down: number): Drawn {
  const { width, height } = drawn;
  const cells = new Uint8Array(drawn.cells.length);
  drawn.cells.forEach((value, cell) => {
    const x = (((cell % width) + right) % width) + width;
    const y = ((Math.floor(cell / width) + down) % height) + height;
    cells[(y % height) * width + (x % width)] = value;
  });
  return { ...drawn, cells };
}

/** The mirror image of a drawing, in a mirror beside it or below it. */
export function mirrored(drawn: Drawn, mirror: 'beside' | 'below'): Drawn {
  const { width, height } = drawn;
  const cells = drawn.cells.map((_, cell) => {
    const [x, y] = [cell % width, Math.floor(cell / width)];
    const from = mirror === 'beside' ? y * width + width - 1 - x : (height - 1 - y) * width + x;
    return drawn.cells[from];
  });
  return { ...drawn, cells };
}

/** The drawing with its blank cells filled in a colour, and all others blank. */
export function inverted(drawn: Drawn, colour: number): Drawn {
  return { ...drawn, cells: drawn.cells.map((cell) => (cell === BLANK ? colour : BLANK)) };
}

/** The drawing without its blank rows and columns at the edges; the same if it is blank. */
export function trimmed(drawn: Drawn): Drawn {
  const { width, cells } = drawn;
  const filled = [...cells.keys()].filter((cell) => cells[cell] !== BLANK);
  if (filled.length === 0) return drawn;
  const columns = filled.map((cell) => cell % width);
  const rows = filled.map((cell) => Math.floor(cell / width));
  const [left, top] = [Math.min(...columns), Math.min(...rows)];
  const moved = shifted(drawn, -left, -top);
  return resized(moved, Math.max(...columns) - left + 1, Math.max(...rows) - top + 1);
}

/** The drawing with one more colour to draw in, the last; in black and white, it gets a palette. */
export function withColour(drawn: Drawn, colour: string): Drawn {
  if (drawn.colours >= MAX_COLOURS) return drawn;
  const palette = [...(drawn.palette ?? BLACK_ON_WHITE), colour];
  return { ...drawn, colours: drawn.colours + 1, palette };
}

/** The drawing with another colour in place of one of its own. */
export function recoloured(drawn: Drawn, value: number, colour: string): Drawn {
  return { ...drawn, palette: (drawn.palette ?? BLACK_ON_WHITE).with(value, colour) };
}

/** A cell in words: where it is, and whether it is filled. */
export function cellWords(drawn: Drawn, cell: number): string {
  const { width, cells } = drawn;
  const at = `row ${Math.floor(cell / width) + 1}, cell ${(cell % width) + 1}`;
  return `${at}: ${valueText(cells[cell], puzzleOfDrawing(drawn))}`;
}

/*
 * A picture in an address, so that a drawing stays one after a reload: in black and white six cells a
 * letter, in colours a letter a cell. The puzzle beside it says the size and the colours.
 */

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

const BITS = 6;

/** The cells as text that needs no escapes in an address. */
export function pictureToAddress(cells: Cells, colours: number): string {
  if (colours > 1) return Array.from(cells, (cell) => LETTERS[cell]).join('');
  let text = '';
  for (let first = 0; first < cells.length; first += BITS) {
    let bits = 0;
    for (let i = 0; i < BITS; i++) bits = bits * 2 + (cells[first + i] ?? 0);
    text += LETTERS[bits];
  }
  return text;
}

/** The `length` cells that such a text holds; null if it has another length, or other letters or colours. */
export function addressToPicture(text: string, length: number, colours: number): Cells | null {
  const perLetter = colours > 1 ? 1 : BITS;
  if (text.length !== Math.ceil(length / perLetter)) return null;
  const cells = new Uint8Array(length);
  for (let at = 0; at < text.length; at++) {
    const value = LETTERS.indexOf(text[at]);
    if (value < 0 || (colours > 1 && value > colours)) return null;
    for (let i = 0; i < perLetter && at * perLetter + i < length; i++) {
      cells[at * perLetter + i] = colours > 1 ? value : (value >> (BITS - 1 - i)) & 1;
    }
  }
  return cells;
}
