import {
  blocksAtMost,
  clueEnd,
  coloursOf,
  firstClue,
  hasStart,
  heightOf,
  widthOf,
  type PackedWords,
} from '../../puzzle/packed.js';
import { blockColour, blockLength } from '../../puzzle/types.js';

/** The most cells of a line whose results are looked up (see LineTable). */
export const TABLE_CELLS = 6;

/**
 * One puzzle as the solver reads it: flat arrays, refilled for each puzzle, never shrunk.
 *
 * Lines are numbered rows first: row r is line r, column c is line `height + c`. Values are
 * numbered 0 for blank and 1.. for the colours; black and white has the values 0 and 1. The blocks
 * of line l are `blockStart[l]` to `blockStart[l + 1] - 1`.
 *
 * Every line solver works in *slack space*. Pushed to the left as far as they go, block j of a line
 * starts at cell `blockMin[j]`; in any placement it starts at `blockMin[j] + s` for an s from 0 to
 * the line's `slack`, and s never falls from one block to the next. So the possible starts of a
 * block are a set of slack + 1 bits, however long the line is.
 */
export class Problem {
  width = 0;
  height = 0;
  /** Height + width. */
  lines = 0;
  /** Colours + 1. */
  values = 0;
  /** Words of one plane of a row, and of a column. */
  rowWords = 0;
  columnWords = 0;
  /** Whether there are two values and each line's plane is one word: the fast path. */
  small = false;
  /** Whether it is small, and every line is short enough for the table of results. */
  tiny = false;
  /** How many puzzles were loaded so far. */
  loads = 0;

  /** By line; one more at the end. */
  blockStart = new Int32Array(65);
  /** By line: free cells when the blocks are packed as tightly as their clue allows. */
  slack = new Int32Array(64);

  /** By block. */
  blockLength = new Int32Array(256);
  /** By block, from 1. */
  blockColour = new Int32Array(256);
  /** By block: its first cell when all blocks are pushed to the left. */
  blockMin = new Int32Array(256);
  /** By block: the shift amounts that smear one bit over the block's length (see `shiftsOf`). */
  blockShifts = new Int32Array(256);

  /** Where the start position begins in `words`, or -1. */
  startAt = -1;
  words: PackedWords = new Int32Array(0);

  /**
   * Reads the validated puzzle at `offset`. Returns false if a line's blocks do not fit in it,
   * which validation excludes, so that no caller can make the line solvers read beyond a line.
   */
  load(words: PackedWords, offset: number): boolean {
    const width = widthOf(words, offset);
    const height = heightOf(words, offset);
    const lines = height + width;
    this.loads++;
    this.words = words;
    this.width = width;
    this.height = height;
    this.lines = lines;
    this.values = coloursOf(words, offset) + 1;
    this.rowWords = (width + 31) >>> 5;
    this.columnWords = (height + 31) >>> 5;
    this.small = this.values === 2 && width <= 32 && height <= 32;
    this.tiny = this.small && width <= TABLE_CELLS && height <= TABLE_CELLS;
    const blocks = blocksAtMost(words, offset);
    if (this.slack.length < lines || this.blockLength.length < blocks) this.grow(lines, blocks);

    const { blockStart, slack, blockMin, blockShifts } = this;
    const lengths = this.blockLength;
    const colours = this.blockColour;
    let at = firstClue(offset);
    let block = 0;
    for (let line = 0; line < lines; line++) {
      blockStart[line] = block;
      let min = 0;
      let previous = 0;
      for (const end = clueEnd(words, at++); at < end; at++) {
        const length = blockLength(words[at]);
        const colour = blockColour(words[at]);
        if (colour === previous) min++;
        previous = colour;
        lengths[block] = length;
        colours[block] = colour;
        blockMin[block] = min;
        blockShifts[block] = length <= 32 ? SHIFTS[length] : 0;
        block++;
        min += length;
      }
      slack[line] = (line < height ? width : height) - min;
      if (slack[line] < 0) return false;
    }
    blockStart[lines] = block;
    this.startAt = hasStart(words, offset) ? at : -1;
    return true;
  }

  /** The number of cells of a line. */
  lineLength(line: number): number {
    return line < this.height ? this.width : this.height;
  }

  /** The bytes that the loaded puzzle takes here, independently of those before. */
  get bytes(): number {
    return 4 * (2 * this.lines + 1 + 4 * this.blockStart[this.lines]);
  }

  private grow(lines: number, blocks: number): void {
    const lineRoom = Math.max(lines, this.slack.length);
    const blockRoom = Math.max(blocks, this.blockLength.length);
    this.blockStart = new Int32Array(lineRoom + 1);
    this.slack = new Int32Array(lineRoom);
    this.blockLength = new Int32Array(blockRoom);
    this.blockColour = new Int32Array(blockRoom);
    this.blockMin = new Int32Array(blockRoom);
    this.blockShifts = new Int32Array(blockRoom);
  }
}

/**
 * Five shift amounts and `length - 1`, five bits each: `x |= x << a` with the five amounts in
 * turn smears each bit of x over `length` bits, and `x &= x >>> a` erodes. Unused amounts are
 * 0, so that a line solver runs all five without a branch; and as JavaScript shifts by the low
 * five bits of the amount, `x << (shifts >>> 5)` needs no mask. For lengths up to 32 only.
 */
function shiftsOf(length: number): number {
  const half = (length + 1) >> 1;
  const quarter = (length + 3) >> 2;
  const eighth = (length + 7) >> 3;
  const sixteenth = (length + 15) >> 4;
  return (
    (sixteenth - 1) |
    ((eighth - sixteenth) << 5) |
    ((quarter - eighth) << 10) |
    ((half - quarter) << 15) |
    ((length - half) << 20) |
    ((length - 1) << 25)
  );
}

const SHIFTS = Int32Array.from({ length: 33 }, (_, length) => shiftsOf(length));
