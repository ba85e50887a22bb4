// What is left of the lines, as numbered segments. A segment is unknown cells of a line whose
// values do not depend on its other ones. The same number means that the same cells are unknown,
// with the same ways to complete them: a part whose segments have the same numbers again has the
// same number of solutions, whatever is known around it.
//
// A number names a node of a decision diagram over unknown cells, reduced by sharing equal nodes
// (ordered binary decision diagrams, Bryant 1986): the clue's automaton, unrolled. If it has one
// node at a cell, what comes before and after is independent: there it is cut. Numbers are exact,
// not hashes.

import { allows } from '../memory/budget';
import { Table, take, takeUnset, withRoom } from '../memory/memory';
import { Problem, lineLength, wordsOf } from '../memory/problem';
import { Searcher, colourOf, planesOf, sizeOfPlanes } from './searcher';

// Numbers from 0 for keys of several words, by first arrival: a hash table with open addressing.

@unmanaged
class Numbering {
  size: i32;
  words: i32;
  keys: Table<i32>;
  /** A number + 1, or 0. */
  private slots: Table<i32>;

  /** Begins with no keys; they have so many words. */
  begin(words: i32): void {
    this.size = 0;
    this.words = words;
    this.keys = takeUnset<i32>(words << 8);
    this.slots = take<i32>(1 << 10);
  }

  forget(): void {
    this.size = 0;
    this.slots.clear(0, this.slots.length);
  }

  /** About how many bytes the keys take. */
  get bytes(): f64 {
    return <f64>this.size * <f64>(4 * this.words + 16);
  }

  /** Where in `keys` the next key to ask for has to be written. */
  next(): i32 {
    const at = this.size * this.words;
    this.keys = withRoom<i32>(this.keys, at + this.words);
    return at;
  }

  /** The number of the key that was written there: `size` before this call if it is new. */
  find(): i32 {
    const words = this.words;
    const keys = this.keys;
    const slots = this.slots;
    const own = this.size * words;
    const mask = slots.length - 1;
    let slot = hashOf(keys, own, words) & mask;
    for (; slots[slot] != 0; slot = (slot + 1) & mask) {
      const other = (slots[slot] - 1) * words;
      let k = 0;
      while (k < words && keys[other + k] == keys[own + k]) k++;
      if (k == words) return slots[slot] - 1;
    }
    slots[slot] = ++this.size;
    if (2 * this.size >= slots.length) this.grow();
    return this.size - 1;
  }

  private grow(): void {
    const words = this.words;
    const slots = take<i32>(2 * this.slots.length);
    const mask = slots.length - 1;
    for (let number = 0; number < this.size; number++) {
      let slot = hashOf(this.keys, number * words, words) & mask;
      while (slots[slot] != 0) slot = (slot + 1) & mask;
      slots[slot] = number + 1;
    }
    this.slots = slots;
  }
}

/** A hash of `count` words from place `at` on. */
export function hashOf(words: Table<i32>, at: i32, count: i32): i32 {
  let hash: u32 = <u32>count * 0x9e3779b1;
  for (let k = 0; k < count; k++) {
    hash = (hash ^ (<u32>words[at + k])) * 0x85ebca6b;
    hash ^= hash >> 15;
  }
  hash *= 0xc2b2ae35;
  return <i32>(hash ^ (hash >> 13));
}

export class Segments {
  static count: i32 = 0;
  /** By segment: its line, its first and its last cell, and its number. */
  static line: Table<i32> = changetype<Table<i32>>(0);
  static first: Table<i32> = changetype<Table<i32>>(0);
  static last: Table<i32> = changetype<Table<i32>>(0);
  static number: Table<i32> = changetype<Table<i32>>(0);
  /** For walks over segments: when it was last met. */
  static mark: Table<i32> = changetype<Table<i32>>(0);
  /** By segment: its cells, `stride` words. */
  static cells: Table<u64> = changetype<Table<u64>>(0);
  static stride: i32 = 1;
  /** By state of a line (see `segmentsOf`): its first segment; and one more. */
  static firstOf: Table<i32> = changetype<Table<i32>>(0);
}

