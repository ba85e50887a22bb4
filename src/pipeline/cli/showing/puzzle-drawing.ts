import {
  BLANK,
  UNKNOWN,
  blockColour,
  blockLength,
  type Block,
  type Cells,
  type Clue,
  type Puzzle,
} from '../../../solver/core/puzzle/types.js';
import { cellCharacter } from '../../../solver/core/puzzle/text.js';
import type { ColourDepth } from '../terminal/terminal.js';
import { paint, puzzleColours, type TerminalColour } from '../terminal/terminal-colours.js';

/** The room and the colours for a drawing. */
export interface DrawingRoom {
  /** Characters of a line. */
  readonly columns: number;
  /** The colours that escape sequences are shown in. */
  readonly depth: ColourDepth;
}

/** The rows of a picture as plain text (`#..#`), for a file or another program. */
export function plainPicture({ width, height, colours }: Puzzle, cells: Cells): string[] {
  return Array.from({ length: height }, (_, y) => {
    const row = cells.subarray(y * width, (y + 1) * width);
    return Array.from(row, (cell) => cellCharacter(cell, colours)).join('');
  });
}

/**
 * A picture for people, with its clues around it, cells two or more characters wide so that they
 * are about square. Cells at `marked` are drawn in another colour, or in another shade. If there is
 * no room for the clues (`cluesFit`), they are left out; if there is none for the cells either, two
 * rows share a line and a cell is one character wide.
 */
export function drawnPuzzle(
  puzzle: Puzzle,
  cells: Cells,
  room: DrawingRoom,
  marked: ReadonlySet<number> = new Set(),
): string[] {
  const painter = cellPainter(puzzle, cells, marked, room.depth);
  const layout = layoutOf(puzzle, room);
  if (layout !== null) return withClues(puzzle, layout, painter, blockPainter(puzzle, room));
  if (puzzle.width * 2 <= room.columns) return wideRows(puzzle, painter);
  const palette = puzzleColours(puzzle, room.depth);
  return palette === null ? halfRows(puzzle, cells) : colouredHalfRows(puzzle, cells, palette);
}

/** Whether a picture is drawn with its clues around it. */
export function cluesFit(puzzle: Puzzle, room: DrawingRoom): boolean {
  return layoutOf(puzzle, room) !== null;
}

/** Widths of a drawing with its clues, in characters. */
interface Layout {
  /** Of each row's clue. */
  readonly clueWidths: readonly number[];
  /** Of the longest of them, and a blank. */
  readonly margin: number;
  readonly cellWidth: number;
}

/** Null if the clues do not fit. */
function layoutOf(puzzle: Puzzle, room: DrawingRoom): Layout | null {
  const textOf = blockTextOf(puzzle, room);
  const longest = Math.max(...puzzle.columns.flat().map((block) => textOf(block).length), 1);
  const clueWidths = puzzle.rows.map((clue) => (clue.map(textOf).join(' ') || '0').length);
  const margin = Math.max(...clueWidths) + 1;
  const fitting = (cellWidth: number): boolean =>
    margin + puzzle.width * cellWidth + 2 <= room.columns;
  if (fitting(longest + 1)) return { clueWidths, margin, cellWidth: longest + 1 };
  // Numbers that touch differ in brightness.
  const mayTouch = longest === 2 && puzzle.colours === 1 && room.depth > 1;
  return mayTouch && fitting(2) ? { clueWidths, margin, cellWidth: 2 } : null;
}

/** How a block is written: without colours, the colour is a number. */
function blockTextOf(puzzle: Puzzle, { depth }: DrawingRoom): (block: Block) => string {
  const said = puzzleColours(puzzle, depth) === null ? puzzle.colours : 1;
  return (block) => blockText(said === 1 ? blockLength(block) : block, said);
}

function withClues(
  { width, height, rows, columns }: Puzzle,
  { clueWidths, margin, cellWidth }: Layout,
  painter: CellPainter,
  painted: BlockPainter,
): string[] {
  const indent = ' '.repeat(margin);
  const rule = '─'.repeat(width * cellWidth);
  const lines = columnClueLines(columns, cellWidth, painted).map((line) =>
    `${indent} ${line}`.trimEnd(),
  );
  lines.push(`${indent}┌${rule}┐`);
  for (let y = 0; y < height; y++) {
    const blocks = rows[y].map((value) => painted(value, 0)).join(' ');
    let row = ' '.repeat(margin - 1 - clueWidths[y]) + (blocks || '0') + ' │';
    for (let x = 0; x < width; x++) row += painter(y * width + x, cellWidth);
    lines.push(row + '│');
  }
  lines.push(`${indent}└${rule}┘`);
  return lines;
}

