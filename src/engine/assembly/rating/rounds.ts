// The puzzle solved in rounds, as the score of difficulty is defined (docs/difficulty.md): all lines are read from the
// same position, then all findings are applied at once.
//
// Planes are laid out as those of the grid: line l has the cells that can be blank at 2 * l, and those that can be
// filled after them. A line is read only if another line has found something in it since: otherwise it would find
// nothing, as line solving is complete.

import { solveKnownLine, takeCache } from '../lines/line-cache';
import { LineResult, solveLine } from '../lines/lines';
import { resetGrid } from '../lines/propagate';
import { Budget, RanOut, spend } from '../memory/budget';
import { Grid, bitOf, maskOf } from '../memory/grid';
import { Table, grown, mark, release, takeUnset } from '../memory/memory';
import { Problem } from '../memory/problem';
import { hasPassed, lengthKnowing } from '../search/passed';
import { Clues } from './clues';
import { addAssumptions, addRound } from './effort';
import { findRead } from './known-reads';
import { assumeAllOfPlanes, playRoundsOfPlanes, startRoundsOfPlanes } from './rounds-planes';

export class Rounds {
  /** The position that the rounds have come to. */
  static planes: Table<u64> = changetype<Table<u64>>(0);
  /** The start position, or the result of the first round on an empty grid. */
  static early: Table<u64> = changetype<Table<u64>>(0);
  /** The position under an assumption. */
  static under: Table<u64> = changetype<Table<u64>>(0);
  /** The values that no assumption which leads nowhere removes, in the planes of rows. */
  static kept: Table<u64> = changetype<Table<u64>>(0);
  /** What the lines of a round found, at the places of their planes. */
  static found: Table<u64> = changetype<Table<u64>>(0);
  static dirtyRows: u64 = 0;
  static dirtyColumns: u64 = 0;
  /** The lines that may have unknown cells. */
  static openRows: u64 = 0;
  static openColumns: u64 = 0;
}

/** Begins with a puzzle; in an empty grid it plays the first round, which needs no line solver. */
export function startRounds<W>(): void {
  if (isReference<W>()) {
    startRoundsOfPlanes();
    return;
  }
  const size = 2 * Problem.lines;
  Rounds.planes = changetype<Table<u64>>(takeUnset<W>(size));
  Rounds.early = changetype<Table<u64>>(takeUnset<W>(size));
  Rounds.under = changetype<Table<u64>>(takeUnset<W>(size));
  Rounds.kept = changetype<Table<u64>>(takeUnset<W>(2 * Problem.height));
  Rounds.found = changetype<Table<u64>>(takeUnset<W>(size));
  Rounds.openRows = <u64>maskOf<W>(Problem.height);
  Rounds.openColumns = <u64>maskOf<W>(Problem.width);
  const planes = changetype<Table<W>>(Rounds.planes);
  const early = changetype<Table<W>>(Rounds.early);
  if (Problem.startAt < 0) playFirst<W>();
  else {
    resetGrid<W>();
    const start = changetype<Table<W>>(Grid.planes);
    for (let i = 0; i < size; i++) planes[i] = start[i];
    Rounds.dirtyRows = Rounds.openRows;
    Rounds.dirtyColumns = Rounds.openColumns;
  }
  for (let i = 0; i < size; i++) early[i] = planes[i];
}

function playFirst<W>(): void {
  const planes = changetype<Table<W>>(Rounds.planes);
  const found = changetype<Table<W>>(Rounds.found);
  const fulls = changetype<Table<W>>(Clues.full);
  const fills = changetype<Table<W>>(Clues.fills);
  const reach = changetype<Table<W>>(Clues.reach);
  const lines = Problem.lines;
  const height = Problem.height;
  spend(lines, lines);
  let open = 0;
  let productive = 0;
  let rows: W = 0;
  let columns: W = 0;
  for (let line = 0; line < lines; line++) {
    const full = fulls[line];
    planes[2 * line] = full;
    planes[2 * line + 1] = full;
    found[2 * line] = fills[line];
    found[2 * line + 1] = full & ~reach[line];
    open += Clues.weight[line];
    if ((found[2 * line] | found[2 * line + 1]) == 0) continue;
    productive += Clues.weight[line];
    if (line < height) rows |= bitOf<W>(line);
    else columns |= bitOf<W>(line - height);
  }
  addRound(open, productive);
  Rounds.dirtyRows = 0;
  Rounds.dirtyColumns = 0;
  applyRound<W>(planes, rows, columns);
}

