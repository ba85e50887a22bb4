// Which values guess depth has probed without a contradiction, and how much was known then. Whoever
// knows less finds no contradiction either: so rating need not follow these values again.

import { Budget } from '../memory/budget';
import { Grid } from '../memory/grid';
import { Table, take, takeUnset } from '../memory/memory';
import { Problem } from '../memory/problem';

class Passed {
  /**
   * By literal (cell * 2 + value): the length of the trail when it was last known to pass, and 1; 0
   * for never.
   */
  static when: Table<i32> = changetype<Table<i32>>(0);
  /** By literal: the place on the trail of its removal; NEVER if it was not removed. */
  static removed: Table<i32> = changetype<Table<i32>>(0);
}

const NEVER: i32 = 0x7ffffffe;

/** Nothing was probed. */
export function forgetPassed(): void {
  Passed.when = changetype<Table<i32>>(0);
}

/** Begins with a puzzle whose values are going to be probed. */
export function startPassed<W>(): void {
  forgetPassed();
  // Where W is Any, nobody asks.
  if (isReference<W>() || 8 * <f64>Problem.cells > Budget.memoryBytes) return;
  Passed.when = take<i32>(2 * Problem.cells);
}

/**
 * Notes that the value leads to no contradiction from what the first `length` removals of the trail
 * leave.
 */
export function notePassed(literal: i32, length: i32): void {
  if (changetype<usize>(Passed.when) != 0) Passed.when[literal] = length + 1;
}

/** Begins to ask: the trail has all removals of the work that noted what passed. */
export function openPassed(): void {
  if (changetype<usize>(Passed.when) == 0) return;
  const removed = takeUnset<i32>(2 * Problem.cells);
  for (let literal = 0; literal < 2 * Problem.cells; literal++) removed[literal] = NEVER;
  for (let i = 0; i < Grid.trailLength; i++) {
    const cell = (Grid.trailCell[i] >>> 16) * Problem.width + (Grid.trailCell[i] & 0xffff);
    removed[2 * cell + <i32>Grid.trailValue[i]] = i;
  }
  Passed.removed = removed;
}

/** How long the trail was when all was known that these planes know. */
export function lengthKnowing<W>(planes: Table<W>): i32 {
  if (changetype<usize>(Passed.when) == 0) return NEVER;
  const full: W = ~(<W>0) >> (<W>(<i32>(8 * sizeof<W>()) - Problem.width));
  let length = 0;
  for (let row = 0; row < Problem.height; row++) {
    const canBlank = planes[2 * row];
    const canFilled = planes[2 * row + 1];
    for (let rest: W = full & ~(canBlank & canFilled); rest != 0; rest &= rest - <W>1) {
      const column = <i32>ctz<W>(rest);
      const gone = <i32>((canBlank >> (<W>column)) & (<W>1));
      length = max(length, Passed.removed[2 * (row * Problem.width + column) + gone] + 1);
    }
  }
  return length;
}

/**
 * Whether the value is known to pass from what the first `length` removals leave, and so from
 * anything less.
 */
export function hasPassed(literal: i32, length: i32): bool {
  return length < NEVER && Passed.when[literal] > length;
}
