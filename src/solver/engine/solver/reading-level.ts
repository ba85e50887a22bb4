import { pack } from '../../core/puzzle/packed.js';
import type { Clue } from '../../core/puzzle/types.js';
import { NEEDS, type Needs } from '../../core/result/difficulty.js';
import { steppedGrid } from '../wasm/stepped-grid.js';

/**
 * The weakest way of reading a line that leads from `before` to `after`, a position that knows
 * more: `line` if nothing weaker than complete line solving does, null if nothing was found. A cell
 * is the set of values that it can have, bit v for value v (in black and white 1 is blank, 2
 * filled, 3 unknown); reading is repeated until it finds nothing more.
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
  for (let cell = 0; cell < width; cell++) grid.keep(0, cell, before[cell]);
  for (let level = 0; level < NEEDS.indexOf('line'); level++) {
    while (grid.readLine(0, level)) {
      if (isFound((cell) => grid.values(0, cell))) return NEEDS[level];
    }
  }
  return 'line';
}
