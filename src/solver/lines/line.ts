import { steppedGrid } from '../../engine/stepped-grid.js';
import { pack } from '../../puzzle/packed.js';
import { UNKNOWN, type Cells, type Clue } from '../../puzzle/types.js';

/**
 * Complete line solving of one line on its own: the cells that are the same in all placements of
 * `clue` that fit the known cells of `cells`, and UNKNOWN elsewhere. Null if none fits, which
 * includes a clue that is longer than the line. `colours` is the number of colours.
 */
export function solveLine(clue: Clue, colours: number, cells: Cells): Cells | null {
  const width = cells.length;
  // A puzzle of one row, whose column clues are never looked at.
  const columns = Array.from({ length: width }, () => []);
  const puzzle = { width, height: 1, rows: [clue], columns, colours, palette: null, start: cells };
  const grid = steppedGrid();
  if (!grid.load(pack(puzzle)) || !grid.solveLine(0)) return null;
  return cells.map((_, column) => {
    if (grid.count(0, column) > 1) return UNKNOWN;
    let value = 0;
    while (!grid.can(0, column, value)) value++;
    return value;
  });
}
