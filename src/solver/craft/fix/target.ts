import { type Obstacle, StuckCells, Difference, haveSameRuns } from './obstacle.js';
import { countCommon } from './cell-set.js';
import { LineKnowledge, OpenCells } from './line-knowledge.js';
import type { Sketch } from './sketch.js';
import { UNKNOWN, type Cells } from '../../core/puzzle/types.js';
import { DEFAULT_SOLVE_LIMITS, type SolveLimits } from '../../engine/model/limits.js';
import { Solver } from '../../engine/solver/solve.js';

/**
 * What a search for changes learns about a picture: that it is good, its obstacles, or that the
 * effort allowed for one picture was not enough to tell.
 */
export type Assessment =
  | { readonly kind: 'good' }
  | { readonly kind: 'bad'; readonly obstacles: readonly Obstacle[] }
  | { readonly kind: 'open' };

export interface Target {
  /** Some obstacles of the current picture, as small and as many as are cheap to find. */
  seed(): readonly Obstacle[];
  /** Decides whether the current picture is good. */
  judge(): Assessment;
  /**
   * What line solving leaves unknown: the fewer cells, the nearer the current picture is to good.
   */
  readonly knowledge: LineKnowledge;
  /** Notes what is known about the current picture, for `hope`. */
  note(): void;
  /**
   * How many cells are unknown, quickly and with optimism: as if everything known when `note` was
   * called were still known after only `cell` changed. Always 0 for a target without such a
   * measure.
   */
  hope(cell: number): number;
}

const GOOD: Assessment = { kind: 'good' };

const OPEN: Assessment = { kind: 'open' };

/** Line solving alone solves the picture's puzzle. */
export class LineTarget implements Target {
  readonly knowledge: LineKnowledge;
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
   * Whether an obstacle rules out enough cells: one that nearly all cells are near costs more than
   * it saves.
   */
  private prunes({ near }: Obstacle): boolean {
    return this.wide || 4 * countCommon(near, near) < 3 * this.sketch.cells.length;
  }

  /**
   * A small part of `cells` that no line settles either, if all others are known. Cells are made
   * known in the given order: half of them at a time, then a quarter, and so on down to single
   * cells.
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

/** Line solves for the verdict on one of many variations: some hundredths of a second. */
const STEPS = 200_000;

/** Line solves for a smaller second solution within one that was found. */
const STEPS_WITHIN = 2_000;

/** Target: the picture is the only solution of its puzzle. */
export class UniqueTarget implements Target {
  readonly knowledge: LineKnowledge;
  private readonly solver = new Solver();

  constructor(private readonly sketch: Sketch) {
    this.knowledge = new LineKnowledge(sketch);
  }

  seed(): readonly Obstacle[] {
    const assessment = this.judge();
    return assessment.kind === 'bad' ? [...cornerSwaps(this.sketch), ...assessment.obstacles] : [];
  }

  judge(): Assessment {
    if (this.knowledge.unknownFromStart() === 0) return GOOD;
    const others = this.othersThan(this.sketch.words(), 2, STEPS);
    if (others === null) return OPEN;
    if (others.length === 0) return GOOD;
    return { kind: 'bad', obstacles: others.flatMap((other) => this.differences(other)) };
  }

  // Obstacles alone are guidance enough to a unique picture.
  hope(): number {
    return 0;
  }

  note(): void {
    return;
  }

  /** Each independent part of another solution, as small as is cheap to find. */
  private differences(other: Cells): Difference[] {
    return this.partsOf(other).map((cells) => {
      let least = this.difference(cells, other);
      if (cells.length > 4) {
        for (const nearer of this.othersWithin(cells)) {
          for (const part of this.partsOf(nearer)) {
            if (part.length < least.cells.length) least = this.difference(part, nearer);
          }
        }
      }
      return least;
    });
  }

  private difference(cells: readonly number[], other: Cells): Difference {
    return new Difference(
      this.sketch,
      cells,
      cells.map((cell) => other[cell]),
    );
  }

