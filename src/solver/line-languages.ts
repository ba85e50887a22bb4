import type { Problem } from './problem.js';
import type { State } from './state.js';

/**
 * Numbers for what is left of a line: two moments at which a line has the same number leave the
 * same cells unknown, and the same ways to complete them. So a part of the grid whose lines have
 * the same numbers again has the same number of solutions, whatever is known around it.
 *
 * A number names a node of a decision diagram over the line's unknown cells, reduced by sharing
 * equal nodes (ordered binary decision diagrams, Bryant 1986); the known cells leave no trace.
 * The diagram is the clue's automaton, unrolled over the cells. Numbers are exact, no hashes.
 */
export class LineLanguages {
  /** About how many bytes the tables take. */
  bytes = 0;

  private nodes: Map<number, number>[] = [];
  private wideNodes = new Map<string, number>();
  private next = FIRST_NODE;
  /** By line: numbers by the planes of the line, so that few diagrams are made. */
  private known: Map<number | string, number>[] = [];
  private automata: (Int32Array | null)[] = [];
  private memo = new Int32Array(0);

  constructor(
    private readonly problem: Problem,
    private readonly state: State,
  ) {}

  /** Starts anew, for the problem that is loaded. */
  reset(): void {
    const { problem } = this;
    this.nodes = [];
    for (let i = 0; i < Math.max(problem.width, problem.height); i++) this.nodes.push(new Map());
    this.wideNodes = new Map();
    this.known = [];
    for (let line = 0; line < problem.lines; line++) this.known.push(new Map());
    this.automata = new Array<Int32Array | null>(problem.lines).fill(null);
    this.next = FIRST_NODE;
    this.bytes = 0;
  }

  /** The number of a line in the present state. */
  numberOf(line: number): number {
    const planes = this.planesOf(line);
    let number = this.known[line].get(planes);
    if (number === undefined) {
      number = this.diagram(line);
      this.known[line].set(planes, number);
      this.bytes += typeof planes === 'number' ? 40 : 60 + 2 * planes.length;
    }
    return number;
  }

  /** What can be in the cells of a line, as a key: one number where two words say it. */
  private planesOf(line: number): number | string {
    const { problem, state } = this;
    const { planes } = state;
    if (problem.small) return (planes[2 * line] >>> 0) * 0x100000000 + (planes[2 * line + 1] >>> 0);
    const isRow = line < problem.height;
    const words = problem.values * (isRow ? problem.rowWords : problem.columnWords);
    const at = isRow
      ? line * state.rowStride
      : state.columnBase + (line - problem.height) * state.columnStride;
    return planes.subarray(at, at + words).join();
  }

  private diagram(line: number): number {
    const automaton = (this.automata[line] ??= automatonOf(this.problem, line));
    const length = this.problem.lineLength(line);
    const states = automaton.length / this.problem.values;
    const places = states * length;
    if (this.memo.length < places) this.memo = new Int32Array(places);
    this.memo.fill(NOT_MADE, 0, places);
    return this.node(line, automaton, length, states, 0, 0);
  }

  /** The node for the cells from `i` on, when the automaton is in `from` before them. */
  private node(
    line: number,
    automaton: Int32Array,
    length: number,
    states: number,
    i: number,
    from: number,
  ): number {
    if (i === length) return from === states - 1 ? DONE : DEAD;
    const at = i * states + from;
    if (this.memo[at] !== NOT_MADE) return this.memo[at];
    const { values } = this.problem;
    const children: number[] = [];
    let allowed = 0;
    let alive = false;
    for (let value = 0; value < values; value++) {
      let child = DEAD;
      if (this.can(line, i, value)) {
        allowed++;
        const to = automaton[from * values + value];
        if (to >= 0) child = this.node(line, automaton, length, states, i + 1, to);
      }
      if (child !== DEAD) alive = true;
      children.push(child);
    }
    let made = DEAD;
    if (allowed === 1) made = Math.max(...children);
    else if (alive) made = this.shared(i, children);
    this.memo[at] = made;
    return made;
  }

  /** The one node of these children at cell `i`. */
  private shared(i: number, children: readonly number[]): number {
    if (children.length === 2) {
      const key = children[0] * 0x4000000 + children[1];
      let made = this.nodes[i].get(key);
      if (made === undefined) {
        made = this.next++;
        this.nodes[i].set(key, made);
        this.bytes += 40;
      }
      return made;
    }
    const key = `${i}:${children.join()}`;
    let made = this.wideNodes.get(key);
    if (made === undefined) {
      made = this.next++;
      this.wideNodes.set(key, made);
      this.bytes += 60 + 2 * key.length;
    }
    return made;
  }

  private can(line: number, i: number, value: number): boolean {
    const { height } = this.problem;
    return line < height ? this.state.can(line, i, value) : this.state.can(i, line - height, value);
  }
}

const DEAD = 0;
const DONE = 1;
const FIRST_NODE = 2;
const NOT_MADE = -1;

/**
 * A clue as an automaton: by state and value the next state, or -1. State 0 is before the first
 * block, each cell of a block leads one state on; the last state is behind all blocks.
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
    // Behind the block: a block of the same colour needs a blank cell before it.
    const more = b + 1 < blockStart[line + 1];
    if (more && blockColour[b + 1] === colour) leave(0, count() + 1);
  }
  leave(0, count());
  return Int32Array.from(next);
}
