/** A list of numbers that grows without an object for each: 8 bytes a number. */
export class NumberList {
  private values = new Float64Array(1024);
  private used = 0;

  get length(): number {
    return this.used;
  }

  push(value: number): void {
    if (this.used === this.values.length) {
      const grown = new Float64Array(this.used * 2);
      grown.set(this.values);
      this.values = grown;
    }
    this.values[this.used++] = value;
  }

  /** The numbers in ascending order, as a view: nothing may be pushed after it. */
  sorted(): Float64Array {
    return this.values.subarray(0, this.used).sort();
  }
}

/**
 * The quantile of ascending numbers by the nearest rank: a value that occurs, such that at least
 * the share `q` (0 to 1) is no greater. Null if there are none.
 */
export function quantile(sorted: Float64Array, q: number): number | null {
  if (sorted.length === 0) return null;
  return sorted[Math.max(0, Math.ceil(q * sorted.length) - 1)];
}