/** Whether every cell is known. */
export function roundsSolved<W>(): bool {
  return isReference<W>() ? Grid.unknown == 0 : Rounds.openRows == 0;
}

/** Plays rounds until no line finds anything. False if the budget ends first. */
export function playRounds<W>(): bool {
  if (isReference<W>()) return playRoundsOfPlanes();
  const planes = changetype<Table<W>>(Rounds.planes);
  while (true) {
    const open = countOpen<W>();
    if (open == 0) return true;
    const rowsRead = readLines<W>(planes, 0, <W>Rounds.dirtyRows);
    const rows: W = <W>Round.productive;
    let productive = Round.weight;
    const columnsRead = readLines<W>(planes, Problem.height, <W>Rounds.dirtyColumns);
    const columns: W = <W>Round.productive;
    productive += Round.weight;
    Rounds.dirtyRows = 0;
    Rounds.dirtyColumns = 0;
    const read = rowsRead + columnsRead;
    if (!spend(read, 4 * read)) return false;
    if (productive == 0) return true;
    addRound(open, productive);
    applyRound<W>(planes, rows, columns);
  }
}

/** What reading some lines has found. */
class Round {
  /** The lines that settle a cell, and the sum of their weights. */
  static productive: u64 = 0;
  static weight: i32 = 0;
  /** The cost of following an assumption through the lines, and whether one of them contradicts. */
  static cost: i32 = 0;
  static contradiction: bool = false;
}

/** Reads the lines `dirty` from line `base` on; returns how many were read. */
function readLines<W>(planes: Table<W>, base: i32, dirty: W): i32 {
  const found = changetype<Table<W>>(Rounds.found);
  let lines: W = 0;
  let weight = 0;
  let read = 0;
  for (; dirty != 0; dirty &= dirty - <W>1) {
    const index = <i32>ctz<W>(dirty);
    const line = base + index;
    const canBlank = planes[2 * line];
    const canFilled = planes[2 * line + 1];
    const unknown: W = canBlank & canFilled;
    if (unknown == 0) continue;
    read++;
    if (<i32>popcnt<W>(canFilled ^ unknown) == Clues.total[line]) {
      // All blocks are found: nothing to solve.
      found[2 * line] = 0;
      found[2 * line + 1] = unknown;
    } else {
      if (!findRead<W>(line, canBlank, canFilled)) solveLine<W>(line, canBlank, canFilled);
      const filled: W = canBlank & ~(<W>LineResult.blank);
      const blank: W = canFilled & ~(<W>LineResult.filled);
      if ((filled | blank) == 0) continue;
      found[2 * line] = filled;
      found[2 * line + 1] = blank;
    }
    lines |= (<W>1) << (<W>index);
    weight += Clues.weight[line];
  }
  Round.productive = <u64>lines;
  Round.weight = weight;
  return read;
}

/**
 * Assumes each unknown cell's wrong value by itself, all from the same position, and applies the opposite of those
 * that contradict. `solution` has the right ones. False if the budget ends first.
 *
 * If an assumption does not contradict, neither does any value that follows from it: those are not assumed again,
 * which saves one line solve in three.
 */
