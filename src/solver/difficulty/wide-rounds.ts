import type { Cells } from '../../puzzle/types.js';
import type { Budget } from '../model/budget.js';
import type { Problem } from '../model/problem.js';
import type { State } from '../model/state.js';
import type { WideLines } from '../lines/line-wide.js';
import type { ReadLog } from '../propagate/read-log.js';
import type { Effort } from './effort.js';

/**
 * Solves puzzles of any size and in any colours in rounds, as the score of difficulty is defined: all
 * lines are read from the same position, then all findings are applied at once. A finding is a value
 * taken from a cell.
 */
export class WideRounds {
  /** The lines to be read in the next round, and whether a line is among them. */
  private dirty = new Int32Array(64);
  private dirtyCount = 0;
  private isDirty = new Uint8Array(64);
  /** The lines that found something in this round, and what: planes of removed values, `stride` words each. */
  private productive = new Int32Array(64);
  private productiveCount = 0;
  private found = new Int32Array(256);
  private stride = 0;
  private result = new Int32Array(16);

  constructor(
    private readonly problem: Problem,
    private readonly state: State,
    private readonly wide: WideLines,
    private readonly log: ReadLog,
    private readonly budget: Budget,
  ) {}

  /** Whether every cell is known. */
  get solved(): boolean {
    return this.state.unknown === 0;
  }

  /** The bytes that the loaded problem takes here. */
  get bytes(): number {
    const { lines, values, rowWords, columnWords } = this.problem;
    return lines * (9 + 4 * values * Math.max(rowWords, columnWords));
  }

  /** Begins with the state, before any of its lines is read. */
  start(): void {
    const { lines, values, rowWords, columnWords } = this.problem;
    this.stride = values * Math.max(rowWords, columnWords);
    if (this.isDirty.length < lines) {
      this.isDirty = new Uint8Array(lines);
      this.dirty = new Int32Array(lines);
      this.productive = new Int32Array(lines);
    }
    if (this.result.length < this.stride) this.result = new Int32Array(this.stride);
    if (this.found.length < lines * this.stride) this.found = new Int32Array(lines * this.stride);
    this.forget();
    for (let line = 0; line < lines; line++) this.mark(line);
  }

  /** Plays rounds until no line finds anything. False if the budget ends first. */
  run(effort: Effort): boolean {
    for (;;) {
      const open = this.countOpen();
      this.productiveCount = 0;
      let productive = 0;
      for (let i = 0; i < this.dirtyCount; i++) {
        const line = this.dirty[i];
        if (!this.state.isOpen(line)) continue;
        this.readAgain(line);
        if (this.keepFound(line)) productive += this.weight(line);
        if (this.budget.stopped !== null) return false;
      }
      this.forget();
      if (productive === 0) return true;
      effort.addRound(open, productive);
      this.apply();
    }
  }

  /**
   * Assumes each wrong value of each unknown cell by itself, all from the same position, and
   * removes those that contradict. False if the budget ends first.
   */
  assume(effort: Effort, solution: Cells): boolean {
    const { state, problem } = this;
    const { width, height, values } = problem;
    let assumptions = 0;
    let sum = 0;
    const settled: number[] = [];
    for (let cell = 0, row = 0; row < height; row++) {
      for (let column = 0; column < width; column++, cell++) {
        const possible = state.count(row, column);
        if (possible === 1) continue;
        assumptions += possible;
        for (let value = 0; value < values; value++) {
          if (value === solution[cell] || !state.can(row, column, value)) continue;
          const cost = this.follow(row, column, value);
          if (this.budget.stopped !== null) return false;
          if (cost === 0) continue;
          sum += cost;
          settled.push(row, column, value);
        }
      }
    }
    effort.addAssumptions(assumptions, settled.length / 3, sum);
    for (let i = 0; i < settled.length; i += 3) {
      state.remove(settled[i], settled[i + 1], settled[i + 2]);
      this.mark(settled[i]);
      this.mark(problem.height + settled[i + 1]);
    }
    return true;
  }

