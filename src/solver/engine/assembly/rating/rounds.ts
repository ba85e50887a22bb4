// The puzzle solved in rounds, as the score of difficulty is defined (docs/solver/difficulty.md):
// all lines are read from the same position, then all findings, values taken from cells, are
// applied. A line is read only if another has found something in it since: line solving is
// complete.

import { LineResult, solveLine } from '../lines/lines';
import { lineWork, solvePlanes } from '../lines/lines-planes';
import {
  Planes,
  addAllLines,
  addLines,
  addSet,
  anyOf,
  firstLine,
  isOpenIn,
  lineSetWords,
  planeWords,
  planesAt,
  putWord,
  removeFound,
  removeFrom,
  resetGrid,
  rowSetWords,
  severalOf,
  takeWords,
  valuesIn,
  wordAt,
} from '../lines/planes';
import { findRead, solveKnownLine, solveKnownPlanes, takeCache } from '../lines/propagate';
import { Budget, RanOut, spend } from '../memory/budget';
import { Table, mark, release, take, takeUnset, withRoom } from '../memory/memory';
import { Grid, Problem, maskOf } from '../memory/problem';
import { hasPassed, lengthKnowing } from '../search/depth';
import { Clues, allCells, outOfReach } from './clues';
import { addAssumptions, addRound } from './effort';

export class Rounds {
  /** The position that the rounds have come to, and that under an assumption: planes. */
  static planes: Table<u64> = changetype<Table<u64>>(0);
  static under: Table<u64> = changetype<Table<u64>>(0);
  /** What the lines of a round found, at the places of their planes: values to be removed. */
  static found: Table<u64> = changetype<Table<u64>>(0);
  /** The start position, or the result of the first round on an empty grid; not for Any. */
  static early: Table<u64> = changetype<Table<u64>>(0);
  /** In planes of rows: what assumptions without a contradiction led to: it has none either. */
  static vouched: Table<u64> = changetype<Table<u64>>(0);
  /** Sets of lines: to be read next; that found something in this round; perhaps with unknowns. */
  static dirty: Table<u64> = changetype<Table<u64>>(0);
  static productive: Table<u64> = changetype<Table<u64>>(0);
  static open: Table<u64> = changetype<Table<u64>>(0);
  /** The lines that an assumption has changed, and those that `solveLines` has. */
  static touched: Table<u64> = changetype<Table<u64>>(0);
  static changed: Table<u64> = changetype<Table<u64>>(0);
  /** The sum of the weights of the lines that have unknown cells. */
  static openWeight: i32 = 0;
  /** The cost of a round under an assumption, and whether one of its lines contradicts. */
  static cost: i32 = 0;
  static contradiction: bool = false;
  /** How many rounds the assumption that was followed last took. */
  static length: i32 = 0;
}

/** Where lines alone get stuck first, and how soon assumptions contradict there (rate.ts). */
export class Stuck {
  /** The position; null if lines did not get stuck so far. */
  static planes: Table<u64> = changetype<Table<u64>>(0);
  /** By literal (cell * values + value): the round in which it contradicts there; 0 for never. */
  static lengths: Table<u16> = changetype<Table<u16>>(0);
}

/** The most rounds that are told apart. */
export const MOST_ROUNDS: i32 = 0xffff;

/** The bytes that rounds take where W is Any. */
export function bytesOfRounds(): f64 {
  const cells = 7 * <f64>Problem.cells * <f64>Problem.values;
  const words = Problem.values * max(Problem.rowWords, Problem.columnWords);
  return cells + 36 * <f64>Problem.lines * <f64>words;
}

/** Begins a puzzle; an empty grid of short lines plays its first round without a line solver. */
export function startRounds<W>(): void {
  const sets = lineSetWords<W>();
  Rounds.dirty = takeUnset<u64>(sets);
  Rounds.productive = takeUnset<u64>(sets);
  Rounds.open = takeUnset<u64>(sets);
  addAllLines<W>(Rounds.open);
  addAllLines<W>(Rounds.dirty);
  addAllLines<W>(Rounds.productive);
  Rounds.openWeight = Problem.lines + Problem.blockStart[Problem.lines];
  const playsFirst = !isReference<W>() && Problem.startAt < 0;
  if (playsFirst) Rounds.planes = takeWords<W>(2 * Problem.lines);
  else {
    resetGrid<W>();
    Rounds.planes = Grid.planes;
  }
  const size = Rounds.planes.length;
  Rounds.found = takeWords<W>(size);
  if (playsFirst) playFirst<W>();
  if (isReference<W>()) return;
  Rounds.early = copyOf<W>(Rounds.planes);
}

