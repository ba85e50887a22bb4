import {
  HEADER_WORDS,
  packCells,
  type PackedWords,
  START_FLAG,
  startWords,
} from '../../core/puzzle/packed.js';
import { BLANK, block, type Cells, type Puzzle, UNKNOWN } from '../../core/puzzle/types.js';
import { limitedBySteps } from '../../engine/model/limits.js';
import { Solver } from '../../engine/solver/solve.js';
import { steppedGrid } from '../../engine/wasm/stepped-grid.js';

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

/** The limits of a search for changes. */
export interface ChangesAsked {
  /** The most changes that are of any use. */
  readonly maxChanges: number;
  /** How many others of the same number are wanted. */
  readonly alternatives: number;
  /** What comes first: what hurts least, opens widest, or keeps symmetry, even by more changes. */
  readonly prefer: 'looks' | 'opening' | 'symmetry';
  /** When to return what is known, on the clock of `performance.now()`. */
  readonly deadline: number;
}

/** A picture is good, has obstacles, or the effort allowed for it was not enough to tell. */
type Assessment = 'good' | readonly Obstacle[] | 'open';

export interface Target {
  /** Some obstacles of the current picture, as small and as many as are cheap to find. */
  seed(): readonly Obstacle[];
  /** Decides whether the current picture is good. */
  judge(): Assessment;
  /** What line solving leaves unknown: the fewer cells, the nearer the picture is to good. */
  readonly knowledge: LineKnowledge;
  /** Notes what is known about the current picture, for `hope`; left out without such a measure. */
  note?(): void;
  /** A quick, low count of unknown cells: as if what `note` saw still held after `cell` changed. */
  hope?(cell: number): number;
}

/** Line solving alone solves the picture's puzzle. */
export class LineTarget implements Target {
  readonly knowledge: LineKnowledge;
  /** What is unknown in the picture that was noted last. */
  private unknown: OpenCells;

  /** With `wide`, obstacles that nearly all cells are near are found, too. */
  constructor(
    private readonly sketch: Sketch,
    private readonly wide = false,
  ) {
    this.knowledge = new LineKnowledge(sketch);
    this.unknown = new OpenCells(sketch, []);
  }

  seed(): readonly Obstacle[] {
    const found: Obstacle[] = cornerSwaps(this.sketch);
    if (this.knowledge.unknownFromStart() === 0) return found;
    for (const group of linkedGroups(this.sketch, this.knowledge.unknownCells())) {
      // Cheap to ask, as most variations change nothing here.
      found.push(this.stuck(group));
      // From each corner of the group, another part of it remains.
      const orders = [
        group,
        group.toReversed(),
        this.byColumn(group),
        this.byColumn(group).reverse(),
      ];
      for (const order of orders) {
        const least = this.stuck(this.least(group, order));
        if (this.prunes(least)) found.push(least);
      }
    }
    return found;
  }

  judge(): Assessment {
    if (this.knowledge.unknownFromStart() === 0) return 'good';
    const groups = linkedGroups(this.sketch, this.knowledge.unknownCells());
    const smallest = groups.reduce((one, other) => (other.length < one.length ? other : one));
    const least = this.stuck(this.least(smallest, smallest));
    return this.prunes(least) ? [least] : [];
  }

  hope(cell: number): number {
    return this.knowledge.unknownAfterChange(this.unknown, cell);
  }

  note(): void {
    this.knowledge.unknownFromStart();
    this.unknown = new OpenCells(this.sketch, this.knowledge.unknownCells());
  }

  private stuck(cells: readonly number[]): StuckCells {
    return new StuckCells(this.sketch, this.knowledge, cells);
  }

  /** Whether an obstacle rules out enough: one near nearly all cells costs more than it saves. */
  private prunes({ near }: Obstacle): boolean {
    return this.wide || 4 * countCommon(near, near) < 3 * this.sketch.cells.length;
  }

  /**
   * A small part of `cells` that no line settles either, if all others are known. Cells are made
   * known in the given order: half of them at a time, then a quarter, and so on down to single
   * cells.
   */
  private least(cells: readonly number[], order: readonly number[]): readonly number[] {
    const { knowledge } = this;
    let left = cells;
    let tries = TRIES;
    for (let size = cells.length >> 1; size >= 1 && tries > 0; size >>= 1) {
      let known = new Set(left);
      for (let from = 0; from < order.length && tries > 0; from += size) {
        const revealed = order.slice(from, from + size).filter((cell) => known.has(cell));
        if (revealed.length === 0 || revealed.length === left.length) continue;
        const others = left.filter((cell) => !revealed.includes(cell));
        tries--;
        if (knowledge.unknownWithin(new OpenCells(this.sketch, others)) === 0) continue;
        left = knowledge.unknownCells();
        known = new Set(left);
      }
    }
    return left;
  }

