import { quantileAt } from '../../../solver/core/figures.js';

/** How many times as many as are wanted are gathered before the others are dropped. */
const GATHERED = 4;

/**
 * The ids of highest rank among those that come in any order; of equal ranks, the lower ids. Copies
 * from another thread have its fields alone.
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

  absorb({ ranks, items }: TopList): void {
    for (let i = 0; i < items.length; i++) this.add(ranks[i], items[i]);
  }

  /** Gives an id that may be in the list a lower rank. */
  lower(rank: number, id: number): void {
    this.cut();
    const at = this.items.indexOf(id);
    if (at >= 0) this.ranks[at] = rank;
  }

  /** The first ids, the highest rank first. */
  ids(most: number): number[] {
    this.cut();
    return this.items.slice(0, most);
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

/** A list of numbers that grows without an object for each: 8 bytes a number. */
export class NumberList {
  private values: Float64Array = new Float64Array(16);
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

  /** Adds those of another list, which may be a copy from another thread, without methods. */
  absorb(other: NumberList): void {
    this.grow(this.used + other.used);
    this.values.set(other.values.subarray(0, other.used), this.used);
    this.used += other.used;
    this.isSorted = false;
  }

  /** Gives up the room for more. */
  fit(): void {
    this.values = this.values.slice(0, this.used);
  }

  /** Puts a number in the place of one that is in the list. */
  replace(value: number, by: number): void {
    this.values[this.values.subarray(0, this.used).indexOf(value)] = by;
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
    const grown = new Float64Array(Math.max(least, this.values.length * 2));
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
