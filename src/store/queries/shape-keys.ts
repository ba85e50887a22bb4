/** Some puzzles with one shape. */
export interface EqualPuzzles {
  count: number;
  /** Ids of the first puzzles. */
  readonly first: number[];
}

/** How many digits of a shape are one number, and how many are left. */
const KEY_DIGITS = 13;
const REST_DIGITS = 3;

/** Collects the shapes of puzzles, to find those that occur twice: as numbers, 18 bytes a puzzle. */
export class ShapeKeys {
  /** Puzzles whose shape is not known, as an older version stored them. */
  unknown = 0;
  private ids = new Float64Array(1024);
  private keys = new Float64Array(1024);
  private rests = new Uint16Array(1024);
  private length = 0;

  /** Adds the shape of the next puzzle of the corpus, hexadecimal digits. */
  add(id: number, shape: string | null): void {
    if (shape?.length !== KEY_DIGITS + REST_DIGITS) {
      this.unknown++;
      return;
    }
    const at = this.length++;
    if (at === this.keys.length) this.grow();
    this.ids[at] = id;
    this.keys[at] = hexValue(shape, 0, KEY_DIGITS);
    this.rests[at] = hexValue(shape, KEY_DIGITS, KEY_DIGITS + REST_DIGITS);
  }

  /** The shapes that several puzzles have, in the order of their first ones; of each group, `members` are named. */
  repeated(members: number): Map<string, EqualPuzzles> {
    const groups = new Map<string, EqualPuzzles>();
    const keys = this.repeatedKeys();
    if (keys.size === 0) return groups;
    for (let i = 0; i < this.length; i++) {
      if (!keys.has(this.keys[i])) continue;
      const shape = this.shapeAt(i);
      const group = groups.get(shape);
      if (group === undefined) groups.set(shape, { count: 1, first: [this.ids[i]] });
      else if (++group.count <= members) group.first.push(this.ids[i]);
    }
    // Only the beginnings of these are the same as those of others.
    for (const [shape, { count }] of groups) if (count === 1) groups.delete(shape);
    return groups;
  }

  private repeatedKeys(): Set<number> {
    const sorted = this.keys.slice(0, this.length).sort();
    const found = new Set<number>();
    for (let i = 1; i < sorted.length; i++) if (sorted[i] === sorted[i - 1]) found.add(sorted[i]);
    return found;
  }

  private shapeAt(i: number): string {
    const key = this.keys[i].toString(16).padStart(KEY_DIGITS, '0');
    return key + this.rests[i].toString(16).padStart(REST_DIGITS, '0');
  }

  private grow(): void {
    this.ids = grown(this.ids);
    this.keys = grown(this.keys);
    this.rests = grown(this.rests);
  }
}

/** Hexadecimal digits as a number: a third of the time of `parseInt`. */
function hexValue(text: string, from: number, to: number): number {
  let value = 0;
  for (let i = from; i < to; i++) {
    const code = text.charCodeAt(i);
    value = value * 16 + (code < 58 ? code - 48 : (code & 7) + 9);
  }
  return value;
}

function grown<T extends Float64Array | Uint16Array>(array: T): T {
  const longer = new (array.constructor as new (length: number) => T)(array.length * 2);
  longer.set(array);
  return longer;
}
