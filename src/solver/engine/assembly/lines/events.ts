// What the engine tells those who watch it: words in a table, handed over when full and at the end.
// An event is its kind, two words, and for some kinds as many words more as the second of these
// says. A place is cell * values + value. src/solver/engine/wasm/event-reader.ts reads all this.

import { Table, takeUnset } from '../memory/memory';
import { Grid, Problem } from '../memory/problem';
import { LineResult } from './lines';
import { Planes, planeWords, planesAt, valuesIn, wordAt } from './planes';

/** Hands over `count` words at this address. */
declare function hear(address: usize, count: i32): void;

/** The kinds of events: the places of EVENTS in event-reader.ts. */
export const enum Event {
  /** A line, and the places that it took from its cells. */
  line,
  /** A line that no placement fits. */
  lineContradiction,
  /** A place and a level: the value is assumed, taken back, or taken back and refuted. */
  probe,
  probeEnd,
  probeRefuted,
  /** A place and the number of open guesses. */
  guess,
  back,
  /** The address of a full grid, and the number of its cells. */
  solution,
  /** Of a proof, see proof.ts: a line and a literal that follows from it. */
  follows,
  unit,
  /** The literals of a clause that is proven next. */
  open,
  close,
  /** Clauses that are not used any more. */
  drop,
}

export class Events {
  /** Whether anybody watches. */
  static on: bool = false;
  /** Whether what the search and probes do is told. */
  static steps: bool = false;
  /** Whether it is told what lines take from their cells. */
  static lines: bool = false;
  static words: Table<i32> = changetype<Table<i32>>(0);
  static used: i32 = 0;
}

/** The words that the table has at first. */
const ROOM: i32 = 1 << 13;
/** The words of an event that all kinds have. */
const EVENT_WORDS: i32 = 3;

/** Tells nobody anything. */
export function endEvents(): void {
  Events.on = false;
  Events.steps = false;
  Events.lines = false;
}

/** Begins to tell of `steps`, of `lines`, or of both. */
export function startEvents(steps: bool, lines: bool): void {
  Events.on = true;
  Events.steps = steps;
  Events.lines = lines;
  Events.words = takeUnset<i32>(ROOM);
  Events.used = 0;
}

/** Begins or pauses to tell what lines do; paused, nothing else is told. @pre somebody watches. */
export function tellLines(told: bool): void {
  Events.on = told;
  Events.lines = told;
}

/** Hands over what is in the table. */
export function handOver(): void {
  if (!Events.on || Events.used == 0) return;
  const used = Events.used;
  Events.used = 0;
  hear(changetype<usize>(Events.words), used);
}

/** Tells an event of so many words more, which follow by `addWord`. */
export function tell(kind: Event, first: i32, second: i32, more: i32 = 0): void {
  const size = EVENT_WORDS + more;
  if (Events.used + size > Events.words.length) handOver();
  if (size > Events.words.length) Events.words = takeUnset<i32>(size);
  addWord(kind);
  addWord(first);
  addWord(second);
}

export function addWord(word: i32): void {
  Events.words[Events.used++] = word;
}

/** Tells that a full grid fits all clues. */
export function tellSolution(cells: Table<u8>): void {
  tell(Event.solution, <i32>changetype<usize>(cells), Problem.cells);
  handOver();
}

/** Tells what the line that was solved last, as it still is in the grid, takes from its cells. */
export function tellLine<W>(line: i32): void {
  const values = valuesIn<W>();
  const words = planeWords<W>(line);
  let count = 0;
  for (let k = 0; k < values * words; k++) count += <i32>popcnt<u64>(removedFrom<W>(line, k));
  if (count == 0) return;
  tell(Event.line, line, count, count);
  if (!isReference<W>() && sizeof<W>() == 4) {
    const blank = removedFrom<W>(line, 1);
    for (let rest = removedFrom<W>(line, 0) | blank; rest != 0; rest &= rest - 1) {
      const bit = rest & (0 - rest);
      addRemovals(line, 0, <u32>bit, i32((blank & bit) != 0));
    }
    return;
  }
  for (let k = 0; k < words; k++) {
    for (let half = 0; half < 64; half += 32) {
      for (let value = 0; value < values; value++) {
        const removed = removedFrom<W>(line, value * words + k);
        addRemovals(line, 64 * k + half, <u32>(removed >> half), value);
      }
    }
  }
}

/** What the line loses of word `k` of its planes. */
function removedFrom<W>(line: i32, k: i32): u64 {
  const can = wordAt<W>(Grid.planes, planesAt<W>(line) + k);
  if (isReference<W>()) return can & ~Planes.result[k];
  return can & ~(k == 0 ? LineResult.blank : LineResult.filled);
}

/** Adds the places of a value in the `removed` cells of a line, from cell `from` on. */
function addRemovals(line: i32, from: i32, removed: u32, value: i32): void {
  const isRow = line < Problem.height;
  const base = isRow ? line * Problem.width : line - Problem.height;
  const step = isRow ? 1 : Problem.width;
  for (let rest = removed; rest != 0; rest &= rest - 1) {
    addWord((base + step * (from + <i32>ctz<u32>(rest))) * Problem.values + value);
  }
}
