import { BLANK } from '../../core/puzzle/types.js';
import { DEFAULT_SOLVE_LIMITS } from '../../engine/model/limits.js';
import { Solver } from '../../engine/solver/solve.js';
import {
  addCell,
  type CellChange,
  type CellSet,
  cellsInSet,
  type ChangesAsked,
  countCommon,
  dropCell,
  emptySet,
  type FoundChanges,
  hasCell,
  keepCommon,
  type Obstacle,
  type Sketch,
  type Target,
} from './target.js';

/** How many sets of changes of one size are compared by their looks at most. */
const COMPARED = 400;

/** Sizes that are searched completely before anything else is tried. */
const SMALL = 2;

/** The share of the remaining time for making a first, large set of changes smaller. */
const IMPROVING = 0.4;

/** The share for finding other sets of the same size, if they are wanted. */
const EXCHANGING = 0.2;

/**
 * The fewest cells of a picture that must change to make it good. Small numbers are proven by a
 * complete search. If that finds none, changes are made step by step and then made fewer; the
 * remaining time goes to the proof, one number after the other.
 */
export function fixPixels(
  sketch: Sketch,
  target: Target,
  locked: Uint8Array,
  asked: ChangesAsked,
): FoundChanges {
  const search = new ExactSearch(sketch, target, locked);
  const original = sketch.cells.slice();
  const { maxChanges, deadline } = asked;
  const enough = (found: readonly unknown[]): boolean => found.length >= COMPARED;
  let atLeast = 0;
  let proving = true;
  const lookFor = (size: number): CellChange[][] => {
    const { found, isComplete } = search.run(size, { deadline, enough });
    proving &&= isComplete;
    if (found.length === 0 && proving) atLeast = size + 1;
    return found;
  };

  search.seed();
  for (let size = 0; size <= Math.min(SMALL, maxChanges); size++) {
    const found = lookFor(size);
    if (found.length > 0) return ranked(search, found, atLeast, asked);
  }
  if (performance.now() >= deadline || maxChanges <= SMALL) {
    return { changes: null, atLeast, alternatives: [] };
  }

  let others: CellChange[][] = [];
  // The steps on the way may be more than the final limit, as some prove superfluous.
  const most = 2 * maxChanges + 5;
  let changes = approach(search, most, deadline);
  if (changes !== null) {
    const now = performance.now();
    const until = now + IMPROVING * (deadline - now);
    changes = new Improvement(search).run(changes, atLeast, until);
    if (asked.alternatives > 0 || asked.prefer === 'opening') {
      const left = Math.max(0, deadline - performance.now());
      others = exchanges(search, changes, performance.now() + EXCHANGING * left);
    }
    takeBack(sketch, changes);
  } else {
    original.forEach((value, cell) => sketch.set(cell, value));
  }

  for (let size = SMALL + 1; size <= maxChanges; size++) {
    if (changes !== null && changes.length < size) break;
    if (!proving || performance.now() >= deadline) break;
    const found = lookFor(size);
    if (found.length > 0) return ranked(search, found, atLeast, asked);
  }
  if (changes === null || changes.length > maxChanges) {
    return { changes: null, atLeast, alternatives: [] };
  }
  return ranked(search, [changes, ...others], atLeast, asked);
}

/** The best-looking of `found` first, or what `prefer` says and, of these, the best-looking. */
function ranked(
  search: ExactSearch,
  found: readonly CellChange[][],
  atLeast: number,
  asked: ChangesAsked,
): FoundChanges {
  const { alternatives, prefer, deadline } = asked;
  const { sketch } = search;
  const sorted = byLooks(sketch, found);
  const best =
    prefer === 'opening'
      ? widestFirst(sketch, sorted, deadline)
      : prefer === 'symmetry'
        ? symmetricFirst(search, sorted, asked)
        : sorted;
  const forSymmetry = best[0].length - sorted[0].length;
  return { changes: best[0], atLeast, alternatives: best.slice(1, 1 + alternatives), forSymmetry };
}

/** Sets of changes, the one that hurts the picture least first; the cells of each in order. */
function byLooks(sketch: Sketch, found: readonly (readonly CellChange[])[]) {
  return found
    .map((changes) => ({
      changes: changes.toSorted((one, other) => one.cell - other.cell),
      cost: costOf(sketch, changes),
    }))
    .sort((one, other) => one.cost - other.cost)
    .map(({ changes }) => changes);
}

