// Explains lines in black and white whose automata have more states than a word has bits: the method of explain.ts
// with sets of states of several words. Only the words of a set from the first to the last that is not zero are looked
// at: mostly one or two, as the state after i cells is one from i - slack to i.

import { Needed } from './explain-many';
import { Table, takeUnset } from './memory';
import { Problem, lineLength, wordsOf } from './problem';

class Wide {
  /** The line whose automaton is in `automaton`, or -1. */
  static line: i32 = -1;
  /**
   * By word: the states that a blank cell keeps, those from which a blank cell leads on, and those from which a filled
   * one does.
   */
  static automaton: Table<u64> = changetype<Table<u64>>(0);
  /** Sets of states, `stride` words each: one for each boundary between cells, and two to spare. */
  static sets: Table<u64> = changetype<Table<u64>>(0);
  static stride: i32 = 1;
  /** By set: its first and its last word that are not zero; none if the last is before the first. */
  static lows: Table<i32> = changetype<Table<i32>>(0);
  static highs: Table<i32> = changetype<Table<i32>>(0);
  /** The planes that are explained, and those before all guesses. */
  static planes: Table<u64> = changetype<Table<u64>>(0);
  static at: i32 = 0;
  static root: Table<u64> = changetype<Table<u64>>(0);
  static rootAt: i32 = 0;
  static words: i32 = 0;
}

const STAY: i32 = 0;
const CLOSE: i32 = 1;
const GO: i32 = 2;

/** Takes the tables for the longest line. */
export function takeExplainWide(): void {
  const longest = max(Problem.width, Problem.height);
  const stride = (longest >> 6) + 1;
  Wide.line = -1;
  Wide.automaton = takeUnset<u64>(3 * stride);
  Wide.sets = takeUnset<u64>((longest + 3) * stride);
  Wide.lows = takeUnset<i32>(longest + 3);
  Wide.highs = takeUnset<i32>(longest + 3);
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
  if (line != Wide.line) load(line);
  Wide.planes = planes;
  Wide.at = at;
  Wide.root = root;
  Wide.rootAt = rootAt;
  Wide.words = wordsOf(line);
  makeSingle(length, length - Problem.slack[line]);
  for (let i = length - 1; i >= 0; i--) back(canBe(0, i), canBe(1, i), i + 1, i);

  let here = length + 1;
  let spare = length + 2;
  makeSingle(here, 0);
  for (let i = 0; i < pivot; i++) {
    const blank = canBe(0, i);
    const filled = canBe(1, i);
    if ((blank & filled) != 0) forth(1, 1, here, spare);
    else if (isFree(i)) forth(blank, filled, here, spare);
    else {
      forth(1, 1, here, spare);
      if (doMeet(spare, i + 1)) {
        forth(blank, filled, here, spare);
        Needed.places[Needed.count++] = i;
      }
    }
    const free = here;
    here = spare;
    spare = free;
  }
  if (Wide.highs[here] >= 0) explainBack(length, pivot, here, spare);
}

/** The same from the end back to the pivot, against the states that the other side allows. */
function explainBack(length: i32, pivot: i32, start: i32, spareSet: i32): void {
  let before = start;
  for (let i = pivot; i + 1 < length; i++) {
    forth(canBe(0, i), canBe(1, i), before, i + 1);
    before = i + 1;
  }
  let here = length;
  let spare = spareSet;
  for (let i = length - 1; i >= pivot; i--) {
    const blank = canBe(0, i);
    const filled = canBe(1, i);
    if ((blank & filled) != 0) back(1, 1, here, spare);
    else if (isFree(i)) back(blank, filled, here, spare);
    else {
      back(1, 1, here, spare);
      if (doMeet(spare, i == pivot ? start : i)) {
        back(blank, filled, here, spare);
        Needed.places[Needed.count++] = i;
      }
    }
    const free = here;
    here = spare;
    spare = free;
  }
}

/** 1 if cell `i` can have the value, else 0. */
function canBe(value: i32, i: i32): u64 {
  return (Wide.planes[Wide.at + value * Wide.words + (i >> 6)] >> (<u64>i)) & 1;
}

