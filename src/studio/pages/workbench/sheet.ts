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

const INK = '#1b1b1b';
const THIN = '#b5b5b5';
const THICK = '#555555';

/** The side of a cell; all else is proportional to it. */
const CELL = 20;
const SIZE = 11;
const SLOT = 14;
const HEAD = 30;

/** The sides of A4, and its margin, in points. */
const A4 = [595.28, 841.89] as const;
const PAGE_MARGIN = 48;

/** At most so many points for each unit: a puzzle of 5x5 should not fill the page. */
const LARGEST = 1.5;

/** How wide a digit of Helvetica is, as a share of its size. */
const DIGIT = 0.556;

/**
 * A puzzle to be solved as a file of PDF, on a page of A4, and on another one, with its title, its
 * solution if that is known. Words are in the letters of Western Europe, others are `?`.
 */
export function sheetsPdf(
  puzzle: Puzzle,
  solution: Cells | null,
  title: string,
): Uint8Array<ArrayBuffer> {
  const first = 5;
  const contents = [
    pageContent(puzzle, puzzle.start, ''),
    ...(solution === null ? [] : [pageContent(puzzle, solution, title)]),
  ];
  const pages = contents.map((_, i) => `${first + 2 * i} 0 R`);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages.join(' ')}] /Count ${contents.length} >>`,
    fontObject('Helvetica'),
    fontObject('Helvetica-Bold'),
    ...contents.flatMap((content, i) => {
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
 * What draws a puzzle with its clues at the top of a page, as large as fits: the origin of PDF is
 * the lower left corner.
 */
function pageContent(puzzle: Puzzle, cells: Cells | null, title: string): string {
  const { width, height } = puzzle;
  const beside = puzzle.rows.map((clue) => clue.reduce((sum, block) => sum + slot(block), 0));
  const left = Math.max(SLOT, ...beside) + 4;
  const above = Math.max(1, ...puzzle.columns.map((clue) => clue.length));
  const top = (title === '' ? 0 : HEAD) + above * SLOT + 4;
  const [across, down] = [A4[0] - 2 * PAGE_MARGIN, A4[1] - 2 * PAGE_MARGIN];
  const sides = [left + width * CELL, top + height * CELL] as const;
  const scale = Math.min(LARGEST, across / sides[0], down / sides[1]);
  const start = [(A4[0] - sides[0] * scale) / 2, A4[1] - PAGE_MARGIN];
  return [
    `${[scale, 0, 0, -scale, ...start].map(number).join(' ')} cm`,
    ...(title === '' ? [] : [words('F2', '#000000', 16, [0, 14], title)]),
    ...cellBoxes(puzzle, cells, left, top),
    ...gridLines(puzzle, left, top),
    ...clueNumbers(puzzle, left, top),
  ].join('\n');
}

/** The room of a number beside a row. */
function slot(block: Block): number {
  return blockLength(block) > 9 ? SLOT + 4 : SLOT;
}

function cellBoxes(
  { width, height, palette }: Puzzle,
  cells: Cells | null,
  left: number,
  top: number,
): string[] {
  const colours = palette ?? BLACK_ON_WHITE;
  const boxes = Array.from(cells ?? [], (value, i) => {
    if (value === BLANK || value === UNKNOWN) return [];
    const [x, y] = [left + (i % width) * CELL, top + Math.floor(i / width) * CELL];
    return [box([x, y, CELL, CELL], colours[value])];
  });
  return [box([left, top, width * CELL, height * CELL], colours[BLANK]), ...boxes.flat()];
}

function gridLines({ width, height }: Puzzle, left: number, top: number): string[] {
  const [right, bottom] = [left + width * CELL, top + height * CELL];
  const lines = (isStrong: boolean): string[] => {
    const look = isStrong ? `${colour(THICK)} RG 1.2 w` : `${colour(THIN)} RG 0.6 w`;
    const places = (count: number): number[] =>
      Array.from({ length: count + 1 }, (_, i) => i).filter(
        (i) => isStrong === (i % 5 === 0 || i === count),
      );
    return [
      ...places(width).map((i) => [left + i * CELL, top, left + i * CELL, bottom]),
      ...places(height).map((i) => [left, top + i * CELL, right, top + i * CELL]),
    ].map(([x, y, u, v]) => `${look} ${x} ${y} m ${u} ${v} l S`);
  };
  // Every fifth line is drawn over the others.
  return [...lines(false), ...lines(true)];
}

function clueNumbers(puzzle: Puzzle, left: number, top: number): string[] {
  const shapes: string[] = [];
  const add = (block: Block, x: number, y: number): void => {
    const colour = block === 0 ? null : (puzzle.palette?.[blockColour(block)] ?? null);
    if (colour !== null) {
      const width = slot(block) - 2;
      shapes.push(box([x - width / 2, y - SLOT / 2 + 1, width, SLOT - 2], colour));
    }
    const ink = block === 0 ? THICK : colour === null || isLight(colour) ? INK : '#ffffff';
    const text = String(blockLength(block));
    const start = x - (text.length * DIGIT * SIZE) / 2;
    shapes.push(words('F1', ink, SIZE, [start, y + SIZE * 0.36], text));
  };
  puzzle.rows.forEach((clue, row) => {
    let x = left - 4;
    for (const block of clue.length === 0 ? [0] : clue.toReversed()) {
      add(block, x - slot(block) / 2, top + (row + 0.5) * CELL);
      x -= slot(block);
    }
  });
  puzzle.columns.forEach((clue, column) => {
    const x = left + (column + 0.5) * CELL;
    const blocks = clue.length === 0 ? [0] : clue.toReversed();
    blocks.forEach((block, i) => add(block, x, top - 4 - (i + 0.5) * SLOT));
  });
  return shapes;
}

function box(place: readonly number[], fill: string): string {
  return `${colour(fill)} rg ${place.map(number).join(' ')} re f`;
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
