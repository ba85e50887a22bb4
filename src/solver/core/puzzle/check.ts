import {
  clueEnd,
  coloursOf,
  firstClue,
  hasStart,
  heightOf,
  pack,
  type PackedWords,
  startCell,
  widthOf,
} from './packed.js';
import {
  BLANK,
  type Block,
  blockColour,
  blockLength,
  type Cells,
  type Clue,
  type Puzzle,
  UNKNOWN,
} from './types.js';

/**
 * The independent checker: it reads runs off a finished picture and compares them with the clues,
 * and shares neither code nor ideas with the solver, whose answers it judges.
 *
 * Null if `cells` is a solution of the puzzle at `offset` that keeps its start position, else what
 * is wrong. Lines that are the same in `known`, which passed already, are not read again.
 */
export function checkPacked(
  words: PackedWords,
  offset: number,
  cells: Cells,
  known: Cells | null = null,
): string | null {
  const width = widthOf(words, offset);
  const height = heightOf(words, offset);
  if (cells.length !== width * height) {
    return `a picture of ${cells.length} cells for a grid of ${width}x${height}`;
  }
  const started = hasStart(words, offset);
  // If the quick check says no, the plain one says why.
  if (!started && fitsWords(words, offset) && isPictureOf(words, offset, cells)) return null;
  let at = firstClue(offset);
  for (let row = 0; row < height; row++) {
    const first = row * width;
    if (known === null || differs(cells, known, first, 1, first + width)) {
      if (!runsMatch(words, at, cells, first, 1, width)) return `row ${row + 1} breaks its clue`;
    }
    at = clueEnd(words, at);
  }
  for (let column = 0; column < width; column++) {
    if (known === null || differs(cells, known, column, width, cells.length)) {
      if (!runsMatch(words, at, cells, column, width, height)) {
        return `column ${column + 1} breaks its clue`;
      }
    }
    at = clueEnd(words, at);
  }
  if (!started) return null;
  for (let i = 0; i < cells.length; i++) {
    const given = startCell(words, at, i);
    if (given !== UNKNOWN && given !== cells[i]) {
      return `row ${Math.floor(i / width) + 1}, cell ${(i % width) + 1} breaks the start position`;
    }
  }
  return null;
}

/** Whether two pictures differ in one line: the cells from `first` to below `end`. */
function differs(a: Cells, b: Cells, first: number, step: number, end: number): boolean {
  for (let i = first; i < end; i += step) if (a[i] !== b[i]) return true;
  return false;
}

/** As `checkPacked`, for a puzzle that is not packed. */
export function checkSolution(puzzle: Puzzle, cells: Cells): string | null {
  return checkPacked(pack(puzzle), 0, cells);
}

/** The last cell of each run of the line under work, blank runs included. */
let lastOfRun = new Int32Array(1024);

/**
 * Whether the runs of one line are the blocks of the clue at `at`. The first loop has no branch:
 * where colours change cannot be predicted, and a branch for each cell took twice the time.
 */
function runsMatch(
  words: PackedWords,
  at: number,
  cells: Cells,
  first: number,
  step: number,
  length: number,
): boolean {
  if (length > lastOfRun.length) lastOfRun = new Int32Array(length);
  const ends = lastOfRun;
  let previous = cells[first];
  let run = 0;
  ends[0] = 0;
  for (let i = 1, place = first + step; i < length; i++, place += step) {
    const colour = cells[place];
    // One more if the two bytes differ, else the same.
    run += ((colour ^ previous) + 255) >>> 8;
    ends[run] = i;
    previous = colour;
  }
  const end = clueEnd(words, at);
  let nextBlock = at + 1;
  for (let k = 0, before = -1; k <= run; before = ends[k++]) {
    const colour = cells[first + ends[k] * step];
    if (colour === 0) continue;
    if (nextBlock === end) return false;
    const expected = words[nextBlock++];
    if (blockLength(expected) !== ends[k] - before || blockColour(expected) !== colour)
      return false;
  }
  return nextBlock === end;
}

/** Columns of a row that one word holds. */
const MOST_COLUMNS = 32;

/** The picture that is judged: a word a row, the leftmost cell highest, and an empty row below. */
let rows = new Int32Array(256);

/** By the bit of each column: the row its last run began in, its next block, and their end. */
const began = new Int32Array(MOST_COLUMNS);
const nextBlock = new Int32Array(MOST_COLUMNS);
const blocksEnd = new Int32Array(MOST_COLUMNS);

/** Whether `isPictureOf` can judge pictures of the puzzle at `offset`. */
export function fitsWords(words: PackedWords, offset: number): boolean {
  return widthOf(words, offset) <= MOST_COLUMNS && coloursOf(words, offset) === 1;
}

/**
 * The quick check of a black and white puzzle of at most 32 columns: yes or no, but not why. The
 * runs of each row's word are cut off from the left, and those of all columns are followed
 * downwards at once, by the bits that change. Takes 0.95 us for a random 15x15, 0.4 of them to make
 * the words; cell by cell takes 2.1. Four cells of a word at once were not faster, words for
 * columns slower.
 */
