import { ActivityHeap } from './activity-heap.js';
import { ClauseBase, PERMANENT } from './clauses.js';
import { LineReasons } from '../explain/line-reasons.js';
import type { Workspace } from '../propagate/workspace.js';

/** The reason of a guess, and of what is known before the search; for others see SearchTrail. */
export const NO_REASON = 0;

/**
 * What a learning search has assigned, in which order and why, on top of the state; and which lines
 * have not seen it yet.
 *
 * Variables and literals. In black and white cell c is variable c, literal 2c says that it is
 * filled, 2c + 1 that it is blank: literal 2c + v removes value v from the cell. With several
 * colours (cell, value) is variable c * values + v; its literal 2x says that the cell has the
 * value, 2x + 1 that it does not, and permanent clauses say that a cell has exactly one value.
 *
 * Reasons. Positive: a clause, whose first literal is the variable's. Negative: line -1 - r,
 * which is asked for an explanation only when conflict analysis needs it.
 */
export class SearchTrail {
  readonly clauses = new ClauseBase();
  readonly heap = new ActivityHeap();
  protected readonly lineReasons: LineReasons;

  protected small = true;
  values = 2;
  protected height = 0;
  protected width = 0;
  variables = 0;
  /** By literal: 1 true, -1 false, 0 neither. */
  value = new Int8Array(0);
  /** By variable: the number of guesses that were open when it was assigned. */
  level = new Int32Array(0);
  reason = new Int32Array(0);
  /** By variable derived by a line: the planes of the line at that time (small puzzles). */
  protected hadBlank = new Int32Array(0);
  protected hadFilled = new Int32Array(0);
  /** By variable derived by a line: its explanation as a mask over the line, or 0 (small). */
  protected explained = new Int32Array(0);
  /** The true literals in order. */
  trail = new Int32Array(0);
  trailSize = 0;
  /** The first literal of the trail whose watches have not been visited. */
  protected clauseHead = 0;
  /** By level: the trail's size before its guess. */
  levelStart = new Int32Array(1);
  currentLevel = 0;
  /** Whether what was learned excludes every solution. */
  refuted = false;
  /** The deepest nesting of guesses since the puzzle was loaded. */
  depth = 0;
  /** By line: the cells known before all guesses, which an explanation need not name (small). */
  protected fixed = new Int32Array(0);
  /** By cell, for small puzzles. */
  protected rowOf = new Uint8Array(0);
  protected columnOf = new Uint8Array(0);
  private mapWidth = 0;
  /** The dirty lines: a ring, and whether a line is in it. */
  protected queue = new Int32Array(0);
  protected queued = new Uint8Array(0);
  protected queueHead = 0;
  protected queueSize = 0;

  constructor(protected readonly work: Workspace) {
    this.lineReasons = new LineReasons(work.problem, work.state, work.budget);
  }

  /** The bytes that the tables take for this puzzle, independently of puzzles before. */
  get bytes(): number {
    const reasons = this.small ? 0 : this.lineReasons.bytes;
    return this.clauses.bytes + 100 * this.variables + reasons;
  }

  /** Assumes an unassigned literal, on a level of its own. */
  guess(literal: number): void {
    const { observer, counters } = this.work;
    counters.decisions++;
    this.levelStart[++this.currentLevel] = this.trailSize;
    if (this.currentLevel > this.depth) this.depth = this.currentLevel;
    observer?.guess?.(this.cellOf(literal >> 1), this.valueSaid(literal), this.currentLevel);
    this.assign(literal, NO_REASON);
  }

