import { pieceOf } from '../../record/puzzle-id.js';

/** Some puzzles with one shape. */
interface EqualPuzzles {
  readonly shape: string;
  readonly count: number;
  /** Ids of the first puzzles. */
  readonly first: number[];
}

/** The groups of puzzles with one shape. */
interface RepeatedShapes {
  readonly groups: number;
  /** How many puzzles would have to go, so that each is there once. */
  readonly surplus: number;
  /** Some of the groups. */
  readonly first: readonly EqualPuzzles[];
}

/** Which of the groups are named, and how many puzzles of each. */
export interface NamedGroups {
  /** How many groups are passed over before the first that is named. */
  readonly skip?: number;
  readonly groups: number;
  readonly members: number;
}

/** How many digits of a shape are one number, and how many are left. */
const KEY_DIGITS = 13;
const REST_DIGITS = 3;

/** The bits of these, and how many bits of a number share a word with them. */
const REST_BITS = 4 * REST_DIGITS;
const SPLIT_BITS = 32 - REST_BITS;

/**
 * Collects the shapes of puzzles, to find shapes that occur twice: as numbers, 18 bytes a puzzle.
 */
export class ShapeKeys {
  private ids = new Float64Array(64);
  private keys = new Float64Array(64);
  private rests = new Uint16Array(64);
  private length = 0;

  /** Adds the shape of a puzzle, hexadecimal digits. */
  add(id: number, shape: string): void {
    this.addHalves(id, Number.parseInt(shape.slice(0, 8), 16), Number.parseInt(shape.slice(8), 16));
  }

  /** The same of its bytes: to make a text of them would take longer than all else here. */
  addBytes(id: number, bytes: Uint8Array, at: number): void {
    const half = (from: number): number =>
      bytes[from] * 2 ** 24 + (bytes[from + 1] << 16) + (bytes[from + 2] << 8) + bytes[from + 3];
    this.addHalves(id, half(at), half(at + 4));
  }

  private addHalves(id: number, high: number, low: number): void {
    const at = this.length++;
    if (at === this.keys.length) this.grow(at + 1);
    this.ids[at] = id;
    this.set(at, high, low);
  }

  private set(at: number, high: number, low: number): void {
    this.keys[at] = high * 2 ** SPLIT_BITS + (low >>> REST_BITS);
    this.rests[at] = low & (2 ** REST_BITS - 1);
  }

  /** Those that were added, in the order of the ids: two words for each. */
  words(): Uint32Array {
    this.order();
    const words = new Uint32Array(2 * this.length);
    for (let i = 0; i < this.length; i++) {
      words[2 * i] = Math.floor(this.keys[i] / 2 ** SPLIT_BITS);
      words[2 * i + 1] = (this.keys[i] % 2 ** SPLIT_BITS) * 2 ** REST_BITS + this.rests[i];
    }
    return words;
  }

  /** The ids of these puzzles, in the same order. */
  idsOf(): Float64Array {
    this.order();
    return this.ids.subarray(0, this.length);
  }

  /** Adds such words again, of puzzles with these ids. */
  addWords(ids: ArrayLike<number>, words: Uint32Array): void {
    const { length } = this;
    this.grow(length + ids.length);
    this.ids.set(ids, length);
    for (let i = 0; i < ids.length; i++) {
      this.set(length + i, words[2 * i], words[2 * i + 1]);
    }
    this.length += ids.length;
  }

  /** The groups of puzzles with one shape, in the order of their first puzzles. */
  repeated({ skip = 0, groups, members }: NamedGroups): RepeatedShapes {
    this.order();
    const { firstOf, counts } = this.firstOnes();
    const named = new Map<number, EqualPuzzles>();
    let all = 0;
    let surplus = 0;
    for (let i = 0; i < this.length; i++) {
      const count = counts[i];
      if (count < 2) continue;
      surplus += count - 1;
      if (all >= skip && all < skip + groups) {
        named.set(i, { shape: this.shapeAt(i), count, first: [] });
      }
      all++;
    }
    for (let i = 0; named.size > 0 && i < this.length; i++) {
      const first = named.get(firstOf[i])?.first;
      if (first !== undefined && first.length < members) first.push(this.ids[i]);
    }
    return { groups: all, surplus, first: [...named.values()] };
  }

  /**
   * For each puzzle the first with its shape, and for that one how many there are; 0 for others.
   */
  private firstOnes(): { firstOf: Int32Array; counts: Int32Array } {
    const firstOf = new Int32Array(this.length);
    const counts = new Int32Array(this.length);
    // Of each shape the place of its first puzzle, from 1 on, where its last bits say, or in the
    // next free place.
    const places = new Int32Array(2 ** Math.ceil(Math.log2(2 * this.length + 2)));
    for (let i = 0; i < this.length; i++) {
      let at = (this.keys[i] % 2 ** 31) & (places.length - 1);
      let first = places[at] - 1;
      while (first >= 0 && !this.areEqual(first, i)) {
        at = (at + 1) & (places.length - 1);
        first = places[at] - 1;
      }
      if (first < 0) {
        first = i;
        places[at] = i + 1;
      }
      firstOf[i] = first;
      counts[first]++;
    }
    return { firstOf, counts };
  }

  private areEqual(one: number, other: number): boolean {
    return this.keys[one] === this.keys[other] && this.rests[one] === this.rests[other];
  }

  private shapeAt(i: number): string {
    const key = this.keys[i].toString(16).padStart(KEY_DIGITS, '0');
    return key + this.rests[i].toString(16).padStart(REST_DIGITS, '0');
  }

  /** Puts the puzzles in the order of their ids: by whole pieces as far as that will do. */
  private order(): void {
    if (this.isOrdered()) return;
    const { ids, length } = this;
    const starts: number[] = [];
    for (let i = 0; i < length; i++) {
      if (i === 0 || ids[i] < ids[i - 1] || pieceOf(ids[i]) !== pieceOf(ids[i - 1])) starts.push(i);
    }
    const parts = starts.map((from, i) => ({ from, to: starts.at(i + 1) ?? length }));
    this.arrange(parts.sort((one, other) => ids[one.from] - ids[other.from]));
    if (this.isOrdered()) return;
    const single = Array.from({ length }, (_, from) => ({ from, to: from + 1 }));
    this.arrange(single.sort((one, other) => this.ids[one.from] - this.ids[other.from]));
  }

  private isOrdered(): boolean {
    const { ids, length } = this;
    for (let i = 1; i < length; i++) if (ids[i] < ids[i - 1]) return false;
    return true;
  }

  /** Puts these parts one after the other. */
  private arrange(parts: readonly { readonly from: number; readonly to: number }[]): void {
    const { ids, keys, rests, length } = this;
    this.ids = new Float64Array(length);
    this.keys = new Float64Array(length);
    this.rests = new Uint16Array(length);
    let at = 0;
    for (const { from, to } of parts) {
      this.ids.set(ids.subarray(from, to), at);
      this.keys.set(keys.subarray(from, to), at);
      this.rests.set(rests.subarray(from, to), at);
      at += to - from;
    }
  }

  private grow(least: number): void {
    if (least <= this.keys.length) return;
    const length = Math.max(least, 2 * this.keys.length);
    this.ids = grown(this.ids, length);
    this.keys = grown(this.keys, length);
    this.rests = grown(this.rests, length);
  }
}

function grown<T extends Float64Array | Uint16Array>(array: T, length: number): T {
  const longer = new (array.constructor as new (length: number) => T)(length);
  longer.set(array);
  return longer;
}
