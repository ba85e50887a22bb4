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

/** The values that each cell of a line can have, bit v for value v. */
type CellValues = ArrayLike<number>;

/**
 * Complete solving of one line: the cells that are the same in all placements of `clue` that fit
 * `cells`, and UNKNOWN elsewhere. Null if none fits, as of a clue that is longer than the line.
 */
export function solveLine(clue: Clue, cells: Cells): Cells | null {
  const { length } = cells;
  const values = Int32Array.from(cells, (cell) => (cell === UNKNOWN ? -1 : 1 << cell));
  const line = placements(clue, values);
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
  cells: CellValues,
): {
  canStart(block: number, start: number): boolean;
  canBlank(cell: number): boolean;
} | null {
  const { length } = cells;
  const before = fitting(clue, cells);
  if (before[clue.length][length] === 0) return null;
  let after: Uint8Array[] | undefined;
  /** Whether the blocks from `block` on fit into the cells from `cell` on. */
  const restFits = (block: number, cell: number): boolean => {
    after ??= fitting(clue.toReversed(), Int32Array.from(cells).reverse());
    return cell <= length && after[clue.length - block][length - cell] === 1;
  };
  return {
    canStart(block, start) {
      const end = start + blockLength(clue[block]);
      const gapBefore = gapBetween(clue, block - 1);
      const gapAfter = gapBetween(clue, block);
      return (
        holds(cells, start, end, blockColour(clue[block])) &&
        start >= gapBefore &&
        end + gapAfter <= length &&
        holds(cells, start - gapBefore, start, BLANK) &&
        before[block][start - gapBefore] === 1 &&
        holds(cells, end, end + gapAfter, BLANK) &&
        restFits(block + 1, end + gapAfter)
      );
    },
    canBlank(cell) {
      if (!holds(cells, cell, cell + 1, BLANK)) return false;
      return before.some((fits, block) => fits[cell] === 1 && restFits(block, cell + 1));
    },
  };
}

/** By number of blocks and of cells: 1 if the first so many blocks fit into so many cells. */
function fitting(clue: Clue, cells: CellValues): Uint8Array[] {
  const { length } = cells;
  const fits = Array.from({ length: clue.length + 1 }, () => new Uint8Array(length + 1));
  fits[0][0] = 1;
  for (let end = 1; end <= length && (cells[end - 1] & 1) === 1; end++) fits[0][end] = 1;
  for (let block = 0; block < clue.length; block++) {
    const size = blockLength(clue[block]);
    const colour = blockColour(clue[block]);
    const gap = gapBetween(clue, block - 1);
    const before = fits[block];
    const upTo = fits[block + 1];
    for (let end = 1, run = 0; end <= length; end++) {
      run = ((cells[end - 1] >>> colour) & 1) === 1 ? run + 1 : 0;
      const start = end - size - gap;
      const endsHere =
        run >= size && start >= 0 && before[start] === 1 && (gap === 0 || (cells[start] & 1) === 1);
      upTo[end] = Number(endsHere || (upTo[end - 1] === 1 && (cells[end - 1] & 1) === 1));
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
function holds(cells: CellValues, from: number, to: number, value: number): boolean {
  for (let cell = from; cell < to; cell++) if (((cells[cell] >>> value) & 1) === 0) return false;
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
