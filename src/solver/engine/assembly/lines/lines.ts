// Complete line solving in black and white, for lines of up to as many cells as a word W has bits.

import { maskOf } from '../memory/grid';
import { Table } from '../memory/memory';
import { Problem, coveredIn, lineLength } from '../memory/problem';
import { LineResult } from './near';
import { placeWords } from './near-words';

/** The results of lines of up to so many cells are kept. */
export const KEPT_CELLS: i32 = 8;
/** How many clues fit in lines of 1 to 8 cells, times the states of such a line. */
const RESULTS: i32 = 2 * 3 + 3 * 9 + 5 * 27 + 8 * 81 + 13 * 243 + 21 * 729 + 34 * 2187 + 55 * 6561;

/**
 * What short lines of all puzzles give, by clue and state: the cells that can be filled, and in the
 * upper byte those that can be blank, bits beyond the line set; NO_PLACEMENT, or 0 before it is
 * first asked for. The state is in base 3: of a cell nothing (0), blank (1) or filled (2) is known.
 */
const results: usize = memory.data(2 * RESULTS, 16);
/** In place of a result: a cell can be neither. */
const NO_PLACEMENT: u32 = 0xfefe;
/** Where a clue's results begin, by `1 << length | its cells pushed to the left`; 0: none yet. */
const clues: usize = memory.data(4 << (KEPT_CELLS + 1), 16);
/** By line of the puzzle: where its results begin. */
const places: usize = memory.data(4 * 2 * KEPT_CELLS, 16);
/** By byte: twice the number in base 3 that has the digit 1 where the byte has a bit. */
const digits: usize = memory.data(2 << KEPT_CELLS, 16);

for (let bits = 1; bits < 1 << KEPT_CELLS; bits++) {
  store<u16>(digits + ((<usize>bits) << 1), 3 * digitsOf(bits >> 1) + 2 * ((<u16>bits) & 1));
}

function digitsOf(bits: u32): u16 {
  return load<u16>(digits + ((<usize>bits) << 1));
}

class KeptResults {
  /** Whether the lines of the puzzle are that short. */
  static areUsed: bool = false;
  /** Where the results of the next clue begin. */
  static end: usize = results;
}

/** Notes the clue of a short line, by its cells when pushed to the left. */
export function noteClue(line: i32, length: i32, left: u32): void {
  const clue = clues + ((<usize>((1 << length) | left)) << 2);
  if (load<u32>(clue) == 0) {
    store<u32>(clue, <u32>KeptResults.end);
    KeptResults.end += 2 * (<usize>digitsOf((1 << length) - 1) + 1);
  }
  store<u32>(places + ((<usize>line) << 2), load<u32>(clue));
}

/** Where the result of a short line is kept of which some cells are known. */
export function placeOf(line: i32, blank: u32, filled: u32): usize {
  const from = <usize>load<u32>(places + ((<usize>line) << 2));
  return from + <usize>digitsOf(blank) + 2 * <usize>digitsOf(filled);
}

/** Solves a short line of the puzzle that is loaded, and keeps the result at its place. */
export function findResult(line: i32, canBlank: u32, canFilled: u32, place: usize): u32 {
  const beyond = 0xff & (0xff << lineLength(line));
  const result = solveWord<u32>(line, canBlank, canFilled)
    ? (((<u32>LineResult.blank) | beyond) << 8) | (<u32>LineResult.filled) | beyond
    : NO_PLACEMENT;
  store<u16>(place, <u16>result);
  return result;
}

/** Whether lines of the puzzle are looked up, so that nobody need remember what was read. */
export function looksUp<W>(): bool {
  return !isReference<W>() && sizeof<W>() == 4 && KeptResults.areUsed;
}

/** As `solveLine`, by the results that are kept. */
function lookUp(line: i32, canBlank: u32, canFilled: u32): bool {
  const all = maskOf<u32>(lineLength(line));
  const place = placeOf(line, all ^ canFilled, all ^ canBlank);
  let result = <u32>load<u16>(place);
  if (result == 0) result = findResult(line, canBlank, canFilled, place);
  LineResult.blank = <u64>((result >> 8) & all);
  LineResult.filled = <u64>(result & all);
  return result != NO_PLACEMENT;
}

class ShortLines {
  /** Whether the lines of the puzzle have up to 16 cells, which takes fewer steps a block. */
  static isUsed: bool = false;
}

export function startLines(): void {
  const longest = max(Problem.width, Problem.height);
  ShortLines.isUsed = longest <= 16;
  KeptResults.areUsed = longest <= KEPT_CELLS;
  for (let line = 0; KeptResults.areUsed && line < Problem.lines; line++) {
    noteClue(line, lineLength(line), changetype<Table<u32>>(Problem.left)[line]);
  }
}

/**
 * Solves a line, given what cells can be (no bits beyond its end; each cell in one at least). False
 * if no placement fits; else `LineResult` has what is blank, and filled, in some placement.
 */
export function solveLine<W>(line: i32, canBlank: W, canFilled: W): bool {
  if (looksUp<W>()) return lookUp(line, <u32>canBlank, <u32>canFilled);
  return solveWord<W>(line, canBlank, canFilled);
}

/** As `solveLine`, by its clue. */
function solveWord<W>(line: i32, canBlank: W, canFilled: W): bool {
  const first = Problem.blockStart[line];
  const end = Problem.blockStart[line + 1];
  const length = lineLength(line);
  const all = maskOf<W>(length);
  if (first == end) {
    LineResult.blank = <u64>canBlank;
    LineResult.filled = 0;
    return canBlank == all;
  }
  if ((canBlank & canFilled) == all) {
    const covered = coveredIn<W>(line);
    LineResult.blank = <u64>(all ^ covered);
    // With any slack, each cell is within reach of a block.
    LineResult.filled = <u64>(Problem.slack[line] == 0 ? covered : all);
    return true;
  }
  return sizeof<W>() == 4 && ShortLines.isUsed
    ? placeWords<u16, W>(line, canBlank, canFilled, all)
    : placeWords<W, W>(line, canBlank, canFilled, all);
}
