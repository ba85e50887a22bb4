import { literalPlace } from './clause-numbers.js';
import type { LemmaSink } from './lemma-text.js';

/**
 * What is known while lemmas are proven: literals of DIMACS that are true, each with the clause
 * that says so and the variables of that clause's other literals. What rests on no assumption is a
 * fact of the root and stays; the rest is taken back with the assumptions.
 *
 * A fact of the root becomes a lemma of one literal when another lemma needs it, and is never
 * dropped.
 */
export class Facts {
  /** Lemmas written so far. */
  lemmas = 0;
  /** By place of a literal: 1 if it is true, -1 if it is false. */
  readonly values: Int8Array;
  private readonly root: Trail;
  private readonly assumed: Trail;
  /** By variable: whether it is a fact of the root. */
  private readonly isRoot: Uint8Array;
  /** By variable: the clause that says what it is; 0: an assumption. */
  private readonly clauseOf: Int32Array;
  /** By variable: the number of the clause of one literal about it, or 0. */
  private readonly units: Int32Array;
  /** By variable: whether what is being proven rests on it. */
  private readonly marks: Uint8Array;
  /** The variables of the clause under way, as marks: they need no reason. */
  private readonly ofGoal: Uint8Array;
  private goal: readonly number[] = [];
  /** The false clause, and the variables of it. */
  private conflict: { readonly clause: number; readonly because: readonly number[] } | null = null;

  /** Clauses up to `lastId` need no lemma. */
  constructor(
    variables: number,
    private lastId: number,
    private readonly sink: LemmaSink,
  ) {
    this.values = new Int8Array(2 * variables + 2);
    this.root = new Trail(variables);
    this.assumed = new Trail(variables);
    this.isRoot = new Uint8Array(variables + 1);
    this.clauseOf = new Int32Array(variables + 1);
    this.units = new Int32Array(variables + 1);
    this.marks = new Uint8Array(variables + 1);
    this.ofGoal = new Uint8Array(variables + 1);
  }

  /** The number of the last lemma. */
  get last(): number {
    return this.lastId;
  }

  /** Whether some clause is false. */
  get isContradicted(): boolean {
    return this.conflict !== null;
  }

  /** 1: the literal is true, -1: it is false, 0: neither. */
  value(literal: number): number {
    return this.values[literalPlace(literal)];
  }

  /** Whether what is known about a variable rests on no assumption. */
  holdsAtRoot(variable: number): boolean {
    return this.isRoot[variable] === 1;
  }

  /** A clause makes a literal true: its others, about the variables `because`, are false. */
  derive(literal: number, clause: number, because: readonly number[]): void {
    const value = this.value(literal);
    if (value > 0 || this.isContradicted) return;
    const variable = Math.abs(literal);
    if (value < 0) {
      this.contradict(clause, [...because, variable]);
      return;
    }
    this.set(literal);
    this.clauseOf[variable] = clause;
    let isRoot = 1;
    for (let i = 0; i < because.length; i++) isRoot &= this.isRoot[because[i]];
    this.isRoot[variable] = isRoot;
    (isRoot === 1 ? this.root : this.assumed).add(literal, because);
  }

  /**
   * Excludes a step that was open, by a clause with one literal more, about `one`, or with two, the
   * other about `other`; 0: none. This is `derive` without lists, in half the time.
   */
  exclude(step: number, clause: number, one: number, other: number): void {
    if (this.isContradicted) return;
    this.values[2 * step] = -1;
    this.values[2 * step + 1] = 1;
    this.clauseOf[step] = clause;
    const isRoot = (one === 0 ? 1 : this.isRoot[one]) & (other === 0 ? 1 : this.isRoot[other]);
    this.isRoot[step] = isRoot;
    (isRoot === 1 ? this.root : this.assumed).addStep(step, one, other);
  }

  /** All literals of a clause, about the variables `because`, are false. */
  contradict(clause: number, because: readonly number[]): void {
    this.conflict ??= { clause, because };
  }

  /** Assumes that all these literals are false, to prove the clause of them. */
  assume(goal: readonly number[]): void {
    this.goal = goal;
    for (const literal of goal) {
      this.ofGoal[Math.abs(literal)] = 1;
      const value = this.value(literal);
      if (value > 0) this.conflict ??= { clause: this.unitOf(Math.abs(literal)), because: [] };
      if (value !== 0) continue;
      this.set(-literal);
      this.clauseOf[Math.abs(literal)] = 0;
      this.isRoot[Math.abs(literal)] = 0;
      this.assumed.add(-literal, []);
    }
  }

