import { pack } from '../../puzzle/packed.js';
import { UNKNOWN, type Cells, type Clue } from '../../puzzle/types.js';
import { WideLines } from './line-wide.js';
import { Problem } from '../model/problem.js';
import { State } from '../model/state.js';

/**
 * Complete line solving of one line on its own: the cells that are the same in all placements of
 * `clue` that fit the known cells of `cells`, and UNKNOWN elsewhere. Null if none fits, which
 * includes a clue that is longer than the line. `colours` is the number of colours.
 */
export function solveLine(clue: Clue, colours: number, cells: Cells): Cells | null {
  const problem = new Problem();
  const width = cells.length;
  const columns = Array.from({ length: width }, () => []);
  const puzzle = { width, height: 1, rows: [clue], columns, colours, palette: null, start: cells };
  if (!problem.load(pack(puzzle), 0)) return null;
  // The state of a puzzle of one row, whose column clues are never looked at.
  const state = new State(problem);
  state.reset();
  const result = new Int32Array(state.rowStride);
  const words = problem.rowWords;
  if (!new WideLines().solve(problem, 0, state.planes, 0, words, result)) return null;
  return cells.map((_, i) => {
    let found = -1;
    for (let value = 0; value <= colours; value++) {
      if (((result[value * words + (i >> 5)] >>> (i & 31)) & 1) === 0) continue;
      found = found === -1 ? value : UNKNOWN;
    }
    return found;
  });
}
