// How far one has to look ahead where lines alone are stuck: in how many rounds assumptions must
// contradict, at least, to be of use (docs/solver/difficulty.md). What does within r rounds does so
// when more is known, too: the order changes nothing, and a larger r goes on from a smaller one.

import { solveKnownLine } from '../lines/line-cache';
import { LineResult } from '../lines/near';
import {
  addLines,
  isFull,
  planeWords,
  planesAt,
  removeFrom,
  severalOf,
  valuesIn,
  wordAt,
} from '../lines/shape';
import { Budget, RanOut, spend } from '../memory/budget';
import { Table } from '../memory/memory';
import { Problem } from '../memory/problem';
import { hasPassed, lengthKnowing } from '../search/passed';
import {
  MOST_ROUNDS,
  Rounds,
  Stuck,
  copyWords,
  follow,
  solveLines,
  startFollowing,
} from './rounds';

class Looking {
  /** Where the next value is assumed. */
  static row: i32 = 0;
}

/** The least number of rounds; 0 if the budget ends. @pre single assumptions lead to `solution`. */
export function findLookAhead<W>(solution: Table<u8>): i32 {
  const planes = Rounds.planes;
  copyWords<W>(Stuck.planes, 0, planes, planes.length);
  startLooking<W>();
  let most = 0;
  while (true) {
    most = removeNoted<W>(most + 1);
    if (!solveLines<W>()) return 0;
    if (isFull<W>(planes) || look<W>(solution, most)) return most;
    if (Budget.stopped != RanOut.nothing) return 0;
  }
}

/** Begins to look ahead from the position that the rounds have come to. */
export function startLooking<W>(): void {
  startFollowing<W>();
  Looking.row = 0;
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

/** Removes wrong values that contradict within so many rounds; whether that solves the puzzle. */
export function look<W>(solution: Table<u8>, most: i32): bool {
  // Those that contradict anyway are the likeliest, and are tried again after each removal.
  do {
    while (lookOnce<W>(solution, most, true)) if (isFull<W>(Rounds.planes)) return true;
    if (Budget.stopped != RanOut.nothing) return false;
  } while (lookOnce<W>(solution, most, false));
  return isFull<W>(Rounds.planes);
}

/** Removes the first value that contradicts, of those `noted` or the others; false for none. */
function lookOnce<W>(solution: Table<u8>, most: i32, noted: bool): bool {
  const planes = Rounds.planes;
  const values = valuesIn<W>();
  copyWords<W>(planes, 0, Rounds.under, planes.length);
  const known = noted ? 0 : lengthKnowing<W>(planes);
  for (let i = 0, row = Looking.row; i < Problem.height; i++) {
    const words = planeWords<W>(row);
    for (let k = 0; k < words; k++) {
      for (let rest = severalOf<W>(planes, row, k); rest != 0; rest &= rest - 1) {
        const column = 64 * k + <i32>ctz<u64>(rest);
        const cell = row * Problem.width + column;
        for (let value = 0; value < values; value++) {
          const at = planesAt<W>(row) + value * words + k;
          if (value == <i32>solution[cell]) continue;
          if (((wordAt<W>(planes, at) >> (<u64>column)) & 1) == 0) continue;
          const literal = values * cell + value;
          if ((Stuck.lengths[literal] != 0) != noted) continue;
          if (!noted && hasPassed(literal, known)) continue;
          const refuted = contradicts<W>(row, column, value, most);
          if (Budget.stopped != RanOut.nothing) return false;
          if (!refuted) continue;
          remove<W>(row, column, value);
          Looking.row = row;
          return solveLines<W>();
        }
      }
    }
    if (++row == Problem.height) row = 0;
  }
  return false;
}

/** Whether an assumption contradicts within so many rounds; false if the budget ends first. */
export function contradicts<W>(row: i32, column: i32, value: i32, most: i32): bool {
  if (!isReference<W>() && most == 2) return disagreesInTwo<W>(row, column, value);
  return follow<W>(row, column, value, most) != 0;
}

/**
 * As `follow` for two rounds, in a fraction of the time: in the second each line has one new cell,
 * so that only a row and a column can disagree; and columns are read only where a row found any.
 */
function disagreesInTwo<W>(row: i32, column: i32, value: i32): bool {
  const height = Problem.height;
  let lines = 1;
  let disagree = false;
  solveWith<W>(row, column, value);
  const rowFilled = foundFilled<W>(row);
  const across: W = (rowFilled | foundBlank<W>(row)) & ~((<W>1) << (<W>column));
  if (across != 0) {
    lines++;
    solveWith<W>(height + column, row, value);
    const columnFilled = foundFilled<W>(height + column);
    let rest: W = (columnFilled | foundBlank<W>(height + column)) & ~((<W>1) << (<W>row));
    for (; rest != 0 && !disagree; rest &= rest - <W>1) {
      const other = <i32>ctz<W>(rest);
      solveWith<W>(other, column, <i32>((columnFilled >> (<W>other)) & (<W>1)));
      lines++;
      const filled = foundFilled<W>(other);
      let both: W = (filled | foundBlank<W>(other)) & across;
      for (; both != 0 && !disagree; both &= both - <W>1) {
        const at = <i32>ctz<W>(both);
        const line = height + at;
        solveWith<W>(line, row, <i32>((rowFilled >> (<W>at)) & (<W>1)));
        lines++;
        const isFilled = ((filled >> (<W>at)) & (<W>1)) != 0;
        const opposite = isFilled ? foundBlank<W>(line) : foundFilled<W>(line);
        disagree = ((opposite >> (<W>other)) & (<W>1)) != 0;
      }
    }
  }
  spend(lines, 4 * lines);
  return disagree;
}

/** Solves a line as it is known, with a cell that has the value. */
function solveWith<W>(line: i32, cell: i32, value: i32): void {
  const words = changetype<Table<W>>(Rounds.planes);
  const not: W = ~((<W>1) << (<W>cell));
  const canBlank = words[2 * line];
  const canFilled = words[2 * line + 1];
  if (value == 0) solveKnownLine<W>(line, canBlank, canFilled & not);
  else solveKnownLine<W>(line, canBlank & not, canFilled);
}

/** The cells of a line that were not known to be filled, and are in what was solved last. */
function foundFilled<W>(line: i32): W {
  return changetype<Table<W>>(Rounds.planes)[2 * line] & ~(<W>LineResult.blank);
}

/** The same of blank ones. */
function foundBlank<W>(line: i32): W {
  return changetype<Table<W>>(Rounds.planes)[2 * line + 1] & ~(<W>LineResult.filled);
}