export function assumeAll<W>(solution: Table<u8>): bool {
  if (isReference<W>()) return assumeAllOfPlanes(solution);
  const planes = changetype<Table<W>>(Rounds.planes);
  const under = changetype<Table<W>>(Rounds.under);
  const kept = changetype<Table<W>>(Rounds.kept);
  const height = Problem.height;
  const width = Problem.width;
  for (let i = 0; i < 2 * height; i++) kept[i] = planes[i];
  const known = lengthKnowing<W>(planes);
  let unknown = 0;
  let contradictions = 0;
  let sum: f64 = 0;
  takeCache<W>();
  // What contradicts: row << 16 | column << 1 | its right value.
  const place = mark();
  let settled = takeUnset<i32>(64);
  for (let row = 0; row < height; row++) {
    const open: W = planes[2 * row] & planes[2 * row + 1];
    unknown += <i32>popcnt<W>(open);
    for (let rest: W = open; rest != 0; rest &= rest - <W>1) {
      const column = <i32>ctz<W>(rest);
      const right = <i32>solution[row * width + column];
      if (((kept[2 * row + right] >> (<W>column)) & (<W>1)) == 0) continue;
      if (hasPassed(2 * (row * width + column) + 1 - right, known)) continue;
      const cost = follow<W>(row, column, 1 - right);
      if (Budget.stopped != RanOut.nothing) return false;
      if (cost == 0) {
        for (let i = 0; i < 2 * height; i++) kept[i] = kept[i] & under[i];
        continue;
      }
      if (contradictions == settled.length) settled = grown<i32>(settled, contradictions + 1);
      settled[contradictions++] = (row << 16) | (column << 1) | right;
      sum += <f64>cost;
    }
  }
  addAssumptions(2 * <f64>unknown, <f64>contradictions, sum);
  for (let i = 0; i < contradictions; i++) {
    assume<W>(planes, settled[i] >>> 16, (settled[i] & 0xffff) >>> 1, settled[i] & 1);
  }
  release(place);
  return true;
}

/** The cost of an assumption that contradicts; 0 if it does not, or the budget ends first. */
function follow<W>(row: i32, column: i32, value: i32): i32 {
  const planes = changetype<Table<W>>(Rounds.planes);
  const under = changetype<Table<W>>(Rounds.under);
  const height = Problem.height;
  for (let i = 0; i < 2 * Problem.lines; i++) under[i] = planes[i];
  Rounds.dirtyRows = 0;
  Rounds.dirtyColumns = 0;
  assume<W>(under, row, column, value);
  let cost = 0;
  while ((Rounds.dirtyRows | Rounds.dirtyColumns) != 0) {
    Round.cost = 0;
    Round.contradiction = false;
    const rowsRead = followLines<W>(under, 0, <W>Rounds.dirtyRows);
    const rows: W = <W>Round.productive;
    const columnsRead = followLines<W>(under, height, <W>Rounds.dirtyColumns);
    const columns: W = <W>Round.productive;
    Rounds.dirtyRows = 0;
    Rounds.dirtyColumns = 0;
    cost += Round.cost;
    const read = rowsRead + columnsRead;
    if (!spend(read, 4 * read)) return 0;
    if (Round.contradiction) return cost;
    applyRound<W>(under, rows, columns);
    if (hasLostCell<W>(under, rows)) {
      Rounds.dirtyRows = 0;
      Rounds.dirtyColumns = 0;
      return cost;
    }
  }
  return 0;
}

/** Whether two lines disagree on a cell of `rows`, which leaves it without a value. */
function hasLostCell<W>(planes: Table<W>, rows: W): bool {
  const full = changetype<Table<W>>(Clues.full);
  for (let rest: W = rows; rest != 0; rest &= rest - <W>1) {
    const line = <i32>ctz<W>(rest);
    if ((planes[2 * line] | planes[2 * line + 1]) != full[line]) return true;
  }
  return false;
}

/** Reads the lines `dirty` from line `base` on under an assumption; returns how many were read. */
function followLines<W>(planes: Table<W>, base: i32, dirty: W): i32 {
  const found = changetype<Table<W>>(Rounds.found);
  let lines: W = 0;
  let read = 0;
  for (; dirty != 0; dirty &= dirty - <W>1) {
    const index = <i32>ctz<W>(dirty);
    const line = base + index;
    const canBlank = planes[2 * line];
    const canFilled = planes[2 * line + 1];
    read++;
    if (!solveKnownLine<W>(line, canBlank, canFilled)) {
      Round.contradiction = true;
      Round.cost += Clues.weight[line];
      continue;
    }
    if ((canBlank & canFilled) == 0) continue;
    Round.cost += Clues.weight[line];
    const filled: W = canBlank & ~(<W>LineResult.blank);
    const blank: W = canFilled & ~(<W>LineResult.filled);
    found[2 * line] = filled;
    found[2 * line + 1] = blank;
    if ((filled | blank) != 0) lines |= (<W>1) << (<W>index);
  }
  Round.productive = <u64>lines;
  return read;
}

