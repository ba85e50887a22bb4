import type { Problem } from '../model/problem.js';

/**
 * Explains lines of any length in several colours: the method of explain-colours.ts in slack space
 * (see Problem). A state that has read `q` cells of the tightly packed clue after i cells of the
 * line is bit i - q: the number of spare blank cells that it has used. So a set of states has slack
 * + 1 bits, however long the line is: a forced move keeps a bit in its place, and a spare blank
 * cell moves it up by one.
 */
export class WideColourAutomata {
  /** What `conflict` found: cell * values + value, for each removed value that is needed. */
  needed = new Int32Array(64);
  private neededCount = 0;

  /** The planes that `conflict` was given. */
  private planes: Int32Array = new Int32Array(0);
  private at = 0;
  private root: Int32Array = new Int32Array(0);
  private rootAt = 0;
  private words = 1;

  /** By value: the packed places q from which a cell of that value leads on to q + 1, reversed. */
  private moves = new Int32Array(64);
  /** The packed places at which a spare blank cell may be, reversed. */
  private stays = new Int32Array(16);
  /** The sets of the backward pass, one for each boundary between cells. */
  private ahead = new Int32Array(256);
  private states = new Int32Array(4);
  private relaxed = new Int32Array(4);
  private trial = new Int32Array(4);
  private places = 0;
  private stride = 1;
  private plane = 0;
  private guard = 0;
  private line = -1;

  constructor(private readonly problem: Problem) {}

  /** Forgets the last line; call it when the puzzle changes. */
  reset(): void {
    this.line = -1;
  }

  /** As `conflict` in explain-colours.ts, with planes of `words` words each. */
  conflict(
    line: number,
    planes: Int32Array,
    at: number,
    root: Int32Array,
    rootAt: number,
    words: number,
  ): number {
    const { problem } = this;
    if (line !== this.line) this.load(line);
    this.planes = planes;
    this.at = at;
    this.root = root;
    this.rootAt = rootAt;
    this.words = words;
    const { stride, states } = this;
    const { values } = problem;
    const length = problem.lineLength(line);
    const slack = problem.slack[line];
    if (this.ahead.length < (length + 1) * stride) {
      this.ahead = new Int32Array(2 * (length + 1) * stride);
    }
    const { ahead } = this;
    if (this.needed.length < length * values) this.needed = new Int32Array(2 * length * values);
    states.fill(0, 0, stride);
    states[slack >>> 5] = 1 << (slack & 31);
    for (let i = length - 1; i >= 0; i--) {
      for (let k = 0; k < stride; k++) ahead[(i + 1) * stride + k] = states[k];
      this.back(i, values);
    }
    this.states.fill(0, 0, stride);
    this.states[0] = 1;
    this.neededCount = 0;
    for (let i = 0; i < length; i++) this.forth(i, values);
    return this.neededCount;
  }

  /** Whether cell i can have the value. */
  private can(i: number, value: number): boolean {
    return ((this.planes[this.at + value * this.words + (i >>> 5)] >>> (i & 31)) & 1) === 1;
  }

  /** Whether its removal costs something: cell i could have the value before all guesses. */
  private could(i: number, value: number): boolean {
    return ((this.root[this.rootAt + value * this.words + (i >>> 5)] >>> (i & 31)) & 1) === 1;
  }

  /** The states before cell i from which the states after it can be reached. */
  private back(i: number, values: number): void {
    const { states, stride, places } = this;
    const at = places - i;
    for (let k = 0; k < stride; k++) {
      const bit = at + 32 * k;
      let moved = 0;
      for (let value = 0; value < values; value++) {
        if (this.can(i, value)) moved |= this.window(this.moves, value, bit);
      }
      let before = states[k] & moved;
      if (this.can(i, 0)) {
        const up = (states[k] >>> 1) | (k + 1 < stride ? states[k + 1] << 31 : 0);
        before |= up & this.window(this.stays, 0, bit);
      }
      states[k] = before;
    }
  }

  /** Reads cell i with as few removed values as keep the contradiction. */
  private forth(i: number, values: number): void {
    const { stride, ahead } = this;
    this.relaxed.fill(0, 0, stride);
    for (let value = 0; value < values; value++) {
      if (this.can(i, value)) this.step(i, value, this.relaxed);
    }
    // Each needed value is allowed again if the contradiction remains.
    for (let value = 0; value < values; value++) {
      if (this.can(i, value) || !this.could(i, value)) continue;
      const { relaxed, trial } = this;
      for (let k = 0; k < stride; k++) trial[k] = relaxed[k];
      this.step(i, value, trial);
      let meets = 0;
      for (let k = 0; k < stride; k++) meets |= trial[k] & ahead[(i + 1) * stride + k];
      if (meets !== 0) this.needed[this.neededCount++] = i * values + value;
      else {
        this.relaxed = trial;
        this.trial = relaxed;
      }
    }
    const { states } = this;
    this.states = this.relaxed;
    this.relaxed = states;
  }

  /** to |= the states that `states` lead to if cell i has `value`. */
  private step(i: number, value: number, to: Int32Array): void {
    const { states, stride } = this;
    const at = this.places - i;
    let carry = 0;
    for (let k = 0; k < stride; k++) {
      const bit = at + 32 * k;
      to[k] |= states[k] & this.window(this.moves, value, bit);
      if (value !== 0) continue;
      const stayed = states[k] & this.window(this.stays, 0, bit);
      to[k] |= (stayed << 1) | carry;
      carry = stayed >>> 31;
    }
  }

  /** 32 bits from `bit` on of the reversed set `which` of `sets`. */
  private window(sets: Int32Array, which: number, bit: number): number {
    const at = which * this.plane + ((bit + this.guard) >>> 5);
    const shift = (bit + this.guard) & 31;
    return (sets[at] >>> shift) | ((sets[at + 1] << 1) << (31 - shift));
  }

  private load(line: number): void {
    const { problem } = this;
    const { blockStart, blockLength, blockColour, values } = problem;
    const length = problem.lineLength(line);
    const slack = problem.slack[line];
    const places = length - slack;
    this.line = line;
    this.places = places;
    this.stride = (slack >>> 5) + 1;
    if (this.states.length < this.stride) {
      this.states = new Int32Array(this.stride);
      this.relaxed = new Int32Array(this.stride);
      this.trial = new Int32Array(this.stride);
    }
    // Windows begin between bit -slack and bit places + slack, and the last is two words long.
    const guard = (this.guard = slack);
    const plane = (this.plane = ((guard + length) >>> 5) + 3);
    if (this.moves.length < values * plane) this.moves = new Int32Array(values * plane);
    if (this.stays.length < plane) this.stays = new Int32Array(plane);
    this.moves.fill(0);
    this.stays.fill(0);
    const put = (sets: Int32Array, which: number, q: number): void => {
      const bit = places - q + guard;
      sets[which * plane + (bit >>> 5)] |= 1 << (bit & 31);
    };
    let q = 0;
    put(this.stays, 0, 0);
    const end = blockStart[line + 1];
    for (let block = blockStart[line]; block < end; block++) {
      for (let i = 0; i < blockLength[block]; i++) put(this.moves, blockColour[block], q++);
      if (block + 1 < end && blockColour[block + 1] === blockColour[block]) put(this.moves, 0, q++);
      put(this.stays, 0, q);
    }
  }
}
