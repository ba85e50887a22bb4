// One puzzle as the engine reads it. Row r is line r, column c is line `height + c`. Values are 0
// for blank and 1.. for the colours.
//
// Beliefs and the line solvers where W is Any work in *slack space*. Pushed to the left, block j of
// a line starts at cell `blockMin[j]`; in any placement it starts at `blockMin[j] + s` for an s
// from 0 to the line's `slack`, and s never falls from one block to the next. So the possible
// starts of a block are a set of slack + 1 bits, however long the line is.
//
// W says what lines are made of, here and everywhere. In black and white it is the word of a line:
// u32 for up to 32 cells, u64 for up to 64, that of the longer side for all lines. All other
// puzzles have Any in its place.

import { Table, noRoom, take, takeUnset } from './memory';

// What is known about the cells: planes, and a trail of what was removed from them.

/** How propagation ended; STOPPED if the budget ran out before the fixpoint. */
export const enum Propagated {
  fixpoint,
  contradiction,
  stopped,
}

export class Grid {
  /**
   * By line, two words W: cells that can be blank, and filled. A cell is in its row and in its
   * column, which are kept in step. Where W is Any: see planes.ts.
   */
  static planes: Table<u64> = changetype<Table<u64>>(0);
  /** The cells that can still have several values. */
  static unknown: i32 = 0;
  /** The cell `row << 16 | column` that lost the value `trailValue`. */
  static trailCell: Table<i32> = changetype<Table<i32>>(0);
  static trailValue: Table<u8> = changetype<Table<u8>>(0);
  static trailLength: i32 = 0;
  /** The passes of the last `propagateGrid`, up to the one that left no cell unknown. */
  static passes: i32 = 0;
  /** Where W is Any: the line without a placement when propagation last came to a contradiction. */
  static broken: i32 = -1;
}

/** The first `length` bits of a word, one at least. */
export function maskOf<W>(length: i32): W {
  return ~(<W>0) >> (<W>(<i32>(8 * sizeof<W>()) - length));
}

/** In place of a word: lines of any length, in any number of colours. See planes.ts. */
@unmanaged
export class Any {}

export class Problem {
  /** The packed words of the puzzle: see src/solver/core/puzzle/packed.ts. */
  static words: Table<i32> = changetype<Table<i32>>(0);
  static width: i32 = 0;
  static height: i32 = 0;
  /** Height + width: row r is line r, column c is line `height + c`. */
  static lines: i32 = 0;
  static cells: i32 = 0;
  /** Colours + 1. */
  static values: i32 = 0;
  /** Words of one plane of a row, and of a column, where W is Any. */
  static rowWords: i32 = 0;
  static columnWords: i32 = 0;
  /** Where the start position begins in `words`, or -1. */
  static startAt: i32 = -1;
  /** By line: its first block; one more at the end. */
  static blockStart: Table<i32> = changetype<Table<i32>>(0);
  /** By line: free cells when the blocks are packed as tightly as their clue allows. */
  static slack: Table<i32> = changetype<Table<i32>>(0);
  static blockLength: Table<i32> = changetype<Table<i32>>(0);
  /** By block, from 1, where W is Any. */
  static blockColour: Table<u8> = changetype<Table<u8>>(0);
  /** By block: its first cell when all blocks are pushed to the left. */
  static blockMin: Table<i32> = changetype<Table<i32>>(0);
  /** By block, where W is Any: `shiftsOf` its length, if a word has as many bits. */
  static blockShifts: Table<u64> = changetype<Table<u64>>(0);
  /** By block, a word W each: `formOf` its length; not for Any. */
  static blockForms: Table<u64> = changetype<Table<u64>>(0);
  /** By line, a word W each: its filled cells with all blocks pushed to the left; not for Any. */
  static left: Table<u64> = changetype<Table<u64>>(0);
}

export const HEADER_WORDS: i32 = 4;
const COLOURS: i32 = 0xff;
const START_FLAG: i32 = 0x100;
/** Colours + 1 of a puzzle with as many as may be. */
const MOST_VALUES: i32 = 32;
/** Of cells and values: all that is counted fits in 32 bits, and no memory has room for more. */
const MOST_LITERALS: u64 = 1 << 29;

/** How many bits one of the amounts of `shiftsOf` and `formOf` takes. */
export function amountBits<W>(): i32 {
  return sizeof<W>() == 8 ? 6 : 5;
}

