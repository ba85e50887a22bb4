import {
  blocksAtMost,
  clueEnd,
  coloursOf,
  firstClue,
  heightOf,
  widthOf,
  type PackedWords,
} from '../../core/puzzle/packed.js';
import { blockColour, blockLength } from '../../core/puzzle/types.js';

/**
 * The clues of one puzzle as the weaker levels of reading lines see them: flat arrays, refilled for each puzzle, never
 * shrunk. (The engine has its own: problem.ts of the assembly.)
 *
 * Lines are numbered rows first: row r is line r, column c is line `height + c`. Values are
 * numbered 0 for blank and 1.. for the colours; black and white has the values 0 and 1. The blocks
 * of line l are `blockStart[l]` to `blockStart[l + 1] - 1`.
 *
 * Bounds are in *slack space*. Pushed to the left as far as they go, block j of a line
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

  /**
   * Reads the validated puzzle at `offset`. Returns false if a line's blocks do not fit in it,
   * which validation excludes, so that no caller can make the line solvers read beyond a line.
   */
  load(words: PackedWords, offset: number): boolean {
    const width = widthOf(words, offset);
    const height = heightOf(words, offset);
    const lines = height + width;
    this.width = width;
    this.height = height;
    this.lines = lines;
    this.values = coloursOf(words, offset) + 1;
    const blocks = blocksAtMost(words, offset);
    if (this.slack.length < lines || this.blockLength.length < blocks) this.grow(lines, blocks);

    const { blockStart, slack, blockMin } = this;
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
        block++;
        min += length;
      }
      slack[line] = (line < height ? width : height) - min;
      if (slack[line] < 0) return false;
    }
    blockStart[lines] = block;
    return true;
  }

  /** The number of cells of a line. */
  lineLength(line: number): number {
    return line < this.height ? this.width : this.height;
  }

  private grow(lines: number, blocks: number): void {
    const lineRoom = Math.max(lines, this.slack.length);
    const blockRoom = Math.max(blocks, this.blockLength.length);
    this.blockStart = new Int32Array(lineRoom + 1);
    this.slack = new Int32Array(lineRoom);
    this.blockLength = new Int32Array(blockRoom);
    this.blockColour = new Int32Array(blockRoom);
    this.blockMin = new Int32Array(blockRoom);
  }
}
