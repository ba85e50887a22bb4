import {
  coloursOf,
  heightOf,
  widthOf,
  type PackedWords,
} from '../../../solver/core/puzzle/packed.js';
import { cellsToText } from '../../../solver/core/puzzle/text.js';
import type { Cells } from '../../../solver/core/puzzle/types.js';
import { kindReason } from '../../../solver/core/result/column.js';
import { RESULT_COLUMN_LIST, isSolved } from '../../../solver/core/result/result-columns.js';
import type { PuzzleResult, ResultInCells } from '../../../solver/core/result/result.js';
import type { PackedResults } from '../../runs/pool/packed-results.js';

/** The columns that solving fills, in the order of the table. */
const SOLVED = RESULT_COLUMN_LIST.filter(isSolved);

/**
 * The results that a ResultPacker packed; or in words what is wrong with what comes from a
 * stranger. What the pictures show is not looked at.
 */
export function unpackResults({
  count,
  columns,
  pictures,
}: PackedResults): ResultInCells[] | string {
  if (columns.length !== SOLVED.length) return `it has not got ${SOLVED.length} columns`;
  const shared = sharedValues(columns);
  if (typeof shared === 'string') return shared;
  const shown = new ShownPictures(pictures);
  // Adding fields one by one takes longer.
  const results = Array.from({ length: count }, () => ({ ...shared }));
  for (const [i, { field, kind, isNull }] of SOLVED.entries()) {
    const column = columns[i];
    const values = Array.isArray(column) ? (column as unknown[]) : null;
    if (values === null && (kind.is !== 'cells' || column === null)) continue;
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
      const reason = isMissing ? null : kindReason(kind, value, Infinity);
      if (reason !== null) return `result ${place}: its ${field} is not ${reason}`;
      results[place][field] = value;
    }
  }
  return results as unknown as ResultInCells[];
}

/**
 * What all results have in common, null for the rest; or in words what is wrong with it. Pictures
 * are never in common, even if they are of one size.
 */
function sharedValues(columns: readonly unknown[]): Record<string, unknown> | string {
  const shared: Record<string, unknown> = {};
  for (const [i, { field, kind, isNull }] of SOLVED.entries()) {
    const column = columns[i];
    const isShared = !Array.isArray(column) && kind.is !== 'cells';
    const isMissing = column === null && isNull !== undefined;
    const reason = isShared && !isMissing ? kindReason(kind, column, Infinity) : null;
    if (reason !== null) return `result 0: its ${field} is not ${reason}`;
    shared[field] = isShared ? column : null;
  }
  return shared;
}

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

const CELLS_AT_ONCE = 1 << 14;

/** The pictures of a message, which may be a stranger's. */
class ShownPictures {
  private readonly bytes: Uint8Array;
  private at = 0;
  /** Where the cells of pictures are, and how many of these are taken. */
  private cells = new Uint8Array(0);
  private used = 0;

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
    const cells = this.room(size);
    for (let i = 0; i < size; i++) cells[i] = (bytes[at + (i >> 3)] >> (7 - (i & 7))) & 1;
    return cells;
  }

  /** Memory for `size` cells, shared by many: memory for each picture costs more to collect. */
  private room(size: number): Cells {
    if (this.used + size > this.cells.length) {
      this.cells = new Uint8Array(Math.max(size, CELLS_AT_ONCE));
      this.used = 0;
    }
    this.used += size;
    return this.cells.subarray(this.used - size, this.used);
  }
}
