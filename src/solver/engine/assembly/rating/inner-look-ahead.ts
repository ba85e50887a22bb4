// How far one has to look ahead inside an assumption, where single ones are not enough, but two at
// once are (docs/solver/difficulty.md). An outer assumption is followed by lines and by inner ones
// that contradict within so many rounds, until nothing changes. If it contradicts, its value is
// removed, and all that single assumptions tell is applied. What contradicts does so when more is
// known, too: so the order changes nothing, and more rounds go on from where fewer got stuck.
//
// Few puzzles come here: so this is compiled once, with cells as bits of bytes; `kind` is W
// elsewhere.

import { Budget, RanOut } from '../memory/budget';
import { Table, take, takeUnset } from '../memory/memory';
import { Any, Problem, placeOf, wordsOf } from '../memory/problem';
import { contradicts, look, startLooking } from './look-ahead';
import { MOST_ROUNDS, Rounds, Stuck, followRounds } from './rounds';

/** The bytes of a word of lines in black and white; 0 where W is Any. */
let kind: usize = 0;
/** How many values a cell has. */
let values: i32 = 0;
let bytes: usize = 0;

class Outer {
  /** The position from which outer assumptions are made. */
  static planes: usize = 0;
  /** By literal (cell * values + value): 1 if it followed from what does not contradict. */
  static vouched: Table<u8> = changetype<Table<u8>>(0);
}

/** The least number of rounds; 0 without budget. @pre single assumptions are stuck, two are not. */
export function findInnerLookAhead<W>(solution: Table<u8>): i32 {
  startLooking<W>();
  kind = isReference<W>() ? 0 : sizeof<W>();
  return leastRounds(solution);
}

function leastRounds(solution: Table<u8>): i32 {
  values = kind == 0 ? Problem.values : 2;
  bytes = <usize>Rounds.planes.length * wordBytes();
  const literals = values * Problem.cells;
  Outer.planes = changetype<usize>(takeUnset<u8>(<i32>bytes));
  Outer.vouched = takeUnset<u8>(literals);
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
  const literals = values * Problem.cells;
  const planes = changetype<usize>(Rounds.planes);
  keepPosition();
  // As many values as there are without a removal end the work, wherever they began.
  for (let quiet = 0, literal = 0; quiet < literals; quiet++, literal++) {
    if (literal == literals) literal = 0;
    if (<i32>solution[literal / values] == literal % values) continue;
    if (Outer.vouched[literal] != 0 || !isOpenTo(literal)) continue;
    const refuted = isRefuted(literal, most);
    if (Budget.stopped != RanOut.nothing) return false;
    for (let led = 0; led < literals && !refuted; led++) {
      if (can(led) && !isUnknown(led / values)) Outer.vouched[led] = 1;
    }
    memory.copy(planes, Outer.planes, bytes);
    if (!refuted) continue;
    remove(literal);
    if (!settle()) return false;
    if (tellsAll(solution)) return true;
    if (Budget.stopped != RanOut.nothing) return false;
    keepPosition();
    quiet = -1;
  }
  return false;
}

/** Keeps the position, from which nothing was assumed so far. */
function keepPosition(): void {
  memory.copy(Outer.planes, changetype<usize>(Rounds.planes), bytes);
  Outer.vouched.clear(0, Outer.vouched.length);
}

/** Whether an outer assumption contradicts, by lines and inner ones; planes are what it led to. */
function isRefuted(literal: i32, most: i32): bool {
  const literals = values * Problem.cells;
  // Outside, no assumption contradicts: nor does one that touches nothing that has changed since.
  Rounds.changed.clear(0, Rounds.changed.length);
  const first = literal - (literal % values);
  for (let other = first; other < first + values; other++) {
    if (other != literal) remove(other);
  }
  if (!settle()) return Budget.stopped == RanOut.nothing;
  for (let quiet = 0, inner = 0; quiet < literals; quiet++, inner++) {
    if (inner == literals) inner = 0;
    if (!isOpenTo(inner)) continue;
    const cell = inner / values;
    const row = cell / Problem.width;
    const column = cell % Problem.width;
    const value = inner % values;
    const contradicted = isOut(row, column, value, most);
    if (Budget.stopped != RanOut.nothing) return false;
    if (!contradicted) continue;
    remove(inner);
    if (!settle()) return Budget.stopped == RanOut.nothing;
    quiet = -1;
  }
  return false;
}

