import { coloursOf, type PackedWords, wordsOf } from '../../core/puzzle/packed.js';
import type { Cells } from '../../core/puzzle/types.js';
import {
  type Difficulty,
  DIFFICULTY_VERSION,
  MOST_LOOK_AHEAD,
  NEEDS,
  SCORING,
} from '../../core/result/difficulty.js';
import { SETTINGS, type Settings } from '../model/settings.js';
import {
  type Observer,
  type ProofSteps,
  type SaidEvents,
  tellObserver,
  tellProof,
} from './event-reader.js';
import { type BaseExports, engineModule, Instance, noRoom } from './instance.js';

/** The settings, in the order in which the engine has them. */
const SETTING_NAMES = Object.keys(SETTINGS) as (keyof Settings)[];

const [WORK_BETWEEN_LOOKS, BRIEF_CONFLICTS, LOGGED_WORDS] = (
  ['workBetweenLooks', 'briefConflicts', 'loggedWords'] as const
).map((name) => SETTING_NAMES.indexOf(name));

interface EngineLimits {
  /** Infinity for none. */
  readonly maxSteps: number;
  /** Whether the time is over: asked every 0.1 ms or so. */
  isTimeOver(): boolean;
}

interface ProofLimits extends EngineLimits {
  /** Infinity for none. */
  readonly memoryBytes: number;
}

/** What the engine is asked about a puzzle, besides its clues. */
interface EngineQuestion extends ProofLimits {
  /** How many solutions to look for, at least 2; `exact` to count them all. */
  readonly wanted: number | 'exact';
  /** The deepest level of contradictions to classify by. */
  readonly guessDepth: number;
  /** Is told what happens. What it throws ends the work. */
  readonly observer?: Observer | undefined;
  /** Is told the number of each stage that begins, or -1, and what was counted so far. */
  readonly tellStage?: TellStage | undefined;
}

export type TellStage = (stage: number, sums: readonly number[]) => void;

/** Instead of a number of solutions: see solve.ts of the assembly. */
const EXACT = -1;

interface Exports extends BaseExports {
  readonly recordAt: () => number;
  readonly solve: (wanted: number, levels: number, maxSteps: number, memoryBytes: number) => void;
  readonly watch: (lines: boolean) => void;
  readonly askStatistics: () => void;
  readonly prove: (solutions: number, maxSteps: number, memoryBytes: number) => void;
  readonly openSolution: (cells: number) => number;
  readonly loadSolved: (maxSteps: number, workBetweenLooks: number) => void;
  readonly rateSolved: (isDouble: boolean) => void;
}

/**
 * The inner part of the solver in WebAssembly, made of `assembly/` (docs/solver/engine.md):
 * propagation, searches, guess depth and rating. There is one for all solvers of a thread: what it
 * answers is to be read before the next puzzle.
 */
export class Engine {
  private instance: Instance<Exports> | null;
  private limits: EngineLimits | null = null;
  /** Those of the last puzzle that was solved. */
  private solvingWith: Settings | null = null;
  /** Takes what happens in a puzzle that is watched. */
  private hears: ((said: SaidEvents) => void) | null = null;
  private tellStage: TellStage | null = null;
  /** How many puzzles it was given: the number of the one that it has. */
  puzzles = 0;
  private readonly answer = new EngineAnswer();
  /** Where the record and the settings begin among the doubles. */
  private record = 0;
  private settings = 0;

  /** @throws RangeError if the machine has no memory for an instance */
  constructor(
    private readonly module: WebAssembly.Module,
    private readonly keptBytes: number,
  ) {
    this.instance = this.instantiated();
  }

  /** Solves the validated puzzle at `offset`. @throws RangeError if the machine has no memory */
  solve(words: PackedWords, offset: number, settings: Settings, question: EngineQuestion) {
    const { wanted, guessDepth, maxSteps, memoryBytes, observer, tellStage } = question;
    this.limits = question;
    try {
      const instance = this.beginWith(words, offset, settings);
      if (observer !== undefined) {
        const values = coloursOf(words, offset) + 1;
        this.hears = (said) => tellObserver(said, values, observer);
        instance.exports.watch(observer.line !== undefined);
      }
      if (tellStage !== undefined) {
        this.tellStage = tellStage;
        instance.exports.askStatistics();
      }
      const number = wanted === 'exact' ? EXACT : wanted;
      instance.exports.solve(number, guessDepth, maxSteps, memoryBytes);
      instance.look();
      return this.answer.readIn(instance, this.record);
    } catch (error) {
      throw this.halfDone(error);
    } finally {
      this.atRest();
    }
  }

