import {
  coloursOf,
  heightOf,
  type PackedWords,
  widthOf,
  wordsOf,
} from '../../core/puzzle/packed.js';
import type { Cells } from '../../core/puzzle/types.js';
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

export interface EngineLimits {
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

type Prove = (solutions: number, maxSteps: number, memoryBytes: number) => void;
type Solve = (wanted: number, levels: number, maxSteps: number, memoryBytes: number) => void;

interface Exports extends BaseExports {
  readonly recordAt: () => number;
  readonly solve32: Solve;
  readonly solve64: Solve;
  readonly solveAny: Solve;
  readonly watch: (lines: boolean) => void;
  readonly askStatistics: () => void;
  readonly prove32: Prove;
  readonly prove64: Prove;
  readonly proveAny: Prove;
  readonly openSolution: (cells: number) => number;
  readonly load32: (maxSteps: number, workBetweenLooks: number) => void;
  readonly load64: (maxSteps: number, workBetweenLooks: number) => void;
  readonly loadAny: (maxSteps: number, workBetweenLooks: number) => void;
  readonly rate32: (isDouble: boolean) => void;
  readonly rate64: (isDouble: boolean) => void;
  readonly rateAny: (isDouble: boolean) => void;
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
  private readonly effort = new EngineEffort();
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
  solve(
    words: PackedWords,
    offset: number,
    settings: Settings,
    question: EngineQuestion,
  ): EngineAnswer {
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
      const { solve } = entriesFor(words, offset);
      const number = wanted === 'exact' ? EXACT : wanted;
      instance.exports[solve](number, guessDepth, maxSteps, memoryBytes);
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
      const { prove } = entriesFor(words, offset);
      instance.exports[prove](solutions, limits.maxSteps, limits.memoryBytes);
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
  ): EngineEffort | null {
    this.limits = limits;
    try {
      const entry = entriesFor(words, offset);
      let { instance } = this;
      if (instance === null || !isLast) {
        instance = this.begin(words, offset);
        const at = instance.exports.openSolution(solution.length);
        instance.look();
        instance.cells.set(solution, at);
        instance.exports[entry.load](limits.maxSteps, workBetweenLooks);
      }
      instance.exports[entry.rate](isDouble);
      instance.look();
      const effort = this.effort.readIn(instance, this.record);
      return effort.isKnown ? effort : null;
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

/** What the module calls its work if lines are words of 32 bits, of 64 bits, or anything else. */
const SHORT = { solve: 'solve32', prove: 'prove32', load: 'load32', rate: 'rate32' } as const;
const LONG = { solve: 'solve64', prove: 'prove64', load: 'load64', rate: 'rate64' } as const;
const ANY = { solve: 'solveAny', prove: 'proveAny', load: 'loadAny', rate: 'rateAny' } as const;

function entriesFor(words: PackedWords, offset: number): typeof SHORT | typeof LONG | typeof ANY {
  const longest = Math.max(widthOf(words, offset), heightOf(words, offset));
  if (coloursOf(words, offset) > 1 || longest > 64) return ANY;
  return longest > 32 ? LONG : SHORT;
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

/** Reads the record by places, those of Field in solve.ts of the assembly: names take longer. */
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
 * What the engine has found out, read from its memory when asked for: an object with all of it
 * takes a tenth of the time of a 5x5. It says nothing of a puzzle once the engine got another one.
 */
export class EngineAnswer extends RecordReader {
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
      this.instance.numberAt(this.read(21), this.read(22)) ??
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
}

/** The sums that the difficulty of a puzzle is made of (see Effort), read as `EngineAnswer`. */
class EngineEffort extends RecordReader {
  /** Whether the rating came to its end. */
  get isKnown(): boolean {
    return this.read(13) !== 0;
  }

  get line(): number {
    return this.read(15);
  }

  get probe(): number {
    return this.read(16);
  }

  get tries(): number {
    return this.read(17);
  }

  /** Whether lines alone were not enough. */
  get assumed(): boolean {
    return this.read(18) === 1;
  }

  /** Whether single assumptions were not enough. */
  get bound(): boolean {
    return this.read(19) === 1;
  }

  /** How many lines tell something at first, and the fewest in a round before the last. */
  get opening(): number {
    return this.whole(23);
  }

  get narrowest(): number {
    return this.whole(24);
  }

  /** The weakest level of reading lines that suffices, if one does: its place in NEEDS. */
  get level(): number {
    return this.whole(14);
  }

  /** Within how many rounds assumptions must contradict; 0 for none, or if they are not enough. */
  get lookAhead(): number {
    return this.whole(20);
  }

  /** The same of inner assumptions; 0 if nobody asked, or a limit ended that. */
  get innerLookAhead(): number {
    return this.whole(25);
  }
}

/** The numbers of solutions that nearly all puzzles have, as making them takes time. */
const FEW = [0n, 1n, 2n] as const;