  /** Makes a literal true and marks the lines dirty that have not seen it yet. */
  assign(literal: number, reason: number): void {
    const { value } = this;
    const variable = literal >> 1;
    value[literal] = 1;
    value[literal ^ 1] = -1;
    this.level[variable] = this.currentLevel;
    this.reason[variable] = reason;
    this.trail[this.trailSize++] = literal;
    if (!this.small) {
      this.assignWide(literal, reason);
      return;
    }
    const { planes } = this.work.state;
    const row = this.rowOf[variable];
    const column = this.columnOf[variable];
    const columnLine = column + this.height;
    const removed = literal & 1;
    planes[2 * row + removed] &= ~(1 << column);
    planes[2 * columnLine + removed] &= ~(1 << row);
    if (this.currentLevel === 0) {
      this.fixed[row] |= 1 << column;
      this.fixed[columnLine] |= 1 << row;
    }
    if (reason !== -1 - row) this.makeDirty(row);
    if (reason !== -1 - columnLine) this.makeDirty(columnLine);
  }

  private assignWide(literal: number, reason: number): void {
    if (this.values > 2 && (literal & 1) === 0) return;
    const cell = this.cellOf(literal >> 1);
    const row = Math.floor(cell / this.width);
    const column = cell - row * this.width;
    const removed = this.values > 2 ? this.valueOf(literal >> 1) : literal & 1;
    this.flip(row, column, removed);
    if (this.currentLevel === 0) this.lineReasons.remove(row, column, removed);
    if (reason !== -1 - row) this.makeDirty(row);
    if (reason !== -1 - this.height - column) this.makeDirty(this.height + column);
  }

  /** Removes a value from a cell in the planes, or puts it back. */
  private flip(row: number, column: number, value: number): void {
    const { state, problem } = this.work;
    const { planes, rowStride, columnStride, columnBase } = state;
    planes[row * rowStride + value * problem.rowWords + (column >>> 5)] ^= 1 << (column & 31);
    planes[columnBase + column * columnStride + value * problem.columnWords + (row >>> 5)] ^=
      1 << (row & 31);
  }

  private makeDirty(line: number): void {
    if (this.queued[line] === 1) return;
    this.queued[line] = 1;
    let at = this.queueHead + this.queueSize++;
    if (at >= this.queue.length) at -= this.queue.length;
    this.queue[at] = line;
  }

  /**
   * Takes back all levels above `level`. The dirty lines are forgotten: their changes were all
   * taken back, as the levels below had been propagated to the end.
   */
  backjump(level: number): void {
    if (this.currentLevel > level) {
      if (this.work.observer?.back !== undefined) this.tellBack(level);
      this.undo(this.levelStart[level + 1]);
      this.currentLevel = level;
    }
    this.clearQueue();
  }

  /** Restores the state as it was loaded. */
  unload(): void {
    this.undo(0);
    this.clearQueue();
  }

  private clearQueue(): void {
    while (this.queueSize > 0) {
      this.queued[this.queue[this.queueHead]] = 0;
      if (++this.queueHead === this.queue.length) this.queueHead = 0;
      this.queueSize--;
    }
  }

  /** Shortens the trail to `size` literals. */
  private undo(size: number): void {
    const { trail, value, heap, rowOf, columnOf, height, small } = this;
    const { planes } = this.work.state;
    for (let i = this.trailSize - 1; i >= size; i--) {
      const literal = trail[i];
      const variable = literal >> 1;
      value[literal] = 0;
      value[literal ^ 1] = 0;
      heap.insert(variable);
      if (small) {
        const row = rowOf[variable];
        const column = columnOf[variable];
        planes[2 * row + (literal & 1)] |= 1 << column;
        planes[2 * (column + height) + (literal & 1)] |= 1 << row;
        continue;
      }
      if (this.reason[variable] < 0) this.lineReasons.takeBack(variable);
      if (this.values === 2 || (literal & 1) === 1) {
        const cell = this.cellOf(variable);
        const row = Math.floor(cell / this.width);
        const removed = this.values > 2 ? this.valueOf(variable) : literal & 1;
        this.flip(row, cell - row * this.width, removed);
      }
    }
    this.trailSize = size;
    this.clauseHead = size;
  }

  private tellBack(level: number): void {
    for (let l = this.currentLevel; l > level; l--) {
      const guess = this.trail[this.levelStart[l]];
      this.work.observer?.back?.(this.cellOf(guess >> 1), this.valueSaid(guess), l);
    }
  }

