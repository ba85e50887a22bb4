import { quantileAt } from '../record/figures.js';

/** How many times as many as are wanted are gathered before the others are dropped. */
const GATHERED = 4;

/**
 * The ids of highest rank among those that come in any order; of equal ranks, the lower ids.
 */
export class TopList {
  private ranks: number[] = [];
  private items: number[] = [];
  /** Lower ranks have no place. */
  private least = -Infinity;

  constructor(readonly size: number) {}

  add(rank: number, id: number): void {
    // Cheap, as it is asked a million times.
    if (rank < this.least) return;
    this.ranks.push(rank);
    this.items.push(id);
    if (this.items.length === GATHERED * this.size) this.cut();
  }

  /** The first ids, the highest rank first. */
  ids(most: number): number[] {
    this.cut();
    return this.items.slice(0, most);
  }

  /** The first of them with their ranks, the highest first. */
  entries(most: number): (readonly [rank: number, id: number])[] {
    this.cut();
    return this.items.slice(0, most).map((id, i) => [this.ranks[i], id] as const);
  }

  /** Puts them in order, and drops those that have no place. */
  cut(): void {
    const { ranks, items, size } = this;
    const order = Array.from(items.keys());
    order.sort((a, b) => ranks[b] - ranks[a] || items[a] - items[b]);
    if (order.length >= size) {
      order.length = size;
      this.least = Math.max(this.least, ranks[order[size - 1]]);
    }
    this.ranks = order.map((at) => ranks[at]);
    this.items = order.map((at) => items[at]);
  }
}

/** What lists begin with that may stay empty: each piece of a corpus has ten. */
const NO_NUMBERS = new Float64Array(0);

/** A list of numbers that grows without an object for each: 8 bytes a number. */
export class NumberList {
  private values: Float64Array = NO_NUMBERS;
  private used = 0;
  private isSorted = false;

  get length(): number {
    return this.used;
  }

  push(value: number): void {
    if (this.used === this.values.length) this.grow(this.used + 1);
    this.values[this.used++] = value;
    this.isSorted = false;
  }

  /** Adds numbers, or those of another list. */
  addAll(more: ArrayLike<number> | NumberList): void {
    const numbers = more instanceof NumberList ? more.values.subarray(0, more.used) : more;
    this.grow(this.used + numbers.length);
    this.values.set(numbers, this.used);
    this.used += numbers.length;
    this.isSorted = false;
  }

  /** The numbers in ascending order, as a view that is true until the list changes. */
  sorted(): Float64Array {
    const values = this.values.subarray(0, this.used);
    if (!this.isSorted) values.sort();
    this.isSorted = true;
    return values;
  }

  private grow(least: number): void {
    if (least <= this.values.length) return;
    const grown = new Float64Array(Math.max(16, least, this.values.length * 2));
    grown.set(this.values);
    this.values = grown;
  }
}

export function sumOf(numbers: Float64Array): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

/** The quantile of ascending numbers, as `quantileAt` has it; null if there are none. */
export function quantile(sorted: Float64Array, q: number): number | null {
  return quantileAt(sorted.length, q, (rank) => sorted[rank]);
}

/** The units in which most numbers of a list are whole: nanoseconds of times, for instance. */
const SCALES = [1, 100, 1e6];

/** Written one after the other, to be read by a PackedReader in the same order. */
export class PackedWriter {
  private bytes = Buffer.allocUnsafe(1024);
  private at = 0;

  /** A text, with its length ahead. */
  text(text: string): void {
    const length = Buffer.byteLength(text);
    this.reserve(8 + length);
    this.varint(length);
    this.at += this.bytes.write(text, this.at);
  }

  /**
   * Ascending numbers: how many there are, their unit, and the steps between them, of which most
   * take a byte; or all 64 bits of each.
   */
  numbers(ascending: Float64Array): void {
    const scale = SCALES.findIndex((unit) =>
      ascending.every((one) => {
        const whole = Math.round(one * unit);
        return whole <= 2 ** 46 && whole >= 0 && whole / unit === one;
      }),
    );
    this.reserve(16 + 8 * ascending.length);
    this.varint(ascending.length);
    this.bytes[this.at++] = scale + 1;
    if (scale < 0) {
      this.raw(ascending);
      return;
    }
    let before = 0;
    for (const one of ascending) {
      const whole = Math.round(one * SCALES[scale]);
      this.varint(whole - before);
      before = whole;
    }
  }

  /** Numbers as they lie in memory, without saying how many. */
  raw(numbers: Uint32Array | Float64Array): void {
    this.reserve(numbers.byteLength);
    this.bytes.set(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength), this.at);
    this.at += numbers.byteLength;
  }

  /**
   * All that was written, as bytes of their own: small buffers share memory, all of which would
   * travel to another thread with them.
   */
  take(): Uint8Array<ArrayBuffer> {
    const taken = new Uint8Array(this.at);
    taken.set(this.bytes.subarray(0, this.at));
    return taken;
  }

  /** Seven bits a byte, the lowest first; the last byte is below 128. */
  private varint(value: number): void {
    let left = value;
    for (; left >= 128; left = Math.floor(left / 128)) this.bytes[this.at++] = (left % 128) + 128;
    this.bytes[this.at++] = left;
  }

  private reserve(more: number): void {
    if (this.at + more <= this.bytes.length) return;
    const grown = Buffer.allocUnsafe(Math.max(this.at + more, 2 * this.bytes.length));
    this.bytes.copy(grown, 0, 0, this.at);
    this.bytes = grown;
  }
}

/** Reads what a PackedWriter wrote. */
export class PackedReader {
  private at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  text(): string {
    return Buffer.from(this.take(this.varint())).toString();
  }

  numbers(): Float64Array {
    const length = this.varint();
    const scale = this.bytes[this.at++] - 1;
    if (scale < 0) return new Float64Array(this.take(8 * length).buffer);
    const numbers = new Float64Array(length);
    let whole = 0;
    for (let i = 0; i < length; i++) {
      whole += this.varint();
      numbers[i] = whole / SCALES[scale];
    }
    return numbers;
  }

  words(count: number): Uint32Array {
    return new Uint32Array(this.take(4 * count).buffer);
  }

  /** A copy, as numbers of many bytes must begin at a multiple of them. */
  private take(length: number): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(length);
    bytes.set(this.bytes.subarray(this.at, this.at + length));
    this.at += length;
    return bytes;
  }

  private varint(): number {
    let value = 0;
    for (let unit = 1; this.at < this.bytes.length; unit *= 128) {
      const byte = this.bytes[this.at++];
      if (byte < 128) return value + unit * byte;
      value += unit * (byte - 128);
    }
    return value;
  }
}