  /**
   * Proves that the puzzle at `offset` has as many solutions as it says; what it answers is what
   * the proof proves. `clauseAgainst` numbers the clause against a solution that is found.
   * @throws RangeError if the machine has no memory for its tables
   */
  prove(
    words: PackedWords,
    offset: number,
    settings: Settings,
    limits: ProofLimits,
    solutions: number,
    steps: ProofSteps,
    clauseAgainst: (solution: Cells) => number,
  ): EngineAnswer {
    this.limits = limits;
    try {
      const instance = this.beginWith(words, offset, settings);
      let against = 0;
      this.hears = (said) => (against = tellProof(said, steps, clauseAgainst, against));
      instance.exports.prove(solutions, limits.maxSteps, limits.memoryBytes);
      instance.look();
      return this.answer.readIn(instance, this.record);
    } catch (error) {
      throw this.halfDone(error);
    } finally {
      this.atRest();
    }
  }

  /**
   * Rates a puzzle by its only `solution`; null if a limit ends that. If `isLast`, it is there,
   * with what solving has read and spent; if `isDouble`, its guess depth is 2.
   * @throws RangeError if the machine has no memory for its tables
   */
  rate(
    words: PackedWords,
    offset: number,
    solution: Cells,
    { workBetweenLooks }: Settings,
    limits: EngineLimits,
    isLast: boolean,
    isDouble: boolean,
  ): Difficulty | null {
    this.limits = limits;
    try {
      let { instance } = this;
      if (instance === null || !isLast) {
        instance = this.begin(words, offset);
        const at = instance.exports.openSolution(solution.length);
        instance.look();
        instance.cells.set(solution, at);
        instance.exports.loadSolved(limits.maxSteps, workBetweenLooks);
      }
      instance.exports.rateSolved(isDouble);
      instance.look();
      return this.answer.readIn(instance, this.record).difficulty;
    } catch (error) {
      throw this.halfDone(error);
    } finally {
      this.atRest();
    }
  }

  get bytes(): number {
    return this.instance?.words.byteLength ?? 0;
  }

  /** The instance is not used again: what it was about to do is half done. */
  private halfDone(error: unknown): unknown {
    this.instance = null;
    return error;
  }

  /** Nobody is asked or told anything any more. */
  private atRest(): void {
    this.limits = null;
    this.hears = null;
    this.tellStage = null;
  }

  /** Hands on what happened. Who hears it may solve another puzzle, which gets another instance. */
  private hear(said: SaidEvents): void {
    const { instance, limits, solvingWith, hears, tellStage } = this;
    this.instance = null;
    try {
      hears?.(said);
    } finally {
      this.instance = instance;
      this.limits = limits;
      this.solvingWith = solvingWith;
      this.hears = hears;
      this.tellStage = tellStage;
      this.puzzles++;
    }
  }

  private begin(words: PackedWords, offset: number): Instance<Exports> {
    // Another one if the last puzzle has left it with much memory, or half done.
    if (this.bytes > this.keptBytes) this.instance = null;
    const instance = (this.instance ??= this.instantiated());
    instance.open(words, offset, wordsOf(words, offset));
    this.puzzles++;
    return instance;
  }

  /** Hands over a puzzle and a few settings: all take a sixth of the time of a small puzzle. */
  private beginWith(words: PackedWords, offset: number, settings: Settings): Instance<Exports> {
    const instance = this.begin(words, offset);
    this.solvingWith = settings;
    instance.doubles[this.settings + WORK_BETWEEN_LOOKS] = settings.workBetweenLooks;
    instance.doubles[this.settings + BRIEF_CONFLICTS] = settings.briefConflicts;
    instance.doubles[this.settings + LOGGED_WORDS] = settings.loggedWords;
    return instance;
  }

  private instantiated(): Instance<Exports> {
    const instance = new Instance<Exports>(this.module, {
      isTimeOver: () => this.limits?.isTimeOver() === true,
      writeSettings: () => this.writeSettings(),
      hear: (said) => this.hear(said),
      tellStage: (stage, sums) => this.tellStage?.(stage, sums),
    });
    this.settings = instance.exports.settingsAt() >>> 3;
    this.record = instance.exports.recordAt() >>> 3;
    return instance;
  }

  /** Writes all settings, in the midst of a puzzle, for which the memory may have grown. */
  private writeSettings(): void {
    const { instance, solvingWith } = this;
    if (instance === null || solvingWith === null) return;
    instance.look();
    // A loop over the names of the table takes seven times as long.
    let next = 0;
    for (const name in solvingWith) {
      const i =
        SETTING_NAMES[next] === name ? next++ : SETTING_NAMES.indexOf(name as keyof Settings);
      if (i >= 0) instance.doubles[this.settings + i] = solvingWith[name as keyof Settings];
    }
  }
}

/** The most memory of an instance that is kept for the next puzzle, in bytes. */
const KEPT_BYTES = 16 << 20;

let shared: Engine | undefined;

/** The engine of this thread, made when first asked for. @throws EngineError if there is none */
export function sharedEngine(): Engine {
  shared ??= newEngine();
  return shared;
}

