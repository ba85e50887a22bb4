import type { Encoding } from './encoding.js';

/**
 * Unit propagation in the clauses of an encoding, by watched literals (Moskewicz et al. 2001), one
 * line at a time, with the reason of each literal. What holds without an assumption is at the root,
 * where all lines are propagated.
 *
 * A literal is a place: 2 * variable, and one more if it is negative.
 */
export class Propagation {
  /** By place: 1 if the literal is true, -1 if it is false. */
  readonly values: Int8Array;
  /** The literals that are true, in the order in which they became so. */
  readonly trail: Int32Array;
  size = 0;
  /** How many of them hold at the root. */
  rootSize = 0;
  /** By variable: where it is on the trail. */
  readonly position: Int32Array;
  /**
   * By variable: the number of a clause of the encoding, from 1; less than 0: whatever the caller
   * means by it; or 0, an assumption.
   */
  readonly reason: Int32Array;
  /** The clauses one after the other, and by number where each begins; the last is the end. */
  readonly arena: Int32Array;
  readonly starts: Int32Array;

  /** By list (see `listOf`), in pairs: a clause that watches the literal, another literal of it. */
  private readonly watching: number[][];
  /** By group, the lines and then all that is about single cells: true literals, and those done. */
  private readonly queues: number[][];
  private readonly heads: Int32Array;
  /** The groups that have some. */
  private readonly touched: number[] = [];
  private readonly width: number;
  private readonly height: number;
  /** Variables to a cell, and all of them. */
  private readonly perCell: number;
  private readonly cellVariables: number;
  /** By variable: the line of a step; for cells 0. */
  private readonly lines: Int32Array;

  /** @post units and empty clauses wait for `begin`. */
  constructor(encoding: Encoding) {
    const { variables, clauses, puzzle, cellVariables, lines } = encoding;
    this.width = puzzle.width;
    this.height = puzzle.height;
    this.perCell = cellVariables / (puzzle.width * puzzle.height);
    this.cellVariables = cellVariables;
    this.values = new Int8Array(2 * variables + 2);
    this.trail = new Int32Array(variables);
    this.position = new Int32Array(variables + 1);
    this.reason = new Int32Array(variables + 1);
    this.lines = new Int32Array(variables + 1);
    for (const [number, { firstVariable }] of lines.entries()) {
      this.lines.fill(number, firstVariable);
    }
    this.queues = Array.from({ length: lines.length + 1 }, () => []);
    this.heads = new Int32Array(lines.length + 1);
    this.watching = Array.from({ length: this.listOf(2 * variables + 2, 0) }, () => []);
    this.starts = new Int32Array(clauses + 2);
    let room = 0;
    for (const part of encoding.parts()) {
      for (const { length } of part.clauses) room += length;
    }
    this.arena = new Int32Array(room);
    this.fill(encoding);
  }

  private fill(encoding: Encoding): void {
    let number = 0;
    let at = 0;
    for (const { line, clauses } of encoding.parts()) {
      const slot = this.slotOf(line < 0 ? encoding.lines.length : line);
      for (const clause of clauses) {
        this.starts[++number] = at;
        for (const literal of clause) this.arena[at++] = placeOf(literal);
        // Those against solutions are looked at on demand.
        const isWatched = clause.length > 1 && number < encoding.firstAgainst;
        if (isWatched) this.watch(number, slot);
      }
    }
    this.starts[number + 1] = at;
  }

  private watch(clause: number, slot: number): void {
    const [first, second] = this.arena.subarray(this.starts[clause]);
    this.watching[this.listOf(first, slot)].push(clause, second);
    this.watching[this.listOf(second, slot)].push(clause, first);
  }

  /** Propagates all lines at the root; returns a clause whose literals are all false, or 0. */
  begin(): number {
    const { starts } = this;
    for (let clause = 1; clause < starts.length - 1; clause++) {
      const size = starts[clause + 1] - starts[clause];
      if (size > 1) continue;
      const place = this.arena[starts[clause]];
      if (size === 0 || this.values[place] < 0) return clause;
      this.imply(place, clause);
    }
    return this.propagateRoot();
  }

