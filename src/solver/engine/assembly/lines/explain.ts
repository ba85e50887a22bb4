// Explains lines in black and white: which known cells of a line contradict its clue.

import { Table, take, takeUnset } from '../memory/memory';
import { Any, Problem, lineLength, takeByLine, wordsOf } from '../memory/problem';
import { Sets, highest, maskBelow } from './planes';

/**
 * A clue as an automaton that reads cells (Pesant 2004). State 0 is the margin before the first
 * block; then come a state for each cell of a block, and one for the gap after each but the last. A
 * blank cell keeps a gap, and leads from a block's last cell to the gap; a filled one leads on in
 * the block. The last state is also the margin after the last block: so a line with any freedom has
 * at most as many states as a word has bits.
 */
class WordAutomata {
  /** By line, a word W each: states that a blank cell keeps. */
  static stay: Table<u64> = changetype<Table<u64>>(0);
  /** States from which a blank cell leads to the next state. */
  static close: Table<u64> = changetype<Table<u64>>(0);
  /** States from which a filled cell leads to the next state. */
  static go: Table<u64> = changetype<Table<u64>>(0);
  /** The states from which the line's end can be reached, by boundary between cells. */
  static ahead: Table<u64> = changetype<Table<u64>>(0);
  /** The states that the line's start can reach, from the pivot on. */
  static behind: Table<u64> = changetype<Table<u64>>(0);
}

/** Makes the automata of all clues. */
export function loadAutomata<W>(): void {
  const blockStart = Problem.blockStart;
  const blockLength = Problem.blockLength;
  const longest = max(Problem.width, Problem.height);
  WordAutomata.stay = takeByLine<W>();
  WordAutomata.close = takeByLine<W>();
  WordAutomata.go = takeByLine<W>();
  WordAutomata.ahead = take<u64>(longest + 1);
  WordAutomata.behind = take<u64>(longest + 1);
  const stays = changetype<Table<W>>(WordAutomata.stay);
  const closes = changetype<Table<W>>(WordAutomata.close);
  const goes = changetype<Table<W>>(WordAutomata.go);
  for (let line = 0; line < Problem.lines; line++) {
    let stay: W = 1;
    let close: W = 0;
    let go: W = 0;
    let state = 0;
    const end = blockStart[line + 1];
    for (let block = blockStart[line]; block < end; block++) {
      for (let i = 0; i < blockLength[block]; i++) {
        go |= (<W>1) << (<W>state);
        state++;
      }
      if (block + 1 == end) break;
      close |= (<W>1) << (<W>state);
      state++;
      stay |= (<W>1) << (<W>state);
    }
    // Without freedom there may be one too many: such lines are known before the search.
    stays[line] = stay | ((<W>1) << (<W>state));
    closes[line] = close;
    goes[line] = go;
  }
}

/**
 * An irreducible part of the known cells of a line that contradicts its clue. No picture agrees
 * with the planes `canBlank` and `canFilled`; the cells of the result with those of `fixed`, which
 * cost nothing, still contradict, and without any one of them do not. To explain a derived cell,
 * make its opposite known and fixed.
 *
 * Cells are tried from the start up to `pivot`, then from the end down to it, so that those near it
 * tend to stay: best if it is the cell to be explained (on ten dominoes 13 to 24 % fewer conflicts;
 * on random puzzles the orders are equal).
 *
 * Three passes. From the end, with all known cells: the states that reach it. From the start to the
 * pivot: a cell is forgotten whenever the states reached without it still miss those sets. Then the
 * other part, mirrored. Whether a cell is needed is hard to predict, so the loops compute both ways
 * on and choose without a branch; an unknown cell leads to the same states either way. (Without
 * this shrinking a search takes 6 to 10 times the conflicts.)
 */