  private byColumn(cells: readonly number[]): number[] {
    const { width } = this.sketch;
    return cells.toSorted((a, b) => (a % width) - (b % width) || a - b);
  }
}

/** How often `least` makes cells known. */
const TRIES = 100;

/** Line solves for the verdict on one of many variations: some hundredths of a second. */
const STEPS = 200_000;

/** Line solves for a smaller second solution within one that was found. */
const STEPS_WITHIN = 2_000;

/** The picture is the only solution of its puzzle: obstacles alone are guidance enough to one. */
export class UniqueTarget implements Target {
  readonly knowledge: LineKnowledge;
  private readonly solver = new Solver();

  constructor(private readonly sketch: Sketch) {
    this.knowledge = new LineKnowledge(sketch);
  }

  seed(): readonly Obstacle[] {
    const assessment = this.judge();
    return typeof assessment === 'string' ? [] : [...cornerSwaps(this.sketch), ...assessment];
  }

  judge(): Assessment {
    if (this.knowledge.unknownFromStart() === 0) return 'good';
    const others = this.othersThan(this.sketch.words(), 2, STEPS);
    if (others === null) return 'open';
    return others.length === 0 ? 'good' : others.flatMap((other) => this.differences(other));
  }

  /** Each independent part of another solution, as small as is cheap to find. */
  private differences(other: Cells): Difference[] {
    return this.partsOf(other).map((cells) => {
      let least = this.difference(cells, other);
      if (cells.length > 4) {
        for (const nearer of this.othersWithin(cells)) {
          for (const part of this.partsOf(nearer)) {
            if (part.length < least.cells.length) least = this.difference(part, nearer);
          }
        }
      }
      return least;
    });
  }

  private difference(cells: readonly number[], other: Cells): Difference {
    const values = cells.map((cell) => other[cell]);
    return new Difference(this.sketch, cells, values);
  }

  private partsOf(other: Cells): number[][] {
    const cells: number[] = [];
    other.forEach((value, cell) => value !== this.sketch.cells[cell] && cells.push(cell));
    return linkedGroups(this.sketch, cells);
  }

  /** Other solutions that differ from the picture only in some of `cells`. */
  private othersWithin(cells: readonly number[]): Cells[] {
    const known = this.sketch.cells.slice();
    for (const cell of cells) known[cell] = UNKNOWN;
    return this.othersThan(this.sketch.wordsWith(known), 20, STEPS_WITHIN) ?? [];
  }

  /** Solutions other than the picture; null if none was found, although there may be some. */
  private othersThan(words: Int32Array, count: number, steps: number): Cells[] | null {
    const limits = { ...limitedBySteps(steps), count };
    const found: Cells[] = [];
    const outcome = this.solver.solve(words, 0, limits, {
      solution: (cells) => {
        if (cells.some((value, cell) => value !== this.sketch.cells[cell])) found.push(cells);
      },
    });
    return found.length > 0 || outcome.solutionsExact ? found : null;
  }
}

/** Cells in independent groups, which share no row or column; cells and groups are in order. */
function linkedGroups({ width, height }: Sketch, cells: readonly number[]) {
  const parent = Int32Array.from({ length: width + height }, (_, line) => line);
  const root = (line: number): number => {
    let at = line;
    while (parent[at] !== at) at = parent[at] = parent[parent[at]];
    return at;
  };
  for (const cell of cells) parent[root(Math.floor(cell / width))] = root(height + (cell % width));
  const groups = new Map<number, number[]>();
  for (const cell of cells) {
    const key = root(Math.floor(cell / width));
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [cell]);
    else group.push(cell);
  }
  return [...groups.values()];
}

/**
 * The smallest second solutions: four corners of a rectangle, filled on one diagonal and blank on
 * the other, are swapped, which changes no clue. Only looked for in black and white up to 32x32.
 */
