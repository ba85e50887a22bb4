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
    const behind = this.entries.findIndex((entry) => entry.rank < rank);
    this.entries.splice(behind === -1 ? this.entries.length : behind, 0, { rank, item });
    if (this.entries.length > this.size) this.entries.pop();
  }

  /** The items, the highest rank first. */
  items(): T[] {
    return this.entries.map(({ item }) => item);
  }
}
