// How far one has to look ahead inside an assumption, where single assumptions are not enough, but
// two at once are (docs/solver/difficulty.md). An outer assumption is followed by lines and by inner
// assumptions that contradict within so many rounds, until nothing changes. If it contradicts, its
// value is removed, and all that single assumptions tell is applied. What contradicts does so when
// more is known, too: so the order changes nothing, and more rounds go on from where fewer got stuck.

import {
  lineSetWords,
  planeWords,
  planesAt,
  putWord,
  severalOf,
  takeWords,
  valuesIn,
  wordAt,
} from '../lines/shape';
import { Budget, RanOut } from '../memory/budget';
import { Table, take } from '../memory/memory';
import { Problem } from '../memory/problem';
import { contradicts, look, remove, startLooking } from './look-ahead';
import { Rounds, copyWords, settleLines } from './rounds';
import { MOST_ROUNDS, Stuck } from './stuck';

class Outer {
  /** The position from which outer assumptions are made. */
  static planes: Table<u64> = changetype<Table<u64>>(0);
  /**
   * The values that an assumption without a contradiction led to from there, so that they have none
   * either, in the planes of rows.
   */
  static vouched: Table<u64> = changetype<Table<u64>>(0);
}

/**
 * The least number of rounds; 0 if the budget ends first. @pre the rounds have come to where single
 * assumptions tell nothing any more, and two at once lead to the `solution`.
 */
export function findInnerLookAhead<W>(solution: Table<u8>): i32 {
  Outer.planes = takeWords<W>(Rounds.planes.length);
  Outer.vouched = takeWords<W>(planesAt<W>(Problem.height));
  // What contradicted where lines got stuck first is nothing to begin with any more.
  Stuck.lengths = take<u16>(valuesIn<W>() * Problem.cells);
  startLooking<W>();
  let most = 2;
  while (!lookInside<W>(solution, most)) {
    if (Budget.stopped != RanOut.nothing) return 0;
    most++;
  }
  return most;
}

/**
 * Assumes wrong values until none contradicts by inner assumptions of so many rounds, and removes
 * those that do. Whether that solves the puzzle; false if the budget ends first.
 */
function lookInside<W>(solution: Table<u8>, most: i32): bool {
  let cell = 0;
  keepPosition<W>();
  // As many cells as there are without a removal end the work, wherever they began.
  for (let quiet = 0; quiet < Problem.cells; quiet++) {
    const row = cell / Problem.width;
    const column = cell - row * Problem.width;
    for (let value = 0; value < valuesIn<W>(); value++) {
      if (value == <i32>solution[cell] || !isOpenTo<W>(row, column, value)) continue;
      if (hasWord<W>(Outer.vouched, row, column, value)) continue;
      const refuted = isRefuted<W>(row, column, value, most);
      if (Budget.stopped != RanOut.nothing) return false;
      if (!refuted) vouch<W>();
      copyWords<W>(Outer.planes, 0, Rounds.planes, Rounds.planes.length);
      if (!refuted) continue;
      remove<W>(row, column, value);
      if (!settleLines<W>()) return false;
      if (look<W>(solution, MOST_ROUNDS)) return true;
      if (Budget.stopped != RanOut.nothing) return false;
      keepPosition<W>();
      quiet = -1;
    }
    if (++cell == Problem.cells) cell = 0;
  }
  return false;
}

/** Keeps the position, from which nothing was assumed so far. */
function keepPosition<W>(): void {
  copyWords<W>(Rounds.planes, 0, Outer.planes, Rounds.planes.length);
  for (let i = 0; i < Outer.vouched.length; i++) putWord<W>(Outer.vouched, i, 0);
}

/** Vouches for what an outer assumption has led to. */
function vouch<W>(): void {
  for (let row = 0; row < Problem.height; row++) {
    const words = planeWords<W>(row);
    for (let i = 0; i < valuesIn<W>() * words; i++) {
      const at = planesAt<W>(row) + i;
      const led = wordAt<W>(Rounds.planes, at) & ~severalOf<W>(Rounds.planes, row, i % words);
      putWord<W>(Outer.vouched, at, wordAt<W>(Outer.vouched, at) | led);
    }
  }
}

/** Whether an unknown cell can have the value. */
function isOpenTo<W>(row: i32, column: i32, value: i32): bool {
  const k = isReference<W>() ? column >> 6 : 0;
  const isUnknown = ((severalOf<W>(Rounds.planes, row, k) >> (<u64>column)) & 1) != 0;
  return isUnknown && hasWord<W>(Rounds.planes, row, column, value);
}

/** Whether the planes of a row have the value of a cell. */
function hasWord<W>(planes: Table<u64>, row: i32, column: i32, value: i32): bool {
  const k = isReference<W>() ? column >> 6 : 0;
  const word = wordAt<W>(planes, planesAt<W>(row) + value * planeWords<W>(row) + k);
  return ((word >> (<u64>column)) & 1) != 0;
}

/**
 * Whether an outer assumption contradicts by lines and inner ones of so many rounds; false if the
 * budget ends first. The planes become what it has led to.
 */
function isRefuted<W>(row: i32, column: i32, value: i32, most: i32): bool {
  // Outside, no assumption contradicts: nor does one that touches nothing that has changed since.
  Rounds.changed.clear(0, lineSetWords<W>());
  // A contradiction may have left lines that were to be read.
  Rounds.dirty.clear(0, lineSetWords<W>());
  for (let other = 0; other < valuesIn<W>(); other++) {
    if (other != value) remove<W>(row, column, other);
  }
  if (!settleInside<W>()) return Budget.stopped == RanOut.nothing;
  for (let quiet = 0, cell = 0; quiet < Problem.cells; quiet++) {
    const y = cell / Problem.width;
    const x = cell - y * Problem.width;
    for (let inner = 0; inner < valuesIn<W>(); inner++) {
      if (!isOpenTo<W>(y, x, inner)) continue;
      const contradicted = contradicts<W>(y, x, inner, most);
      if (Budget.stopped != RanOut.nothing) return false;
      if (!contradicted) continue;
      remove<W>(y, x, inner);
      if (!settleInside<W>()) return Budget.stopped == RanOut.nothing;
      quiet = -1;
    }
    if (++cell == Problem.cells) cell = 0;
  }
  return false;
}

/** Solves lines under an outer assumption; false if that contradicts, or the budget ends. */
function settleInside<W>(): bool {
  if (!settleLines<W>()) return false;
  copyWords<W>(Rounds.planes, 0, Rounds.under, Rounds.planes.length);
  return true;
}
