import { BLANK, block, type Block, type Cells, type Clue } from './types.js';

/** The clues of a picture; `cells` has no unknown cell. */
export function cluesOfPicture(
  cells: Cells,
  width: number,
  height: number,
): { rows: Clue[]; columns: Clue[] } {
  const rows: Clue[] = [];
  const columns: Clue[] = [];
  for (let y = 0; y < height; y++) rows.push(lineClue(cells, y * width, 1, width));
  for (let x = 0; x < width; x++) columns.push(lineClue(cells, x, width, height));
  return { rows, columns };
}

function lineClue(cells: Cells, first: number, step: number, length: number): Clue {
  const clue: Block[] = [];
  let run = 0;
  let colour = BLANK;
  for (let i = 0; i < length; i++) {
    const cell = cells[first + i * step];
    if (cell !== colour) {
      if (run > 0) clue.push(block(run, colour));
      run = 0;
      colour = cell;
    }
    if (cell !== BLANK) run++;
  }
  if (run > 0) clue.push(block(run, colour));
  return clue;
}
