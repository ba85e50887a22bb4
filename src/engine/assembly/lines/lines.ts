// Complete line solving in black and white, for lines of up to as many cells as a word W has bits.

import { Table, take } from '../memory/memory';
import { Problem, amountBits, lineLength } from '../memory/problem';

/**
 * What `solveLine` found: the cells that are blank, and those that are filled, in some placement.
 */
export class LineResult {
  static blank: u64 = 0;
  static filled: u64 = 0;
}

class Scratch {
  /** By block of the line: the starts that the blocks before it leave open. */
  static reach: Table<u64> = changetype<Table<u64>>(0);
  /** By block of the line: the cells that the gap after it can cover. */
  static gaps: Table<u64> = changetype<Table<u64>>(0);
}

/** Up to so many cells a side, the results of lines are kept. */
const KEPT_CELLS: i32 = 6;
/** In place of a result: no placement fits. A result is never 0, as each cell has a value. */
const NO_PLACEMENT: u16 = 0xffff;
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

function findResults(): void {
  for (let line = 0; line < Problem.lines; line++) {
    const length = lineLength(line);
    let clue = 1 << length;
    for (let block = Problem.blockStart[line]; block < Problem.blockStart[line + 1]; block++) {
      clue |= ((1 << Problem.blockLength[block]) - 1) << Problem.blockMin[block];
    }
    const known = clues + ((<usize>clue) << 2);
    if (load<u32>(known) == 0) {
      store<u32>(known, <u32>KeptResults.end);
      KeptResults.end += 2 << (2 * length);
    }
    store<u32>(places + ((<usize>line) << 2), load<u32>(known));
  }
}

/** As `solveLine`, by the results that are kept. */
function lookUp(line: i32, canBlank: u32, canFilled: u32): bool {
  const length = <u32>lineLength(line);
  const place = <usize>load<u32>(places + ((<usize>line) << 2));
  const at = place + ((<usize>((canBlank << length) | canFilled)) << 1);
  let result = load<u16>(at);
  if (result == 0) {
    result = solveWord<u32>(line, canBlank, canFilled)
      ? <u16>((LineResult.blank << (<u64>length)) | LineResult.filled)
      : NO_PLACEMENT;
    store<u16>(at, result);
  }
  LineResult.blank = (<u64>result) >> (<u64>length);
  LineResult.filled = (<u64>result) & ((1 << (<u64>length)) - 1);
  return result != NO_PLACEMENT;
}

/** Takes the tables that lines of any clue need. */
export function takeLines(): void {
  KeptResults.isUsed = max(Problem.width, Problem.height) <= KEPT_CELLS;
  if (KeptResults.isUsed) findResults();
  // A block takes two cells, with the one after it.
  const most = (max(Problem.width, Problem.height) + 1) >> 1;
  Scratch.reach = take<u64>(most);
  Scratch.gaps = take<u64>(most);
}

/** The place of the highest bit of a word that is not 0. */
export function highest<W>(word: W): i32 {
  return <i32>sizeof<W>() * 8 - 1 - <i32>clz<W>(word);
}

/**
 * Solves a line, given the cells that can still be blank and filled (no bits beyond the line's end;
 * each cell at least in one). Returns false if no placement fits; else `LineResult` has the cells
 * that are blank, and those that are filled, in some placement.
 */
export function solveLine<W>(line: i32, canBlank: W, canFilled: W): bool {
  if (sizeof<W>() == 4 && KeptResults.isUsed) return lookUp(line, <u32>canBlank, <u32>canFilled);
  return solveWord<W>(line, canBlank, canFilled);
}

/**
 * Solves a line of any length.
 *
 * Sets of cells are words, bit i for cell i; sets of starts are words in slack space. Forward,
 * `reach` holds for each block the starts that the blocks before it leave open, and `gaps` the
 * cells that the blank gap after it can cover; backward, both are cut down to what the later blocks
 * leave open. What remains is all there is: a cell can be filled if a remaining start of some block
 * covers it, and blank if a remaining gap does.
 *
 * Some 45 operations a block, and no branch that depends on the cells. Carrying a set of starts to
 * the right over cells that can be blank is one addition, whose carry runs through a run of ones
 * and stops at the first zero: `(~(E + N) | E) & N`. To the left there is no such trick; there a
 * parallel prefix takes log2(slack) steps (Kogge and Stone).
 */