/** The states of lines, by line and planes, so that few diagrams are made. */
const states = changetype<Numbering>(memory.data(32, 16));
/** The nodes, by cell and children. */
const nodes = changetype<Numbering>(memory.data(32, 16));

class Diagram {
  /** By line: its state when it was last asked for, or -1. */
  static latest: Table<i32> = changetype<Table<i32>>(0);
  /** The planes of the line whose diagram is made, of `words` words. */
  static planes: Table<u64> = changetype<Table<u64>>(0);
  static words: i32 = 0;
  /** By state of the line's automaton: what leads to the next, and STAY if blank stays in it. */
  static size: i32 = 0;
  static moves: Table<i32> = changetype<Table<i32>>(0);
  /** By cell: the values that it can have, bit v for value v. */
  static allowed: Table<u32> = changetype<Table<u32>>(0);
  /** By cell, and once for the end, and state before it: the node, DEAD if it cannot be reached. */
  static memo: Table<i32> = changetype<Table<i32>>(0);
  /** By cell: the first and the last state that can be reached. */
  static low: Table<i32> = changetype<Table<i32>>(0);
  static high: Table<i32> = changetype<Table<i32>>(0);
  /** Where the line can be cut: the cell, and the state before it. */
  static cutCell: Table<i32> = changetype<Table<i32>>(0);
  static cutState: Table<i32> = changetype<Table<i32>>(0);
}

const REACHED: i32 = -1;
const DEAD: i32 = 0;
const DONE: i32 = 1;
const FIRST_NODE: i32 = 2;
const STAY: i32 = 0x100;
const NO_VALUE: i32 = 0xff;

/** Takes the tables for a puzzle. Returns false if there is no room. */
export function startSegments(): bool {
  const longest = max(Problem.width, Problem.height);
  let places: i64 = 0;
  for (let line = 0; line < Problem.lines; line++) {
    places = max<i64>(places, <i64>(lineLength(line) + 1) * statesOf(line));
  }
  if (!allows(4 * <f64>places)) return false;
  const values = Problem.values;
  const bytes = Searcher.wordBytes;
  const words = bytes == 0 ? max(Problem.rowWords, Problem.columnWords) : 1;
  Segments.stride = words;
  Segments.line = takeUnset<i32>(1024);
  Segments.first = takeUnset<i32>(1024);
  Segments.last = takeUnset<i32>(1024);
  Segments.number = takeUnset<i32>(1024);
  Segments.mark = takeUnset<i32>(1024);
  Segments.cells = takeUnset<u64>(1024 * words);
  Segments.firstOf = takeUnset<i32>(1024);
  states.begin(1 + (bytes == 0 ? 2 * values * words : bytes / 2));
  nodes.begin(1 + values);
  Diagram.latest = takeUnset<i32>(Problem.lines);
  Diagram.planes = takeUnset<u64>(values * words);
  Diagram.moves = takeUnset<i32>(longest + 1);
  Diagram.memo = takeUnset<i32>(<i32>places);
  Diagram.allowed = takeUnset<u32>(longest);
  Diagram.low = takeUnset<i32>(longest + 1);
  Diagram.high = takeUnset<i32>(longest + 1);
  Diagram.cutCell = takeUnset<i32>(longest + 1);
  Diagram.cutState = takeUnset<i32>(longest + 1);
  forgetSegments();
  return true;
}

/** Forgets all segments, so that numbers begin anew. */
export function forgetSegments(): void {
  states.forget();
  nodes.forget();
  Segments.count = 0;
  Segments.firstOf[0] = 0;
  for (let line = 0; line < Problem.lines; line++) Diagram.latest[line] = -1;
}

/** About how many bytes the tables take. */
export function bytesOfSegments(): f64 {
  const segments = <f64>Segments.count * <f64>(24 + 8 * Segments.stride);
  return segments + states.bytes + nodes.bytes;
}

function statesOf(line: i32): i32 {
  const blocks = Problem.blockStart[line + 1] - Problem.blockStart[line];
  return blocks == 0 ? 1 : lineLength(line) - Problem.slack[line] + 1;
}

/**
 * The state of a line: its segments are from `firstOf` this to before `firstOf` the next. @pre the
 * line has a solution, and no unknown cell of it is the same in all of them.
 */
