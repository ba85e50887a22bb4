import PDFDocument from 'pdfkit';
import type { Watch } from '../pipeline/record/progress.js';
import { FONT_FILES } from '../pipeline/report/html/page-style.js';
import { puzzleOfPicture } from '../solver/core/puzzle/picture.js';
import {
  BLACK_ON_WHITE,
  type Block,
  blockColour,
  blockLength,
  type Cells,
  type Clue,
  type Puzzle,
  UNKNOWN,
} from '../solver/core/puzzle/types.js';
import { isLight } from '../solver/core/puzzle/colours.js';
import { NO_DIFFICULTY, type Rated } from '../solver/core/result/difficulty.js';
import { scoreText } from '../solver/core/result/difficulty-words.js';
import { starsText, numberOf } from '../solver/core/text/numbers.js';
import { plainText } from '../solver/core/text/plain-text.js';
import type { QrCode } from '../solver/craft/qr-code.js';
import { colourNames } from '../solver/craft/replay/colour-name.js';

export interface SheetPuzzle extends Rated {
  /** What people call it. */
  readonly called: string;
  /** Whether the book prints that: not if a program made it up. */
  readonly isNamed: boolean;
  readonly puzzle: Puzzle;
  /** Printed small at the end; null if none is known. */
  readonly solution: Cells | null;
  /** Printed below the puzzle; null for none. */
  readonly code: QrCode | null;
  /** Whether it is known to have one solution. */
  readonly unique: boolean;
}

interface PlacedSheet extends SheetPuzzle {
  readonly number: number;
  /** Whether its score is printed beside its stars. */
  readonly hasScore: boolean;
}

interface BookOptions {
  readonly paper: 'a4' | 'letter';
  /** Puzzles per page; null for as many as are comfortable to solve. */
  readonly perPage: number | null;
  readonly solutions: boolean;
  /** Whether puzzles have their names above them; the solutions have them in any case. */
  readonly names: boolean;
  /** Whether the book begins with a cover that says how to play. */
  readonly cover: boolean;
  /** Of the PDF, and on its cover. */
  readonly title: string;
}

/** Points: 72 to an inch. */
export const PAPERS = { a4: [595.28, 841.89], letter: [612, 792] } as const;

/** From the edge of the paper. */
const MARGIN = 36;

/** Between puzzles on a page. */
const GAP = 18;

/** Above a puzzle, for its name and stars. */
export const HEAD = 18;

/** Below a coloured puzzle, for its legend. */
const LEGEND = 16;

/** The side of a module of a QR code: 0.39 mm. */
export const QR_MODULE = 1.1;

/** Between a grid and the QR code below it. */
export const ABOVE_CODE = 6;

/** At the foot of the page, for its number. */
const FOOT = 14;

/** Cells of this many points are comfortable to fill in: 4.6 mm. */
const COMFORTABLE = 13;

/** Below this many points, clues are too small to read: the puzzle gets a page of its own. */
const READABLE = 8.5;

/** The largest cell, so that a tiny puzzle does not fill a page. */
const LARGEST = 30;

/** How many solutions share a page. */
const ACROSS = 4;
const DOWN = 5;

/**
 * A book of puzzles as a PDF: a cover if it is asked for, the puzzles in their order, numbered from
 * 1, and their solutions, small, on the last pages. Its pieces come as a stream, each page as soon
 * as it is drawn; fonts are embedded.
 */
