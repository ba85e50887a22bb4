import {
  BLANK,
  UNKNOWN,
  blockLength,
  type Cells,
  type Clue,
  type Puzzle,
} from '../puzzle/types.js';
import { cellCharacter } from '../puzzle/text.js';
import { cellPainter, type CellPainter } from './cell-painter.js';

/** What a drawing may use. */
export interface DrawingRoom {
  /** Characters of a line. */
  readonly columns: number;
  /** Whether escape sequences are shown as colours. */
  readonly colours: boolean;
}

/** The rows of a picture as text alone (`#..#`), for a file or another program. */
export function plainPicture({ width, height, colours }: Puzzle, cells: Cells): string[] {
  return Array.from({ length: height }, (_, y) => {
    const row = cells.subarray(y * width, (y + 1) * width);
    return Array.from(row, (cell) => cellCharacter(cell, colours)).join('');
  });
}

/**
 * A picture for people, with its clues round it, cells two or more characters wide so that
 * they are about square. Cells at `marked` are drawn in another colour, or in another shade.
 * Where the clues do not fit the room they are left out; where the cells do not either, two
 * rows share a line and a cell is one character wide.
 */
export function drawnPuzzle(
  puzzle: Puzzle,
  cells: Cells,
  room: DrawingRoom,
  marked: ReadonlySet<number> = new Set(),
): string[] {
  const { width, columns } = puzzle;
  const digits = Math.max(...columns.flatMap((clue) => clue.map(digitsOf)), 1);
  const cellWidth = digits + 1;
  const rowClues = puzzle.rows.map(clueText);
  const margin = Math.max(...rowClues.map((text) => text.length)) + 1;
  const painter = cellPainter(puzzle, cells, marked, room.colours);
  if (margin + width * cellWidth + 2 <= room.columns) {
    return withClues(puzzle, rowClues, margin, cellWidth, painter);
  }
  return width * 2 <= room.columns ? wideRows(puzzle, painter) : halfRows(puzzle, cells);
}

function withClues(
  { width, height, columns }: Puzzle,
  rowClues: readonly string[],
  margin: number,
  cellWidth: number,
  painter: CellPainter,
): string[] {
  const indent = ' '.repeat(margin);
  const rule = '─'.repeat(width * cellWidth);
  const lines = columnClueLines(columns, cellWidth).map((line) => `${indent} ${line}`.trimEnd());
  lines.push(`${indent}┌${rule}┐`);
  for (let y = 0; y < height; y++) {
    let row = rowClues[y].padStart(margin - 1) + ' │';
    for (let x = 0; x < width; x++) row += painter(y * width + x, cellWidth);
    lines.push(row + '│');
  }
  lines.push(`${indent}└${rule}┘`);
  return lines;
}

/** The column clues stand on the grid: their last blocks in the lowest line. */
function columnClueLines(columns: readonly Clue[], cellWidth: number): string[] {
  const tallest = Math.max(...columns.map((clue) => clue.length), 1);
  return Array.from({ length: tallest }, (_, line) =>
    columns
      .map((clue) => {
        const at = line - (tallest - clue.length);
        const empty = clue.length === 0 && line === tallest - 1 ? '0' : '';
        return (
          at < 0 ? empty : clue.length === 0 ? empty : String(blockLength(clue[at]))
        ).padStart(cellWidth);
      })
      .join(''),
  );
}

function clueText(clue: Clue): string {
  return clue.length === 0 ? '0' : clue.map(blockLength).join(' ');
}

function digitsOf(value: number): number {
  return String(blockLength(value)).length;
}

function wideRows({ width, height }: Puzzle, painter: CellPainter): string[] {
  return Array.from({ length: height }, (_, y) => {
    let row = '';
    for (let x = 0; x < width; x++) row += painter(y * width + x, 2);
    return row.trimEnd();
  });
}

/** Two rows a line by half blocks; colours, and what is unknown, are lost. */
function halfRows({ width, height }: Puzzle, cells: Cells): string[] {
  const filled = (x: number, y: number): boolean => {
    const cell = y < height ? cells[y * width + x] : BLANK;
    return cell !== BLANK && cell !== UNKNOWN;
  };
  const lines: string[] = [];
  for (let y = 0; y < height; y += 2) {
    let line = '';
    for (let x = 0; x < width; x++) {
      line += [' ', '▀', '▄', '█'][(filled(x, y) ? 1 : 0) + (filled(x, y + 1) ? 2 : 0)];
    }
    lines.push(line.trimEnd());
  }
  return lines;
}
