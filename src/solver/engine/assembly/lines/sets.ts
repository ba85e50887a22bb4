// Sets of cells in several words, from a place of a table: bit i & 63 of word i >> 6 is cell i.

import { Table } from '../memory/memory';

/** The place of the highest bit of a word that is not 0. */
export function highest<W>(word: W): i32 {
  return <i32>sizeof<W>() * 8 - 1 - <i32>clz<W>(word);
}

/** The lowest `count` bits; none for less than 1, and all from 64 on. */
export function maskBelow(count: i32): u64 {
  if (count >= 64) return ~(<u64>0);
  return count <= 0 ? 0 : ((<u64>1) << (<u64>count)) - 1;
}

/** What line solvers do for each block of a line. */
@unmanaged
export class Sets {
  /** The 64 cells from `bit` on of the set at `from`; the table has a word after it. */
  @inline
  static window(sets: Table<u64>, from: i32, bit: i32): u64 {
    const at = from + (bit >> 6);
    return Sets.join(sets[at], sets[at + 1], bit);
  }

  /** The 64 cells from bit `bit & 63` of a word on, of that word and the next one. */
  @inline
  static join(word: u64, next: u64, bit: i32): u64 {
    // Two shifts for the second word, as one by 64 does nothing.
    const up = <u64>(63 - bit);
    return (word >> (<u64>bit)) | ((next << 1) << up);
  }

  /** Adds 64 cells at `bit` to the set of `words` words at `to`; those beyond its end are zero. */
  @inline
  static or(sets: Table<u64>, to: i32, words: i32, bit: i32, cells: u64): void {
    const k = bit >> 6;
    sets[to + k] = sets[to + k] | (cells << (<u64>bit));
    if (k + 1 < words) sets[to + k + 1] = sets[to + k + 1] | ((cells >> 1) >> (<u64>(63 - bit)));
  }
}

/** Adds the cells from `from` to `to - 1` to the set at `at`. */
export function addRange(sets: Table<u64>, at: i32, from: i32, to: i32): void {
  for (let k = from >> 6; 64 * k < to; k++) {
    sets[at + k] = sets[at + k] | (maskBelow(to - 64 * k) & ~maskBelow(from - 64 * k));
  }
}

/** Removes the cells from `from` to `to - 1` from the set at `at`. */
export function removeRange(sets: Table<u64>, at: i32, from: i32, to: i32): void {
  for (let k = from >> 6; 64 * k < to; k++) {
    sets[at + k] = sets[at + k] & (~maskBelow(to - 64 * k) | maskBelow(from - 64 * k));
  }
}

/** The first of the cells from `from` to `to - 1` that is not in the set at `at`, or -1. */
export function firstMissing(sets: Table<u64>, at: i32, from: i32, to: i32): i32 {
  for (let k = from >> 6; 64 * k < to; k++) {
    const missing = ~sets[at + k] & maskBelow(to - 64 * k) & ~maskBelow(from - 64 * k);
    if (missing != 0) return 64 * k + <i32>ctz<u64>(missing);
  }
  return -1;
}

/** The last of the cells from `from` to `to - 1` that is not in the set at `at`, or -1. */
export function lastMissing(sets: Table<u64>, at: i32, from: i32, to: i32): i32 {
  for (let k = (to - 1) >> 6; k >= 0 && 64 * (k + 1) > from; k--) {
    const missing = ~sets[at + k] & maskBelow(to - 64 * k) & ~maskBelow(from - 64 * k);
    if (missing != 0) return 64 * k + highest<u64>(missing);
  }
  return -1;
}
