// The turns and mirror images, but for the identity, that leave a puzzle and what is known about it
// as they are: what follows still follows after them. Costs at most a look at each clue.

import { hasValue } from '../lines/planes';
import { Table, takeUnset } from '../memory/memory';
import { Problem } from '../memory/problem';

export class Symmetries {
  static count: i32 = 0;
  /** By symmetry: by cell, the cell that it is taken to. */
  static maps: Table<i32> = changetype<Table<i32>>(0);
}

/** The bits of a symmetry: rows may become columns; then the order of both may be reversed. */
const BACKWARDS: i32 = 1;
const UPSIDE_DOWN: i32 = 2;
const ACROSS: i32 = 4;

export function findSymmetries<W>(): void {
  const cells = Problem.cells;
  const all = Problem.width == Problem.height ? 8 : 4;
  Symmetries.count = 0;
  for (let symmetry = 1; symmetry < all; symmetry++) {
    if (!keepsClues<W>(symmetry) || !keepsGrid<W>(symmetry)) continue;
    if (Symmetries.count == 0) Symmetries.maps = takeUnset<i32>(7 * cells);
    const map = Symmetries.count++ * cells;
    for (let cell = 0; cell < cells; cell++) {
      const width = Problem.width;
      const row = cell / width;
      Symmetries.maps[map + cell] = imageOf(symmetry, row, cell - row * width);
    }
  }
}

/** The cell that the one at `row` and `column` is taken to. */
function imageOf(symmetry: i32, row: i32, column: i32): i32 {
  const isAcross = (symmetry & ACROSS) != 0;
  const y = isAcross ? column : row;
  const x = isAcross ? row : column;
  return (
    reversedIf(symmetry & UPSIDE_DOWN, y, Problem.height) * Problem.width +
    reversedIf(symmetry & BACKWARDS, x, Problem.width)
  );
}

function reversedIf(condition: i32, place: i32, count: i32): i32 {
  return condition != 0 ? count - 1 - place : place;
}

function keepsClues<W>(symmetry: i32): bool {
  const height = Problem.height;
  const isAcross = (symmetry & ACROSS) != 0;
  const upsideDown = symmetry & UPSIDE_DOWN;
  const backwards = symmetry & BACKWARDS;
  for (let line = 0; line < Problem.lines; line++) {
    const isRow = line < height;
    const index = isRow ? line : line - height;
    const toRow = isRow != isAcross;
    const to = toRow
      ? reversedIf(upsideDown, index, height)
      : height + reversedIf(backwards, index, Problem.width);
    // If a row becomes a column, cells to the right become cells below.
    if (!isSameClue<W>(line, to, toRow ? backwards : upsideDown)) return false;
  }
  return true;
}

function isSameClue<W>(a: i32, b: i32, reversed: i32): bool {
  const blockStart = Problem.blockStart;
  const blockLength = Problem.blockLength;
  const count = blockStart[a + 1] - blockStart[a];
  if (blockStart[b + 1] - blockStart[b] != count) return false;
  for (let i = 0; i < count; i++) {
    const other = blockStart[b] + reversedIf(reversed, i, count);
    if (blockLength[blockStart[a] + i] != blockLength[other]) return false;
    if (isReference<W>() && Problem.blockColour[blockStart[a] + i] != Problem.blockColour[other]) {
      return false;
    }
  }
  return true;
}

/** Whether each cell can have the same values as its image. */
function keepsGrid<W>(symmetry: i32): bool {
  for (let row = 0; row < Problem.height; row++) {
    for (let column = 0; column < Problem.width; column++) {
      const to = imageOf(symmetry, row, column);
      const toRow = to / Problem.width;
      const toColumn = to - toRow * Problem.width;
      const values = isReference<W>() ? Problem.values : 2;
      for (let value = 0; value < values; value++) {
        if (hasValue<W>(row, column, value) != hasValue<W>(toRow, toColumn, value)) return false;
      }
    }
  }
  return true;
}
