import { pack } from '../../core/puzzle/packed.js';
import { checkSolution } from '../../core/puzzle/check.js';
import { cluesOfPicture } from '../../core/puzzle/picture.js';
import { type Cells, type Puzzle, UNKNOWN } from '../../core/puzzle/types.js';
import { isUndecided } from '../../core/result/outcome.js';
import { DEFAULT_SOLVE_LIMITS, limitedBySteps } from '../../engine/model/limits.js';
import { Solver } from '../../engine/solver/solve.js';
import { fixPixels } from './fix-pixels.js';
import {
  type CellChange,
  type ChangesAsked,
  type FoundChanges,
  LineTarget,
  Sketch,
  type Target,
  UniqueTarget,
} from './target.js';
import { type CellPlace, cellPlace } from '../replay/step.js';

/** What a puzzle is to become: one with a single solution, or one solved by lines alone. */
export type FixGoal = 'unique' | 'line';

/** What may change: cells of the picture, or which of its cells are given at the start. */
type FixWay = 'pixels' | 'givens';

export interface FixOptions {
  /** Default: `unique`. */
  readonly for?: FixGoal | undefined;
  /** Default: `pixels` if there is a picture or a single solution, else `givens`. */
  readonly by?: FixWay | undefined;
  /** A 1 for each cell that must not change, row by row. */
  readonly keep?: Uint8Array | null | undefined;
  /** Default: a tenth of the cells, but at least 5. */
  readonly maxChanges?: number | undefined;
  /** How many other sets of as many changes to show. Default: none. */
  readonly alternatives?: number | undefined;
  /**
   * Which picture comes first, of several with as few changes: the one that is hurt least, or the
   * one whose puzzle has most lines that tell something at its narrowest place and at first, each
   * by itself. With `symmetry`, one that keeps the symmetry of the picture comes first, even if
   * that takes some more changes. Default: `looks`.
   */
  readonly prefer?: ChangesAsked['prefer'] | undefined;
  /** Milliseconds after which the best found so far is taken. Default: 20,000. */
  readonly timeoutMs?: number | undefined;
}

/** One cell that changes. */
export interface Change extends CellPlace {
  /** UNKNOWN for a cell that was not given. */
  readonly from: number;
  readonly to: number;
}

/** A puzzle and its picture, before or after a fix. */
export interface PicturedPuzzle {
  readonly puzzle: Puzzle;
  /** Null if the puzzle comes without a picture. */
  readonly goal: Cells | null;
}

export interface Fixed {
  readonly kind: 'fixed';
  readonly by: FixWay;
  /** None if the puzzle is good as it is. */
  readonly changes: readonly Change[];
  /** Whether fewer changes are proven impossible. */
  readonly fewestProven: boolean;
  /** Fewer changes than this are proven impossible. */
  readonly atLeast: number;
  readonly puzzle: Puzzle;
  /** The picture after the changes: the solution. */
  readonly goal: Cells;
  /** Other sets of as many changes, or fewer with `forSymmetry`, the best-looking first. */
  readonly alternatives: readonly (readonly Change[])[];
  /** How many of the changes are there only to keep the symmetry of the picture, if some are. */
  readonly forSymmetry?: number;
}

/** How many cells a fix changes, and whether fewer would do; of `shown`, one of its sets. */
export function fixWords(fixed: Fixed, shown = fixed.changes): string {
  const { by, atLeast, forSymmetry } = fixed;
  if (shown.length === 0) return 'nothing to change';
  const one = by === 'pixels' ? '1 cell changes' : '1 cell is given';
  const many = by === 'pixels' ? 'cells change' : 'cells are given';
  const count = shown.length === 1 ? one : `${shown.length} ${many}`;
  if (forSymmetry !== undefined && shown === fixed.changes) {
    return `${count}, ${forSymmetry} more than it takes without keeping the symmetry`;
  }
  return atLeast >= shown.length
    ? `${count}, the fewest possible`
    : `${count}, the best found; at least ${atLeast} ${atLeast === 1 ? 'is' : 'are'} needed`;
}

/** Why there is no fix, in words. */
export interface NotFixed {
  readonly kind: 'none';
  readonly reason: string;
  /** Fewer changes than this are proven impossible. */
  readonly atLeast: number;
}

