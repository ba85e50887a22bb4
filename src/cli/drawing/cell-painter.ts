import { cellCharacter } from '../../puzzle/text.js';
import { BLANK, UNKNOWN, type Cells, type Puzzle } from '../../puzzle/types.js';
import type { ColourDepth } from '../terminal/colour-depth.js';
import { paint } from '../terminal/paint.js';
import { coloursOf, type TerminalColour } from '../terminal/terminal-colours.js';

/** The text of the cell at an index, `width` characters of it. */
export type CellPainter = (index: number, width: number) => string;

/**
 * Draws cells as full blocks, blank ones as a faint dot. A coloured puzzle is drawn in its own
 * colours if the terminal has colours, else with the characters of the text form.
 */
export function cellPainter(
  puzzle: Puzzle,
  cells: Cells,
  marked: ReadonlySet<number>,
  depth: ColourDepth,
): CellPainter {
  const palette = coloursOf(puzzle, depth);
  if (palette !== null) return paletteCells(cells, marked, palette);
  const colours = depth > 1;
  return (index, width) => {
    const cell = cells[index];
    const isMarked = marked.has(index);
    if (cell === BLANK) return blankCell(width, isMarked, colours);
    if (cell === UNKNOWN) return paint('?'.padStart(width), 'dim', colours);
    if (puzzle.colours > 1) return cellCharacter(cell, puzzle.colours).repeat(width);
    if (!isMarked) return '█'.repeat(width);
    return colours ? paint('█'.repeat(width), 'yellow', true) : '▒'.repeat(width);
  };
}

/**
 * Blank cells have the puzzle's own background, so that no colour is lost on a terminal of the same
 * colour; the dot tells them from filled cells of a similar colour.
 */
function paletteCells(
  cells: Cells,
  marked: ReadonlySet<number>,
  palette: readonly TerminalColour[],
): CellPainter {
  return (index, width) => {
    const cell = cells[index];
    if (cell === UNKNOWN) return paint('?'.padStart(width), 'dim', true);
    const { ground, ink, faint } = palette[cell];
    const [colour, text] = marked.has(index)
      ? [ink, '╳'.padStart(width)]
      : cell === BLANK
        ? [faint, '·'.padStart(width)]
        : [ink, ' '.repeat(width)];
    return `\u001b[${colour};${ground}m${text}\u001b[39;49m`;
  };
}

function blankCell(width: number, isMarked: boolean, colours: boolean): string {
  const dot = (isMarked ? '╳' : '·').padStart(width);
  return paint(dot, isMarked ? 'yellow' : 'dim', colours);
}
