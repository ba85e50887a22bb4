import type { PackedWords } from '../../../solver/core/puzzle/packed.js';

interface Drawn {
  readonly lot: number;
  readonly words: PackedWords;
}

/**
 * Some puzzles out of many, drawn as if by lot, the same ones every time: those with the smallest
 * lots so far. Memory does not grow with their number.
 */
export class SpreadSample {
  private drawn: Drawn[] = [];
  /** Puzzles with this lot, or a larger one, are not among the first any more. */
  private end = Infinity;
  private count = 0;

  /** @param most how many puzzles are drawn in the end */
  constructor(private readonly most: number) {}

  get size(): number {
    return this.count;
  }

  /** Offers the next puzzle; `words` is called if it may be drawn. */
  offer(lot: number, words: () => PackedWords): void {
    this.count++;
    if (lot >= this.end) return;
    this.drawn.push({ lot, words: words() });
    if (this.drawn.length >= 2 * this.most) this.cut();
  }

  /** The puzzles that were drawn, in an order that says nothing. */
  take(): readonly PackedWords[] {
    this.cut();
    return this.drawn.map(({ words }) => words);
  }

  private cut(): void {
    this.drawn.sort((one, other) => one.lot - other.lot);
    if (this.drawn.length < this.most) return;
    this.drawn = this.drawn.slice(0, this.most);
    this.end = this.drawn[this.most - 1].lot;
  }
}

/** A lot from 0 to below 2^32 for an entry of a source. */
export function lotOf(source: number, ordinal: number): number {
  let h = Math.imul(ordinal ^ Math.imul(source + 1, 0x9e3779b1), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 15), 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 13), 0x27d4eb2f);
  return (h ^ (h >>> 16)) >>> 0;
}
