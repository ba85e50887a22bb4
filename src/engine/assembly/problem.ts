// One puzzle as the engine reads it: see src/solver/model/problem.ts for lines, blocks and slack space.
//
// W is the word of a line, here and everywhere: u32 for lines of up to 32 cells, u64 for up to 64. A puzzle
// whose sides differ has the word of the longer one for all lines.

import { Table, take, takeUnset } from './memory';

export class Problem {
  /** The packed words of the puzzle: see src/puzzle/packed.ts. */
  static words: Table<i32> = changetype<Table<i32>>(0);
  static width: i32 = 0;
  static height: i32 = 0;
  /** Height + width: row r is line r, column c is line `height + c`. */
  static lines: i32 = 0;
  /** Width * height. */
  static cells: i32 = 0;
  /** Where the start position begins in `words`, or -1. */
  static startAt: i32 = -1;
  /** By line: its first block; one more at the end. */
  static blockStart: Table<i32> = changetype<Table<i32>>(0);
  /** By line: free cells when the blocks are packed as tightly as their clue allows. */
  static slack: Table<i32> = changetype<Table<i32>>(0);
  static blockLength: Table<i32> = changetype<Table<i32>>(0);
  /** By block: its first cell when all blocks are pushed to the left. */
  static blockMin: Table<i32> = changetype<Table<i32>>(0);
  /** By block, a word W each: the shift amounts of its length (see `shiftsOf`). */
  static blockShifts: Table<u64> = changetype<Table<u64>>(0);
}

const HEADER_WORDS: i32 = 4;
const START_FLAG: i32 = 0x100;

/** How many bits one of the amounts of `shiftsOf` takes. */
export function amountBits<W>(): i32 {
  return sizeof<W>() == 8 ? 6 : 5;
}

/** By length from 1 on: `shiftsOf` it, in words of 32 and of 64 bits. */
const shifts32: usize = memory.data(4 * 33, 16);
const shifts64: usize = memory.data(8 * 65, 16);

for (let length = 1; length <= 32; length++) {
  store<u32>(shifts32 + 4 * length, shiftsOf<u32>(length));
}
for (let length = 1; length <= 64; length++) {
  store<u64>(shifts64 + 8 * length, shiftsOf<u64>(length));
}

/**
 * The amounts by which a bit is smeared over the length of a block: `x |= x << a` with all of them in turn
 * smears each bit of x over `length` bits, and `x &= x >>> a` erodes. Five amounts of five bits, or six of
 * six, and `length - 1` above them. Unused amounts are 0, so that a line is solved without a branch for them;
 * and as shifts go by the low bits of the amount, `x << (shifts >>> 5)` needs no mask.
 */
function shiftsOf<W>(length: i32): W {
  const bits = amountBits<W>();
  let shifts: W = 0;
  let done = 1;
  let place = 0;
  for (let share = sizeof<W>() == 8 ? 5 : 4; share >= 0; share--) {
    // Half of what is still missing, counted from the end: 1/32, 1/16, ... of the length, rounded up.
    const upTo = (length + (1 << share) - 1) >> share;
    shifts |= (<W>(upTo - done)) << (<W>place);
    done = upTo;
    place += bits;
  }
  return shifts | ((<W>(length - 1)) << (<W>place));
}

/** The number of blocks of the puzzle in `words`, or a few more. */
function blocksAtMost(words: Table<i32>): i32 {
  return words[0] - HEADER_WORDS - words[1] - words[2];
}

/** Reads the puzzle in `words`. Returns false if the blocks of a line do not fit in it. */
export function loadProblem<W>(words: Table<i32>): bool {
  const width = words[1];
  const height = words[2];
  const lines = width + height;
  const blocks = blocksAtMost(words);
  const blockStart = takeUnset<i32>(lines + 1);
  const slack = takeUnset<i32>(lines);
  const blockLength = takeUnset<i32>(blocks);
  const blockMin = takeUnset<i32>(blocks);
  const blockShifts = takeUnset<W>(blocks);
  Problem.words = words;
  Problem.width = width;
  Problem.height = height;
  Problem.lines = lines;
  Problem.cells = width * height;
  Problem.blockStart = blockStart;
  Problem.slack = slack;
  Problem.blockLength = blockLength;
  Problem.blockMin = blockMin;
  Problem.blockShifts = changetype<Table<u64>>(blockShifts);
  const shifts: usize = sizeof<W>() == 8 ? shifts64 : shifts32;
  let at = HEADER_WORDS;
  let block = 0;
  for (let line = 0; line < lines; line++) {
    blockStart[line] = block;
    const length = line < height ? width : height;
    let next = 0;
    for (const end = at + 1 + words[at++]; at < end; at++) {
      const size = words[at] & 0xffff;
      if (next + size > length) return false;
      blockLength[block] = size;
      blockMin[block] = next;
      blockShifts[block] = load<W>(shifts + ((<usize>size) << alignof<W>()));
      block++;
      next += size + 1;
    }
    slack[line] = length - max(next - 1, 0);
  }
  blockStart[lines] = block;
  Problem.startAt = (words[3] & START_FLAG) != 0 ? at : -1;
  return true;
}

/** What the start position that begins at `at` says about cell `i`. */
export function startCell(at: i32, i: i32): i32 {
  return (Problem.words[at + (i >> 2)] >>> ((i & 3) * 8)) & 0xff;
}

/** The number of cells of a line. */
export function lineLength(line: i32): i32 {
  return line < Problem.height ? Problem.width : Problem.height;
}

/** Takes a table with a word W for each line. */
export function takeByLine<W>(): Table<u64> {
  return changetype<Table<u64>>(take<W>(Problem.lines));
}