export function stateOf(line: i32): i32 {
  const latest = Diagram.latest[line];
  if (latest >= 0 && isState(line, latest)) return latest;
  const at = states.next();
  const keys = states.keys;
  keys[at] = line;
  const size = sizeOfPlanes(line);
  const to = changetype<usize>(keys) + ((<usize>(at + 1)) << 2);
  copyPlanes(to, line);
  for (let k = 1 + (size >> 2); k < states.words; k++) keys[at + k] = 0;
  const known = states.size;
  const state = states.find();
  Diagram.latest[line] = state;
  if (state == known) {
    cut(line);
    Segments.firstOf = withRoom<i32>(Segments.firstOf, state + 2);
    Segments.firstOf[state + 1] = Segments.count;
  }
  return state;
}

/** Copies the planes of a line, which are some words of 64 bits. */
function copyPlanes(to: usize, line: i32): void {
  const planes = planesOf(line);
  for (let k = 0; k < sizeOfPlanes(line); k += 8) store<u64>(to + k, load<u64>(planes + k));
}

/** Whether a line is in a state that it was in before. */
function isState(line: i32, state: i32): bool {
  const key = changetype<usize>(states.keys) + ((<usize>(state * states.words + 1)) << 2);
  const planes = planesOf(line);
  for (let k = 0; k < sizeOfPlanes(line); k += 8) {
    if (load<u64>(key + k) != load<u64>(planes + k)) return false;
  }
  return true;
}

function cut(line: i32): void {
  begin(line);
  const length = lineLength(line);
  const size = Diagram.size;
  const memo = Diagram.memo;
  memo.clear(length * size, size);
  memo[length * size + size - 1] = DONE;
  make(0, 0, length);
  let cuts = 0;
  let lastNumber = 0;
  for (let i = 0; i < length; i++) {
    if (!isUnknown(i)) continue;
    const state = onlyStateAt(i);
    if (state < 0) continue;
    Diagram.cutCell[cuts] = i;
    Diagram.cutState[cuts++] = state;
    lastNumber = memo[i * size + state];
  }
  for (let c = 0; c < cuts; c++) {
    const start = Diagram.cutCell[c];
    const state = Diagram.cutState[c];
    if (c + 1 == cuts) {
      addSegment(line, start, length, lastNumber);
      break;
    }
    // Its diagram again, as if the line ended before the next.
    const end = Diagram.cutCell[c + 1];
    for (let at = end * size; at < (end + 1) * size; at++) memo[at] = memo[at] > DEAD ? DONE : DEAD;
    make(start, state, end);
    addSegment(line, start, end, memo[start * size + state]);
  }
}

/** Reads the planes and the clue of a line. */
function begin(line: i32): void {
  const from = planesOf(line);
  if (Searcher.wordBytes == 4) {
    Diagram.words = 1;
    Diagram.planes[0] = load<u32>(from);
    Diagram.planes[1] = load<u32>(from, 4);
  } else {
    Diagram.words = Searcher.wordBytes == 0 ? wordsOf(line) : 1;
    copyPlanes(changetype<usize>(Diagram.planes), line);
  }
  readAllowed(lineLength(line));
  const moves = Diagram.moves;
  const end = Problem.blockStart[line + 1];
  let state = 0;
  let before = 0;
  for (let block = Problem.blockStart[line]; block < end; block++) {
    const colour = colourOf(block);
    // Between blocks of one colour a cell is blank.
    if (colour == before) moves[state++] = 0;
    moves[state++] = colour | STAY;
    for (let j = 1; j < Problem.blockLength[block]; j++) moves[state++] = colour;
    before = colour;
  }
  moves[state++] = NO_VALUE | STAY;
  Diagram.size = state;
}

function readAllowed(length: i32): void {
  const planes = Diagram.planes;
  const words = Diagram.words;
  for (let i = 0; i < length; i++) {
    let allowed: u32 = 0;
    for (let value = 0; value < Problem.values; value++) {
      const plane = planes[value * words + (i >> 6)];
      allowed |= (<u32>((plane >> (<u64>i)) & 1)) << value;
    }
    Diagram.allowed[i] = allowed;
  }
}

