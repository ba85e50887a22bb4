// What its clue alone says about each line, as words W with bit i for cell i.

import { Table, takeUnset } from '../memory/memory';
import { Problem, coveredIn, lineLength, maskOf } from '../memory/problem';

export class Clues {
  /** By line: how many of its cells are filled in a solution. */
  static total: Table<i32> = changetype<Table<i32>>(0);
  /** By line: the filled cells with all blocks pushed left, and right; needs.ts moves them on. */
  static left: Table<u64> = changetype<Table<u64>>(0);
  static right: Table<u64> = changetype<Table<u64>>(0);
  /** By line: the cells that one block covers in both, and so in every placement. */
  static fills: Table<u64> = changetype<Table<u64>>(0);
  /** Whether some line is empty or full: in an empty grid, counting settles no other line. */
  static countable: bool = false;
}

export function loadClues<W>(): void {
  const lines = Problem.lines;
  const total = takeUnset<i32>(lines);
  const allFills = takeUnset<W>(lines);
  Clues.total = total;
  Clues.left = changetype<Table<u64>>(takeUnset<W>(lines));
  Clues.right = changetype<Table<u64>>(takeUnset<W>(lines));
  Clues.fills = changetype<Table<u64>>(allFills);
  Clues.countable = false;
  for (let line = 0; line < lines; line++) {
    const length = lineLength(line);
    const slack = Problem.slack[line];
    const blocks = Problem.blockStart[line + 1] - Problem.blockStart[line];
    total[line] = blocks == 0 ? 0 : length - slack - blocks + 1;
    resetEnds<W>(line);
    allFills[line] = coveredIn<W>(line);
    if (blocks == 0 || (slack == 0 && blocks == 1)) Clues.countable = true;
  }
}

/** Pushes all blocks of a line to the left, and to the right, as far as their clue allows. */
export function resetEnds<W>(line: i32): void {
  const left = changetype<Table<W>>(Problem.left)[line];
  changetype<Table<W>>(Clues.left)[line] = left;
  // Without blocks the slack may be a whole word, by which nothing can be shifted.
  changetype<Table<W>>(Clues.right)[line] = left == 0 ? <W>0 : left << (<W>Problem.slack[line]);
}

export function allCells<W>(line: i32): W {
  return maskOf<W>(lineLength(line));
}

/** Cells of a line that no block can cover: all, none, or those between blocks without room. */
export function outOfReach<W>(line: i32): W {
  const all = allCells<W>(line);
  const isFixed = i32(Problem.slack[line] == 0) | i32(Clues.total[line] == 0);
  // Without a branch, which the processor would guess wrong.
  return all ^ select<W>(changetype<Table<W>>(Clues.left)[line], all, isFixed != 0);
}