function cornerSwaps(sketch: Sketch): Difference[] {
  if (!sketch.small) return [];
  const { width, height } = sketch;
  // By pair of columns: rows in which a cell can move from left to right, and the reverse.
  const leftFilled = new Map<number, number>();
  const rightFilled = new Map<number, number>();
  for (let row = 0; row < height; row++) {
    const filled = sketch.filledIn(row);
    for (let left = 0; left < width; left++) {
      for (let right = left + 1; right < width; right++) {
        const at = (filled >>> left) & 1;
        if (at === ((filled >>> right) & 1)) continue;
        if (!haveSameRuns(filled, filled ^ (1 << left) ^ (1 << right))) continue;
        const rows = at === 1 ? leftFilled : rightFilled;
        const key = left * width + right;
        rows.set(key, (rows.get(key) ?? 0) | (1 << row));
      }
    }
  }
  const swaps: Difference[] = [];
  for (const [key, rows] of leftFilled) {
    const others = rightFilled.get(key) ?? 0;
    const [left, right] = [Math.floor(key / width), key % width];
    for (let one = rows; one !== 0; one &= one - 1) {
      for (let other = others; other !== 0; other &= other - 1) {
        const a = 31 - Math.clz32(one & -one);
        const b = 31 - Math.clz32(other & -other);
        const both = (1 << a) ^ (1 << b);
        const [first, second] = [sketch.filledIn(height + left), sketch.filledIn(height + right)];
        if (!haveSameRuns(first, first ^ both) || !haveSameRuns(second, second ^ both)) continue;
        const cells = [a, b].flatMap((row) => [row * width + left, row * width + right]);
        swaps.push(new Difference(sketch, cells, []));
      }
    }
  }
  return swaps;
}

/**
 * A picture that changes cell by cell, whose clues are kept up to date: thousands of small
 * variations of one picture are looked at, and each costs two lines instead of all.
 *
 * `planes` holds the cells in the layout of the engine (planes.ts there): one bit plane for each
 * value of each line, in words of 64 bits, two of these. Here each cell has exactly one value.
 */
export class Sketch {
  readonly width: number;
  readonly height: number;
  readonly colours: number;
  readonly cells: Cells;
  readonly planes: Int32Array;
  readonly rowWords: number;
  readonly columnWords: number;
  private readonly rowStride: number;
  private readonly columnStride: number;
  private readonly columnBase: number;
  /** Whether it is black and white, and each line's cells fit in 32 bits: see `filledIn`. */
  readonly small: boolean;
  /** Grows with each change. */
  version = 0;
  /** Cells that the puzzle gives away, or null. */
  start: Cells | null;

  /** By line, rows first. */
  private readonly clues: number[][];
  private readonly packed: PackedWords;
  private packedVersion = -1;

  constructor(
    { width, height, colours, start }: Omit<Puzzle, 'rows' | 'columns' | 'palette'>,
    cells: Cells,
  ) {
    this.width = width;
    this.height = height;
    this.colours = colours;
    this.start = start;
    this.cells = cells.slice();
    this.rowWords = 2 * ((width + 63) >>> 6);
    this.columnWords = 2 * ((height + 63) >>> 6);
    this.rowStride = (colours + 1) * this.rowWords;
    this.columnStride = (colours + 1) * this.columnWords;
    this.columnBase = height * this.rowStride;
    this.small = colours === 1 && width <= 32 && height <= 32;
    this.planes = new Int32Array(this.columnBase + width * this.columnStride);
    for (let cell = 0; cell < cells.length; cell++) this.toggle(this.planes, cell, cells[cell]);
    this.clues = Array.from({ length: height + width }, () => []);
    for (let line = 0; line < this.clues.length; line++) this.readLine(line);
    const mostBlocks = height * width + width * height;
    this.packed = new Int32Array(
      HEADER_WORDS + height + width + mostBlocks + (cells.length + 3) / 4,
    );
  }

  /** Changes a cell, and the clues of its row and column. */
  set(cell: number, value: number): void {
    const before = this.cells[cell];
    if (before === value) return;
    this.version++;
    this.toggle(this.planes, cell, before);
    this.toggle(this.planes, cell, value);
    this.cells[cell] = value;
    this.readLine(Math.floor(cell / this.width));
    this.readLine(this.height + (cell % this.width));
  }

  /** Gives away these cells of the picture, besides those of `start`. */
  give(start: Cells | null, cells: readonly number[]): void {
    this.version++;
    const none = (): Cells => new Uint8Array(this.cells.length).fill(UNKNOWN);
    this.start = cells.length === 0 ? start : (start?.slice() ?? none());
    for (const cell of cells) this.start![cell] = this.cells[cell];
  }