  /** The cost of an assumption that contradicts; 0 if it does not, or the budget ends first. */
  private follow(row: number, column: number, value: number): number {
    const { state, problem } = this;
    const { trailLength, unknown } = state;
    state.assign(row, column, value);
    this.mark(row);
    this.mark(problem.height + column);
    let cost = 0;
    let contradiction = false;
    while (this.dirtyCount > 0 && !contradiction && this.budget.stopped === null) {
      this.productiveCount = 0;
      for (let i = 0; i < this.dirtyCount; i++) {
        const line = this.dirty[i];
        if (!this.read(line)) contradiction = true;
        else if (!this.state.isOpen(line)) continue;
        else this.keepFound(line);
        cost += this.weight(line);
      }
      this.forget();
      if (!contradiction) contradiction = !this.apply();
    }
    this.forget();
    state.undo(trailLength, unknown);
    return contradiction ? cost : 0;
  }

  /** Reads a line completely into `result`, by what the first propagation has read if it can. @pre some placement fits. */
  private readAgain(line: number): void {
    const { state, problem, log, result, budget } = this;
    const words = state.wordsOf(line);
    const size = problem.values * words;
    const found = words > 1 && log.find(line, state.planes, state.placeOf(line), size, result);
    if (found) budget.spend(0, 4);
    else this.read(line);
  }

  /** Reads a line completely into `result`. False if no placement fits. */
  private read(line: number): boolean {
    const { problem, budget } = this;
    const blocks = problem.blockStart[line + 1] - problem.blockStart[line];
    budget.spend(1, 4 + 2 * blocks * ((problem.slack[line] >>> 5) + 1));
    const { state } = this;
    const words = state.wordsOf(line);
    return this.wide.solve(problem, line, state.planes, state.placeOf(line), words, this.result);
  }

  /** Keeps what was found in the line that was just read, if anything. */
  private keepFound(line: number): boolean {
    const { result, found, problem } = this;
    const { planes } = this.state;
    const at = this.state.placeOf(line);
    const to = this.productiveCount * this.stride;
    const words = problem.values * this.state.wordsOf(line);
    let any = 0;
    for (let k = 0; k < words; k++) any |= found[to + k] = planes[at + k] & ~result[k];
    if (any === 0) return false;
    this.productive[this.productiveCount++] = line;
    return true;
  }

  /** Applies the findings of the round. False if two lines leave a cell without a value. */
  private apply(): boolean {
    const { state, problem, found } = this;
    const { height, values } = problem;
    for (let i = 0; i < this.productiveCount; i++) {
      const line = this.productive[i];
      const isRow = line < height;
      const words = this.state.wordsOf(line);
      for (let value = 0; value < values; value++) {
        for (let k = 0; k < words; k++) {
          let rest = found[i * this.stride + value * words + k];
          for (; rest !== 0; rest &= rest - 1) {
            const index = 32 * k + 31 - Math.clz32(rest & -rest);
            const row = isRow ? line : index;
            const column = isRow ? index : line - height;
            this.mark(isRow ? height + column : row);
            if (!state.can(row, column, value)) continue;
            if (state.count(row, column) === 1) return false;
            state.remove(row, column, value);
          }
        }
      }
    }
    return true;
  }

  /** The sum of the weights of the lines that have unknown cells. */
  private countOpen(): number {
    let sum = 0;
    for (let line = 0; line < this.problem.lines; line++) {
      if (this.state.isOpen(line)) sum += this.weight(line);
    }
    return sum;
  }

  private mark(line: number): void {
    if (this.isDirty[line] === 1) return;
    this.isDirty[line] = 1;
    this.dirty[this.dirtyCount++] = line;
  }

  private forget(): void {
    for (let i = 0; i < this.dirtyCount; i++) this.isDirty[this.dirty[i]] = 0;
    this.dirtyCount = 0;
  }

  /** What a person reads in a line: its blocks, and that the line is there. */
  private weight(line: number): number {
    const { blockStart } = this.problem;
    return 1 + blockStart[line + 1] - blockStart[line];
  }
}