/** Milliseconds for looking at larger sets that keep a symmetry. */
const SYMMETRY_MS = 500;

/**
 * Those first that keep most of the picture's turns and mirror images. If none keeps any, first the
 * smallest set that does and is found good: one of `found`, or a single change, with its images.
 */
function symmetricFirst(
  search: ExactSearch,
  found: readonly (readonly CellChange[])[],
  { maxChanges }: ChangesAsked,
): (readonly CellChange[])[] {
  const { sketch, target } = search;
  const symmetries = symmetriesOf(sketch);
  const keptBy = (changes: readonly CellChange[]): number =>
    symmetries.filter((images) =>
      withImages(sketch, changes, images).every(({ cell, to }) =>
        changes.some((change) => change.cell === cell && change.to === to),
      ),
    ).length;
  const sorted = found.toSorted((one, other) => keptBy(other) - keptBy(one));
  if (symmetries.length === 0 || keptBy(sorted[0]) > 0) return sorted;
  const single = cellsInSet(search.allowed).flatMap((cell) =>
    search.valuesOf(cell).map((to) => [{ cell, from: sketch.cells[cell], to }]),
  );
  const symmetric = [...found, ...single].flatMap((changes) =>
    symmetries.map((images) => withImages(sketch, changes, images)),
  );
  const wider = byLooks(sketch, symmetric)
    .filter(({ length }) => length > found[0].length && length <= maxChanges)
    .sort((one, other) => one.length - other.length);
  const until = performance.now() + SYMMETRY_MS;
  const good = wider.find((changes) => {
    if (performance.now() > until || changes.some(({ cell }) => !hasCell(search.allowed, cell))) {
      return false;
    }
    make(sketch, changes);
    const verdict = target.judge();
    takeBack(sketch, changes);
    return verdict === 'good';
  });
  return good === undefined ? [...found] : [good, ...found];
}

/** The symmetries of a picture, but for the identity: for each, the cell that each cell goes to. */
function symmetriesOf({ width, height, cells }: Sketch): Uint32Array[] {
  const all = Array.from({ length: width === height ? 8 : 4 }, (_, kind) =>
    Uint32Array.from(cells, (_, cell) => {
      let [y, x] = [Math.floor(cell / width), cell % width];
      if (kind > 3) [y, x] = [x, y];
      if (kind & 2) y = height - 1 - y;
      if (kind & 1) x = width - 1 - x;
      return y * width + x;
    }),
  );
  // The first one moves nothing.
  return all
    .slice(1)
    .filter((images) => images.every((image, cell) => cells[image] === cells[cell]));
}

/** Changes with their images under a symmetry; where two of them differ, the first one holds. */
function withImages({ cells }: Sketch, changes: readonly CellChange[], images: Uint32Array) {
  const made = new Map<number, CellChange>();
  for (const { cell: first, to } of changes) {
    for (let cell = first; !made.has(cell); cell = images[cell]) {
      made.set(cell, { cell, from: cells[cell], to });
    }
  }
  return [...made.values()];
}

/**
 * Those first whose puzzles open widest: the most lines that tell something at the narrowest place,
 * then at first. What is not rated by the deadline (of `performance.now()`) comes last.
 */
function widestFirst(sketch: Sketch, found: readonly (readonly CellChange[])[], deadline: number) {
  const solver = new Solver();
  return found
    .map((changes) => {
      make(sketch, changes);
      const timeoutMs = deadline - performance.now();
      const limits = { ...DEFAULT_SOLVE_LIMITS, timeoutMs };
      const rated = timeoutMs > 0 ? solver.rate(solver.solve(sketch.words(), 0, limits)) : null;
      takeBack(sketch, changes);
      return { changes, narrowest: rated?.narrowest ?? -1, opening: rated?.opening ?? -1 };
    })
    .sort((one, other) => other.narrowest - one.narrowest || other.opening - one.opening)
    .map(({ changes }) => changes);
}

/** How much changes, made one after the other, hurt a picture. */
function costOf(sketch: Sketch, changes: readonly CellChange[]): number {
  let cost = 0;
  for (const { cell, to } of changes) {
    cost += appearanceCost(sketch, cell, to);
    sketch.set(cell, to);
  }
  takeBack(sketch, changes);
  return cost;
}

function make(sketch: Sketch, changes: readonly CellChange[]): void {
  for (const { cell, to } of changes) sketch.set(cell, to);
}

