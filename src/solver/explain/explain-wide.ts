import type { Problem } from '../model/problem.js';

/**
 * Explains lines in black and white of any length: the method of explain.ts, with sets of states of
 * several words. Only the words of a set from the first to the last that is not zero are looked at:
 * mostly one or two, as the state after i cells is one from i - slack to i.
 */
export class WideAutomata {
  /** The cells that `conflict` found to be needed. */
  needed = new Int32Array(128);

  /** By line: where its automaton begins in `automata`, or -1 before it is made. */
  private automataAt = new Int32Array(0);
  /**
   * By word: the states that a blank cell keeps, and those from which a blank or a filled cell
   * leads on.
   */
  private automata = new Int32Array(1024);
  private automataEnd = 0;

  /** Sets of states, `stride` words each: one for each boundary between cells, and two to spare. */
  private sets = new Int32Array(256);
  /** By set: its first and its last word that are not zero; none if the last is before the first. */
  private lows = new Int32Array(68);
  private highs = new Int32Array(68);
  private stride = 1;
  /** Where the line's automaton begins. */
  private base = 0;

  constructor(private readonly problem: Problem) {}

  /** Forgets the clues of the puzzle before; the new one is black and white. */
  reset(): void {
    const { problem } = this;
    if (this.automataAt.length < problem.lines) this.automataAt = new Int32Array(problem.lines);
    this.automataAt.fill(-1);
    this.automataEnd = 0;
  }

  /**
   * An irreducible part of the known cells of a line that contradicts its clue, found as in
   * explain.ts. `planes` has the line's planes from `at` on, of `words` words each: the cells that
   * can be blank, and those that can be filled; no picture of the clue agrees with them. `root` has
   * them from `rootAt` on as they were before all guesses: cells that are known there cost nothing.
   * Cells near `pivot` tend to stay. Returns the number of cells that are needed.
   */
  conflict(
    line: number,
    planes: Int32Array,
    at: number,
    root: Int32Array,
    rootAt: number,
    words: number,
    pivot: number,
  ): number {
    const { problem } = this;
    const length = problem.lineLength(line);
    this.open(line, length);
    const { needed } = this;
    const blankAt = at;
    const filledAt = at + words;
    let count = 0;
    this.makeSingle(length, length - problem.slack[line]);
    for (let i = length - 1; i >= 0; i--) {
      const k = i >>> 5;
      this.back(planes[blankAt + k] >>> (i & 31), planes[filledAt + k] >>> (i & 31), i + 1, i);
    }

    let here = length + 1;
    let relaxed = length + 2;
    this.makeSingle(here, 0);
    for (let i = 0; i < pivot; i++) {
      const k = i >>> 5;
      const blank = planes[blankAt + k] >>> (i & 31);
      const filled = planes[filledAt + k] >>> (i & 31);
      const costs = (root[rootAt + k] & root[rootAt + k + words]) >>> (i & 31);
      if ((blank & filled & 1) === 1) this.forth(1, 1, here, relaxed);
      else if ((costs & 1) === 0) this.forth(blank, filled, here, relaxed);
      else {
        this.forth(1, 1, here, relaxed);
        if (this.meet(relaxed, i + 1)) {
          this.forth(blank, filled, here, relaxed);
          needed[count++] = i;
        }
      }
      const free = here;
      here = relaxed;
      relaxed = free;
    }

    if (this.highs[here] < 0) return count;

    // The same from the end back to the pivot, against the states that the other side allows.
    let before = here;
    for (let i = pivot; i + 1 < length; i++) {
      const k = i >>> 5;
      const to = i + 1;
      this.forth(planes[blankAt + k] >>> (i & 31), planes[filledAt + k] >>> (i & 31), before, to);
      before = to;
    }
    const start = here;
    here = length;
    for (let i = length - 1; i >= pivot; i--) {
      const k = i >>> 5;
      const blank = planes[blankAt + k] >>> (i & 31);
      const filled = planes[filledAt + k] >>> (i & 31);
      const costs = (root[rootAt + k] & root[rootAt + k + words]) >>> (i & 31);
      if ((blank & filled & 1) === 1) this.back(1, 1, here, relaxed);
      else if ((costs & 1) === 0) this.back(blank, filled, here, relaxed);
      else {
        this.back(1, 1, here, relaxed);
        if (this.meet(relaxed, i === pivot ? start : i)) {
          this.back(blank, filled, here, relaxed);
          needed[count++] = i;
        }
      }
      const free = here;
      here = relaxed;
      relaxed = free;
    }
    return count;
  }

