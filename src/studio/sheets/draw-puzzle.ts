import { isLight } from '../../solver/core/puzzle/colour.js';
import {
  BLACK_ON_WHITE,
  UNKNOWN,
  blockColour,
  blockLength,
  type Block,
} from '../../solver/core/puzzle/types.js';
import { scoreText, starsText } from '../../solver/core/result/difficulty-words.js';
import { colourNames } from '../../solver/craft/replay/colour-name.js';
import {
  ABOVE_CODE,
  HEAD,
  LEGEND,
  QR_MODULE,
  clueRoom,
  type Area,
  type PlacedSheet,
  type SheetPuzzle,
} from './sheet-layout.js';

type Document = PDFKit.PDFDocument;

const INK = '#1b1b1b';
const FAINT = '#9a9a9a';

/**
 * Draws a puzzle to solve into its area: a line with its number, name and stars (none without a
 * place in the book), clues, grid, legend, QR code.
 */
export function drawPuzzle(
  doc: Document,
  sheet: SheetPuzzle | PlacedSheet,
  area: Area,
  cell: number,
): void {
  const { puzzle } = sheet;
  const { left, top } = clueRoom(puzzle);
  const x = area.x + (area.width - (puzzle.width + left) * cell) / 2 + left * cell;
  const y = area.y + HEAD + top * cell;
  if ('number' in sheet) drawHead(doc, sheet, area);
  drawStart(doc, sheet, x, y, cell);
  drawGrid(doc, puzzle.width, puzzle.height, x, y, cell);
  const palette = puzzle.palette ?? BLACK_ON_WHITE;
  // In small cells the numbers fill more of the cell, to stay readable.
  const size = (puzzle.colours === 1 && cell < 10 ? 0.68 : 0.56) * cell;
  const numberAt = (block: Block, cx: number, cy: number): void => {
    const colour = puzzle.colours > 1 ? palette[blockColour(block)] : null;
    const text = String(blockLength(block));
    if (colour !== null) {
      const width = (text.length > 1 ? 0.88 : 0.68) * cell;
      doc.rect(cx - width / 2, cy - 0.37 * cell, width, 0.74 * cell).fillAndStroke(colour, FAINT);
    }
    doc.fillColor(colour === null || isLight(colour) ? INK : '#ffffff');
    centred(doc, text, cx, cy, size);
  };
  doc.font('plain').lineWidth(0.3);
  puzzle.rows.forEach((clue, row) => {
    let at = x - 0.1 * cell;
    for (const block of clue.toReversed()) {
      const width = (blockLength(block) > 9 ? 0.95 : 0.75) * cell;
      numberAt(block, at - width / 2, y + (row + 0.5) * cell);
      at -= width;
    }
    if (clue.length === 0) zero(doc, x - 0.5 * cell, y + (row + 0.5) * cell, size);
  });
  puzzle.columns.forEach((clue, column) => {
    clue.toReversed().forEach((block, i) => {
      numberAt(block, x + (column + 0.5) * cell, y - 0.1 * cell - (i + 0.5) * 0.85 * cell);
    });
    if (clue.length === 0) zero(doc, x + (column + 0.5) * cell, y - 0.52 * cell, size);
  });
  const end = y + puzzle.height * cell;
  if (puzzle.colours > 1) drawLegend(doc, sheet, area, end + 5);
  drawCode(doc, sheet, area, end + ABOVE_CODE);
}

function drawCode(doc: Document, { code }: SheetPuzzle, area: Area, y: number): void {
  if (code === null) return;
  const x = area.x + (area.width - code.side * QR_MODULE) / 2;
  doc.save().translate(x, y).scale(QR_MODULE).path(code.path).fill('#000000').restore();
}

/** Fills the cells of a puzzle's solution. */
export function drawPicture(
  doc: Document,
  { puzzle, solution }: SheetPuzzle,
  x: number,
  y: number,
  cell: number,
): void {
  const palette = puzzle.palette ?? BLACK_ON_WHITE;
  for (let row = 0; row < puzzle.height; row++) {
    // Run by run, so that no hairlines show between cells.
    for (let from = 0; from < puzzle.width;) {
      const value = solution![row * puzzle.width + from];
      let to = from + 1;
      while (to < puzzle.width && solution![row * puzzle.width + to] === value) to++;
      if (value !== 0) {
        doc.rect(x + from * cell, y + row * cell, (to - from) * cell, cell).fill(palette[value]);
      }
      from = to;
    }
  }
}

