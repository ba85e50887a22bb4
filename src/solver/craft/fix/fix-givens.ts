import { pack } from '../../core/puzzle/packed.js';
import { type Cells, type Puzzle, UNKNOWN } from '../../core/puzzle/types.js';
import { limitedBySteps } from '../../engine/model/limits.js';
import { Solver } from '../../engine/solver/solve.js';
import type { Sketch, Target } from './target.js';

/** Milliseconds for giving cells one by one, even if the proof took all the time. */
const GREEDY_MS = 2000;

/** Milliseconds to look for other cells to give, if they are wanted. */
const INSTEAD_MS = 1500;

/**
 * The fewest cells of a picture to give at the start to make its puzzle good: one of each obstacle.
 * Cells that hit all known obstacles either make it good or show new ones: an implicit hitting set,
 * whose last answer is proven to be the smallest. If that takes too long, cells are given one by
 * one, and superfluous ones are taken back.
 */
export function fixGivens(
  sketch: Sketch,
  target: Target,
  locked: Uint8Array,
  asked: ChangesAsked,
): FoundChanges {
  const { start } = sketch;
  const { deadline, maxChanges } = asked;
  const free = (cell: number): boolean => locked[cell] === 0;
  const obstacles: (readonly number[])[] = [];
  let atLeast = 0;
  try {
    for (let proving = true; performance.now() < deadline;) {
      const { chosen, least } = hittingSet(obstacles);
      proving &&= least;
      if (proving) atLeast = Math.max(atLeast, chosen.length);
      if (chosen.length > maxChanges) return { changes: null, atLeast, alternatives: [] };
      sketch.give(start, chosen);
      const verdict = target.judge();
      if (verdict.kind === 'good') {
        const alternatives = instead(sketch, target, chosen, start, free, asked);
        return { changes: given(sketch, chosen), atLeast, alternatives };
      }
      if (verdict.kind === 'open') break;
      for (const { cells } of [...verdict.obstacles, ...target.seed()]) {
        const open = cells.filter(free);
        if (open.length === 0) return { changes: null, atLeast: Infinity, alternatives: [] };
        obstacles.push(open);
      }
    }
    sketch.give(start, []);
    const until = performance.now() + GREEDY_MS;
    const cells = oneByOne(sketch, target, free, { ...asked, deadline: Math.max(deadline, until) });
    if (cells === null) return { changes: null, atLeast, alternatives: [] };
    const alternatives = instead(sketch, target, cells, start, free, asked);
    return { changes: given(sketch, cells), atLeast, alternatives };
  } finally {
    sketch.give(start, []);
  }
}

/** Gives cells one by one, each leaving the fewest unknown; then takes superfluous ones back. */
function oneByOne(
  sketch: Sketch,
  target: Target,
  free: (cell: number) => boolean,
  { maxChanges, deadline }: ChangesAsked,
): number[] | null {
  const { start } = sketch;
  const { knowledge } = target;
  let chosen: number[] = [];
  const isGood = (cells: readonly number[]): boolean => {
    sketch.give(start, cells);
    return target.judge().kind === 'good';
  };
  while (!isGood(chosen)) {
    let best = -1;
    let least = Infinity;
    knowledge.unknownFromStart();
    for (const cell of knowledge.unknownCells().filter(free)) {
      if (performance.now() > deadline) return null;
      sketch.give(start, [...chosen, cell]);
      const distance = knowledge.unknownFromStart();
      if (distance < least) [best, least] = [cell, distance];
    }
    if (best < 0) return null;
    chosen.push(best);
  }
  for (const cell of chosen) {
    const others = chosen.filter((other) => other !== cell);
    if (isGood(others)) chosen = others;
  }
  return chosen.length > maxChanges ? null : chosen;
}

/** Other sets of just as many cells to give: each chosen cell in turn is replaced by another. */
function instead(
  sketch: Sketch,
  target: Target,
  chosen: readonly number[],
  start: Cells | null,
  free: (cell: number) => boolean,
  { alternatives: wanted }: ChangesAsked,
): CellChange[][] {
  const found: CellChange[][] = [];
  const until = performance.now() + INSTEAD_MS;
  for (const cell of chosen) {
    const rest = chosen.filter((other) => other !== cell);
    for (let other = 0; other < sketch.cells.length; other++) {
      if (found.length >= wanted || performance.now() > until) return found;
      if (!free(other) || chosen.includes(other)) continue;
      sketch.give(start, [...rest, other]);
      if (target.judge().kind === 'good') found.push(given(sketch, [...rest, other]));
    }
  }
  return found;
}

function given(sketch: Sketch, cells: readonly number[]): CellChange[] {
  return cells
    .toSorted((a, b) => a - b)
    .map((cell) => ({ cell, from: UNKNOWN, to: sketch.cells[cell] }));
}

/** A solution that becomes unique with one given cell, and that cell; or what is known instead. */
type SingleGiven =
  | { readonly kind: 'found'; readonly solution: Cells }
  /** No single cell will do, whatever its value. */
  | { readonly kind: 'none' }
  | { readonly kind: 'open' };

/** Line solves for the verdict on one given cell. */
const STEPS = 200_000;

/**
 * Looks for one cell that, given with some value, leaves one solution (which line solving finds, if
 * `byLines`): for puzzles without a picture, whose author may not mind which solution it becomes.
 */
