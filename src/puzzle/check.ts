import { fitsWords, isPictureOf } from './check-words.js';
import { HEADER_WORDS, START_FLAG, pack, type PackedWords } from './packed.js';
import { UNKNOWN, blockColour, blockLength, type Cells, type Puzzle } from './types.js';

/**
 * The independent checker: it reads runs off a finished picture and compares them with the
 * clues, and shares no code and no idea with the solver, whose answers it judges.
 *
 * Gives null where `cells` is a solution of the puzzle at `offset` that also keeps its start
 * position, else what is wrong, in words. `known` may be a picture that passed already: lines
 * that are the same in both need not be read again, which a second solution mostly is.
 */
export function checkPacked(
  words: PackedWords,
  offset: number,
  cells: Cells,
  known: Cells | null = null,
): string | null {
  const width = words[offset + 1];
  const height = words[offset + 2];
  if (cells.length !== width * height) {
    return `a picture of ${cells.length} cells for a grid of ${width}x${height}`;
  }
  const hasStart = (words[offset + 3] & START_FLAG) !== 0;
  // Where the quick way says no, the plain one says why.
  if (!hasStart && fitsWords(words, offset) && isPictureOf(words, offset, cells)) return null;
  let at = offset + HEADER_WORDS;
  for (let row = 0; row < height; row++) {
    const first = row * width;
    if (known === null || differs(cells, known, first, 1, first + width)) {
      if (!runsMatch(words, at, cells, first, 1, width)) return `row ${row + 1} breaks its clue`;
    }
    at += words[at] + 1;
  }
  for (let column = 0; column < width; column++) {
    if (known === null || differs(cells, known, column, width, cells.length)) {
      if (!runsMatch(words, at, cells, column, width, height)) {
        return `column ${column + 1} breaks its clue`;
      }
    }
    at += words[at] + 1;
  }
  if (!hasStart) return null;
  for (let i = 0; i < cells.length; i++) {
    const given = (words[at + (i >> 2)] >>> ((i & 3) * 8)) & 0xff;
    if (given !== UNKNOWN && given !== cells[i]) {
      return `row ${Math.floor(i / width) + 1}, cell ${(i % width) + 1} breaks the start position`;
    }
  }
  return null;
}

/** Whether two pictures differ in one line: the cells from `first` to below `end`. */
function differs(a: Cells, b: Cells, first: number, step: number, end: number): boolean {
  for (let i = first; i < end; i += step) if (a[i] !== b[i]) return true;
  return false;
}

/** As `checkPacked`, for a puzzle that is not packed. */
export function check(puzzle: Puzzle, cells: Cells): string | null {
  return checkPacked(pack(puzzle), 0, cells);
}

/** The last cell of each run of the line under work, blank runs included. */
let lastOfRun = new Int32Array(1024);

/**
 * Whether the runs of one line of `cells` are the blocks at `at` (their number, then they).
 *
 * The first loop marks the ends of runs without a branch: where colours change is a coin toss
 * to the processor, and asking at every cell took twice the time on random pictures.
 */
function runsMatch(
  words: PackedWords,
  at: number,
  cells: Cells,
  first: number,
  step: number,
  length: number,
): boolean {
  if (length > lastOfRun.length) lastOfRun = new Int32Array(length);
  const ends = lastOfRun;
  let previous = cells[first];
  let run = 0;
  ends[0] = 0;
  for (let i = 1, place = first + step; i < length; i++, place += step) {
    const colour = cells[place];
    // One more where the two bytes differ, else the same.
    run += ((colour ^ previous) + 255) >>> 8;
    ends[run] = i;
    previous = colour;
  }
  const lastBlock = at + words[at];
  let nextBlock = at + 1;
  for (let k = 0, before = -1; k <= run; before = ends[k++]) {
    const colour = cells[first + ends[k] * step];
    if (colour === 0) continue;
    if (nextBlock > lastBlock) return false;
    const expected = words[nextBlock++];
    if (blockLength(expected) !== ends[k] - before || blockColour(expected) !== colour)
      return false;
  }
  return nextBlock > lastBlock;
}