export function explainLine<W>(
  line: i32,
  length: i32,
  canBlank: W,
  canFilled: W,
  fixed: W,
  pivot: i32,
): W {
  const ahead = changetype<Table<W>>(WordAutomata.ahead);
  const behind = changetype<Table<W>>(WordAutomata.behind);
  const stay: W = changetype<Table<W>>(WordAutomata.stay)[line];
  const close: W = changetype<Table<W>>(WordAutomata.close)[line];
  const go: W = changetype<Table<W>>(WordAutomata.go)[line];
  const one: W = 1;
  const lastState: W = one << (<W>highest<W>(stay));
  let states: W = lastState;
  for (let i = length - 1; i >= 0; i--) {
    ahead[i + 1] = states;
    const blank: W = <W>0 - ((canBlank >> (<W>i)) & one);
    const filled: W = <W>0 - ((canFilled >> (<W>i)) & one);
    states = (states & stay & blank) | ((states >> one) & ((close & blank) | (go & filled)));
  }
  const move: W = close | go;
  let needed: W = 0;
  states = 1;
  for (let i = 0; i < pivot; i++) {
    const blank: W = <W>0 - ((canBlank >> (<W>i)) & one);
    const filled: W = <W>0 - ((canFilled >> (<W>i)) & one);
    const relaxed: W = (states & stay) | ((states & move) << one);
    const strict: W =
      (states & stay & blank) | ((states & ((close & blank) | (go & filled))) << one);
    // What is fixed is not forgotten.
    const forgets: W = ((fixed >> (<W>i)) & one) - one;
    const unneeded: W = strict | (relaxed & forgets);
    const isNeeded = (relaxed & ahead[i + 1]) != 0;
    needed |= (<W>isNeeded) << (<W>i);
    states = select<W>(strict, unneeded, isNeeded);
  }
  const free: W = fixed | (canBlank & canFilled);
  if (states == 0) return needed & ~free;
  for (let i = pivot; i < length; i++) {
    behind[i] = states;
    const blank: W = <W>0 - ((canBlank >> (<W>i)) & one);
    const filled: W = <W>0 - ((canFilled >> (<W>i)) & one);
    states = (states & stay & blank) | ((states & ((close & blank) | (go & filled))) << one);
  }
  states = lastState;
  for (let i = length - 1; i >= pivot; i--) {
    const blank: W = <W>0 - ((canBlank >> (<W>i)) & one);
    const filled: W = <W>0 - ((canFilled >> (<W>i)) & one);
    const relaxed: W = (states & stay) | ((states >> one) & move);
    const strict: W =
      (states & stay & blank) | ((states >> one) & ((close & blank) | (go & filled)));
    // What is fixed is not forgotten.
    const forgets: W = ((fixed >> (<W>i)) & one) - one;
    const unneeded: W = strict | (relaxed & forgets);
    const isNeeded = (relaxed & behind[i]) != 0;
    needed |= (<W>isNeeded) << (<W>i);
    states = select<W>(strict, unneeded, isNeeded);
  }
  return needed & ~free;
}

// Explains lines where W is Any: which removed values contradict the clue, by the method of
// `explainLine`. N says what a set of states is. With up to 64 states, it is a word: bit q is the
// state that has read q cells of the clue, blocks pushed to the left. With more, but a slack below
// 64, it is Slack: after i cells, the state that has read q is bit i - q, the spare blank cells so
// far. There a cell that the clue asks for leaves a bit where it is, and a spare one moves it up;
// elsewhere it is the other way round. Else N is Any: sets have several words, of which only those
// from the first to the last that is not zero are looked at: mostly one or two, as q is from i -
// slack to i.

/** In place of a word: the states of long clues with little slack. Its size tells it from Any. */
@unmanaged
class Slack {
  word: u64;
}

/** What an explanation needs: places in the line, in the order in which they were tried. */
export class Needed {
  /** Cells; with several colours, cell * values + value. */
  static places: Table<i32> = changetype<Table<i32>>(0);
  static count: i32 = 0;
}

class Automata {
  /**
   * By line and word: the states q that a spare blank cell keeps; then by value those from which a
   * cell of it leads to the next. For Slack, they begin with the last one.
   */
  static states: Table<u64> = changetype<Table<u64>>(0);
  /** By line: where its words begin. */
  static start: Table<i32> = changetype<Table<i32>>(0);
}

class Line {
  /** By word and value: the cells that have it, and those that had it at the root. */
  static cells: Table<u64> = changetype<Table<u64>>(0);
  /** By word: the cells that lost a value since then. */
  static removed: Table<u64> = changetype<Table<u64>>(0);
  /** By boundary, a word or `words`: states reached from the start; then those before the end. */
  static sets: Table<u64> = changetype<Table<u64>>(0);
  /** By set, where N is Any: its first and last word that are not zero; none if last < first. */
  static lows: Table<i32> = changetype<Table<i32>>(0);
  static highs: Table<i32> = changetype<Table<i32>>(0);
  static length: i32 = 0;
  /** Where the words of its clue begin, and how many a set of states has. */
  static clue: i32 = 0;
  static words: i32 = 1;
}

