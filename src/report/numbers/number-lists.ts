import { quantileAt } from '../../core/result/quantile.js';

/** The `size` items of highest rank in a stream; of equal ranks, the earlier ones. */
export class TopList<T> {
  private readonly entries: { rank: number; item: T }[] = [];

  constructor(readonly size: number) {}

  /** The rank that an item must exceed to be kept: cheap to ask a million times. */
  get threshold(): number {
    return this.entries.length < this.size ? -Infinity : this.entries[this.size - 1].rank;
  }

  add(rank: number, item: T): void {
    if (rank <= this.threshold) return;
    const lower = this.entries.findIndex((entry) => entry.rank < rank);
    this.entries.splice(lower === -1 ? this.entries.length : lower, 0, { rank, item });
    if (this.entries.length > this.size) this.entries.pop();
  }

  absorb(later: TopList<T>): void {
    for (const { rank, item } of later.entries) this.add(rank, item);
  }

  /** The items, the highest rank first. */
  items(): T[] {
    return this.entries.map(({ item }) => item);
  }
}

/** A list of numbers that grows without an object for each: 8 bytes a number. */
export class NumberList {
  private values: Float64Array = new Float64Array(1024);
  private used = 0;
  /** How many of them, from the first on, are in ascending order. */
  private ascending = 0;

  push(value: number): void {
    if (this.used === this.values.length) this.grow();
    this.values[this.used++] = value;
  }

  /**
   * Adds those of another list that was sorted; it may be a copy from another thread, without
   * methods.
   */
  absorb(other: NumberList): void {
    this.values = merged(this.sorted(), other.values.subarray(0, other.used));
    this.used = this.ascending = this.values.length;
  }

  /** The numbers in ascending order, as a view: nothing may be pushed after it. */
  sorted(): Float64Array {
    const values = this.values.subarray(0, this.used);
    if (this.ascending < this.used) values.sort();
    this.ascending = this.used;
    return values;
  }

  private grow(): void {
    const grown = new Float64Array(this.values.length * 2);
    grown.set(this.values);
    this.values = grown;
  }
}

/** The numbers of two lists, each in ascending order, as one such list. */
export function merged(some: Float64Array, others: Float64Array): Float64Array {
  if (others.length === 0) return some;
  const all = new Float64Array(some.length + others.length);
  let [i, j] = [0, 0];
  for (let at = 0; at < all.length; at++) {
    all[at] = j === others.length || some[i] <= others[j] ? some[i++] : others[j++];
  }
  return all;
}

export function sumOf(numbers: Float64Array): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

/** The quantile of ascending numbers, as `quantileAt` has it; null if there are none. */
export function quantile(sorted: Float64Array, q: number): number | null {
  return quantileAt(sorted.length, q, (rank) => sorted[rank]);
}
