import type { Needs } from '../../result/difficulty.js';
import { NEEDS } from '../../result/difficulty.js';
import type { Budget } from '../model/budget.js';
import type { Problem } from '../model/problem.js';
import type { State } from '../model/state.js';
import { COUNT, LevelLine, RUNS, type Level } from './level-line.js';

/**
 * Finds the weakest level of reading lines that solves a puzzle which complete line solving solves,
 * for puzzles of any size and in any colours. The more is known, the more a level settles: so its
 * fixpoint does not depend on the order of the work.
 */
export class WideNeeds {
  /** By cell, row by row: the values that it can have, bit v for value v. */
  private cells = new Int32Array(1024);
  private dirty = new Uint8Array(64);
  private readonly line = new LevelLine();

  constructor(
    private readonly problem: Problem,
    private readonly budget: Budget,
  ) {}

  /** The bytes that the loaded problem takes here. */
  get bytes(): number {
    const { width, height, lines } = this.problem;
    return 4 * width * height + lines;
  }

  /** The weakest level, from the position in `state` on; null if the budget ends first. */
  find(state: State): Needs | null {
    const { problem } = this;
    const { width, height, lines } = problem;
    if (this.cells.length < width * height) this.cells = new Int32Array(width * height);
    if (this.dirty.length < lines) this.dirty = new Uint8Array(lines);
    for (let cell = 0, row = 0; row < height; row++) {
      for (let column = 0; column < width; column++, cell++) {
        let values = 0;
        for (let value = 0; value < problem.values; value++) {
          if (state.can(row, column, value)) values |= 1 << value;
        }
        this.cells[cell] = values;
      }
    }
    for (let level: Level = COUNT; level <= RUNS; level = (level + 1) as Level) {
      if (!this.close(level)) return null;
      if (this.solved) return NEEDS[level];
    }
    return 'line';
  }

  /** Reads all lines at a level until none finds anything more. False if the budget ends first. */
  private close(level: Level): boolean {
    const { dirty, problem } = this;
    dirty.fill(1, 0, problem.lines);
    for (let again = true; again;) {
      again = false;
      for (let line = 0; line < problem.lines; line++) {
        if (dirty[line] === 0) continue;
        dirty[line] = 0;
        if (this.readLine(level, line)) again = true;
        if (this.budget.stopped !== null) return false;
      }
    }
    return true;
  }

  /** Reads a line; if it finds something, marks it and the lines that cross there. */
  private readLine(level: Level, index: number): boolean {
    const { problem, cells, dirty, line } = this;
    const { width, height } = problem;
    const isRow = index < height;
    const first = isRow ? index * width : index - height;
    const step = isRow ? 1 : width;
    line.load(problem, index);
    const { length } = line;
    this.budget.spend(0, length + line.blocks * (line.slack + 1));
    for (let i = 0; i < length; i++) line.cells[i] = cells[first + i * step];
    if (!line.read(level)) return false;
    for (let i = 0; i < length; i++) {
      if (line.cells[i] === cells[first + i * step]) continue;
      cells[first + i * step] = line.cells[i];
      dirty[isRow ? height + i : i] = 1;
    }
    dirty[index] = 1;
    return true;
  }

  private get solved(): boolean {
    const cells = this.problem.width * this.problem.height;
    for (let i = 0; i < cells; i++) if ((this.cells[i] & (this.cells[i] - 1)) !== 0) return false;
    return true;
  }
}
