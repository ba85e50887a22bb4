import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import PDFDocument from 'pdfkit';
import type { ChartFigure } from '../figures/chart.js';
import { FONT_FILES } from './page-style.js';
import { QuestionError } from '../statistics/question.js';
import { chartFile } from './chart-svg.js';

/** Pixels for each unit of the SVG: as sharp as a book, 300 to an inch at 16 cm. */
const PIXELS = 2.5;

/**
 * A chart as a picture in PNG, in light colours.
 * @throws QuestionError if the package that draws it is not installed: 2 MB that few need are
 * optional.
 */
export async function chartPng(figure: ChartFigure): Promise<Uint8Array> {
  const { Resvg, initWasm } = await import('@resvg/resvg-wasm').catch((cause: unknown) => {
    throw new QuestionError(
      'a chart as PNG is drawn by the package @resvg/resvg-wasm, which is not installed: ' +
        'npm install @resvg/resvg-wasm, or choose SVG or PDF',
      { cause },
    );
  });
  const program = fileURLToPath(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm'));
  ready ??= readFile(program).then((bytes) => initWasm(bytes));
  await ready;
  const fontBuffers = await Promise.all(Object.values(FONT_FILES).map((file) => readFile(file)));
  const picture = new Resvg(chartFile(figure), {
    font: { fontBuffers, defaultFontFamily: 'DejaVu Sans', sansSerifFamily: 'DejaVu Sans' },
    fitTo: { mode: 'zoom', value: PIXELS },
  });
  try {
    return picture.render().asPng();
  } finally {
    picture.free();
  }
}

/** What draws pictures is made ready once. */
let ready: Promise<void> | undefined;

/** As a page of PDF, in light colours; fonts are embedded, and words can be searched. */
export async function chartPdf(figure: ChartFigure): Promise<Uint8Array> {
  const svg = chartFile(figure);
  const [, width, height] = /width="([\d.]+)" height="([\d.]+)"/.exec(svg)!;
  const size: [number, number] = [Number(width), Number(height)];
  const doc = new PDFDocument({
    size,
    margin: 0,
    displayTitle: true,
    lang: 'en',
    font: FONT_FILES.plain,
    info: { Title: figure.title, Creator: 'nonomill' },
  });
  doc.registerFont('plain', FONT_FILES.plain);
  doc.registerFont('bold', FONT_FILES.bold);
  for (const [, name, attributes, words] of svg.matchAll(SHAPE)) {
    const of = new Map(
      Array.from(attributes.matchAll(ATTRIBUTE), ([, key, value]) => [key, unescaped(value)]),
    );
    if (name === 'g') doc.transform(...matrixOf(of.get('transform')));
    else drawShape(doc, name, of, unescaped(words), size);
  }
  doc.end();
  return buffer(doc);
}

/** What `chartFile` writes that is seen: an opening `g` moves all that comes after it. */
const SHAPE = /<(g|rect|path|polygon|text)\b([^>]*?)\/?>([^<]*)/g;

const ATTRIBUTE = /([\w:-]+)="([^"]*)"/g;

function drawShape(
  doc: PDFKit.PDFDocument,
  name: string,
  of: ReadonlyMap<string, string>,
  words: string,
  [pageWidth, pageHeight]: readonly [number, number],
): void {
  const number = (key: string, otherwise = 0): number => Number(of.get(key) ?? otherwise);
  const lineWidth = number('stroke-width', 1);
  const fill = of.get('fill') ?? '#000000';
  // To PDF, a line of no width is as thin as the printer can, and to SVG it is none.
  const stroke = lineWidth === 0 ? 'none' : (of.get('stroke') ?? 'none');
  if (name !== 'text' && fill === 'none' && stroke === 'none') return;
  doc.save();
  doc.transform(...matrixOf(of.get('transform')));
  if (name === 'text') {
    drawWords(doc, words, of);
  } else {
    if (name === 'rect') {
      const side = (key: string, whole: number): number =>
        of.get(key) === '100%' ? whole : number(key);
      doc.rect(number('x'), number('y'), side('width', pageWidth), side('height', pageHeight));
    } else if (name === 'polygon') {
      doc.path(
        `M${of
          .get('points')!
          .trim()
          .replace(/(\S+[ ,]\S+) /g, '$1L')}Z`,
      );
    } else {
      doc.path(of.get('d')!);
    }
    doc.fillOpacity(number('fill-opacity', 1)).lineWidth(lineWidth);
    if (fill !== 'none' && stroke !== 'none') doc.fillAndStroke(fill, stroke);
    else if (fill !== 'none') doc.fill(fill);
    else doc.stroke(stroke);
  }
  doc.restore();
}

function drawWords(doc: PDFKit.PDFDocument, words: string, of: ReadonlyMap<string, string>): void {
  const size = Number(of.get('font-size'));
  doc.font(of.get('font-weight') === '600' ? 'bold' : 'plain').fontSize(size);
  doc.fillColor(of.get('fill')!);
  const anchors: Readonly<Record<string, number>> = { middle: 0.5, end: 1 };
  const anchor = anchors[of.get('text-anchor') ?? ''] ?? 0;
  const x = Number(of.get('x') ?? 0) - doc.widthOfString(words) * anchor;
  const y = Number(of.get('y') ?? 0) + size * Number.parseFloat(of.get('dy') ?? '0');
  doc.text(words, x, y, { lineBreak: false, baseline: 'alphabetic' });
}

type Matrix = [number, number, number, number, number, number];

function matrixOf(transform = ''): Matrix {
  const numbers = (transform.match(/-?[\d.]+(?:e-?\d+)?/g) ?? []).map(Number);
  if (numbers.length === 6) return numbers as Matrix;
  return [1, 0, 0, 1, numbers[0] ?? 0, numbers[1] ?? 0];
}

/** What `markupText` wrote. */
function unescaped(text: string): string {
  const letters: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&' };
  return text.replace(/&(?:(lt|gt|quot|amp)|#(\d+));/g, (_, name?: string, code?: string) =>
    name === undefined ? String.fromCharCode(Number(code)) : letters[name],
  );
}
