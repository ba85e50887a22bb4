/**
 * Numbers from 0 for the states of the lines of a small puzzle, in the order in which they are first
 * asked for: a hash table with open addressing over (line, plane of blank, plane of filled). (Two
 * planes of more than 26 cells, or of fewer when one is shifted by 32, do not fit into a double.)
 * Numbers for any other three words are made in the same way.
 */
export class PlaneTable {
  size = 0;
  private keys = new Int32Array(0);
  private slots = new Int32Array(0);

  /** Forgets all states. */
  reset(): void {
    this.size = 0;
    this.keys = new Int32Array(3 << 10);
    this.slots = new Int32Array(1 << 11).fill(FREE);
  }

  get bytes(): number {
    return 4 * (this.keys.length + this.slots.length);
  }

  /** The number of a state; for a new one, that is `size` before the call. */
  numberOf(line: number, canBlank: number, canFilled: number): number {
    const { keys, slots } = this;
    const mask = slots.length - 1;
    let at = hash(line, canBlank, canFilled) & mask;
    for (; slots[at] !== FREE; at = (at + 1) & mask) {
      const key = 3 * slots[at];
      if (keys[key + 1] === canBlank && keys[key + 2] === canFilled && keys[key] === line) {
        return slots[at];
      }
    }
    const number = this.size++;
    slots[at] = number;
    keys[3 * number] = line;
    keys[3 * number + 1] = canBlank;
    keys[3 * number + 2] = canFilled;
    if (2 * this.size === slots.length) this.grow();
    return number;
  }

  private grow(): void {
    const keys = new Int32Array(2 * this.keys.length);
    keys.set(this.keys);
    const slots = new Int32Array(2 * this.slots.length).fill(FREE);
    const mask = slots.length - 1;
    for (let number = 0; number < this.size; number++) {
      const key = 3 * number;
      let at = hash(keys[key], keys[key + 1], keys[key + 2]) & mask;
      while (slots[at] !== FREE) at = (at + 1) & mask;
      slots[at] = number;
    }
    this.keys = keys;
    this.slots = slots;
  }
}

const FREE = -1;

function hash(line: number, canBlank: number, canFilled: number): number {
  let h = Math.imul(canBlank, 0x9e3779b1) ^ Math.imul(canFilled + line, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 15), 0xc2b2ae35);
  return h ^ (h >>> 13);
}