/** Draws a solved picture with its number and name below. */
export function drawSolution(doc: Document, sheet: PlacedSheet, page: number, area: Area): void {
  const { puzzle, number } = sheet;
  const where = `, page ${page}`;
  const cell = Math.min(area.width / puzzle.width, (area.height - 14) / puzzle.height, 12);
  const x = area.x + (area.width - cell * puzzle.width) / 2;
  const y = area.y;
  drawPicture(doc, sheet, x, y, cell);
  doc
    .lineWidth(0.5)
    .rect(x, y, cell * puzzle.width, cell * puzzle.height)
    .stroke(FAINT);
  doc.font('plain').fontSize(7).fillColor(INK);
  // A long name is cut short, and not the page.
  const room = area.width - doc.widthOfString(where);
  const called = `${number}  ${sheet.called}`.trimEnd();
  const width = Math.min(doc.widthOfString(called) + 1, room);
  const left = area.x + (room - width) / 2;
  const below = y + cell * puzzle.height + 3;
  line(doc, called, left, below, width, 'left');
  line(doc, where, left + width, below, area.width - room + 2, 'left');
}

function drawHead(doc: Document, sheet: PlacedSheet, area: Area): void {
  const { called, stars, hasScore, puzzle, number } = sheet;
  const score = hasScore && stars !== null ? ` ${scoreText(sheet)}` : '';
  const rating = stars === null ? '' : `  ${starsText(stars)}${score}`;
  const size = `${puzzle.width}×${puzzle.height}${rating}`;
  doc.font('plain').fontSize(8).fillColor('#555555');
  const right = doc.widthOfString(size) + 8;
  line(doc, size, area.x, area.y + 2, area.width, 'right');
  doc.font('bold').fontSize(10).fillColor(INK);
  line(doc, `${number}  ${called}`.trimEnd(), area.x, area.y, area.width - right, 'left');
}

/** Cells that the puzzle gives away; a blank one has a dot. */
function drawStart(
  doc: Document,
  { puzzle }: SheetPuzzle,
  x: number,
  y: number,
  cell: number,
): void {
  const { start, width } = puzzle;
  const palette = puzzle.palette ?? BLACK_ON_WHITE;
  start?.forEach((value, i) => {
    if (value === UNKNOWN) return;
    const [cx, cy] = [x + (i % width) * cell, y + Math.floor(i / width) * cell];
    if (value === 0) doc.circle(cx + cell / 2, cy + cell / 2, 0.09 * cell).fill(INK);
    else doc.rect(cx, cy, cell, cell).fill(palette[value]);
  });
}

function drawGrid(
  doc: Document,
  width: number,
  height: number,
  x: number,
  y: number,
  cell: number,
): void {
  for (const strong of [false, true]) {
    doc.lineWidth(strong ? 0.9 : 0.35).strokeColor(strong ? INK : FAINT);
    for (let i = 0; i <= width; i++) {
      if ((i % 5 === 0 || i === width) !== strong) continue;
      doc.moveTo(x + i * cell, y).lineTo(x + i * cell, y + height * cell);
    }
    for (let i = 0; i <= height; i++) {
      if ((i % 5 === 0 || i === height) !== strong) continue;
      doc.moveTo(x, y + i * cell).lineTo(x + width * cell, y + i * cell);
    }
    doc.stroke();
  }
}

/** The colours with their names, in one line; only the squares if the names do not fit. */
function drawLegend(doc: Document, { puzzle }: SheetPuzzle, area: Area, y: number): void {
  const palette = puzzle.palette ?? BLACK_ON_WHITE;
  const names = colourNames(palette) ?? palette;
  doc.font('plain').fontSize(7).lineWidth(0.3);
  const widths = names.slice(1).map((name) => doc.widthOfString(name) + 20);
  const total = widths.reduce((sum, width) => sum + width, 0);
  const named = total <= area.width;
  let x = area.x + Math.max(0, (area.width - (named ? total : 12 * widths.length)) / 2);
  for (let colour = 1; colour < palette.length; colour++) {
    doc.rect(x, y, LEGEND / 2, LEGEND / 2).fillAndStroke(palette[colour], FAINT);
    if (named) doc.fillColor(INK).text(names[colour], x + 11, y, { lineBreak: false });
    x += named ? widths[colour - 1] : 12;
  }
}

function zero(doc: Document, x: number, y: number, size: number): void {
  doc.fillColor(FAINT);
  centred(doc, '0', x, y, size);
}

/** Text centred on a point: digits are 0.73 of the font's size high. */
function centred(doc: Document, text: string, x: number, y: number, size: number): void {
  doc.fontSize(size);
  doc.text(text, x - doc.widthOfString(text) / 2, y - 0.565 * size, { lineBreak: false });
}

/** One line of text, cut off with dots if it is too long. */
function line(
  doc: Document,
  text: string,
  x: number,
  y: number,
  width: number,
  align: 'left' | 'right' | 'center',
): void {
  let shown = text;
  if (doc.widthOfString(shown) > width) {
    while (shown.length > 1 && doc.widthOfString(`${shown}…`) > width) shown = shown.slice(0, -1);
    shown += '…';
  }
  const spare = width - doc.widthOfString(shown);
  const from = align === 'left' ? x : align === 'right' ? x + spare : x + spare / 2;
  doc.text(shown, from, y, { lineBreak: false });
}
