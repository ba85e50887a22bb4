// Lines that were solved before, under other assumptions from the same position: most are met
// again. Each key has one place, where the latest line stays; solving takes ten times as long as
// finding. Where W is Any, only wide lines are kept (lines-wide.ts).

import { Budget } from '../memory/budget';
import { Grid } from '../memory/grid';
import { Table, takeUnset } from '../memory/memory';
import { Problem, placeOf, wordsOf } from '../memory/problem';
import { looksUp, solveLine } from './lines';
import { hasWideLines, isWideLine, solvePlanes } from './lines-planes';
import { LineResult } from './near';
import { Planes } from './planes';

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