/** The column clues end at the grid: their last blocks are in the lowest line. */
function columnClueLines(
  columns: readonly Clue[],
  cellWidth: number,
  painted: BlockPainter,
): string[] {
  const tallest = Math.max(...columns.map((clue) => clue.length), 1);
  const touching = cellWidth === 2 && columns.flat().some((block) => blockLength(block) > 9);
  return Array.from({ length: tallest }, (_, line) =>
    columns
      .map((clue, column) => {
        const at = line - (tallest - clue.length);
        if (clue.length === 0 && line === tallest - 1) return '0'.padStart(cellWidth);
        if (at < 0 || clue.length === 0) return ' '.repeat(cellWidth);
        const text = painted(clue[at], cellWidth);
        return touching && column % 2 === 1 ? paint(text, 'dim', true) : text;
      })
      .join(''),
  );
}

/**
 * The text of a block, right-aligned in `width` characters, in the block's colour if the puzzle and
 * the terminal have colours.
 */
type BlockPainter = (value: Block, width: number) => string;

/**
 * Black-and-white clues stay as they are. A coloured number has its colour as background, since
 * text in a colour like the terminal's own could not be read.
 */
function blockPainter(puzzle: Puzzle, room: DrawingRoom): BlockPainter {
  const textOf = blockTextOf(puzzle, room);
  const palette = puzzleColours(puzzle, room.depth);
  if (palette === null) return (value, width) => textOf(value).padStart(width);
  return (value, width) => {
    const { ink, ground } = palette[blockColour(value)];
    const text = textOf(value);
    const gap = ' '.repeat(Math.max(0, width - text.length));
    return `${gap}\u001b[${ink};${ground}m${text}\u001b[39;49m`;
  };
}

function wideRows({ width, height }: Puzzle, painter: CellPainter): string[] {
  return Array.from({ length: height }, (_, y) => {
    let row = '';
    for (let x = 0; x < width; x++) row += painter(y * width + x, 2);
    return row.trimEnd();
  });
}

/**
 * Two rows a line: the upper half of a character has the text's colour, the lower its background.
 * Unknown cells have the terminal's own background.
 */
function colouredHalfRows(
  { width, height }: Puzzle,
  cells: Cells,
  palette: readonly TerminalColour[],
): string[] {
  const colourOf = (x: number, y: number): TerminalColour | null => {
    const cell = y < height ? cells[y * width + x] : UNKNOWN;
    return cell === UNKNOWN ? null : palette[cell];
  };
  return Array.from({ length: Math.ceil(height / 2) }, (_, pair) => {
    let line = '';
    for (let x = 0; x < width; x++) {
      const [upper, lower] = [colourOf(x, 2 * pair), colourOf(x, 2 * pair + 1)];
      if (upper === null && lower === null) line += ' ';
      else if (upper === null) line += `\u001b[${lower!.text}m▄\u001b[39m`;
      else if (lower === null) line += `\u001b[${upper.text}m▀\u001b[39m`;
      else line += `\u001b[${upper.text};${lower.ground}m▀\u001b[39;49m`;
    }
    return line.trimEnd();
  });
}

/** Two rows a line, with half blocks; colours and unknown cells are lost. */
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

/** The text of the cell at an index, `width` characters of it. */
type CellPainter = (index: number, width: number) => string;

/**
 * Draws cells as full blocks, blank ones as a faint dot. A coloured puzzle is drawn in its own
 * colours if the terminal has colours, else with the characters of the text form.
 */
function cellPainter(
  puzzle: Puzzle,
  cells: Cells,
  marked: ReadonlySet<number>,
  depth: ColourDepth,
): CellPainter {
  const palette = puzzleColours(puzzle, depth);
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

/**
 * The clues of a puzzle as lines of text, for when no picture with clues around it is drawn;
 * coloured ones as `length:colour`, with colours named as in the picture.
 */
export function clueTextLines({ rows, columns, colours, palette }: Puzzle): string[] {
  const sideText = (side: readonly Clue[]): string =>
    side.map((clue) => clueText(clue, colours)).join('; ');
  const lines = [`rows     ${sideText(rows)}`, `columns  ${sideText(columns)}`];
  if (colours > 1 && palette !== null) {
    const named = palette.map((colour, i) => `${cellCharacter(i, colours)} ${colour}`);
    lines.push(`colours  ${named.join(', ')}; a block is length:colour`);
  }
  return lines;
}

/** `3 1`, or `3:1 1:2` with colours; `0` for the empty clue. */
function clueText(clue: Clue, colours: number): string {
  if (clue.length === 0) return '0';
  return clue.map((block) => blockText(block, colours)).join(' ');
}

/** `3`, or `3:1` with colours. */
function blockText(block: Block, colours: number): string {
  if (colours === 1) return String(block);
  return `${blockLength(block)}:${cellCharacter(blockColour(block), colours)}`;
}