  /** The blocks of a line, rows first, then columns. */
  clueOf(line: number): readonly number[] {
    return this.clues[line];
  }

  /** The filled cells of a line as bits. @pre the sketch is `small`. */
  filledIn(line: number): number {
    return this.planes[4 * line + 2];
  }

  /** The first cell of a line, and the distance between its cells. */
  firstOf(line: number): number {
    return line < this.height ? line * this.width : line - this.height;
  }

  stepOf(line: number): number {
    return line < this.height ? 1 : this.width;
  }

  lengthOf(line: number): number {
    return line < this.height ? this.width : this.height;
  }

  /** The puzzle of the picture as the solver reads it, at offset 0; valid until the next change. */
  words(): PackedWords {
    if (this.packedVersion === this.version) return this.packed;
    this.packedVersion = this.version;
    const { packed, start } = this;
    packed[1] = this.width;
    packed[2] = this.height;
    packed[3] = this.colours + (start === null ? 0 : START_FLAG);
    let at = HEADER_WORDS;
    for (const clue of this.clues) {
      packed[at++] = clue.length;
      for (let i = 0; i < clue.length; i++) packed[at++] = clue[i];
    }
    if (start !== null) at = packCells(packed, at, start);
    packed[0] = at;
    return packed;
  }

  /** As `words`, in a new array, with the known cells of `known` given away. */
  wordsWith(known: Cells): PackedWords {
    const words = this.words();
    const cluesEnd = words[0] - (this.start === null ? 0 : startWords(this.cells.length));
    const given = new Int32Array(cluesEnd + startWords(known.length));
    given.set(words.subarray(0, cluesEnd));
    given[3] = this.colours + START_FLAG;
    given[0] = packCells(given, cluesEnd, known);
    return given;
  }

  /** Changes in planes of this layout whether a cell has a value. */
  toggle(planes: Int32Array, cell: number, value: number): void {
    const row = Math.floor(cell / this.width);
    const column = cell - row * this.width;
    const rowAt = row * this.rowStride + value * this.rowWords + (column >>> 5);
    const columnAt =
      this.columnBase + column * this.columnStride + value * this.columnWords + (row >>> 5);
    planes[rowAt] ^= 1 << (column & 31);
    planes[columnAt] ^= 1 << (row & 31);
  }

  private readLine(line: number): void {
    const clue = this.clues[line];
    const step = this.stepOf(line);
    const { cells } = this;
    clue.length = 0;
    let run = 0;
    let colour = BLANK;
    let cell = this.firstOf(line);
    for (let i = this.lengthOf(line); i > 0; i--, cell += step) {
      const value = cells[cell];
      if (value !== colour) {
        if (colour !== BLANK) clue.push(block(run, colour));
        run = 0;
        colour = value;
      }
      run++;
    }
    if (colour !== BLANK) clue.push(block(run, colour));
  }
}

/**
 * Some cells of a picture that keep it from being good, as long as no change touches one of their
 * rows or columns. So a search for changes only looks at `near`.
 */
export interface Obstacle {
  readonly cells: readonly number[];
  /** All cells of the rows and columns that `cells` are in. */
  readonly near: CellSet;
  /** Whether it is an obstacle to the current picture. */
  holds(): boolean;
  /** The same, if it was one before `cell` changed, when `settle` was last called. */
  holdsAfter(cell: number): boolean;
  /** Gets ready for `holdsAfter`, if it has to. @pre it holds. */
  settle?(): void;
}

/** Cells that can take other values without changing any clue: a second solution. */
class Difference implements Obstacle {
  readonly near: CellSet;
  private readonly lines: readonly number[];
  /** For small sketches: the cells as bits, by line of `lines`. */
  private readonly masks: Int32Array;
  private readonly restored: Uint8Array;

  /** In black and white each cell takes its opposite; in colours `values` has their new values. */
  constructor(
    private readonly sketch: Sketch,
    readonly cells: readonly number[],
    private readonly values: ArrayLike<number>,
  ) {
    this.lines = linesOf(sketch, cells);
    this.near = nearOf(sketch, this.lines);
    this.restored = new Uint8Array(cells.length);
    this.masks = new Int32Array(this.lines.length);
    const { width, height } = sketch;
    this.lines.forEach((line, i) => {
      for (const cell of cells) {
        const [row, column] = [Math.floor(cell / width), cell % width];
        if (line === row) this.masks[i] |= 1 << (column & 31);
        if (line === height + column) this.masks[i] |= 1 << (row & 31);
      }
    });
  }