  /** Makes set `to` of one state. */
  private makeSingle(to: number, state: number): void {
    const k = state >>> 5;
    this.sets[to * this.stride + k] = 1 << (state & 31);
    this.lows[to] = k;
    this.highs[to] = k;
  }

  /**
   * Set `to` = the states from which a cell leads to a state of set `from`, if it can be blank (bit 0
   * of `blank`) and filled (bit 0 of `filled`).
   */
  private back(blank: number, filled: number, from: number, to: number): void {
    const { sets, automata, lows, highs, base, stride } = this;
    const blankMask = -(blank & 1);
    const filledMask = -(filled & 1);
    const fromAt = from * stride;
    const toAt = to * stride;
    const first = lows[from];
    let low = 0;
    let high = -1;
    let above = 0;
    for (let k = highs[from], end = first === 0 ? 0 : first - 1; k >= end; k--) {
      const at = base + 3 * k;
      const states = k < first ? 0 : sets[fromAt + k];
      const next = (states >>> 1) | (above << 31);
      const on = (automata[at + 1] & blankMask) | (automata[at + 2] & filledMask);
      const found = (states & automata[at] & blankMask) | (next & on);
      above = states;
      sets[toAt + k] = found;
      if (found === 0) continue;
      low = k;
      if (high < 0) high = k;
    }
    lows[to] = low;
    highs[to] = high;
  }

  /** Set `to` = the states that such a cell leads to from a state of set `from`. */
  private forth(blank: number, filled: number, from: number, to: number): void {
    const { sets, automata, lows, highs, stride, base } = this;
    const blankMask = -(blank & 1);
    const filledMask = -(filled & 1);
    const fromAt = from * stride;
    const toAt = to * stride;
    const last = highs[from];
    let low = 0;
    let high = -1;
    let carry = 0;
    for (let k = lows[from], end = last + 1 < stride ? last + 1 : last; k <= end; k++) {
      const at = base + 3 * k;
      const states = k > last ? 0 : sets[fromAt + k];
      const on = states & ((automata[at + 1] & blankMask) | (automata[at + 2] & filledMask));
      const found = (states & automata[at] & blankMask) | (on << 1) | carry;
      carry = on >>> 31;
      sets[toAt + k] = found;
      if (found === 0) continue;
      if (high < 0) low = k;
      high = k;
    }
    lows[to] = low;
    highs[to] = high;
  }

  /** Whether two sets have a state in common. */
  private meet(a: number, b: number): boolean {
    const { sets, lows, highs, stride } = this;
    const high = Math.min(highs[a], highs[b]);
    for (let k = Math.max(lows[a], lows[b]); k <= high; k++) {
      if ((sets[a * stride + k] & sets[b * stride + k]) !== 0) return true;
    }
    return false;
  }

  /** Makes the automaton of a line if there is none yet, and room for its states. */
  private open(line: number, length: number): void {
    const { automataAt } = this;
    const stride = ((length - this.problem.slack[line]) >>> 5) + 1;
    this.stride = stride;
    if (this.sets.length < (length + 3) * stride) {
      this.sets = new Int32Array(2 * (length + 3) * stride);
    }
    if (this.lows.length < length + 3) {
      this.lows = new Int32Array(2 * (length + 3));
      this.highs = new Int32Array(2 * (length + 3));
      this.needed = new Int32Array(2 * length);
    }
    if (automataAt[line] < 0) {
      automataAt[line] = this.automataEnd;
      this.automataEnd += 3 * stride;
      if (this.automata.length < this.automataEnd) {
        const longer = new Int32Array(2 * this.automataEnd);
        longer.set(this.automata);
        this.automata = longer;
      }
      this.automata.fill(0, automataAt[line], this.automataEnd);
      this.makeAutomaton(line);
    }
    this.base = automataAt[line];
  }

  private makeAutomaton(line: number): void {
    const { blockStart, blockLength } = this.problem;
    const at = this.automataAt[line];
    const put = (set: number, state: number): void => {
      this.automata[at + 3 * (state >>> 5) + set] |= 1 << (state & 31);
    };
    let state = 0;
    put(STAY, 0);
    const end = blockStart[line + 1];
    for (let block = blockStart[line]; block < end; block++) {
      for (let i = 0; i < blockLength[block]; i++) put(GO, state++);
      if (block + 1 < end) put(CLOSE, state++);
      put(STAY, state);
    }
  }
}

const STAY = 0;
const CLOSE = 1;
const GO = 2;