/** Makes the automata of all clues. */
export function loadAutomataOfPlanes(): void {
  const values = Problem.values;
  const longest = max(Problem.width, Problem.height);
  Needed.places = takeUnset<i32>(longest * (values == 2 ? 1 : values));
  const most = max(Problem.rowWords, Problem.columnWords);
  Line.cells = takeUnset<u64>(2 * values * most);
  Line.removed = takeUnset<u64>(most);
  Automata.start = takeUnset<i32>(Problem.lines);
  let end = 0;
  let stride = 1;
  for (let line = 0; line < Problem.lines; line++) {
    Automata.start[line] = end;
    end += (values + 1) * planeWords(line);
    if (Problem.slack[line] >= 64) stride = max(stride, planeWords(line));
  }
  Automata.states = take<u64>(end);
  for (let line = 0; line < Problem.lines; line++) loadLine(line);
  Line.sets = takeUnset<u64>(2 * (longest + 1) * stride);
  if (stride == 1) return;
  Line.lows = takeUnset<i32>(2 * (longest + 1));
  Line.highs = takeUnset<i32>(2 * (longest + 1));
}

function lastOf(line: i32): i32 {
  return lineLength(line) - Problem.slack[line];
}

function isBySlack(line: i32): bool {
  return lastOf(line) >= 64 && Problem.slack[line] < 64;
}

/** The words of a plane of a clue; for Slack, a window may go beyond its states. */
function planeWords(line: i32): i32 {
  return isBySlack(line) ? (lineLength(line) >> 6) + 2 : (lastOf(line) >> 6) + 1;
}

function loadLine(line: i32): void {
  let state = 0;
  addStates(line, 0, 0, 1);
  const end = Problem.blockStart[line + 1];
  for (let block = Problem.blockStart[line]; block < end; block++) {
    const colour = <i32>Problem.blockColour[block];
    const length = Problem.blockLength[block];
    addStates(line, 1 + colour, state, length);
    state += length;
    // A block of another colour may follow at once.
    if (block + 1 < end && <i32>Problem.blockColour[block + 1] == colour) {
      addStates(line, 1, state++, 1);
    }
    addStates(line, 0, state, 1);
  }
}

/** Adds `count` states, from `state` on, to a plane of a line. */
function addStates(line: i32, plane: i32, state: i32, count: i32): void {
  const all = Automata.states;
  const from = isBySlack(line) ? lineLength(line) + 1 - state - count : state;
  for (let k = from >> 6; 64 * k < from + count; k++) {
    const at = Automata.start[line] + k * (Problem.values + 1) + plane;
    all[at] = all[at] | (maskBelow(from + count - 64 * k) & ~maskBelow(from - 64 * k));
  }
}

/**
 * Fills `Needed` with an irreducible part of a line's removed values that contradicts its clue. Its
 * planes are at `at`, and no picture agrees with them; those before all guesses, whose removed
 * values cost nothing, at `rootAt` of `root`. In black and white, cells near `pivot` tend to stay.
 */
export function explainPlanes(
  line: i32,
  planes: Table<u64>,
  at: i32,
  root: Table<u64>,
  rootAt: i32,
  pivot: i32,
): void {
  const values = Problem.values;
  const words = wordsOf(line);
  const cells = Line.cells;
  for (let k = 0; k < words; k++) {
    let removed: u64 = 0;
    for (let value = 0; value < values; value++) {
      const to = 2 * (k * values + value);
      const can = planes[at + value * words + k];
      const could = can | root[rootAt + value * words + k];
      cells[to] = can;
      cells[to + 1] = could;
      removed |= can ^ could;
    }
    Line.removed[k] = removed;
  }
  const length = lineLength(line);
  const last = lastOf(line);
  const from = values == 2 ? pivot : length;
  Needed.count = 0;
  Line.length = length;
  Line.clue = Automata.start[line];
  Line.words = planeWords(line);
  if (last < 64) explainBy<u64>(length, last, from);
  else if (isBySlack(line)) explainBy<Slack>(length, Problem.slack[line], from);
  else explainBy<Any>(length, last, from);
}

function isSlack<N>(): bool {
  return isReference<N>() && offsetof<N>() > 0;
}

function isWide<N>(): bool {
  return isReference<N>() && offsetof<N>() == 0;
}

