import { existsSync } from 'node:fs';
import { STANDARD_INPUT } from '../../pipeline/corpus/sources.js';
import { nearest } from '../../solver/craft/generate/few-colours.js';
import { textToCells } from '../../solver/core/puzzle/text.js';
import type { Cells, Puzzle } from '../../solver/core/puzzle/types.js';
import { imageIn, maskIn } from '../../pipeline/cli/operands.js';
import { Failure } from '../../pipeline/cli/terminal/outcome.js';
import { inputName, readInput } from '../../pipeline/cli/terminal/input-output.js';
import type { Terminal } from '../../pipeline/cli/terminal/terminal.js';
import type { Mistake } from '../../solver/craft/advice/mistake.js';
import { cellValueText } from '../../solver/craft/replay/colour-name.js';

/**
 * The cells that a word gives for a puzzle: a file of rows (`#` filled, `.` blank, `?` unknown),
 * also on standard input (`-`), a picture with a pixel for each cell (PNG), or the rows themselves,
 * separated by `/`.
 * @throws Failure if they do not fit the puzzle's size.
 */
export async function readCellsOperand(
  word: string,
  puzzle: Puzzle,
  terminal: Terminal,
): Promise<Cells> {
  if (word !== STANDARD_INPUT && !existsSync(word)) return readCells(word, word, puzzle);
  if (/\.(png|pbm)$/i.test(word)) return pictureCells(word, puzzle, terminal);
  const text = (await readInput(word, terminal)).toString();
  const rows = text.split(/\r?\n/).map((row) => row.replace(/\s/g, ''));
  return readCells(rows.filter((row) => row !== '').join('/'), inputName(word), puzzle);
}

function readCells(text: string, word: string, { width, height, colours }: Puzzle): Cells {
  let cells: Cells;
  try {
    cells = textToCells(text.replace(/\s/g, ''), width, height);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Failure(
      'NM_CELLS_INVALID',
      `${word.length > 60 ? 'the cells' : word}: ${error.message}`,
      `Write ${height} rows of ${width} cells with / between them, or name a file of them: # filled, . blank, ? unknown.`,
    );
  }
  const unknownColour = cells.find((cell) => cell > colours && cell < 255);
  if (unknownColour !== undefined) {
    throw new Failure(
      'NM_CELLS_INVALID',
      `${word}: colour ${unknownColour}, but the puzzle has ${colours}`,
    );
  }
  return cells;
}

async function pictureCells(file: string, puzzle: Puzzle, terminal: Terminal): Promise<Cells> {
  const { width, height, colours, palette } = puzzle;
  const image = await imageIn(file, terminal);
  if (colours === 1) return maskIn(image, puzzle);
  if (image.width !== width || image.height !== height) {
    throw new Failure(
      'NM_CELLS_INVALID',
      `${file}: ${image.width}x${image.height} pixels, but the puzzle has ${width}x${height} cells`,
    );
  }
  const known = palette!.map((colour) => Number.parseInt(colour.slice(1), 16));
  return Uint8Array.from(image.pixels, (pixel) => nearest(known, pixel));
}

/** A mistake as a sentence without a full stop. */
export function mistakeWords(mistake: Mistake, puzzle: Puzzle): string {
  if (mistake.kind === 'line') {
    return `${mistake.side} ${mistake.number} can no longer be completed`;
  }
  const { row, column, value, kind } = mistake;
  const place = `row ${row}, cell ${column} is ${cellValueText(value, puzzle)}`;
  return kind === 'cell'
    ? `${place}, but no solution has it`
    : `${place}, but no solution has it together with the cells before it`;
}