function copyOf<W>(words: Table<u64>): Table<u64> {
  const copy = takeWords<W>(words.length);
  copyWords<W>(words, 0, copy, words.length);
  return copy;
}

/** Copies words to the same places of another table. */
export function copyWords<W>(from: Table<u64>, at: i32, to: Table<u64>, count: i32): void {
  if (isReference<W>()) to.copy(at, from, at, count);
  else changetype<Table<W>>(to).copy(at, changetype<Table<W>>(from), at, count);
}

function playFirst<W>(): void {
  const planes = Rounds.planes;
  const found = Rounds.found;
  const lines = Problem.lines;
  spend(lines, lines);
  let weight = 0;
  for (let k = 0; k < 2; k++) {
    let productive: u64 = 0;
    for (let rest = Rounds.dirty[k]; rest != 0; rest &= rest - 1) {
      const index = ctz<u64>(rest);
      const line = firstLine<W>(k) + <i32>index;
      const all = <u64>allCells<W>(line);
      putWord<W>(planes, 2 * line, all);
      putWord<W>(planes, 2 * line + 1, all);
      const filled = wordAt<W>(Clues.fills, line);
      const blank = <u64>outOfReach<W>(line);
      putWord<W>(found, 2 * line, filled);
      putWord<W>(found, 2 * line + 1, blank);
      const isProductive = (filled | blank) != 0;
      // Without a branch: the processor would guess it wrong.
      productive |= (<u64>isProductive) << index;
      weight += isProductive ? weightOf(line) : 0;
    }
    Rounds.dirty[k] = 0;
    Rounds.productive[k] = productive;
  }
  addRound(Rounds.openWeight, weight, productiveLines<W>());
  applyRound<W>(planes);
}

/** Plays rounds until no line finds anything. False if the budget ends first. */
export function playRounds<W>(): bool {
  while (true) {
    weighOpen<W>();
    if (Rounds.openWeight == 0) return true;
    const productive = readLines<W>();
    if (Budget.stopped != RanOut.nothing) return false;
    if (productive == 0) return true;
    addRound(Rounds.openWeight, productive, productiveLines<W>());
    applyRound<W>(Rounds.planes);
  }
}

function productiveLines<W>(): i32 {
  let lines: u64 = 0;
  for (let k = 0; k < lineSetWords<W>(); k++) lines += popcnt<u64>(Rounds.productive[k]);
  return <i32>lines;
}

/** Solves lines until none finds anything. False if the budget ends first. */
export function solveLines<W>(): bool {
  addSet<W>(Rounds.changed, Rounds.dirty);
  while (readLines<W>() != 0) {
    addSet<W>(Rounds.changed, Rounds.productive);
    applyRound<W>(Rounds.planes);
    addSet<W>(Rounds.changed, Rounds.dirty);
  }
  return Budget.stopped == RanOut.nothing;
}

/** Reads the dirty lines; returns the sum of the weights of those that found something. */
function readLines<W>(): i32 {
  const planes = Rounds.planes;
  const found = Rounds.found;
  let weight = 0;
  let steps = 0;
  let work = 0;
  for (let k = 0; k < lineSetWords<W>(); k++) {
    const base = firstLine<W>(k);
    let productive: u64 = 0;
    for (let rest = Rounds.dirty[k]; rest != 0; rest &= rest - 1) {
      const index = ctz<u64>(rest);
      const line = base + <i32>index;
      if (!isOpenIn<W>(planes, line)) continue;
      work += 4;
      if (readKnown<W>(planes, line)) {
        if (!isReference<W>()) steps++;
      } else {
        steps++;
        if (isReference<W>()) work += lineWork(line);
        solveIn<W>(planes, line);
      }
      if (!keepFound<W>(planes, line, found)) continue;
      productive |= (<u64>1) << index;
      weight += weightOf(line);
    }
    Rounds.dirty[k] = 0;
    Rounds.productive[k] = productive;
  }
  spend(steps, work);
  return weight;
}

