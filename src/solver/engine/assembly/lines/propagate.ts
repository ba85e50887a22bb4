// Line solving repeated to the fixpoint.

import { Budget, Setting, setting, spend } from '../memory/budget';
import { Table, takeUnset, withRoom } from '../memory/memory';
import { Any, Grid, Problem, Propagated, lineLength, placeOf, wordsOf } from '../memory/problem';
import { Event, Events, tell, tellLine } from './events';
import { LineResult, looksUp, solveLine } from './lines';
import { hasWideLines, isWideLine, lineWork, solvePlanes } from './lines-planes';
import {
  Planes,
  clearLines,
  firstLine,
  lineSetWords,
  narrow,
  planeWords,
  planesAt,
  putWord,
  rowSetWords,
  takeWords,
  valuesIn,
  wordAt,
} from './planes';

// Lines that were solved before, under other assumptions from the same position: most are met
// again. Each key has one place, where the latest line stays; solving takes ten times as long as
// finding. Where W is Any, only wide lines are kept (`solveWide`).

/** How many places a line has where W is a word: most stay in the processor's nearest cache. */
const PLACES_BITS: i32 = 6;
/** Words of a place: what cells can be, and what remains of that; nothing if it contradicts. */
const PLACE: i32 = 4;
/** The most places for wide lines, which take fifty times as long to solve as to find; and 8 MB. */
const MOST_WIDE_PLACES: i32 = 1 << 16;
const MOST_WIDE_WORDS: i64 = 1 << 20;

export class LineCache {
  static places: Table<u64> = changetype<Table<u64>>(0);
  /** The number of places, a power of two, less one, where W is Any. */
  static mask: i32 = 0;
  /** Words of a place there: the line, counted from 1, and then as in PLACE. */
  static size: i32 = 0;
}

/** Begins with a puzzle, of which no line was solved. */
export function forgetLines(): void {
  LineCache.places = changetype<Table<u64>>(0);
}

/** Takes the table, unless it is there, lacks room in memory, or lines are looked up anyway. */
export function takeCache<W>(): void {
  if (changetype<usize>(LineCache.places) != 0) return;
  if (looksUp<W>()) return;
  if (!isReference<W>()) {
    takeWordCache<W>();
    return;
  }
  // Lines of one word are solved as fast in colours as they are found.
  if (!hasWideLines()) return;
  const size = 1 + 2 * Problem.values * max(Problem.rowWords, Problem.columnWords);
  // Some four for each cell; to clear them takes as long as a few lines.
  let count = min(MOST_WIDE_PLACES, 1 << (34 - clz(Problem.cells)));
  while (<i64>count * size > MOST_WIDE_WORDS) count >>= 1;
  if (8 * <f64>size * <f64>count > Budget.memoryBytes) return;
  LineCache.mask = count - 1;
  LineCache.size = size;
  LineCache.places = takeUnset<u64>(size * count);
  for (let i = 0; i < size * count; i += size) LineCache.places[i] = 0;
}

function takeWordCache<W>(): void {
  const words = PLACE * (Problem.lines << PLACES_BITS);
  if (<f64>words * <f64>sizeof<W>() > Budget.memoryBytes) return;
  const places = takeUnset<W>(words);
  // Each cell of a line can be blank or filled.
  for (let i = 0; i < words; i += PLACE) places[i] = places[i + 1] = 0;
  LineCache.places = changetype<Table<u64>>(places);
}