/** By length from 1 on: `shiftsOf` it, in words of 32 and of 64 bits. */
const shifts32: usize = memory.data(4 * 33, 16);
const shifts64: usize = memory.data(8 * 65, 16);
/** By length from 1 on: `formOf` it, in words of 32 and of 64 bits. */
const forms32: usize = memory.data(4 * 33, 16);
const forms64: usize = memory.data(8 * 65, 16);

for (let length = 1; length <= 64; length++) {
  store<u64>(shifts64 + 8 * length, shiftsOf<u64>(length));
  store<u64>(forms64 + 8 * length, formOf<u64>(length));
  if (length > 32) continue;
  store<u32>(shifts32 + 4 * length, shiftsOf<u32>(length));
  store<u32>(forms32 + 4 * length, formOf<u32>(length));
}

/**
 * Amounts by which a bit is smeared over a block: `x |= x << a` with all in turn smears each bit of
 * x over `length` bits, and `x &= x >>> a` erodes. Five amounts of five bits, or six of six, and
 * `length - 1` above them. Unused ones are 0, so that no line has a branch for them; as shifts go
 * by the low bits of the amount, `x << (shifts >>> 5)` needs no mask.
 */
function shiftsOf<W>(length: i32): W {
  const bits = amountBits<W>();
  let shifts: W = 0;
  let done = 1;
  let place = 0;
  for (let share = sizeof<W>() == 8 ? 5 : 4; share >= 0; share--) {
    // Half of what is missing, counted from the end: 1/32, 1/16, ... of the length, rounded up.
    const upTo = (length + (1 << share) - 1) >> share;
    shifts |= (<W>(upTo - done)) << (<W>place);
    done = upTo;
    place += bits;
  }
  return shifts | ((<W>(length - 1)) << (<W>place));
}

/**
 * What is asked of a block's length, as amounts of as many bits as a shift takes. A block is two
 * runs of 1, 2, 4, ... cells: how far apart they begin, the length, the length less one; and above
 * them which runs: 16 for each doubling, or 8 in words of 64 bits.
 */
function formOf<W>(length: i32): W {
  const bits = <W>amountBits<W>();
  const doublings = length < 3 ? 0 : 31 - <i32>clz<i32>(length - 1);
  let form: W = <W>(doublings * (sizeof<W>() == 8 ? 8 : 16));
  form = (form << bits) | (<W>(length - 1));
  // A length of all bits of a word is taken for 0: nobody shifts by that.
  form = (form << bits) | (<W>(length & (sizeof<W>() == 8 ? 63 : 31)));
  return (form << bits) | (<W>(length - (1 << doublings)));
}

/** The bytes of a word of a line of the puzzle in `words`, whatever these hold; 0 for Any. */
export function wordBytesOf(words: Table<i32>): i32 {
  if (words.length < HEADER_WORDS) return 4;
  const longest = max(words[1], words[2]);
  if ((words[3] & COLOURS) > 1 || longest > 64) return 0;
  return longest > 32 ? 8 : 4;
}

/** The number of blocks of the puzzle in `words`, or a few more. */
function blocksAtMost(words: Table<i32>): i32 {
  return words[0] - HEADER_WORDS - words[1] - words[2];
}

/**
 * Reads the puzzle in `words`. Returns false if these do not hold as many lines as they say, or if
 * the blocks of a line do not fit in it or have no colour; then nothing was read beyond them.
 */
