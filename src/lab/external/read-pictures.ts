import { drawnCell } from '../../solver/core/puzzle/drawn-cell.js';
import type { Cells } from '../../solver/core/puzzle/types.js';

/** The pictures in what a program printed, the first two of them. */
export function picturesIn(
  output: string,
  { width, height, colours }: { width: number; height: number; colours: number },
): Cells[] {
  const lines = output.split(/\r?\n/);
  const found: Cells[] = [];
  for (const line of lines) {
    if (found.length < 2 && height > 1 && line.includes('/')) {
      const rows = line.trim().split('/');
      // Text before the first row, on the same line, is the program's own words.
      rows[0] = rows[0].slice(-width);
      if (rows.length === height) add(found, pictureOf(rows, width, colours));
    }
  }
  for (let at = 0; at + height <= lines.length && found.length < 2;) {
    const picture = pictureOf(lines.slice(at, at + height), width, colours);
    if (picture === null) at++;
    else {
      add(found, picture);
      at += height;
    }
  }
  return found;
}

/** A picture that comes twice counts once. */
function add(found: Cells[], picture: Cells | null): void {
  if (picture === null) return;
  if (found.every((other) => other.some((cell, i) => cell !== picture[i]))) found.push(picture);
}

/**
 * The ways in which programs lay out a row: as it is, in a frame, with gaps, or two characters a
 * cell.
 */
const LAYOUTS: readonly ((row: string, width: number) => string | null)[] = [
  (row, width) => padded(row, width),
  (row, width) => padded(row.trim(), width),
  (row, width) => {
    const inner = /^\s*\|(.*)\|\s*$/.exec(row)?.[1];
    return inner === undefined ? null : padded(inner, width);
  },
  (row, width) => everySecond(row, width, (gap, cell) => gap === cell),
  (row, width) => everySecond(row, width, (gap) => gap === ' '),
];

function pictureOf(rows: readonly string[], width: number, colours: number): Cells | null {
  for (const layout of LAYOUTS) {
    const cells = new Uint8Array(rows.length * width);
    if (rows.every((row, y) => fill(cells, y * width, layout(row, width), colours))) return cells;
  }
  return null;
}

/** A row, from whose end blanks may have been cut. */
function padded(row: string, width: number): string | null {
  const characters = Array.from(row).length;
  if (characters === width) return row;
  if (characters > width) return row.trimEnd().length === width ? row.trimEnd() : null;
  // An empty line is not an empty row: most outputs have some.
  return characters > 0 && /[^\w]/.test(row) && row.includes(' ') ? row.padEnd(width) : null;
}

function everySecond(
  row: string,
  width: number,
  fits: (gap: string, cell: string) => boolean,
): string | null {
  const whole = Array.from(row).length === 2 * width ? row : row.trim();
  const characters = Array.from(whole.padEnd(whole.startsWith(' ') ? 2 * width : 0));
  if (characters.length !== 2 * width && characters.length !== 2 * width - 1) return null;
  const cells = characters.filter((_, i) => i % 2 === 0);
  const gaps = characters.filter((_, i) => i % 2 === 1);
  return gaps.every((gap, i) => fits(gap, cells[i])) ? cells.join('') : null;
}

function fill(cells: Cells, first: number, row: string | null, colours: number): boolean {
  if (row === null) return false;
  let at = first;
  for (const character of row) {
    const cell = drawnCell(character, colours);
    if (cell === null) return false;
    cells[at++] = cell;
  }
  return true;
}