/** As `sharedEngine`, for the caller alone; it keeps an instance of at most `keptBytes`. */
export function newEngine(keptBytes = KEPT_BYTES): Engine {
  const module = engineModule();
  try {
    return new Engine(module, keptBytes);
  } catch (error) {
    throw noRoom(error);
  }
}

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

/**
 * What the engine has found out, read from its record when asked for: an object with all of it
 * takes a tenth of the time of a 5x5. It says nothing of a puzzle once the engine got another one.
 * It reads by places, in the order in which solve.ts of the assembly puts them: names take longer.
 */
export class EngineAnswer {
  /** The instance that has the record, and where it begins among the doubles of any. */
  private instance!: Instance<BaseExports>;
  private at = 0;

  /** Reads it there from now on. */
  readIn(instance: Instance<BaseExports>, at: number): this {
    this.instance = instance;
    this.at = at;
    return this;
  }

  /** By lines alone: a contradiction, or the only solution; or how the search ended. */
  get ended(): (typeof ENDS)[number] {
    return ENDS[this.read(0)];
  }

  /** What ended the work early, if anything. */
  get ranOut(): (typeof RAN_OUT)[number] {
    return RAN_OUT[this.read(1)];
  }

  get steps(): number {
    return this.whole(2);
  }

  get decisions(): number {
    return this.whole(3);
  }

  get conflicts(): number {
    return this.whole(4);
  }

  /** The deepest nesting of guesses. */
  get depth(): number {
    return this.whole(5);
  }

  /** How many solutions were found or counted. */
  get found(): bigint {
    const found = this.read(6);
    return (
      this.instance.numberAt(this.read(13), this.read(14)) ??
      (found < FEW.length ? FEW[found] : BigInt(found))
    );
  }

  /** A copy of the first solution of so many cells, null if none was found. */
  first(cells: number): Cells | null {
    return this.instance.solutionAt(this.read(7), cells);
  }

  second(cells: number): Cells | null {
    return this.instance.solutionAt(this.read(8), cells);
  }

  get passes(): number {
    return this.whole(9);
  }

  /** After a search with one solution or none: the level of contradictions that decides, if any. */
  get guessDepth(): number | null {
    return this.whole(10) || null;
  }

  /** The lowest level that may decide it. */
  get guessDepthMin(): number {
    return this.whole(11);
  }

  /** Values assumed to find that out. */
  get probes(): number {
    return this.whole(12);
  }

  /** How hard the puzzle that was rated is for people; null if a limit ended the rating. */
  get difficulty(): Difficulty | null {
    if (this.read(15) === 0) return null;
    const line = this.read(17);
    const probe = this.read(18);
    const tries = this.read(19);
    const isAssumed = this.read(20) === 1;
    const isBound = this.read(21) === 1;
    const lookAhead = this.whole(22);
    const innerLookAhead = this.whole(25);
    const effort = line + SCORING.probeWeight * probe;
    const assumption = lookAhead <= MOST_LOOK_AHEAD ? 'lookahead' : 'assumption';
    return {
      difficulty: log2(1 + effort),
      difficultyBound: isBound,
      effortLine: line,
      effortProbe: probe,
      tries,
      stars: starsOf(isBound, isAssumed, tries, effort),
      needs: isBound ? 'nested' : isAssumed ? assumption : NEEDS[this.read(16)],
      lookAhead: lookAhead === 0 ? null : lookAhead,
      difficultyVersion: DIFFICULTY_VERSION,
      opening: this.whole(23),
      narrowest: this.whole(24),
      innerLookAhead: innerLookAhead === 0 ? null : innerLookAhead,
    };
  }

  private read(place: number): number {
    return this.instance.doubles[this.at + place];
  }

  /** A whole number, which takes no memory of its own if it is small. */
  private whole(place: number): number {
    const value = this.read(place);
    const small = value | 0;
    return small === value ? small : value;
  }
}

/** The binary logarithm from 1 on: last digits of `Math.log2` depend on V8, a score must not. */
function log2(value: number): number {
  let twos = 0;
  for (; value > Math.SQRT2; value *= 0.5) twos++;
  const ratio = (value - 1) / (value + 1);
  let sum = 0;
  for (let i = 21; i > 0; i -= 2) sum = sum * ratio * ratio + 1 / i;
  return twos + 2 * ratio * sum * Math.LOG2E;
}

function starsOf(isBound: boolean, isAssumed: boolean, tries: number, effort: number): number {
  if (isBound) return 5;
  if (isAssumed) return tries < SCORING.fiveStarTries ? 4 : 5;
  if (effort < SCORING.twoStarEffort) return 1;
  return effort < SCORING.threeStarEffort ? 2 : 3;
}

/** The numbers of solutions that nearly all puzzles have, as making them takes time. */
const FEW = [0n, 1n, 2n] as const;
