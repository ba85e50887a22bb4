/** How many times as many as are wanted are gathered before the others are dropped. */
const GATHERED = 4;

/** The ids of highest rank, in whichever order they come; of equal ranks, the lower ids. */
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

  /** The ids with their ranks, the highest first. */
  entries(): (readonly [rank: number, id: number])[] {
    this.cut();
    return this.items.map((id, i) => [this.ranks[i], id] as const);
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

/** So many numbers wait before they are counted, and so many that are packed: 8 MB. */
const MOST_WAITING = 1 << 16;
const MOST_PACKED = 1 << 20;

/**
 * Numbers in ascending order, of which equal ones are counted once there are many: of the times of
 * four million random 5x5 31,000 differ, and of their scores 607,000.
 */
export class NumberList {
  /** Numbers in parts, each ascending and longer than the next, and how many up to each. */
  private values: Float64Array = NO_NUMBERS;
  private ends: Float64Array = NO_NUMBERS;
  /** Where the parts begin, and where the last one ends. */
  private starts: number[] = [];
  private end = 0;
  /** Those that came since, in any order, and lists that are read once somebody asks for them. */
  private waiting: Float64Array = NO_NUMBERS;
  private waitingLength = 0;
  private packed: PackedReader[] = [];
  private packedLength = 0;
  private counted = 0;

  /** All numbers of some lists. */
  static of(lists: readonly NumberList[]): NumberList {
    const all = new NumberList();
    for (const list of lists) {
      list.count();
      all.addPart(list.values, list.ends, list.end);
    }
    return all;
  }

  /** The number of a rank, from 0 on, among all numbers of some lists, none of which is copied. */
  static at(lists: readonly NumberList[], rank: number): number {
    const below = (value: number): number =>
      lists.reduce((sum, list) => sum + list.below(value), 0);
    const found = lists.map((list) => {
      const next = list.firstWhere((i) => below(list.values[i]) > rank);
      return next === 0 ? -Infinity : list.values[next - 1];
    });
    return Math.max(...found);
  }

  get length(): number {
    return this.counted + this.waitingLength + this.packedLength;
  }

  push(value: number): void {
    const { waitingLength: length } = this;
    if (length === MOST_WAITING) this.countWaiting();
    else if (length === this.waiting.length) this.waiting = grown(this.waiting, length, length + 1);
    this.waiting[this.waitingLength++] = value;
  }

  /** Adds a list of numbers, past which `reader` goes. */
  addPacked(reader: PackedReader): void {
    const list = reader.copy();
    const length = reader.skipNumbers();
    if (length === 0) return;
    this.packed.push(list);
    this.packedLength += length;
    if (this.packedLength >= MOST_PACKED) this.countPacked();
  }

  /** All numbers in ascending order: of a list that stays short, a view until it changes. */
  sorted(): Float64Array {
    if (this.counted + this.packedLength === 0) return this.sortedWaiting();
    const all = new Float64Array(this.length);
    let at = 0;
    for (const [value, count] of this.steps()) all.fill(value, at, (at += count));
    return all;
  }

  /** The numbers that differ in ascending order, and how many there are of each. */
  *steps(): Generator<readonly [value: number, count: number], void, undefined> {
    this.count();
    for (let i = 0; i < this.end; i++) {
      yield [this.values[i], this.ends[i] - (i === 0 ? 0 : this.ends[i - 1])];
    }
  }

  /** The number of a rank, from 0 on; undefined if there are not so many. */
  at(rank: number): number | undefined {
    const i = this.firstWhere((one) => this.ends[one] > rank);
    return i < this.end ? this.values[i] : undefined;
  }

  /** How many numbers are less than a value. */
  below(value: number): number {
    const i = this.firstWhere((one) => this.values[one] >= value);
    return i === 0 ? 0 : this.ends[i - 1];
  }

  sum(): number {
    let sum = 0;
    for (const [value, count] of this.steps()) sum += value * count;
    return sum;
  }

  /** The first place where something holds, as it does from there on. */
  private firstWhere(holds: (place: number) => boolean): number {
    this.count();
    let [low, high] = [0, this.end];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (holds(middle)) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** Makes one part of all. */
  private count(): void {
    if (this.packed.length > 0) this.countPacked();
    if (this.waitingLength > 0) this.countWaiting();
    if (this.starts.length <= 1) return;
    while (this.starts.length > 1) this.mergeLast();
    // The room in which they were merged is twice as large and more.
    this.values = this.values.slice(0, this.end);
    this.ends = this.ends.slice(0, this.end);
  }

  private countWaiting(): void {
    this.addPart(this.sortedWaiting(), null, this.waitingLength);
    this.waitingLength = 0;
  }

  private sortedWaiting(): Float64Array {
    return this.waiting.subarray(0, this.waitingLength).sort();
  }

  private countPacked(): void {
    for (const list of this.packed) {
      const numbers = list.numbers();
      this.addPart(numbers, null, numbers.length);
    }
    this.packed = [];
    this.packedLength = 0;
  }

  /** Adds ascending numbers: each once, or as often as `ends` says, as in this list. */
  private addPart(numbers: Float64Array, ends: Float64Array | null, length: number): void {
    if (length === 0) return;
    const { starts, end: start } = this;
    this.reserve(start + length);
    const { values, ends: own } = this;
    let end = start;
    for (let i = 0; i < length; i++) {
      if (end === start || values[end - 1] !== numbers[i]) values[end++] = numbers[i];
      own[end - 1] = ends === null ? i + 1 : ends[i];
    }
    this.counted += own[end - 1];
    this.end = end;
    starts.push(start);
    const isShort = (at: number): boolean => 2 * (this.end - at) > at - starts.at(-2)!;
    while (starts.length > 1 && isShort(starts.at(-1)!)) this.mergeLast();
  }

  /** Merges the last part into the one before, from its end: new memory would take longer. */
  private mergeLast(): void {
    const { starts, end } = this;
    const from = starts.pop()!;
    const first = starts.at(-1)!;
    this.reserve(2 * end - from);
    const { values, ends } = this;
    for (const array of [values, ends]) array.copyWithin(end, from, end);
    let i = from - 1;
    let j = 2 * end - from - 1;
    let at = end;
    while (j >= end) {
      const own = i < first ? -Infinity : values[i];
      const other = values[j];
      at--;
      ends[at] = ends[j] + (i < first ? 0 : ends[i]);
      values[at] = own > other ? own : other;
      if (own >= other) i--;
      if (other >= own) j--;
    }
    for (const array of [values, ends]) array.copyWithin(i + 1, at, end);
    this.end = i + 1 + end - at;
  }

  private reserve(length: number): void {
    this.values = grown(this.values, this.end, length);
    this.ends = grown(this.ends, this.end, length);
  }
}

/** An array with room for `least` numbers: this one, or a longer one that begins with `length`. */
export function grown<T extends Float64Array | Uint16Array>(
  array: T,
  length: number,
  least: number,
): T {
  if (least <= array.length) return array;
  const room = array.constructor as new (length: number) => T;
  const longer = new room(Math.max(16, least, 2 * array.length));
  longer.set(array.subarray(0, length));
  return longer;
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

  /** How many they are, their unit, and the steps, most of a byte; or all 64 bits of each. */
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

  /** Whole numbers in any order. */
  wholes(numbers: readonly number[]): void {
    this.reserve(16 + 8 * numbers.length);
    this.varint(numbers.length);
    this.bytes[this.at++] = 1;
    for (const one of numbers) this.varint(one);
  }

  /** Numbers as they lie in memory, without saying how many. */
  raw(numbers: Uint32Array | Float64Array): void {
    this.reserve(numbers.byteLength);
    this.bytes.set(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength), this.at);
    this.at += numbers.byteLength;
  }

  /** Bytes of their own: small buffers share memory, which would all travel to another thread. */
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

/** The numbers that were read last. */
let numbersRead: Float64Array = NO_NUMBERS;

/** Reads what a PackedWriter wrote. */
export class PackedReader {
  constructor(
    private readonly bytes: Uint8Array,
    private at = 0,
  ) {}

  /** Another one, at the same place. */
  copy(): PackedReader {
    return new PackedReader(this.bytes, this.at);
  }

  text(): string {
    const length = this.varint();
    return Buffer.from(this.bytes.subarray(this.at, (this.at += length))).toString();
  }

  /** A view, until others are read: new memory takes longer than all else here. */
  numbers(): Float64Array {
    const length = this.varint();
    const scale = this.bytes[this.at++] - 1;
    numbersRead = grown(numbersRead, 0, length);
    const numbers = numbersRead.subarray(0, length);
    if (scale < 0) {
      this.take(new Uint8Array(numbers.buffer, 0, 8 * length));
      return numbers;
    }
    let whole = 0;
    for (let i = 0; i < length; i++) {
      whole += this.varint();
      numbers[i] = whole / SCALES[scale];
    }
    return numbers;
  }

  /** The same of what `wholes` wrote. */
  wholes(): Float64Array {
    const wholes = this.numbers();
    for (let i = wholes.length - 1; i > 0; i--) wholes[i] -= wholes[i - 1];
    return wholes;
  }

  /** Passes over a text, and says whether it begins with `start`, which is ASCII. */
  skipText(start: string): boolean {
    const [length, from] = [this.varint(), this.at];
    this.at += length;
    return Buffer.from(start).every((byte, i) => this.bytes[from + i] === byte);
  }

  /** Passes over a list of numbers, and says how many there are. */
  skipNumbers(): number {
    const length = this.varint();
    if (this.bytes[this.at++] === 0) this.at += 8 * length;
    else
      for (let left = length; left > 0 && this.at < this.bytes.length;)
        if (this.bytes[this.at++] < 128) left--;
    return length;
  }

  words(count: number): Uint32Array {
    const words = new Uint32Array(count);
    this.take(new Uint8Array(words.buffer));
    return words;
  }

  /** Copies bytes, as numbers of many must begin at a multiple of them. */
  private take(into: Uint8Array): void {
    into.set(this.bytes.subarray(this.at, (this.at += into.length)));
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
