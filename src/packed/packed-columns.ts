import { TextBuilder } from '../puzzle/text-builder.js';
import { emptyColumns, type PuzzleColumns } from '../puzzle/puzzle-columns.js';

/**
 * Columns on their way from the reading thread: two transferable buffers, which are no work for the garbage collection
 * of either thread while they wait, as strings would be: a million puzzles have five million of those.
 */
export interface PackedColumns {
  readonly count: number;
  /** A float64 for each ordinal; then for each puzzle FIELDS 32-bit words, and where its text ends. */
  readonly numbers: ArrayBuffer;
  /** The texts of all puzzles, UTF-8. */
  readonly text: ArrayBuffer;
  /** Whether each character of them is one byte. */
  readonly isAscii: boolean;
}

/** The columns of text, in the order in which those of a puzzle follow each other. */
const TEXTS = [
  ...['names', 'titles', 'palettes', 'clues', 'starts', 'goals', 'fingerprints', 'shapes'],
] as const satisfies readonly (keyof PuzzleColumns)[];

type NumberColumn = 'widths' | 'heights' | 'colours' | 'filled' | 'goalMatches';

/** Width, height, colours, filled cells, whether the goal fits, and the bytes of each text; -1 is null. */
const NUMBERS = 5;
export const FIELDS = NUMBERS + TEXTS.length;

/** Where among the words of a puzzle its numbers are, and the lengths of its texts. */
export const FIELD_AT = {
  ...{ widths: 0, heights: 1, colours: 2, filled: 3, goalMatches: 4 },
  ...(Object.fromEntries(TEXTS.map((name, i) => [name, NUMBERS + i])) as Record<
    (typeof TEXTS)[number],
    number
  >),
} as const;

/** The most characters of a string that texts are cut out of: larger ones are not made in the nursery. */
const STRING_LENGTH = 16 * 1024;

/** The bytes of many texts, in a buffer that is used again and again. */
class PackedText extends TextBuilder {
  private static readonly only = new PackedText();
  /** Whether each character of the texts is one byte. */
  isAscii = true;

  /** An empty one; the one before must not be used any more. */
  static next(): PackedText {
    const { only } = PackedText;
    only.at = 0;
    only.isAscii = true;
    return only;
  }

  /** Adds a text of any characters. */
  any(text: string): void {
    const bytes = this.room(3 * text.length);
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code > 127) {
        this.isAscii = false;
        this.at += encoder.encodeInto(text, bytes.subarray(this.at)).written;
        return;
      }
      bytes[this.at + i] = code;
    }
    this.at += text.length;
  }

  copy(): ArrayBuffer {
    return this.bytes.slice(0, this.at).buffer;
  }
}

const encoder = new TextEncoder();

/** Packs columns; `unpackColumns` returns the same. */
export function packColumns(columns: PuzzleColumns): PackedColumns {
  const packer = new ColumnsPacker(columns.ordinals.length);
  for (let i = 0; i < columns.ordinals.length; i++) {
    packer.addNumbers(columns, i);
    for (const name of TEXTS) {
      packer.addText(columns[name][i]);
    }
  }
  return packer.finish();
}

/** Packs puzzles one by one: for each its numbers, then the columns of TEXTS in their order. */
export class ColumnsPacker {
  /** Takes the texts; `endText` is due after each. */
  readonly text = PackedText.next();
  private readonly packed: ReturnType<typeof emptyNumbers>;
  private puzzle = 0;
  private at = 0;
  private ended = 0;

  constructor(private readonly count: number) {
    this.packed = emptyNumbers(count);
  }

  addNumbers(columns: Pick<PuzzleColumns, 'ordinals' | NumberColumn>, i: number): void {
    const { ordinals, fields } = this.packed;
    const goalMatches = columns.goalMatches[i];
    ordinals[this.puzzle] = columns.ordinals[i];
    fields[this.at++] = columns.widths[i];
    fields[this.at++] = columns.heights[i];
    fields[this.at++] = columns.colours[i];
    fields[this.at++] = columns.filled[i];
    fields[this.at++] = goalMatches === null ? -1 : Number(goalMatches);
  }

