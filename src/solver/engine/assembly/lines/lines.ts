// Complete line solving in black and white, for lines of up to as many cells as a word W has bits.

import { maskOf } from '../memory/grid';
import { Table } from '../memory/memory';
import { Problem, coveredIn, lineLength } from '../memory/problem';
import { LineResult } from './near';
import { placeWords } from './near-words';

/** Up to so many cells a side, the results of lines are kept. */
const KEPT_CELLS: i32 = 6;
/** In place of a result: no placement fits. A result is never 0, as each cell has a value. */
export const NO_PLACEMENT: u32 = 0xffff;
/** The clues of lines of 1 to 6 cells have so many results together. */
const KEPT_RESULTS: i32 = 4 * 2 + 16 * 3 + 64 * 5 + 256 * 8 + 1024 * 13 + 4096 * 21;

/**
 * The results of lines of up to six cells, of all puzzles: `blank << length | filled`, or 0 before
 * they are first asked for. People solve puzzles of 5x5 by the million; looking up a line takes a
 * fifth of the time of solving it.
 */
const results: usize = memory.data(2 * KEPT_RESULTS, 16);
/**
 * Where the results of a clue begin, by `1 << length | its cells when pushed to the left`; 0 for
 * none yet.
 */
const clues: usize = memory.data(4 << (KEPT_CELLS + 1), 16);
/** By line of the puzzle: where its results begin. */
const places: usize = memory.data(4 * 2 * KEPT_CELLS, 16);

class KeptResults {
  /** Whether the lines of the puzzle are that short. */
  static isUsed: bool = false;
  /** Where the results of the next clue begin. */
  static end: usize = results;
}

class ShortLines {
  /** Whether the lines of the puzzle have up to 16 cells, which takes fewer steps a block. */
  static isUsed: bool = false;
}

function findResults(): void {
  for (let line = 0; line < Problem.lines; line++) {
    const length = lineLength(line);
    const clue = (1 << length) | changetype<Table<u32>>(Problem.left)[line];
    const known = clues + ((<usize>clue) << 2);
    if (load<u32>(known) == 0) {
      store<u32>(known, <u32>KeptResults.end);
      KeptResults.end += 2 << (2 * length);
    }
    store<u32>(places + ((<usize>line) << 2), load<u32>(known));
  }
}

/**
 * Whether lines of the puzzle are looked up, where W is the word of a line: then nobody need
 * remember what was read.
 */
export function looksUp<W>(): bool {
  return !isReference<W>() && sizeof<W>() == 4 && KeptResults.isUsed;
}

/**
 * What a line is that is looked up: the cells that can be blank, shifted by its length, and those
 * that can be filled; NO_PLACEMENT if none fits.
 */
export function keptResult(line: i32, length: u32, canBlank: u32, canFilled: u32): u32 {
  const place = <usize>load<u32>(places + ((<usize>line) << 2));
  const at = place + ((<usize>((canBlank << length) | canFilled)) << 1);
  const result = load<u16>(at);
  return result != 0 ? <u32>result : findResult(line, length, canBlank, canFilled, at);
}

/** As `keptResult`, for a line that is not kept: keeps it at an address. */
function findResult(line: i32, length: u32, canBlank: u32, canFilled: u32, at: usize): u32 {
  const result = solveWord<u32>(line, canBlank, canFilled)
    ? ((<u32>LineResult.blank) << length) | (<u32>LineResult.filled)
    : NO_PLACEMENT;
  store<u16>(at, <u16>result);
  return result;
}

/** As `solveLine`, by the results that are kept. */
function lookUp(line: i32, canBlank: u32, canFilled: u32): bool {
  const length = <u32>lineLength(line);
  const result = keptResult(line, length, canBlank, canFilled);
  LineResult.blank = <u64>(result >> length);
  LineResult.filled = <u64>(result & ((1 << length) - 1));
  return result != NO_PLACEMENT;
}

/** Takes the tables that lines of any clue need. */
export function takeLines(): void {
  const longest = max(Problem.width, Problem.height);
  KeptResults.isUsed = longest <= KEPT_CELLS;
  ShortLines.isUsed = longest <= 16;
  if (KeptResults.isUsed) findResults();
}

/**
 * Solves a line, given the cells that can still be blank and filled (no bits beyond the line's end;
 * each cell at least in one). Returns false if no placement fits; else `LineResult` has the cells
 * that are blank, and those that are filled, in some placement.
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