  holds(): boolean {
    return this.sketch.small ? this.holdsInWords() : this.holdsInCells();
  }

  holdsAfter(cell: number): boolean {
    return !hasCell(this.near, cell) || this.holds();
  }

  private holdsInWords(): boolean {
    const { lines, masks, sketch } = this;
    for (let i = 0; i < lines.length; i++) {
      const filled = sketch.filledIn(lines[i]);
      if (!haveSameRuns(filled, filled ^ masks[i])) return false;
    }
    return true;
  }

  private holdsInCells(): boolean {
    const { sketch, cells, lines, restored } = this;
    let differs = false;
    cells.forEach((cell, i) => {
      const value = sketch.cells[cell];
      restored[i] = value;
      sketch.cells[cell] = sketch.colours === 1 ? 1 - value : this.values[i];
      differs ||= sketch.cells[cell] !== value;
    });
    const same = differs && lines.every((line) => keepsClue(sketch, line));
    cells.forEach((cell, i) => (sketch.cells[cell] = restored[i]));
    return same;
  }
}

/** Cells that no line settles, even if all others are known: line solving cannot begin there. */
class StuckCells implements Obstacle {
  readonly near: CellSet;
  private readonly open: OpenCells;
  /** Those of the cells that no line settled in the picture when `settle` was last called. */
  private settled: OpenCells;

  constructor(
    private readonly sketch: Sketch,
    private readonly knowledge: LineKnowledge,
    readonly cells: readonly number[],
  ) {
    this.near = nearOf(sketch, linesOf(sketch, cells));
    this.open = new OpenCells(sketch, cells);
    this.settled = this.open;
  }

  holds(): boolean {
    return this.knowledge.unknownWithin(this.open) > 0;
  }

  holdsAfter(cell: number): boolean {
    return this.knowledge.unknownAfterChange(this.settled, cell) > 0;
  }

  settle(): void {
    const unknown = this.knowledge.unknownWithin(this.open);
    this.settled =
      unknown === this.open.count
        ? this.open
        : new OpenCells(this.sketch, this.knowledge.unknownCells());
  }
}

/** Whether two words that differ have runs of ones of the same lengths, in the same order. */
function haveSameRuns(one: number, other: number): boolean {
  let a = one;
  let b = other;
  while (a !== 0 && b !== 0) {
    a >>>= 31 - Math.clz32(a & -a);
    b >>>= 31 - Math.clz32(b & -b);
    // The lowest zero ends the run; if a word has only ones, the other has a zero.
    const afterA = ~a & (a + 1);
    if (afterA !== (~b & (b + 1))) return false;
    if (afterA === 0) return true;
    a &= ~(afterA - 1);
    b &= ~(afterA - 1);
  }
  return a === b;
}

/** Whether the runs of a line's cells match its clue. */
function keepsClue(sketch: Sketch, line: number): boolean {
  const clue = sketch.clueOf(line);
  const step = sketch.stepOf(line);
  const { cells } = sketch;
  let next = 0;
  let cell = sketch.firstOf(line);
  for (let left = sketch.lengthOf(line); left > 0;) {
    const colour = cells[cell];
    let run = 0;
    for (; left > 0 && cells[cell] === colour; left--, cell += step) run++;
    if (colour === 0) continue;
    if (next >= clue.length || clue[next++] !== run + (colour - 1) * 0x10000) return false;
  }
  return next === clue.length;
}

/** The lines that cells are in, rows first. */
function linesOf({ width, height }: Sketch, cells: readonly number[]): number[] {
  const lines = new Set<number>();
  for (const cell of cells) lines.add(Math.floor(cell / width)).add(height + (cell % width));
  return [...lines].sort((a, b) => a - b);
}

function nearOf(sketch: Sketch, lines: readonly number[]): CellSet {
  const near = emptySet(sketch.cells.length);
  for (const line of lines) {
    const step = sketch.stepOf(line);
    let cell = sketch.firstOf(line);
    for (let i = sketch.lengthOf(line); i > 0; i--, cell += step) addCell(near, cell);
  }
  return near;
}

/**
 * What line solving finds in a sketch's puzzle: from its start, or with all but a few cells known.
 * The second takes some microseconds, as only the lines of these cells are read.
 */
class LineKnowledge {
  private readonly grid = steppedGrid();
  /** The version of the sketch that was loaded last, and the number of its load. */
  private version = -1;
  private load = -1;

  constructor(private readonly sketch: Sketch) {}