/** As `solveLine`, for a line that may have been solved before. */
export function solveKnownLine<W>(line: i32, canBlank: W, canFilled: W): bool {
  const places = changetype<Table<W>>(LineCache.places);
  if (changetype<usize>(places) == 0) return solveLine<W>(line, canBlank, canFilled);
  const mixed: W = canBlank * <W>0x9e3779b97f4a7c15 + canFilled * <W>0xc2b2ae3d27d4eb4f;
  const hash = <i32>(mixed >> (<W>(8 * <i32>sizeof<W>() - PLACES_BITS)));
  const at = PLACE * ((line << PLACES_BITS) | hash);
  if (places[at] == canBlank && places[at + 1] == canFilled) {
    const blank: W = places[at + 2];
    const filled: W = places[at + 3];
    LineResult.blank = <u64>blank;
    LineResult.filled = <u64>filled;
    return (blank | filled) != 0;
  }
  const fits = solveLine<W>(line, canBlank, canFilled);
  places[at] = canBlank;
  places[at + 1] = canFilled;
  places[at + 2] = fits ? <W>LineResult.blank : <W>0;
  places[at + 3] = fits ? <W>LineResult.filled : <W>0;
  return fits;
}

/** As `solvePlanes`, for a line that may have been solved before, if it is a wide one. */
export function solveKnownPlanes(line: i32): bool {
  const places = LineCache.places;
  if (changetype<usize>(places) == 0 || !isWideLine(line)) return solvePlanes(line);
  const planes = Grid.planes;
  const result = Planes.result;
  const from = placeOf(line);
  const words = Problem.values * wordsOf(line);
  let mixed = <u64>line;
  for (let k = 0; k < words; k++) {
    mixed = (mixed ^ planes[from + k]) * 0x9e3779b97f4a7c15;
    mixed ^= mixed >> 29;
  }
  const at = LineCache.size * ((<i32>(mixed >> 32)) & LineCache.mask);
  let isKnown = places[at] == <u64>(line + 1);
  for (let k = 0; isKnown && k < words; k++) isKnown = places[at + 1 + k] == planes[from + k];
  if (isKnown) {
    let any: u64 = 0;
    for (let k = 0; k < words; k++) {
      result[k] = places[at + 1 + words + k];
      any |= result[k];
    }
    return any != 0;
  }
  const fits = solvePlanes(line);
  places[at] = <u64>(line + 1);
  for (let k = 0; k < words; k++) {
    places[at + 1 + k] = planes[from + k];
    places[at + 1 + words + k] = fits ? result[k] : 0;
  }
  return fits;
}

// What the first propagation has read, line by line, so that rating need not solve it again.
// Solving is monotone: a line read in a position that knows no more than this one, and left in one
// that knows no less, gives the same. That saves two thirds of the line solves of a rating, and
// costs propagation one or two per cent. Positions only ever know more: each line's entries are
// gone through once.

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
const READ_WORDS: i32 = 2;
/** Words of an entry, and of all, of lines of up to 64 cells in black and white. */
const SHORT: i32 = READ_WORDS + 4;
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
function addRead<W>(line: i32): void {
  const size = valuesIn<W>() * planeWords<W>(line);
  const before = Reads.end + READ_WORDS;
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
    if (next == NONE || !isWithin<W>(planes, at, words, next + READ_WORDS, size)) break;
    entry = next;
  }
  Reads.current[line] = entry;
  if (!isWithin<W>(planes, at, words, entry + READ_WORDS, size)) return false;
  const after = entry + READ_WORDS + size;
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

/**
 * Solves dirty lines until none is left: all rows, then all columns, in turn. The fixpoint does not
 * depend on the order; this one makes the passes of the first propagation the sweeps of Batenburg
 * and Kosters, as a line that is not dirty would change nothing in its pass.
 */
