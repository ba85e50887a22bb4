import { isLight } from '../../../puzzle/colour.js';
import { blockColour, blockLength, type Block, type Puzzle } from '../../../puzzle/types.js';
import { numberWidth, type GridLayout } from './layout.js';
import type { GridTheme } from './theme.js';

type Brush = CanvasRenderingContext2D;

/** Paints what does not change while a puzzle is solved: the clues around the grid. */
export function paintClues(
  brush: Brush,
  puzzle: Puzzle,
  at: GridLayout,
  theme: GridTheme,
  finished: ReadonlySet<number> = new Set(),
): void {
  if (at.font === 0) return;
  brush.font = `${at.font}px ${theme.font}`;
  brush.textAlign = 'center';
  brush.textBaseline = 'middle';
  puzzle.rows.forEach((clue, row) => {
    const y = at.top + (row + 0.5) * at.cell;
    brush.globalAlpha = finished.has(row) ? FINISHED : 1;
    let right = at.left - at.cell * 0.15;
    for (const value of clue.length === 0 ? [NONE] : clue.toReversed()) {
      const width = numberWidth(value, at.font);
      paintBlock(brush, puzzle, value, right - width / 2, y, at, theme);
      right -= width;
    }
  });
  puzzle.columns.forEach((clue, column) => {
    const x = at.left + (column + 0.5) * at.cell;
    brush.globalAlpha = finished.has(puzzle.height + column) ? FINISHED : 1;
    const values = clue.length === 0 ? [NONE] : clue;
    values.forEach((value, i) => {
      const y = at.top - (values.length - i - 0.5) * at.slotHeight - at.cell * 0.15;
      paintBlock(brush, puzzle, value, x, y, at, theme);
    });
  });
}

/** How strongly the clues of finished lines are painted. */
const FINISHED = 0.35;

/** How the empty clue is written. */
const NONE = 0;

/** One number; with several colours on a patch of its colour. */
function paintBlock(
  brush: Brush,
  puzzle: Puzzle,
  value: Block,
  x: number,
  y: number,
  at: GridLayout,
  theme: GridTheme,
): void {
  const { palette } = puzzle;
  if (palette === null || value === NONE) {
    brush.fillStyle = value === NONE ? theme.soft : theme.ink;
  } else {
    const colour = palette[blockColour(value)];
    const width = numberWidth(value, at.font) * 0.94;
    const height = Math.min(at.slotHeight, at.cell) * 0.94;
    brush.fillStyle = colour;
    brush.fillRect(x - width / 2, y - height / 2, width, height);
    // Otherwise a patch in the page's colour could not be seen.
    brush.strokeStyle = theme.thick;
    brush.lineWidth = 0.5;
    brush.strokeRect(x - width / 2, y - height / 2, width, height);
    brush.fillStyle = isLight(colour) ? '#000000' : '#ffffff';
  }
  brush.fillText(String(blockLength(value)), x, y + at.font * 0.06);
}
