import { checkPacked } from '../../puzzle/check.js';
import { ColumnsPacker, type PackedColumns } from '../../packed/packed-columns.js';
import { writeFingerprint, writeShape } from '../../puzzle/fingerprint.js';
import { writeCluesJson } from '../../puzzle/clues-json.js';
import { packBatch } from '../../puzzle/packed-batch.js';
import { packInto, packedLength, wordsOf, type PackedWords } from '../../puzzle/packed.js';
import { emptyColumns, type PuzzleColumns, type Reject } from '../../puzzle/puzzle-columns.js';
import { cellsToText } from '../../puzzle/text.js';
import { filledCells, type Cells, type Puzzle } from '../../puzzle/types.js';
import type { ReadBatch } from './corpus-batch.js';

/** The most that a batch may hold; it has at least one entry, however large. */
export interface BatchSize {
  /** Entries, rejects included. */
  readonly puzzles: number;
  readonly cells: number;
}

/** An entry that passed validation, and its place in its source. */
export interface ValidEntry {
  readonly ordinal: number;
  readonly name: string | null;
  readonly title: string | null;
  readonly puzzle: Puzzle;
  readonly goal: Cells | null;
}

/**
 * Gathers the entries of one source and cuts batches off their front. Puzzles are packed at once:
 * keeping them as objects until a batch is full doubles the time of reading, all of it spent on
 * garbage that has outlived the nursery.
 */
export class BatchBuilder {
  private columns = emptyColumns();
  private words = new Int32Array(4096);
  private wordCount = 0;
  private rejects: Reject[] = [];
  /** Puzzles and rejects that were handed over, but are still at the front. */
  private puzzlesGiven = 0;
  private rejectsGiven = 0;
  private wordsGiven = 0;
  private cellsHeld = 0;

  /** Entries that it holds. */
  get length(): number {
    return (
      this.columns.ordinals.length - this.puzzlesGiven + this.rejects.length - this.rejectsGiven
    );
  }

  /** Cells of the puzzles that it holds. */
  get cells(): number {
    return this.cellsHeld;
  }

  addReject(reject: Reject): void {
    this.rejects.push(reject);
  }

  addPuzzle({ ordinal, name, title, puzzle, goal }: ValidEntry): void {
    const { columns } = this;
    const { width, height, colours, palette, start } = puzzle;
    const at = this.wordCount;
    this.reserve(packedLength(puzzle));
    this.wordCount = packInto(this.words, at, puzzle);
    this.cellsHeld += width * height;
    columns.ordinals.push(ordinal);
    columns.names.push(name);
    columns.titles.push(title);
    columns.widths.push(width);
    columns.heights.push(height);
    columns.colours.push(colours);
    columns.filled.push(filledCells(puzzle));
    columns.palettes.push(palette === null ? null : palette.join(' '));
    columns.starts.push(start === null ? null : cellsToText(start, width, height, colours));
    columns.goals.push(goal === null ? null : cellsToText(goal, width, height, colours));
    columns.goalMatches.push(goal === null ? null : checkPacked(this.words, at, goal) === null);
  }

  /** Cuts a batch of the first entries off, as many as `want` allows. */
  take(
    want: BatchSize,
    place: { source: number; last: boolean },
  ): Omit<ReadBatch, 'passed' | 'bytesRead' | 'sha256' | 'sourceEntries'> {
    const { ordinals, widths, heights } = this.columns;
    const firstPuzzle = this.puzzlesGiven;
    const firstReject = this.rejectsGiven;
    const firstWord = this.wordsGiven;
    let cells = 0;
    for (let entries = 0; entries < want.puzzles; entries++) {
      const puzzle = ordinals[this.puzzlesGiven] ?? Infinity;
      const reject = this.rejects[this.rejectsGiven]?.ordinal ?? Infinity;
      if (reject < puzzle) {
        this.rejectsGiven++;
      } else if (puzzle < Infinity) {
        const more = widths[this.puzzlesGiven] * heights[this.puzzlesGiven];
        if (cells + more > want.cells && entries > 0) break;
        cells += more;
        this.puzzlesGiven++;
        this.wordsGiven += wordsOf(this.words, this.wordsGiven);
      } else {
        break;
      }
    }
    this.cellsHeld -= cells;
    const count = this.puzzlesGiven - firstPuzzle;
    const words = this.words.subarray(firstWord, this.wordsGiven);
    const packed = packBatch([words], count);
    const columns = packRange(this.columns, firstPuzzle, this.puzzlesGiven, words);
    const rejects = this.rejects.slice(firstReject, this.rejectsGiven);
    const last = place.last && this.length === 0;
    if (this.length === 0 || this.puzzlesGiven > 8192) this.dropGiven();
    return { ...place, last, columns, packed, rejects };
  }

  private reserve(more: number): void {
    if (this.wordCount + more <= this.words.length) return;
    const grown = new Int32Array(Math.max(this.words.length * 2, this.wordCount + more));
    grown.set(this.words.subarray(0, this.wordCount));
    this.words = grown;
  }

  private dropGiven(): void {
    this.columns = sliceColumns(this.columns, this.puzzlesGiven, this.columns.ordinals.length);
    this.words.copyWithin(0, this.wordsGiven, this.wordCount);
    this.wordCount -= this.wordsGiven;
    this.rejects = this.rejects.slice(this.rejectsGiven);
    this.puzzlesGiven = this.rejectsGiven = this.wordsGiven = 0;
  }
}

/** Packs the puzzles from index `from` to `to`, which are `words`, with their clues, fingerprints and shapes. */
function packRange(
  columns: PuzzleColumns,
  from: number,
  to: number,
  words: PackedWords,
): PackedColumns {
  const packer = new ColumnsPacker(to - from);
  const { text } = packer;
  for (let i = from, at = 0; i < to; at += wordsOf(words, at), i++) {
    const palette = columns.palettes[i];
    packer.addNumbers(columns, i);
    packer.addText(columns.names[i]);
    packer.addText(columns.titles[i]);
    packer.addText(palette);
    writeCluesJson(text, words, at);
    packer.endText();
    packer.addText(columns.starts[i]);
    packer.addText(columns.goals[i]);
    writeFingerprint(text, words, at, palette?.split(' ') ?? null);
    packer.endText();
    writeShape(text, words, at);
    packer.endText();
  }
  return packer.finish();
}

/** Without the clues, fingerprints and shapes, which are only made for a batch. */
function sliceColumns(columns: PuzzleColumns, from: number, to: number): PuzzleColumns {
  return {
    ordinals: columns.ordinals.slice(from, to),
    names: columns.names.slice(from, to),
    titles: columns.titles.slice(from, to),
    widths: columns.widths.slice(from, to),
    heights: columns.heights.slice(from, to),
    colours: columns.colours.slice(from, to),
    palettes: columns.palettes.slice(from, to),
    filled: columns.filled.slice(from, to),
    clues: [],
    starts: columns.starts.slice(from, to),
    goals: columns.goals.slice(from, to),
    goalMatches: columns.goalMatches.slice(from, to),
    fingerprints: [],
    shapes: [],
  };
}
