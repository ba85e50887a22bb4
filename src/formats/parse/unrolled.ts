import type { Cells } from '../../puzzle/types.js';

type Side = readonly (readonly number[] | null)[];

/**
 * Whether the "clues" are a picture written out: lists of 0 and 1, in the rows as long as there
 * are columns and in the columns as long as there are rows. Clues never look like that, but for a
 * grid of one cell, where both mean the same: a list of zeros and ones as long as its line would
 * have padding of just that length on every line.
 *
 * Gives null for clues, the picture where rows and columns show the same one, which proves it, and
 * else the reason against reading the entry at all.
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
