import { pack } from '../../core/puzzle/packed.js';
import {
  BLANK,
  blockColour,
  blockLength,
  type Cells,
  type Clue,
  UNKNOWN,
} from '../../core/puzzle/types.js';
import { NEEDS, type Needs } from '../../core/result/difficulty.js';
import { steppedGrid } from '../wasm/stepped-grid.js';

/** Whether a cell of a line can have a value. */
type MayBe = (cell: number, value: number) => boolean;

/**
 * Complete solving of one line: the cells that are the same in all placements of `clue` that fit
 * `cells`, and UNKNOWN elsewhere. Null if none fits, as of a clue that is longer than the line.
 */
export function solveLine(clue: Clue, cells: Cells): Cells | null {
  const { length } = cells;
  const line = placements(
    clue,
    length,
    (cell, value) => cells[cell] === UNKNOWN || cells[cell] === value,
  );
  if (line === null) return null;
  // By cell: the values that it can have, bit v for value v.
  const can = Uint32Array.from(cells, (_, cell) => (line.canBlank(cell) ? 1 : 0));
  clue.forEach((value, block) => {
    const bit = 1 << blockColour(value);
    for (let end = blockLength(value); end <= length; end++) {
      const start = end - blockLength(value);
      if (line.canStart(block, start)) for (let cell = start; cell < end; cell++) can[cell] |= bit;
    }
  });
  return cells.map((_, cell) =>
    (can[cell] & (can[cell] - 1)) === 0 ? 31 - Math.clz32(can[cell]) : UNKNOWN,
  );
}

/**
 * What all placements of `clue` in a line have in common; null if none fits. Plain dynamic
 * programming over blocks and cells: readers need no engine, and explanations share nothing with
 * it.
 */
export function placements(
  clue: Clue,
  length: number,
  mayBe: MayBe,
): {
  canStart(block: number, start: number): boolean;
  canBlank(cell: number): boolean;
} | null {
  const before = fitting(clue, length, mayBe);
  if (before[clue.length][length] === 0) return null;
  const after = fitting(clue.toReversed(), length, (cell, value) =>
    mayBe(length - 1 - cell, value),
  );
  /** Whether the blocks from `block` on fit into the cells from `cell` on. */
  const restFits = (block: number, cell: number): boolean =>
    cell <= length && after[clue.length - block][length - cell] === 1;
  return {
    canStart(block, start) {
      const end = start + blockLength(clue[block]);
      const gapBefore = gapBetween(clue, block - 1);
      const gapAfter = gapBetween(clue, block);
      return (
        holds(mayBe, start, end, blockColour(clue[block])) &&
        start >= gapBefore &&
        end + gapAfter <= length &&
        holds(mayBe, start - gapBefore, start, BLANK) &&
        before[block][start - gapBefore] === 1 &&
        holds(mayBe, end, end + gapAfter, BLANK) &&
        restFits(block + 1, end + gapAfter)
      );
    },
    canBlank(cell) {
      if (!mayBe(cell, BLANK)) return false;
      return before.some((fits, block) => fits[cell] === 1 && restFits(block, cell + 1));
    },
  };
}

/** By number of blocks and of cells: 1 if the first so many blocks fit into so many cells. */
function fitting(clue: Clue, length: number, mayBe: MayBe): Uint8Array[] {
  const fits = Array.from({ length: clue.length + 1 }, () => new Uint8Array(length + 1));
  fits[0][0] = 1;
  for (let end = 1; end <= length; end++) {
    const canEndBlank = mayBe(end - 1, BLANK);
    for (let blocks = 0; blocks <= clue.length; blocks++) {
      if (canEndBlank && fits[blocks][end - 1] === 1) fits[blocks][end] = 1;
      else if (blocks > 0) {
        const block = blocks - 1;
        const start = end - blockLength(clue[block]);
        const gap = gapBetween(clue, block - 1);
        const isThere =
          start >= gap &&
          fits[block][start - gap] === 1 &&
          holds(mayBe, start, end, blockColour(clue[block])) &&
          holds(mayBe, start - gap, start, BLANK);
        if (isThere) fits[blocks][end] = 1;
      }
    }
  }
  return fits;
}

/** The blank cells that there must be between a block and the next. */
function gapBetween(clue: Clue, block: number): 0 | 1 {
  if (block < 0 || block + 1 >= clue.length) return 0;
  return blockColour(clue[block]) === blockColour(clue[block + 1]) ? 1 : 0;
}

/** Whether all cells from `from` to `to - 1` can have the value. */
function holds(mayBe: MayBe, from: number, to: number, value: number): boolean {
  for (let cell = from; cell < to; cell++) if (!mayBe(cell, value)) return false;
  return true;
}

/**
 * The weakest way of reading a line, over and over, that leads from `before` to `after`: `line` if
 * only complete solving does, null if nothing was found. A cell is a set of values, bit v for v.
 * @pre some placement of `clue` fits `before`.
 * @throws EngineError where the engine cannot be had
 */
export function readingLevel(
  clue: Clue,
  colours: number,
  before: ArrayLike<number>,
  after: ArrayLike<number>,
): Needs | null {
  const width = before.length;
  const isFound = (values: (cell: number) => number): boolean => {
    for (let cell = 0; cell < width; cell++) if ((values(cell) & ~after[cell]) !== 0) return false;
    return true;
  };
  if (isFound((cell) => before[cell])) return null;
  const columns = Array.from({ length: width }, () => []);
  const puzzle = { width, height: 1, rows: [clue], columns, colours, palette: null, start: null };
  const grid = steppedGrid();
  if (!grid.load(pack(puzzle))) return 'line';
  for (let cell = 0; cell < width; cell++) grid.keep(cell, before[cell]);
  for (let level = 0; level < NEEDS.indexOf('line'); level++) {
    while (grid.readLine(0, level)) {
      if (isFound((cell) => grid.values(cell))) return NEEDS[level];
    }
  }
  return 'line';
}