  private partsOf(other: Cells): number[][] {
    const cells: number[] = [];
    other.forEach((value, cell) => value !== this.sketch.cells[cell] && cells.push(cell));
    return linkedGroups(this.sketch, cells);
  }

  /** Other solutions that differ from the picture only in some of `cells`. */
  private othersWithin(cells: readonly number[]): Cells[] {
    const known = this.sketch.cells.slice();
    for (const cell of cells) known[cell] = UNKNOWN;
    return this.othersThan(this.sketch.wordsWith(known), 20, STEPS_WITHIN) ?? [];
  }

  /** Solutions other than the picture; null if none was found, although there may be some. */
  private othersThan(words: Int32Array, count: number, steps: number): Cells[] | null {
    const limits: SolveLimits = {
      ...DEFAULT_SOLVE_LIMITS,
      timeoutMs: Infinity,
      maxSteps: steps,
      count,
    };
    const found: Cells[] = [];
    const outcome = this.solver.solve(words, 0, limits, {
      solution: (cells) => {
        if (cells.some((value, cell) => value !== this.sketch.cells[cell])) found.push(cells);
      },
    });
    return found.length > 0 || outcome.solutionsExact ? found : null;
  }
}

/**
 * Cells in independent groups, which share no row and no column with each other. Each group is in
 * order, and so are the groups by their first cells.
 */
function linkedGroups(
  { width, height }: { readonly width: number; readonly height: number },
  cells: readonly number[],
): number[][] {
  const parent = Int32Array.from({ length: width + height }, (_, line) => line);
  const root = (line: number): number => {
    let at = line;
    while (parent[at] !== at) at = parent[at] = parent[parent[at]];
    return at;
  };
  for (const cell of cells) {
    parent[root(Math.floor(cell / width))] = root(height + (cell % width));
  }
  const groups = new Map<number, number[]>();
  for (const cell of cells) {
    const key = root(Math.floor(cell / width));
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [cell]);
    else group.push(cell);
  }
  return [...groups.values()];
}

/**
 * The smallest second solutions there are: four cells at the corners of a rectangle, filled on one
 * diagonal and blank on the other, that can be swapped without a change of any clue. Only looked
 * for in black and white up to 32x32.
 */
function cornerSwaps(sketch: Sketch): Difference[] {
  if (!sketch.small) return [];
  const { width, height } = sketch;
  // By pair of columns: rows in which a cell can move from the left one to the right one, and the
  // reverse.
  const leftFilled = new Map<number, number>();
  const rightFilled = new Map<number, number>();
  for (let row = 0; row < height; row++) {
    const filled = sketch.filledIn(row);
    for (let left = 0; left < width; left++) {
      for (let right = left + 1; right < width; right++) {
        const at = (filled >>> left) & 1;
        if (at === ((filled >>> right) & 1)) continue;
        if (!haveSameRuns(filled, filled ^ (1 << left) ^ (1 << right))) continue;
        const rows = at === 1 ? leftFilled : rightFilled;
        const key = left * width + right;
        rows.set(key, (rows.get(key) ?? 0) | (1 << row));
      }
    }
  }
  const swaps: Difference[] = [];
  for (const [key, rows] of leftFilled) {
    const others = rightFilled.get(key) ?? 0;
    const [left, right] = [Math.floor(key / width), key % width];
    for (let one = rows; one !== 0; one &= one - 1) {
      for (let other = others; other !== 0; other &= other - 1) {
        const a = 31 - Math.clz32(one & -one);
        const b = 31 - Math.clz32(other & -other);
        const both = (1 << a) ^ (1 << b);
        const [first, second] = [sketch.filledIn(height + left), sketch.filledIn(height + right)];
        if (!haveSameRuns(first, first ^ both) || !haveSameRuns(second, second ^ both)) continue;
        const cells = [a, b].flatMap((row) => [row * width + left, row * width + right]);
        swaps.push(new Difference(sketch, cells, []));
      }
    }
  }
  return swaps;
}
