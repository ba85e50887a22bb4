import { PlaneTable } from './plane-table.js';
import type { Problem } from '../model/problem.js';
import type { State } from '../model/state.js';

/** Unknown cells of a line whose values do not depend on its other unknown cells. */
export interface Segment {
  readonly line: number;
  /** From the line's start, in order. */
  readonly cells: readonly number[];
  /** What is left of the clue there (see LineLanguages). */
  readonly number: number;
  /** For walks over segments: when it was last met. */
  mark: number;
}

/**
 * What is left of the lines: cut into segments, and a number for each segment. If a segment has the
 * same number at two moments, the same cells are unknown and there are the same ways to complete
 * them. So if all segments of a part of the grid have the same numbers again, it has the same
 * number of solutions, whatever is known around it.
 *
 * A number names a node of a decision diagram over unknown cells, reduced by sharing equal nodes
 * (ordered binary decision diagrams, Bryant 1986); known cells do not appear in it. The diagram is
 * the clue's automaton, unrolled over the cells. If it has only one node at a cell, what comes
 * before that cell and what comes after it are independent: there it is cut. Numbers are exact, not
 * hashes.
 */
export class LineLanguages {
  /** The nodes of puzzles in black and white, by cell and children. */
  private readonly nodes = new PlaneTable();
  private wideNodes = new Map<string, number>();
  private next = FIRST_NODE;
  /** The segments made so far, by planes, so that few diagrams are made. */
  private readonly table = new PlaneTable();
  private bySmall: (readonly Segment[])[] = [];
  private byWide = new Map<string, readonly Segment[]>();
  private automata: (Int32Array | null)[] = [];
  private otherBytes = 0;

  /** The number of cells of the line whose diagram is being made. */
  private length = 0;
  /** Where its planes begin in the state, and how many words each has. */
  private place = 0;
  private words = 0;
  private automaton: Int32Array = new Int32Array(0);
  private states = 0;
  /** By cell and state of the automaton before it: the node, or NOT_MADE. */
  private memo = new Int32Array(0);

  constructor(
    private readonly problem: Problem,
    private readonly state: State,
  ) {}

  /** About how many bytes the tables take. */
  get bytes(): number {
    return this.otherBytes + this.table.bytes + NODE_BYTES * this.nodes.size;
  }

  /** Begins anew with the loaded problem. */
  reset(): void {
    const { problem } = this;
    this.nodes.reset();
    this.wideNodes = new Map();
    this.table.reset();
    this.bySmall = [];
    this.byWide = new Map();
    this.automata = new Array<Int32Array | null>(problem.lines).fill(null);
    this.next = FIRST_NODE;
    this.otherBytes = 0;
  }

  /**
   * The segments of a line, from its start to its end.
   * @pre the line has a solution, and no unknown cell of it is the same in all of them.
   */
  segmentsOf(line: number): readonly Segment[] {
    if (this.problem.small) {
      const { planes } = this.state;
      const at = this.table.numberOf(line, planes[2 * line], planes[2 * line + 1]);
      if (at === this.bySmall.length) this.bySmall.push(this.cut(line));
      return this.bySmall[at];
    }
    const key = this.planesOf(line);
    let segments = this.byWide.get(key);
    if (segments === undefined) {
      segments = this.cut(line);
      this.byWide.set(key, segments);
      this.otherBytes += 60 + 2 * key.length;
    }
    return segments;
  }

  /** What can be in the cells of a line, as a key. */
  private planesOf(line: number): string {
    const { problem, state } = this;
    const isRow = line < problem.height;
    const words = problem.values * (isRow ? problem.rowWords : problem.columnWords);
    const at = isRow
      ? line * state.rowStride
      : state.columnBase + (line - problem.height) * state.columnStride;
    return `${line}:${state.planes.subarray(at, at + words).join()}`;
  }

  private cut(line: number): Segment[] {
    const { states, length } = this.begin(line);
    this.node(0, 0);
    const { memo } = this;
    const cells: number[] = [];
    const cuts: { start: number; state: number; nodes: Int32Array }[] = [];
    for (let i = 0; i < length; i++) {
      if (!this.isUnknown(i)) continue;
      cells.push(i);
      const state = this.onlyStateAt(i);
      if (state < 0) continue;
      cuts.push({ start: i, state, nodes: memo.slice(i * states, (i + 1) * states) });
    }
    const segments = cuts.map(({ start, state, nodes }, k): Segment => {
      let number = nodes[state];
      let end = length;
      if (k + 1 < cuts.length) {
        // Its diagram again, as if the line ended before the next.
        const next = cuts[k + 1];
        end = next.start;
        memo.fill(NOT_MADE, start * states, end * states);
        next.nodes.forEach((node, s) => (memo[end * states + s] = node > DEAD ? DONE : DEAD));
        number = this.node(start, state);
      }
      return { line, cells: cells.filter((i) => i >= start && i < end), number, mark: 0 };
    });
    this.otherBytes += 50 + 120 * segments.length + 8 * cells.length;
    return segments;
  }

