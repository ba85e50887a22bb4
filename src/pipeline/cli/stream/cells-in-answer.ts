import { drawnCell } from '../../../solver/core/puzzle/drawn-cell.js';
import { UNKNOWN, type Cells, type Puzzle } from '../../../solver/core/puzzle/types.js';

type Size = Pick<Puzzle, 'width' | 'height' | 'colours'>;

/**
 * The cells in an answer with words around them. Of several grids the last one counts, as an answer
 * ends with what it has come to. Null if there is none of the puzzle's size: a grid of another size
 * is not cut to fit.
 *
 * Rows are lines, or parts of a line; cells stand together, or have blanks, commas, slashes or bars
 * between them. Words beside a row are passed over; a line without cells ends a grid.
 */
export function cellsInAnswer(answer: string, size: Size): Cells | null {
  const read = answer.slice(-Math.max(MOST_READ, 8 * size.width * size.height));
  const lines = read.replaceAll('\\n', '\n').split(/\r?\n/);
  return lastGrid(lines, size, 'strict') ?? lastGrid(lines, size, 'loose');
}

/** How many characters are read, the last ones; more for puzzles that need them. */
const MOST_READ = 2 ** 20;

/**
 * Strictly, a grid ends at an empty line and at a rule such as `---`. Loosely, rows may have empty
 * lines between them, and `---` is a row of blank cells.
 */
type Reading = 'strict' | 'loose';

/** Between tokens: blanks, bars, commas, slashes, quotes, and what makes a square an emoji. */
const BETWEEN = /(?:[\s|,/"'`]|\uFE0F)+/;

/** What ends a row, as `BREAK`. */
const ENDS_ROW = /[:;=()<>[\]{}]+/g;
const BREAK = ':';

const RULE = /^[-_]{3,}$/;

/** The rules of a table stand between its rows: `|---|---|`, `+-+-+`. */
function isTableRule(line: string): boolean {
  if (!/^[|+:\s-]+$/.test(line)) return false;
  return line.startsWith('+') || (line.includes('|') && line.includes('---'));
}

function lastGrid(lines: readonly string[], size: Size, reading: Reading): Cells | null {
  let last: Cells | null = null;
  let rows: number[][] = [];
  const end = (): void => {
    if (rows.length === size.height) last = Uint8Array.from(rows.flat());
    rows = [];
  };
  for (const line of lines.map((text) => text.trim())) {
    if (isTableRule(line)) continue;
    const tokens = line
      .replace(ENDS_ROW, ` ${BREAK} `)
      .split(BETWEEN)
      .filter((token) => token !== '');
    const isEnd = reading === 'strict' && (line === '' || RULE.test(line));
    const found = isEnd ? [] : rowsIn(tokens, size);
    if (found.length > 1) end();
    for (const run of found) {
      // Rows in a row are a grid of their own.
      if (run.length > 1) end();
      if (rows.length <= size.height) rows.push(...run.slice(0, size.height + 1));
      if (run.length > 1) end();
    }
    const says = tokens.some((token) => token !== BREAK);
    if (found.length > 1 || (found.length === 0 && (isEnd || says))) end();
  }
  end();
  return last;
}

/**
 * The rows in a line, those together that stand together: tokens of one length, each of them a row,
 * or all together a row or the whole grid.
 */
function rowsIn(tokens: readonly string[], { width, height, colours }: Size): number[][][] {
  const found: number[][][] = [];
  let run: number[][] = [];
  const end = (): void => {
    const cells = run.flat();
    const together = run.length === 1 || run.length === cells.length;
    const isGrid = cells.length === width * height;
    if (run.at(0)?.length === width || (together && (cells.length === width || isGrid))) {
      const starts = Array.from({ length: cells.length / width }, (_, row) => row * width);
      found.push(starts.map((start) => cells.slice(start, start + width)));
    }
    run = [];
  };
  const longest = width * height + 1;
  for (const token of tokens) {
    const cells = token.length > 2 * longest ? null : cellsOf(token, colours);
    // The full stop of a sentence is no cell.
    const isStopped =
      token.endsWith('.') &&
      (cells?.length === longest || (cells?.length === width + 1 && run.at(0)?.length === width));
    if (isStopped) cells?.pop();
    if (run.length > 0 && run[0].length !== cells?.length) end();
    if (cells !== null) run.push(cells);
  }
  end();
  return found;
}

function cellsOf(token: string, colours: number): number[] | null {
  const cells: number[] = [];
  for (const character of token) {
    const cell = character === '?' ? UNKNOWN : drawnCell(character, colours);
    if (cell === null) return null;
    cells.push(cell);
  }
  return cells;
}
