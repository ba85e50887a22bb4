import { BLANK } from '../../core/puzzle/types.js';
import {
  addCell,
  type Assessment,
  type CellSet,
  cellsInSet,
  countCommon,
  dropCell,
  emptySet,
  keepCommon,
  type Obstacle,
  type Sketch,
  type Target,
} from './target.js';

/** A cell of a picture that changes. */
export interface CellChange {
  readonly cell: number;
  readonly from: number;
  readonly to: number;
}

/** How complete a search for all sets of changes of one size was. */
export type ExactEnd =
  /** All of them were found. */
  | 'complete'
  /** All were found, except where no verdict on a picture was reached. */
  | 'undecided'
  | 'stopped';

interface ExactLimits {
  /** Of `performance.now()`. */
  readonly deadline: number;
  /** Asked for each set found; true ends the search. */
  enough(found: readonly (readonly CellChange[])[]): boolean;
}

/**
 * Finds all sets of changes of a given size that make a picture good, by a search over obstacles
 * (an implicit hitting set). As long as an obstacle remains, one of the next changes must be in one
 * of its rows or columns; so the last change must be near all obstacles that remain.
 *
 * One change thus takes one look at the few cells near all known obstacles; two take one such
 * look for each cell near the smallest obstacle. Obstacles found are kept for the next size.
 */
export class ExactSearch {
  readonly obstacles = new ObstacleList();
  /** Cells that may change. */
  readonly allowed: CellSet;
  /** Cells in the order of what changing them costs. */
  private readonly costs: Float64Array;
  private found: CellChange[][] = [];
  private changes: CellChange[] = [];
  private stopped = false;
  private undecided = false;
  private limits: ExactLimits = { deadline: Infinity, enough: () => false };

  /** Cells with a 1 in `kept` do not change. */
  constructor(
    readonly sketch: Sketch,
    private readonly target: Target,
    locked: Uint8Array,
  ) {
    const count = sketch.cells.length;
    this.allowed = emptySet(count);
    this.costs = new Float64Array(count);
    for (let cell = 0; cell < count; cell++) {
      if (locked[cell] === 0) addCell(this.allowed, cell);
      this.costs[cell] = Math.min(
        ...this.valuesOf(cell).map((v) => appearanceCost(sketch, cell, v)),
      );
    }
  }

  /** Learns the obstacles of the current picture. */
  seed(): void {
    for (const obstacle of this.target.seed()) this.obstacles.add(obstacle);
  }

  /**
   * Looks for sets of `size` changes to the current picture, and leaves it unchanged. Of sets that
   * contain a smaller one that suffices, only some are found, as the smaller one.
   */
  run(size: number, limits: ExactLimits): { end: ExactEnd; found: CellChange[][] } {
    this.limits = limits;
    this.found = [];
    this.changes = [];
    this.stopped = false;
    this.undecided = false;
    this.visit(size);
    const end = this.stopped ? 'stopped' : this.undecided ? 'undecided' : 'complete';
    return { end, found: this.found };
  }

  private visit(left: number): void {
    if (performance.now() > this.limits.deadline) this.stopped = true;
    if (this.stopped) return;
    if (left === 0) {
      if (this.obstacles.first() === null) this.judge();
      return;
    }
    let obstacles: readonly Obstacle[] = this.obstacles.holding();
    if (obstacles.length === 0) {
      const assessment = this.judge();
      if (assessment.kind === 'good') return;
      if (assessment.kind === 'bad') obstacles = assessment.obstacles;
    }
    this.branch(left, this.candidates(left, obstacles));
  }

  /** Notes the current changes if the picture is good; otherwise its obstacles. */
  private judge(): Assessment {
    const assessment = this.target.judge();
    if (assessment.kind === 'open') {
      this.undecided = true;
    } else if (assessment.kind === 'bad') {
      for (const obstacle of assessment.obstacles) this.obstacles.add(obstacle);
    } else {
      this.found.push([...this.changes]);
      this.stopped = this.limits.enough(this.found);
    }
    return assessment;
  }

  private branch(left: number, candidates: readonly number[]): void {
    const { sketch, allowed, changes } = this;
    const tried: number[] = [];
    for (const cell of candidates) {
      if (this.stopped) break;
      const from = sketch.cells[cell];
      // Further attempts here leave this cell alone.
      dropCell(allowed, cell);
      tried.push(cell);
      for (const to of this.valuesOf(cell)) {
        sketch.set(cell, to);
        changes.push({ cell, from, to });
        this.visit(left - 1);
        changes.pop();
      }
      sketch.set(cell, from);
    }
    for (const cell of tried) addCell(allowed, cell);
  }