function solveWord<W>(line: i32, canBlank: W, canFilled: W): bool {
  const reach = changetype<Table<W>>(Scratch.reach);
  const gaps = changetype<Table<W>>(Scratch.gaps);
  const blockShifts = changetype<Table<W>>(Problem.blockShifts);
  const blockMin = Problem.blockMin;
  const all: W = ~(<W>0);
  const one: W = 1;
  const top: W = <W>(8 * sizeof<W>() - 1);
  const step: W = <W>amountBits<W>();
  const lengthAt: W = <W>(sizeof<W>() == 8 ? 36 : 25);
  const first = Problem.blockStart[line];
  const last = Problem.blockStart[line + 1] - 1;
  const slack: W = <W>Problem.slack[line];
  if (last < first) {
    // No blocks: the slack is the whole line.
    LineResult.blank = <u64>canBlank;
    LineResult.filled = 0;
    return (~canBlank & (all >> (top + one - slack))) == 0;
  }
  const full: W = all >> (top - slack);

  // The first gap is the run of cells from 0 on that can be blank, or empty.
  let open: W = ((canBlank & ~(canBlank + one)) << one) | one;
  for (let block = first; block <= last; block++) {
    const shifts: W = blockShifts[block];
    const min: W = <W>blockMin[block];
    let fit: W = canFilled;
    fit &= fit >> shifts;
    fit &= fit >> (shifts >> step);
    fit &= fit >> (shifts >> (<W>2 * step));
    fit &= fit >> (shifts >> (<W>3 * step));
    fit &= fit >> (shifts >> (<W>4 * step));
    if (sizeof<W>() == 8) fit &= fit >> (shifts >> (<W>5 * step));
    const starts: W = open & (fit >> min) & full;
    // Bit s: the cell after a block that starts at s. Two shifts, as one by all bits does nothing.
    const blank: W = ((canBlank >> min) >> (shifts >> lengthAt)) >> one;
    const from: W = starts & blank;
    // Bit s of the gap is its cell min + length + s; the next block at s has it as its last.
    open = (~(from + blank) | from) & blank;
    reach[block - first] = starts;
    gaps[block - first] = open;
  }

  // The last gap reaches the end of the line: bits from the highest that cannot be blank on.
  const lastLength: W = blockShifts[last] >> lengthAt;
  const lastMin: W = <W>blockMin[last];
  const behind: W = ((canBlank >> lastMin) >> lastLength) >> one;
  const filledBehind: W = ~behind & (full >> one);
  // The starts above the highest such bit; all of them if there is none.
  let left: W = full & (all << (<W>highest<W>((filledBehind << one) | one)));
  let starts: W = reach[last - first] & left;
  if (starts == 0) return false;
  const ending: W = (starts | (<W>0 - starts)) & (full >> one);
  let blanks: W = ((ending << lastMin) << lastLength) << one;
  let fills: W = 0;
  const blank2: W = canBlank & (canBlank >> one);
  const blank4: W = blank2 & (blank2 >> (<W>2));
  const blank8: W = blank4 & (blank4 >> (<W>4));
  const blank16: W = blank8 & (blank8 >> (<W>8));
  const blank32: W = sizeof<W>() == 8 ? blank16 & (blank16 >> (<W>16)) : 0;
  for (let block = last; ; block--) {
    const shifts: W = blockShifts[block];
    const min: W = <W>blockMin[block];
    let cover: W = starts << min;
    cover |= cover << shifts;
    cover |= cover << (shifts >> step);
    cover |= cover << (shifts >> (<W>2 * step));
    cover |= cover << (shifts >> (<W>3 * step));
    cover |= cover << (shifts >> (<W>4 * step));
    if (sizeof<W>() == 8) cover |= cover << (shifts >> (<W>5 * step));
    fills |= cover;
    if (block == first) break;
    // The gap before this block: bit s is its last cell when the block starts at s.
    const base: W = min - one;
    const can: W = canBlank >> base;
    left = starts & can;
    left |= (left >> one) & can;
    left |= (left >> (<W>2)) & (blank2 >> base);
    left |= (left >> (<W>4)) & (blank4 >> base);
    if (slack > <W>7) {
      left |= (left >> (<W>8)) & (blank8 >> base);
      left |= (left >> (<W>16)) & (blank16 >> base);
      if (sizeof<W>() == 8) left |= (left >> (<W>32)) & (blank32 >> base);
    }
    blanks |= (gaps[block - first - 1] & left) << base;
    starts = reach[block - first - 1] & left;
  }
  // The first gap covers whatever is before the highest start of the first block.
  LineResult.blank = <u64>(blanks | ((one << (<W>highest<W>(starts))) - one));
  LineResult.filled = <u64>fills;
  return true;
}