export function bookPdf(
  puzzles: readonly SheetPuzzle[],
  { paper, perPage, solutions, names, cover, title }: BookOptions,
  watch?: Watch,
): { readonly stream: NodeJS.ReadableStream; readonly pages: number } {
  const doc = new PDFDocument({
    autoFirstPage: false,
    displayTitle: true,
    lang: 'en',
    font: FONT_FILES.plain,
    info: { Title: plainText(title), Creator: 'nonomill' },
  });
  doc.registerFont('plain', FONT_FILES.plain);
  doc.registerFont('bold', FONT_FILES.bold);
  let pages = 0;
  const newPage = (landscape: boolean, numbered = true): void => {
    const [width, height] = PAPERS[paper];
    const size: [number, number] = landscape ? [height, width] : [width, height];
    doc.addPage({ size, margin: 0 });
    pages++;
    if (!numbered) return;
    doc.font('plain').fontSize(8).fillColor(SOFT);
    const number = String(pages);
    const x = size[0] / 2 - doc.widthOfString(number) / 2;
    doc.text(number, x, size[1] - MARGIN + 4, { lineBreak: false });
  };
  const hasScore = areStarsAlike(puzzles);
  const named = puzzles.map((sheet, i): PlacedSheet => {
    const called = sheet.isNamed ? plainText(sheet.called) : '';
    return { ...sheet, called, number: i + 1, hasScore };
  });
  const laidOut = layOut(named, paper, perPage);
  if (cover) {
    newPage(false, false);
    drawCover(doc, plainText(title), named, pageArea(paper, false));
  }
  const solved = named.filter(({ solution }) => solution !== null);
  const pageOf = new Map<PlacedSheet, number>();
  let drawn = 0;
  const all = named.length + (solutions ? solved.length : 0);
  for (const { landscape, places } of laidOut) {
    newPage(landscape);
    for (const { index, area, cell } of places) {
      const sheet = named[index];
      // A title may tell what the picture is: then only the solution shows it.
      drawPuzzle(doc, names ? sheet : { ...sheet, called: '' }, area, cell);
      pageOf.set(sheet, pages);
      watch?.reached(++drawn, all);
    }
  }
  if (solutions) {
    const areas = divided(pageArea(paper, false), ACROSS, DOWN);
    solved.forEach((sheet, i) => {
      if (i % areas.length === 0) newPage(false);
      drawSolution(doc, sheet, pageOf.get(sheet)!, areas[i % areas.length]);
      watch?.reached(++drawn, all);
    });
  }
  doc.end();
  return { stream: doc, pages };
}

type Document = PDFKit.PDFDocument;
type Paper = keyof typeof PAPERS;

/** A rectangle on a page, in points from the top left. */
interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Puzzles of one page, by their index, each with its place. */
interface PageLayout {
  readonly landscape: boolean;
  readonly places: readonly {
    readonly index: number;
    readonly area: Area;
    readonly cell: number;
  }[];
}

/** How many cells wide the clues left of a grid are, and how many tall those above it. */
export function clueRoom(puzzle: Puzzle): { left: number; top: number } {
  const widthOf = (clue: Clue): number =>
    clue.reduce((sum, block) => sum + (blockLength(block) > 9 ? 0.95 : 0.75), 0.2);
  return {
    left: Math.max(1, ...puzzle.rows.map(widthOf)),
    top: Math.max(1, ...puzzle.columns.map((clue) => 0.85 * clue.length + 0.2)),
  };
}

/** What of a puzzle to print matters to where it is printed. */
type Laid = Pick<SheetPuzzle, 'puzzle' | 'code'>;

/** The size of a cell, in points, if a puzzle fills an area. */
function cellSize({ puzzle, code }: Laid, { width, height }: Area): number {
  const { left, top } = clueRoom(puzzle);
  const legend = puzzle.colours > 1 ? LEGEND : 0;
  const below = code === null ? 0 : ABOVE_CODE + code.side * QR_MODULE;
  return Math.min(
    LARGEST,
    width / (puzzle.width + left),
    (height - HEAD - legend - below) / (puzzle.height + top),
  );
}

/** Lays puzzles out on pages, in their order. */
export function layOut(puzzles: readonly Laid[], paper: Paper, perPage: number | null) {
  const pages: PageLayout[] = [];
  for (let first = 0; first < puzzles.length;) {
    const page = nextPage(puzzles, first, paper, perPage);
    pages.push(page);
    first += page.places.length;
  }
  return pages;
}