  /**
   * One of these cells must change next, or later; the one that hurts the picture least comes
   * first.
   */
  private candidates(left: number, obstacles: readonly Obstacle[]): number[] {
    if (obstacles.length === 0) return this.byLooks(this.allowed);
    if (left === 1) {
      const common = this.allowed.slice();
      for (const { near } of obstacles) if (!keepCommon(common, near)) return [];
      return this.byLooks(common);
    }
    const sized = obstacles
      .map((obstacle) => ({ obstacle, size: countCommon(obstacle.near, this.allowed) }))
      .sort((one, other) => one.size - other.size);
    const apart: Obstacle[] = [];
    for (const { obstacle, size } of sized) {
      if (size === 0) return [];
      if (apart.some(({ near }) => this.meet(near, obstacle.near))) continue;
      apart.push(obstacle);
      if (apart.length > left) return [];
    }
    const near = this.allowed.slice();
    keepCommon(near, sized[0].obstacle.near);
    return this.byLooks(near);
  }

  private meet(one: CellSet, other: CellSet): boolean {
    for (let k = 0; k < one.length; k++) {
      if ((one[k] & other[k] & this.allowed[k]) !== 0) return true;
    }
    return false;
  }

  private byLooks(cells: CellSet): number[] {
    return cellsInSet(cells).sort((a, b) => this.costs[a] - this.costs[b]);
  }

  /** The values that a cell could get. */
  valuesOf(cell: number): number[] {
    const values: number[] = [];
    for (let value = 0; value <= this.sketch.colours; value++) {
      if (value !== this.sketch.cells[cell]) values.push(value);
    }
    return values;
  }
}

/** How many obstacles are kept at most; those that were useless for longest go. */
const MOST = 4000;

/** The obstacles met so far. The one found last is tried first, as it often applies again. */
class ObstacleList {
  private obstacles: Obstacle[] = [];

  /** Adds an obstacle, after those that proved useful. */
  add(obstacle: Obstacle): void {
    this.obstacles.unshift(obstacle);
    if (this.obstacles.length > MOST) this.obstacles.length = MOST - MOST / 4;
  }

  /** An obstacle to the current picture, or null. */
  first(): Obstacle | null {
    const { obstacles } = this;
    for (let i = 0; i < obstacles.length; i++) {
      if (!obstacles[i].holds()) continue;
      const found = obstacles[i];
      // It moves half the way to the front: the useful ones gather there gradually.
      const to = i >> 1;
      obstacles[i] = obstacles[to];
      obstacles[to] = found;
      return found;
    }
    return null;
  }

  holding(): Obstacle[] {
    return this.obstacles.filter((obstacle) => obstacle.holds());
  }
}

/** The eight neighbours of a cell, clockwise from the one above it. */
const ROUND: readonly (readonly [number, number])[] = [
  [0, -1],
  [1, -1],
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [-1, -1],
];

/** The cost of a change that opens a hole, cuts a shape in two, or leaves a lone cell. */
const SHAPE_COST = 6;

/**
 * How much it hurts a picture that `cell` becomes `value`: 0 at best. A change costs less the more
 * of its neighbours have the new value already (those beside it count twice), and more if it
 * changes the shapes: their outlines may move, but no hole, gap or speck should appear or vanish.
 * Cells outside the picture count as blank.
 */
export function appearanceCost(sketch: Sketch, cell: number, value: number): number {
  const { width, height, cells } = sketch;
  const row = Math.floor(cell / width);
  const column = cell - row * width;
  const around = ROUND.map(([dx, dy]) => {
    const [x, y] = [column + dx, row + dy];
    return x < 0 || y < 0 || x >= width || y >= height ? BLANK : cells[y * width + x];
  });
  let cost = 12;
  around.forEach((neighbour, i) => {
    if (neighbour === value) cost -= i % 2 === 0 ? 2 : 1;
  });
  return keepsShapes(around, cells[cell]) && keepsShapes(around, value) ? cost : cost + SHAPE_COST;
}

/**
 * Whether the cells of `value` around a cell are one stretch of the ring of eight. Then the cell is
 * at the edge of a shape, and changing it does not join, cut, open or close anything (this is a
 * simple point, Rosenfeld 1970).
 */
function keepsShapes(around: readonly number[], value: number): boolean {
  const begins = around.filter((here, i) => here === value && around[(i + 7) % 8] !== value);
  return begins.length === 1;
}
