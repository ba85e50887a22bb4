import { textToCells } from '../../../solver/core/puzzle/text.js';
import type { Cells } from '../../../solver/core/puzzle/types.js';
import { RESULT_COLUMN_LIST, isSolved } from '../../../solver/core/result/result-columns.js';
import {
  partsOf,
  type PartValue,
  type PuzzleResult,
  type ResultParts,
  valueIn,
} from '../../../solver/core/result/result.js';

/** Results on their way through the queue, column by column: little has to be said twice. */
export interface PackedResults {
  /** How many results. */
  readonly count: number;
  /**
   * The columns that solving fills, in the order of the table. A column with one value is that
   * value, any other is an array with an element for each result. Of a picture there is only how
   * many cells it has; less than 0 if each takes a byte of `pictures`, not a bit.
   */
  readonly columns: readonly unknown[];
  /** The pictures of one column after the other, each from a byte of its own on, in base64. */
  readonly pictures: string;
}

const SOLVED = RESULT_COLUMN_LIST.filter(isSolved);

/** Packs results one by one: what is asked of a thread whose results are to travel. */
export class ResultPacker {
  private columns = SOLVED.map(() => new PackedColumn());
  private count = 0;

  /** Adds a result, of which nothing is kept that its solver may change. */
  add(parts: ResultParts): void {
    for (let i = 0; i < SOLVED.length; i++) {
      const { from, field } = SOLVED[i];
      this.columns[i].add(valueIn(parts[from as keyof ResultParts], field));
    }
    this.count++;
  }

  /** The results that were added since the last call, at least one. */
  take(): PackedResults {
    const { columns, count } = this;
    this.columns = SOLVED.map(() => new PackedColumn());
    this.count = 0;
    const pictures = Buffer.concat(columns.flatMap((column) => column.pictures ?? []));
    return {
      count,
      columns: columns.map((column) => column.packed),
      pictures: pictures.toString('base64'),
    };
  }
}

/** Packs results that have their pictures as text, at least one. */
export function packResults(results: readonly PuzzleResult[]): PackedResults {
  const packer = new ResultPacker();
  for (const result of results) {
    const solution = cellsOf(result.solution);
    const secondSolution = cellsOf(result.secondSolution);
    packer.add(partsOf({ ...result, solution, secondSolution }));
  }
  return packer.take();
}

function cellsOf(text: string | null): Cells | null {
  if (text === null) return null;
  const rows = text.split('/');
  return textToCells(text, rows[0].length, rows.length);
}

/** One column of results that are being packed. */
class PackedColumn {
  private readonly values: unknown[] = [];
  private areSame = true;
  private shown: PictureBytes | null = null;

  add(value: PartValue): void {
    const sent = this.sentOf(value);
    this.values.push(sent);
    if (sent !== this.values[0]) this.areSame = false;
  }

  get packed(): unknown {
    return this.areSame ? this.values[0] : this.values;
  }

  /** The bytes of its pictures; null if it has none. */
  get pictures(): Uint8Array | null {
    return this.shown?.written ?? null;
  }

  private sentOf(value: PartValue): string | number | boolean | null {
    if (typeof value === 'bigint') return String(value);
    if (typeof value !== 'object' || value === null) return value;
    this.shown ??= new PictureBytes();
    return this.shown.add(value);
  }
}

/** Pictures that are being packed. */
class PictureBytes {
  private bytes = Buffer.alloc(1 << 12);
  private length = 0;

  get written(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  /** Adds a picture; returns what its column says of it. */
  add(cells: Cells): number {
    this.reserve(cells.length);
    const { bytes } = this;
    let [at, byte, used] = [this.length, 0, 0];
    for (let i = 0; i < cells.length; i++) {
      used |= cells[i];
      byte = (byte << 1) | cells[i];
      if ((i & 7) === 7) bytes[at++] = byte;
    }
    if (used > 1) return this.addColours(cells);
    const rest = cells.length & 7;
    if (rest > 0) bytes[at++] = byte << (8 - rest);
    this.length = at;
    return cells.length;
  }

  private addColours(cells: Cells): number {
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