export function isPictureOf(words: PackedWords, offset: number, cells: Cells): boolean {
  const width = widthOf(words, offset);
  const height = heightOf(words, offset);
  if (!readRows(cells, width, height)) return false;
  let at = firstClue(offset);
  for (let y = 0; y < height; y++) {
    if (!isRowOf(words, at, rows[y])) return false;
    at = clueEnd(words, at);
  }
  for (let x = width - 1; x >= 0; x--) {
    nextBlock[x] = at + 1;
    at = clueEnd(words, at);
    blocksEnd[x] = at;
  }
  for (let y = 0, above = 0; y <= height; y++) {
    const row = rows[y];
    for (let come = row & ~above; come !== 0;) {
      const x = 31 - Math.clz32(come);
      come ^= 1 << x;
      began[x] = y;
    }
    for (let gone = above & ~row; gone !== 0;) {
      const x = 31 - Math.clz32(gone);
      gone ^= 1 << x;
      const block = nextBlock[x]++;
      if (block >= blocksEnd[x] || words[block] !== y - began[x]) return false;
    }
    above = row;
  }
  for (let x = 0; x < width; x++) if (nextBlock[x] !== blocksEnd[x]) return false;
  return true;
}

/** Whether the runs of set bits, from the highest on, are the clue that begins at `at`. */
function isRowOf(words: PackedWords, at: number, bits: number): boolean {
  const end = clueEnd(words, at);
  let block = at + 1;
  for (let rest = bits; rest !== 0;) {
    if (block === end) return false;
    const top = 31 - Math.clz32(rest);
    // The first bit below the run that is not set, or -1.
    const gap = 31 - Math.clz32(~rest & ((2 << top) - 1));
    if (words[block++] !== top - gap) return false;
    rest &= (1 << (gap + 1)) - 1;
  }
  return block === end;
}

/** Takes the cells of a picture; false if one is neither blank nor filled. */
function readRows(cells: Cells, width: number, height: number): boolean {
  if (height >= rows.length) rows = new Int32Array(height + 1);
  let seen = 0;
  for (let y = 0, i = 0; y < height; y++) {
    let bits = 0;
    for (const end = i + width; i < end; i++) {
      const cell = cells[i];
      seen |= cell;
      bits = (bits + bits + cell) | 0;
    }
    rows[y] = bits;
  }
  rows[height] = 0;
  return seen <= 1;
}

/**
 * Which values a line's cells can have, by plain dynamic programming over its blocks and the room,
 * the cells that these and their gaps leave: `before[j][d]` says that the first j blocks can hold
 * the cells up to their earliest end and d more, `after[j][d]` that the others can hold those from
 * there on. Time and memory grow with blocks times room. It shares nothing with the solver.
 */
export class LineValues {
  /** By cell of the line last asked about: the values that it has in some placement, as bits. */
  values = new Int32Array(0);
  private before = new Uint8Array(0);
  private after = new Uint8Array(0);
  /** By number of blocks: where they end at the earliest. */
  private ends = new Int32Array(1);
  private room = 0;
  /** By cell: how many cells from it on can all have the colour of the block under work. */
  private runs = new Int32Array(0);

  /** Whether blocks fit into cells that have these values as bits. */
  fits(clue: Clue, masks: Int32Array): boolean {
    const blocks = clue.length;
    this.measure(clue, masks.length);
    const { room, before, ends } = this;
    if (room < 0) return false;
    const width = room + 1;
    // Without a block, the cells to spare are blank.
    before[0] = 1;
    for (let d = 1; d <= room; d++) before[d] = before[d - 1] & masks[d - 1] & 1;
    for (let j = 1; j <= blocks; j++) {
      this.countRuns(clue, masks, j - 1, j > 1 ? j - 2 : -1);
      const [row, end] = [j * width, ends[j]];
      for (let d = 0; d <= room; d++) {
        const isBlankLast = d > 0 && before[row + d - 1] === 1 && canBeBlank(masks[end + d - 1]);
        before[row + d] = isBlankLast || this.canPlace(clue[j - 1], masks, j - 1, d) ? 1 : 0;
      }
    }
    return before[blocks * width + room] === 1;
  }

  /** Fills `values` for a clue, by the values each cell may have as bits; false if none fits. */
  fill(clue: Clue, masks: Int32Array): boolean {
    if (!this.fits(clue, masks)) return false;
    const blocks = clue.length;
    const { room, after, values } = this;
    const width = room + 1;
    values.fill(0);
    after.fill(0, 0, (blocks + 1) * width);
    after[blocks * width + room] = 1;
    for (let j = blocks; j >= 0; j--) {
      if (j > 0) this.countRuns(clue, masks, j - 1, j < blocks ? j : j - 1);
      this.walkBack(clue, masks, j);
    }
    return true;
  }