/** Solves lines where something was removed; false if that contradicts, or the budget ends. */
function settle(): bool {
  const under = Rounds.under;
  Rounds.under = Rounds.planes;
  const cost = follow();
  Rounds.under = under;
  for (let k = 0; k < Rounds.changed.length; k++) {
    Rounds.changed[k] = Rounds.changed[k] | Rounds.touched[k];
    Rounds.touched[k] = 0;
    Rounds.dirty[k] = 0;
  }
  memory.copy(changetype<usize>(under), changetype<usize>(Rounds.planes), bytes);
  return cost == 0 && Budget.stopped == RanOut.nothing;
}

/** Whether an unknown cell can have a value. */
function isOpenTo(literal: i32): bool {
  return can(literal) && isUnknown(literal / values);
}

function isUnknown(cell: i32): bool {
  let several = 0;
  for (let literal = cell * values; literal < (cell + 1) * values; literal++) {
    several += i32(can(literal));
  }
  return several > 1;
}

function can(literal: i32): bool {
  const cell = literal / values;
  const column = cell % Problem.width;
  const at = byteAt(cell / Problem.width, literal % values, column);
  return ((load<u8>(at) >> (<u8>(column & 7))) & 1) != 0;
}

/** Takes a value from a cell; the lines through it are to be read. */
function remove(literal: i32): void {
  const cell = literal / values;
  const row = cell / Problem.width;
  const column = cell % Problem.width;
  const value = literal % values;
  forbid(row, value, column);
  forbid(Problem.height + column, value, row);
  const dirty = Rounds.dirty;
  const a = row >> 6;
  const b = (kind == 0 ? Problem.columnWords : 1) + (column >> 6);
  dirty[a] = dirty[a] | ((<u64>1) << (<u64>row));
  dirty[b] = dirty[b] | ((<u64>1) << (<u64>column));
}

/** Takes a value from the cell at place `i` of a line. */
function forbid(line: i32, value: i32, i: i32): void {
  const at = byteAt(line, value, i);
  const bit = 1 << (i & 7);
  store<u8>(at, <u8>((<i32>load<u8>(at)) & ~bit));
}

/** Where the bit of the cell at place `i` of a line is. */
function byteAt(line: i32, value: i32, i: i32): usize {
  const word = kind == 0 ? placeOf(line) + value * wordsOf(line) : 2 * line + value;
  return changetype<usize>(Rounds.planes) + <usize>word * wordBytes() + <usize>(i >> 3);
}

function wordBytes(): usize {
  return kind == 4 ? 4 : 8;
}

// What is compiled for each kind of lines.

function follow(): i32 {
  if (kind == 4) return followRounds<u32>(i32.MAX_VALUE);
  return kind == 8 ? followRounds<u64>(i32.MAX_VALUE) : followRounds<Any>(i32.MAX_VALUE);
}

function isOut(row: i32, column: i32, value: i32, most: i32): bool {
  if (kind == 4) return contradicts<u32>(row, column, value, most);
  if (kind == 8) return contradicts<u64>(row, column, value, most);
  return contradicts<Any>(row, column, value, most);
}

function tellsAll(solution: Table<u8>): bool {
  if (kind == 4) return look<u32>(solution, MOST_ROUNDS);
  return kind == 8 ? look<u64>(solution, MOST_ROUNDS) : look<Any>(solution, MOST_ROUNDS);
}
