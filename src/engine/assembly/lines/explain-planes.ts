// Explains lines where W is Any: which removed values of a line contradict its clue. The method is
// that of explain.ts, by sets of states of one word (nearly all lines), in black and white or in
// colours, or of several (explain-wide.ts).

import { Table, take, takeUnset } from '../memory/memory';
import { Problem, lineLength, wordsOf } from '../memory/problem';
import { explainWide, takeExplainWide } from './explain-wide';
import { Needed } from './needed';

class Automata {
  /**
   * By line: the last state. Only lines without freedom have one of 64 states or more in one word.
   */
  static last: Table<i32> = changetype<Table<i32>>(0);
  /** By line: the states that a blank cell keeps. */
  static stay: Table<u64> = changetype<Table<u64>>(0);
  /** By line and value: the states from which a cell of that value leads to the next state. */
  static moves: Table<u64> = changetype<Table<u64>>(0);
  /** The states from which the line's end can be reached, by boundary between cells. */
  static ahead: Table<u64> = changetype<Table<u64>>(0);
  /** The states that the line's start can reach, from the pivot on. */
  static behind: Table<u64> = changetype<Table<u64>>(0);
}

/** Makes the automata of all clues that fit in a word. */
export function loadAutomataOfPlanes(): void {
  const values = Problem.values;
  const longest = max(Problem.width, Problem.height);
  Needed.places = takeUnset<i32>(longest * (values == 2 ? 1 : values));
  Automata.last = takeUnset<i32>(Problem.lines);
  Automata.stay = take<u64>(Problem.lines);
  Automata.moves = take<u64>(Problem.lines * values);
  Automata.ahead = takeUnset<u64>(longest + 1);
  Automata.behind = takeUnset<u64>(longest + 1);
  let isWide = false;
  for (let line = 0; line < Problem.lines; line++) {
    const blocks = Problem.blockStart[line + 1] - Problem.blockStart[line];
    const last = blocks == 0 ? 0 : lineLength(line) - Problem.slack[line];
    Automata.last[line] = last;
    if (last < 64) makeAutomaton(line);
    else isWide = true;
  }
  if (isWide) takeExplainWide();
}

function makeAutomaton(line: i32): void {
  const base = line * Problem.values;
  const end = Problem.blockStart[line + 1];
  let stay: u64 = 1;
  let state: u64 = 0;
  for (let block = Problem.blockStart[line]; block < end; block++) {
    const colour = <i32>Problem.blockColour[block];
    for (let i = 0; i < Problem.blockLength[block]; i++) addMove(base + colour, state++);
    // A block of another colour may follow at once.
    if (block + 1 < end && <i32>Problem.blockColour[block + 1] == colour) addMove(base, state++);
    stay |= (<u64>1) << state;
  }
  Automata.stay[line] = stay;
}

function addMove(at: i32, state: u64): void {
  Automata.moves[at] = Automata.moves[at] | ((<u64>1) << state);
}

/**
 * Fills `Needed` with an irreducible part of the removed values of a line that contradicts its
 * clue. `planes` has the line's planes from `at` on; no picture of the clue agrees with them.
 * `root` has them from `rootAt` on as they were before all guesses: values removed there cost
 * nothing. In black and white, cells near `pivot` tend to stay.
 */
export function explainPlanes(
  line: i32,
  planes: Table<u64>,
  at: i32,
  root: Table<u64>,
  rootAt: i32,
  pivot: i32,
): void {
  const from = Problem.values == 2 ? pivot : lineLength(line);
  Needed.count = 0;
  if (Automata.last[line] >= 64) explainWide(line, planes, at, root, rootAt, from);
  else if (Problem.values == 2) explainBlack(line, planes, at, root, rootAt, from);
  else explainColours(line, planes, at, root, rootAt);
}

/** All ones if cell `i` is in the set at `at`, else 0. */
function spreadBit(sets: Table<u64>, at: i32, i: i32): u64 {
  return 0 - ((sets[at + (i >> 6)] >> (<u64>i)) & 1);
}