  /** By block, the cells, from 0, ascending, where it begins in a placement; null if none fits. */
  starts(clue: Clue, masks: Int32Array): number[][] | null {
    if (!this.fill(clue, masks)) return null;
    return clue.map((block, j) => {
      this.countRuns(clue, masks, j, -1);
      const starts: number[] = [];
      for (let d = 0; d <= this.room; d++) {
        const leadsOn = this.after[(j + 1) * (this.room + 1) + d] === 1;
        if (leadsOn && this.canPlace(block, masks, j, d)) {
          starts.push(this.ends[j + 1] + d - blockLength(block));
        }
      }
      return starts;
    });
  }

  /** Whether block `j` can come next after the blocks before it, which have d cells to spare. */
  private canPlace(block: Block, masks: Int32Array, j: number, d: number): boolean {
    if (this.before[j * (this.room + 1) + d] === 0) return false;
    const length = blockLength(block);
    const gap = this.ends[j] + d;
    const start = this.ends[j + 1] + d - length;
    // Two blocks of one colour need a blank cell between them.
    return this.runs[start] >= length && (start === gap || canBeBlank(masks[gap]));
  }

  /**
   * Follows every way that reaches the end with j blocks placed back to the start of block j - 1,
   * and notes the values on it. `after` of j is complete when all later blocks were walked back.
   */
  private walkBack(clue: Clue, masks: Int32Array, j: number): void {
    const { room, before, after, values, ends } = this;
    const width = room + 1;
    for (let d = room; d >= 0; d--) {
      if (after[j * width + d] === 0) continue;
      const end = ends[j] + d;
      if (d > 0 && canBeBlank(masks[end - 1]) && before[j * width + d - 1] === 1) {
        after[j * width + d - 1] = 1;
        values[end - 1] |= 1;
      }
      if (j === 0 || !this.canPlace(clue[j - 1], masks, j - 1, d)) continue;
      after[(j - 1) * width + d] = 1;
      const start = end - blockLength(clue[j - 1]);
      const bit = 1 << blockColour(clue[j - 1]);
      for (let cell = start; cell < end; cell++) values[cell] |= bit;
      if (start > ends[j - 1] + d) values[start - 1] |= 1;
    }
  }

  /** Counts runs for block `j`; `last` is the block for which they were counted, or -1. */
  private countRuns(clue: Clue, masks: Int32Array, j: number, last: number): void {
    const colour = blockColour(clue[j]);
    if (last >= 0 && blockColour(clue[last]) === colour) return;
    const { runs } = this;
    let run = 0;
    for (let i = masks.length - 1; i >= 0; i--) {
      run = (masks[i] & (1 << colour)) === 0 ? 0 : run + 1;
      runs[i] = run;
    }
  }

  /** Measures ends and room, and makes the tables large enough. */
  private measure(clue: Clue, cells: number): void {
    const blocks = clue.length;
    if (this.ends.length <= blocks) this.ends = new Int32Array(2 * blocks + 1);
    const { ends } = this;
    for (let j = 0; j < blocks; j++) {
      ends[j + 1] = ends[j] + (needsGap(clue, j) ? 1 : 0) + blockLength(clue[j]);
    }
    this.room = cells - ends[blocks];
    const states = (blocks + 1) * (this.room + 1);
    if (this.before.length < states) {
      this.before = new Uint8Array(states);
      this.after = new Uint8Array(states);
    }
    if (this.values.length !== cells) {
      this.values = new Int32Array(cells);
      this.runs = new Int32Array(cells);
    }
  }
}

function canBeBlank(mask: number): boolean {
  return (mask & 1) === 1;
}

/** Whether block `j` and the one before it have the same colour. */
function needsGap(clue: Clue, j: number): boolean {
  return j > 0 && blockColour(clue[j - 1]) === blockColour(clue[j]);
}

/** The cells of a line: the first, how far apart they are, and how many. */
interface LineCells {
  readonly cells: ArrayLike<number>;
  readonly first: number;
  readonly step: number;
  readonly length: number;
}

/** The lines, rows first, from 0, whose blocks do not fit between their known cells. */
export function* brokenLines(puzzle: Puzzle, cells: ArrayLike<number>): Generator<number, void> {
  const { width, height, rows, columns, colours } = puzzle;
  for (let line = 0; line < height + width; line++) {
    const isRow = line < height;
    const clue = isRow ? rows[line] : columns[line - height];
    const at: LineCells = isRow
      ? { cells, first: line * width, step: 1, length: width }
      : { cells, first: line - height, step: width, length: height };
    if (!(colours === 1 && at.length < 32 ? bitsFit(clue, at) : blocksFit(clue, at))) yield line;
  }
}

/** Made when it is first needed, as not all who check have it. */
let lineValues: LineValues | undefined;

function blocksFit(clue: Clue, { cells, first, step, length }: LineCells): boolean {
  const values = new Int32Array(length);
  for (let i = 0, at = first; i < length; i++, at += step) {
    values[i] = cells[at] === UNKNOWN ? -1 : 1 << cells[at];
  }
  return (lineValues ??= new LineValues()).fits(clue, values);
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
    let runs = block === 0 ? fits : (fits & blank) << 1;
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
