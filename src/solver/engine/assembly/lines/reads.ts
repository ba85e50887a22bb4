// What the first propagation has read, line by line, so that rating need not solve it again.
// Solving is monotone: a line read in a position that knows no more than this one, and left in one
// that knows no less, gives the same. That saves two thirds of the line solves of a rating, and
// costs propagation one or two per cent. Positions only ever know more: each line's entries are
// gone through once.

import { Budget } from '../memory/budget';
import { Grid } from '../memory/grid';
import { Table, takeUnset, withRoom } from '../memory/memory';
import { Problem } from '../memory/problem';
import { Setting, setting } from '../memory/settings';
import { looksUp } from './lines';
import { LineResult } from './near';
import { Planes } from './planes';
import { planeWords, planesAt, putWord, takeWords, valuesIn, wordAt } from './shape';

export class Reads {
  /**
   * Entries: a line, the place of its next one (NONE for none; `loadReads` puts it there), its
   * planes before and after. Where W is Any, the place of the entry before is above that.
   */
  static words: Table<u64> = changetype<Table<u64>>(0);
  static end: i32 = 0;
  /** The last entry, where W is Any. */
  static last: i32 = 0;
  /** No entry goes beyond this place; 0 if readings are not added. */
  static most: i32 = 0;
  /** By line: its entry that was asked for last, at first its first; NONE if it has none. */
  static current: Table<i32> = changetype<Table<i32>>(0);
}

/** Words of an entry before its planes. */
const HEADER: i32 = 2;
/** Words of an entry, and of all, of lines of up to 64 cells in black and white. */
const SHORT: i32 = HEADER + 4;
const SHORT_WORDS: i32 = 1024 * SHORT;
/** In place of an entry. */
const NONE: i32 = -1;

/** Begins with a puzzle, if there is room, and if solving lines again would take longer. */
export function openReads<W>(): void {
  Reads.end = 0;
  Reads.last = NONE;
  Reads.most = 0;
  if (looksUp<W>()) return;
  Reads.most = isReference<W>() ? <i32>(setting(Setting.loggedWords) / 2) : SHORT_WORDS;
  if (isReference<W>() && 16 * <f64>Reads.most > Budget.memoryBytes) Reads.most = 0;
  Reads.words = takeWords<W>(isReference<W>() ? 1024 : SHORT_WORDS);
}

/** Adds that a line, as it is in the grid, was solved to what was found last. */
export function addRead<W>(line: i32): void {
  const size = valuesIn<W>() * planeWords<W>(line);
  const before = Reads.end + HEADER;
  const after = before + size;
  if (after + size > Reads.most) return;
  if (isReference<W>()) Reads.words = withRoom<u64>(Reads.words, after + size);
  const words = Reads.words;
  const at = planesAt<W>(line);
  putWord<W>(words, Reads.end, line);
  if (isReference<W>()) {
    words[Reads.end + 1] = (<u64>Reads.last) << 32;
    Reads.last = Reads.end;
    words.copy(before, Grid.planes, at, size);
    words.copy(after, Planes.result, 0, size);
  } else {
    putWord<W>(words, before, wordAt<W>(Grid.planes, at));
    putWord<W>(words, before + 1, wordAt<W>(Grid.planes, at + 1));
    putWord<W>(words, after, LineResult.blank);
    putWord<W>(words, after + 1, LineResult.filled);
  }
  Reads.end = after + size;
}

export function loadReads<W>(): void {
  if (looksUp<W>()) return;
  const words = Reads.words;
  const current = takeUnset<i32>(Problem.lines);
  for (let line = 0; line < Problem.lines; line++) current[line] = NONE;
  // From the last one back: so there is no branch for the first of a line.
  for (let entry = isReference<W>() ? Reads.last : Reads.end - SHORT; entry >= 0;) {
    const line = <i32>wordAt<W>(words, entry);
    let before = entry - SHORT;
    let next = <u64>(<u32>current[line]);
    if (isReference<W>()) {
      before = <i32>(words[entry + 1] >> 32);
      next |= (<u64>before) << 32;
    }
    putWord<W>(words, entry + 1, next);
    current[line] = entry;
    entry = before;
  }
  Reads.current = current;
}

/** Solves a line of `planes` if it was read; returns whether it was. @pre a placement fits. */
export function findRead<W>(planes: Table<u64>, line: i32): bool {
  if (looksUp<W>()) return false;
  let entry = Reads.current[line];
  if (entry == NONE) return false;
  const words = Reads.words;
  const at = planesAt<W>(line);
  const size = valuesIn<W>() * planeWords<W>(line);
  // The latest entry that knows no more than the position.
  while (true) {
    const next = <i32>wordAt<W>(words, entry + 1);
    if (next == NONE || !isWithin<W>(planes, at, words, next + HEADER, size)) break;
    entry = next;
  }
  Reads.current[line] = entry;
  if (!isWithin<W>(planes, at, words, entry + HEADER, size)) return false;
  const after = entry + HEADER + size;
  if (!isWithin<W>(words, after, planes, at, size)) return false;
  if (isReference<W>()) Planes.result.copy(0, words, after, size);
  else {
    LineResult.blank = wordAt<W>(words, after);
    LineResult.filled = wordAt<W>(words, after + 1);
  }
  return true;
}

/** Whether all that is in the first of two sets of `size` words is in the second. */
function isWithin<W>(a: Table<u64>, from: i32, b: Table<u64>, to: i32, size: i32): bool {
  if (!isReference<W>()) {
    const more = wordAt<W>(a, from) & ~wordAt<W>(b, to);
    return (more | (wordAt<W>(a, from + 1) & ~wordAt<W>(b, to + 1))) == 0;
  }
  for (let k = 0; k < size; k++) if ((a[from + k] & ~b[to + k]) != 0) return false;
  return true;
}