function isUnknown(i: i32): bool {
  const allowed = Diagram.allowed[i];
  return (allowed & (allowed - 1)) != 0;
}

/** Makes the nodes from `start` to before `end` that a state reaches; those at `end` are there. */
function make(start: i32, from: i32, end: i32): void {
  const size = Diagram.size;
  const memo = Diagram.memo;
  const moves = Diagram.moves;
  memo.clear(start * size, (end - start) * size);
  memo[start * size + from] = REACHED;
  let low = from;
  let high = from;
  for (let i = start; i < end; i++) {
    Diagram.low[i] = low;
    Diagram.high[i] = high;
    if (i + 1 == end) break;
    const row = i * size;
    const next = row + size;
    const allowed = Diagram.allowed[i];
    for (let state = low; state <= high; state++) {
      if (memo[row + state] != REACHED) continue;
      const move = moves[state];
      if ((move & STAY) != 0 && (allowed & 1) != 0) memo[next + state] = REACHED;
      const value = move & ~STAY;
      if (value != NO_VALUE && ((allowed >> value) & 1) != 0) memo[next + state + 1] = REACHED;
    }
    high = min(high + 1, size - 1);
    while (low < high && memo[next + low] != REACHED) low++;
  }
  for (let i = end - 1; i >= start; i--) {
    for (let state = Diagram.low[i]; state <= Diagram.high[i]; state++) {
      if (memo[i * size + state] == REACHED) memo[i * size + state] = nodeAt(i, state);
    }
  }
}

/** The node for the cells from `i` on if the automaton is in a state before them. */
function nodeAt(i: i32, state: i32): i32 {
  const allowed = Diagram.allowed[i];
  if ((allowed & (allowed - 1)) == 0) return childOf(i, state, <i32>ctz<u32>(allowed));
  const key = nodes.next();
  const keys = nodes.keys;
  keys[key] = i;
  let most = DEAD;
  for (let value = 0; value < Problem.values; value++) {
    const child = ((allowed >> value) & 1) != 0 ? childOf(i, state, value) : DEAD;
    keys[key + 1 + value] = child;
    most = max(most, child);
  }
  return most == DEAD ? DEAD : FIRST_NODE + nodes.find();
}

/** The node after cell `i` if that has a value. */
function childOf(i: i32, state: i32, value: i32): i32 {
  const move = Diagram.moves[state];
  const next = (i + 1) * Diagram.size + state;
  if (value == (move & ~STAY)) return Diagram.memo[next + 1];
  return value == 0 && (move & STAY) != 0 ? Diagram.memo[next] : DEAD;
}

/** If all states before cell `i` that lead on allow the same, one of them; else -1. */
function onlyStateAt(i: i32): i32 {
  const memo = Diagram.memo;
  const row = i * Diagram.size;
  let found = -1;
  for (let state = Diagram.low[i]; state <= Diagram.high[i]; state++) {
    if (memo[row + state] <= DEAD) continue;
    if (found >= 0 && memo[row + state] != memo[row + found]) return -1;
    found = state;
  }
  return found;
}

/** Adds the segment of the unknown cells from `start`, which is one, to `end` - 1. */
function addSegment(line: i32, start: i32, end: i32, number: i32): void {
  const segment = Segments.count++;
  const stride = Segments.stride;
  Segments.line = withRoom<i32>(Segments.line, Segments.count);
  Segments.first = withRoom<i32>(Segments.first, Segments.count);
  Segments.last = withRoom<i32>(Segments.last, Segments.count);
  Segments.number = withRoom<i32>(Segments.number, Segments.count);
  Segments.mark = withRoom<i32>(Segments.mark, Segments.count);
  const cells = segment * stride;
  Segments.cells = withRoom<u64>(Segments.cells, cells + stride);
  Segments.cells.clear(cells, stride);
  let last = start;
  for (let i = start; i < end; i++) {
    if (!isUnknown(i)) continue;
    last = i;
    const at = cells + (i >> 6);
    Segments.cells[at] = Segments.cells[at] | ((<u64>1) << (<u64>i));
  }
  Segments.line[segment] = line;
  Segments.first[segment] = start;
  Segments.last[segment] = last;
  Segments.number[segment] = number;
  Segments.mark[segment] = 0;
}
