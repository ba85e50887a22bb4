/** A set of shapes: 8 bytes each in one table, as there may be millions. */
export class ShapeSet {
  private table = new Uint32Array(2 * 1024);
  private count = 0;

  /** Adds a shape, as 16 hexadecimal digits; returns whether it is new. */
  add(shape: string): boolean {
    // The two words of an empty place are 0: a shape of 0 is taken for another.
    const high = Number.parseInt(shape.slice(0, 8), 16) || 1;
    const low = Number.parseInt(shape.slice(8), 16);
    if (!this.put(high, low)) return false;
    this.count++;
    if (this.count * 4 > this.table.length) this.grow();
    return true;
  }

  private put(high: number, low: number): boolean {
    const { table } = this;
    const mask = table.length / 2 - 1;
    // Shapes are hashes themselves.
    for (let at = low & mask; ; at = (at + 1) & mask) {
      if (table[2 * at] === 0) {
        table[2 * at] = high;
        table[2 * at + 1] = low;
        return true;
      }
      if (table[2 * at] === high && table[2 * at + 1] === low) return false;
    }
  }

  private grow(): void {
    const { table } = this;
    this.table = new Uint32Array(table.length * 2);
    for (let at = 0; at < table.length; at += 2) {
      if (table[at] !== 0) this.put(table[at], table[at + 1]);
    }
  }
}
