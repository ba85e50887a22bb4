/**
 * Collects the shapes of puzzles, to find those that occur twice: as numbers of 52 bits, eight bytes
 * a puzzle. The few that are repeated are then compared in full.
 */
export class ShapeKeys {
  /** Puzzles whose shape is not known, as an older version stored them. */
  unknown = 0;
  private keys = new Float64Array(1024);
  private length = 0;

  add(shape: string | null): void {
    if (shape === null) {
      this.unknown++;
      return;
    }
    if (this.length === this.keys.length) {
      const longer = new Float64Array(2 * this.length);
      longer.set(this.keys);
      this.keys = longer;
    }
    this.keys[this.length++] = keyOfShape(shape);
  }

  /** The keys that were added more than once. */
  repeated(): Set<number> {
    const sorted = this.keys.subarray(0, this.length).sort();
    const found = new Set<number>();
    for (let i = 1; i < sorted.length; i++) if (sorted[i] === sorted[i - 1]) found.add(sorted[i]);
    return found;
  }
}

/** The first 52 bits of a shape, which a number holds exactly. */
export function keyOfShape(shape: string): number {
  return Number.parseInt(shape.slice(0, 13), 16);
}
