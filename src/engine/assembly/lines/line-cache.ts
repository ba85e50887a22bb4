// Lines that were solved before, under other assumptions from the same position: those of two
// assumptions differ little, and so most lines are met in the same state again. A table with one
// place for each key, in which the latest line stays; solving one takes ten times as long as
// finding it.

import { Budget } from '../memory/budget';
import { Table, take } from '../memory/memory';
import { Problem } from '../memory/problem';
import { solveLine } from './lines';
import { LineResult } from './near';

/** The most places: all of them stay in the processor's nearer caches. */
const MOST_PLACES: i32 = 8192;
/**
 * Words of a place: the line, counted from 1; what its cells can be, and what remains of that;
 * nothing if it contradicts.
 */
const PLACE: i32 = 5;

export class LineCache {
  static places: Table<u64> = changetype<Table<u64>>(0);
  /** The number of places, a power of two, less one. */
  static mask: i32 = 0;
}

/** Begins with a puzzle, of which no line was solved. */
export function forgetLines(): void {
  LineCache.places = changetype<Table<u64>>(0);
}

/** Takes the table, unless it is there, or the limit on memory leaves no room for it. */
export function takeCache<W>(): void {
  if (isReference<W>() || changetype<usize>(LineCache.places) != 0) return;
  // Some four for each cell; to clear them takes as long as a few lines.
  const count = min(MOST_PLACES, 1 << (34 - clz(Problem.cells)));
  if (<f64>(PLACE * count) * <f64>sizeof<W>() > Budget.memoryBytes) return;
  LineCache.mask = count - 1;
  LineCache.places = changetype<Table<u64>>(take<W>(PLACE * count));
}

/** As `solveLine`, for a line that may have been solved before. */
export function solveKnownLine<W>(line: i32, canBlank: W, canFilled: W): bool {
  const places = changetype<Table<W>>(LineCache.places);
  if (changetype<usize>(places) == 0) return solveLine<W>(line, canBlank, canFilled);
  const mixed: u64 =
    (<u64>canBlank * 0x9e3779b97f4a7c15) ^ ((<u64>canFilled + <u64>line) * 0xc2b2ae3d27d4eb4f);
  const at = PLACE * ((<i32>((mixed ^ (mixed >> 29)) >> 32)) & LineCache.mask);
  const key: W = <W>(line + 1);
  if (places[at] == key && places[at + 1] == canBlank && places[at + 2] == canFilled) {
    const blank: W = places[at + 3];
    const filled: W = places[at + 4];
    LineResult.blank = <u64>blank;
    LineResult.filled = <u64>filled;
    return (blank | filled) != 0;
  }
  const fits = solveLine<W>(line, canBlank, canFilled);
  places[at] = key;
  places[at + 1] = canBlank;
  places[at + 2] = canFilled;
  places[at + 3] = fits ? <W>LineResult.blank : <W>0;
  places[at + 4] = fits ? <W>LineResult.filled : <W>0;
  return fits;
}