  /** Starts another diagram. */
  private begin(line: number): this {
    const { problem } = this;
    this.length = problem.lineLength(line);
    this.place = this.state.placeOf(line);
    this.words = this.state.wordsOf(line);
    this.automaton = this.automata[line] ??= automatonOf(problem, line);
    this.states = this.automaton.length / problem.values;
    const places = this.states * this.length;
    if (this.memo.length < places) this.memo = new Int32Array(places);
    this.memo.fill(NOT_MADE, 0, places);
    return this;
  }

  /** If all states before cell `i` that lead on allow the same, one of them; else -1. */
  private onlyStateAt(i: number): number {
    let found = -1;
    for (let at = i * this.states; at < (i + 1) * this.states; at++) {
      if (this.memo[at] <= DEAD) continue;
      if (found >= 0 && this.memo[at] !== this.memo[found]) return -1;
      found = at;
    }
    return found - i * this.states;
  }

  private isUnknown(i: number): boolean {
    let count = 0;
    for (let value = 0; value < this.problem.values; value++) if (this.can(i, value)) count++;
    return count > 1;
  }

  /** The node for the cells from `i` on if the automaton is in `from` before them. */
  private node(i: number, from: number): number {
    if (i === this.length) return from === this.states - 1 ? DONE : DEAD;
    const at = i * this.states + from;
    if (this.memo[at] !== NOT_MADE) return this.memo[at];
    const made = this.problem.values === 2 ? this.pair(i, from) : this.several(i, from);
    this.memo[at] = made;
    return made;
  }

  /** As `node`, in black and white, for one that is not made yet. */
  private pair(i: number, from: number): number {
    const [canBlank, canFilled] = [this.can(i, 0), this.can(i, 1)];
    const blank = canBlank ? this.child(i, from, 0) : DEAD;
    const filled = canFilled ? this.child(i, from, 1) : DEAD;
    if (!canBlank) return filled;
    if (!canFilled) return blank;
    return (blank | filled) === DEAD ? DEAD : FIRST_NODE + this.nodes.numberOf(i, blank, filled);
  }

  /** As `node`, in colours, for one that is not made yet. */
  private several(i: number, from: number): number {
    const children: number[] = [];
    let allowed = 0;
    for (let value = 0; value < this.problem.values; value++) {
      const can = this.can(i, value);
      if (can) allowed++;
      children.push(can ? this.child(i, from, value) : DEAD);
    }
    const most = Math.max(...children);
    if (allowed === 1 || most === DEAD) return most;
    const key = `${i}:${children.join()}`;
    let made = this.wideNodes.get(key);
    if (made === undefined) {
      made = this.next++;
      this.wideNodes.set(key, made);
      this.otherBytes += 60 + 2 * key.length;
    }
    return made;
  }

  /** The node after cell `i` if that has the value. */
  private child(i: number, from: number, value: number): number {
    const to = this.automaton[from * this.problem.values + value];
    return to < 0 ? DEAD : this.node(i + 1, to);
  }

  private can(i: number, value: number): boolean {
    const word = this.state.planes[this.place + value * this.words + (i >>> 5)];
    return ((word >>> (i & 31)) & 1) === 1;
  }
}

const DEAD = 0;
const DONE = 1;
const FIRST_NODE = 2;
const NOT_MADE = -1;
/** A node takes at most so many bytes in black and white. */
const NODE_BYTES = 40;

/**
 * A clue as an automaton: by state and value the next state, or -1. State 0 is before the first
 * block, each cell of a block leads one state on; the last state is after all blocks.
 */
function automatonOf(problem: Problem, line: number): Int32Array {
  const { values, blockStart, blockLength, blockColour } = problem;
  const next: number[] = [];
  const leave = (value: number, to: number): void => {
    const moves = new Array<number>(values).fill(-1);
    moves[value] = to;
    next.push(...moves);
  };
  const count = (): number => next.length / values;
  for (let b = blockStart[line]; b < blockStart[line + 1]; b++) {
    const colour = blockColour[b];
    // A gap: blank stays in it, the block's colour begins the block.
    leave(0, count());
    next[next.length - values + colour] = count();
    for (let j = 1; j < blockLength[b]; j++) leave(colour, count() + 1);
    // After the block: a block of the same colour needs a blank cell before it.
    const more = b + 1 < blockStart[line + 1];
    if (more && blockColour[b + 1] === colour) leave(0, count() + 1);
  }
  leave(0, count());
  return Int32Array.from(next);
}
