import type { Problem } from './problem.js';

/**
 * Why a line in black and white of any length says what it says.
 *
 * The same passes over the same automaton as in explain.ts, in slack space (see Problem): a state
 * that stands at `q` cells of the tightly packed clue after i cells of the line is bit i - q,
 * the blank cells to spare that it has used. So a set of states has slack + 1 bits, however long
 * the line is: a forced move keeps a bit in its place, and a spare blank cell moves it up by one.
 * Of the words of a set only those from the first to the last that is not zero are looked at: on
 * large pictures one or two, as known cells leave the states little room.
 *
 * Three sets of packed places say where a cell leads: a filled one on inside a block (`go`), a
 * blank one on behind a block (`close`), a spare blank one nowhere (`stay`). They are kept
 * reversed, so that a set of states meets 32 places with two loads and three shifts.
 */
export class WideAutomata {
  /** The cells that `conflict` found to be needed. */
  needed = new Int32Array(128);

  /** By line: where its sets of places begin in `places`, or -1 before they are made. */
  private placesAt = new Int32Array(0);
  /** By word: go, close and stay, in turn. */
  private places = new Int32Array(1024);
  private placesEnd = 0;

  /** Sets of states, `stride` words each: one for each boundary between cells, and two to spare. */
  private sets = new Int32Array(256);
  /** By set: its first and its last word that are not zero; none where the last is before the first. */
  private lows = new Int32Array(68);
  private highs = new Int32Array(68);
  private stride = 1;
  /** Where the line's sets of places begin. */
  private base = 0;
  /** The bit of them that meets bit 0 of the states before the first cell. */
  private origin = 0;

  constructor(private readonly problem: Problem) {}

  /** Forgets the clues of the puzzle that was loaded before, which is black and white. */
  reset(): void {
    const { problem } = this;
    if (this.placesAt.length < problem.lines) this.placesAt = new Int32Array(problem.lines);
    this.placesAt.fill(-1);
    this.placesEnd = 0;
  }

  /**
   * An irreducible part of the known cells of a line that contradicts its clue, found as in
   * explain.ts. `planes` has the line's planes from `at` on, of `words` words each: the cells that
   * can be blank, and those that can be filled; no picture of the clue agrees with them.
   * `root` has from `rootAt` on what they were before all guesses: cells that are known there cost
   * nothing. Cells near `pivot` tend to stay. Gives the number of cells that are needed.
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
    this.makeSingle(length, problem.slack[line]);
    for (let i = length - 1; i >= 0; i--) {
      const k = i >>> 5;
      this.back(i, planes[blankAt + k] >>> (i & 31), planes[filledAt + k] >>> (i & 31), i + 1, i);
    }

    let here = length + 1;
    let relaxed = length + 2;
    this.makeSingle(here, 0);
    for (let i = 0; i < pivot; i++) {
      const k = i >>> 5;
      const blank = planes[blankAt + k] >>> (i & 31);
      const filled = planes[filledAt + k] >>> (i & 31);
      const costs = (root[rootAt + k] & root[rootAt + k + words]) >>> (i & 31);
      if ((blank & filled & 1) === 1) this.forth(i, 1, 1, here, relaxed);
      else if ((costs & 1) === 0) this.forth(i, blank, filled, here, relaxed);
      else {
        this.forth(i, 1, 1, here, relaxed);
        if (this.meet(relaxed, i + 1)) {
          this.forth(i, blank, filled, here, relaxed);
          needed[count++] = i;
        }
      }
      const free = here;
      here = relaxed;
      relaxed = free;
    }

    // The same from the end down to the pivot, against the states that its other side leaves.
    let before = here;
    for (let i = pivot; i + 1 < length; i++) {
      const k = i >>> 5;
      const to = i + 1;
      this.forth(
        i,
        planes[blankAt + k] >>> (i & 31),
        planes[filledAt + k] >>> (i & 31),
        before,
        to,
      );
      before = to;
    }
    const start = here;
    here = length;
    for (let i = length - 1; i >= pivot; i--) {
      const k = i >>> 5;
      const blank = planes[blankAt + k] >>> (i & 31);
      const filled = planes[filledAt + k] >>> (i & 31);
      const costs = (root[rootAt + k] & root[rootAt + k + words]) >>> (i & 31);
      if ((blank & filled & 1) === 1) this.back(i, 1, 1, here, relaxed);
      else if ((costs & 1) === 0) this.back(i, blank, filled, here, relaxed);
      else {
        this.back(i, 1, 1, here, relaxed);
        if (this.meet(relaxed, i === pivot ? start : i)) {
          this.back(i, blank, filled, here, relaxed);
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
   * Set `to` = the states before cell i from which a state of set `from` is reached, if the cell
   * can be blank (bit 0 of `blank`) and filled (bit 0 of `filled`).
   */
  private back(i: number, blank: number, filled: number, from: number, to: number): void {
    const { sets, places, lows, highs, base } = this;
    const filledMask = -(filled & 1);
    const blankMask = -(blank & 1);
    const bit = this.origin - i;
    const shift = bit & 31;
    const fromAt = from * this.stride;
    const toAt = to * this.stride;
    const first = lows[from];
    let low = 0;
    let high = -1;
    let above = 0;
    for (let k = highs[from], end = first === 0 ? 0 : first - 1; k >= end; k--) {
      const p = base + 3 * ((bit >>> 5) + k);
      // The second word is moved by two shifts, as one by 32 does nothing.
      const go = (places[p] >>> shift) | ((places[p + 3] << 1) << (31 - shift));
      const close = (places[p + 1] >>> shift) | ((places[p + 4] << 1) << (31 - shift));
      const stay = (places[p + 2] >>> shift) | ((places[p + 5] << 1) << (31 - shift));
      const states = k < first ? 0 : sets[fromAt + k];
      const up = (states >>> 1) | (above << 31);
      const found = (states & go & filledMask) | (((states & close) | (up & stay)) & blankMask);
      above = states;
      sets[toAt + k] = found;
      if (found === 0) continue;
      low = k;
      if (high < 0) high = k;
    }
    lows[to] = low;
    highs[to] = high;
  }

