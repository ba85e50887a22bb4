import type { Cells } from '../../core/puzzle/types.js';

type Side = readonly (readonly number[] | null)[];

/**
 * Whether the "clues" are a picture, written out as lists of 0 and 1: those of the rows as long as
 * there are columns, and those of the columns as long as there are rows. Real clues never look like
 * that, except for a grid of one cell, where both mean the same: they would need padding of exactly
 * that length on every line.
 *
 * Returns null for clues, the picture if rows and columns show the same one, which proves it, and
 * otherwise the reason why the entry cannot be read.
 */
export function unrolledPicture(rows: Side, columns: Side): Cells | string | null {
  const [width, height] = [columns.length, rows.length];
  if (width * height <= 1) return null;
  if (!isUnrolled(rows, width) || !isUnrolled(columns, height)) return null;
  const cells = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (rows[y]![x] !== columns[x]![y]) {
        return `the lists of 0 and 1 look like cells instead of clues, but row ${y + 1} and column ${x + 1} disagree about their cell`;
      }
      cells[y * width + x] = rows[y]![x];
    }
  }
  return cells;
}

function isUnrolled(side: Side, length: number): boolean {
  for (const line of side) {
    if (line?.length !== length) return false;
    for (let i = 0; i < length; i++) if (line[i] !== 0 && line[i] !== 1) return false;
  }
  return true;
}