export function loadProblem<W>(words: Table<i32>): bool {
  const count = words.length;
  if (count < HEADER_WORDS || words[0] != count) return false;
  if (!isSide(words[1]) || !isSide(words[2]) || blocksAtMost(words) < 0) return false;
  const values = (words[3] & COLOURS) + 1;
  if (values < 2 || values > MOST_VALUES) return false;
  const width = words[1];
  const height = words[2];
  const lines = width + height;
  const blocks = blocksAtMost(words);
  if (<u64>width * <u64>height * <u64>values > MOST_LITERALS) noRoom();
  Problem.words = words;
  Problem.width = width;
  Problem.height = height;
  Problem.lines = lines;
  Problem.cells = width * height;
  Problem.values = values;
  Problem.blockStart = takeUnset<i32>(lines + 1);
  Problem.slack = takeUnset<i32>(lines);
  Problem.blockLength = takeUnset<i32>(blocks);
  Problem.blockMin = takeUnset<i32>(blocks);
  if (isReference<W>()) {
    Problem.rowWords = (width + 63) >> 6;
    Problem.columnWords = (height + 63) >> 6;
    Problem.blockColour = takeUnset<u8>(blocks);
    Problem.blockShifts = takeUnset<u64>(blocks);
  } else {
    Problem.blockForms = changetype<Table<u64>>(takeUnset<W>(blocks));
    Problem.left = changetype<Table<u64>>(takeUnset<W>(lines));
  }
  let at = HEADER_WORDS;
  let block = 0;
  for (let line = 0; line < lines; line++) {
    Problem.blockStart[line] = block;
    const length = line < height ? width : height;
    let min = 0;
    let previous = 0;
    let left: u64 = 0;
    if (<u32>words[at] > <u32>(blocks - block)) return false;
    for (const end = at + 1 + words[at++]; at < end; at++) {
      const size = words[at] & 0xffff;
      const colour = isReference<W>() ? (words[at] >>> 16) + 1 : 1;
      // Blocks of one colour have a gap between them.
      if (colour == previous) min++;
      previous = colour;
      if (size == 0 || min + size > length || colour >= Problem.values) return false;
      Problem.blockLength[block] = size;
      Problem.blockMin[block] = min;
      noteBlock<W>(block++, size, colour);
      if (!isReference<W>()) left |= maskOf<u64>(size) << min;
      min += size;
    }
    Problem.slack[line] = length - min;
    if (!isReference<W>()) changetype<Table<W>>(Problem.left)[line] = <W>left;
  }
  Problem.blockStart[lines] = block;
  Problem.startAt = (words[3] & START_FLAG) != 0 ? at : -1;
  return Problem.startAt < 0 || count - at >= (Problem.cells + 3) >> 2;
}

/** Cells of a line, not of Any, that a block covers at both its ends, and so in every placement. */
export function coveredIn<W>(line: i32): W {
  const left = changetype<Table<W>>(Problem.left)[line];
  if (left == 0) return 0;
  // A cell is covered if the `slack` cells before it belong to the block, too.
  const shifts = shiftsFor<W>(Problem.slack[line] + 1);
  const step = <W>amountBits<W>();
  let cells = left & (left << shifts);
  cells &= cells << (shifts >> step);
  cells &= cells << (shifts >> (<W>2 * step));
  cells &= cells << (shifts >> (<W>3 * step));
  cells &= cells << (shifts >> (<W>4 * step));
  if (sizeof<W>() == 8) cells &= cells << (shifts >> (<W>5 * step));
  return cells;
}

/** What `shiftsOf` gives for a length. */
function shiftsFor<W>(length: i32): W {
  const table: usize = sizeof<W>() == 8 ? shifts64 : shifts32;
  return load<W>(table + ((<usize>length) << alignof<W>()));
}

/** Whether a line can have so many cells: row and column share a word. */
function isSide(cells: i32): bool {
  return cells > 0 && cells < 1 << 16;
}

function noteBlock<W>(block: i32, size: i32, colour: i32): void {
  if (isReference<W>()) {
    Problem.blockColour[block] = <u8>colour;
    Problem.blockShifts[block] = size <= 64 ? load<u64>(shifts64 + ((<usize>size) << 3)) : 0;
  } else {
    const forms: usize = sizeof<W>() == 8 ? forms64 : forms32;
    changetype<Table<W>>(Problem.blockForms)[block] = load<W>(
      forms + ((<usize>size) << alignof<W>()),
    );
  }
}

/** What the start position that begins at `at` says about cell `i`. */
export function startCell(at: i32, i: i32): i32 {
  return (Problem.words[at + (i >> 2)] >>> ((i & 3) * 8)) & 0xff;
}

export function lineLength(line: i32): i32 {
  return line < Problem.height ? Problem.width : Problem.height;
}

/** How many words a plane of a line has, where W is Any. */
export function wordsOf(line: i32): i32 {
  return line < Problem.height ? Problem.rowWords : Problem.columnWords;
}

/** Where the planes of a line begin, where W is Any. */
export function placeOf(line: i32): i32 {
  const height = Problem.height;
  const values = Problem.values;
  if (line < height) return line * values * Problem.rowWords;
  return values * (height * Problem.rowWords + (line - height) * Problem.columnWords);
}

/** Takes a table with a word W for each line. */
export function takeByLine<W>(): Table<u64> {
  return changetype<Table<u64>>(take<W>(Problem.lines));
}
