// How hard a puzzle with one solution is for people (docs/solver/difficulty.md): to the last bit
// the same in any order of work, and for mirror images and the transpose.

import { LineResult } from '../lines/lines';
import {
  addLines,
  isFull,
  planeWords,
  planesAt,
  removeFrom,
  rowWord,
  severalOf,
  valuesIn,
  wordAt,
} from '../lines/planes';
import { LineCache, forgetLines, loadReads, solveKnownLine } from '../lines/propagate';
import { Budget, RanOut, spend } from '../memory/budget';
import { Table, mark, release, take, takeUnset } from '../memory/memory';
import { Problem } from '../memory/problem';
import { forgetPassed, hasPassed, lengthKnowing, openPassed } from '../search/depth';
import { loadClues } from './clues';
import { Effort, startEffort } from './effort';
import { Level, findNeeds } from './needs';
import {
  MOST_ROUNDS,
  Rounds,
  Stuck,
  assumeAll,
  bytesOfRounds,
  copyWords,
  follow,
  followRounds,
  playRounds,
  solveLines,
  startFollowing,
  startRounds,
} from './rounds';

// How far one has to look ahead where lines alone are stuck: in how many rounds assumptions must
// contradict, at least, to be of use (docs/solver/difficulty.md). What does within r rounds does so
// when more is known, too: the order changes nothing, and a larger r goes on from a smaller one.

class Looking {
  /** Where the next value is assumed. */
  static row: i32 = 0;
}

/** The least number of rounds; 0 if the budget ends. @pre single assumptions lead to `solution`. */
function findLookAhead<W>(solution: Table<u8>): i32 {
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
function startLooking<W>(): void {
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
    removeLiteral<W>(literal);
  }
  return most;
}

function removeLiteral<W>(literal: i32): void {
  const cell = literal / valuesIn<W>();
  remove<W>(cell / Problem.width, cell % Problem.width, literal % valuesIn<W>());
}

function remove<W>(row: i32, column: i32, value: i32): void {
  removeFrom<W>(Rounds.planes, row, column, value);
  addLines<W>(Rounds.dirty, row, column);
}