  /** Writes the lemma that was assumed to be false, and takes that back. @pre it is contradicted */
  prove(): number {
    const hints = this.hints();
    const id = this.write(this.goal, hints);
    for (const literal of this.goal) this.ofGoal[Math.abs(literal)] = 0;
    this.goal = [];
    this.conflict = null;
    for (const literal of this.assumed.all()) {
      this.values[literalPlace(literal)] = 0;
      this.values[literalPlace(-literal)] = 0;
    }
    this.assumed.clear();
    return id;
  }

  /** Makes sure that a fact no longer needs the clause that says it, if it is one of the root. */
  keep(variable: number): void {
    if (this.isRoot[variable] === 1) this.unitOf(variable);
  }

  private set(literal: number): void {
    const place = literalPlace(literal);
    this.values[place] = 1;
    this.values[place ^ 1] = -1;
  }

  private write(literals: readonly number[], hints: readonly number[]): number {
    this.lemmas++;
    this.sink.lemma(++this.lastId, literals, hints);
    return this.lastId;
  }

  /** What the conflict rests on, in the order in which it follows. */
  private hints(): number[] {
    const { assumed, marks, clauseOf } = this;
    const { clause, because } = this.conflict!;
    const hints = [clause];
    const roots: number[] = [];
    for (const variable of because) this.mark(variable, roots);
    for (let at = assumed.size - 1; at >= 0; at--) {
      const variable = Math.abs(assumed.literals[at]);
      if (marks[variable] === 0) continue;
      marks[variable] = 0;
      if (clauseOf[variable] === 0) continue;
      hints.push(clauseOf[variable]);
      const end = assumed.ends[at];
      for (let i = at === 0 ? 0 : assumed.ends[at - 1]; i < end; i++) {
        this.mark(assumed.because[i], roots);
      }
    }
    for (const variable of roots) {
      marks[variable] = 0;
      hints.push(this.unitOf(variable));
    }
    return hints.reverse();
  }

  private mark(variable: number, roots: number[]): void {
    if (this.marks[variable] === 1 || this.ofGoal[variable] === 1) return;
    this.marks[variable] = 1;
    if (this.isRoot[variable] === 1) roots.push(variable);
  }

  /** The number of the clause of one literal about a fact of the root, written if need be. */
  private unitOf(variable: number): number {
    const { units, root, clauseOf } = this;
    if (units[variable] !== 0) return units[variable];
    const unwritten = new Set<number>();
    const needed = [variable];
    for (let next = needed.pop(); next !== undefined; next = needed.pop()) {
      if (units[next] !== 0 || unwritten.has(next)) continue;
      unwritten.add(next);
      needed.push(...root.becauseOf(next));
    }
    for (const next of [...unwritten].sort((a, b) => root.position[a] - root.position[b])) {
      const because = root.becauseOf(next);
      units[next] =
        because.length === 0
          ? clauseOf[next]
          : this.write(
              [root.literals[root.position[next]]],
              [...Array.from(because, (other) => units[other]), clauseOf[next]],
            );
    }
    return units[variable];
  }
}

/** Literals in the order in which they became true, and what each follows from. */
class Trail {
  size = 0;
  readonly literals: Int32Array;
  /** By place on the trail: where its variables end among those of all. */
  readonly ends: Int32Array;
  /** By variable: where it is. */
  readonly position: Int32Array;
  because = new Int32Array(1024);

  constructor(variables: number) {
    this.literals = new Int32Array(variables);
    this.ends = new Int32Array(variables);
    this.position = new Int32Array(variables + 1);
  }

  add(literal: number, because: readonly number[]): void {
    let end = this.size === 0 ? 0 : this.ends[this.size - 1];
    if (end + because.length > this.because.length) this.makeRoom(because.length);
    for (let i = 0; i < because.length; i++) this.because[end++] = because[i];
    this.position[Math.abs(literal)] = this.size;
    this.literals[this.size] = literal;
    this.ends[this.size++] = end;
  }

  addStep(step: number, one: number, other: number): void {
    let end = this.size === 0 ? 0 : this.ends[this.size - 1];
    if (end + 2 > this.because.length) this.makeRoom(2);
    if (one !== 0) this.because[end++] = one;
    if (other !== 0) this.because[end++] = other;
    this.position[step] = this.size;
    this.literals[this.size] = -step;
    this.ends[this.size++] = end;
  }

  private makeRoom(more: number): void {
    const larger = new Int32Array(2 * this.because.length + more);
    larger.set(this.because);
    this.because = larger;
  }

  all(): Int32Array {
    return this.literals.subarray(0, this.size);
  }

  becauseOf(variable: number): Int32Array {
    const at = this.position[variable];
    return this.because.subarray(at === 0 ? 0 : this.ends[at - 1], this.ends[at]);
  }

  clear(): void {
    this.size = 0;
  }
}
