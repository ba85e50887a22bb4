import { LineValues } from '../../core/puzzle/check.js';
import { pack } from '../../core/puzzle/packed.js';
import { type Cells, type Clue, UNKNOWN } from '../../core/puzzle/types.js';
import { NEEDS, type Needs } from '../../core/result/difficulty.js';
import { steppedGrid } from '../wasm/stepped-grid.js';

/**
 * Complete solving of one line: the cells that are the same in all placements of `clue` that fit
 * `cells`, and UNKNOWN elsewhere. Null if none fits, as of a clue that is longer than the line. It
 * shares nothing with the engine, which readers need not have.
 */
export function solveLine(clue: Clue, cells: Cells): Cells | null {
  const line = new LineValues();
  const masks = Int32Array.from(cells, (cell) => (cell === UNKNOWN ? -1 : 1 << cell));
  if (!line.fill(clue, masks)) return null;
  return Uint8Array.from(line.values, (can) =>
    (can & (can - 1)) === 0 ? 31 - Math.clz32(can) : UNKNOWN,
  );
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
    while (grid.readLine(0, level)) if (isFound((cell) => grid.values(cell))) return NEEDS[level];
  }
  return 'line';
}