function takeBack(sketch: Sketch, changes: readonly CellChange[]): void {
  for (const { cell, from } of changes) sketch.set(cell, from);
}

/** The most other changes that are looked for in the place of one. */
const PER_CHANGE = 40;

/**
 * Other sets of as many changes as `changes`, all of them good: each change in turn is taken back,
 * and others that do in its place are looked for, until the deadline (of `performance.now()`).
 * @pre the sketch is as `changes` made it; it is left so.
 */
function exchanges(search: ExactSearch, changes: readonly CellChange[], deadline: number) {
  const { sketch } = search;
  const others: CellChange[][] = [];
  for (const change of changes) {
    if (performance.now() > deadline) break;
    const rest = changes.filter((other) => other !== change);
    sketch.set(change.cell, change.from);
    const { found } = search.run(1, { deadline, enough: (sets) => sets.length >= PER_CHANGE });
    sketch.set(change.cell, change.to);
    for (const [instead] of found) {
      // A set that needs nothing instead would have fewer changes.
      if (instead === undefined || rest.some(({ cell }) => cell === instead.cell)) continue;
      if (instead.cell === change.cell && instead.to === change.to) continue;
      others.push([...rest, instead]);
    }
  }
  return others;
}

/** The number of rounds without an improvement after which the work ends. */
const ROUNDS = 60;

/** Milliseconds for the search of one round. */
const ROUND_MS = 400;

/**
 * Reduces changes that make a picture good: superfluous ones are taken back, then two or three at a
 * time are replaced by one fewer (a large neighbourhood search). Ends at a deadline, or after many
 * rounds in vain.
 */
class Improvement {
  private seed = 1;

  constructor(private readonly search: ExactSearch) {}

  /**
   * Fewer changes than `changes`, or just as many. At least `least` are needed.
   * @pre `changes` are applied to the sketch. @post the result is applied instead.
   */
  run(changes: readonly CellChange[], least: number, deadline: number): CellChange[] {
    const { search } = this;
    const { sketch } = search;
    let best = this.withoutSuperfluous(changes);
    for (let idle = 0; idle < ROUNDS && best.length > least; idle++) {
      if (performance.now() > deadline || best.length < 2) break;
      const taken = this.someOf(best, Math.min(best.length, 2 + (idle % 2)));
      takeBack(sketch, taken);
      const { found } = search.run(taken.length - 1, {
        deadline: Math.min(deadline, performance.now() + ROUND_MS),
        enough: () => true,
      });
      if (found.length === 0) {
        make(sketch, taken);
        continue;
      }
      make(sketch, found[0]);
      const left = best.filter((change) => !taken.includes(change));
      best = this.withoutSuperfluous(merged(left, found[0]));
      idle = -1;
    }
    return best;
  }

  private withoutSuperfluous(changes: readonly CellChange[]): CellChange[] {
    const { sketch, target, obstacles } = this.search;
    return changes.filter(({ cell, from, to }) => {
      sketch.set(cell, from);
      if (obstacles.first() === null && target.judge() === 'good') return false;
      sketch.set(cell, to);
      return true;
    });
  }

  /** A random change, and those nearest to it. */
  private someOf(changes: readonly CellChange[], count: number): CellChange[] {
    const { width } = this.search.sketch;
    const middle = changes[this.random(changes.length)].cell;
    const distance = ({ cell }: CellChange): number =>
      Math.min(
        Math.abs((cell % width) - (middle % width)),
        Math.abs(Math.floor(cell / width) - Math.floor(middle / width)),
      ) + this.random(3);
    return changes
      .map((change) => ({ change, far: change.cell === middle ? -1 : distance(change) }))
      .sort((one, other) => one.far - other.far)
      .slice(0, count)
      .map(({ change }) => change);
  }

  /** The same seed each time, so that a fix can be repeated. */
  private random(below: number): number {
    this.seed = (Math.imul(this.seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.seed / 2 ** 32) * below);
  }
}

/** Changes and later ones as one list, in which each cell changes once, and really changes. */
function merged(changes: readonly CellChange[], later: readonly CellChange[]): CellChange[] {
  const byCell = new Map(changes.map((change) => [change.cell, change]));
  for (const { cell, from, to } of later) {
    byCell.set(cell, { cell, from: byCell.get(cell)?.from ?? from, to });
  }
  return [...byCell.values()].filter(({ from, to }) => from !== to);
}