  /** Set `to` = the states behind cell i that a state of set `from` leads to. */
  private forth(i: number, blank: number, filled: number, from: number, to: number): void {
    const { sets, places, lows, highs, stride, base } = this;
    const filledMask = -(filled & 1);
    const blankMask = -(blank & 1);
    const bit = this.origin - i;
    const shift = bit & 31;
    const fromAt = from * stride;
    const toAt = to * stride;
    const last = highs[from];
    let low = 0;
    let high = -1;
    let carry = 0;
    for (let k = lows[from], end = last + 1 < stride ? last + 1 : last; k <= end; k++) {
      const p = base + 3 * ((bit >>> 5) + k);
      const go = (places[p] >>> shift) | ((places[p + 3] << 1) << (31 - shift));
      const close = (places[p + 1] >>> shift) | ((places[p + 4] << 1) << (31 - shift));
      const stay = (places[p + 2] >>> shift) | ((places[p + 5] << 1) << (31 - shift));
      const states = k > last ? 0 : sets[fromAt + k];
      const stayed = states & stay & blankMask;
      const found = (states & ((go & filledMask) | (close & blankMask))) | (stayed << 1) | carry;
      carry = stayed >>> 31;
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

  /** Makes the sets of places of a line, if they are not there yet, and room for its states. */
  private open(line: number, length: number): void {
    const { problem, placesAt } = this;
    const slack = problem.slack[line];
    const stride = (slack >>> 5) + 1;
    this.stride = stride;
    if (this.sets.length < (length + 3) * stride) {
      this.sets = new Int32Array(2 * (length + 3) * stride);
    }
    if (this.lows.length < length + 3) {
      this.lows = new Int32Array(2 * (length + 3));
      this.highs = new Int32Array(2 * (length + 3));
      this.needed = new Int32Array(2 * length);
    }
    // Windows begin between place `length` (bit 0) and place -slack, and are two words long.
    const words = (length >>> 5) + stride + 1;
    if (placesAt[line] < 0) {
      placesAt[line] = this.placesEnd;
      this.placesEnd += 3 * words;
      if (this.places.length < this.placesEnd) {
        const longer = new Int32Array(2 * this.placesEnd);
        longer.set(this.places);
        this.places = longer;
      }
      this.places.fill(0, placesAt[line], this.placesEnd);
      this.makePlaces(line, length);
    }
    this.base = placesAt[line];
    this.origin = length;
  }

  private makePlaces(line: number, length: number): void {
    const { blockStart, blockLength } = this.problem;
    const at = this.placesAt[line];
    const put = (set: number, q: number): void => {
      const bit = length - q;
      this.places[at + 3 * (bit >>> 5) + set] |= 1 << (bit & 31);
    };
    let q = 0;
    put(STAY, 0);
    const end = blockStart[line + 1];
    for (let block = blockStart[line]; block < end; block++) {
      for (let i = 0; i < blockLength[block]; i++) put(GO, q++);
      if (block + 1 < end) put(CLOSE, q++);
      put(STAY, q);
    }
  }
}

const GO = 0;
const CLOSE = 1;
const STAY = 2;
