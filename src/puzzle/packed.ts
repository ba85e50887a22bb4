import type { Clue, Puzzle } from './types.js';

/**
 * A puzzle as a run of 32-bit words: the shape in which puzzles travel to the worker threads
 * and in which the solver and the checker read them, without an object for each clue.
 *
 *   word 0   the number of words of this puzzle, this one included
 *   word 1   width
 *   word 2   height
 *   word 3   colours (background not counted), plus START_FLAG where a start position follows
 *   then     for each line, rows first: the number of blocks, then the blocks (see Block)
 *   last     with a start position: its cells, four to a word, the first in the lowest byte
 */
export type PackedWords = Int32Array;

export const HEADER_WORDS = 4;
export const START_FLAG = 0x100;

/** The number of words that `puzzle` takes. */
export function packedLength(puzzle: Puzzle): number {
  let words = HEADER_WORDS + puzzle.height + puzzle.width;
  for (const clue of puzzle.rows) words += clue.length;
  for (const clue of puzzle.columns) words += clue.length;
  if (puzzle.start !== null) words += (puzzle.start.length + 3) >>> 2;
  return words;
}

/** Writes `puzzle` at `offset` and returns the offset behind it. */
export function packInto(words: PackedWords, offset: number, puzzle: Puzzle): number {
  let at = offset + HEADER_WORDS;
  words[offset + 1] = puzzle.width;
  words[offset + 2] = puzzle.height;
  words[offset + 3] = puzzle.colours + (puzzle.start === null ? 0 : START_FLAG);
  at = packClues(words, at, puzzle.rows);
  at = packClues(words, at, puzzle.columns);
  if (puzzle.start !== null) {
    const cells = puzzle.start;
    for (let i = 0; i < cells.length; i += 4) {
      words[at++] =
        cells[i] |
        ((cells[i + 1] ?? 0) << 8) |
        ((cells[i + 2] ?? 0) << 16) |
        ((cells[i + 3] ?? 0) << 24);
    }
  }
  words[offset] = at - offset;
  return at;
}

/** The words of one puzzle on its own. */
export function pack(puzzle: Puzzle): PackedWords {
  const words = new Int32Array(packedLength(puzzle));
  packInto(words, 0, puzzle);
  return words;
}

/** The puzzle at `offset`; its palette does not travel, so it comes back as null. */
export function unpack(words: PackedWords, offset: number): Puzzle {
  const width = words[offset + 1];
  const height = words[offset + 2];
  let at = offset + HEADER_WORDS;
  const readClues = (count: number): Clue[] => {
    const clues: Clue[] = [];
    for (let i = 0; i < count; i++) {
      const blocks = words[at++];
      clues.push(Array.from(words.subarray(at, at + blocks)));
      at += blocks;
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
    colours: words[offset + 3] & 0xff,
    palette: null,
    start: packedStart(words, offset, at),
  };
}

/** The start position of the puzzle at `offset`, whose cells stand at `at`; null without one. */
function packedStart(words: PackedWords, offset: number, at: number): Uint8Array | null {
  if ((words[offset + 3] & START_FLAG) === 0) return null;
  const cells = new Uint8Array(words[offset + 1] * words[offset + 2]);
  for (let i = 0; i < cells.length; i++) cells[i] = words[at + (i >> 2)] >>> ((i & 3) * 8);
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