/** As many puzzles as fit well on the next page; one that does not fit with others is alone. */
function nextPage(
  puzzles: readonly Laid[],
  first: number,
  paper: Paper,
  perPage: number | null,
): PageLayout {
  const least = perPage === null ? COMFORTABLE : READABLE;
  for (const count of perPage === null ? [8, 6, 4, 2] : [perPage]) {
    if (count < 2) break;
    const wished = puzzles.slice(first, first + count);
    if (perPage === null && wished.length < count) continue;
    // The puzzles before the first that is too large for a share of the page.
    const fitting = bestGrid(wished, count, paper).cells.findIndex((cell) => cell < least);
    if (fitting >= 0 && (perPage === null || fitting === 0)) continue;
    const shared = fitting < 0 ? wished : wished.slice(0, fitting);
    const { areas, cells } = bestGrid(shared, count, paper);
    const sizes = shared.map(({ puzzle: { width, height } }) => `${width}x${height}`);
    // The same for puzzles of one size, however long their clues are.
    const cellOf = (size: string): number => Math.min(...cells.filter((_, i) => sizes[i] === size));
    const places = sizes.map((size, i) => {
      return { index: first + i, area: areas[i], cell: cellOf(size) };
    });
    return { landscape: false, places };
  }
  return alone(puzzles[first], first, paper);
}

/** A page for one puzzle, turned if that makes its cells larger. */
function alone(puzzle: Laid, index: number, paper: Paper): PageLayout {
  const [upright, turned] = [false, true].map((landscape) => {
    const area = pageArea(paper, landscape);
    return { landscape, places: [{ index, area, cell: cellSize(puzzle, area) }] };
  });
  return turned.places[0].cell > upright.places[0].cell * 1.05 ? turned : upright;
}

/** The division of an upright page into `count` areas in which the smallest cell is largest. */
function bestGrid(puzzles: readonly Laid[], count: number, paper: Paper) {
  const grids = Array.from({ length: count }, (_, i) => {
    const areas = divided(pageArea(paper, false), i + 1, Math.ceil(count / (i + 1)));
    return { areas, cells: puzzles.map((puzzle, at) => cellSize(puzzle, areas[at])) };
  });
  const smallest = grids.map(({ cells }) => Math.min(...cells));
  return grids[smallest.indexOf(Math.max(...smallest))];
}

/** The room on a page, without its number. */
export function pageArea(paper: Paper, landscape: boolean): Area {
  const [short, long] = PAPERS[paper];
  const [width, height] = landscape ? [long, short] : [short, long];
  return { x: MARGIN, y: MARGIN, width: width - 2 * MARGIN, height: height - 2 * MARGIN - FOOT };
}

function divided(area: Area, across: number, down: number): Area[] {
  const width = (area.width - (across - 1) * GAP) / across;
  const height = (area.height - (down - 1) * GAP) / down;
  return Array.from({ length: across * down }, (_, i) => ({
    x: area.x + (i % across) * (width + GAP),
    y: area.y + Math.floor(i / across) * (height + GAP),
    width,
    height,
  }));
}

const INK = '#1b1b1b';
const SOFT = '#555555';

/** A small puzzle that shows how to play: an anchor. */
const EXAMPLE = ['..#..', '.###.', '..#..', '#.#.#', '.###.'];

/** Points of a cell of the example. */
const CELL = 20;

/** The cover of a book: its title, what is in it, and how to play, with an example. */
function drawCover(doc: Document, title: string, sheets: readonly SheetPuzzle[], area: Area): void {
  const { x, width } = area;
  doc.font('bold').fontSize(30).fillColor(INK);
  doc.text(title, x, area.y + 70, { width, align: 'center', height: 120, ellipsis: true });
  doc.font('plain').fontSize(12).fillColor(SOFT);
  doc.text(contentText(sheets), x, doc.y + 10, { width, align: 'center' });
  doc.font('bold').fontSize(15).fillColor(INK);
  doc.text('How to play', x, doc.y + 40, { width });
  doc.font('plain').fontSize(11);
  for (const paragraph of rules(sheets)) {
    doc.text(paragraph, x, doc.y + 7, { width, lineGap: 2 });
  }
  drawExample(doc, area, doc.y + 24);
}

