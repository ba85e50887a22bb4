import { pngOf, whiteCanvas } from '../../../pipeline/pages/client/saving.js';
import {
  BLACK_ON_WHITE,
  BLANK,
  type Block,
  blockColour,
  blockLength,
  type Cells,
  type Puzzle,
  UNKNOWN,
} from '../../../solver/core/puzzle/types.js';
import { isLight } from '../../../solver/core/puzzle/colours.js';
import { markupText } from '../../../solver/core/text/escape.js';

/** What a sheet is drawn from: every way to write it knows these shapes, and no others. */
type Shape =
  | {
      readonly kind: 'box';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly fill: string;
    }
  | {
      readonly kind: 'line';
      readonly from: readonly [number, number];
      readonly to: readonly [number, number];
      readonly width: number;
      readonly colour: string;
    }
  /** A number, its middle at (x, y). */
  | {
      readonly kind: 'number';
      readonly x: number;
      readonly y: number;
      readonly size: number;
      readonly text: string;
      readonly colour: string;
    }
  /** Words that begin at (x, y), their base line. */
  | {
      readonly kind: 'words';
      readonly x: number;
      readonly y: number;
      readonly size: number;
      readonly text: string;
    };

/** A drawing that becomes SVG, PDF or pixels. */
interface Sheet {
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly Shape[];
}

const INK = '#1b1b1b';
const THIN = '#b5b5b5';
const THICK = '#555555';

/** The side of a cell; all else is proportional to it. */
const CELL = 20;
const SIZE = 11;
const SLOT = 14;
const MARGIN = 12;
const HEAD = 30;

/**
 * A puzzle with its clues, to be solved or, with cells, solved; its title above it, unless that is
 * empty.
 */
export function puzzleSheet(puzzle: Puzzle, cells: Cells | null, title: string): Sheet {
  const { width, height } = puzzle;
  const across = puzzle.rows.map((clue) => clue.reduce((sum, block) => sum + slot(block), 0));
  const left = MARGIN + Math.max(SLOT, ...across) + 4;
  const head = title === '' ? 0 : HEAD;
  const clued = Math.max(1, ...puzzle.columns.map((clue) => clue.length));
  const top = MARGIN + head + clued * SLOT + 4;
  const words: Shape[] =
    title === '' ? [] : [{ kind: 'words', x: MARGIN, y: MARGIN + 14, size: 16, text: title }];
  return {
    width: left + width * CELL + MARGIN,
    height: top + height * CELL + MARGIN,
    shapes: [
      ...words,
      ...cellShapes(puzzle, cells ?? puzzle.start, left, top),
      ...gridShapes(puzzle, left, top),
      ...clueShapes(puzzle, left, top),
    ],
  };
}

/** The room of a number beside a row. */
function slot(block: Block): number {
  return blockLength(block) > 9 ? SLOT + 4 : SLOT;
}

function cellShapes(
  { width, height, palette }: Puzzle,
  cells: Cells | null,
  left: number,
  top: number,
): Shape[] {
  const colours = palette ?? BLACK_ON_WHITE;
  const [w, h] = [width * CELL, height * CELL];
  const shapes: Shape[] = [
    { kind: 'box', x: left, y: top, width: w, height: h, fill: colours[BLANK] },
  ];
  cells?.forEach((value, i) => {
    if (value === BLANK || value === UNKNOWN) return;
    const [x, y] = [left + (i % width) * CELL, top + Math.floor(i / width) * CELL];
    shapes.push({ kind: 'box', x, y, width: CELL, height: CELL, fill: colours[value] });
  });
  return shapes;
}

function gridShapes({ width, height }: Puzzle, left: number, top: number): Shape[] {
  const [right, bottom] = [left + width * CELL, top + height * CELL];
  const look = (i: number, end: number): { width: number; colour: string } =>
    i % 5 === 0 || i === end ? { width: 1.2, colour: THICK } : { width: 0.6, colour: THIN };
  const lines = (
    count: number,
    place: (at: number) => Pick<Shape & { kind: 'line' }, 'from' | 'to'>,
  ) =>
    Array.from({ length: count + 1 }, (_, i) => ({
      kind: 'line' as const,
      ...place(i * CELL),
      ...look(i, count),
    }));
  const shapes = [
    ...lines(width, (at) => ({ from: [left + at, top], to: [left + at, bottom] })),
    ...lines(height, (at) => ({ from: [left, top + at], to: [right, top + at] })),
  ];
  // Every fifth line is drawn over the others.
  return shapes.toSorted((one, other) => one.width - other.width);
}

