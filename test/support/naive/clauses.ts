/** A set of clauses, in the literals of DIMACS, and what unit propagation makes of it. */
export class NaiveClauses {
  /** By literal (see `placeOf`): the clauses that have it. */
  private readonly having: number[][];
  /** By clause: how many of its literals are not false. */
  private readonly open: number[];
  /** By clause: how many of its literals are true. */
  private readonly satisfied: number[];
  private readonly values: Int8Array;
  private readonly trail: number[] = [];
  private isContradicted = false;

  constructor(
    private readonly clauses: readonly (readonly number[])[],
    private readonly variables: number,
  ) {
    this.having = Array.from({ length: 2 * variables + 2 }, () => []);
    for (const [number, clause] of clauses.entries()) {
      for (const literal of clause) this.having[placeOf(literal)].push(number);
    }
    this.open = clauses.map((clause) => clause.length);
    this.satisfied = clauses.map(() => 0);
    this.values = new Int8Array(variables + 1);
    for (const [number, { length }] of clauses.entries()) {
      if (length === 0) this.isContradicted = true;
      if (length === 1) this.assume(this.clauses[number][0]);
    }
  }

  /** 1: true, -1: false, 0: neither. */
  value(literal: number): number {
    return literal > 0 ? this.values[literal] : 0 - this.values[-literal];
  }

  /** Makes literals true, with all that follows; returns false after a contradiction. */
  assume(...literals: number[]): boolean {
    const queue = [...literals];
    for (let literal = queue.pop(); literal !== undefined; literal = queue.pop()) {
      if (this.value(literal) === 1) continue;
      if (this.value(literal) === -1) {
        this.isContradicted = true;
        break;
      }
      this.values[Math.abs(literal)] = Math.sign(literal);
      this.trail.push(literal);
      for (const clause of this.having[placeOf(literal)]) this.satisfied[clause]++;
      for (const clause of this.having[placeOf(-literal)]) {
        const open = --this.open[clause];
        if (this.satisfied[clause] > 0 || open > 1) continue;
        const unit = this.clauses[clause].find((other) => this.value(other) === 0);
        if (unit !== undefined) queue.push(unit);
        else this.isContradicted = true;
      }
    }
    return !this.isContradicted;
  }

  /** Every model, all variables included: by variable, whether it is true. */
  *models(): Generator<boolean[]> {
    if (this.isContradicted) return;
    const variable = this.values.indexOf(0, 1);
    if (variable < 0 || this.variables === 0) {
      yield Array.from(this.values, (value) => value === 1);
      return;
    }
    const kept = this.trail.length;
    for (const literal of [variable, -variable]) {
      this.assume(literal);
      yield* this.models();
      this.takeBack(kept);
    }
  }

  private takeBack(kept: number): void {
    this.isContradicted = false;
    for (const literal of this.trail.splice(kept)) {
      this.values[Math.abs(literal)] = 0;
      for (const clause of this.having[placeOf(literal)]) this.satisfied[clause]--;
      for (const clause of this.having[placeOf(-literal)]) this.open[clause]++;
    }
  }
}

function placeOf(literal: number): number {
  return literal > 0 ? 2 * literal : 1 - 2 * literal;
}
