import { countCommon } from './cell-set.js';
import { cornerSwaps } from './corner-swaps.js';
import { LineKnowledge } from './line-knowledge.js';
import { StuckCells, type Obstacle } from './obstacle.js';
import { linkedGroups } from './linked-groups.js';
import { OpenCells } from './open-cells.js';
import type { Sketch } from './sketch.js';
import { GOOD, type Target, type Assessment } from './target.js';

/** Line solving alone solves the picture's puzzle. */
export class LineTarget implements Target {
  private readonly knowledge: LineKnowledge;
  /** What is unknown in the picture that was noted last. */
  private unknown: OpenCells;

  /** With `wide`, obstacles that nearly all cells are near are found, too. */
  constructor(
    private readonly sketch: Sketch,
    private readonly wide = false,
  ) {
    this.knowledge = new LineKnowledge(sketch);
    this.unknown = new OpenCells(sketch, []);
  }

  seed(): readonly Obstacle[] {
    const found: Obstacle[] = cornerSwaps(this.sketch);
    if (this.knowledge.unknownFromStart() === 0) return found;
    for (const group of linkedGroups(this.sketch, this.knowledge.unknownCells())) {
      // Cheap to ask, as most variations change nothing here.
      found.push(this.stuck(group));
      // From each corner of the group, another part of it remains.
      const orders = [
        group,
        group.toReversed(),
        this.byColumn(group),
        this.byColumn(group).reverse(),
      ];
      for (const order of orders) {
        const least = this.stuck(this.least(group, order));
        if (this.prunes(least)) found.push(least);
      }
    }
    return found;
  }

  judge(): Assessment {
    if (this.knowledge.unknownFromStart() === 0) return GOOD;
    const groups = linkedGroups(this.sketch, this.knowledge.unknownCells());
    const smallest = groups.reduce((one, other) => (other.length < one.length ? other : one));
    const least = this.stuck(this.least(smallest, smallest));
    return { kind: 'bad', obstacles: this.prunes(least) ? [least] : [] };
  }

  unknownCells(): readonly number[] {
    this.knowledge.unknownFromStart();
    return this.knowledge.unknownCells();
  }

  distance(): number {
    return this.knowledge.unknownFromStart();
  }

  hope(cell: number): number {
    return this.knowledge.unknownAfterChange(this.unknown, cell);
  }

  note(): void {
    this.knowledge.unknownFromStart();
    this.unknown = new OpenCells(this.sketch, this.knowledge.unknownCells());
  }

  private stuck(cells: readonly number[]): StuckCells {
    return new StuckCells(this.sketch, this.knowledge, cells);
  }

  /**
   * Whether an obstacle rules out enough cells: one that nearly all cells are near costs more than it
   * saves.
   */
  private prunes({ near }: Obstacle): boolean {
    return this.wide || 4 * countCommon(near, near) < 3 * this.sketch.cells.length;
  }

  /**
   * A small part of `cells` that no line settles either, if all others are known. Cells are made
   * known in the given order: half of them at a time, then a quarter, and so on down to single cells.
   */
  private least(cells: readonly number[], order: readonly number[]): readonly number[] {
    const { knowledge } = this;
    let left = cells;
    let tries = TRIES;
    for (let size = cells.length >> 1; size >= 1 && tries > 0; size >>= 1) {
      let known = new Set(left);
      for (let from = 0; from < order.length && tries > 0; from += size) {
        const revealed = order.slice(from, from + size).filter((cell) => known.has(cell));
        if (revealed.length === 0 || revealed.length === left.length) continue;
        const others = left.filter((cell) => !revealed.includes(cell));
        tries--;
        if (knowledge.unknownWithin(new OpenCells(this.sketch, others)) === 0) continue;
        left = knowledge.unknownCells();
        known = new Set(left);
      }
    }
    return left;
  }

  private byColumn(cells: readonly number[]): number[] {
    const { width } = this.sketch;
    return cells.toSorted((a, b) => (a % width) - (b % width) || a - b);
  }
}

/** How often `least` makes cells known. */
const TRIES = 100;