/** Reads a line without solving it, if its blocks are found or it was solved; whether it was. */
function readKnown<W>(planes: Table<u64>, line: i32): bool {
  if (!isReference<W>()) {
    const canBlank = wordAt<W>(planes, 2 * line);
    const found = wordAt<W>(planes, 2 * line + 1) & ~canBlank;
    if (<i32>popcnt<u64>(found) == Clues.total[line]) {
      LineResult.blank = canBlank;
      LineResult.filled = found;
      return true;
    }
  }
  return findRead<W>(planes, line);
}

/** Solves a line. False if no placement fits. */
function solveIn<W>(planes: Table<u64>, line: i32): bool {
  if (!isReference<W>()) {
    const words = changetype<Table<W>>(planes);
    return solveLine<W>(line, words[2 * line], words[2 * line + 1]);
  }
  Grid.planes = planes;
  return solvePlanes(line);
}

/** Keeps what was found in the line that was just read; returns whether that is anything. */
function keepFound<W>(planes: Table<u64>, line: i32, found: Table<u64>): bool {
  const at = planesAt<W>(line);
  if (!isReference<W>()) {
    const filled = wordAt<W>(planes, at) & ~LineResult.blank;
    const blank = wordAt<W>(planes, at + 1) & ~LineResult.filled;
    putWord<W>(found, at, filled);
    putWord<W>(found, at + 1, blank);
    return (filled | blank) != 0;
  }
  let any: u64 = 0;
  for (let k = 0; k < valuesIn<W>() * planeWords<W>(line); k++) {
    const removed = planes[at + k] & ~Planes.result[k];
    found[at + k] = removed;
    any |= removed;
  }
  return any != 0;
}

/** Applies what the lines of a round found; the lines that cross there are dirty. */
function applyRound<W>(planes: Table<u64>): void {
  const found = Rounds.found;
  const dirty = Rounds.dirty;
  for (let k = 0; k < lineSetWords<W>(); k++) {
    const base = firstLine<W>(k);
    for (let rest = Rounds.productive[k]; rest != 0; rest &= rest - 1) {
      removeFound<W>(planes, base + <i32>ctz<u64>(rest), found, dirty);
    }
  }
}

/**
 * Assumes each wrong value of each unknown cell by itself, from one position, and removes those
 * that contradict; false if the budget ends. What follows from one that does not contradict is not
 * assumed again, which saves one line solve in three.
 */
export function assumeAll<W>(solution: Table<u8>): bool {
  const planes = Rounds.planes;
  const values = valuesIn<W>();
  const known = lengthKnowing<W>(planes);
  let assumptions: f64 = 0;
  let contradictions = 0;
  let sum: f64 = 0;
  takeCache<W>();
  const isFirst = changetype<usize>(Stuck.planes) == 0;
  if (isFirst) {
    Stuck.planes = copyOf<W>(planes);
    Stuck.lengths = take<u16>(values * Problem.cells);
  }
  const place = mark();
  startFollowing<W>();
  const rows = planesAt<W>(Problem.height);
  Rounds.vouched = takeWords<W>(rows);
  for (let i = 0; i < rows; i++) putWord<W>(Rounds.vouched, i, 0);
  // What contradicts: row << 16 | column, and its value.
  let settled = takeUnset<i32>(64);
  for (let row = 0; row < Problem.height; row++) {
    const words = planeWords<W>(row);
    for (let k = 0; k < words; k++) {
      for (let rest = severalOf<W>(planes, row, k); rest != 0; rest &= rest - 1) {
        const column = 64 * k + <i32>ctz<u64>(rest);
        const cell = row * Problem.width + column;
        for (let value = 0; value < values; value++) {
          const at = planesAt<W>(row) + value * words + k;
          if (((wordAt<W>(planes, at) >> (<u64>column)) & 1) == 0) continue;
          assumptions++;
          if (value == <i32>solution[cell]) continue;
          if (((wordAt<W>(Rounds.vouched, at) >> (<u64>column)) & 1) != 0) continue;
          if (hasPassed(values * cell + value, known)) continue;
          const cost = follow<W>(row, column, value, i32.MAX_VALUE);
          if (Budget.stopped != RanOut.nothing) return false;
          if (cost == 0) continue;
          if (isFirst) Stuck.lengths[values * cell + value] = <u16>min(Rounds.length, MOST_ROUNDS);
          sum += <f64>cost;
          const i = 2 * contradictions++;
          settled = withRoom<i32>(settled, i + 2);
          settled[i] = (row << 16) | column;
          settled[i + 1] = value;
        }
      }
    }
  }
  addAssumptions(assumptions, <f64>contradictions, sum);
  for (let i = 0; i < 2 * contradictions; i += 2) {
    const row = settled[i] >>> 16;
    const column = settled[i] & 0xffff;
    removeFrom<W>(planes, row, column, settled[i + 1]);
    addLines<W>(Rounds.dirty, row, column);
  }
  release(place);
  return true;
}

