import { textLength, writeCells } from '../puzzle/text.js';
import type { Cells } from '../puzzle/types.js';
import type { FieldsOf } from '../result/column.js';
import type { Difficulty } from '../result/difficulty.js';
import type { Outcome } from '../result/outcome.js';
import type { ColumnsFrom, Origin } from '../result/result-columns.js';
import {
  FIELDS,
  HEADER,
  RESULT_VERSION,
  SAFE_DIGITS,
  compileWrite,
  type PackedResults,
  type TextWriter,
} from '../packed/packed-results.js';

/** What a thread adds to the outcome of one puzzle. */
export interface Extra extends FieldsOf<ColumnsFrom<'thread'>> {
  /** Null if it was not rated. */
  readonly difficulty: Difficulty | null;
  readonly width: number;
  readonly height: number;
  readonly colours: number;
}

/** Where the packer finds a value, by its origin. */
const PLACES: Readonly<Record<Exclude<Origin, 'entry' | 'run'>, string>> = {
  outcome: 'source.outcome.',
  counters: 'source.outcome.counters.',
  rating: 'source.extra.difficulty?.',
  thread: 'source.extra.',
};

interface Source {
  outcome: Outcome;
  extra: Extra;
}

const writeWords = compileWrite<Source>(
  ({ from, field }) => PLACES[from as keyof typeof PLACES] + field,
  (bigint) => `${bigint} < 1e${SAFE_DIGITS}`,
);

/**
 * Packs results one by one, without an object or a string for each; it is reused for every batch.
 */
export class ResultPacker implements TextWriter {
  private words = new Float64Array(HEADER + 64 * FIELDS);
  private text = new Uint8Array(4096);
  private added = 0;
  private textEnd = 0;
  /** Of the puzzle whose pictures are written. */
  private size: Pick<Extra, 'width' | 'height' | 'colours'> = { width: 0, height: 0, colours: 1 };

  add(outcome: Outcome, extra: Extra): void {
    const at = HEADER + this.added * FIELDS;
    if (at + FIELDS > this.words.length) this.words = grown(this.words, at + FIELDS);
    this.added++;
    this.size = extra;
    writeWords(this.words, at, { outcome, extra }, this);
  }

  get count(): number {
    return this.added;
  }

  /** The results added since the last call, in a buffer of their own. */
  take(): PackedResults {
    const wordsEnd = HEADER + this.added * FIELDS;
    this.words[0] = RESULT_VERSION;
    this.words[1] = this.added;
    const packed = new Uint8Array(wordsEnd * 8 + this.textEnd);
    packed.set(new Uint8Array(this.words.buffer, 0, wordsEnd * 8));
    packed.set(this.text.subarray(0, this.textEnd), wordsEnd * 8);
    this.added = 0;
    this.textEnd = 0;
    return packed.buffer;
  }

  addCells(cells: unknown): number {
    if (cells === null) return -1;
    const { width, height, colours } = this.size;
    const length = textLength(width, height);
    this.reserve(length);
    this.textEnd = writeCells(this.text, this.textEnd, cells as Cells, width, height, colours);
    return length;
  }

  addText(text: string | null): number {
    if (text === null) return -1;
    const bytes = new TextEncoder().encode(text);
    this.reserve(bytes.length);
    this.text.set(bytes, this.textEnd);
    this.textEnd += bytes.length;
    return bytes.length;
  }

  private reserve(length: number): void {
    if (this.textEnd + length > this.text.length) {
      this.text = grown(this.text, this.textEnd + length);
    }
  }
}

function grown<T extends Float64Array | Uint8Array>(array: T, needed: number): T {
  const larger = new (array.constructor as new (length: number) => T)(
    Math.max(needed, array.length * 2),
  );
  larger.set(array);
  return larger;
}
