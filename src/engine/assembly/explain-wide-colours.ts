// Explains lines in colours whose automata have more states than a word has bits, in slack space: a state that has read
// `q` cells of the tightly packed clue after i cells of the line is bit i - q, the number of spare blank cells that it
// has used. So a set of states has slack + 1 bits, however long the line is: a forced move keeps a bit in its place,
// and a spare blank cell moves it up by one.

import { Needed } from './explain-many';
import { Table, takeUnset } from './memory';
import { Problem, lineLength, wordsOf } from './problem';
import { Sets } from './sets';

class Wide {
  /** The line whose automaton is here, or -1. */
  static line: i32 = -1;
  /** By value, `plane` words each: the packed places q from which a cell of it leads on to q + 1, reversed. */
  static moves: Table<u64> = changetype<Table<u64>>(0);
  /** The packed places at which a spare blank cell may be, reversed. */
  static stays: Table<u64> = changetype<Table<u64>>(0);
  static plane: i32 = 0;
  /** The bit of the last place of the packed clue. */
  static places: i32 = 0;
  /** Words of a set of states. */
  static stride: i32 = 1;
  /** The sets of the backward pass, one for each boundary between cells. */
  static ahead: Table<u64> = changetype<Table<u64>>(0);
  static states: Table<u64> = changetype<Table<u64>>(0);
  static relaxed: Table<u64> = changetype<Table<u64>>(0);
  static trial: Table<u64> = changetype<Table<u64>>(0);
  /** The planes that are explained, and those before all guesses. */
  static planes: Table<u64> = changetype<Table<u64>>(0);
  static at: i32 = 0;
  static root: Table<u64> = changetype<Table<u64>>(0);
  static rootAt: i32 = 0;
  static words: i32 = 0;
}

/** Takes the tables for the longest line. */
export function takeExplainWideColours(): void {
  const longest = max(Problem.width, Problem.height);
  const stride = (longest >> 6) + 1;
  const plane = ((2 * longest) >> 6) + 3;
  Wide.line = -1;
  Wide.moves = takeUnset<u64>(Problem.values * plane);
  Wide.stays = takeUnset<u64>(plane);
  Wide.ahead = takeUnset<u64>((longest + 1) * stride);
  Wide.states = takeUnset<u64>(stride);
  Wide.relaxed = takeUnset<u64>(stride);
  Wide.trial = takeUnset<u64>(stride);
}

/** As `explainPlanes`. */
export function explainWideColours(
  line: i32,
  planes: Table<u64>,
  at: i32,
  root: Table<u64>,
  rootAt: i32,
): void {
  if (line != Wide.line) load(line);
  Wide.planes = planes;
  Wide.at = at;
  Wide.root = root;
  Wide.rootAt = rootAt;
  Wide.words = wordsOf(line);
  const length = lineLength(line);
  const slack = Problem.slack[line];
  const stride = Wide.stride;
  const states = Wide.states;
  states.clear(0, stride);
  states[slack >> 6] = (<u64>1) << (<u64>slack);
  for (let i = length - 1; i >= 0; i--) {
    for (let k = 0; k < stride; k++) Wide.ahead[(i + 1) * stride + k] = states[k];
    back(i);
  }
  states.clear(0, stride);
  states[0] = 1;
  for (let i = 0; i < length; i++) forth(i);
}

/** Whether cell i can have the value. */
function canBe(i: i32, value: i32): bool {
  return ((Wide.planes[Wide.at + value * Wide.words + (i >> 6)] >> (<u64>i)) & 1) != 0;
}

/** Whether it could have it before all guesses, so that its removal costs something. */
function couldBe(i: i32, value: i32): bool {
  return ((Wide.root[Wide.rootAt + value * Wide.words + (i >> 6)] >> (<u64>i)) & 1) != 0;
}

/** The states before cell i from which the states after it can be reached. */
function back(i: i32): void {
  const states = Wide.states;
  const stride = Wide.stride;
  const at = Wide.places - i;
  for (let k = 0; k < stride; k++) {
    const bit = at + 64 * k;
    let moved: u64 = 0;
    for (let value = 0; value < Problem.values; value++) {
      if (canBe(i, value)) moved |= Sets.window(Wide.moves, value * Wide.plane, bit);
    }
    let before = states[k] & moved;
    if (canBe(i, 0)) {
      const above: u64 = k + 1 < stride ? states[k + 1] << 63 : 0;
      before |= ((states[k] >> 1) | above) & Sets.window(Wide.stays, 0, bit);
    }
    states[k] = before;
  }
}

/** Reads cell i with as few removed values as keep the contradiction. */
function forth(i: i32): void {
  const stride = Wide.stride;
  Wide.relaxed.clear(0, stride);
  for (let value = 0; value < Problem.values; value++) {
    if (canBe(i, value)) step(i, value, Wide.relaxed);
  }
  // Each needed value is allowed again if the contradiction remains.
  for (let value = 0; value < Problem.values; value++) {
    if (canBe(i, value) || !couldBe(i, value)) continue;
    const relaxed = Wide.relaxed;
    const trial = Wide.trial;
    for (let k = 0; k < stride; k++) trial[k] = relaxed[k];
    step(i, value, trial);
    let common: u64 = 0;
    for (let k = 0; k < stride; k++) common |= trial[k] & Wide.ahead[(i + 1) * stride + k];
    if (common != 0) Needed.places[Needed.count++] = i * Problem.values + value;
    else {
      Wide.relaxed = trial;
      Wide.trial = relaxed;
    }
  }
  const states = Wide.states;
  Wide.states = Wide.relaxed;
  Wide.relaxed = states;
}

/** Adds the states to `to` that the current ones lead to if cell i has `value`. */
function step(i: i32, value: i32, to: Table<u64>): void {
  const states = Wide.states;
  const at = Wide.places - i;
  let carry: u64 = 0;
  for (let k = 0; k < Wide.stride; k++) {
    const bit = at + 64 * k;
    let found = to[k] | (states[k] & Sets.window(Wide.moves, value * Wide.plane, bit));
    if (value == 0) {
      const stayed = states[k] & Sets.window(Wide.stays, 0, bit);
      found |= (stayed << 1) | carry;
      carry = stayed >> 63;
    }
    to[k] = found;
  }
}

/** Makes the automaton of a line. */
function load(line: i32): void {
  const length = lineLength(line);
  const slack = Problem.slack[line];
  const plane = ((slack + length) >> 6) + 3;
  Wide.line = line;
  // Windows begin up to the slack before the first place.
  Wide.places = length;
  Wide.stride = (slack >> 6) + 1;
  Wide.plane = plane;
  Wide.moves.clear(0, Problem.values * plane);
  Wide.stays.clear(0, plane);
  let q = 0;
  put(Wide.stays, 0, 0);
  const end = Problem.blockStart[line + 1];
  for (let block = Problem.blockStart[line]; block < end; block++) {
    const colour = <i32>Problem.blockColour[block];
    for (let i = 0; i < Problem.blockLength[block]; i++) put(Wide.moves, colour * plane, q++);
    const isTight = block + 1 < end && <i32>Problem.blockColour[block + 1] == colour;
    if (isTight) put(Wide.moves, 0, q++);
    put(Wide.stays, 0, q);
  }
}

function put(sets: Table<u64>, from: i32, q: i32): void {
  const bit = Wide.places - q;
  sets[from + (bit >> 6)] = sets[from + (bit >> 6)] | ((<u64>1) << (<u64>bit));
}
