import PDFDocument from 'pdfkit';
import { UNWATCHED, type Watch } from '../../pipeline/record/counted-work.js';
import { plainText } from '../../solver/core/text/plain-text.js';
import { FONT_FILES } from '../../pipeline/report/html/fonts.js';
import { drawPuzzle, drawSolution, drawPicture } from './draw-puzzle.js';
import {
  MARGIN,
  PAPERS,
  divided,
  layOut,
  pageArea,
  type BookOptions,
  type PlacedSheet,
  type SheetPuzzle,
  HEAD,
  clueRoom,
  type Area,
} from './sheet-layout.js';
import { cluesOfPicture } from '../../solver/core/puzzle/picture.js';
import type { Puzzle } from '../../solver/core/puzzle/types.js';
import { numberOf } from '../../solver/core/text/numbers.js';

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
  watch: Watch = UNWATCHED,
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
    doc.font('plain').fontSize(8).fillColor('#555555');
    const number = String(pages);
    const x = size[0] / 2 - doc.widthOfString(number) / 2;
    doc.text(number, x, size[1] - MARGIN + 4, { lineBreak: false });
  };
  const hasScore = areStarsAlike(puzzles);
  const named = puzzles.map((sheet, i): PlacedSheet => {
    return {
      ...sheet,
      called: sheet.isNamed ? plainText(sheet.called) : '',
      number: i + 1,
      hasScore,
    };
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
      watch.reached(++drawn, all);
    }
  }
  if (solutions) {
    const areas = divided(pageArea(paper, false), ACROSS, DOWN);
    solved.forEach((sheet, i) => {
      if (i % areas.length === 0) newPage(false);
      drawSolution(doc, sheet, pageOf.get(sheet)!, areas[i % areas.length]);
      watch.reached(++drawn, all);
    });
  }
  doc.end();
  return { stream: doc, pages };
}

const INK = '#1b1b1b';
const SOFT = '#555555';

/** A small puzzle that shows how to play: an anchor. */
const EXAMPLE = ['..#..', '.###.', '..#..', '#.#.#', '.###.'];

/** Points of a cell of the example. */
const CELL = 20;

/** The cover of a book: its title, what is in it, and how to play, with an example. */
function drawCover(
  doc: PDFKit.PDFDocument,
  title: string,
  sheets: readonly SheetPuzzle[],
  area: Area,
): void {
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
  const rated = sheets.flatMap(({ stars }) => (stars === null ? [] : [stars]));
  return rated.length > 1 && new Set(rated).size === 1;
}

/** `24 puzzles, from 5×5 to 30×30, ★☆☆☆☆ to ★★★★☆`. */
function contentText(sheets: readonly SheetPuzzle[]): string {
  const bySize = sheets
    .map(({ puzzle }) => puzzle)
    .sort((a, b) => a.width * a.height - b.width * b.height);
  const [least, most] = [bySize[0], bySize[bySize.length - 1]].map(sizeText);
  const stars = sheets.flatMap((sheet) => (sheet.stars === null ? [] : [sheet.stars]));
  return [
    numberOf(sheets.length, 'puzzle'),
    least === most ? least : `from ${least} to ${most}`,
    ...(stars.length === 0 ? [] : [starsText(Math.min(...stars), Math.max(...stars))]),
  ].join(', ');
}

function sizeText({ width, height }: Puzzle): string {
  return `${width}×${height}`;
}

function starsText(least: number, most: number): string {
  const text = (stars: number): string => '★'.repeat(stars) + '☆'.repeat(5 - stars);
  return least === most ? text(least) : `${text(least)} to ${text(most)}`;
}

/**
 * How to play what is in the book: with colours, stars and cells given only if it has such puzzles.
 */
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
function drawExample(doc: PDFKit.PDFDocument, { x, width }: Area, y: number): void {
  const side = EXAMPLE.length;
  const cells = Uint8Array.from(EXAMPLE.join(''), (cell) => Number(cell === '#'));
  const clues = cluesOfPicture(cells, side, side);
  const puzzle = { width: side, height: side, ...clues, colours: 1, palette: null, start: null };
  const { left, top } = clueRoom(puzzle);
  const half = { y, width: width / 2 - 10, height: HEAD + (side + top) * CELL };
  const sheet = {
    called: '',
    isNamed: false,
    puzzle,
    solution: cells,
    stars: null,
    unique: true,
    code: null,
    difficulty: null,
    difficultyBound: null,
  };
  drawPuzzle(doc, sheet, { ...half, x }, CELL);
  const right = { ...half, x: x + width / 2 + 10 };
  drawPuzzle(doc, sheet, right, CELL);
  const at = right.x + (right.width - (side + left) * CELL) / 2 + left * CELL;
  drawPicture(doc, sheet, at, y + HEAD + top * CELL, CELL);
}