export function propagateGrid<W>(): Propagated {
  if (isReference<W>()) return propagatePlanes();
  const height = Problem.height;
  const planes = changetype<Table<W>>(Grid.planes);
  const trailCell = Grid.trailCell;
  const trailValue = Grid.trailValue;
  let length = Grid.trailLength;
  let unknown = Grid.unknown;
  let dirty: W = <W>Planes.dirty[0];
  let crossingDirty: W = <W>Planes.dirty[1];
  const isNoted = Reads.most > 0 || Events.lines;
  const isProbing = changetype<usize>(LineCache.places) != 0;
  let rows = true;
  let passes = 0;
  let found = Propagated.fixpoint;
  while ((dirty | crossingDirty) != 0) {
    if (unknown > 0) passes++;
    const base = rows ? 0 : height;
    const crossing = rows ? 2 * height : 0;
    let solved = 0;
    for (; dirty != 0; dirty &= dirty - <W>1) {
      const index = <i32>ctz<W>(dirty);
      const line = base + index;
      const canBlank = planes[2 * line];
      const canFilled = planes[2 * line + 1];
      solved++;
      if (
        isProbing
          ? !solveKnownLine<W>(line, canBlank, canFilled)
          : !solveLine<W>(line, canBlank, canFilled)
      ) {
        found = Propagated.contradiction;
        if (Events.on) tell(Event.lineContradiction, line, 0);
        break;
      }
      if (isNoted) {
        if (Events.lines) tellLine<W>(line);
        addRead<W>(line);
      }
      const filled: W = canBlank & ~(<W>LineResult.blank);
      const blank: W = canFilled & ~(<W>LineResult.filled);
      const changed: W = filled | blank;
      if (sizeof<W>() == 8 && <f64>solved + Budget.steps > Budget.maxSteps) {
        found = Propagated.stopped;
      }
      // No branch for lines that find nothing: it is guessed wrong, and so is then the loop's end.
      planes[2 * line] = canBlank ^ filled;
      planes[2 * line + 1] = canFilled ^ blank;
      crossingDirty |= changed;
      const keep: W = ~((<W>1) << (<W>index));
      for (let rest: W = changed; rest != 0; rest &= rest - <W>1) {
        const i = <i32>ctz<W>(rest);
        const value = <i32>((blank >> (<W>i)) & (<W>1));
        const to = crossing + 2 * i + value;
        planes[to] = planes[to] & keep;
        trailCell[length] = rows ? (index << 16) | i : (i << 16) | index;
        trailValue[length++] = <u8>value;
        unknown--;
      }
      if (found == Propagated.stopped) break;
    }
    const within = spend(solved, 4 * solved);
    if (found != Propagated.fixpoint) break;
    dirty = crossingDirty;
    crossingDirty = 0;
    rows = !rows;
    if (!within) {
      // The lines left dirty are those of the next pass; they do not matter any more.
      found = Propagated.stopped;
      break;
    }
  }
  clearLines<W>();
  Grid.trailLength = length;
  Grid.unknown = unknown;
  Grid.passes = passes;
  return found;
}

/** As `propagateGrid`, where W is Any. */
export function propagatePlanes(): Propagated {
  Grid.passes = 0;
  const dirty = Planes.dirty;
  const middle = rowSetWords<Any>();
  const end = lineSetWords<Any>();
  let rows = true;
  while (!isEmpty(dirty, end)) {
    if (Grid.unknown > 0) Grid.passes++;
    const past = rows ? middle : end;
    for (let k = rows ? 0 : middle; k < past; k++) {
      const base = firstLine<Any>(k);
      while (dirty[k] != 0) {
        const line = base + <i32>ctz<u64>(dirty[k]);
        dirty[k] = dirty[k] & (dirty[k] - 1);
        const within = spend(1, 4 + lineWork(line));
        if (!solveKnownPlanes(line)) {
          Grid.broken = line;
          clearLines<Any>();
          if (Events.on) tell(Event.lineContradiction, line, 0);
          return Propagated.contradiction;
        }
        // Short lines are solved as fast as they are looked up.
        if (lineLength(line) > 32) addRead<Any>(line);
        if (Events.lines) tellLine<Any>(line);
        narrow(line);
        if (!within) return Propagated.stopped;
      }
    }
    rows = !rows;
  }
  return Propagated.fixpoint;
}

function isEmpty(set: Table<u64>, words: i32): bool {
  for (let k = 0; k < words; k++) if (set[k] != 0) return false;
  return true;
}
