import { blockLength, type Cells, type Clue, type Puzzle } from './types.js';

/**
 * A puzzle as a run of 32-bit words: the form in which puzzles travel to the solving threads and in
 * which the solver and the checker read them, without an object for each clue.
 *
 *   word 0   the number of words of this puzzle, this one included
 *   word 1   width
 *   word 2   height
 *   word 3   colours (background not counted), plus START_FLAG if a start position follows
 *   then     for each line, rows first: the number of blocks, then the blocks (see Block)
 *   last     with a start position: its cells, four to a word, the first in the lowest byte
 */
export type PackedWords = Int32Array;

/** Words before the first clue; for code that writes packed words itself. */
export const HEADER_WORDS = 4;
/** Added to the colours if a start position follows; for code that writes packed words itself. */
export const START_FLAG = 0x100;
const COLOURS = 0xff;

// All code reads packed words through these functions, which engines inline.

/** The number of words of the puzzle at `offset`: the next one begins that much later. */
export function wordsOf(words: PackedWords, offset: number): number {
  return words[offset];
}

export function widthOf(words: PackedWords, offset: number): number {
  return words[offset + 1];
}

export function heightOf(words: PackedWords, offset: number): number {
  return words[offset + 2];
}

/** The number of colours, background not counted. */
export function coloursOf(words: PackedWords, offset: number): number {
  return words[offset + 3] & COLOURS;
}

/** The size of a puzzle, and how many colours its pictures have. */
export function sizeOf(words: PackedWords, offset: number) {
  return {
    width: widthOf(words, offset),
    height: heightOf(words, offset),
    colours: coloursOf(words, offset),
  };
}

export function hasStart(words: PackedWords, offset: number): boolean {
  return (words[offset + 3] & START_FLAG) !== 0;
}

/**
 * Where the clue of the first row begins. The blocks of a clue at `at` are the words from `at + 1`
 * to below `clueEnd(words, at)`, where the next begins; after the last column, the start position.
 */
export function firstClue(offset: number): number {
  return offset + HEADER_WORDS;
}

/** Where the clue that begins at `at` ends. */
export function clueEnd(words: PackedWords, at: number): number {
  return at + 1 + words[at];
}

/** The number of blocks in all clues of the puzzle at `offset`, or a few more. */
export function blocksAtMost(words: PackedWords, offset: number): number {
  return words[offset] - HEADER_WORDS - words[offset + 1] - words[offset + 2];
}

/** The number of cells that the rows of the puzzle at `offset` fill. */
export function filledBy(words: PackedWords, offset: number): number {
  let filled = 0;
  for (let row = 0, at = firstClue(offset); row < heightOf(words, offset); row++) {
    const end = clueEnd(words, at);
    for (let i = at + 1; i < end; i++) filled += blockLength(words[i]);
    at = end;
  }
  return filled;
}

/** The start position that begins at `at`: what it says about cell `i`. */
export function startCell(words: PackedWords, at: number, i: number): number {
  return (words[at + (i >> 2)] >>> ((i & 3) * 8)) & 0xff;
}

/** The number of words that a start position takes. */
export function startWords(cells: number): number {
  return (cells + 3) >>> 2;
}

/** Whether nothing is set besides the colours and the flag of a start position. */
export function hasKnownFlags(words: PackedWords, offset: number): boolean {
  return (words[offset + 3] & ~(COLOURS | START_FLAG)) === 0;
}

export function packedLength(puzzle: Puzzle): number {
  let words = HEADER_WORDS + puzzle.height + puzzle.width;
  for (const clue of puzzle.rows) words += clue.length;
  for (const clue of puzzle.columns) words += clue.length;
  if (puzzle.start !== null) words += startWords(puzzle.start.length);
  return words;
}

/** Writes `puzzle` at `offset` and returns the offset after it. */
export function packInto(words: PackedWords, offset: number, puzzle: Puzzle): number {
  let at = offset + HEADER_WORDS;
  words[offset + 1] = puzzle.width;
  words[offset + 2] = puzzle.height;
  words[offset + 3] = puzzle.colours + (puzzle.start === null ? 0 : START_FLAG);
  at = packClues(words, at, puzzle.rows);
  at = packClues(words, at, puzzle.columns);
  if (puzzle.start !== null) at = packCells(words, at, puzzle.start);
  words[offset] = at - offset;
  return at;
}

/** Writes a start position from `from` on and returns where it ends. */
export function packCells(words: PackedWords, from: number, cells: Cells): number {
  let at = from;
  for (let i = 0; i < cells.length; i += 4) {
    words[at++] =
      cells[i] |
      ((cells[i + 1] ?? 0) << 8) |
      ((cells[i + 2] ?? 0) << 16) |
      ((cells[i + 3] ?? 0) << 24);
  }
  return at;
}

/** The words of one puzzle on its own. */
export function pack(puzzle: Puzzle): PackedWords {
  const words = new Int32Array(packedLength(puzzle));
  packInto(words, 0, puzzle);
  return words;
}

/** The words of a puzzle on its own, with another start position. */
export function packedWithStart(words: PackedWords, start: Cells): PackedWords {
  const room = startWords(start.length);
  const end = wordsOf(words, 0) - (hasStart(words, 0) ? room : 0);
  const packed = new Int32Array(end + room);
  packed.set(end === words.length ? words : words.subarray(0, end));
  packed[0] = packed.length;
  packed[3] |= START_FLAG;
  packCells(packed, end, start);
  return packed;
}

/** The puzzle at `offset`; its palette does not travel, so it comes back as null. */
export function unpack(words: PackedWords, offset: number): Puzzle {
  const width = widthOf(words, offset);
  const height = heightOf(words, offset);
  let at = firstClue(offset);
  const readClues = (count: number): Clue[] => {
    const clues: Clue[] = [];
    for (let i = 0; i < count; i++) {
      const end = clueEnd(words, at);
      // An array made of a view takes five times as long.
      const clue: number[] = [];
      while (++at < end) clue.push(words[at]);
      clues.push(clue);
    }
    return clues;
  };
  const rows = readClues(height);
  const columns = readClues(width);
  return {
    width,
    height,
    rows,
    columns,
    colours: coloursOf(words, offset),
    palette: null,
    start: startOf(words, offset),
  };
}

/** The start position of the puzzle at `offset`; null without one. */
export function startOf(words: PackedWords, offset: number): Uint8Array | null {
  if (!hasStart(words, offset)) return null;
  const cells = new Uint8Array(widthOf(words, offset) * heightOf(words, offset));
  const at = offset + wordsOf(words, offset) - startWords(cells.length);
  for (let i = 0; i < cells.length; i++) cells[i] = startCell(words, at, i);
  return cells;
}

function packClues(words: PackedWords, offset: number, clues: readonly Clue[]): number {
  let at = offset;
  for (const clue of clues) {
    words[at++] = clue.length;
    for (const value of clue) words[at++] = value;
  }
  return at;
}