function clueShapes(puzzle: Puzzle, left: number, top: number): Shape[] {
  const shapes: Shape[] = [];
  const number = (block: Block, x: number, y: number): void => {
    const colour = puzzle.palette?.[blockColour(block)] ?? null;
    if (colour !== null) {
      const width = slot(block) - 2;
      const box = { x: x - width / 2, y: y - SLOT / 2 + 1, width, height: SLOT - 2 };
      shapes.push({ kind: 'box', ...box, fill: colour });
    }
    const ink = colour === null || isLight(colour) ? INK : '#ffffff';
    const text = String(blockLength(block));
    shapes.push({ kind: 'number', x, y, size: SIZE, text, colour: ink });
  };
  const zero = (x: number, y: number): void => {
    shapes.push({ kind: 'number', x, y, size: SIZE, text: '0', colour: THICK });
  };
  puzzle.rows.forEach((clue, row) => {
    const y = top + (row + 0.5) * CELL;
    let x = left - 4;
    for (const block of clue.toReversed()) {
      number(block, x - slot(block) / 2, y);
      x -= slot(block);
    }
    if (clue.length === 0) zero(x - SLOT / 2, y);
  });
  puzzle.columns.forEach((clue, column) => {
    const x = left + (column + 0.5) * CELL;
    clue.toReversed().forEach((block, i) => number(block, x, top - 4 - (i + 0.5) * SLOT));
    if (clue.length === 0) zero(x, top - 4 - SLOT / 2);
  });
  return shapes;
}

/** A sheet as a file of SVG, on white. */
export function sheetSvg({ width, height, shapes }: Sheet, title: string): string {
  const size = `viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="sans-serif">
<title>${markupText(title)}</title>
<rect width="100%" height="100%" fill="#ffffff"/>
${shapes.map(shapeSvg).join('\n')}
</svg>
`;
}

