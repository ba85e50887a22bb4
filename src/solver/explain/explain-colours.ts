import type { Problem } from '../model/problem.js';

/**
 * Explains lines in several colours of up to 32 cells: the method of explain.ts, with transitions
 * for each colour, and without a pivot. A block that may touch the next one (of another colour) has
 * no gap after it. A line that has any freedom has at most 32 states.
 */
export class ColourAutomata {
  /** What `conflict` found: cell * values + value, for each removed value that is needed. */
  needed = new Int32Array(64);

  /** By line: states that a blank cell keeps. */
  private stay = new Int32Array(64);
  /** By line and value: states from which a cell of that value leads to the next state. */
  private moves = new Int32Array(256);
  /** The states from which the line's end can be reached, by boundary between cells. */
  private readonly ahead = new Int32Array(33);

  constructor(private readonly problem: Problem) {}

  /** Reads the clues of the puzzle, which is at most 32 cells wide and high. */
  reset(): void {
    const { blockStart, blockLength, blockColour, values, lines } = this.problem;
    if (this.stay.length < lines) this.stay = new Int32Array(lines);
    if (this.moves.length < lines * values) this.moves = new Int32Array(lines * values);
    if (this.needed.length < 32 * values) this.needed = new Int32Array(32 * values);
    const { stay, moves } = this;
    moves.fill(0, 0, lines * values);
    for (let line = 0; line < lines; line++) {
      stay[line] = 1;
      let state = 0;
      const end = blockStart[line + 1];
      for (let block = blockStart[line]; block < end; block++) {
        const colour = blockColour[block];
        for (let i = 0; i < blockLength[block]; i++) moves[line * values + colour] |= 1 << state++;
        const isTight = block + 1 < end && blockColour[block + 1] === colour;
        if (isTight) moves[line * values] |= 1 << state++;
        // A line without freedom may have state 32. It is never explained.
        stay[line] |= 1 << state;
      }
    }
  }

  /**
   * An irreducible part of the removed values of a line that contradicts its clue.
   *
   * Before: `planes` has the line's planes from `at` on, one word each: the cells that can have
   * value 0, 1, ...; no picture of the clue agrees with them. `root` has them from `rootAt` on as
   * they were before all guesses: values removed there cost nothing. After: `needed` lists removed
   * values that, together with the free ones, still contradict the clue, but not if any of them is
   * left out. Returns their number.
   */
  conflict(line: number, planes: Int32Array, at: number, root: Int32Array, rootAt: number): number {
    const { ahead, moves, needed } = this;
    const { values, slack } = this.problem;
    const length = this.problem.lineLength(line);
    const stay = this.stay[line];
    const base = line * values;
    let states = 1 << (length - slack[line]);
    for (let i = length - 1; i >= 0; i--) {
      ahead[i + 1] = states;
      let move = 0;
      for (let v = 0; v < values; v++) move |= moves[base + v] & -((planes[at + v] >>> i) & 1);
      states = (states & stay & -((planes[at] >>> i) & 1)) | ((states >>> 1) & move);
    }

    let costs = 0;
    for (let v = 0; v < values; v++) costs |= root[rootAt + v] & ~planes[at + v];
    let count = 0;
    states = 1;
    for (let i = 0; i < length && states !== 0; i++) {
      let move = 0;
      for (let v = 0; v < values; v++) move |= moves[base + v] & -((planes[at + v] >>> i) & 1);
      let next = (states & stay & -((planes[at] >>> i) & 1)) | ((states & move) << 1);
      // Each needed value is allowed again if the contradiction remains.
      for (let v = 0; v < values && ((costs >>> i) & 1) === 1; v++) {
        if ((((root[rootAt + v] & ~planes[at + v]) >>> i) & 1) === 0) continue;
        const relaxed = next | ((states & moves[base + v]) << 1) | (v === 0 ? states & stay : 0);
        if ((relaxed & ahead[i + 1]) === 0) next = relaxed;
        else needed[count++] = i * values + v;
      }
      states = next;
    }
    return count;
  }
}
