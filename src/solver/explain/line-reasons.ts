import { ColourAutomata } from './explain-colours.js';
import { DoubleAutomata } from './explain-double.js';
import { WideColourAutomata } from './explain-wide-colours.js';
import { WideAutomata } from './explain-wide.js';
import type { Budget } from '../model/budget.js';
import type { Problem } from '../model/problem.js';
import { SETTINGS } from '../model/settings.js';
import type { State } from '../model/state.js';

/**
 * The reasons for what lines of more than 32 cells or of several colours settled: what such a line
 * knew at the time, and the explanations found so far. (Small puzzles keep both by variable, in one
 * word each, see SearchTrail.)
 *
 * A line solve that finds something keeps the line's planes on a stack, once for all that it finds;
 * undoing takes them off again. An explanation, once asked for, is kept until its variable is
 * settled anew, as minimising asks for it again and again.
 */
export class LineReasons {
  /** The explanation last asked for: `count` variables of `variables` from `from` on. */
  variables = new Int32Array(1024);
  from = 0;
  count = 0;

  private readonly double: DoubleAutomata;
  private readonly wide: WideAutomata;
  private readonly colours: ColourAutomata;
  private readonly wideColours: WideColourAutomata;
  /** Whether a puzzle in several colours is within the lengths that `colours` can do. */
  private isShort = false;
  /** The planes of all lines before all guesses, laid out as in the state. */
  private root = new Int32Array(0);
  private rootSize = 0;
  private kept = new Int32Array(1024);
  private keptEnd = 0;
  /** By variable: the place of its explanation in `variables` (its length comes first), or 0. */
  private explained = new Int32Array(0);
  /** By variable that a line settled: the place in `kept` of the line's planes at that time. */
  private place = new Int32Array(0);
  private end = 1;
  /** A line's planes, and those at the root, with the opposite of what it found assumed. */
  private assumed = new Int32Array(0);

  constructor(
    private readonly problem: Problem,
    private readonly state: State,
    private readonly budget: Budget,
  ) {
    this.double = new DoubleAutomata(problem);
    this.wide = new WideAutomata(problem);
    this.colours = new ColourAutomata(problem);
    this.wideColours = new WideColourAutomata(problem);
  }

  /** The bytes that the puzzle takes here, independently of puzzles before. */
  get bytes(): number {
    return 4 * (this.rootSize + this.keptEnd + this.end);
  }

  /** Starts with a new puzzle: the state holds what is known before all guesses. */
  load(): void {
    const { problem, state } = this;
    const { width, height, values } = problem;
    const size = state.columnBase + width * state.columnStride;
    const variables = width * height * (values === 2 ? 1 : values);
    this.rootSize = size;
    if (this.root.length < size) this.root = new Int32Array(size);
    for (let k = 0; k < size; k++) this.root[k] = state.planes[k];
    if (this.explained.length < variables) {
      this.explained = new Int32Array(variables);
      this.place = new Int32Array(variables);
    }
    const words = 2 * values * Math.max(problem.rowWords, problem.columnWords);
    if (this.assumed.length < words) this.assumed = new Int32Array(words);
    this.keptEnd = 0;
    this.end = 1;
    this.isShort = Math.max(width, height) <= 32;
    if (values === 2) {
      this.double.reset();
      this.wide.reset();
    } else (this.isShort ? this.colours : this.wideColours).reset();
  }

  /** Value `value` of a cell is gone before all guesses. */
  remove(row: number, column: number, value: number): void {
    const { root, state, problem } = this;
    const rowAt = row * state.rowStride + value * problem.rowWords + (column >>> 5);
    const columnAt = column * state.columnStride + value * problem.columnWords + (row >>> 5);
    root[rowAt] &= ~(1 << (column & 31));
    root[state.columnBase + columnAt] &= ~(1 << (row & 31));
  }

  /** Keeps the planes of a line, which are at `at`, and returns their place. */
  keep(at: number, count: number): number {
    const place = this.keptEnd;
    this.keptEnd += count;
    if (this.kept.length < this.keptEnd) {
      const longer = new Int32Array(2 * this.keptEnd);
      longer.set(this.kept);
      this.kept = longer;
    }
    const { planes } = this.state;
    for (let k = 0; k < count; k++) this.kept[place + k] = planes[at + k];
    return place;
  }