/** The largest picture that is worked on, in cells. */
const MOST_FIXED_CELLS = 40_000;

/** Milliseconds for a fix, by default. */
export const DEFAULT_FIX_MS = 20_000;

/**
 * The fewest changes that make a puzzle good. For one and two changes the answer is proven the
 * fewest; beyond that it may only be the best found; the fix says which. Of several ways with as
 * few changes, the first is the one that hurts the picture least, or what `prefer` says.
 *
 * If a picture does not fit the clues, the picture counts: the fixed puzzle is made from it.
 */
export function findFix(pictured: PicturedPuzzle, options: FixOptions = {}): Fixed | NotFixed {
  const { puzzle } = pictured;
  const cells = puzzle.width * puzzle.height;
  if (cells > MOST_FIXED_CELLS) {
    return none(
      `the grid has ${cells} cells, and fixes are worked out for at most ${MOST_FIXED_CELLS}`,
    );
  }
  const timeoutMs = options.timeoutMs ?? DEFAULT_FIX_MS;
  const maxChanges = options.maxChanges ?? Math.max(5, Math.floor(cells / 10));
  const asked = {
    maxChanges,
    alternatives: options.alternatives ?? 0,
    prefer: options.prefer ?? 'looks',
    deadline: performance.now() + timeoutMs,
  };
  const byLines = options.for === 'line';
  const picture = pictureOf(pictured, options, timeoutMs);
  if (typeof picture === 'string') return none(picture);
  const { goals, by } = picture;
  const [goal, other] = goals;
  if (puzzle.start?.some((given, i) => given !== UNKNOWN && given !== goal[i]) === true) {
    return none('the picture contradicts the start position; correct one of them first');
  }
  const fewestFor = (picture: Cells): FoundChanges => {
    const sketch = new Sketch(puzzle, picture);
    const target = byLines ? new LineTarget(sketch, by === 'givens') : new UniqueTarget(sketch);
    const kept = keptCells(puzzle, options.keep ?? null);
    return (by === 'pixels' ? fixPixels : fixGivens)(sketch, target, kept, asked);
  };
  const answer = (picture: Cells, found: FoundChanges): Fixed | NotFixed =>
    found.changes === null
      ? none(whyNone(found, maxChanges, options), found.atLeast)
      : fixed(puzzle, picture, by, found);
  const found = fewestFor(goal);
  if (other === undefined || (found.changes !== null && found.changes.length < 2)) {
    return answer(goal, found);
  }
  // Any solution will do, and another may need fewer givens.
  const single = singleGiven(puzzle, byLines, asked.deadline);
  if (typeof single !== 'string') return answer(single, fewestFor(single));
  const atLeast = single === 'none' ? 2 : 1;
  const otherFound = fewestFor(other);
  const count = ({ changes }: FoundChanges): number => changes?.length ?? Infinity;
  return count(otherFound) < count(found)
    ? answer(other, { ...otherFound, atLeast })
    : answer(goal, { ...found, atLeast });
}

/** The picture to change, and how; or why there is none. Two pictures if any solution will do. */
function pictureOf({ puzzle, goal }: PicturedPuzzle, { by }: FixOptions, timeoutMs: number) {
  if (goal !== null && (by !== 'givens' || checkSolution(puzzle, goal) === null)) {
    return { goals: [goal], by: by ?? 'pixels' };
  }
  if (goal !== null) return 'the picture does not fit the clues, so none of its cells can be given';
  const limits = { ...DEFAULT_SOLVE_LIMITS, timeoutMs: timeoutMs / 2 };
  const outcome = new Solver().solve(pack(puzzle), 0, limits);
  const { solution } = outcome;
  if (outcome.status === 'contradiction') {
    return 'the puzzle has no solution; correct its clues, or fix the picture it was made from';
  }
  if (solution === null) return 'no solution was found in time; a longer timeout may help';
  if (outcome.status === 'unique') return { goals: [solution], by: by ?? 'pixels' };
  if (by === 'pixels') {
    return 'the puzzle has several solutions and comes without a picture, so there is no picture to change: fix it by givens, or start from the picture';
  }
  const { secondSolution } = outcome;
  const goals = secondSolution === null ? [solution] : [solution, secondSolution];
  return { goals, by: 'givens' as const };
}

