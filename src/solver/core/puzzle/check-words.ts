import { clueEnd, coloursOf, firstClue, heightOf, widthOf, type PackedWords } from './packed.js';
import type { Cells } from './types.js';

/** Columns of a row that one word holds. */
const MOST_COLUMNS = 32;

/**
 * The picture that is judged, as words: a row each, the leftmost cell in the highest bit, and an
 * empty one below.
 */
let rows = new Int32Array(256);

/** By the bit of each column: the row its last run began in, its next block, and their end. */
const began = new Int32Array(MOST_COLUMNS);

const nextBlock = new Int32Array(MOST_COLUMNS);

const blocksEnd = new Int32Array(MOST_COLUMNS);

/** Whether `isPictureOf` can judge pictures of the puzzle at `offset`. */
export function fitsWords(words: PackedWords, offset: number): boolean {
  return widthOf(words, offset) <= MOST_COLUMNS && coloursOf(words, offset) === 1;
}

/**
 * Whether the runs of `cells` are the blocks of all lines, for a black and white puzzle of at most
 * 32 columns: the quick check, which says yes or no, but not why.
 *
 * The picture is made words, and its runs are cut off each row from the left. The runs of all
 * columns are followed downwards at once, by the bits that change from one row to the next. Takes
 * 0.95 us for a random picture of 15x15, 0.4 of them to make the words; following the runs cell by
 * cell takes 2.1. Making four cells of a word at once was not faster, and words for the columns as
 * well were slower.
 */
export function isPictureOf(words: PackedWords, offset: number, cells: Cells): boolean {
  const width = widthOf(words, offset);
  const height = heightOf(words, offset);
  if (!readRows(cells, width, height)) return false;
  let at = firstClue(offset);
  for (let y = 0; y < height; y++) {
    if (!isRowOf(words, at, rows[y])) return false;
    at = clueEnd(words, at);
  }
  for (let x = width - 1; x >= 0; x--) {
    nextBlock[x] = at + 1;
    at = clueEnd(words, at);
    blocksEnd[x] = at;
  }
  for (let y = 0, above = 0; y <= height; y++) {
    const row = rows[y];
    for (let come = row & ~above; come !== 0;) {
      const x = 31 - Math.clz32(come);
      come ^= 1 << x;
      began[x] = y;
    }
    for (let gone = above & ~row; gone !== 0;) {
      const x = 31 - Math.clz32(gone);
      gone ^= 1 << x;
      const block = nextBlock[x]++;
      if (block >= blocksEnd[x] || words[block] !== y - began[x]) return false;
    }
    above = row;
  }
  for (let x = 0; x < width; x++) {
    if (nextBlock[x] !== blocksEnd[x]) return false;
  }
  return true;
}

/** Whether the runs of set bits, from the highest on, are the clue that begins at `at`. */
function isRowOf(words: PackedWords, at: number, bits: number): boolean {
  const end = clueEnd(words, at);
  let block = at + 1;
  for (let rest = bits; rest !== 0;) {
    if (block === end) return false;
    const top = 31 - Math.clz32(rest);
    // The first bit below the run that is not set, or -1.
    const gap = 31 - Math.clz32(~rest & ((2 << top) - 1));
    if (words[block++] !== top - gap) return false;
    rest &= (1 << (gap + 1)) - 1;
  }
  return block === end;
}

/** Takes the cells of a picture; false if one is neither blank nor filled. */
function readRows(cells: Cells, width: number, height: number): boolean {
  if (height >= rows.length) rows = new Int32Array(height + 1);
  let seen = 0;
  for (let y = 0, i = 0; y < height; y++) {
    let bits = 0;
    for (const end = i + width; i < end; i++) {
      const cell = cells[i];
      seen |= cell;
      bits = (bits + bits + cell) | 0;
    }
    rows[y] = bits;
  }
  rows[height] = 0;
  return seen <= 1;
}
