// How far one has to look ahead where lines alone are stuck: in how many rounds assumptions must
// contradict, at least, to be of use (docs/solver/difficulty.md). What contradicts within r rounds
// contradicts within r rounds when more is known, too. So the order in which values are removed
// changes nothing, and a larger r goes on from where a smaller one got stuck.

import {
  addAllLines,
  addLines,
  isOpenIn,
  removeFrom,
  severalOf,
  valuesIn,
  wordAt,
  planesAt,
  planeWords,
} from '../lines/shape';
import { Budget, RanOut } from '../memory/budget';
import { Table } from '../memory/memory';
import { Problem } from '../memory/problem';
import { hasPassed, lengthKnowing } from '../search/passed';
import { Rounds, copyWords, follow, solveLines, startFollowing } from './rounds';
import { MOST_ROUNDS, Stuck } from './stuck';

/**
 * The least number of rounds; 0 if the budget ends first. @pre single assumptions lead to the
 * `solution`.
 */
export function findLookAhead<W>(solution: Table<u8>): i32 {
  const planes = Rounds.planes;
  copyWords<W>(Stuck.planes, 0, planes, planes.length);
  startFollowing<W>();
  let most = 0;
  while (true) {
    most = removeNoted<W>(most + 1);
    if (!solveLines<W>()) return 0;
    if (isSolved<W>() || lookAll<W>(solution, most)) return most;
    if (Budget.stopped != RanOut.nothing) return 0;
  }
}

/** Whether every cell is known. */
function isSolved<W>(): bool {
  for (let row = 0; row < Problem.height; row++) {
    if (isOpenIn<W>(Rounds.planes, row)) return false;
  }
  return true;
}

/**
 * Removes the values that are noted to contradict within `least` rounds, or, if nothing is known
 * beyond that position, the fewest that any takes; returns how many rounds these are.
 */
function removeNoted<W>(least: i32): i32 {
  const lengths = Stuck.lengths;
  let most = least;
  if (least == 1) {
    most = MOST_ROUNDS;
    for (let literal = 0; literal < lengths.length; literal++) {
      const length = <i32>lengths[literal];
      if (length != 0 && length < most) most = length;
    }
  }
  for (let literal = 0; literal < lengths.length; literal++) {
    const length = <i32>lengths[literal];
    if (length == 0 || length > most) continue;
    lengths[literal] = 0;
    const cell = literal / valuesIn<W>();
    const row = cell / Problem.width;
    remove<W>(row, cell - row * Problem.width, literal - valuesIn<W>() * cell);
  }
  return most;
}

function remove<W>(row: i32, column: i32, value: i32): void {
  removeFrom<W>(Rounds.planes, row, column, value);
  addLines<W>(Rounds.dirty, row, column);
}

/**
 * Assumes wrong values until none contradicts within so many rounds, and removes those that do.
 * Whether that solves the puzzle; false if the budget ends first.
 */
function lookAll<W>(solution: Table<u8>, most: i32): bool {
  const planes = Rounds.planes;
  const values = valuesIn<W>();
  copyWords<W>(planes, 0, Rounds.under, planes.length);
  let known = lengthKnowing<W>(planes);
  let row = 0;
  // As many rows without a removal end the work, wherever they begin.
  for (let quiet = 0; quiet < Problem.height; quiet++) {
    const words = planeWords<W>(row);
    for (let k = 0; k < words; k++) {
      for (let rest = severalOf<W>(planes, row, k); rest != 0; rest &= rest - 1) {
        const column = 64 * k + <i32>ctz<u64>(rest);
        const cell = row * Problem.width + column;
        for (let value = 0; value < values; value++) {
          const at = planesAt<W>(row) + value * words + k;
          if (value == <i32>solution[cell]) continue;
          if (((wordAt<W>(planes, at) >> (<u64>column)) & 1) == 0) continue;
          if (hasPassed(values * cell + value, known)) continue;
          const cost = follow<W>(row, column, value, most);
          if (Budget.stopped != RanOut.nothing) return false;
          if (cost == 0) continue;
          quiet = -1;
          remove<W>(row, column, value);
          if (!solveLines<W>()) return false;
          if (isSolved<W>()) return true;
          copyWords<W>(planes, 0, Rounds.under, planes.length);
          known = lengthKnowing<W>(planes);
          rest &= severalOf<W>(planes, row, k) | (rest & (0 - rest));
        }
      }
    }
    if (++row == Problem.height) row = 0;
  }
  return false;
}