  cellOf(variable: number): number {
    return this.values === 2 ? variable : Math.floor(variable / this.values);
  }

  /** The value of the variable; in black and white, filled. */
  protected valueOf(variable: number): number {
    return this.values === 2 ? 1 : variable % this.values;
  }

  /** The value that the literal of a guess gives its cell. */
  valueSaid(literal: number): number {
    return this.values === 2 ? 1 - (literal & 1) : (literal >> 1) % this.values;
  }

  /** Takes over the state: what is known there is known before all guesses. */
  load(): void {
    const { problem, state } = this.work;
    const { width, height, values } = problem;
    this.small = problem.small;
    this.values = values;
    this.width = width;
    this.height = height;
    this.variables = width * height * (values === 2 ? 1 : values);
    this.reserve(this.variables, problem.lines);
    this.currentLevel = 0;
    this.depth = 0;
    this.refuted = false;
    this.trailSize = 0;
    this.clauseHead = 0;
    this.queueHead = 0;
    this.clauses.reset(2 * this.variables);
    this.heap.reset(this.variables);
    this.value.fill(0, 0, 2 * this.variables);
    if (this.small) {
      this.mapCells();
      for (let line = 0; line < problem.lines; line++) {
        this.fixed[line] = ~(state.planes[2 * line] & state.planes[2 * line + 1]);
      }
    } else this.lineReasons.load();
    for (let cell = 0, row = 0; row < height; row++) {
      for (let column = 0; column < width; column++, cell++) this.loadCell(cell, row, column);
    }
  }

  private mapCells(): void {
    const { width, height } = this;
    if (this.mapWidth === width && this.rowOf.length === width * height) return;
    this.mapWidth = width;
    this.rowOf = new Uint8Array(width * height);
    this.columnOf = new Uint8Array(width * height);
    for (let cell = 0; cell < width * height; cell++) {
      this.rowOf[cell] = Math.floor(cell / width);
      this.columnOf[cell] = cell % width;
    }
  }

  private loadCell(cell: number, row: number, column: number): void {
    const { state } = this.work;
    const { values } = this;
    const known = state.count(row, column) === 1;
    if (values === 2) {
      if (known) this.know(2 * cell + (state.can(row, column, 1) ? 0 : 1));
      else this.heap.insert(cell);
      return;
    }
    const open = new Int32Array(values);
    let size = 0;
    for (let value = 0; value < values; value++) {
      const variable = cell * values + value;
      if (!state.can(row, column, value)) this.know(2 * variable + 1);
      else if (known) this.know(2 * variable);
      else {
        this.heap.insert(variable);
        open[size++] = 2 * variable;
      }
    }
    // Exactly one of the values that are left.
    if (size === 0) return;
    this.clauses.add(open, size, PERMANENT);
    const pair = new Int32Array(2);
    for (let a = 1; a < size; a++) {
      for (let b = 0; b < a; b++) {
        pair[0] = open[a] + 1;
        pair[1] = open[b] + 1;
        this.clauses.add(pair, 2, PERMANENT);
      }
    }
  }

  /** A literal that holds before all guesses; it is not on the trail. */
  private know(literal: number): void {
    this.value[literal] = 1;
    this.value[literal ^ 1] = -1;
    this.level[literal >> 1] = 0;
    this.reason[literal >> 1] = NO_REASON;
  }

  private reserve(variables: number, lines: number): void {
    if (this.level.length < variables) {
      this.value = new Int8Array(2 * variables);
      this.level = new Int32Array(variables);
      this.reason = new Int32Array(variables);
      this.hadBlank = new Int32Array(variables);
      this.hadFilled = new Int32Array(variables);
      this.explained = new Int32Array(variables);
      this.trail = new Int32Array(variables);
      this.levelStart = new Int32Array(variables + 2);
    }
    if (this.queued.length < lines) {
      this.fixed = new Int32Array(lines);
      this.queue = new Int32Array(lines);
      this.queued = new Uint8Array(lines);
    }
  }
}
