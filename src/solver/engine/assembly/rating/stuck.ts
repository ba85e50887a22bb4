// Where lines alone get stuck first, and how soon assumptions contradict there (look-ahead.ts).

import { valuesIn } from '../lines/shape';
import { Table, take } from '../memory/memory';
import { Problem } from '../memory/problem';

export class Stuck {
  /** The position; null if lines did not get stuck so far. */
  static planes: Table<u64> = changetype<Table<u64>>(0);
  /** By literal (cell * values + value): the round in which it contradicts there; 0 for never. */
  static lengths: Table<u16> = changetype<Table<u16>>(0);
}

/** The most rounds that are told apart. */
export const MOST_ROUNDS: i32 = 0xffff;

export function forgetStuck(): void {
  Stuck.planes = changetype<Table<u64>>(0);
}

export function wasStuck(): bool {
  return changetype<usize>(Stuck.planes) != 0;
}

/** Keeps a position in which lines are stuck. */
export function keepStuck<W>(planes: Table<u64>): void {
  Stuck.planes = planes;
  Stuck.lengths = take<u16>(valuesIn<W>() * Problem.cells);
}

/** Notes in which round a value contradicts in that position. */
export function noteLength(literal: i32, length: i32): void {
  Stuck.lengths[literal] = <u16>min(length, MOST_ROUNDS);
}
