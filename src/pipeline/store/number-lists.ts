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

/** So many numbers wait before they are counted; in a long list, half as many as differ. */
const MOST_WAITING = 1 << 16;

/**
 * Numbers in ascending order, of which equal ones are counted once there are many: of the times of
 * four million random 5x5 31,000 differ, and of their scores 607,000.
 */
export class NumberList {
  /** Those that differ, ascending, and of each how many there are up to it. */
  private values: Float64Array = NO_NUMBERS;
  private ends: Float64Array = NO_NUMBERS;
  /** Those that came since, in any order. */
  private waiting: Float64Array = NO_NUMBERS;
  private waitingLength = 0;

  /** All numbers of some lists, merged half by half: there may be thousands. */
  static of(lists: readonly NumberList[]): NumberList {
    const all = new NumberList();
    const half = lists.length >> 1;
    const halves = [lists.slice(0, half), lists.slice(half)];
    for (const list of half === 0 ? lists : halves.map((part) => NumberList.of(part))) {
      list.count();
      all.merge(list.values, list.ends);
    }
    return all;
  }

  /** The number of a rank, from 0 on, among all numbers of some lists, none of which is copied. */
  static at(lists: readonly NumberList[], rank: number): number {
    const below = (value: number): number =>
      lists.reduce((sum, list) => sum + list.below(value), 0);
    const found = lists.map((list) => {
      list.count();
      return list.values[firstWhere(list.values, (value) => below(value) > rank) - 1] ?? -Infinity;
    });
    return Math.max(...found);
  }

  get length(): number {
    return (this.ends.at(-1) ?? 0) + this.waitingLength;
  }

  push(value: number): void {
    if (this.waitingLength === this.waiting.length) this.makeRoom(1);
    this.waiting[this.waitingLength++] = value;
  }

  /** Adds numbers. */
  addAll(numbers: ArrayLike<number>): void {
    this.makeRoom(numbers.length);
    this.waiting.set(numbers, this.waitingLength);
    this.waitingLength += numbers.length;
  }

  /** All numbers in ascending order: of a list that stays short, a view until it changes. */
  sorted(): Float64Array {
    if (this.values.length === 0) return this.waiting.subarray(0, this.waitingLength).sort();
    const all = new Float64Array(this.length);
    let at = 0;
    for (const [value, count] of this.steps()) all.fill(value, at, (at += count));
    return all;
  }

  /** The numbers that differ in ascending order, and how many there are of each. */
  *steps(): Generator<readonly [value: number, count: number], void, undefined> {
    this.count();
    for (let i = 0; i < this.values.length; i++) {
      yield [this.values[i], this.ends[i] - (i === 0 ? 0 : this.ends[i - 1])];
    }
  }

  /** The number of a rank, from 0 on; undefined if there are not so many. */
  at(rank: number): number | undefined {
    this.count();
    return this.values.at(firstWhere(this.ends, (end) => end > rank));
  }

  /** How many numbers are less than a value. */
  below(value: number): number {
    this.count();
    return this.ends[firstWhere(this.values, (other) => other >= value) - 1] ?? 0;
  }

  sum(): number {
    let sum = 0;
    for (const [value, count] of this.steps()) sum += value * count;
    return sum;
  }

  private makeRoom(more: number): void {
    if (this.waitingLength >= Math.max(MOST_WAITING, this.values.length >> 1)) this.count();
    const least = this.waitingLength + more;
    if (least <= this.waiting.length) return;
    const grown = new Float64Array(Math.max(16, least, this.waiting.length * 2));
    grown.set(this.waiting);
    this.waiting = grown;
  }

  /** Counts those that wait. */
  private count(): void {
    this.merge(this.waiting.subarray(0, this.waitingLength).sort(), null);
    this.waitingLength = 0;
  }

  /** Merges ascending numbers in: each once, or as often as `ends` says, as in this list. */
  private merge(numbers: Float64Array, ends: Float64Array | null): void {
    if (numbers.length === 0) return;
    const merged = new Float64Array(this.values.length + numbers.length);
    const mergedEnds = new Float64Array(merged.length);
    let [used, i, j] = [0, 0, 0];
    while (i < this.values.length || j < numbers.length) {
      const isOwn =
        j === numbers.length || (i < this.values.length && this.values[i] <= numbers[j]);
      const value = isOwn ? this.values[i++] : numbers[j++];
      if (used === 0 || merged[used - 1] !== value) merged[used++] = value;
      const others = j === 0 ? 0 : ends === null ? j : ends[j - 1];
      mergedEnds[used - 1] = others + (i === 0 ? 0 : this.ends[i - 1]);
    }
    this.values = merged.slice(0, used);
    this.ends = mergedEnds.slice(0, used);
  }
}

/** The first place of ascending numbers where something holds, as it does from there on. */
function firstWhere(numbers: Float64Array, holds: (number: number) => boolean): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(numbers[middle])) high = middle;
    else low = middle + 1;
  }
  return low;
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

  /** Passes over a text, and says whether it begins with `start`, which is ASCII. */
  skipText(start: string): boolean {
    const [length, from] = [this.varint(), this.at];
    this.at += length;
    return Buffer.from(start).every((byte, i) => this.bytes[from + i] === byte);
  }

  /** Passes over a list of numbers. */
  skipNumbers(): void {
    const length = this.varint();
    if (this.bytes[this.at++] === 0) this.at += 8 * length;
    else for (let left = length; left > 0; this.at++) if (this.bytes[this.at] < 128) left--;
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
