import { addCell, emptySet, hasCell, type CellSet } from './cell-set.js';
import { type LineKnowledge, OpenCells } from './line-knowledge.js';
import type { Sketch } from './sketch.js';

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
  /** Gets ready for `holdsAfter`. @pre it holds. */
  settle(): void;
}

/** Cells that can take other values without changing any clue: a second solution. */
export class Difference implements Obstacle {
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

  settle(): void {
    return;
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
export class StuckCells implements Obstacle {
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
export function haveSameRuns(one: number, other: number): boolean {
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
