import type { Encoding } from './encoding.js';

/**
 * Where the clauses of an encoding are: the number of each, from 1, by what it says. They are told
 * apart by their literals alone, so that this cannot disagree with the file.
 */
export class ClauseNumbers {
  /** By line: the clause of the steps that it can begin with. */
  readonly beginnings: Int32Array;
  /** By step: the clause that something led to it; 0 for a first step. */
  readonly cameFrom: Int32Array;
  /** By step: the clause that something comes after it; 0 for a last step. */
  readonly leadsOn: Int32Array;
  /** By step: the first of the clauses about its cells, in the order of the cells. */
  readonly covers: Int32Array;
  /** By place of a cell's literal, twice: in its row and in its column, the steps that have it. */
  readonly supports: Int32Array;
  /** By cell, in colours: the clause that it has one of the values that both its lines have. */
  readonly values: { readonly number: number; readonly literals: readonly number[] }[] = [];
  /** Clauses of one literal, with it; an empty clause has 0. */
  readonly units: { readonly number: number; readonly literal: number }[] = [];
  private readonly pairs = new Map<number, number>();

  constructor(private readonly encoding: Encoding) {
    const { variables, cellVariables, lines } = encoding;
    this.beginnings = new Int32Array(lines.length);
    this.cameFrom = new Int32Array(variables + 1);
    this.leadsOn = new Int32Array(variables + 1);
    this.covers = new Int32Array(variables + 1);
    this.supports = new Int32Array(4 * cellVariables + 4);
    let number = 0;
    for (const { line, clauses } of encoding.parts()) {
      for (const clause of clauses) {
        if (++number >= encoding.firstAgainst) return;
        if (clause.length < 2) this.units.push({ number, literal: clause[0] ?? 0 });
        if (clause.length === 0) continue;
        if (line < 0) this.noteOfCell(clause, number);
        else this.noteOfLine(clause, number, line);
      }
    }
  }

  /** The clause that a cell does not have both of two variables. */
  notBoth(one: number, other: number): number {
    return this.pairs.get(this.keyOf(one, other)) ?? 0;
  }

  private noteOfCell(clause: readonly number[], number: number): void {
    const { colours } = this.encoding.puzzle;
    if (colours === 1) return;
    if (clause.length === 2 && clause[0] < 0) {
      this.pairs.set(this.keyOf(-clause[0], -clause[1]), number);
    } else {
      // Givens come after it.
      const cell = Math.floor((clause[0] - 1) / (colours + 1));
      this.values[cell] ??= { number, literals: clause };
    }
  }

  private noteOfLine(clause: readonly number[], number: number, line: number): void {
    const { cellVariables, puzzle } = this.encoding;
    const [first, second] = clause;
    if (Math.abs(first) <= cellVariables) {
      this.supports[2 * literalPlace(-first) + (line < puzzle.height ? 0 : 1)] = number;
    } else if (first > 0) this.beginnings[line] = number;
    else if (Math.abs(second) <= cellVariables) this.covers[-first] ||= number;
    // Steps are numbered in the order of the way.
    else if (second < -first) this.cameFrom[-first] = number;
    else this.leadsOn[-first] = number;
  }

  private keyOf(one: number, other: number): number {
    return Math.min(one, other) * 64 + Math.abs(one - other);
  }
}

/** The place of a literal of DIMACS: 2 * variable, and one more if it is negative. */
export function literalPlace(literal: number): number {
  return literal > 0 ? 2 * literal : 1 - 2 * literal;
}