  /** A variable was settled by the line whose planes were kept at `place`. */
  settle(variable: number, place: number): void {
    this.place[variable] = place;
    this.explained[variable] = 0;
  }

  /** Forgets the planes kept for a variable that a line settled, and those kept later. */
  takeBack(variable: number): void {
    this.keptEnd = this.place[variable];
  }

  /** Explains why `line` took value `value` from its cell `i`, and so settled `variable`. */
  explain(line: number, variable: number, i: number, value: number): void {
    this.from = this.explained[variable];
    if (this.from === 0) {
      const { kept, root, assumed } = this;
      const { values } = this.problem;
      const words = this.wordsOf(line);
      const size = values * words;
      const at = this.place[variable];
      const rootAt = this.planesAt(line);
      // The opposite: the cell has this value, and that costs nothing.
      for (let k = 0; k < size; k++) {
        assumed[k] = kept[at + k];
        assumed[size + k] = root[rootAt + k];
      }
      const bit = 1 << (i & 31);
      for (let other = 0; other < values; other++) {
        const k = other * words + (i >>> 5);
        assumed[k] = other === value ? assumed[k] | bit : assumed[k] & ~bit;
        assumed[size + k] = other === value ? assumed[size + k] | bit : assumed[size + k] & ~bit;
      }
      this.find(line, assumed, 0, assumed, size, i);
      this.explained[variable] = this.from;
    }
    this.count = this.variables[this.from++];
  }

  /** Explains why no placement of `line` fits what is known now. */
  explainConflict(line: number): void {
    const at = this.planesAt(line);
    this.find(line, this.state.planes, at, this.root, at, this.problem.lineLength(line));
    this.count = this.variables[this.from++];
  }

  /** Puts an explanation into `variables`, its length before it. */
  private find(
    line: number,
    planes: Int32Array,
    at: number,
    root: Int32Array,
    rootAt: number,
    pivot: number,
  ): void {
    const { width, height, values } = this.problem;
    const words = this.wordsOf(line);
    const length = this.problem.lineLength(line);
    const black = values === 2;
    let count: number;
    let needed: Int32Array;
    if (black) {
      const automata = this.double.canExplain(line) ? this.double : this.wide;
      count = automata.conflict(line, planes, at, root, rootAt, words, pivot);
      needed = automata.needed;
    } else {
      const automata = this.isShort ? this.colours : this.wideColours;
      count = automata.conflict(line, planes, at, root, rootAt, words);
      needed = automata.needed;
    }
    this.budget.spend(0, WORK_PER_CELL * length);

    if (this.end + count + 1 > this.variables.length) this.makeRoom(count + 1);
    const { variables } = this;
    this.from = this.end;
    variables[this.end++] = count;
    const base = line < height ? line * width : line - height;
    const step = line < height ? 1 : width;
    for (let j = 0; j < count; j++) {
      const at = black ? needed[j] : Math.floor(needed[j] / values);
      const cell = base + step * at;
      variables[this.end++] = black ? cell : cell * values + (needed[j] - at * values);
    }
  }

  /**
   * Makes room for `size` more words: longer tables or, if they are already long, everything is
   * forgotten.
   */
  private makeRoom(size: number): void {
    if (this.end + size <= SETTINGS.keptExplanationWords) {
      const longer = new Int32Array(2 * (this.end + size));
      longer.set(this.variables);
      this.variables = longer;
    } else {
      this.explained.fill(0);
      this.end = 1;
    }
  }

  private wordsOf(line: number): number {
    return line < this.problem.height ? this.problem.rowWords : this.problem.columnWords;
  }

  /** Where the planes of a line are in the state. */
  private planesAt(line: number): number {
    const { rowStride, columnStride, columnBase } = this.state;
    const { height } = this.problem;
    return line < height ? line * rowStride : columnBase + (line - height) * columnStride;
  }
}

/** A pass over a cell of a line costs about this much work of the budget (see Budget). */
const WORK_PER_CELL = 8;