/** Whether all puzzles that are rated have as many stars, so that these tell them apart no more. */
function areStarsAlike(sheets: readonly SheetPuzzle[]): boolean {
  const rated = sheets.flatMap(({ stars }) => stars ?? []);
  return rated.length > 1 && new Set(rated).size === 1;
}

/** `24 puzzles, from 5×5 to 30×30, ★☆☆☆☆ to ★★★★☆`. */
function contentText(sheets: readonly SheetPuzzle[]): string {
  const sizes = sheets
    .map(({ puzzle }) => puzzle)
    .sort((a, b) => a.width * a.height - b.width * b.height)
    .map(({ width, height }) => `${width}×${height}`);
  const [size, largest] = [sizes[0], sizes.at(-1)];
  const rated = sheets.flatMap(({ stars }) => stars ?? []);
  const [stars, most] = [Math.min(...rated), Math.max(...rated)].map(starsText);
  return [
    numberOf(sheets.length, 'puzzle'),
    size === largest ? size : `from ${size} to ${largest}`,
    ...(rated.length === 0 ? [] : [stars === most ? stars : `${stars} to ${most}`]),
  ].join(', ');
}

/** How to play what is in the book: colours, stars and given cells only if it has such puzzles. */
function rules(sheets: readonly SheetPuzzle[]): string[] {
  const coloured = sheets.some(({ puzzle }) => puzzle.colours > 1);
  const given = sheets.some(({ puzzle }) => puzzle.start !== null);
  const rated = sheets.some(({ stars }) => stars !== null);
  return [
    'The numbers beside a row, and above a column, are the lengths of its blocks of filled cells, in their ' +
      'order. “3 1” stands for three filled cells side by side, then at least one blank cell, then a single filled one.',
    ...(coloured
      ? [
          'In a puzzle with colours each number has the colour of its block. Between blocks of one colour is at ' +
            'least one blank cell; blocks of different colours may touch.',
        ]
      : []),
    'Fill the cells that must be filled wherever the block is, and put a dot into those that must be blank. In a row ' +
      'of ten cells a block of eight covers the six in the middle in any case. What you find in a row helps in its columns.',
    ...(given ? ['Cells that are filled or dotted already are given.'] : []),
    ...(rated
      ? [
          'One to three stars: row by row and column by column, no guess is needed. Four and five: now and then you must ' +
            'assume a cell and see whether a contradiction follows.',
        ]
      : []),
    ...(areStarsAlike(sheets)
      ? ['The number beside the stars is the score: the higher it is, the harder is the puzzle.']
      : []),
    ...(sheets.every(({ unique }) => unique) ? ['Every puzzle has exactly one solution.'] : []),
  ];
}

/** The example, to be solved and solved, side by side. */
function drawExample(doc: Document, { x, width }: Area, y: number): void {
  const side = EXAMPLE.length;
  const cells = Uint8Array.from(EXAMPLE.join(''), (cell) => Number(cell === '#'));
  const puzzle = puzzleOfPicture(cells, side, side);
  const { left, top } = clueRoom(puzzle);
  const half = { y, width: width / 2 - 10, height: HEAD + (side + top) * CELL };
  const plain = { called: '', isNamed: false, unique: true, code: null };
  const sheet = { ...plain, ...NO_DIFFICULTY, puzzle, solution: cells };
  drawPuzzle(doc, sheet, { ...half, x }, CELL);
  const right = { ...half, x: x + width / 2 + 10 };
  drawPuzzle(doc, sheet, right, CELL);
  const at = right.x + (right.width - (side + left) * CELL) / 2 + left * CELL;
  drawPicture(doc, sheet, { x: at, y: y + HEAD + top * CELL, cell: CELL });
}

const FAINT = '#9a9a9a';

/** Where the upper left corner of a grid is, and how large its cells are. */
interface GridPlace {
  readonly x: number;
  readonly y: number;
  readonly cell: number;
}

