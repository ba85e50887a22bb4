import { LineValues } from '../../core/puzzle/check.js';
import { BLANK, type Clue, type Puzzle, UNKNOWN } from '../../core/puzzle/types.js';

/** The cells of a line: the first, how far apart they are, and how many. */
interface LineCells {
  readonly cells: ArrayLike<number>;
  readonly first: number;
  readonly step: number;
  readonly length: number;
}

/** The lines, rows first, from 0, whose blocks do not fit between their known cells. */
export function* brokenLines(
  { width, height, rows, columns, colours }: Puzzle,
  cells: ArrayLike<number>,
): Generator<number, void, undefined> {
  for (let line = 0; line < height + width; line++) {
    const isRow = line < height;
    const clue = isRow ? rows[line] : columns[line - height];
    const at: LineCells = isRow
      ? { cells, first: line * width, step: 1, length: width }
      : { cells, first: line - height, step: width, length: height };
    if (!(colours === 1 && at.length < 32 ? bitsFit(clue, at) : blocksFit(clue, at))) yield line;
  }
}

const lineValues = new LineValues();

function blocksFit(clue: Clue, { cells, first, step, length }: LineCells): boolean {
  const values = new Int32Array(length);
  for (let i = 0, at = first; i < length; i++, at += step) {
    values[i] = cells[at] === UNKNOWN ? -1 : 1 << cells[at];
  }
  return lineValues.fits(clue, values);
}

/**
 * Of at most 31 black and white cells, by bits: every line of every grid that is scored is asked,
 * and they take a quarter of the time. Bit n: the blocks so far fit in the first n cells.
 */
function bitsFit(clue: Clue, { cells, first, step, length }: LineCells): boolean {
  // Bit n: the cell with n cells before it may be blank, or filled.
  let blank = 0;
  let filled = 0;
  for (let i = 0, at = first; i < length; i++, at += step) {
    const cell = cells[at];
    if (cell !== 1) blank |= 1 << i;
    if (cell !== BLANK) filled |= 1 << i;
  }
  let fits = overBlanks(1, blank);
  for (let block = 0; block < clue.length; block++) {
    const size = clue[block];
    // Between blocks there is a blank cell.
    const starts = block === 0 ? fits : (fits & blank) << 1;
    let runs = starts;
    for (let i = 0; i < size && runs !== 0; i++) runs = (runs & filled) << 1;
    if (runs === 0) return false;
    fits = overBlanks(runs, blank);
  }
  return ((fits >>> length) & 1) === 1;
}

/** All numbers of cells that are reached from these over cells that may be blank. */
function overBlanks(reached: number, blank: number): number {
  let all = reached;
  for (let step = 1, free = blank; free !== 0; step *= 2) {
    all |= (all & free) << step;
    free &= free >>> step;
  }
  return all;
}
