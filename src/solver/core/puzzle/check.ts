import { fitsWords, isPictureOf } from './check-words.js';
import {
  clueEnd,
  firstClue,
  hasStart,
  heightOf,
  pack,
  startCell,
  widthOf,
  type PackedWords,
} from './packed.js';
import { UNKNOWN, blockColour, blockLength, type Cells, type Puzzle } from './types.js';

/**
 * The independent checker: it reads runs off a finished picture and compares them with the clues,
 * and shares neither code nor ideas with the solver, whose answers it judges.
 *
 * Returns null if `cells` is a solution of the puzzle at `offset` that also keeps its start
 * position, else what is wrong, in words. `known` may be a picture that passed already: lines that
 * are the same in both need not be read again, as most lines of a second solution are.
 */
export function checkPacked(
  words: PackedWords,
  offset: number,
  cells: Cells,
  known: Cells | null = null,
): string | null {
  const width = widthOf(words, offset);
  const height = heightOf(words, offset);
  if (cells.length !== width * height) {
    return `a picture of ${cells.length} cells for a grid of ${width}x${height}`;
  }
  const started = hasStart(words, offset);
  // If the quick check says no, the plain one says why.
  if (!started && fitsWords(words, offset) && isPictureOf(words, offset, cells)) return null;
  let at = firstClue(offset);
  for (let row = 0; row < height; row++) {
    const first = row * width;
    if (known === null || differs(cells, known, first, 1, first + width)) {
      if (!runsMatch(words, at, cells, first, 1, width)) return `row ${row + 1} breaks its clue`;
    }
    at = clueEnd(words, at);
  }
  for (let column = 0; column < width; column++) {
    if (known === null || differs(cells, known, column, width, cells.length)) {
      if (!runsMatch(words, at, cells, column, width, height)) {
        return `column ${column + 1} breaks its clue`;
      }
    }
    at = clueEnd(words, at);
  }
  if (!started) return null;
  for (let i = 0; i < cells.length; i++) {
    const given = startCell(words, at, i);
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
export function checkSolution(puzzle: Puzzle, cells: Cells): string | null {
  return checkPacked(pack(puzzle), 0, cells);
}

/** The last cell of each run of the line under work, blank runs included. */
let lastOfRun = new Int32Array(1024);

/**
 * Whether the runs of one line of `cells` are the blocks of the clue that begins at `at`.
 *
 * The first loop marks the ends of runs without a branch: the processor cannot predict where
 * colours change, and a branch for every cell took twice the time on random pictures.
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
    // One more if the two bytes differ, else the same.
    run += ((colour ^ previous) + 255) >>> 8;
    ends[run] = i;
    previous = colour;
  }
  const end = clueEnd(words, at);
  let nextBlock = at + 1;
  for (let k = 0, before = -1; k <= run; before = ends[k++]) {
    const colour = cells[first + ends[k] * step];
    if (colour === 0) continue;
    if (nextBlock === end) return false;
    const expected = words[nextBlock++];
    if (blockLength(expected) !== ends[k] - before || blockColour(expected) !== colour)
      return false;
  }
  return nextBlock === end;
}
