// Complete line solving where W is Any: in black and white or in colours, for lines of any length.
//
// The method is that of lines.ts, in two forms. If each block of a line with the slack is within 64
// cells, which it nearly always is, the cells that a block can cover are read from the planes as
// one word (`solveNear`); otherwise all sets have several words (lines-wide.ts).

import { Grid } from '../memory/grid';
import { Table, takeUnset } from '../memory/memory';
import { Any, Problem, lineLength, placeOf, wordsOf } from '../memory/problem';
import { highest } from './lines';
import { solveWide, takeWide } from './lines-wide';
import { Planes } from './planes';
import { Sets, addRange, firstMissing } from './sets';

class NearLines {
  /** By line: whether it is one for `solveNear`. */
  static lines: Table<u8> = changetype<Table<u8>>(0);
  /** By block of the line: the starts that the blocks before it leave open. */
  static reach: Table<u64> = changetype<Table<u64>>(0);
  /** By block of the line: the cells that the gap after it can cover. */
  static gaps: Table<u64> = changetype<Table<u64>>(0);
}

/** Takes the tables that the lines of the puzzle need. */
export function takePlaneLines(): void {
  let most = 1;
  let sets = 0;
  NearLines.lines = takeUnset<u8>(Problem.lines);
  for (let line = 0; line < Problem.lines; line++) {
    const end = Problem.blockStart[line + 1];
    let longest = 0;
    for (let block = Problem.blockStart[line]; block < end; block++) {
      longest = max(longest, Problem.blockLength[block]);
    }
    const blocks = end - Problem.blockStart[line];
    const isNear = longest + Problem.slack[line] <= 64;
    NearLines.lines[line] = <u8>isNear;
    most = max(most, blocks);
    if (!isNear) sets = max(sets, (blocks + 1) * ((Problem.slack[line] >> 6) + 1));
  }
  NearLines.reach = takeUnset<u64>(most);
  NearLines.gaps = takeUnset<u64>(most);
  if (sets > 0) takeWide(sets, most);
}

/** What solving a line costs of the budget. */
export function lineWork(line: i32): i32 {
  const blocks = Problem.blockStart[line + 1] - Problem.blockStart[line];
  return 2 * blocks * ((Problem.slack[line] >> 6) + 1);
}

/**
 * Solves a line, given its planes in the grid. Returns false if no placement fits; else
 * `Planes.result` has the planes of the values that occur in placements.
 */
export function solvePlanes(line: i32): bool {
  const at = placeOf(line);
  const words = wordsOf(line);
  const result = Planes.result;
  // A loop, as `clear` takes longer for so few.
  for (let k = Problem.values * words - 1; k >= 0; k--) result[k] = 0;
  if (Problem.blockStart[line] == Problem.blockStart[line + 1]) {
    const length = lineLength(line);
    addRange(result, 0, 0, length);
    return firstMissing(Grid.planes, at, 0, length) < 0;
  }
  if (words == 1) {
    return lineLength(line) <= 32 ? solveNear<u32>(line, at, 1) : solveNear<u64>(line, at, 1);
  }
  if (NearLines.lines[line] != 0) return solveNear<Any>(line, at, words);
  return solveWide(line, at, words);
}

/** The cells from `bit` on of the plane at `at`. */
function window<L>(at: i32, bit: i32): u64 {
  return isReference<L>() ? Sets.window(Grid.planes, at, bit) : Grid.planes[at] >> (<u64>bit);
}

/** Adds cells at `bit` to the plane of the result that begins at `at`. */
function put<L>(at: i32, words: i32, bit: i32, cells: u64): void {
  const result = Planes.result;
  if (isReference<L>()) Sets.or(result, at, words, bit, cells);
  else result[at] = result[at] | (cells << (<u64>bit));
}

/**
 * Solves a line each of whose blocks, with the slack, is within 64 cells; its planes begin at `at`.
 * L is u32 for lines of up to 32 cells, u64 for up to 64, and Any for longer ones. The bits that a
 * window has beyond the line's end are never looked at. The gap between blocks of different colours
 * may be empty.
 */
