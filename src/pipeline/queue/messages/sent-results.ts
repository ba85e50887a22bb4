import {
  coloursOf,
  heightOf,
  widthOf,
  type PackedWords,
} from '../../../solver/core/puzzle/packed.js';
import { cellsToText, textToCells } from '../../../solver/core/puzzle/text.js';
import type { Cells } from '../../../solver/core/puzzle/types.js';
import { kindReason } from '../../../solver/core/result/column.js';
import { RESULT_COLUMN_LIST, isSolved } from '../../../solver/core/result/result-columns.js';
import type { PuzzleResult, ResultInCells } from '../../../solver/core/result/result.js';

/** The columns that solving fills, in the order of the table. */
const SOLVED = RESULT_COLUMN_LIST.filter(isSolved);

/** By the code of a character: the bit of its cell, ROW_END, or COLOUR, which is anything else. */
const [ROW_END, COLOUR] = [2, 3];
const BITS = new Uint8Array(128).fill(COLOUR);
for (const [character, bit] of Object.entries({ '.': 0, '#': 1, '/': ROW_END })) {
  BITS[character.charCodeAt(0)] = bit;
}

/** Results on their way through the queue, column by column: little has to be said twice. */
export interface SentResults {
  /**
   * In the order of the table. A column with one value is that value, any other is an array with an
   * element for each result. Of a picture there is only how many cells it has; less than 0 if each
   * takes a byte of `pictures`, not a bit.
   */
  readonly columns: unknown[];
  /** The pictures of one column after the other, each from a byte of its own on, in base64. */
  readonly pictures: string;
}

/** Packs results, at least one. */
export function packResults(results: readonly PuzzleResult[]): SentResults {
  const pictures = new PictureBytes();
  const columns = SOLVED.map(({ field, kind }) => {
    const values: unknown[] = [];
    let areSame = true;
    for (const result of results) {
      const value = result[field as keyof PuzzleResult];
      const isPicture = kind.is === 'cells' && typeof value === 'string';
      const sent = isPicture ? pictures.add(value) : value;
      values.push(sent);
      if (sent !== values[0]) areSame = false;
    }
    return areSame ? values[0] : values;
  });
  return { columns, pictures: pictures.toText() };
}

/**
 * The results that `packResults` packed, `count` of them; or in words what is wrong with what comes
 * from a stranger. What the pictures show is not looked at.
 */
export function unpackResults(
  { columns, pictures }: SentResults,
  count: number,
): ResultInCells[] | string {
  if (columns.length !== SOLVED.length) return `it has not got ${SOLVED.length} columns`;
  const shown = new ShownPictures(pictures);
  const results = Array.from({ length: count }, (): Record<string, unknown> => ({ ...EMPTY }));
  for (const [i, { field, kind, isNull }] of SOLVED.entries()) {
    const column = columns[i];
    const values = Array.isArray(column) ? (column as unknown[]) : null;
    if (values !== null && values.length !== count)
      return `its ${field} is not there ${count} times`;
    for (let place = 0; place < count; place++) {
      const value = values === null ? column : values[place];
      const isMissing = value === null && isNull !== undefined;
      if (kind.is === 'cells' && !isMissing) {
        const cells = shown.next(value);
        if (cells === null) return `result ${place}: its ${field} is not a picture`;
        results[place][field] = cells;
        continue;
      }
      // One that all share is looked at once.
      if (!isMissing && (values !== null || place === 0)) {
        const reason = kindReason(kind, value, Infinity);
        if (reason !== null) return `result ${place}: its ${field} is not ${reason}`;
      }
      results[place][field] = value;
    }
  }
  return results as unknown as ResultInCells[];
}

/** A result as objects of its own have it from the beginning: adding fields takes longer. */
const EMPTY: Readonly<Record<string, unknown>> = Object.fromEntries(
  SOLVED.map(({ field }) => [field, null]),
);

/** A result of the puzzle at `offset` with its pictures as text. */
export function withTexts(result: ResultInCells, words: PackedWords, offset: number): PuzzleResult {
  const size = [widthOf(words, offset), heightOf(words, offset), coloursOf(words, offset)] as const;
  const { solution, secondSolution } = result;
  return {
    ...result,
    solution: solution && cellsToText(solution, ...size),
    secondSolution: secondSolution && cellsToText(secondSolution, ...size),
  };
}

/** Pictures that are being packed. */
class PictureBytes {
  private bytes = Buffer.alloc(1 << 12);
  private length = 0;

  /** Adds a picture; returns what its column says of it. */
  add(text: string): number {
    this.reserve(text.length + 1);
    const { bytes, length } = this;
    let [at, cells, byte] = [length, 0, 0];
    for (let i = 0; i < text.length; i++) {
      // A table, since the processor cannot predict which cells of a picture are filled.
      const bit = BITS[text.charCodeAt(i) & 127];
      if (bit > 1) {
        if (bit === ROW_END) continue;
        return this.addColours(text);
      }
      byte = (byte << 1) | bit;
      if ((++cells & 7) === 0) bytes[at++] = byte;
    }
    if ((cells & 7) > 0) bytes[at++] = byte << (8 - (cells & 7));
    this.length = at;
    return cells;
  }

  toText(): string {
    return this.bytes.toString('base64', 0, this.length);
  }

  private addColours(text: string): number {
    const rows = text.split('/');
    const cells = textToCells(text, rows[0].length, rows.length);
    this.bytes.set(cells, this.length);
    this.length += cells.length;
    return -cells.length;
  }

  private reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const longer = Buffer.alloc(2 * this.bytes.length + more);
    longer.set(this.bytes);
    this.bytes = longer;
  }
}

/** The pictures of a message, which may be a stranger's. */
class ShownPictures {
  private readonly bytes: Uint8Array;
  private at = 0;

  constructor(text: string) {
    this.bytes = Buffer.from(text, 'base64');
  }

  /** The next one, of which a column says `size`; null if that cannot be, or it is cut off. */
  next(size: unknown): Cells | null {
    if (typeof size !== 'number' || !Number.isSafeInteger(size) || size === 0) return null;
    const { bytes, at } = this;
    const end = at + (size < 0 ? -size : Math.ceil(size / 8));
    if (end > bytes.length) return null;
    this.at = end;
    if (size < 0) return new Uint8Array(bytes.subarray(at, end));
    const cells = new Uint8Array(size);
    for (let i = 0; i < size; i++) cells[i] = (bytes[at + (i >> 3)] >> (7 - (i & 7))) & 1;
    return cells;
  }
}