function explainBy<N>(length: i32, last: i32, pivot: i32): void {
  makeSingle<N>(2 * length + 1, last);
  goBack<N>(0, length, 0);
  makeSingle<N>(0, 0);
  goForth<N>(1, 0, pivot);
  if (isEmpty<N>(pivot)) return;
  // The same from the end back to the pivot, against the states that the other side allows.
  goForth<N>(0, pivot, length);
  goBack<N>(1, length, pivot);
}

function goForth<N>(could: i32, from: i32, to: i32): void {
  Cell.pass<N>(true, could, from, to, 0, Line.length + 1);
}

function goBack<N>(could: i32, from: i32, to: i32): void {
  Cell.pass<N>(false, could, from, to, Line.length + 1, 0);
}

function makeSingle<N>(to: i32, state: i32): void {
  const k = isWide<N>() ? state >> 6 : 0;
  const stride = isWide<N>() ? Line.words : 1;
  Line.sets[to * stride + k] = (<u64>1) << (<u64>state);
  if (!isWide<N>()) return;
  Line.lows[to] = k;
  Line.highs[to] = k;
}

function isEmpty<N>(set: i32): bool {
  return isWide<N>() ? Line.highs[set] < 0 : Line.sets[set] == 0;
}

/** What is done for each cell. */
@unmanaged
class Cell {
  /**
   * Goes from one boundary to another: its sets begin with `base`, those of the other way with
   * `other`. If `could` is 1, as few removed values stay as keep the two without a common state.
   */
  @inline
  static pass<N>(isForth: bool, could: i32, from: i32, to: i32, base: i32, other: i32): void {
    const sets = Line.sets;
    const values = Problem.values;
    const clue = Line.clue;
    const length = Line.length;
    const step = isForth ? 1 : -1;
    let states: u64 = isWide<N>() ? 0 : sets[base + from];
    for (let boundary = from; boundary != to; boundary += step) {
      const i = isForth ? boundary : boundary - 1;
      const next = base + boundary + step;
      const against = other + boundary + step;
      states = Cell.step<N>(isForth, values, clue, could, length - i, i, states, next - step, next);
      if (could == 0) continue;
      if (isWide<N>()) {
        if (((Line.removed[i >> 6] >> (<u64>i)) & 1) == 0 || !doMeet(next, against)) continue;
      } else if ((states & sets[against]) == 0) continue;
      restrict<N>(isForth, i, next - step, next, against);
      if (!isWide<N>()) states = sets[next];
    }
  }

  /**
   * Set `to` = where cell `i`, `bit` cells before the end, leads to from set `from`, forth or back;
   * if `could` is 1, with all the values that it had before all guesses. If sets are words, `from`
   * is `states`, and `to` is returned.
   */
  @inline
  static step<N>(
    isForth: bool,
    values: i32,
    clue: i32,
    could: i32,
    bit: i32,
    i: i32,
    states: u64,
    from: i32,
    to: i32,
  ): u64 {
    const k = 2 * values * (i >> 6) + could;
    if (isWide<N>()) {
      if (isForth) forth(k, i, from, to);
      else back(k, i, from, to);
      return 0;
    }
    const at = clue + (isSlack<N>() ? (bit >> 6) * (values + 1) : 0);
    const isBlank = Cell.isIn(k, i);
    const spare = Cell.statesAt<N>(at, values, bit) & isBlank;
    let moves =
      (Cell.statesAt<N>(at + 1, values, bit) & isBlank) |
      (Cell.statesAt<N>(at + 2, values, bit) & Cell.isIn(k + 2, i));
    for (let value = 2; value < values; value++) {
      moves |= Cell.statesAt<N>(at + 1 + value, values, bit) & Cell.isIn(k + 2 * value, i);
    }
    const up = isSlack<N>() ? spare : moves;
    const on = isSlack<N>() ? moves : spare;
    const found = (states & on) | (isForth ? (states & up) << 1 : (states >> 1) & up);
    Line.sets[to] = found;
    return found;
  }

  /** The states of the word at `at` that lead on to the next place. */
  @inline
  static movesIn(at: i32, planes: i32, cell: i32, i: i32, blank: u64, first: u64): u64 {
    const all = Automata.states;
    let moves = (all[at + 1] & blank) | (all[at + 2] & first);
    for (let plane = 3; plane < planes; plane++) {
      moves |= all[at + plane] & Cell.isIn(cell + 2 * plane - 2, i);
    }
    return moves;
  }

  /** All ones if cell `i` is in the set at `k`, else 0. */
  @inline
  static isIn(k: i32, i: i32): u64 {
    return 0 - ((Line.cells[k] >> (<u64>i)) & 1);
  }