function solveNear<L>(line: i32, at: i32, words: i32): bool {
  const planes = Grid.planes;
  const result = Planes.result;
  const reach = NearLines.reach;
  const gaps = NearLines.gaps;
  const blockMin = Problem.blockMin;
  const blockColour = Problem.blockColour;
  const blockShifts = Problem.blockShifts;
  const first = Problem.blockStart[line];
  const last = Problem.blockStart[line + 1] - 1;
  const slack = <u64>Problem.slack[line];
  const full = ~(<u64>0) >> (63 - slack);

  // The first gap is the run of cells from 0 on that can be blank, or empty.
  let open: u64 = ((planes[at] & ~(planes[at] + 1)) << 1) | 1;
  let colour = <i32>blockColour[first];
  for (let block = first; block <= last; block++) {
    const shifts = blockShifts[block];
    const min = blockMin[block];
    let fit = window<L>(at + colour * words, min);
    // The first amount is 0 for blocks of up to 32 cells.
    if (isReference<L>() || sizeof<L>() == 8) fit &= fit >> shifts;
    fit &= fit >> (shifts >> 6);
    fit &= fit >> (shifts >> 12);
    fit &= fit >> (shifts >> 18);
    fit &= fit >> (shifts >> 24);
    fit &= fit >> (shifts >> 30);
    const starts = open & fit & full;
    if (starts == 0) return false;
    const can = window<L>(at, min + <i32>(shifts >> 36) + 1);
    const from = starts & can;
    const gap = (~(from + can) | from) & can;
    reach[block - first] = starts;
    gaps[block - first] = gap;
    if (block == last) break;
    // After a gap that may be empty the next block starts one later than the gap's last cell.
    const next = <i32>blockColour[block + 1];
    open = next == colour ? gap : starts | (gap << 1);
    colour = next;
  }

  // The last gap reaches the end of the line: bits from the highest that cannot be blank on.
  const behind = blockMin[last] + Problem.blockLength[last];
  const filledBehind = ~window<L>(at, behind) & (full >> 1);
  let left = full & (~(<u64>0) << (<u64>highest<u64>((filledBehind << 1) | 1)));
  let starts = reach[last - first] & left;
  if (starts == 0) return false;
  put<L>(0, words, behind, (starts | (0 - starts)) & (full >> 1));
  for (let block = last; ; block--) {
    const shifts = blockShifts[block];
    const min = blockMin[block];
    let cover = starts;
    if (isReference<L>() || sizeof<L>() == 8) cover |= cover << shifts;
    cover |= cover << (shifts >> 6);
    cover |= cover << (shifts >> 12);
    cover |= cover << (shifts >> 18);
    cover |= cover << (shifts >> 24);
    cover |= cover << (shifts >> 30);
    put<L>(colour * words, words, min, cover);
    if (block == first) break;
    // Bit s of the gap is its last cell when this block starts at s, or the one after that.
    const before = <i32>blockColour[block - 1];
    const tight = before == colour;
    colour = before;
    const base = tight ? min - 1 : min;
    const can = window<L>(at, base);
    const can2 = can & (can >> 1);
    const can4 = can2 & (can2 >> 2);
    left = (tight ? starts : starts >> 1) & can;
    left |= (left >> 1) & can;
    left |= (left >> 2) & can2;
    left |= (left >> 4) & can4;
    if (slack > 7) {
      const can8 = can4 & (can4 >> 4);
      const can16 = can8 & (can8 >> 8);
      left |= (left >> 8) & can8;
      left |= (left >> 16) & can16;
      if (isReference<L>() || sizeof<L>() == 8) left |= (left >> 32) & can16 & (can16 >> 16);
    }
    put<L>(0, words, base, gaps[block - first - 1] & left);
    starts = reach[block - first - 1] & (tight ? left : left | starts);
  }
  // The first gap covers whatever is before the highest start of the first block.
  result[0] = result[0] | (((<u64>1) << (<u64>highest<u64>(starts))) - 1);
  return true;
}