/** Begins to follow assumptions from the position that the rounds have come to. */
export function startFollowing<W>(): void {
  Rounds.under = copyOf<W>(Rounds.planes);
  Rounds.touched = take<u64>(lineSetWords<W>());
  Rounds.changed = take<u64>(lineSetWords<W>());
}

/**
 * The cost of an assumption that contradicts within so many rounds; 0 if it does not, or the budget
 * ends first. One that is followed to its end vouches for what it has led to. If `solveLines` has
 * changed anything, it is known not to contradict within so many rounds without that.
 */
export function follow<W>(row: i32, column: i32, value: i32, most: i32): i32 {
  const under = Rounds.under;
  for (let other = 0; other < valuesIn<W>(); other++) {
    if (other != value) removeFrom<W>(under, row, column, other);
  }
  addLines<W>(Rounds.dirty, row, column);
  const cost = followRounds<W>(most);
  takeBack<W>(most == i32.MAX_VALUE && cost == 0 && Budget.stopped == RanOut.nothing);
  return cost;
}

/** The cost of what was assumed if it contradicts within so many rounds, in budget; else 0. */
export function followRounds<W>(most: i32): i32 {
  const under = Rounds.under;
  let cost = 0;
  let length = 0;
  let contradiction = false;
  while (noteDirty<W>() && !contradiction && Budget.stopped == RanOut.nothing) {
    // What is read in the last round is as it was then.
    if (++length >= most && (length > most || isAsBefore<W>())) break;
    followLines<W>();
    cost += Rounds.cost;
    contradiction = Rounds.contradiction;
    if (contradiction) continue;
    applyRound<W>(under);
    contradiction = hasLostCell<W>();
  }
  Rounds.length = length;
  return contradiction && Budget.stopped == RanOut.nothing ? cost : 0;
}

/** Whether an assumption has touched none of the lines that `solveLines` has changed. */
function isAsBefore<W>(): bool {
  for (let k = 0; k < lineSetWords<W>(); k++) {
    if ((Rounds.touched[k] & Rounds.changed[k]) != 0) return false;
  }
  return true;
}

/** Notes that the dirty lines were changed; returns whether there are any. */
function noteDirty<W>(): bool {
  let any: u64 = 0;
  for (let k = 0; k < lineSetWords<W>(); k++) {
    any |= Rounds.dirty[k];
    Rounds.touched[k] = Rounds.touched[k] | Rounds.dirty[k];
  }
  return any != 0;
}

/** Reads the dirty lines; once one contradicts, only the cost of the others is of interest. */
function followLines<W>(): void {
  const under = Rounds.under;
  const found = Rounds.found;
  let steps = 0;
  let work = 0;
  let cost = 0;
  let contradiction = false;
  for (let k = 0; k < lineSetWords<W>(); k++) {
    const base = firstLine<W>(k);
    let productive: u64 = 0;
    for (let rest = Rounds.dirty[k]; rest != 0; rest &= rest - 1) {
      const index = ctz<u64>(rest);
      const line = base + <i32>index;
      steps++;
      work += isReference<W>() ? 4 + lineWork(line) : 4;
      const isOpen = isOpenIn<W>(under, line);
      if (isOpen && contradiction) {
        cost += weightOf(line);
        continue;
      }
      const fits = followLine<W>(under, line);
      contradiction = contradiction || !fits;
      cost += isOpen || !fits ? weightOf(line) : 0;
      productive |= (<u64>keepFound<W>(under, line, found)) << index;
    }
    Rounds.dirty[k] = 0;
    Rounds.productive[k] = productive;
  }
  Rounds.cost = cost;
  Rounds.contradiction = contradiction;
  spend(steps, work);
}

