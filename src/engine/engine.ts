import { coloursOf, heightOf, widthOf, wordsOf, type PackedWords } from '../puzzle/packed.js';
import type { Cells } from '../puzzle/types.js';
import { MODULE } from './module.js';

/** What the engine can solve: black and white, up to this many cells a side. */
const MOST_CELLS = 64;

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

/** The fields of the engine's record, in its order. */
const RECORD = [
  'ended',
  'ranOut',
  'steps',
  'decisions',
  'conflicts',
  'depth',
  'found',
  'first',
  'second',
  'passes',
  'guessDepth',
  'guessDepthMin',
  'probes',
  'log',
  'logEnd',
] as const;

/** The settings that the engine needs, in its order. */
export const ENGINE_SETTINGS = [
  'workBetweenLooks',
  'briefConflicts',
  'restartUnit',
  'decay',
  'clauses',
  'moreClauses',
  'tier',
  'deepRank',
  'deepSteps',
  'imageRank',
  'firstProving',
  'provingRank',
  'provingRankSymmetric',
  'finding',
  'proving',
  'provingSymmetric',
  'turnGrowth',
  'likely',
  'beliefRounds',
  'beliefRoundsAgain',
  'beliefSteps',
  'freshShare',
  'freshConflicts',
  'rememberedRemovals',
] as const;

export type EngineSettings = Readonly<Record<(typeof ENGINE_SETTINGS)[number], number>>;

/** What the engine is asked about a puzzle, besides its clues. */
export interface EngineQuestion {
  /** How many solutions to look for, at least 2. */
  readonly wanted: number;
  /** The deepest level of contradictions to classify by. */
  readonly guessDepth: number;
  /** Infinity for none, as for `memoryBytes`. */
  readonly maxSteps: number;
  readonly memoryBytes: number;
  /** Whether the time is over: asked every 0.1 ms or so. */
  isTimeOver(): boolean;
}

/** What the engine has found out about a puzzle. */
export interface EngineAnswer {
  /** By lines alone: a contradiction, or the only solution; or how the search ended. */
  readonly ended: (typeof ENDS)[number];
  /** What ended the work early, if anything. */
  readonly ranOut: (typeof RAN_OUT)[number];
  /** Line solves. */
  readonly steps: number;
  readonly decisions: number;
  readonly conflicts: number;
  /** The deepest nesting of guesses. */
  readonly depth: number;
  /** How many solutions were found, and the first two of them. */
  readonly found: number;
  readonly solutions: readonly Cells[];
  /** The passes of the first propagation. */
  readonly passes: number;
  /** After a search, if there is one solution or none: the level of contradictions that decides the puzzle, or null. */
  readonly guessDepth: number | null;
  /** The lowest level that may decide it. */
  readonly guessDepthMin: number;
  /** Values assumed to find that out. */
  readonly probes: number;
}

type Solve = (wanted: number, levels: number, maxSteps: number, memoryBytes: number) => void;

/** What the compiled module exports. */
interface Exports {
  readonly memory: WebAssembly.Memory;
  readonly settingsAt: () => number;
  readonly recordAt: () => number;
  readonly open: (words: number) => number;
  readonly solve32: Solve;
  readonly solve64: Solve;
}

/**
 * The inner rooms of the solver in WebAssembly: propagation, the brief search, the search that learns and guess
 * depth, for black and white up to 64x64. Its text is in `assembly/`; docs/engine.md says how to build and debug it.
 *
 * There is one for all solvers of a thread: what it answers is the caller's, apart from what `copyLog` reads, which is there
 * until the next puzzle.
 */
export class Engine {
  private exports: Exports | null;
  private question: EngineQuestion | null = null;
  /** Views of the instance's memory, made again whenever it grows. */
  private words = new Int32Array(0);
  private doubles = new Float64Array(0);
  private recordAt = 0;
  private settingsAt = 0;

  /** @throws RangeError if the machine has no memory for an instance */
  constructor(
    private readonly module: WebAssembly.Module,
    private readonly keptBytes: number,
  ) {
    this.exports = this.instantiated();
  }

  /** Whether the puzzle at `offset` is of the kind that the engine solves. */
  takes(words: PackedWords, offset: number): boolean {
    return (
      coloursOf(words, offset) === 1 &&
      widthOf(words, offset) <= MOST_CELLS &&
      heightOf(words, offset) <= MOST_CELLS
    );
  }

