import type { Cells } from '../../core/puzzle/types.js';
import type { BaseExports, Instance } from './instance.js';

/** What ended the work early, by its number in budget.ts of the assembly. */
const RAN_OUT = [null, 'timeout', 'steps', 'memory'] as const;

/** How the work ended, by its number in solve.ts of the assembly. */
const ENDS = [
  'contradiction',
  'solved',
  'stopped early',
  'exhausted',
  'wanted',
  'stopped',
] as const;

/** The places of what the engine's record holds: those of Field in solve.ts of the assembly. */
const PLACE = {
  ended: 0,
  ranOut: 1,
  steps: 2,
  decisions: 3,
  conflicts: 4,
  depth: 5,
  found: 6,
  first: 7,
  second: 8,
  passes: 9,
  guessDepth: 10,
  guessDepthMin: 11,
  probes: 12,
  rated: 13,
  level: 14,
  effortLine: 15,
  effortProbe: 16,
  tries: 17,
  assumed: 18,
  bound: 19,
  lookAhead: 20,
  limbsAt: 21,
  limbs: 22,
  opening: 23,
  narrowest: 24,
  innerLookAhead: 25,
} as const;

/** Reads numbers of the record where the engine has them, by their places: names take longer. */
class RecordReader {
  /** The instance that has it, and where it begins among the doubles of any. */
  protected instance!: Instance<BaseExports>;
  private at = 0;

  /** Reads it there from now on. */
  readIn(instance: Instance<BaseExports>, at: number): this {
    this.instance = instance;
    this.at = at;
    return this;
  }

  protected read(place: number): number {
    return this.instance.doubles[this.at + place];
  }

  /** A whole number, which takes no memory of its own if it is small. */
  protected whole(place: number): number {
    const value = this.read(place);
    const small = value | 0;
    return small === value ? small : value;
  }
}

/**
 * What the engine has found out about a puzzle: read from the module's memory when it is asked for,
 * as an object with all of it takes a tenth of the time of a 5x5. So it says nothing of that puzzle
 * any more once the engine has got another one.
 */
export class EngineAnswer extends RecordReader {
  /** By lines alone: a contradiction, or the only solution; or how the search ended. */
  get ended(): (typeof ENDS)[number] {
    return ENDS[this.read(PLACE.ended)];
  }

  /** What ended the work early, if anything. */
  get ranOut(): (typeof RAN_OUT)[number] {
    return RAN_OUT[this.read(PLACE.ranOut)];
  }

  /** Line solves. */
  get steps(): number {
    return this.whole(PLACE.steps);
  }

  get decisions(): number {
    return this.whole(PLACE.decisions);
  }

  get conflicts(): number {
    return this.whole(PLACE.conflicts);
  }

  /** The deepest nesting of guesses. */
  get depth(): number {
    return this.whole(PLACE.depth);
  }

  /** How many solutions were found or counted. */
  get found(): bigint {
    const found = this.read(PLACE.found);
    return (
      this.instance.numberAt(this.read(PLACE.limbsAt), this.read(PLACE.limbs)) ??
      (found < FEW.length ? FEW[found] : BigInt(found))
    );
  }

  /** A copy of the first solution of so many cells, null if none was found. */
  first(cells: number): Cells | null {
    return this.instance.solutionAt(this.read(PLACE.first), cells);
  }

  /** As `first`, of the second. */
  second(cells: number): Cells | null {
    return this.instance.solutionAt(this.read(PLACE.second), cells);
  }

  get passes(): number {
    return this.whole(PLACE.passes);
  }

  /**
   * After a search, if there is one solution or none: the level of contradictions that decides the
   * puzzle, or null.
   */
  get guessDepth(): number | null {
    return this.whole(PLACE.guessDepth) || null;
  }

  /** The lowest level that may decide it. */
  get guessDepthMin(): number {
    return this.whole(PLACE.guessDepthMin);
  }

  /** Values assumed to find that out. */
  get probes(): number {
    return this.whole(PLACE.probes);
  }
}

/** The sums that the difficulty of a puzzle is made of (see Effort), read as `EngineAnswer`. */
export class EngineEffort extends RecordReader {
  /** Whether the rating came to its end. */
  get isKnown(): boolean {
    return this.read(PLACE.rated) !== 0;
  }

  get line(): number {
    return this.read(PLACE.effortLine);
  }

  get probe(): number {
    return this.read(PLACE.effortProbe);
  }

  get tries(): number {
    return this.read(PLACE.tries);
  }

  get assumed(): boolean {
    return this.read(PLACE.assumed) === 1;
  }

  get bound(): boolean {
    return this.read(PLACE.bound) === 1;
  }

  /** How many lines tell something at first, and the fewest in a round before the last. */
  get opening(): number {
    return this.whole(PLACE.opening);
  }

  get narrowest(): number {
    return this.whole(PLACE.narrowest);
  }

  /** The weakest level of reading lines that suffices, if one does: its place in NEEDS. */
  get level(): number {
    return this.whole(PLACE.level);
  }

  /** Within how many rounds assumptions must contradict; 0 for none, or if they are not enough. */
  get lookAhead(): number {
    return this.whole(PLACE.lookAhead);
  }

  /** The same of inner assumptions; 0 if nobody asked, or a limit ended that. */
  get innerLookAhead(): number {
    return this.whole(PLACE.innerLookAhead);
  }
}

/** The numbers of solutions that nearly all puzzles have, as making them takes time. */
const FEW = [0n, 1n, 2n] as const;
