import { checkPacked } from '../../puzzle/check.js';
import { viewBatch, type PackedBatch } from '../../puzzle/packed-batch.js';
import {
  PictureRows,
  areRowsOf,
  fitsWords,
  readFinishedCells,
  readFinishedRows,
} from '../../puzzle/check-words.js';
import { coloursOf, hasStart, heightOf, widthOf, type PackedWords } from '../../puzzle/packed.js';
import { textLength } from '../../puzzle/text.js';
import type { Cells } from '../../puzzle/types.js';
import { mostOf } from '../../result/column.js';
import { STATUSES, type Status } from '../../result/outcome.js';
import {
  FIELDS,
  HEADER,
  LENGTH_AT,
  VALUE_AT,
  WORDS,
  type PackedResults,
  type SolvedField,
} from '../../packed/packed-results.js';

/**
 * Why results that came from a stranger cannot be those of the first puzzles of `batch`, or null:
 * every picture is checked against its clues, and every verdict against the pictures that it needs.
 * Only solving could show whether there is a further solution. `packed` has passed `packedReason`.
 */
export function resultsReason(batch: PackedBatch, packed: PackedResults): string | null {
  const { words: puzzles, offsets } = viewBatch(batch);
  const count = new Float64Array(packed, 0, HEADER)[1];
  if (count > offsets.length) return `${count} results for ${offsets.length} puzzles`;
  const wordsEnd = HEADER + count * FIELDS;
  const words = new Float64Array(packed, 0, wordsEnd);
  const text = new Uint8Array(packed, wordsEnd * 8);
  let textAt = 0;
  for (let i = 0, at = HEADER; i < count; i++, at += FIELDS) {
    const lengthOf = (field: SolvedField): number => Math.max(0, words[at + LENGTH_AT[field]]);
    textAt += lengthOf('solutions');
    const second = textAt + lengthOf('solution');
    const reason =
      picturesReason(puzzles, offsets[i], text, [
        [textAt, words[at + LENGTH_AT.solution]],
        [second, words[at + LENGTH_AT.secondSolution]],
      ]) ??
      verdictReason(words, at) ??
      sizeReason(words, at, widthOf(puzzles, offsets[i]) * heightOf(puzzles, offsets[i]));
    if (reason !== null) return `puzzle ${i}: ${reason}`;
    textAt = second + lengthOf('secondSolution') + lengthOf('error');
  }
  return null;
}

/** Where a picture is in the text, and its length; -1 if there is none. */
type Place = readonly [from: number, length: number];

function picturesReason(
  puzzles: PackedWords,
  offset: number,
  text: Uint8Array,
  places: readonly Place[],
): string | null {
  if (areQuicklyRight(puzzles, offset, text, places)) return null;
  let first: Cells | null = null;
  for (const [from, length] of places) {
    if (length < 0) continue;
    const width = widthOf(puzzles, offset);
    const height = heightOf(puzzles, offset);
    const cells = readFinishedCells(text, from, length, width, height, coloursOf(puzzles, offset));
    if (cells === null) return `a picture is not one of ${width}x${height} known cells`;
    const reason = checkPacked(puzzles, offset, cells, first);
    if (reason !== null) return reason;
    if (first !== null && isSame(first, cells)) return 'its two solutions are the same';
    first = cells;
  }
  return null;
}

const firstRows = new PictureRows();
const secondRows = new PictureRows();

/**
 * The quick check of what is nearly always sent: one or two right pictures, in black and white and not too wide.
 * If it says no, the plain one says why, or that they are right.
 */
function areQuicklyRight(
  puzzles: PackedWords,
  offset: number,
  text: Uint8Array,
  [first, second]: readonly Place[],
): boolean {
  if (hasStart(puzzles, offset) || !fitsWords(puzzles, offset)) return false;
  const width = widthOf(puzzles, offset);
  const height = heightOf(puzzles, offset);
  const length = textLength(width, height);
  if (first[1] !== length || (second[1] !== length && second[1] !== -1)) return false;
  if (!readFinishedRows(firstRows, text, first[0], width, height)) return false;
  if (!areRowsOf(puzzles, offset, firstRows)) return false;
  if (second[1] < 0) return true;
  if (!readFinishedRows(secondRows, text, second[0], width, height)) return false;
  for (let y = 0; y < height; y++) {
    if (firstRows.words[y] !== secondRows.words[y]) {
      return areRowsOf(puzzles, offset, secondRows, firstRows);
    }
  }
  return false;
}

function isSame(one: Cells, other: Cells): boolean {
  for (let i = 0; i < one.length; i++) if (one[i] !== other[i]) return false;
  return true;
}

/** The words whose bounds depend on the size of the puzzle. */
const SIZED = WORDS.flatMap(({ column: { field, kind } }, place) =>
  (kind.is === 'count' || kind.is === 'real') && Number.isFinite(kind.perCell)
    ? [{ field, place, kind }]
    : [],
);

function sizeReason(words: Float64Array, at: number, cells: number): string | null {
  for (const { field, place, kind } of SIZED) {
    if (words[at + place] > mostOf(kind, cells)) {
      return `its ${field} is ${words[at + place]}, and at most ${mostOf(kind, cells)} for ${cells} cells`;
    }
  }
  return null;
}

function verdictReason(words: Float64Array, at: number): string | null {
  const status: Status = STATUSES[words[at + VALUE_AT.status]];
  const hasSolution = words[at + LENGTH_AT.solution] >= 0;
  const hasSecond = words[at + LENGTH_AT.secondSolution] >= 0;
  const solutions = words[at + VALUE_AT.solutions];
  if (words[at + VALUE_AT.proof] >= 0 && status !== 'unique' && status !== 'contradiction') {
    return `it has a proof, although it is called ${status}`;
  }
  if (words[at + VALUE_AT.countEstimate] >= 0 && words[at + VALUE_AT.solutionsExact] === 1) {
    return 'it has an estimate, although its count is exact';
  }
  switch (status) {
    case 'unique': {
      const isOne = solutions === 1 && words[at + VALUE_AT.solutionsExact] === 1;
      return hasSolution && !hasSecond && isOne
        ? null
        : 'it is called unique without its one solution';
    }
    case 'multiple': {
      // Numbers too large for a word are in the text: `packedReason` has checked that they are large.
      const isSeveral = solutions < 0 || solutions >= 2;
      return hasSolution && hasSecond && isSeveral
        ? null
        : 'it is called multiple without two solutions';
    }
    case 'contradiction':
      return !hasSolution && !hasSecond && solutions === 0
        ? null
        : 'it is called a contradiction with a solution';
    case 'solved':
      return 'it does not say whether its solution is the only one';
    case 'timeout':
    case 'steps':
    case 'memory':
    case 'crash':
      return null;
  }
}
