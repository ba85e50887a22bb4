// What the first propagation has read where W is Any, line by line, so that rating need not solve the same lines again:
// see known-reads.ts for why a result is still the same. Each line's entries are gone through once.

import { Budget } from '../memory/budget';
import { Grid } from '../memory/grid';
import { Table, grown, take, takeUnset } from '../memory/memory';
import { Problem, placeOf, wordsOf } from '../memory/problem';
import { Setting, setting } from '../memory/settings';
import { Planes } from './planes';

class Reads {
  /** Entries: the place of the line's next one (0 for none), then its planes before and after. */
  static words: Table<u64> = changetype<Table<u64>>(0);
  static used: i32 = 1;
  /** By line: its entry that was asked for last, at first its first; and its last. */
  static current: Table<i32> = changetype<Table<i32>>(0);
  static last: Table<i32> = changetype<Table<i32>>(0);
  /** Whether readings are added. */
  static isOpen: bool = false;
}

/** Begins with a puzzle, if there is room. */
export function openReads(): void {
  Reads.words = takeUnset<u64>(1024);
  Reads.used = 1;
  Reads.current = take<i32>(Problem.lines);
  Reads.last = takeUnset<i32>(Problem.lines);
  Reads.isOpen = 8 * setting(Setting.loggedWords) <= Budget.memoryBytes;
}

/** Adds no more. */
export function closeReads(): void {
  Reads.isOpen = false;
}

/** Adds that a line, as it is in the grid, was solved to `Planes.result`. */
export function addRead(line: i32): void {
  if (!Reads.isOpen) return;
  const size = Problem.values * wordsOf(line);
  const entry = Reads.used;
  const end = entry + 1 + 2 * size;
  if (2 * <f64>end > setting(Setting.loggedWords)) {
    Reads.isOpen = false;
    return;
  }
  if (end > Reads.words.length) Reads.words = grown<u64>(Reads.words, end);
  const words = Reads.words;
  const at = placeOf(line);
  words[entry] = 0;
  for (let k = 0; k < size; k++) {
    words[entry + 1 + k] = Grid.planes[at + k];
    words[entry + 1 + size + k] = Planes.result[k];
  }
  if (Reads.current[line] == 0) Reads.current[line] = entry;
  else words[Reads.last[line]] = <u64>entry;
  Reads.last[line] = entry;
  Reads.used = end;
}

/** Puts what solving a line gives into `Planes.result` if it was read; returns whether it was. @pre some placement fits. */
export function findReadOfPlanes(line: i32): bool {
  let entry = Reads.current[line];
  if (entry == 0) return false;
  const words = Reads.words;
  const planes = Grid.planes;
  const at = placeOf(line);
  const size = Problem.values * wordsOf(line);
  if (!isWithin(planes, at, words, entry + 1, size)) return false;
  // The latest entry that knows no more than the position.
  while (true) {
    const next = <i32>words[entry];
    if (next == 0 || !isWithin(planes, at, words, next + 1, size)) break;
    entry = next;
  }
  Reads.current[line] = entry;
  const result = entry + 1 + size;
  if (!isWithin(words, result, planes, at, size)) return false;
  for (let k = 0; k < size; k++) Planes.result[k] = words[result + k];
  return true;
}

/** Whether all that is in the first of two sets of `size` words is in the second. */
function isWithin(a: Table<u64>, from: i32, b: Table<u64>, to: i32, size: i32): bool {
  for (let k = 0; k < size; k++) if ((a[from + k] & ~b[to + k]) != 0) return false;
  return true;
}