function shapeSvg(shape: Shape): string {
  switch (shape.kind) {
    case 'box': {
      const { x, y, width, height, fill } = shape;
      return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`;
    }
    case 'line': {
      const [[x1, y1], [x2, y2]] = [shape.from, shape.to];
      return `<path d="M${x1} ${y1}L${x2} ${y2}" stroke="${shape.colour}" stroke-width="${shape.width}"/>`;
    }
    case 'number': {
      const { x, y, size, text, colour } = shape;
      return `<text x="${x}" y="${y + size * 0.36}" font-size="${size}" text-anchor="middle" fill="${colour}">${text}</text>`;
    }
    case 'words': {
      const { x, y, size, text } = shape;
      return `<text x="${x}" y="${y}" font-size="${size}" font-weight="bold" fill="${INK}">${markupText(text)}</text>`;
    }
  }
}

/** Paints a sheet on a canvas, as it is turned, moved and scaled. */
export function paintSheet(brush: CanvasRenderingContext2D, { shapes }: Sheet): void {
  for (const shape of shapes) {
    switch (shape.kind) {
      case 'box':
        brush.fillStyle = shape.fill;
        brush.fillRect(shape.x, shape.y, shape.width, shape.height);
        break;
      case 'line':
        brush.strokeStyle = shape.colour;
        brush.lineWidth = shape.width;
        brush.beginPath();
        brush.moveTo(...shape.from);
        brush.lineTo(...shape.to);
        brush.stroke();
        break;
      case 'number':
        brush.fillStyle = shape.colour;
        brush.font = `${shape.size}px sans-serif`;
        brush.textAlign = 'center';
        brush.fillText(shape.text, shape.x, shape.y + shape.size * 0.36);
        break;
      case 'words':
        brush.fillStyle = INK;
        brush.font = `bold ${shape.size}px sans-serif`;
        brush.textAlign = 'start';
        brush.fillText(shape.text, shape.x, shape.y);
    }
  }
}

/** How many pixels each unit of a sheet has. */
const SCALE = 2;

/** A sheet as a picture, on white. */
export function sheetPng(sheet: Sheet): Promise<Blob> {
  const [canvas, brush] = whiteCanvas(sheet.width * SCALE, sheet.height * SCALE);
  brush.scale(SCALE, SCALE);
  paintSheet(brush, sheet);
  return pngOf(canvas);
}

/** The sides of A4, and its margin, in points. */
const A4 = [595.28, 841.89] as const;
const PAGE_MARGIN = 48;

/** At most so many points for each unit of a sheet: a puzzle of 5x5 should not fill the page. */
const LARGEST = 1.5;

/** How wide a digit of Helvetica is, as a share of its size. */
const DIGIT = 0.556;

/**
 * Sheets as a file of PDF, each on a page of A4; words in the letters of Western Europe, others as
 * `?`.
 */
export function sheetsPdf(sheets: readonly Sheet[]): Uint8Array<ArrayBuffer> {
  const first = 5;
  const pages = sheets.map((_, i) => `${first + 2 * i} 0 R`);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages.join(' ')}] /Count ${sheets.length} >>`,
    fontObject('Helvetica'),
    fontObject('Helvetica-Bold'),
    ...sheets.flatMap((sheet, i) => {
      const content = pageContent(sheet);
      const fonts = '/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >>';
      const box = `/MediaBox [0 0 ${A4.join(' ')}]`;
      return [
        `<< /Type /Page /Parent 2 0 R ${box} ${fonts} /Contents ${first + 2 * i + 1} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, i) => {
    const offset = text.length;
    text += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  const end = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  // Each letter is one byte: all beyond Latin-1 have been replaced.
  return Uint8Array.from(text + table + end, (letter) => letter.charCodeAt(0));
}

function fontObject(name: string): string {
  return `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
}

/**
 * What draws a sheet at the top of a page, as large as fits: the origin of PDF is the lower left
 * corner.
 */
function pageContent({ width, height, shapes }: Sheet): string {
  const [across, down] = [A4[0] - 2 * PAGE_MARGIN, A4[1] - 2 * PAGE_MARGIN];
  const scale = Math.min(LARGEST, across / width, down / height);
  const left = (A4[0] - width * scale) / 2;
  const matrix = [scale, 0, 0, -scale, left, A4[1] - PAGE_MARGIN].map(number).join(' ');
  return [`${matrix} cm`, ...shapes.map(shapePdf)].join('\n');
}

function shapePdf(shape: Shape): string {
  switch (shape.kind) {
    case 'box': {
      const { x, y, width, height, fill } = shape;
      return `${colour(fill)} rg ${[x, y, width, height].map(number).join(' ')} re f`;
    }
    case 'line': {
      const [from, to] = [shape.from, shape.to].map((point) => point.map(number).join(' '));
      return `${colour(shape.colour)} RG ${number(shape.width)} w ${from} m ${to} l S`;
    }
    case 'number': {
      const { x, y, size, text } = shape;
      const start = x - (text.length * DIGIT * size) / 2;
      return words('F1', shape.colour, size, [start, y + size * 0.36], text);
    }
    case 'words':
      return words('F2', '#000000', shape.size, [shape.x, shape.y], shape.text);
  }
}

/** Text whose base line begins at a point; it is turned upright again. */
function words(
  font: string,
  ink: string,
  size: number,
  [x, y]: readonly [number, number],
  text: string,
): string {
  return `${colour(ink)} rg BT /${font} ${number(size)} Tf 1 0 0 -1 ${number(x)} ${number(y)} Tm (${escaped(text)}) Tj ET`;
}

/** A text inside brackets, without what its encoding does not have. */
function escaped(text: string): string {
  return text.replace(/[^ -~\u00a0-\u00ff]/gu, '?').replace(/[\\()]/g, '\\$&');
}

/** `#f80` or `#ff8800` as three shares. */
function colour(hex: string): string {
  const digits = hex.slice(1);
  const pairs = digits.length === 3 ? Array.from(digits, (one) => one + one) : digits.match(/../g);
  return (pairs ?? ['00', '00', '00'])
    .map((pair) => number(Number.parseInt(pair, 16) / 255))
    .join(' ');
}

function number(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}
