import {
  batchOfEntries,
  type Label,
  labelLength,
  labelOrdinal,
  type PackedBatch,
  writeLabel,
} from '../../../solver/core/puzzle/packed-batch.js';
import { heightOf, packInto, packedLength, widthOf } from '../../../solver/core/puzzle/packed.js';
import type { Puzzle } from '../../../solver/core/puzzle/types.js';
import type { Reject } from '../../../solver/core/puzzle/validate.js';

/** The most that a batch may hold; it has at least one entry, however large. */
export interface BatchSize {
  /** Entries, rejects included. */
  readonly puzzles: number;
  readonly cells: number;
}

/** An entry that passed validation, and its place in its source. */
export interface ValidEntry extends Omit<Label, 'palette'> {
  readonly puzzle: Puzzle;
}

/** Some entries of a source, as they travel. */
export interface BuiltBatch {
  /** The puzzles among them, each with its label. */
  readonly packed: PackedBatch;
  readonly rejects: readonly Reject[];
}

/**
 * Gathers the entries of one source and cuts batches off their front. Puzzles are packed at once:
 * keeping them as objects until a batch is full doubles the time of reading, all of it spent on
 * garbage that has outlived the nursery.
 */
export class BatchBuilder {
  /** Puzzles as a batch holds them. */
  private words = new Int32Array(1 << 16);
  private bytes = new Uint8Array(this.words.buffer);
  private wordCount = 0;
  private puzzles = 0;
  private rejects: Reject[] = [];
  /** What was handed over, but is still at the front. */
  private puzzlesGiven = 0;
  private rejectsGiven = 0;
  private wordsGiven = 0;
  private cellsHeld = 0;

  /** Entries that it holds. */
  get length(): number {
    return this.puzzles - this.puzzlesGiven + this.rejects.length - this.rejectsGiven;
  }

  /** Cells of the puzzles that it holds. */
  get cells(): number {
    return this.cellsHeld;
  }

  addReject(reject: Reject): void {
    this.rejects.push(reject);
  }

  addPuzzle({ ordinal, name, title, puzzle, goal }: ValidEntry): void {
    const { width, height, palette } = puzzle;
    const label = { ordinal, name, title, palette, goal };
    const at = this.wordCount;
    this.reserve(1 + packedLength(puzzle) + labelLength(label));
    const labelAt = packInto(this.words, at + 1, puzzle);
    this.wordCount = writeLabel(this.words, this.bytes, labelAt, label);
    this.words[at] = this.wordCount - at;
    this.puzzles++;
    this.cellsHeld += width * height;
  }

  /** Cuts a batch of the first entries off, as many as `want` allows. */
  take(want: BatchSize): BuiltBatch {
    const { words } = this;
    const firstPuzzle = this.puzzlesGiven;
    const firstReject = this.rejectsGiven;
    const firstWord = this.wordsGiven;
    let cells = 0;
    for (let entries = 0; entries < want.puzzles; entries++) {
      const next = this.wordsGiven + 1;
      const puzzle = this.puzzlesGiven < this.puzzles ? labelOrdinal(words, next) : Infinity;
      const reject = this.rejects[this.rejectsGiven]?.ordinal ?? Infinity;
      if (reject < puzzle) {
        this.rejectsGiven++;
      } else if (puzzle < Infinity) {
        const more = widthOf(words, next) * heightOf(words, next);
        if (cells + more > want.cells && entries > 0) break;
        cells += more;
        this.puzzlesGiven++;
        this.wordsGiven += words[this.wordsGiven];
      } else {
        break;
      }
    }
    this.cellsHeld -= cells;
    const given = words.subarray(firstWord, this.wordsGiven);
    const packed = batchOfEntries(given, this.puzzlesGiven - firstPuzzle);
    const rejects = this.rejects.slice(firstReject, this.rejectsGiven);
    if (this.length === 0 || this.puzzlesGiven > 8192) this.dropGiven();
    return { packed, rejects };
  }

  private reserve(more: number): void {
    if (this.wordCount + more <= this.words.length) return;
    const grown = new Int32Array(Math.max(this.words.length * 2, this.wordCount + more));
    grown.set(this.words.subarray(0, this.wordCount));
    this.words = grown;
    this.bytes = new Uint8Array(grown.buffer);
  }

  private dropGiven(): void {
    this.words.copyWithin(0, this.wordsGiven, this.wordCount);
    this.wordCount -= this.wordsGiven;
    this.puzzles -= this.puzzlesGiven;
    this.rejects = this.rejects.slice(this.rejectsGiven);
    this.puzzlesGiven = this.rejectsGiven = this.wordsGiven = 0;
  }
}