/** Whether cell `i` was known before all guesses, so that it costs nothing. */
function isFree(i: i32): bool {
  const at = Wide.rootAt + (i >> 6);
  return (((Wide.root[at] & Wide.root[at + Wide.words]) >> (<u64>i)) & 1) == 0;
}

/** Makes set `to` of one state. */
function makeSingle(to: i32, state: i32): void {
  const k = state >> 6;
  Wide.sets[to * Wide.stride + k] = (<u64>1) << (<u64>state);
  Wide.lows[to] = k;
  Wide.highs[to] = k;
}

/** Set `to` = the states from which a cell leads to a state of set `from`, if it can be `blank` and `filled`. */
function back(blank: u64, filled: u64, from: i32, to: i32): void {
  const sets = Wide.sets;
  const automaton = Wide.automaton;
  const blankMask = 0 - blank;
  const filledMask = 0 - filled;
  const fromAt = from * Wide.stride;
  const toAt = to * Wide.stride;
  const first = Wide.lows[from];
  const end = max(0, first - 1);
  let low = 0;
  let high = -1;
  let above: u64 = 0;
  for (let k = Wide.highs[from]; k >= end; k--) {
    const states: u64 = k < first ? 0 : sets[fromAt + k];
    const next = (states >> 1) | (above << 63);
    const on = (automaton[3 * k + CLOSE] & blankMask) | (automaton[3 * k + GO] & filledMask);
    const found = (states & automaton[3 * k + STAY] & blankMask) | (next & on);
    above = states;
    sets[toAt + k] = found;
    if (found == 0) continue;
    low = k;
    if (high < 0) high = k;
  }
  Wide.lows[to] = low;
  Wide.highs[to] = high;
}

/** Set `to` = the states that such a cell leads to from a state of set `from`. */
function forth(blank: u64, filled: u64, from: i32, to: i32): void {
  const sets = Wide.sets;
  const automaton = Wide.automaton;
  const blankMask = 0 - blank;
  const filledMask = 0 - filled;
  const fromAt = from * Wide.stride;
  const toAt = to * Wide.stride;
  const last = Wide.highs[from];
  const end = min(last + 1, Wide.stride - 1);
  let low = 0;
  let high = -1;
  let carry: u64 = 0;
  for (let k = Wide.lows[from]; k <= end; k++) {
    const states: u64 = k > last ? 0 : sets[fromAt + k];
    const on =
      states & ((automaton[3 * k + CLOSE] & blankMask) | (automaton[3 * k + GO] & filledMask));
    const found = (states & automaton[3 * k + STAY] & blankMask) | (on << 1) | carry;
    carry = on >> 63;
    sets[toAt + k] = found;
    if (found == 0) continue;
    if (high < 0) low = k;
    high = k;
  }
  Wide.lows[to] = low;
  Wide.highs[to] = high;
}

/** Whether two sets have a state in common. */
function doMeet(a: i32, b: i32): bool {
  const sets = Wide.sets;
  const high = min(Wide.highs[a], Wide.highs[b]);
  for (let k = max(Wide.lows[a], Wide.lows[b]); k <= high; k++) {
    if ((sets[a * Wide.stride + k] & sets[b * Wide.stride + k]) != 0) return true;
  }
  return false;
}

/** Makes the automaton of a line. */
function load(line: i32): void {
  Wide.line = line;
  Wide.stride = ((lineLength(line) - Problem.slack[line]) >> 6) + 1;
  Wide.automaton.clear(0, 3 * Wide.stride);
  let state = 0;
  put(STAY, 0);
  const end = Problem.blockStart[line + 1];
  for (let block = Problem.blockStart[line]; block < end; block++) {
    for (let i = 0; i < Problem.blockLength[block]; i++) put(GO, state++);
    if (block + 1 < end) put(CLOSE, state++);
    put(STAY, state);
  }
}

function put(set: i32, state: i32): void {
  const at = 3 * (state >> 6) + set;
  Wide.automaton[at] = Wide.automaton[at] | ((<u64>1) << (<u64>state));
}
