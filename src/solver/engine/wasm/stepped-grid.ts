import { heightOf, widthOf, wordsOf, type PackedWords } from '../../core/puzzle/packed.js';
import { Instance, engineModule, type BaseExports } from './instance.js';

/** How propagation ended, by its number in problem.ts of the assembly. */
const PROPAGATED = ['fixpoint', 'contradiction', 'stopped'] as const;

type Propagated = (typeof PROPAGATED)[number];

/** What may be spent on a grid; by default, nothing runs out. */
interface GridLimits {
  readonly maxSteps?: number;
  readonly timeoutMs?: number;
}

/** What the compiled module exports for it: solve.ts of the assembly. */
interface Exports extends BaseExports {
  readonly loadSteps: (words: number, maxSteps: number) => number;
  readonly resetSteps: () => void;
  readonly stepsSoFar: () => number;
  readonly unknownCount: () => number;
  readonly trailLength: () => number;
  readonly brokenLine: () => number;
  readonly propagateSteps: () => number;
  readonly solveOne: (line: number) => number;
  readonly readAt: (level: number, line: number) => number;
  readonly keepValues: (row: number, column: number, values: number) => number;
  readonly undoTo: (length: number, unknown: number) => void;
  readonly valuesOf: (row: number, column: number) => number;
  readonly isLineOpen: (line: number) => number;
  readonly findUnknown: () => number;
  readonly findParts: () => number;
  readonly propagateWithin: (count: number, row: number, column: number) => number;
}

/** The most memory of an instance that is kept for the next puzzle, in bytes. */
const KEPT_BYTES = 16 << 20;

/**
 * A grid that is solved step by step: values are assumed, lines solved, and all that taken back, in
 * an instance of its own, so that puzzles may be solved meanwhile. There is one in a thread:
 * whoever uses it loads a puzzle first, and looks at `loads` where others may have done so since.
 * Cells count from 0, row by row; line `height + c` is column c.
 */
export class SteppedGrid {
  /** How many puzzles it was given. */
  loads = 0;
  width = 0;
  height = 0;
  private instance: Instance<Exports> | null = null;
  private deadline = Infinity;
  /** Where they begin, in words. */
  private planes = 0;
  private open = 0;
  private cells = 0;

  constructor(private readonly module: WebAssembly.Module) {}

  /** Takes the puzzle at `offset`, with its start; false if blocks do not fit in their line. */
  load(words: PackedWords, offset = 0, limits: GridLimits = {}): boolean {
    this.loads++;
    this.width = widthOf(words, offset);
    this.height = heightOf(words, offset);
    this.deadline = performance.now() + (limits.timeoutMs ?? Infinity);
    if (this.instance !== null && this.instance.words.byteLength > KEPT_BYTES) this.instance = null;
    // Until all is done, it is of no use to others.
    const { instance } = this;
    this.instance = null;
    const loading = instance ?? this.instantiated();
    const at = loading.open(words, offset, wordsOf(words, offset));
    const places = loading.exports.loadSteps(at, limits.maxSteps ?? Infinity) >>> 2;
    loading.look();
    this.instance = loading;
    this.planes = loading.words[places] >>> 2;
    this.cells = loading.words[places + 1] >>> 2;
    this.open = loading.words[places + 2] >>> 2;
    return places !== 0;
  }

  reset(): void {
    this.exports.resetSteps();
  }

  /** Solves all lines with changed cells, over and over, until there are none. */
  propagate(): Propagated {
    return PROPAGATED[this.exports.propagateSteps()];
  }

  /** Solves one line as it is; false if no placement fits. */
  solveLine(line: number): boolean {
    return this.exports.solveOne(line) === 1;
  }

  /**
   * Propagates from a full grid, given as planes of the engine (see Sketch), of which some cells
   * become unknown: `open` has their number, what they add to the planes, and the rows and the
   * columns with such cells as two sets. If a row and a column are given, nothing else is looked at
   * to begin with.
   */
  propagateWithin(
    planes: Int32Array,
    open: { readonly count: number; readonly planes: Int32Array },
    row = -1,
    column = -1,
  ): Propagated {
    const { exports, words } = this.loaded;
    words.set(planes, this.planes);
    words.set(open.planes, this.open);
    return PROPAGATED[exports.propagateWithin(open.count, row, column)];
  }

  /** Reads a line once at a level below complete solving (see NEEDS); whether it finds any. */
  readLine(line: number, level: number): boolean {
    return this.exports.readAt(level, line) === 1;
  }

  /** Leaves a cell only its values among `values` (bit v for v); false, without effect, if none. */
  keep(cell: number, values: number): boolean {
    const column = cell % this.width;
    return this.exports.keepValues((cell - column) / this.width, column, values) === 1;
  }

  /** Leaves a cell only `value`, which it can have. */
  assign(cell: number, value: number): void {
    this.keep(cell, 1 << value);
  }

  /** The present grid, for `undo`. */
  mark() {
    return { length: this.exports.trailLength(), unknown: this.unknown };
  }

  /** Makes the grid again what it was at a mark; no line counts as changed then. */
  undo({ length, unknown }: ReturnType<SteppedGrid['mark']>): void {
    this.exports.undoTo(length, unknown);
  }

  /** The values that a cell can have, bit v for value v. */
  values(cell: number): number {
    const column = cell % this.width;
    return this.exports.valuesOf((cell - column) / this.width, column) >>> 0;
  }

  isOpen(line: number): boolean {
    return this.exports.isLineOpen(line) === 1;
  }

  get unknown(): number {
    return this.exports.unknownCount();
  }

  /** The unknown cells, counted row by row. */
  unknownCells(): number[] {
    const { exports, words } = this.loaded;
    const end = this.cells + exports.findUnknown();
    const found: number[] = [];
    for (let i = this.cells; i < end; i++) {
      found.push((words[i] >>> 16) * this.width + (words[i] & 0xffff));
    }
    return found;
  }

  /**
   * The unknown cells in parts that no line links, or only lines whose cells between them leave no
   * room to push; the smallest first. Only at a fixpoint of `propagate`.
   */
  parts(): number[][] {
    const { loaded } = this;
    const parts = Array.from({ length: loaded.exports.findParts() }, (): number[] => []);
    loaded.look();
    for (let cell = 0; cell < this.width * this.height; cell++) {
      const part = loaded.words[this.cells + cell];
      if (part >= 0) parts[part].push(cell);
    }
    return parts;
  }

  get steps(): number {
    return this.exports.stepsSoFar();
  }

  /** The line that had no placement when `propagate` last came to a contradiction. */
  get broken(): number {
    return this.exports.brokenLine();
  }

  private get exports(): Exports {
    return this.loaded.exports;
  }

  private get loaded(): Instance<Exports> {
    if (this.instance === null) throw new Error('no puzzle is loaded');
    return this.instance;
  }

  private instantiated(): Instance<Exports> {
    return new Instance<Exports>(this.module, {
      isTimeOver: () => performance.now() > this.deadline,
      // Nobody here learns or probes.
      writeSettings: () => undefined,
    });
  }
}

let shared: SteppedGrid | undefined;

/** The stepped grid of this thread. @throws EngineError where the engine cannot be had */
export function steppedGrid(): SteppedGrid {
  shared ??= new SteppedGrid(engineModule());
  return shared;
}