/** Removes wrong values that contradict within so many rounds; whether that solves the puzzle. */
function look<W>(solution: Table<u8>, most: i32): bool {
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
function contradicts<W>(row: i32, column: i32, value: i32, most: i32): bool {
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

// How far one has to look ahead inside an assumption, where single ones are not enough, but two at
// once are (docs/solver/difficulty.md). An outer assumption is followed by lines and by inner ones
// that contradict within so many rounds, until nothing changes. If it contradicts, its value is
// removed, and all that single assumptions tell is applied. What contradicts does so when more is
// known, too: so the order changes nothing, and more rounds go on from where fewer got stuck.
//
// Few puzzles come here: so this is compiled once, and asks of the puzzle's kind of lines what
// `Inner` has.

class Inner {
  /** How many values a cell has. */
  static values: i32 = 0;
  /** The position from which outer assumptions are made, and how many bytes it has. */
  static planes: usize = 0;
  static bytes: usize = 0;
  /** By literal (cell * values + value): 1 if it followed from what does not contradict. */
  static vouched: Table<u8> = changetype<Table<u8>>(0);
  static can: (literal: i32) => bool = changetype<(literal: i32) => bool>(0);
  static remove: (literal: i32) => void = changetype<(literal: i32) => void>(0);
  static contradicts: (literal: i32, most: i32) => bool =
    changetype<(literal: i32, most: i32) => bool>(0);
  static follow: () => i32 = changetype<() => i32>(0);
  static look: (solution: Table<u8>) => bool = changetype<(solution: Table<u8>) => bool>(0);
}

/** The least number of rounds; 0 without budget. @pre single assumptions are stuck, two are not. */
function findInnerLookAhead<W>(solution: Table<u8>): i32 {
  startLooking<W>();
  const size = isReference<W>() ? 8 : <i32>sizeof<W>();
  Inner.values = valuesIn<W>();
  Inner.bytes = <usize>(Rounds.planes.length * size);
  Inner.can = (literal: i32): bool => canBe<W>(literal);
  Inner.remove = (literal: i32): void => removeLiteral<W>(literal);
  Inner.contradicts = (literal: i32, most: i32): bool => {
    const cell = literal / valuesIn<W>();
    const row = cell / Problem.width;
    return contradicts<W>(row, cell % Problem.width, literal % valuesIn<W>(), most);
  };
  Inner.follow = (): i32 => followRounds<W>(i32.MAX_VALUE);
  Inner.look = (solution: Table<u8>): bool => look<W>(solution, MOST_ROUNDS);
  return leastRounds(solution);
}

function canBe<W>(literal: i32): bool {
  const cell = literal / valuesIn<W>();
  const column = cell % Problem.width;
  const at = rowWord<W>(cell / Problem.width, column, literal % valuesIn<W>());
  return ((wordAt<W>(Rounds.planes, at) >> (<u64>column)) & 1) != 0;
}

function leastRounds(solution: Table<u8>): i32 {
  const literals = Inner.values * Problem.cells;
  Inner.planes = changetype<usize>(takeUnset<u8>(<i32>Inner.bytes));
  Inner.vouched = takeUnset<u8>(literals);
  // What contradicted where lines got stuck first is nothing to begin with any more.
  Stuck.lengths = take<u16>(literals);
  let most = 2;
  while (!lookInside(solution, most)) {
    if (Budget.stopped != RanOut.nothing) return 0;
    most++;
  }
  return most;
}

/** Removes what contradicts by inner assumptions of so many rounds; whether that solves it. */
function lookInside(solution: Table<u8>, most: i32): bool {
  const values = Inner.values;
  const literals = values * Problem.cells;
  const planes = changetype<usize>(Rounds.planes);
  keepPosition();
  // As many values as there are without a removal end the work, wherever they began.
  for (let quiet = 0, literal = 0; quiet < literals; quiet++, literal++) {
    if (literal == literals) literal = 0;
    if (<i32>solution[literal / values] == literal % values) continue;
    if (Inner.vouched[literal] != 0 || !isOpenTo(literal)) continue;
    const refuted = isRefuted(literal, most);
    if (Budget.stopped != RanOut.nothing) return false;
    for (let led = 0; led < literals && !refuted; led++) {
      if (Inner.can(led) && !isUnknown(led / values)) Inner.vouched[led] = 1;
    }
    memory.copy(planes, Inner.planes, Inner.bytes);
    if (!refuted) continue;
    Inner.remove(literal);
    if (!settle()) return false;
    if (Inner.look(solution)) return true;
    if (Budget.stopped != RanOut.nothing) return false;
    keepPosition();
    quiet = -1;
  }
  return false;
}

/** Keeps the position, from which nothing was assumed so far. */
function keepPosition(): void {
  memory.copy(Inner.planes, changetype<usize>(Rounds.planes), Inner.bytes);
  Inner.vouched.clear(0, Inner.vouched.length);
}

/** Whether an outer assumption contradicts, by lines and inner ones; planes are what it led to. */
function isRefuted(literal: i32, most: i32): bool {
  const values = Inner.values;
  const literals = values * Problem.cells;
  // Outside, no assumption contradicts: nor does one that touches nothing that has changed since.
  Rounds.changed.clear(0, Rounds.changed.length);
  const first = literal - (literal % values);
  for (let other = first; other < first + values; other++) {
    if (other != literal) Inner.remove(other);
  }
  if (!settle()) return Budget.stopped == RanOut.nothing;
  for (let quiet = 0, inner = 0; quiet < literals; quiet++, inner++) {
    if (inner == literals) inner = 0;
    if (!isOpenTo(inner)) continue;
    const contradicted = Inner.contradicts(inner, most);
    if (Budget.stopped != RanOut.nothing) return false;
    if (!contradicted) continue;
    Inner.remove(inner);
    if (!settle()) return Budget.stopped == RanOut.nothing;
    quiet = -1;
  }
  return false;
}

/** Solves lines where something was removed; false if that contradicts, or the budget ends. */
function settle(): bool {
  const under = Rounds.under;
  Rounds.under = Rounds.planes;
  const cost = Inner.follow();
  Rounds.under = under;
  for (let k = 0; k < Rounds.changed.length; k++) {
    Rounds.changed[k] = Rounds.changed[k] | Rounds.touched[k];
    Rounds.touched[k] = 0;
    Rounds.dirty[k] = 0;
  }
  memory.copy(changetype<usize>(under), changetype<usize>(Rounds.planes), Inner.bytes);
  return cost == 0 && Budget.stopped == RanOut.nothing;
}

/** Whether an unknown cell can have a value. */
function isOpenTo(literal: i32): bool {
  return Inner.can(literal) && isUnknown(literal / Inner.values);
}

function isUnknown(cell: i32): bool {
  const values = Inner.values;
  let several = 0;
  for (let literal = cell * values; literal < (cell + 1) * values; literal++) {
    several += i32(Inner.can(literal));
  }
  return several > 1;
}

/** What the rating needs beyond what Effort has. */
export class Rated {
  /** The weakest level of reading lines that suffices, if one does. */
  static level: Level = Level.line;
  /** Within how many rounds assumptions must contradict; 0 for none, or if they are not enough. */
  static lookAhead: i32 = 0;
  /** The same of inner assumptions; 0 if nobody asks, or the budget ended first. */
  static innerLookAhead: i32 = 0;
}

/**
 * Rates the loaded puzzle by its only `solution`; false if the budget ends first. `isDouble`: its
 * guess depth is 2; then the rating stays if only inner assumptions lack budget.
 */
export function rate<W>(solution: Table<u8>, isDouble: bool): bool {
  Rated.innerLookAhead = 0;
  if (Budget.stopped != RanOut.nothing) return false;
  // It may be rated again.
  const place = mark();
  startEffort();
  if (isReference<W>() && bytesOfRounds() > Budget.memoryBytes) return false;
  loadReads<W>();
  if (!isReference<W>()) loadClues<W>();
  openPassed<W>();
  startRounds<W>();
  Stuck.planes = changetype<Table<u64>>(0);
  const rated = play<W>(solution);
  Rated.level = rated && !Effort.assumed ? findNeeds<W>() : Level.line;
  const looks = rated && Effort.assumed && !Effort.bound;
  Rated.lookAhead = looks ? findLookAhead<W>(solution) : 0;
  const isDone = rated && Budget.stopped == RanOut.nothing;
  if (isDone && isDouble) Rated.innerLookAhead = findInnerLookAhead<W>(solution);
  release(place);
  if (changetype<usize>(LineCache.places) >= place) forgetLines();
  // The trail of the grid was among what was given back.
  if (isReference<W>() || Problem.startAt >= 0) forgetPassed();
  return isDone;
}

/** Plays rounds, with assumptions where stuck, to the end or a bound; false without budget. */
function play<W>(solution: Table<u8>): bool {
  while (true) {
    if (!playRounds<W>()) return false;
    if (Rounds.openWeight == 0) return true;
    if (!assumeAll<W>(solution)) return false;
    if (Effort.bound) return true;
  }
}