  /** Ends the text that was written since the last one; without one it is null. */
  endText(isThere = true): void {
    const { length } = this.text;
    this.packed.fields[this.at++] = isThere ? length - this.ended : -1;
    this.ended = length;
    if (this.at === (this.puzzle + 1) * FIELDS) this.packed.ends[this.puzzle++] = length;
  }

  /** A text, or null, and its end. */
  addText(text: string | null): void {
    if (text !== null) this.text.any(text);
    this.endText(text !== null);
  }

  finish(): PackedColumns {
    const { count, text } = this;
    const { numbers } = this.packed;
    return { count, numbers, text: text.copy(), isAscii: text.isAscii };
  }
}

/** The ordinals of the puzzles. */
export function ordinalsOf({ count, numbers }: PackedColumns): number[] {
  return Array.from(new Float64Array(numbers, 0, count));
}

/** The buffers of columns, to be moved to another thread. */
export function buffersOf({ numbers, text }: PackedColumns): ArrayBuffer[] {
  return [numbers, text];
}

/** The puzzles from `first` up to, but not including, `end`. */
export function unpackColumns(packed: PackedColumns, first = 0, end = packed.count): PuzzleColumns {
  const { ordinals, fields, ends } = viewsOf(packed);
  const columns = emptyColumns();
  const bytes = Buffer.from(packed.text);
  let cut = '';
  let cutFrom = 0;
  for (let i = first, at = first * FIELDS, from = 0; i < end; i++) {
    if (i === first) from = i === 0 ? 0 : ends[i - 1];
    if (ends[i] > cutFrom + cut.length) {
      const to = lastOf(ends, i, end, from + STRING_LENGTH);
      cut = bytes.toString('latin1', from, to);
      cutFrom = from;
    }
    columns.ordinals.push(ordinals[i]);
    columns.widths.push(fields[at++]);
    columns.heights.push(fields[at++]);
    columns.colours.push(fields[at++]);
    columns.filled.push(fields[at++]);
    const goalMatches = fields[at++];
    columns.goalMatches.push(goalMatches < 0 ? null : goalMatches === 1);
    for (const name of TEXTS) {
      const length = fields[at++];
      const to = from + Math.max(0, length);
      let text: string | null = null;
      if (length >= 0) {
        text = packed.isAscii
          ? cut.substring(from - cutFrom, to - cutFrom)
          : bytes.toString('utf8', from, to);
      }
      (columns[name] as (string | null)[]).push(text);
      from = to;
    }
  }
  return columns;
}

/** Where the texts of the last puzzle from `i` on end that end before `limit`; those of puzzle `i` in any case. */
function lastOf(ends: Int32Array, i: number, end: number, limit: number): number {
  while (i + 1 < end && ends[i + 1] <= limit) i++;
  return ends[i];
}

/** The numbers of columns. */
interface Views {
  readonly ordinals: Float64Array;
  /** FIELDS words for each puzzle. */
  readonly fields: Int32Array;
  /** Where its texts end. */
  readonly ends: Int32Array;
}

function emptyNumbers(count: number): Views & { readonly numbers: ArrayBuffer } {
  const numbers = new ArrayBuffer(count * (8 + 4 * FIELDS + 4));
  return { numbers, ...viewsOf({ count, numbers }) };
}

/** The numbers of columns, to be read in place. */
export function viewsOf({ count, numbers }: Pick<PackedColumns, 'count' | 'numbers'>): Views {
  return {
    ordinals: new Float64Array(numbers, 0, count),
    fields: new Int32Array(numbers, 8 * count, FIELDS * count),
    ends: new Int32Array(numbers, (8 + 4 * FIELDS) * count, count),
  };
}
