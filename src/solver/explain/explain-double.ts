import type { Problem } from '../model/problem.js';

/**
 * Explains lines in black and white whose automata have at most 64 states: explain.ts with two words
 * instead of one. These are all lines of up to 64 cells that have any freedom, and longer ones in which
 * the blocks with the gaps between them take less than 64 cells. It takes half the time of
 * explain-wide.ts.
 */
export class DoubleAutomata {
  /** The cells that `conflict` found to be needed. */
  needed = new Int32Array(64);

  /** By line, two words each: states that a blank cell keeps. */
  private stay = new Int32Array(0);
  /** States from which a blank cell leads to the next state. */
  private close = new Int32Array(0);
  /** States from which a filled cell leads to the next state. */
  private go = new Int32Array(0);
  /** By line: the last state. */
  private last = new Int32Array(0);
  /** The states from which the line's end can be reached, by boundary between cells. */
  private ahead = new Int32Array(130);
  /** The states that the line's start can reach, from `pivot` on. */
  private behind = new Int32Array(130);

  constructor(private readonly problem: Problem) {}

  /** Whether it can explain a line. A line without freedom is never explained. */
  canExplain(line: number): boolean {
    return this.last[line] < 64;
  }

  /** Reads the clues of the puzzle, which is black and white. */
  reset(): void {
    const { blockStart, blockLength, lines, width, height, slack } = this.problem;
    const longest = Math.max(width, height);
    if (this.needed.length < longest) {
      this.needed = new Int32Array(longest);
      this.ahead = new Int32Array(2 * longest + 2);
      this.behind = new Int32Array(2 * longest + 2);
    }
    if (this.last.length < lines) {
      this.stay = new Int32Array(2 * lines);
      this.close = new Int32Array(2 * lines);
      this.go = new Int32Array(2 * lines);
      this.last = new Int32Array(lines);
    }
    const { stay, close, go } = this;
    for (let line = 0; line < lines; line++) {
      const first = blockStart[line];
      const end = blockStart[line + 1];
      this.last[line] = end === first ? 0 : this.problem.lineLength(line) - slack[line];
      if (this.last[line] > 64) continue;
      const at = 2 * line;
      for (let k = at; k < at + 2; k++) stay[k] = close[k] = go[k] = 0;
      stay[at] = 1;
      let state = 0;
      for (let block = first; block < end; block++) {
        for (let i = 0; i < blockLength[block]; i++, state++) go[at + (state >>> 5)] |= 1 << state;
        if (block + 1 < end) {
          close[at + (state >>> 5)] |= 1 << state;
          state++;
        }
        // A line without freedom may have state 64. It is never explained.
        if (state < 64) stay[at + (state >>> 5)] |= 1 << state;
      }
    }
  }

  /** As `conflict` in explain-wide.ts. */
  conflict(
    line: number,
    planes: Int32Array,
    at: number,
    root: Int32Array,
    rootAt: number,
    words: number,
    pivot: number,
  ): number {
    const filledAt = at + words;
    const rootFilledAt = rootAt + words;
    const length = this.problem.lineLength(line);
    const { ahead, behind, needed } = this;
    const stay0 = this.stay[2 * line];
    const stay1 = this.stay[2 * line + 1];
    const close0 = this.close[2 * line];
    const close1 = this.close[2 * line + 1];
    const go0 = this.go[2 * line];
    const go1 = this.go[2 * line + 1];
    const last = this.last[line];
    const last0 = last < 32 ? 1 << last : 0;
    const last1 = last < 32 ? 0 : 1 << last;
    let low = last0;
    let high = last1;
    for (let i = length - 1; i >= 0; i--) {
      ahead[2 * i + 2] = low;
      ahead[2 * i + 3] = high;
      const k = i >>> 5;
      const blank = -((planes[at + k] >>> i) & 1);
      const filled = -((planes[filledAt + k] >>> i) & 1);
      const next = (low >>> 1) | (high << 31);
      low = (low & stay0 & blank) | (next & ((close0 & blank) | (go0 & filled)));
      high = (high & stay1 & blank) | ((high >>> 1) & ((close1 & blank) | (go1 & filled)));
    }

    const move0 = close0 | go0;
    const move1 = close1 | go1;
    let count = 0;
    low = 1;
    high = 0;
    for (let i = 0; i < pivot; i++) {
      const k = i >>> 5;
      const known = (~(planes[at + k] & planes[filledAt + k]) >>> i) & 1;
      const costs = ((root[rootAt + k] & root[rootFilledAt + k]) >>> i) & 1;
      if ((known & ~costs) === 0) {
        const on = low & move0;
        const relaxed0 = (low & stay0) | (on << 1);
        const relaxed1 = (high & stay1) | ((high & move1) << 1) | (on >>> 31);
        const misses = ((relaxed0 & ahead[2 * i + 2]) | (relaxed1 & ahead[2 * i + 3])) === 0;
        if (known === 0 || misses) {
          low = relaxed0;
          high = relaxed1;
          continue;
        }
        needed[count++] = i;
      }
      const blank = -((planes[at + k] >>> i) & 1);
      const filled = -((planes[filledAt + k] >>> i) & 1);
      const on = low & ((close0 & blank) | (go0 & filled));
      high =
        (high & stay1 & blank) | ((high & ((close1 & blank) | (go1 & filled))) << 1) | (on >>> 31);
      low = (low & stay0 & blank) | (on << 1);
    }
    if ((low | high) === 0) return count;

    for (let i = pivot; i < length; i++) {
      behind[2 * i] = low;
      behind[2 * i + 1] = high;
      const k = i >>> 5;
      const blank = -((planes[at + k] >>> i) & 1);
      const filled = -((planes[filledAt + k] >>> i) & 1);
      const on = low & ((close0 & blank) | (go0 & filled));
      high =
        (high & stay1 & blank) | ((high & ((close1 & blank) | (go1 & filled))) << 1) | (on >>> 31);
      low = (low & stay0 & blank) | (on << 1);
    }
    low = last0;
    high = last1;
    for (let i = length - 1; i >= pivot; i--) {
      const k = i >>> 5;
      const known = (~(planes[at + k] & planes[filledAt + k]) >>> i) & 1;
      const costs = ((root[rootAt + k] & root[rootFilledAt + k]) >>> i) & 1;
      const next0 = (low >>> 1) | (high << 31);
      const next1 = high >>> 1;
      if ((known & ~costs) === 0) {
        const relaxed0 = (low & stay0) | (next0 & move0);
        const relaxed1 = (high & stay1) | (next1 & move1);
        const misses = ((relaxed0 & behind[2 * i]) | (relaxed1 & behind[2 * i + 1])) === 0;
        if (known === 0 || misses) {
          low = relaxed0;
          high = relaxed1;
          continue;
        }
        needed[count++] = i;
      }
      const blank = -((planes[at + k] >>> i) & 1);
      const filled = -((planes[filledAt + k] >>> i) & 1);
      low = (low & stay0 & blank) | (next0 & ((close0 & blank) | (go0 & filled)));
      high = (high & stay1 & blank) | (next1 & ((close1 & blank) | (go1 & filled)));
    }
    return count;
  }
}