  /** How many cells line solving leaves unknown. */
  unknownFromStart(): number {
    // Loading it makes it begin from its start, too.
    if (!this.loadSketch()) this.grid.reset();
    return this.unknownIf(this.grid.propagate());
  }

  /** How many cells of `open` line solving leaves unknown if all other cells are known. */
  unknownWithin(open: OpenCells): number {
    this.loadSketch();
    return this.unknownIf(this.grid.propagateWithin(this.sketch.planes, open));
  }

  /** As `unknownWithin`, if no line settled `open` before: then only the lines of `cell` can. */
  unknownAfterChange(open: OpenCells, cell: number): number {
    const { width, planes } = this.sketch;
    const row = Math.floor(cell / width);
    const column = cell - row * width;
    if (!open.isNear(row, column)) return open.count;
    this.loadSketch();
    return this.unknownIf(this.grid.propagateWithin(planes, open, row, column));
  }

  /** The cells that the last question left unknown, in order. */
  unknownCells(): number[] {
    return this.grid.unknownCells();
  }

  private unknownIf(propagated: string): number {
    if (propagated !== 'fixpoint') throw new Error('a picture contradicts its own clues');
    return this.grid.unknown;
  }

  /** Loads the sketch as it is now; returns false if it is loaded. */
  private loadSketch(): boolean {
    const { sketch, grid } = this;
    if (this.version === sketch.version && this.load === grid.loads) return false;
    if (!grid.load(sketch.words())) throw new Error('a picture does not fit its own clues');
    this.version = sketch.version;
    this.load = grid.loads;
    return true;
  }
}

/**
 * Cells that are unknown while all others are known: the bits that this sets in the planes of a
 * sketch (see Sketch), whatever picture it shows, and the rows and columns of these cells.
 */
class OpenCells {
  readonly planes: Int32Array;
  readonly count: number;
  private readonly rows: Int32Array;
  private readonly columns: Int32Array;

  constructor(sketch: Sketch, cells: readonly number[]) {
    const { width, colours, rowWords, columnWords } = sketch;
    const size = sketch.planes.length;
    this.count = cells.length;
    this.planes = new Int32Array(size + columnWords + rowWords);
    this.rows = this.planes.subarray(size, size + columnWords);
    this.columns = this.planes.subarray(size + columnWords);
    for (const cell of cells) {
      const row = Math.floor(cell / width);
      const column = cell - row * width;
      this.rows[row >>> 5] |= 1 << (row & 31);
      this.columns[column >>> 5] |= 1 << (column & 31);
      for (let value = 0; value <= colours; value++) sketch.toggle(this.planes, cell, value);
    }
  }

  /** Whether one of the cells is in the row or in the column. */
  isNear(row: number, column: number): boolean {
    const inRow = this.rows[row >>> 5] >>> (row & 31);
    const inColumn = this.columns[column >>> 5] >>> (column & 31);
    return ((inRow | inColumn) & 1) === 1;
  }
}

/** A set of cells, 32 to a word. */
export type CellSet = Int32Array;
export function emptySet(count: number): CellSet {
  return new Int32Array((count + 31) >>> 5);
}

export function addCell(set: CellSet, cell: number): void {
  set[cell >>> 5] |= 1 << (cell & 31);
}

export function dropCell(set: CellSet, cell: number): void {
  set[cell >>> 5] &= ~(1 << (cell & 31));
}

export function hasCell(set: CellSet, cell: number): boolean {
  return ((set[cell >>> 5] >>> (cell & 31)) & 1) === 1;
}

export function countCommon(one: CellSet, other: CellSet): number {
  let count = 0;
  for (let k = 0; k < one.length; k++) count += ones(one[k] & other[k]);
  return count;
}

/** Removes from `set` what is not in `other`; false if nothing is left. */
export function keepCommon(set: CellSet, other: CellSet): boolean {
  let left = 0;
  for (let k = 0; k < set.length; k++) left |= set[k] &= other[k];
  return left !== 0;
}

/** The cells of a set, in order. */
export function cellsInSet(set: CellSet): number[] {
  const cells: number[] = [];
  for (let k = 0; k < set.length; k++) {
    for (let rest = set[k]; rest !== 0; rest &= rest - 1) {
      cells.push(32 * k + 31 - Math.clz32(rest & -rest));
    }
  }
  return cells;
}

function ones(word: number): number {
  let x = word - ((word >>> 1) & 0x55555555);
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  return Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