interface Step {
  readonly cell: number;
  readonly to: number;
  /** Of the obstacles asked about, how many remain after it. */
  readonly standing: number;
  /** The value of `Target.hope`. */
  readonly hope: number;
  readonly cost: number;
}

/** How many obstacles each change is measured by. */
const ASKED = 60;

/** How many of the best changes are tried to see where they lead. */
const TRIED = 40;

/**
 * Makes the sketch good, with at most `most` changes; null if that was not reached by the deadline
 * (of `performance.now()`). The sketch keeps the changes.
 *
 * Each change removes most obstacles and, of these, leaves the fewest unknown cells to line
 * solving. They are not the fewest: see `Improvement`.
 */
function approach(search: ExactSearch, most: number, deadline: number): CellChange[] | null {
  const { sketch, target, obstacles } = search;
  const changes: CellChange[] = [];
  // No cell changes twice: so this ends.
  const free = search.allowed.slice();
  while (performance.now() < deadline) {
    let standing = obstacles.holding();
    if (standing.length < ASKED) {
      if (target.judge() === 'good') return changes;
      search.seed();
      standing = obstacles.holding();
    }
    if (changes.length === most) return null;
    const step = bestStep(search, cellsInSet(free), standing.slice(0, ASKED), deadline);
    if (step === null) return null;
    changes.push({ cell: step.cell, from: sketch.cells[step.cell], to: step.to });
    sketch.set(step.cell, step.to);
    dropCell(free, step.cell);
  }
  return null;
}

function bestStep(
  search: ExactSearch,
  cells: readonly number[],
  asked: readonly Obstacle[],
  deadline: number,
): Step | null {
  const { sketch, target } = search;
  const steps: Step[] = [];
  target.note?.();
  for (const obstacle of asked) obstacle.settle?.();
  for (const cell of cells) {
    const from = sketch.cells[cell];
    for (const to of search.valuesOf(cell)) {
      const cost = appearanceCost(sketch, cell, to);
      sketch.set(cell, to);
      let standing = 0;
      for (const obstacle of asked) if (obstacle.holdsAfter(cell)) standing++;
      steps.push({ cell, to, standing, hope: target.hope?.(cell) ?? 0, cost });
      sketch.set(cell, from);
    }
    if (performance.now() > deadline) break;
  }
  const promising = new Set(steps.sort(byStanding).slice(0, TRIED));
  for (const step of steps.sort(byHope).slice(0, TRIED)) promising.add(step);
  let best: Step | null = null;
  let least = Infinity;
  for (const step of promising) {
    const from = sketch.cells[step.cell];
    sketch.set(step.cell, step.to);
    const distance = target.knowledge.unknownFromStart();
    sketch.set(step.cell, from);
    if (distance < least) [best, least] = [step, distance];
  }
  return best;
}

function byStanding(one: Step, other: Step): number {
  return one.standing - other.standing || one.cost - other.cost;
}

function byHope(one: Step, other: Step): number {
  return one.hope - other.hope || byStanding(one, other);
}

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
class ExactSearch {
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
    readonly target: Target,
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
   * contain a smaller one that suffices, only some are found, as the smaller one. It is complete
   * unless it was stopped, or no verdict on some picture was reached.
   */
  run(size: number, limits: ExactLimits): { isComplete: boolean; found: CellChange[][] } {
    this.limits = limits;
    this.found = [];
    this.changes = [];
    this.stopped = false;
    this.undecided = false;
    this.visit(size);
    return { isComplete: !this.stopped && !this.undecided, found: this.found };
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
      if (assessment === 'good') return;
      if (assessment !== 'open') obstacles = assessment;
    }
    this.branch(left, this.candidates(left, obstacles));
  }

  /** Notes the current changes if the picture is good; otherwise its obstacles. */
  private judge(): ReturnType<Target['judge']> {
    const assessment = this.target.judge();
    if (assessment === 'open') this.undecided = true;
    else if (assessment === 'good') {
      this.found.push([...this.changes]);
      this.stopped = this.limits.enough(this.found);
    } else for (const obstacle of assessment) this.obstacles.add(obstacle);
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

  /** One of these cells must change next, or later; what hurts the picture least comes first. */
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
 * How much it hurts a picture that `cell` becomes `value`: 0 at best. It costs less the more of its
 * neighbours have that value (those beside it count twice), and more if shapes change: outlines may
 * move, but no hole, gap or speck should appear or vanish. Outside the picture all is blank.
 */
function appearanceCost(sketch: Sketch, cell: number, value: number): number {
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
