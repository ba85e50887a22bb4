// Explains lines whose automata have more states than a word has bits: the method of explain.ts
// with sets of states of several words. Only the words of a set from the first to the last that is
// not zero are looked at: mostly one or two, as the state after i cells is one from i - slack to i.

import { Table, takeUnset } from '../memory/memory';
import { Problem, lineLength, wordsOf } from '../memory/problem';
import { Needed } from './needed';

class WideReasons {
  /** The line whose automaton is in `automaton`, or -1. */
  static line: i32 = -1;
  /**
   * By word: the states that a blank cell keeps; then by value those from which a cell of it leads
   * on.
   */
  static automaton: Table<u64> = changetype<Table<u64>>(0);
  /**
   * Sets of states, `stride` words each: one for each boundary between cells, and three to spare.
   */
  static sets: Table<u64> = changetype<Table<u64>>(0);
  static stride: i32 = 1;
  /**
   * By set: its first and its last word that are not zero; none if the last is before the first.
   */
  static lows: Table<i32> = changetype<Table<i32>>(0);
  static highs: Table<i32> = changetype<Table<i32>>(0);
  /** The planes that are explained, and those before all guesses. */
  static planes: Table<u64> = changetype<Table<u64>>(0);
  static at: i32 = 0;
  static root: Table<u64> = changetype<Table<u64>>(0);
  static rootAt: i32 = 0;
  static words: i32 = 0;
  /** The set that the pass has come to, and one to spare. */
  static here: i32 = 0;
  static spare: i32 = 0;
}

/** Takes the tables for the longest line. */
export function takeExplainWide(): void {
  const longest = max(Problem.width, Problem.height);
  const stride = (longest >> 6) + 1;
  WideReasons.line = -1;
  WideReasons.automaton = takeUnset<u64>((Problem.values + 1) * stride);
  WideReasons.sets = takeUnset<u64>((longest + 3) * stride);
  WideReasons.lows = takeUnset<i32>(longest + 3);
  WideReasons.highs = takeUnset<i32>(longest + 3);
}

/** As `explainPlanes`. */
export function explainWide(
  line: i32,
  planes: Table<u64>,
  at: i32,
  root: Table<u64>,
  rootAt: i32,
  pivot: i32,
): void {
  const length = lineLength(line);
  if (line != WideReasons.line) load(line);
  WideReasons.planes = planes;
  WideReasons.at = at;
  WideReasons.root = root;
  WideReasons.rootAt = rootAt;
  WideReasons.words = wordsOf(line);
  makeSingle(length, length - Problem.slack[line]);
  for (let i = length - 1; i >= 0; i--) back(valuesIn(planes, at, i), i + 1, i);

  WideReasons.here = length + 1;
  WideReasons.spare = length + 2;
  makeSingle(WideReasons.here, 0);
  for (let i = 0; i < pivot; i++) read(i, i + 1, true);
  if (WideReasons.highs[WideReasons.here] < 0 || pivot == length) return;
  // The same from the end back to the pivot, against the states that the other side allows.
  const start = WideReasons.here;
  let before = start;
  for (let i = pivot; i + 1 < length; i++) {
    forth(valuesIn(planes, at, i), before, i + 1);
    before = i + 1;
  }
  WideReasons.here = length;
  for (let i = length - 1; i >= pivot; i--) read(i, i == pivot ? start : i, false);
}

/**
 * Goes over cell `i`, forth or back, with as few of its removed values as keep the contradiction:
 * none of the states that it leads to is in set `against`.
 */
function read(i: i32, against: i32, isForth: bool): void {
  let can = valuesIn(WideReasons.planes, WideReasons.at, i);
  // Values that the cell did not have before all guesses cost nothing.
  const removed = valuesIn(WideReasons.root, WideReasons.rootAt, i) & ~can;
  go(can | removed, isForth);
  if (removed != 0 && doMeet(WideReasons.spare, against)) {
    const values = Problem.values;
    for (let rest = removed; rest != 0; rest &= rest - 1) {
      const value = <i32>ctz<u32>(rest);
      if (removed != 1 << value) {
        go(can | (1 << value), isForth);
        if (!doMeet(WideReasons.spare, against)) {
          can |= 1 << value;
          continue;
        }
      }
      Needed.places[Needed.count++] = values == 2 ? i : i * values + value;
    }
    go(can, isForth);
  }
  const free = WideReasons.here;
  WideReasons.here = WideReasons.spare;
  WideReasons.spare = free;
}

/** Fills the spare set from the one that the pass has come to, over a cell of these values. */
function go(can: u32, isForth: bool): void {
  if (isForth) forth(can, WideReasons.here, WideReasons.spare);
  else back(can, WideReasons.here, WideReasons.spare);
}