/** As `solveIn`; short lines may have been solved before. */
function followLine<W>(under: Table<u64>, line: i32): bool {
  if (isReference<W>()) {
    Grid.planes = under;
    return solveKnownPlanes(line);
  }
  const words = changetype<Table<W>>(under);
  return solveKnownLine<W>(line, words[2 * line], words[2 * line + 1]);
}

/** Whether two lines of the round have left a cell without a value. */
function hasLostCell<W>(): bool {
  let lost: u64 = 0;
  for (let j = 0; j < rowSetWords<W>(); j++) {
    for (let rest = Rounds.productive[j]; rest != 0; rest &= rest - 1) {
      const row = 64 * j + <i32>ctz<u64>(rest);
      for (let k = 0; k < planeWords<W>(row); k++) {
        const all = maskOf<u64>(min(64, Problem.width - 64 * k));
        lost |= all & ~anyOf<W>(Rounds.under, row, k);
      }
    }
  }
  return lost != 0;
}

/** Takes an assumption back; without a contradiction, it vouches for the values it has led to. */
function takeBack<W>(vouches: bool): void {
  for (let j = 0; j < lineSetWords<W>(); j++) {
    const base = firstLine<W>(j);
    for (let rest = Rounds.touched[j]; rest != 0; rest &= rest - 1) {
      const line = base + <i32>ctz<u64>(rest);
      if (vouches && j < rowSetWords<W>()) vouchIn<W>(line);
      const at = planesAt<W>(line);
      // Written out, as a loop for two words takes longer.
      if (!isReference<W>()) {
        putWord<W>(Rounds.under, at, wordAt<W>(Rounds.planes, at));
        putWord<W>(Rounds.under, at + 1, wordAt<W>(Rounds.planes, at + 1));
      } else Rounds.under.copy(at, Rounds.planes, at, valuesIn<W>() * planeWords<W>(line));
    }
    Rounds.touched[j] = 0;
    Rounds.dirty[j] = 0;
  }
  if (isReference<W>()) Grid.planes = Rounds.planes;
}

/** Vouches for the values that an assumption has led to in a row. */
function vouchIn<W>(row: i32): void {
  const under = Rounds.under;
  const at = planesAt<W>(row);
  const words = planeWords<W>(row);
  for (let k = 0; k < words; k++) {
    const several = severalOf<W>(under, row, k);
    for (let i = at + k; i < at + valuesIn<W>() * words; i += words) {
      const now = wordAt<W>(Rounds.vouched, i);
      putWord<W>(Rounds.vouched, i, now | (wordAt<W>(under, i) & ~several));
    }
  }
}

/** Notes which changed lines have no unknown cells any more: not dirty, and without weight. */
function weighOpen<W>(): void {
  const planes = Rounds.planes;
  let sum = Rounds.openWeight;
  for (let k = 0; k < lineSetWords<W>(); k++) {
    const base = firstLine<W>(k);
    let open = Rounds.open[k];
    for (let rest = open & (Rounds.dirty[k] | Rounds.productive[k]); rest != 0; rest &= rest - 1) {
      const index = ctz<u64>(rest);
      const line = base + <i32>index;
      // Without a branch: the processor would guess it wrong.
      const isClosed = !isOpenIn<W>(planes, line);
      open ^= (<u64>isClosed) << index;
      sum -= isClosed ? weightOf(line) : 0;
    }
    Rounds.open[k] = open;
    Rounds.dirty[k] = Rounds.dirty[k] & open;
  }
  Rounds.openWeight = sum;
}

/** What a person reads in a line: its blocks, and that the line is there. */
function weightOf(line: i32): i32 {
  return 1 + Problem.blockStart[line + 1] - Problem.blockStart[line];
}