/** Applies what the lines of a round found, and marks the crossing lines. */
function applyRound<W>(planes: Table<W>, rows: W, columns: W): void {
  const height = Problem.height;
  Rounds.dirtyColumns |= <u64>applyLines<W>(planes, 0, 2 * height, rows);
  Rounds.dirtyRows |= <u64>applyLines<W>(planes, height, 0, columns);
}

/** Applies what `lines` from line `base` on found; returns the lines that cross there, whose planes begin at `crossing`. */
function applyLines<W>(planes: Table<W>, base: i32, crossing: i32, lines: W): W {
  const found = changetype<Table<W>>(Rounds.found);
  let changed: W = 0;
  for (let rest: W = lines; rest != 0; rest &= rest - <W>1) {
    const index = <i32>ctz<W>(rest);
    const at = 2 * (base + index);
    const filled = found[at];
    const blank = found[at + 1];
    changed |= filled | blank;
    planes[at] = planes[at] & ~filled;
    planes[at + 1] = planes[at + 1] & ~blank;
    removeAcross<W>(planes, crossing, index, filled, blank);
  }
  return changed;
}

/**
 * Removes what line `index` has found (the cells that are `filled`, and those that are `blank`; none is in both) from
 * the lines that cross it, whose planes begin at `crossing`.
 */
export function removeAcross<W>(
  planes: Table<W>,
  crossing: i32,
  index: i32,
  filled: W,
  blank: W,
): void {
  const keep: W = ~((<W>1) << (<W>index));
  // One loop for both sets: the end of each loop is a branch that the processor guesses wrong.
  for (let rest: W = filled | blank; rest != 0; rest &= rest - <W>1) {
    const i = <i32>ctz<W>(rest);
    const at = crossing + 2 * i + <i32>((blank >> (<W>i)) & (<W>1));
    planes[at] = planes[at] & keep;
  }
}

function assume<W>(planes: Table<W>, row: i32, column: i32, value: i32): void {
  const a = 2 * row + 1 - value;
  const b = 2 * (Problem.height + column) + 1 - value;
  planes[a] = planes[a] & ~((<W>1) << (<W>column));
  planes[b] = planes[b] & ~((<W>1) << (<W>row));
  Rounds.dirtyRows |= (<u64>1) << row;
  Rounds.dirtyColumns |= (<u64>1) << column;
}

/** The sum of the weights of the lines that have unknown cells. */
function countOpen<W>(): i32 {
  let sum = 0;
  const openRows = stillOpen<W>(0, <W>Rounds.openRows);
  for (let rest: W = openRows; rest != 0; rest &= rest - <W>1)
    sum += Clues.weight[<i32>ctz<W>(rest)];
  const openColumns = stillOpen<W>(Problem.height, <W>Rounds.openColumns);
  for (let rest: W = openColumns; rest != 0; rest &= rest - <W>1) {
    sum += Clues.weight[Problem.height + <i32>ctz<W>(rest)];
  }
  Rounds.openRows = <u64>openRows;
  Rounds.openColumns = <u64>openColumns;
  return sum;
}

/** Which of the lines `open`, from line `base` on, have unknown cells. */
function stillOpen<W>(base: i32, open: W): W {
  const planes = changetype<Table<W>>(Rounds.planes);
  let still: W = 0;
  for (let rest: W = open; rest != 0; rest &= rest - <W>1) {
    const index = <i32>ctz<W>(rest);
    const at = 2 * (base + index);
    if ((planes[at] & planes[at + 1]) != 0) still |= (<W>1) << (<W>index);
  }
  return still;
}
