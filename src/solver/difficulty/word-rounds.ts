import type { Cells } from '../../puzzle/types.js';
import { solveWordLine, wordResult } from '../lines/line-word.js';
import { ones } from '../model/bits.js';
import type { Budget } from '../model/budget.js';
import type { Problem } from '../model/problem.js';
import type { Effort } from './effort.js';
import { removeAcross } from './across.js';
import type { KnownReads } from './known-reads.js';
import type { WordLines } from './word-lines.js';

/**
 * Solves small problems (two values, up to 32 cells a line) in rounds, as the score of difficulty
 * is defined: all lines are read from the same position, then all findings are applied at once.
 *
 * The planes are laid out as those of a State: line l has the cells that can be blank at 2 * l, and
 * those that can be filled after them. A line is read only if another line has found something in
 * it since: otherwise it would find nothing, as line solving is complete.
 */
export class WordRounds {
  /** The start position, or the result of the first round on an empty grid. */
  readonly early = new Int32Array(128);
  private readonly planes = new Int32Array(128);
  private readonly under = new Int32Array(128);
  /** The values that no assumption which leads nowhere removes, in the planes of rows. */
  private readonly kept = new Int32Array(64);
  /** What the lines of a round found, at the places of their planes. */
  private readonly found = new Int32Array(128);
  private dirtyRows = 0;
  private dirtyColumns = 0;
  private openRows = 0;
  private openColumns = 0;

  constructor(
    private readonly problem: Problem,
    private readonly lines: WordLines,
    private readonly known: KnownReads,
    private readonly budget: Budget,
  ) {}

  /** Whether every cell is known. */
  get solved(): boolean {
    return this.openRows === 0;
  }

  /** The position that the rounds have come to. */
  get position(): Int32Array {
    return this.planes;
  }

  /** Begins with a position that is laid out like a State. */
  start(position: Int32Array): void {
    const { width, height, lines } = this.problem;
    for (let i = 0; i < 2 * lines; i++) this.planes[i] = this.early[i] = position[i];
    this.openRows = this.dirtyRows = (-1 >>> (32 - height)) | 0;
    this.openColumns = this.dirtyColumns = (-1 >>> (32 - width)) | 0;
  }

  /** Begins with an empty grid and plays the first round, which needs no line solver. */
  startEmpty(effort: Effort): void {
    const { planes, found, early } = this;
    const { full, fills, reach, weight } = this.lines;
    const { lines, height, width } = this.problem;
    this.openRows = (-1 >>> (32 - height)) | 0;
    this.openColumns = (-1 >>> (32 - width)) | 0;
    this.budget.spend(lines, lines);
    let open = 0;
    let productive = 0;
    let rows = 0;
    let columns = 0;
    for (let line = 0; line < lines; line++) {
      planes[2 * line] = planes[2 * line + 1] = full[line];
      found[2 * line] = fills[line];
      found[2 * line + 1] = full[line] & ~reach[line];
      open += weight[line];
      if ((fills[line] | found[2 * line + 1]) === 0) continue;
      productive += weight[line];
      if (line < height) rows |= 1 << line;
      else columns |= 1 << (line - height);
    }
    effort.addRound(open, productive);
    this.dirtyRows = this.dirtyColumns = 0;
    this.apply(planes, rows, columns);
    for (let i = 0; i < 2 * lines; i++) early[i] = planes[i];
  }

  /** Plays rounds until no line finds anything. False if the budget ends first. */
  run(effort: Effort): boolean {
    const { problem, lines, planes, found, known, budget } = this;
    const { height } = problem;
    const { weight, total } = lines;
    for (;;) {
      const open = this.countOpen();
      if (open === 0) return true;
      let productive = 0;
      let read = 0;
      let rows = 0;
      let columns: number;
      for (let base = 0; ; base = height) {
        let lineSet = 0;
        for (let dirty = base === 0 ? this.dirtyRows : this.dirtyColumns; dirty !== 0;) {
          const bit = dirty & -dirty;
          dirty ^= bit;
          const line = base + 31 - Math.clz32(bit);
          const at = 2 * line;
          const canBlank = planes[at];
          const canFilled = planes[at + 1];
          const unknown = canBlank & canFilled;
          if (unknown === 0) continue;
          read++;
          if (ones(canFilled ^ unknown) === total[line]) {
            // All blocks are found: nothing to solve.
            found[at] = 0;
            found[at + 1] = unknown;
          } else {
            if (known.find(line, canBlank, canFilled)) {
              found[at] = canBlank & ~known.blank;
              found[at + 1] = canFilled & ~known.filled;
            } else {
              solveWordLine(problem, line, canBlank, canFilled);
              found[at] = canBlank & ~wordResult[0];
              found[at + 1] = canFilled & ~wordResult[1];
            }
            if ((found[at] | found[at + 1]) === 0) continue;
          }
          lineSet |= bit;
          productive += weight[line];
        }
        if (base !== 0) {
          columns = lineSet;
          break;
        }
        rows = lineSet;
      }
      this.dirtyRows = this.dirtyColumns = 0;
      if (!budget.spend(read, 4 * read)) return false;
      if (productive === 0) return true;
      effort.addRound(open, productive);
      this.apply(planes, rows, columns);
    }
  }

