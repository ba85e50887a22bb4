import PDFDocument from 'pdfkit';
import { plainText } from '../text/plain-text.js';
import { drawCover } from './draw-cover.js';
import { drawPuzzle, drawSolution } from './draw-puzzle.js';
import {
  MARGIN,
  PAPERS,
  divided,
  layOut,
  pageArea,
  type BookOptions,
  type SheetPuzzle,
} from './sheet-layout.js';
import { fileURLToPath } from 'node:url';

/** How many solutions share a page. */
const ACROSS = 4;

const DOWN = 5;

/**
 * A book of puzzles as a PDF: a cover if it is asked for, the puzzles in their order, numbered from 1, and their solutions,
 * small, on the last pages. Its pieces come as a stream, each page as soon as it is drawn; fonts
 * are embedded.
 */
export function bookPdf(
  puzzles: readonly SheetPuzzle[],
  { paper, perPage, solutions, names, cover, title }: BookOptions,
): { readonly stream: NodeJS.ReadableStream; readonly pages: number } {
  const doc = new PDFDocument({
    ...{ autoFirstPage: false, displayTitle: true, lang: 'en' },
    info: { Title: plainText(title), Creator: 'nonomill' },
  });
  doc.registerFont('plain', FONTS.plain);
  doc.registerFont('bold', FONTS.bold);
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
  const named = puzzles.map((sheet) => ({ ...sheet, called: plainText(sheet.called) }));
  const laidOut = layOut(named, paper, perPage);
  if (cover) {
    newPage(false, false);
    drawCover(doc, plainText(title), named, pageArea(paper, false));
  }
  for (const { landscape, places } of laidOut) {
    newPage(landscape);
    for (const { index, area, cell } of places) {
      const sheet = named[index];
      // A title may tell what the picture is: then only the solution shows it.
      drawPuzzle(doc, names ? sheet : { ...sheet, called: '' }, index + 1, area, cell);
    }
  }
  const solved = named.flatMap((sheet, i) =>
    sheet.solution === null ? [] : [{ sheet, number: i + 1 }],
  );
  if (solutions) {
    const areas = divided(pageArea(paper, false), ACROSS, DOWN);
    solved.forEach(({ sheet, number }, i) => {
      if (i % areas.length === 0) newPage(false);
      drawSolution(doc, sheet, number, areas[i % areas.length]);
    });
  }
  doc.end();
  return { stream: doc, pages };
}

/**
 * DejaVu Sans, whose licence (that of Bitstream Vera) allows embedding it in documents. Only the
 * characters that are used are embedded.
 */
const FONTS = { plain: fontFile('DejaVuSans.ttf'), bold: fontFile('DejaVuSans-Bold.ttf') };

function fontFile(name: string): string {
  return fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}`));
}