function explainBlack(
  line: i32,
  planes: Table<u64>,
  at: i32,
  root: Table<u64>,
  rootAt: i32,
  pivot: i32,
): void {
  const words = wordsOf(line);
  const length = lineLength(line);
  const ahead = Automata.ahead;
  const behind = Automata.behind;
  const needed = Needed.places;
  const stay = Automata.stay[line];
  const close = Automata.moves[2 * line];
  const go = Automata.moves[2 * line + 1];
  const lastState = (<u64>1) << (<u64>Automata.last[line]);
  let states = lastState;
  for (let i = length - 1; i >= 0; i--) {
    ahead[i + 1] = states;
    const blank = spreadBit(planes, at, i);
    const filled = spreadBit(planes, at + words, i);
    states = (states & stay & blank) | ((states >> 1) & ((close & blank) | (go & filled)));
  }
  const move = close | go;
  let count = 0;
  states = 1;
  for (let i = 0; i < pivot; i++) {
    const blank = spreadBit(planes, at, i);
    const filled = spreadBit(planes, at + words, i);
    const costs = spreadBit(root, rootAt, i) & spreadBit(root, rootAt + words, i);
    const known = ~(blank & filled);
    if ((known & ~costs) == 0) {
      const relaxed = (states & stay) | ((states & move) << 1);
      if (known == 0 || (relaxed & ahead[i + 1]) == 0) {
        states = relaxed;
        continue;
      }
      needed[count++] = i;
    }
    states = (states & stay & blank) | ((states & ((close & blank) | (go & filled))) << 1);
  }
  Needed.count = count;
  if (states == 0) return;
  for (let i = pivot; i < length; i++) {
    behind[i] = states;
    const blank = spreadBit(planes, at, i);
    const filled = spreadBit(planes, at + words, i);
    states = (states & stay & blank) | ((states & ((close & blank) | (go & filled))) << 1);
  }
  states = lastState;
  for (let i = length - 1; i >= pivot; i--) {
    const blank = spreadBit(planes, at, i);
    const filled = spreadBit(planes, at + words, i);
    const costs = spreadBit(root, rootAt, i) & spreadBit(root, rootAt + words, i);
    const known = ~(blank & filled);
    const next = states >> 1;
    if ((known & ~costs) == 0) {
      const relaxed = (states & stay) | (next & move);
      if (known == 0 || (relaxed & behind[i]) == 0) {
        states = relaxed;
        continue;
      }
      needed[count++] = i;
    }
    states = (states & stay & blank) | (next & ((close & blank) | (go & filled)));
  }
  Needed.count = count;
}

function explainColours(
  line: i32,
  planes: Table<u64>,
  at: i32,
  root: Table<u64>,
  rootAt: i32,
): void {
  const values = Problem.values;
  const words = wordsOf(line);
  const length = lineLength(line);
  const ahead = Automata.ahead;
  const moves = Automata.moves;
  const needed = Needed.places;
  const stay = Automata.stay[line];
  const base = line * values;
  let states = (<u64>1) << (<u64>Automata.last[line]);
  for (let i = length - 1; i >= 0; i--) {
    ahead[i + 1] = states;
    const move = movesAt(base, planes, at, words, i);
    states = (states & stay & spreadBit(planes, at, i)) | ((states >> 1) & move);
  }
  let count = 0;
  states = 1;
  for (let i = 0; i < length && states != 0; i++) {
    const move = movesAt(base, planes, at, words, i);
    let next = (states & stay & spreadBit(planes, at, i)) | ((states & move) << 1);
    // Each needed value is allowed again if the contradiction remains.
    for (let value = 0, k = i >> 6; value < values; value++, k += words) {
      if ((((root[rootAt + k] & ~planes[at + k]) >> (<u64>i)) & 1) == 0) continue;
      const relaxed =
        next | ((states & moves[base + value]) << 1) | (value == 0 ? states & stay : 0);
      if ((relaxed & ahead[i + 1]) == 0) next = relaxed;
      else needed[count++] = i * values + value;
    }
    states = next;
  }
  Needed.count = count;
}

/** The states from which a value of cell `i` leads on. */
function movesAt(base: i32, planes: Table<u64>, at: i32, words: i32, i: i32): u64 {
  const moves = Automata.moves;
  let move: u64 = 0;
  for (let value = 0, k = at; value < Problem.values; value++, k += words) {
    move |= moves[base + value] & spreadBit(planes, k, i);
  }
  return move;
}