  /**
   * Assumes each unknown cell's wrong value by itself, all from the same position, and applies the
   * opposite of those that contradict. False if the budget ends first.
   *
   * If an assumption does not contradict, neither does any value that follows from it: those are not
   * assumed again, which saves one line solve in three.
   */
  assume(effort: Effort, solution: Cells): boolean {
    const { problem, planes, under, kept } = this;
    const { height, width } = problem;
    for (let i = 0; i < 2 * height; i++) kept[i] = planes[i];
    let unknown = 0;
    let contradictions = 0;
    let sum = 0;
    const settled: number[] = [];
    for (let row = 0; row < height; row++) {
      const open = planes[2 * row] & planes[2 * row + 1];
      unknown += ones(open);
      for (let rest = open; rest !== 0; rest &= rest - 1) {
        const column = 31 - Math.clz32(rest & -rest);
        const right = solution[row * width + column];
        if (((kept[2 * row + right] >>> column) & 1) === 0) continue;
        const cost = this.follow(row, column, 1 - right);
        if (this.budget.stopped !== null) return false;
        if (cost === 0) {
          for (let i = 0; i < 2 * height; i++) kept[i] &= under[i];
          continue;
        }
        contradictions++;
        sum += cost;
        settled.push((row << 5) | column, right);
      }
    }
    effort.addAssumptions(2 * unknown, contradictions, sum);
    for (let i = 0; i < settled.length; i += 2) {
      this.assign(planes, settled[i] >>> 5, settled[i] & 31, settled[i + 1]);
    }
    return true;
  }

  /** The cost of an assumption that contradicts; 0 if it does not, or the budget ends first. */
  private follow(row: number, column: number, value: number): number {
    const { problem, lines, planes, under, found, budget } = this;
    const { height } = problem;
    const { weight, full } = lines;
    for (let i = 0; i < 2 * problem.lines; i++) under[i] = planes[i];
    this.dirtyRows = this.dirtyColumns = 0;
    this.assign(under, row, column, value);
    let cost = 0;
    let contradiction = false;
    while ((this.dirtyRows | this.dirtyColumns) !== 0) {
      let rows = 0;
      let columns: number;
      let read = 0;
      for (let base = 0; ; base = height) {
        let lineSet = 0;
        for (let dirty = base === 0 ? this.dirtyRows : this.dirtyColumns; dirty !== 0;) {
          const bit = dirty & -dirty;
          dirty ^= bit;
          const line = base + 31 - Math.clz32(bit);
          const at = 2 * line;
          const canBlank = under[at];
          const canFilled = under[at + 1];
          read++;
          if (!solveWordLine(problem, line, canBlank, canFilled)) {
            contradiction = true;
            cost += weight[line];
            continue;
          }
          if ((canBlank & canFilled) === 0) continue;
          cost += weight[line];
          found[at] = canBlank & ~wordResult[0];
          found[at + 1] = canFilled & ~wordResult[1];
          if ((found[at] | found[at + 1]) !== 0) lineSet |= bit;
        }
        if (base !== 0) {
          columns = lineSet;
          break;
        }
        rows = lineSet;
      }
      this.dirtyRows = this.dirtyColumns = 0;
      if (!budget.spend(read, 4 * read)) return 0;
      if (contradiction) return cost;
      this.apply(under, rows, columns);
      // Two lines that disagree on a cell leave it without a value.
      for (let rest = rows; rest !== 0; rest &= rest - 1) {
        const line = 31 - Math.clz32(rest & -rest);
        if ((under[2 * line] | under[2 * line + 1]) !== full[line]) return this.clean(cost);
      }
    }
    return 0;
  }

  /** Applies what the lines of a round found, and marks the crossing lines. */
  private apply(planes: Int32Array, rows: number, columns: number): void {
    const { found } = this;
    const { height } = this.problem;
    for (let rest = rows; rest !== 0; rest &= rest - 1) {
      const row = 31 - Math.clz32(rest & -rest);
      const filled = found[2 * row];
      const blank = found[2 * row + 1];
      this.dirtyColumns |= filled | blank;
      planes[2 * row] &= ~filled;
      planes[2 * row + 1] &= ~blank;
      removeAcross(planes, 2 * height, row, filled, blank);
    }
    for (let rest = columns; rest !== 0; rest &= rest - 1) {
      const column = 31 - Math.clz32(rest & -rest);
      const at = 2 * (height + column);
      const filled = found[at];
      const blank = found[at + 1];
      this.dirtyRows |= filled | blank;
      planes[at] &= ~filled;
      planes[at + 1] &= ~blank;
      removeAcross(planes, 0, column, filled, blank);
    }
  }

  private assign(planes: Int32Array, row: number, column: number, value: number): void {
    planes[2 * row + 1 - value] &= ~(1 << column);
    planes[2 * (this.problem.height + column) + 1 - value] &= ~(1 << row);
    this.dirtyRows |= 1 << row;
    this.dirtyColumns |= 1 << column;
  }

  private clean(cost: number): number {
    this.dirtyRows = this.dirtyColumns = 0;
    return cost;
  }

  /** The sum of the weights of the lines that have unknown cells. */
  private countOpen(): number {
    const { planes } = this;
    const { weight } = this.lines;
    const { height } = this.problem;
    let sum = 0;
    for (let rest = this.openRows; rest !== 0; rest &= rest - 1) {
      const bit = rest & -rest;
      const line = 31 - Math.clz32(bit);
      if ((planes[2 * line] & planes[2 * line + 1]) === 0) this.openRows ^= bit;
      else sum += weight[line];
    }
    for (let rest = this.openColumns; rest !== 0; rest &= rest - 1) {
      const bit = rest & -rest;
      const line = height + 31 - Math.clz32(bit);
      if ((planes[2 * line] & planes[2 * line + 1]) === 0) this.openColumns ^= bit;
      else sum += weight[line];
    }
    return sum;
  }
}
