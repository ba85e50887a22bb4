// Numbers from 0 for keys of several words, by first arrival: a hash table with open addressing.

import { Table, take, takeUnset, withRoom } from '../memory/memory';

@unmanaged
export class Numbering {
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