  /**
   * Solves the validated puzzle at `offset` of `words`, which it `takes`.
   * @throws RangeError if the machine has no memory for its tables
   */
  solve(
    words: PackedWords,
    offset: number,
    settings: EngineSettings,
    question: EngineQuestion,
  ): EngineAnswer {
    const exports = this.opened();
    const count = wordsOf(words, offset);
    this.question = question;
    try {
      const input = exports.open(count) >>> 2;
      this.look(exports);
      for (let i = 0; i < count; i++) this.words[input + i] = words[offset + i];
      const place = this.settingsAt >>> 3;
      for (let i = 0; i < ENGINE_SETTINGS.length; i++) {
        this.doubles[place + i] = settings[ENGINE_SETTINGS[i]];
      }
      const isShort = widthOf(words, offset) <= 32 && heightOf(words, offset) <= 32;
      const { wanted, guessDepth, maxSteps, memoryBytes } = question;
      (isShort ? exports.solve32 : exports.solve64)(wanted, guessDepth, maxSteps, memoryBytes);
      this.look(exports);
      return this.answer(widthOf(words, offset) * heightOf(words, offset));
    } catch (error) {
      // What it was about to do is half done.
      this.exports = null;
      throw error;
    } finally {
      this.question = null;
    }
  }

  /** The memory of the instance. */
  get bytes(): number {
    return this.words.byteLength;
  }

  /** Copies what the first propagation of the last puzzle read, if its lines have at most 32 cells; returns its length. */
  copyLog(to: Int32Array): number {
    const from = this.field('log') >>> 2;
    const length = this.field('logEnd');
    for (let i = 0; i < length; i++) to[i] = this.words[from + i];
    return length;
  }

  /** The instance: another one if the last puzzle has left it with much memory, or half done. */
  private opened(): Exports {
    if (this.bytes > this.keptBytes) this.exports = null;
    this.exports ??= this.instantiated();
    return this.exports;
  }

  private instantiated(): Exports {
    const { exports } = new WebAssembly.Instance(this.module, {
      memory: {
        noRoom: () => {
          throw new RangeError('the allocation of memory for the engine failed');
        },
      },
      beliefs: { power: Math.pow },
      budget: { isTimeOver: () => this.question?.isTimeOver() === true },
      // What a debug build does if a check fails.
      env: {
        abort: (_message: number, file: number, line: number) => {
          throw new Error(`the engine failed a check: ${this.text(file)}:${line}`);
        },
      },
    });
    const made = exports as unknown as Exports;
    this.settingsAt = made.settingsAt();
    this.recordAt = made.recordAt();
    this.look(made);
    return made;
  }

  /** A string of AssemblyScript, whose size in bytes stands before it. */
  private text(at: number): string {
    const size = this.words[(at >>> 2) - 1];
    return new TextDecoder('utf-16le').decode(new Uint8Array(this.words.buffer, at, size));
  }

  /** Makes the views again if the memory has grown. */
  private look({ memory }: Exports): void {
    if (this.words.buffer === memory.buffer) return;
    this.words = new Int32Array(memory.buffer);
    this.doubles = new Float64Array(memory.buffer);
  }

  private field(name: (typeof RECORD)[number]): number {
    return this.doubles[(this.recordAt >>> 3) + RECORD.indexOf(name)];
  }

  private answer(cells: number): EngineAnswer {
    const solutions: Cells[] = [];
    for (const name of ['first', 'second'] as const) {
      const at = this.field(name);
      if (at !== 0) solutions.push(new Uint8Array(this.words.buffer, at, cells).slice());
    }
    return {
      ended: ENDS[this.field('ended')],
      ranOut: RAN_OUT[this.field('ranOut')],
      steps: this.field('steps'),
      decisions: this.field('decisions'),
      conflicts: this.field('conflicts'),
      depth: this.field('depth'),
      found: this.field('found'),
      solutions,
      passes: this.field('passes'),
      guessDepth: this.field('guessDepth') || null,
      guessDepthMin: this.field('guessDepthMin'),
      probes: this.field('probes'),
    };
  }
}

/** The most memory of an instance that is kept for the next puzzle, in bytes. */
const KEPT_BYTES = 16 << 20;

let shared: Engine | null | undefined;

/**
 * The engine of this thread, compiled when it is first asked for. Null where WebAssembly is missing, is forbidden
 * (by a content security policy without 'wasm-unsafe-eval', for example), or gets no room among the addresses
 * of the process: it wants some gigabytes of them, though next to no memory.
 */
export function sharedEngine(): Engine | null {
  if (shared === undefined) shared = newEngine();
  return shared;
}

/** As `sharedEngine`, one for the caller alone, which keeps an instance of at most `keptBytes` for the next puzzle. */
export function newEngine(keptBytes = KEPT_BYTES): Engine | null {
  if (typeof WebAssembly === 'undefined') return null;
  const bytes = Uint8Array.from(atob(MODULE), (character) => character.charCodeAt(0));
  try {
    return new Engine(new WebAssembly.Module(bytes), keptBytes);
  } catch (error) {
    const { CompileError } = WebAssembly;
    const isRefused = error instanceof CompileError || error instanceof EvalError;
    if (isRefused || error instanceof RangeError) return null;
    throw error;
  }
}
