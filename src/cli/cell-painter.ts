import { cellCharacter } from '../puzzle/text.js';
import { BLANK, UNKNOWN, type Cells, type Puzzle } from '../puzzle/types.js';
import { colourCode } from './colour-code.js';
import { paint } from './paint.js';

/** The text of the cell at an index, `width` characters of it. */
export type CellPainter = (index: number, width: number) => string;

/**
 * Draws cells as full blocks, blank ones as a faint dot. A coloured puzzle is drawn in its
 * own colours where the terminal has colours, else by the signs of the text form.
 */
export function cellPainter(
  puzzle: Puzzle,
  cells: Cells,
  marked: ReadonlySet<number>,
  colours: boolean,
): CellPainter {
  const { palette } = puzzle;
  return (index, width) => {
    const cell = cells[index];
    const isMarked = marked.has(index);
    if (cell === BLANK) return blankCell(width, isMarked, colours);
    if (cell === UNKNOWN) return paint('?'.padStart(width), 'dim', colours);
    if (puzzle.colours > 1 && palette !== null && colours) {
      const text = (isMarked ? '╳' : '').padEnd(width);
      return `\u001b[48;${colourCode(palette[cell])}m${text}\u001b[49m`;
    }
    if (puzzle.colours > 1) return cellCharacter(cell, puzzle.colours).repeat(width);
    if (!isMarked) return '█'.repeat(width);
    return colours ? paint('█'.repeat(width), 'yellow', true) : '▒'.repeat(width);
  };
}

function blankCell(width: number, isMarked: boolean, colours: boolean): string {
  const dot = (isMarked ? '╳' : '·').padStart(width);
  return paint(dot, isMarked ? 'yellow' : 'dim', colours);
}