  /** The states of the word of a plane at `at`; for Slack, those from `bit` on. */
  @inline
  static statesAt<N>(at: i32, values: i32, bit: i32): u64 {
    const all = Automata.states;
    return isSlack<N>() ? Sets.join(all[at], all[at + values + 1], bit) : all[at];
  }
}

function doMeet(a: i32, b: i32): bool {
  const sets = Line.sets;
  const high = min(Line.highs[a], Line.highs[b]);
  for (let k = max(Line.lows[a], Line.lows[b]); k <= high; k++) {
    if ((sets[a * Line.words + k] & sets[b * Line.words + k]) != 0) return true;
  }
  return false;
}

/** The same with as few of cell `i`'s removed values as keep all states out of set `against`. */
function restrict<N>(isForth: bool, i: i32, from: i32, to: i32, against: i32): void {
  const cells = Line.cells;
  const values = Problem.values;
  const bit = (<u64>1) << (<u64>i);
  const states: u64 = isWide<N>() ? 0 : Line.sets[from];
  if (values == 2) Needed.places[Needed.count++] = i;
  // Each removed value is allowed again if the contradiction remains.
  for (let value = values == 2 ? 2 : 0; ; value++) {
    const k = 2 * (values * (i >> 6) + value);
    const isLast = value == values;
    if (!isLast) {
      if (((cells[k + 1] ^ cells[k]) & bit) == 0) continue;
      cells[k] = cells[k] | bit;
    }
    Cell.step<N>(isForth, values, Line.clue, 0, Line.length - i, i, states, from, to);
    if (isLast) return;
    if (isWide<N>() ? !doMeet(to, against) : (Line.sets[to] & Line.sets[against]) == 0) continue;
    cells[k] = cells[k] & ~bit;
    Needed.places[Needed.count++] = i * values + value;
  }
}

/** Goes back over cell `i`, whose values are at `cell`, where sets have several words. */
function back(cell: i32, i: i32, from: i32, to: i32): void {
  const sets = Line.sets;
  const planes = Problem.values + 1;
  const fromAt = from * Line.words;
  const toAt = to * Line.words;
  const blank = Cell.isIn(cell, i);
  const filled = Cell.isIn(cell + 2, i);
  const first = Line.lows[from];
  let low = 0;
  let high = -1;
  let above: u64 = 0;
  let at = Line.clue + Line.highs[from] * planes;
  for (let k = Line.highs[from]; k >= first; k--, at -= planes) {
    const states = sets[fromAt + k];
    const next = (states >> 1) | (above << 63);
    const moves = Cell.movesIn(at, planes, cell, i, blank, filled);
    const found = (states & Automata.states[at] & blank) | (next & moves);
    above = states;
    sets[toAt + k] = found;
    if (found == 0) continue;
    low = k;
    if (high < 0) high = k;
  }
  // The lowest state may have been reached from the word before.
  if ((above & 1) != 0 && first > 0) {
    const found = (above << 63) & Cell.movesIn(at, planes, cell, i, blank, filled);
    sets[toAt + first - 1] = found;
    if (found != 0) {
      low = first - 1;
      if (high < 0) high = low;
    }
  }
  Line.lows[to] = low;
  Line.highs[to] = high;
}

/** The same forth. */
function forth(cell: i32, i: i32, from: i32, to: i32): void {
  const sets = Line.sets;
  const planes = Problem.values + 1;
  const fromAt = from * Line.words;
  const toAt = to * Line.words;
  const blank = Cell.isIn(cell, i);
  const filled = Cell.isIn(cell + 2, i);
  const last = Line.highs[from];
  let low = 0;
  let high = -1;
  let carry: u64 = 0;
  let at = Line.clue + Line.lows[from] * planes;
  for (let k = Line.lows[from]; k <= last; k++, at += planes) {
    const states = sets[fromAt + k];
    const on = states & Cell.movesIn(at, planes, cell, i, blank, filled);
    const found = (states & Automata.states[at] & blank) | (on << 1) | carry;
    carry = on >> 63;
    sets[toAt + k] = found;
    if (found == 0) continue;
    if (high < 0) low = k;
    high = k;
  }
  // No state leads on from the last word of all.
  if (carry != 0) {
    sets[toAt + last + 1] = carry;
    if (high < 0) low = last + 1;
    high = last + 1;
  }
  Line.lows[to] = low;
  Line.highs[to] = high;
}
