import { drawnPuzzles } from '../../solver/craft/generate/random-puzzles.js';
import type { GridSize } from '../../solver/core/puzzle/grid-size.js';
import { pack } from '../../solver/core/puzzle/packed.js';
import type { Puzzle } from '../../solver/core/puzzle/types.js';
import { isUndecided } from '../../solver/core/result/outcome.js';
import { refuse } from '../../solver/core/result/refusal.js';
import { outcomeFields } from '../../solver/core/result/outcome-fields.js';
import type { SolveLimits } from '../../solver/engine/model/limits.js';
import { Solver } from '../../solver/engine/solver/solve.js';
import { puzzleLine, type FoundFields } from './puzzle-line.js';
import { ANY_BAND, type Band, type Making } from './recipe.js';

/** A part of the work, for one thread: candidates to draw, or puzzles to look at. */
export type ChunkTask =
  | {
      readonly number: number;
      readonly kind: 'random';
      readonly size: GridSize;
      readonly count: number;
      readonly seed: number;
      /** What the first candidate is called; the others count on. */
      readonly first: number;
      /** Of which bands more are wanted. */
      readonly open: readonly boolean[];
    }
  | { readonly number: number; readonly kind: 'given'; readonly puzzles: readonly GivenPuzzle[] };

interface GivenPuzzle {
  readonly name: string | null;
  readonly title: string | null;
  readonly puzzle: Puzzle;
}

/** Why puzzles are not in the data set, and how many. */
export interface LeftOut {
  several: number;
  none: number;
  /** Not decided within the steps that are allowed. */
  undecided: number;
  /** One solution, but not of the kind that is wanted. */
  other: number;
}

export function nothingLeftOut(): LeftOut {
  return { several: 0, none: 0, undecided: 0, other: 0 };
}

/** What came out of a part of the work. */
export interface Chunk {
  readonly number: number;
  readonly tried: number;
  readonly lineSolves: number;
  /** Milliseconds of a thread. */
  readonly ms: number;
  readonly lines: readonly string[];
  readonly bands: readonly number[];
  readonly leftOut: LeftOut;
}

/** Steps instead of time: every machine comes to the same. */
const LIMITS: SolveLimits = {
  timeoutMs: Infinity,
  maxSteps: 200_000,
  memoryBytes: Infinity,
  count: 2,
  guessDepth: 1,
};

/** Of puzzles that people have made, each counts. */
const GIVEN_LIMITS: SolveLimits = { ...LIMITS, maxSteps: 2_000_000 };

export type ChunkThreadData = Pick<Making, 'from' | 'keep'>;

/** Does parts of the work, one after the other. */
export class ChunkMaker {
  private readonly solver = new Solver();
  private readonly bands: readonly Band[];

  constructor(private readonly making: ChunkThreadData) {
    this.bands = making.from.kind === 'random' ? making.from.bands : [ANY_BAND];
  }

  make(task: ChunkTask): Chunk {
    const began = performance.now();
    const chunk = {
      number: task.number,
      tried: 0,
      lineSolves: 0,
      ms: 0,
      lines: [] as string[],
      bands: [] as number[],
      leftOut: nothingLeftOut(),
    };
    const open = task.kind === 'random' ? task.open : [true];
    const limits = task.kind === 'random' ? LIMITS : GIVEN_LIMITS;
    for (const { name, title, puzzle } of puzzlesOf(task, this.making)) {
      chunk.tried++;
      const words = pack(puzzle);
      const outcome = this.solver.solve(words, 0, limits);
      const refusal = refuse(words, 0, outcome);
      if (refusal !== null) throw new Error(`puzzle ${name ?? ''}: ${refusal}`);
      chunk.lineSolves += outcome.counters.lineSolves;
      const rating = this.solver.rate(outcome);
      const found = outcomeFields(puzzle, outcome, 0, rating);
      const band = bandOf(found, this.making, this.bands, chunk.leftOut);
      if (band === null || !open[band]) continue;
      chunk.lines.push(puzzleLine(name, title, puzzle, found));
      chunk.bands.push(band);
    }
    return { ...chunk, ms: performance.now() - began };
  }
}

/**
 * The number of the band that a puzzle belongs to, or null; puzzles that are not of the wanted
 * kind are counted in `leftOut`.
 */
export function bandOf(
  found: FoundFields,
  { keep }: Pick<Making, 'keep'>,
  bands: readonly Band[],
  leftOut: LeftOut,
): number | null {
  const { status, technique, needs, stars, difficulty, difficultyBound } = found as Rated;
  if (status === 'multiple') leftOut.several++;
  else if (status === 'contradiction') leftOut.none++;
  else if (isUndecided(status)) leftOut.undecided++;
  else if (
    (keep.for !== 'unique' && technique !== keep.for) ||
    (keep.needs !== null && needs !== keep.needs)
  ) {
    leftOut.other++;
  } else {
    const band = bands.findIndex((wanted) => {
      if (wanted.stars !== null) return stars === wanted.stars;
      if (wanted.difficulty === null) return true;
      const { from, to } = wanted.difficulty;
      if (difficulty === null || difficultyBound === true) return false;
      return difficulty >= from && difficulty <= (to ?? Infinity);
    });
    return band < 0 ? null : band;
  }
  return null;
}

type Rated = Pick<
  ReturnType<typeof outcomeFields>,
  'status' | 'technique' | 'needs' | 'stars' | 'difficulty' | 'difficultyBound'
>;

function* puzzlesOf(
  task: ChunkTask,
  { from }: Pick<Making, 'from'>,
): Generator<GivenPuzzle, void, undefined> {
  if (task.kind === 'given') {
    yield* task.puzzles;
    return;
  }
  if (from.kind !== 'random') throw new Error('there is nothing to draw');
  const { size, seed, first, count } = task;
  let left = count;
  for (const named of drawnPuzzles({ sizes: [size], density: from.density, seed })) {
    const name = `${size.width}x${size.height}-${first + count - left}`;
    yield { name, title: null, puzzle: named.puzzle };
    if (--left === 0) return;
  }
}