/** Draws a puzzle to solve: number, name, stars (in a book), clues, grid, legend, QR code. */
function drawPuzzle(doc: Document, sheet: SheetPuzzle | PlacedSheet, area: Area, cell: number) {
  const { puzzle } = sheet;
  const { left, top } = clueRoom(puzzle);
  const x = area.x + (area.width - (puzzle.width + left) * cell) / 2 + left * cell;
  const y = area.y + HEAD + top * cell;
  if ('number' in sheet) drawHead(doc, sheet, area);
  drawStart(doc, sheet, { x, y, cell });
  drawGrid(doc, puzzle, { x, y, cell });
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
  const zeroAt = (cx: number, cy: number): void => {
    doc.fillColor(FAINT);
    centred(doc, '0', cx, cy, size);
  };
  doc.font('plain').lineWidth(0.3);
  puzzle.rows.forEach((clue, row) => {
    let at = x - 0.1 * cell;
    for (const block of clue.toReversed()) {
      const width = (blockLength(block) > 9 ? 0.95 : 0.75) * cell;
      numberAt(block, at - width / 2, y + (row + 0.5) * cell);
      at -= width;
    }
    if (clue.length === 0) zeroAt(x - 0.5 * cell, y + (row + 0.5) * cell);
  });
  puzzle.columns.forEach((clue, column) => {
    clue.toReversed().forEach((block, i) => {
      numberAt(block, x + (column + 0.5) * cell, y - 0.1 * cell - (i + 0.5) * 0.85 * cell);
    });
    if (clue.length === 0) zeroAt(x + (column + 0.5) * cell, y - 0.52 * cell);
  });
  const end = y + puzzle.height * cell;
  if (puzzle.colours > 1) drawLegend(doc, sheet, area, end + 5);
  const { code } = sheet;
  if (code === null) return;
  const beside = (area.width - code.side * QR_MODULE) / 2;
  doc
    .save()
    .translate(area.x + beside, end + ABOVE_CODE)
    .scale(QR_MODULE);
  doc.path(code.path).fill('#000000').restore();
}

function drawPicture(doc: Document, sheet: SheetPuzzle, { x, y, cell }: GridPlace): void {
  const { puzzle, solution } = sheet;
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

function drawSolution(doc: Document, sheet: PlacedSheet, page: number, area: Area): void {
  const { puzzle, number } = sheet;
  const where = `, page ${page}`;
  const cell = Math.min(area.width / puzzle.width, (area.height - 14) / puzzle.height, 12);
  const x = area.x + (area.width - cell * puzzle.width) / 2;
  const y = area.y;
  drawPicture(doc, sheet, { x, y, cell });
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
  doc.font('plain').fontSize(8).fillColor(SOFT);
  const right = doc.widthOfString(size) + 8;
  line(doc, size, area.x, area.y + 2, area.width, 'right');
  doc.font('bold').fontSize(10).fillColor(INK);
  line(doc, `${number}  ${called}`.trimEnd(), area.x, area.y, area.width - right, 'left');
}

/** Cells that the puzzle gives away; a blank one has a dot. */
function drawStart(doc: Document, { puzzle }: SheetPuzzle, { x, y, cell }: GridPlace): void {
  const { start, width } = puzzle;
  const palette = puzzle.palette ?? BLACK_ON_WHITE;
  start?.forEach((value, i) => {
    if (value === UNKNOWN) return;
    const [cx, cy] = [x + (i % width) * cell, y + Math.floor(i / width) * cell];
    if (value === 0) doc.circle(cx + cell / 2, cy + cell / 2, 0.09 * cell).fill(INK);
    else doc.rect(cx, cy, cell, cell).fill(palette[value]);
  });
}

function drawGrid(doc: Document, { width, height }: Puzzle, { x, y, cell }: GridPlace): void {
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
  align: 'left' | 'right',
): void {
  let shown = text;
  if (doc.widthOfString(shown) > width) {
    while (shown.length > 1 && doc.widthOfString(`${shown}…`) > width) shown = shown.slice(0, -1);
    shown += '…';
  }
  const spare = align === 'left' ? 0 : width - doc.widthOfString(shown);
  doc.text(shown, x + spare, y, { lineBreak: false });
}