export function singleGiven(puzzle: Puzzle, byLines: boolean, deadline: number): SingleGiven {
  const solver = new Solver();
  const { width, height, colours } = puzzle;
  const start = puzzle.start?.slice() ?? new Uint8Array(width * height).fill(UNKNOWN);
  const limits = limitedBySteps(STEPS);
  let open = false;
  for (let cell = 0; cell < start.length; cell++) {
    if (start[cell] !== UNKNOWN) continue;
    for (let value = 0; value <= colours; value++) {
      if (performance.now() > deadline) return { kind: 'open' };
      start[cell] = value;
      const { status, technique, solution } = solver.solve(pack({ ...puzzle, start }), 0, limits);
      if (status === 'unique' && (!byLines || technique === 'line')) {
        return { kind: 'found', solution: solution! };
      }
      open ||= status !== 'unique' && status !== 'multiple' && status !== 'contradiction';
    }
    start[cell] = UNKNOWN;
  }
  return { kind: open ? 'open' : 'none' };
}

/** A cell of a picture that changes. */
export interface CellChange {
  readonly cell: number;
  readonly from: number;
  readonly to: number;
}

/** Changes that make a puzzle good, and what is known about how few suffice. */
export interface FoundChanges {
  /** Null where none were found. */
  readonly changes: readonly CellChange[] | null;
  /** It is proven that fewer do not suffice. */
  readonly atLeast: number;
  /** Others of the same number, the best first; of fewer if some are for the symmetry. */
  readonly alternatives: readonly (readonly CellChange[])[];
  /** How many of the changes are there only to keep the symmetry of the picture. */
  readonly forSymmetry?: number;
}

/** Which fix comes first: it hurts least, opens widest, or keeps symmetry, even by more changes. */
export type FixPreference = 'looks' | 'opening' | 'symmetry';

/** The limits of a search for changes. */
export interface ChangesAsked {
  /** The most changes that are of any use. */
  readonly maxChanges: number;
  /** How many others of the same number are wanted. */
  readonly alternatives: number;
  /** Which of several pictures with as few changes comes first. */
  readonly prefer: FixPreference;
  /** When to return what is known, on the clock of `performance.now()`. */
  readonly deadline: number;
}

/** The number of branches after which a good enough choice is taken. */
const MOST_BRANCHES = 200_000;

/**
 * A smallest hitting set, by branch and bound: the smallest set that is not hit yet is hit with
 * each of its members in turn; sets without a common member are a bound on what is still needed.
 * Independent sets are solved separately.
 */
function hittingSet(sets: readonly (readonly number[])[]) {
  let least = true;
  const chosen: number[] = [];
  for (const group of linkedSets(sets)) {
    const branch = new Branching(group);
    chosen.push(...branch.best);
    least &&= branch.complete;
  }
  return { chosen, least };
}

class Branching {
  best: readonly number[];
  complete = true;
  private branches = 0;
  private readonly refused = new Set<number>();

  constructor(sets: readonly (readonly number[])[]) {
    this.best = greedy(sets);
    this.visit(sets, []);
  }

  private visit(sets: readonly (readonly number[])[], chosen: readonly number[]): void {
    if (sets.length === 0) {
      if (chosen.length < this.best.length) this.best = chosen;
      return;
    }
    if (this.branches++ > MOST_BRANCHES) {
      this.complete = false;
      return;
    }
    const open = sets
      .map((set) => set.filter((member) => !this.refused.has(member)))
      .sort((one, other) => one.length - other.length);
    if (open[0].length === 0) return;
    if (chosen.length + disjoint(open) >= this.best.length) return;
    const tried: number[] = [];
    for (const member of byUse(open[0], open)) {
      this.visit(
        sets.filter((set) => !set.includes(member)),
        [...chosen, member],
      );
      // All sets with this member were looked at.
      this.refused.add(member);
      tried.push(member);
    }
    for (const member of tried) this.refused.delete(member);
  }
}

/** How many of the sets, smallest first, share no member with one taken before. */
function disjoint(sets: readonly (readonly number[])[]): number {
  const used = new Set<number>();
  let count = 0;
  for (const set of sets) {
    if (set.some((member) => used.has(member))) continue;
    for (const member of set) used.add(member);
    count++;
  }
  return count;
}

/** The members of a set, those of the most sets first. */
function byUse(members: readonly number[], sets: readonly (readonly number[])[]): number[] {
  const uses = new Map(
    members.map((member) => [member, sets.filter((set) => set.includes(member)).length]),
  );
  return members.toSorted((a, b) => uses.get(b)! - uses.get(a)! || a - b);
}

function greedy(sets: readonly (readonly number[])[]): number[] {
  const chosen: number[] = [];
  let left = sets;
  while (left.length > 0) {
    const uses = new Map<number, number>();
    for (const member of left.flat()) uses.set(member, (uses.get(member) ?? 0) + 1);
    const [most] = [...uses].reduce((one, other) => (other[1] > one[1] ? other : one));
    chosen.push(most);
    left = left.filter((set) => !set.includes(most));
  }
  return chosen;
}

/** Sets in groups that share no member with sets of other groups. */
function linkedSets(sets: readonly (readonly number[])[]): (readonly number[])[][] {
  const groupOf = new Map<number, (readonly number[])[]>();
  for (const set of sets) {
    const met = new Set<(readonly number[])[]>();
    for (const member of set) {
      const group = groupOf.get(member);
      if (group !== undefined) met.add(group);
    }
    const merged = [set, ...[...met].flat()];
    for (const member of new Set(merged.flat())) groupOf.set(member, merged);
  }
  return [...new Set(groupOf.values())];
}
