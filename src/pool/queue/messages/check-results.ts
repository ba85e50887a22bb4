import { checkPacked } from '../../../puzzle/check.js';
import { viewBatch, type PackedBatch } from '../../../puzzle/packed-batch.js';
import { PictureRows, areRowsOf, fitsWords } from '../../../puzzle/check-words.js';
import {
  coloursOf,
  hasStart,
  heightOf,
  widthOf,
  type PackedWords,
} from '../../../puzzle/packed.js';
import { readFinishedCells, readFinishedRows } from '../../../puzzle/finished-text.js';
import { textLength } from '../../../puzzle/text.js';
import type { Cells } from '../../../puzzle/types.js';
import { STATUSES, type Status } from '../../../result/outcome.js';
import { FIELDS, Field, HEADER, type PackedResults } from '../../results/layout.js';

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
    const lengthOf = (field: Field): number => Math.max(0, words[at + field]);
    textAt += lengthOf(Field.SolutionsLength);
    const second = textAt + lengthOf(Field.SolutionLength);
    const reason =
      picturesReason(puzzles, offsets[i], text, [
        [textAt, words[at + Field.SolutionLength]],
        [second, words[at + Field.SecondSolutionLength]],
      ]) ?? verdictReason(words, at);
    if (reason !== null) return `puzzle ${i}: ${reason}`;
    textAt = second + lengthOf(Field.SecondSolutionLength) + lengthOf(Field.ErrorLength);
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

function verdictReason(words: Float64Array, at: number): string | null {
  const status: Status = STATUSES[words[at + Field.Status]];
  const hasSolution = words[at + Field.SolutionLength] >= 0;
  const hasSecond = words[at + Field.SecondSolutionLength] >= 0;
  const solutions = words[at + Field.Solutions];
  if (words[at + Field.Proof] >= 0 && status !== 'unique' && status !== 'contradiction') {
    return `it has a proof, although it is called ${status}`;
  }
  if (words[at + Field.CountEstimate] >= 0 && words[at + Field.SolutionsExact] === 1) {
    return 'it has an estimate, although its count is exact';
  }
  switch (status) {
    case 'unique': {
      const isOne = solutions === 1 && words[at + Field.SolutionsExact] === 1;
      return hasSolution && !hasSecond && isOne
        ? null
        : 'it is called unique without its one solution';
    }
    case 'multiple': {
      // Numbers too large for a word are in the text: `packedReason` has seen to it that they are large.
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