  /** Makes a literal that was unknown true; a literal that is true stays as it is. */
  imply(place: number, reason: number): void {
    const { values } = this;
    if (values[place] !== 0) return;
    const variable = place >> 1;
    values[place] = 1;
    values[place ^ 1] = -1;
    this.reason[variable] = reason;
    this.position[variable] = this.size;
    this.trail[this.size++] = place;
    if (variable > this.cellVariables) {
      this.enqueue(this.lines[variable], place);
      return;
    }
    const cell = Math.floor((variable - 1) / this.perCell);
    const row = Math.floor(cell / this.width);
    this.enqueue(row, place);
    this.enqueue(this.height + cell - row * this.width, place);
    if (this.perCell > 1) this.enqueue(this.queues.length - 1, place);
  }

  private enqueue(group: number, place: number): void {
    if (this.queues[group].length === 0) this.touched.push(group);
    this.queues[group].push(place);
  }

  /** Propagates in one line, and in what is about single cells. Returns a false clause, or 0. */
  propagate(line: number): number {
    const cells = this.queues.length - 1;
    for (;;) {
      const conflict = this.work(cells) || this.work(line);
      if (conflict !== 0 || this.heads[cells] === this.queues[cells].length) return conflict;
    }
  }

  /** Propagates in what is about single cells alone. Returns a false clause, or 0. */
  propagateCells(): number {
    return this.work(this.queues.length - 1);
  }

  /** Propagates in all lines, @pre at the root. Returns a false clause, or 0. */
  propagateRoot(): number {
    for (let group = this.touched.pop(); group !== undefined; group = this.touched.pop()) {
      const conflict = this.work(group);
      if (conflict !== 0) return conflict;
      this.queues[group].length = 0;
      this.heads[group] = 0;
    }
    this.rootSize = this.size;
    return 0;
  }

  /** Takes back what does not hold at the root. */
  undo(): void {
    const { values, trail } = this;
    while (this.size > this.rootSize) {
      const place = trail[--this.size];
      values[place] = 0;
      values[place ^ 1] = 0;
    }
    for (const group of this.touched) {
      this.queues[group].length = 0;
      this.heads[group] = 0;
    }
    this.touched.length = 0;
  }

  /** Propagates what a group's queue holds, in its clauses. */
  private work(group: number): number {
    const queue = this.queues[group];
    const slot = this.slotOf(group);
    const { values, arena, starts, heads } = this;
    while (heads[group] < queue.length) {
      const falsified = queue[heads[group]++] ^ 1;
      const list = this.watching[this.listOf(falsified, slot)];
      let kept = 0;
      for (let at = 0; at < list.length; at += 2) {
        const clause = list[at];
        const other = list[at + 1];
        if (values[other] > 0) {
          list[kept++] = clause;
          list[kept++] = other;
          continue;
        }
        const start = starts[clause];
        const end = starts[clause + 1];
        const first = arena[start] ^ arena[start + 1] ^ falsified;
        let found = -1;
        if (values[first] <= 0) {
          for (let i = start + 2; i < end; i++) {
            if (values[arena[i]] >= 0) {
              found = i;
              break;
            }
          }
        }
        if (found >= 0) {
          arena[start] = first;
          arena[start + 1] = arena[found];
          arena[found] = falsified;
          this.watching[this.listOf(arena[start + 1], slot)].push(clause, first);
          continue;
        }
        list[kept++] = clause;
        list[kept++] = first;
        if (values[first] > 0) continue;
        if (values[first] < 0) {
          for (at += 2; at < list.length; at++) list[kept++] = list[at];
          list.length = kept;
          return clause;
        }
        this.imply(first, clause);
      }
      list.length = kept;
    }
    return 0;
  }

  /** Cells are watched by their row, their column and on their own: in three lists. */
  private slotOf(group: number): number {
    return group < this.height ? 0 : group < this.queues.length - 1 ? 1 : 2;
  }

  private listOf(place: number, slot: number): number {
    const cellPlaces = 2 * this.cellVariables + 2;
    return place < cellPlaces ? 3 * place + slot : 2 * cellPlaces + place;
  }
}

/** The place of a literal of DIMACS. */
export function placeOf(literal: number): number {
  return literal > 0 ? 2 * literal : 1 - 2 * literal;
}

/** The literal of DIMACS at a place. */
export function literalAt(place: number): number {
  return (place & 1) === 0 ? place >> 1 : -(place >> 1);
}