/** Cells that must not change: those that the user named, and those that the puzzle gives away. */
function keptCells({ width, height, start }: Puzzle, keep: Uint8Array | null): Uint8Array {
  return Uint8Array.from({ length: width * height }, (_, cell) =>
    (keep !== null && keep[cell] !== 0) || (start !== null && start[cell] !== UNKNOWN) ? 1 : 0,
  );
}

function fixed(puzzle: Puzzle, picture: Cells, by: FixWay, found: FoundChanges): Fixed {
  const { width, height } = puzzle;
  const changes = found.changes!;
  const changed = picture.slice();
  let { start } = puzzle;
  if (by === 'pixels') {
    for (const { cell, to } of changes) changed[cell] = to;
  } else if (changes.length > 0) {
    const given = start?.slice() ?? new Uint8Array(picture.length).fill(UNKNOWN);
    for (const { cell, to } of changes) given[cell] = to;
    start = given;
  }
  const placed = (list: readonly CellChange[]): Change[] =>
    list.map(({ cell, from, to }) => ({ ...cellPlace(cell, width), from, to }));
  return {
    kind: 'fixed',
    by,
    changes: placed(changes),
    fewestProven: found.atLeast >= changes.length,
    atLeast: Math.min(found.atLeast, changes.length),
    puzzle: { ...puzzle, ...cluesOfPicture(changed, width, height), start },
    goal: changed,
    alternatives: found.alternatives.map(placed),
    ...((found.forSymmetry ?? 0) > 0 && { forSymmetry: found.forSymmetry }),
  };
}

function whyNone({ atLeast }: FoundChanges, maxChanges: number, { keep }: FixOptions): string {
  const most = maxChanges === 1 ? '1 change' : `${maxChanges} changes`;
  if (atLeast > maxChanges) {
    const kept = keep == null ? '' : ' that leave the kept cells as they are';
    return `there is no fix of at most ${most}${kept}: that is proven`;
  }
  return `no fix of at most ${most} was found in time; at least ${atLeast} ${atLeast === 1 ? 'is' : 'are'} needed`;
}

function none(reason: string, atLeast = 0): NotFixed {
  return { kind: 'none', reason, atLeast };
}

/** A puzzle to fix in another thread. */
export interface FixTask {
  readonly pictured: PicturedPuzzle;
  readonly options: FixOptions;
}

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
function fixGivens(
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
      if (verdict === 'good') {
        const alternatives = instead(sketch, target, chosen, start, free, asked);
        return { changes: given(sketch, chosen), atLeast, alternatives };
      }
      if (verdict === 'open') break;
      for (const { cells } of [...verdict, ...target.seed()]) {
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
    return target.judge() === 'good';
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
      if (target.judge() === 'good') found.push(given(sketch, [...rest, other]));
    }
  }
  return found;
}

function given(sketch: Sketch, cells: readonly number[]): CellChange[] {
  return cells
    .toSorted((a, b) => a - b)
    .map((cell) => ({ cell, from: UNKNOWN, to: sketch.cells[cell] }));
}

/** Line solves for the verdict on one given cell. */
const STEPS = 200_000;

/**
 * The one solution that some cell, given with some value, leaves (and that line solving finds, if
 * `byLines`): for puzzles without a picture, whose author may not mind which solution it becomes.
 */
function singleGiven(puzzle: Puzzle, byLines: boolean, deadline: number): Cells | 'none' | 'open' {
  const solver = new Solver();
  const { width, height, colours } = puzzle;
  const start = puzzle.start?.slice() ?? new Uint8Array(width * height).fill(UNKNOWN);
  const limits = limitedBySteps(STEPS);
  let open = false;
  for (let cell = 0; cell < start.length; cell++) {
    if (start[cell] !== UNKNOWN) continue;
    for (let value = 0; value <= colours; value++) {
      if (performance.now() > deadline) return 'open';
      start[cell] = value;
      const { status, technique, solution } = solver.solve(pack({ ...puzzle, start }), 0, limits);
      if (status === 'unique' && (!byLines || technique === 'line')) return solution!;
      open ||= isUndecided(status);
    }
    start[cell] = UNKNOWN;
  }
  return open ? 'open' : 'none';
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
      const left = sets.filter((set) => !set.includes(member));
      this.visit(left, [...chosen, member]);
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
