// Values that probing passed, and how much was known: knowing less, rating need not follow them.

import { planeWords, planesAt, valuesIn, wordAt } from '../lines/shape';
import { Budget } from '../memory/budget';
import { Grid, maskOf } from '../memory/grid';
import { Table, take, takeUnset } from '../memory/memory';
import { Problem } from '../memory/problem';

class Passed {
  /** By literal (cell * values + value): the trail's length when it last passed, and 1; or 0. */
  static when: Table<i32> = changetype<Table<i32>>(0);
  /** By literal: the place on the trail of its removal; NEVER if it was not removed. */
  static removed: Table<i32> = changetype<Table<i32>>(0);
}

const NEVER: i32 = 0x7ffffffe;

export function forgetPassed(): void {
  Passed.when = changetype<Table<i32>>(0);
}

/** Begins with a puzzle whose values are going to be probed. */
export function startPassed<W>(): void {
  forgetPassed();
  const literals = valuesIn<W>() * Problem.cells;
  if (8 * <f64>literals <= Budget.memoryBytes) Passed.when = take<i32>(literals);
}

/** Notes that the value does not contradict what the trail's first `length` removals leave. */
export function notePassed(literal: i32, length: i32): void {
  if (changetype<usize>(Passed.when) != 0) Passed.when[literal] = length + 1;
}

/** Begins to ask: the trail has all removals of the work that noted what passed. */
export function openPassed<W>(): void {
  if (changetype<usize>(Passed.when) == 0) return;
  const literals = valuesIn<W>() * Problem.cells;
  const removed = takeUnset<i32>(literals);
  for (let literal = 0; literal < literals; literal++) removed[literal] = NEVER;
  for (let i = 0; i < Grid.trailLength; i++) {
    const cell = (Grid.trailCell[i] >>> 16) * Problem.width + (Grid.trailCell[i] & 0xffff);
    removed[valuesIn<W>() * cell + <i32>Grid.trailValue[i]] = i;
  }
  Passed.removed = removed;
}

/** How long the trail was when all was known that these planes know. */
export function lengthKnowing<W>(planes: Table<u64>): i32 {
  if (changetype<usize>(Passed.when) == 0) return NEVER;
  const values = valuesIn<W>();
  let length = 0;
  for (let row = 0; row < Problem.height; row++) {
    const words = planeWords<W>(row);
    for (let i = 0; i < values * words; i++) {
      const value = i / words;
      const first = 64 * (i - value * words);
      const all = maskOf<u64>(min(64, Problem.width - first));
      const gone = all & ~wordAt<W>(planes, planesAt<W>(row) + i);
      for (let rest = gone; rest != 0; rest &= rest - 1) {
        const cell = row * Problem.width + first + <i32>ctz<u64>(rest);
        length = max(length, Passed.removed[values * cell + value] + 1);
      }
    }
  }
  return length;
}

/** Whether the value is known to pass from what the first `length` removals leave, or less. */
export function hasPassed(literal: i32, length: i32): bool {
  return length < NEVER && Passed.when[literal] > length;
}
