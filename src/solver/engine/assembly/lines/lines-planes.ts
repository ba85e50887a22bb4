// Complete line solving where W is Any: in black and white or colours, of any length. Sets of
// starts are words if each block with the slack is within 64 cells, as nearly always (near.ts),
// else they have several (lines-wide.ts).

import { Grid } from '../memory/grid';
import { Table, takeUnset } from '../memory/memory';
import { Any, Problem, lineLength, placeOf, wordsOf } from '../memory/problem';
import { solveWide, takeWide } from './lines-wide';
import { placeBlocks, takeNear } from './near';
import { Planes } from './planes';
import { addRange, firstMissing } from './sets';

class NearLines {
  /** By line: whether it is one for near.ts. */
  static lines: Table<u8> = changetype<Table<u8>>(0);
}

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
  takeNear(most);
  if (sets > 0) takeWide(sets, most);
}

export function isWideLine(line: i32): bool {
  return NearLines.lines[line] == 0;
}

export function hasWideLines(): bool {
  for (let line = 0; line < Problem.lines; line++) if (isWideLine(line)) return true;
  return false;
}

/** What solving a line costs of the budget. */
export function lineWork(line: i32): i32 {
  const blocks = Problem.blockStart[line + 1] - Problem.blockStart[line];
  return 2 * blocks * ((Problem.slack[line] >> 6) + 1);
}

/** Solves a line of the grid: false if no placement fits, else `Planes.result` has what occurs. */
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
    const blank = Grid.planes[at];
    return lineLength(line) <= 32
      ? placeBlocks<u32>(line, at, 1, blank)
      : placeBlocks<u64>(line, at, 1, blank);
  }
  if (NearLines.lines[line] != 0) {
    return placeBlocks<Any>(line, at, words, Grid.planes[at]);
  }
  return solveWide(line, at, words);
}
