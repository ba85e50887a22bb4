import type { NamedPuzzle } from '../../formats/contract/format.js';
import { cluesOfPicture } from '../../core/puzzle/picture.js';
import type { Cells, Palette } from '../../core/puzzle/types.js';
import type { GridSize } from '../../core/puzzle/grid-size.js';
import { backgroundOf, mostCommon } from './background.js';
import { brightness, type Image } from './image.js';
import { alike, fewColours, nearest } from './few-colours.js';

/** How pixels become cells. */
export type Shades =
  /** A cell is filled if its brightness, from 0 to 1, is less than `threshold` on average. */
  | {
      readonly kind: 'threshold';
      readonly threshold: number;
      /** Whether shades become patterns of cells. Default: false. */
      readonly dither?: boolean;
    }
  /** At most `colours` colours besides the background. */
  | {
      readonly kind: 'palette';
      readonly colours: number;
      /**
       * A pixel of the background, 0xrrggbb; if it is a part of a picture, that of all. Default:
       * its own.
       */
      readonly background?: number;
    };

/** What is darker than light is filled. */
const HALF_DARK: Shades = { kind: 'threshold', threshold: 0.5 };

/** The longest side of a puzzle whose size is that of the picture. */
const OWN_SIDE = 100;

/** The default size for a picture: a cell for each pixel, up to OWN_SIDE. */
export function ownSize({ width, height }: GridSize): GridSize {
  const scale = Math.min(1, OWN_SIDE / Math.max(width, height));
  const side = (length: number): number => Math.max(1, Math.round(length * scale));
  return { width: side(width), height: side(height) };
}

/** The puzzle of a picture, drawn at a size, with the picture as its goal; it has no name. */
export function puzzleOfImage(
  image: Image,
  size: GridSize,
  shaded: Shades = HALF_DARK,
): NamedPuzzle {
  const { cells, palette } =
    shaded.kind === 'threshold'
      ? {
          cells: (shaded.dither === true ? dithered : inBlack)(image, size, shaded.threshold),
          palette: null,
        }
      : inColours(image, size, shaded);
  const { width, height } = size;
  const colours = palette === null ? 1 : palette.length - 1;
  const clues = cluesOfPicture(cells, width, height);
  const puzzle = { width, height, ...clues, colours, palette, start: null };
  return { name: null, title: null, puzzle, goal: cells };
}

function inBlack(image: Image, size: GridSize, threshold: number): Cells {
  return Uint8Array.from(shades(image, size), (shade) => (shade < threshold ? 1 : 0));
}

/** The brightness of each cell: the average of its pixels. */
function shades(image: Image, { width, height }: GridSize): Float64Array {
  const { pixels } = image;
  const found = new Float64Array(width * height);
  for (let y = 0; y < height; y++) {
    const [top, bottom] = span(y, height, image.height);
    for (let x = 0; x < width; x++) {
      const [left, right] = span(x, width, image.width);
      let sum = 0;
      for (let row = top; row < bottom; row++) {
        for (let at = row * image.width + left; at < row * image.width + right; at++) {
          sum += brightness(pixels[at]);
        }
      }
      found[y * width + x] = sum / ((bottom - top) * (right - left));
    }
  }
  return found;
}

/**
 * Filled by the brightness and what the cells before it, row by row, were off by: an area of a
 * shade gets as many filled cells as the shade is dark (Floyd and Steinberg 1976).
 */
function dithered(image: Image, size: GridSize, threshold: number): Cells {
  const { width, height } = size;
  const shade = shades(image, size);
  const cells = new Uint8Array(width * height);
  const add = (x: number, y: number, part: number): void => {
    if (x >= 0 && x < width && y < height) shade[y * width + x] += part;
  };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const value = shade[y * width + x];
      const blank = value >= threshold;
      cells[y * width + x] = blank ? 0 : 1;
      const off = value - (blank ? 1 : 0);
      add(x + 1, y, (off * 7) / 16);
      add(x - 1, y + 1, (off * 3) / 16);
      add(x, y + 1, (off * 5) / 16);
      add(x + 1, y + 1, off / 16);
    }
  }
  return cells;
}

/**
 * The colours are chosen before the picture shrinks, and a cell takes the most common of its own,
 * so that edges stay sharp and no two colours are mixed. They are numbered as they first appear.
 */
function inColours(
  image: Image,
  size: GridSize,
  { colours, background }: Extract<Shades, { kind: 'palette' }>,
): { cells: Cells; palette: Palette | null } {
  const chosen = chosenColours(image.pixels, colours, background);
  const known = new Map<number, number>();
  const indexOf = (pixel: number): number => {
    let index = known.get(pixel);
    if (index === undefined) known.set(pixel, (index = nearest(chosen, pixel)));
    return index;
  };
  const behind = indexOf(background ?? backgroundOf(image, indexOf));
  const drawn = cellsFrom(image, size, (pixels) => indexOf(mostCommon(pixels, indexOf).pixel));
  const numbers = new Map([[behind, 0]]);
  for (const index of drawn) if (!numbers.has(index)) numbers.set(index, numbers.size);
  const palette = Array.from(numbers.keys(), (index) => hex(chosen[index]));
  const cells = drawn.map((index) => numbers.get(index)!);
  // A picture of only its background has no other colour to name.
  return { cells, palette: palette.length > 1 ? palette : null };
}

/** The background, which a part of a picture may have nothing of, and `colours` others. */
function chosenColours(
  pixels: Uint32Array,
  colours: number,
  background: number | undefined,
): number[] {
  const chosen = fewColours(pixels, colours + 1);
  if (background === undefined || chosen.some((colour) => alike(colour, background))) return chosen;
  return [background, ...fewColours(pixels, colours)];
}

function hex(colour: number): string {
  return `#${colour.toString(16).padStart(6, '0')}`;
}

/** Asks `cellOf` for each cell, with the pixels that it covers: at least one. */
function cellsFrom(
  { width, height, pixels }: Image,
  size: GridSize,
  cellOf: (pixels: Uint32Array) => number,
): Cells {
  const cells = new Uint8Array(size.width * size.height);
  for (let y = 0; y < size.height; y++) {
    const [top, bottom] = span(y, size.height, height);
    for (let x = 0; x < size.width; x++) {
      const [left, right] = span(x, size.width, width);
      const covered = new Uint32Array((bottom - top) * (right - left));
      for (let row = top, at = 0; row < bottom; row++, at += right - left) {
        covered.set(pixels.subarray(row * width + left, row * width + right), at);
      }
      cells[y * size.width + x] = cellOf(covered);
    }
  }
  return cells;
}

/** The pixels, from and to, that cell `i` of `cells` covers along a side of `length` pixels. */
function span(i: number, cells: number, length: number): [number, number] {
  const from = Math.floor((i * length) / cells);
  return [from, Math.max(from + 1, Math.floor(((i + 1) * length) / cells))];
}
