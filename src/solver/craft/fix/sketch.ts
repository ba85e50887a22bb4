import {
  HEADER_WORDS,
  START_FLAG,
  packCells,
  startWords,
  type PackedWords,
} from '../../core/puzzle/packed.js';
import { BLANK, UNKNOWN, block, type Block, type Cells } from '../../core/puzzle/types.js';

/** A picture to begin a sketch with. */
export interface SketchedPicture {
  readonly width: number;
  readonly height: number;
  /** The number of colours, background not counted. */
  readonly colours: number;
  readonly cells: Cells;
  /** Cells that the puzzle gives away, or null. */
  readonly start: Cells | null;
}

/**
 * A picture that changes cell by cell, whose clues are kept up to date: thousands of small
 * variations of one picture are looked at, and each costs two lines instead of all.
 *
 * `planes` holds the cells in the layout of the engine (planes.ts there): one bit plane for each
 * value of each line, in words of 64 bits, two of these. Here each cell has exactly one value.
 */
export class Sketch {
  readonly width: number;
  readonly height: number;
  readonly colours: number;
  readonly cells: Cells;
  readonly planes: Int32Array;
  readonly rowWords: number;
  readonly columnWords: number;
  readonly rowStride: number;
  readonly columnStride: number;
  readonly columnBase: number;
  /** Whether it is black and white, and each line's cells fit in 32 bits: see `filledIn`. */
  readonly small: boolean;
  /** Grows with each change. */
  version = 0;
  /** Cells that the puzzle gives away, or null. */
  start: Cells | null;

  /** By line, rows first. */
  private readonly clues: Block[][];
  private readonly packed: PackedWords;
  private packedVersion = -1;

  constructor({ width, height, colours, cells, start }: SketchedPicture) {
    this.width = width;
    this.height = height;
    this.colours = colours;
    this.start = start;
    this.cells = cells.slice();
    this.rowWords = 2 * ((width + 63) >>> 6);
    this.columnWords = 2 * ((height + 63) >>> 6);
    this.rowStride = (colours + 1) * this.rowWords;
    this.columnStride = (colours + 1) * this.columnWords;
    this.columnBase = height * this.rowStride;
    this.small = colours === 1 && width <= 32 && height <= 32;
    this.planes = new Int32Array(this.columnBase + width * this.columnStride);
    for (let cell = 0; cell < cells.length; cell++) this.toggle(cell, cells[cell]);
    this.clues = Array.from({ length: height + width }, () => []);
    for (let line = 0; line < this.clues.length; line++) this.readLine(line);
    const mostBlocks = height * width + width * height;
    this.packed = new Int32Array(
      HEADER_WORDS + height + width + mostBlocks + (cells.length + 3) / 4,
    );
  }

  /** Changes a cell, and the clues of its row and column. */
  set(cell: number, value: number): void {
    const before = this.cells[cell];
    if (before === value) return;
    this.version++;
    this.toggle(cell, before);
    this.toggle(cell, value);
    this.cells[cell] = value;
    this.readLine(Math.floor(cell / this.width));
    this.readLine(this.height + (cell % this.width));
  }

  /** Gives away these cells of the picture, besides those of `start`. */
  give(start: Cells | null, cells: readonly number[]): void {
    this.version++;
    this.start = cells.length === 0 ? start : (start?.slice() ?? unknownCells(this.cells.length));
    for (const cell of cells) this.start![cell] = this.cells[cell];
  }

  /** The blocks of a line, rows first, then columns. */
  clueOf(line: number): readonly Block[] {
    return this.clues[line];
  }

  /** The filled cells of a line as bits. @pre the sketch is `small`. */
  filledIn(line: number): number {
    return this.planes[4 * line + 2];
  }

  /** The first cell of a line, and the distance between its cells. */
  firstOf(line: number): number {
    return line < this.height ? line * this.width : line - this.height;
  }

  stepOf(line: number): number {
    return line < this.height ? 1 : this.width;
  }

  lengthOf(line: number): number {
    return line < this.height ? this.width : this.height;
  }

  /** The puzzle of the picture as the solver reads it, at offset 0; valid until the next change. */
  words(): PackedWords {
    if (this.packedVersion === this.version) return this.packed;
    this.packedVersion = this.version;
    const { packed, start } = this;
    packed[1] = this.width;
    packed[2] = this.height;
    packed[3] = this.colours + (start === null ? 0 : START_FLAG);
    let at = HEADER_WORDS;
    for (const clue of this.clues) {
      packed[at++] = clue.length;
      for (let i = 0; i < clue.length; i++) packed[at++] = clue[i];
    }
    if (start !== null) at = packCells(packed, at, start);
    packed[0] = at;
    return packed;
  }

  /** As `words`, in a new array, with the known cells of `known` given away. */
  wordsWith(known: Cells): PackedWords {
    const words = this.words();
    const cluesEnd = words[0] - (this.start === null ? 0 : startWords(this.cells.length));
    const given = new Int32Array(cluesEnd + startWords(known.length));
    given.set(words.subarray(0, cluesEnd));
    given[3] = this.colours + START_FLAG;
    given[0] = packCells(given, cluesEnd, known);
    return given;
  }

  private toggle(cell: number, value: number): void {
    const row = Math.floor(cell / this.width);
    const column = cell - row * this.width;
    const rowAt = row * this.rowStride + value * this.rowWords + (column >>> 5);
    const columnAt =
      this.columnBase + column * this.columnStride + value * this.columnWords + (row >>> 5);
    this.planes[rowAt] ^= 1 << (column & 31);
    this.planes[columnAt] ^= 1 << (row & 31);
  }

  private readLine(line: number): void {
    const clue = this.clues[line];
    const step = this.stepOf(line);
    const { cells } = this;
    clue.length = 0;
    let run = 0;
    let colour = BLANK;
    let cell = this.firstOf(line);
    for (let i = this.lengthOf(line); i > 0; i--, cell += step) {
      const value = cells[cell];
      if (value !== colour) {
        if (colour !== BLANK) clue.push(block(run, colour));
        run = 0;
        colour = value;
      }
      run++;
    }
    if (colour !== BLANK) clue.push(block(run, colour));
  }
}

/** A grid without any known cell. */
function unknownCells(count: number): Cells {
  return new Uint8Array(count).fill(UNKNOWN);
}
