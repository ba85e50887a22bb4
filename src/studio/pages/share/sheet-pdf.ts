import type { Shape, Sheet } from './sheet.js';

/** The sides of A4, and its margin, in points. */
const A4 = [595.28, 841.89] as const;
const MARGIN = 48;

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
  const [across, down] = [A4[0] - 2 * MARGIN, A4[1] - 2 * MARGIN];
  const scale = Math.min(LARGEST, across / width, down / height);
  const left = (A4[0] - width * scale) / 2;
  const matrix = [scale, 0, 0, -scale, left, A4[1] - MARGIN].map(number).join(' ');
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
