import {
  BLANK,
  UNKNOWN,
  blockColour,
  blockLength,
  type Clue,
  type Puzzle,
} from '../../core/puzzle/types.js';

/** The cells of a line: the first, how far apart they are, and how many. */
interface LineCells {
  readonly cells: ArrayLike<number>;
  readonly first: number;
  readonly step: number;
  readonly length: number;
}

/**
 * Whether a line's blocks (rows first, from 0) fit between its known cells; others are UNKNOWN.
 *
 * Block by block, it keeps for each number of first cells whether the blocks so far fit in them.
 * Every line of every grid that is scored is asked: bits, if there is room, take a quarter of the
 * time.
 */
export function lineFits(
  { width, height, rows, columns, colours }: Puzzle,
  cells: ArrayLike<number>,
  line: number,
): boolean {
  const isRow = line < height;
  const clue = isRow ? rows[line] : columns[line - height];
  const at: LineCells = isRow
    ? { cells, first: line * width, step: 1, length: width }
    : { cells, first: line - height, step: width, length: height };
  return colours === 1 && at.length < 32 ? bitsFit(clue, at) : blocksFit(clue, at);
}

/** Of at most 31 black and white cells. Bit n: the blocks so far fit in the first n cells. */
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

function blocksFit(clue: Clue, { cells, first, step, length }: LineCells): boolean {
  const mayBe = (index: number, value: number): boolean => {
    const cell = cells[first + index * step];
    return cell === value || cell === UNKNOWN;
  };
  let before = new Uint8Array(length + 1);
  before[0] = 1;
  for (let end = 1; end <= length; end++)
    before[end] = before[end - 1] & Number(mayBe(end - 1, BLANK));
  for (let block = 0; block < clue.length; block++) {
    const size = blockLength(clue[block]);
    const colour = blockColour(clue[block]);
    // Between blocks of one colour there is a blank cell.
    const gap = block > 0 && blockColour(clue[block - 1]) === colour ? 1 : 0;
    const upTo = new Uint8Array(length + 1);
    for (let end = 1, run = 0; end <= length; end++) {
      run = mayBe(end - 1, colour) ? run + 1 : 0;
      const start = end - size - gap;
      const endsHere =
        run >= size && start >= 0 && before[start] === 1 && (gap === 0 || mayBe(start, BLANK));
      upTo[end] = Number(endsHere || (upTo[end - 1] === 1 && mayBe(end - 1, BLANK)));
    }
    before = upTo;
  }
  return before[length] === 1;
}