/** The values that cell `i` has in these planes, bit v for value v. */
function valuesIn(planes: Table<u64>, at: i32, i: i32): u32 {
  let values: u32 = 0;
  for (let value = 0, k = at + (i >> 6); value < Problem.values; value++, k += WideReasons.words) {
    values |= (<u32>((planes[k] >> (<u64>i)) & 1)) << value;
  }
  return values;
}

/** Makes set `to` of one state. */
function makeSingle(to: i32, state: i32): void {
  const k = state >> 6;
  WideReasons.sets[to * WideReasons.stride + k] = (<u64>1) << (<u64>state);
  WideReasons.lows[to] = k;
  WideReasons.highs[to] = k;
}

/** The states of word `k` from which a cell of one of the values leads on. */
function movesIn(k: i32, can: u32): u64 {
  const automaton = WideReasons.automaton;
  const at = k * (Problem.values + 1) + MOVES;
  let moves = (automaton[at] & isIn(can, 0)) | (automaton[at + 1] & isIn(can, 1));
  for (let value = 2; value < Problem.values; value++)
    moves |= automaton[at + value] & isIn(can, value);
  return moves;
}

/** The states of word `k` that the cell keeps. */
function staysIn(k: i32, can: u32): u64 {
  return WideReasons.automaton[k * (Problem.values + 1)] & isIn(can, 0);
}

/** All ones if the value is one of these, else 0. */
function isIn(can: u32, value: i32): u64 {
  return 0 - <u64>((can >> value) & 1);
}

/** Set `to` = the states from which a cell of one of the values leads to a state of set `from`. */
function back(can: u32, from: i32, to: i32): void {
  const sets = WideReasons.sets;
  const fromAt = from * WideReasons.stride;
  const toAt = to * WideReasons.stride;
  const first = WideReasons.lows[from];
  const end = max(0, first - 1);
  let low = 0;
  let high = -1;
  let above: u64 = 0;
  for (let k = WideReasons.highs[from]; k >= end; k--) {
    const states: u64 = k < first ? 0 : sets[fromAt + k];
    const next = (states >> 1) | (above << 63);
    const found = (states & staysIn(k, can)) | (next & movesIn(k, can));
    above = states;
    sets[toAt + k] = found;
    if (found == 0) continue;
    low = k;
    if (high < 0) high = k;
  }
  WideReasons.lows[to] = low;
  WideReasons.highs[to] = high;
}

/** Set `to` = the states that such a cell leads to from a state of set `from`. */
function forth(can: u32, from: i32, to: i32): void {
  const sets = WideReasons.sets;
  const fromAt = from * WideReasons.stride;
  const toAt = to * WideReasons.stride;
  const last = WideReasons.highs[from];
  const end = min(last + 1, WideReasons.stride - 1);
  let low = 0;
  let high = -1;
  let carry: u64 = 0;
  for (let k = WideReasons.lows[from]; k <= end; k++) {
    const states: u64 = k > last ? 0 : sets[fromAt + k];
    const on = states & movesIn(k, can);
    const found = (states & staysIn(k, can)) | (on << 1) | carry;
    carry = on >> 63;
    sets[toAt + k] = found;
    if (found == 0) continue;
    if (high < 0) low = k;
    high = k;
  }
  WideReasons.lows[to] = low;
  WideReasons.highs[to] = high;
}

/** Whether two sets have a state in common. */
function doMeet(a: i32, b: i32): bool {
  const sets = WideReasons.sets;
  const high = min(WideReasons.highs[a], WideReasons.highs[b]);
  for (let k = max(WideReasons.lows[a], WideReasons.lows[b]); k <= high; k++) {
    if ((sets[a * WideReasons.stride + k] & sets[b * WideReasons.stride + k]) != 0) return true;
  }
  return false;
}

const STAY: i32 = 0;
/** The place of the first value, blank. */
const MOVES: i32 = 1;

/** Makes the automaton of a line. */
function load(line: i32): void {
  WideReasons.line = line;
  WideReasons.stride = ((lineLength(line) - Problem.slack[line]) >> 6) + 1;
  WideReasons.automaton.clear(0, (Problem.values + 1) * WideReasons.stride);
  let state = 0;
  put(STAY, 0);
  const end = Problem.blockStart[line + 1];
  for (let block = Problem.blockStart[line]; block < end; block++) {
    const colour = <i32>Problem.blockColour[block];
    for (let i = 0; i < Problem.blockLength[block]; i++) put(MOVES + colour, state++);
    // A block of another colour may follow at once.
    if (block + 1 < end && <i32>Problem.blockColour[block + 1] == colour) put(MOVES, state++);
    put(STAY, state);
  }
}

function put(set: i32, state: i32): void {
  const at = (Problem.values + 1) * (state >> 6) + set;
  WideReasons.automaton[at] = WideReasons.automaton[at] | ((<u64>1) << (<u64>state));
}
