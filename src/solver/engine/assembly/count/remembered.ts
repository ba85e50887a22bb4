// Counts of parts under the numbers of their segments, in order: these determine which cells are
// unknown and all ways to complete each line. Entries are in blocks of memory that never move:
// hash, words of the key, limbs of the count, key, limbs.

import { Table, grown, take, takeUnset } from '../memory/memory';
import { pushLimbs, topAt, topLimbs } from './big';
import { hashOf } from './numbering';

export class Remembered {
  /** The entries in the order in which they were remembered, by their places in memory. */
  static order: Table<usize> = changetype<Table<usize>>(0);
  static count: i32 = 0;
  static bytes: f64 = 0;
  /** By hash, with open addressing: an entry, or 0. */
  static slots: Table<usize> = changetype<Table<usize>>(0);
  /** The blocks of memory, how many are in use, and where in the last the next entry begins. */
  static blocks: Table<usize> = changetype<Table<usize>>(0);
  static blockCount: i32 = 0;
  static used: i32 = 0;
  static end: usize = 0;
}

const HEADER: i32 = 3;
/** Words of a block, or more if an entry is longer. */
const BLOCK: i32 = 1 << 14;

export function startRemembered(): void {
  Remembered.order = takeUnset<usize>(1024);
  Remembered.slots = take<usize>(2048);
  Remembered.blocks = takeUnset<usize>(64);
  Remembered.blockCount = 0;
  forgetRemembered();
}

export function forgetRemembered(): void {
  Remembered.slots.clear(0, Remembered.slots.length);
  Remembered.count = 0;
  Remembered.bytes = 0;
  Remembered.used = 0;
  Remembered.end = 0;
}

/** Puts the count of the part with the key of `size` words at `at` on top; false if it has none. */
export function recall(words: Table<i32>, at: i32, size: i32): bool {
  const hash = hashOf(words, at, size);
  const key = changetype<usize>(words) + ((<usize>at) << 2);
  const slots = Remembered.slots;
  const mask = slots.length - 1;
  for (let slot = hash & mask; slots[slot] != 0; slot = (slot + 1) & mask) {
    const entry = slots[slot];
    if (load<i32>(entry) != hash || load<i32>(entry, 4) != size) continue;
    if (memory.compare(entry + 4 * HEADER, key, (<usize>size) << 2) != 0) continue;
    pushLimbs(entry + 4 * (HEADER + size), load<i32>(entry, 8));
    return true;
  }
  return false;
}

/** Remembers the number on top under a key that is not remembered yet. */
export function remember(words: Table<i32>, at: i32, size: i32): void {
  const hash = hashOf(words, at, size);
  const limbs = topLimbs();
  const entry = takeEntry(HEADER + size + limbs);
  store<i32>(entry, hash);
  store<i32>(entry, size, 4);
  store<i32>(entry, limbs, 8);
  const from = changetype<usize>(words) + ((<usize>at) << 2);
  memory.copy(entry + 4 * HEADER, from, (<usize>size) << 2);
  memory.copy(entry + 4 * (HEADER + size), topAt(), (<usize>limbs) << 2);
  if (Remembered.count == Remembered.order.length) {
    Remembered.order = grown<usize>(Remembered.order, Remembered.count + 1);
  }
  Remembered.order[Remembered.count++] = entry;
  if (2 * Remembered.count >= Remembered.slots.length) growSlots();
  else putIn(entry);
}

/** Forgets what was remembered since there were `count` entries. */
export function forgetSince(count: i32): void {
  while (Remembered.count > count) {
    const entry = Remembered.order[--Remembered.count];
    const slots = Remembered.slots;
    const mask = slots.length - 1;
    // No entry was put in after it, so that none is looked for beyond its slot.
    let slot = load<i32>(entry) & mask;
    while (slots[slot] != entry) slot = (slot + 1) & mask;
    slots[slot] = 0;
    Remembered.bytes -= bytesOf(wordsOf(entry));
    while (entry < Remembered.blocks[Remembered.used - 1] || entry >= endOf(Remembered.used - 1)) {
      Remembered.used--;
    }
    Remembered.end = entry;
  }
}

/** The words of an entry. */
function wordsOf(entry: usize): i32 {
  return HEADER + load<i32>(entry, 4) + load<i32>(entry, 8);
}

/** The bytes that an entry of so many words takes here and in the tables. */
function bytesOf(words: i32): f64 {
  return 4 * <f64>words + 24;
}

/** Takes memory for an entry of so many words. */
function takeEntry(words: i32): usize {
  const bytes = (<usize>words) << 2;
  let fits = false;
  if (Remembered.used > 0) fits = Remembered.end + bytes <= endOf(Remembered.used - 1);
  while (!fits) {
    if (Remembered.used == Remembered.blockCount) addBlock(words);
    Remembered.end = Remembered.blocks[Remembered.used];
    fits = Remembered.end + bytes <= endOf(Remembered.used++);
  }
  Remembered.bytes += bytesOf(words);
  const entry = Remembered.end;
  Remembered.end += bytes;
  return entry;
}

function addBlock(words: i32): void {
  if (Remembered.blockCount == Remembered.blocks.length) {
    Remembered.blocks = grown<usize>(Remembered.blocks, Remembered.blockCount + 1);
  }
  const block = takeUnset<i32>(max(BLOCK, words));
  Remembered.blocks[Remembered.blockCount++] = changetype<usize>(block);
}

function endOf(block: i32): usize {
  const start = Remembered.blocks[block];
  return start + ((<usize>changetype<Table<i32>>(start).length) << 2);
}

function putIn(entry: usize): void {
  const slots = Remembered.slots;
  const mask = slots.length - 1;
  let slot = load<i32>(entry) & mask;
  while (slots[slot] != 0) slot = (slot + 1) & mask;
  slots[slot] = entry;
}

/** Makes the table of slots anew, entries in their order, as `forgetSince` needs it. */
function growSlots(): void {
  Remembered.slots = take<usize>(2 * Remembered.slots.length);
  for (let i = 0; i < Remembered.count; i++) putIn(Remembered.order[i]);
}
