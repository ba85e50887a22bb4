import type { ProofSteps } from '../wasm/event-reader.js';
import type { Encoding } from './encoding.js';
import type { Lemma, LemmaSink } from './lemma-text.js';
import { Propagation, literalAt, placeOf } from './propagation.js';

/**
 * Turns the steps of a proof into lemmas about an encoding. A step of a line is followed by unit
 * propagation in the clauses of that line alone; what a lemma names as its hints is what its
 * contradiction rests on.
 *
 * What holds without an assumption is a lemma of one literal from the time that another lemma needs
 * it, or at once if it rests on a clause that may be dropped. Such lemmas are never dropped.
 */
export class Certifier implements ProofSteps {
  /** Lemmas written so far. */
  lemmas = 0;
  /** Clauses of the proof that were proven: the number of the last one. */
  clauses = 0;
  private readonly propagation: Propagation;
  /** The clauses of the proof that are still used, by number. */
  private readonly kept = new Map<number, Lemma>();
  /** By variable: the number of the clause that consists of what is known about it, or 0. */
  private readonly units: Int32Array;
  /** By variable: whether the lemma under way rests on it. */
  private readonly marks: Uint8Array;
  /** By variable: the number of the clause that has it, of those that were begun. */
  private readonly goalOf: Int32Array;
  /** The literals of the clause that is being proven; null between clauses. */
  private goal: readonly number[] | null = null;
  /** What is contradicted now: the number of a clause as in `reasonOf`, 0: nothing. */
  private conflict = 0;
  /** The literal of the clause under way that is true at the root; 0: none. */
  private known = 0;
  private isDone = false;
  private lastId: number;

  constructor(
    private readonly encoding: Encoding,
    private readonly sink: LemmaSink,
  ) {
    this.propagation = new Propagation(encoding);
    this.units = new Int32Array(encoding.variables + 1);
    this.marks = new Uint8Array(encoding.variables + 1);
    this.goalOf = new Int32Array(encoding.variables + 1);
    this.lastId = encoding.clauses;
    this.settle(this.propagation.begin());
  }

  follows(line: number, literal: number): void {
    if (!this.isOpen || this.contradicts(this.propagation.propagate(line))) return;
    if (this.propagation.values[placeOf(this.dimacs(literal))] <= 0) {
      throw new Error(`${literal} does not follow from line ${line + 1}`);
    }
  }

  nothingFits(line: number): void {
    if (!this.isOpen || this.contradicts(this.propagation.propagate(line))) return;
    throw new Error(`line ${line + 1} still has a placement that fits`);
  }

  /** A clause by its number; 0, -1 and so on are those against the solutions. */
  unit(clause: number): void {
    if (!this.isOpen) return;
    const { propagation, encoding } = this;
    const { values } = propagation;
    const reason = clause > 0 ? -clause : encoding.firstAgainst - clause;
    let open = -1;
    for (const literal of this.literalsOf(reason)) {
      const place = placeOf(literal);
      if (values[place] > 0) return;
      if (values[place] < 0) continue;
      if (open >= 0)
        throw new Error(`clause ${clause} has more than one literal that is not false`);
      open = place;
    }
    if (open < 0) {
      this.contradicts(reason);
      return;
    }
    propagation.imply(open, reason);
    if (this.goal !== null) {
      this.contradicts(propagation.propagateCells());
      return;
    }
    // The clause may be dropped.
    this.unitOf(open >> 1);
    this.settle(propagation.propagateRoot());
  }

  open(literals: Int32Array): void {
    this.clauses++;
    if (this.isDone) return;
    const { propagation } = this;
    this.goal = Array.from(literals, (literal) => this.dimacs(literal));
    for (const literal of this.goal) {
      const place = placeOf(literal);
      this.goalOf[place >> 1] = this.clauses;
      // Two literals of one cell need not be told apart: both are false.
      if (propagation.values[place] > 0) this.known = literal;
      else propagation.imply(place ^ 1, 0);
    }
    if (this.known === 0) this.contradicts(propagation.propagateCells());
  }

  close(): void {
    const { goal, propagation } = this;
    if (this.isDone || goal === null) return;
    if (this.conflict === 0 && this.known === 0) throw new Error('the clause is not proven');
    const hints = this.known === 0 ? this.hints() : [this.unitOf(Math.abs(this.known))];
    const id = this.lemma(goal, hints);
    this.kept.set(this.clauses, { id, literals: goal });
    this.goal = null;
    this.conflict = 0;
    this.known = 0;
    propagation.undo();
  }

  drop(clauses: Int32Array): void {
    const dropped: Lemma[] = [];
    for (const clause of clauses) {
      const lemma = this.kept.get(clause);
      if (lemma === undefined) continue;
      this.kept.delete(clause);
      if (lemma.literals.length > 1) dropped.push(lemma);
    }
    if (!this.isDone && dropped.length > 0) this.sink.drop(this.lastId, dropped);
  }

  /** The proof has come to its end. @throws Error if that proves nothing */
  end(): void {
    if (!this.isDone) throw new Error('the claim is not proven');
    this.sink.end();
  }

  /** Whether steps are to be followed: there is no contradiction yet. */
  private get isOpen(): boolean {
    return !this.isDone && this.conflict === 0 && this.known === 0;
  }

  /** Takes note of a false clause, if there is one. */
  private contradicts(conflict: number): boolean {
    if (conflict === 0) return false;
    this.conflict = conflict;
    if (this.goal === null) this.settle(conflict);
    return true;
  }

  /** Ends the certificate if a clause is false at the root. */
  private settle(conflict: number): void {
    if (conflict === 0) return;
    this.conflict = conflict;
    this.propagation.rootSize = this.propagation.size;
    this.lemma([], this.hints());
    this.isDone = true;
  }

  private lemma(literals: readonly number[], hints: readonly number[]): number {
    this.lemmas++;
    this.sink.lemma(++this.lastId, literals, hints);
    return this.lastId;
  }

  /**
   * What the conflict rests on, in the order of propagation: units of the root, reasons, and at
   * last the clause that is false.
   */
  private hints(): number[] {
    const { propagation, marks } = this;
    const { trail, reason, rootSize } = propagation;
    const hints = [this.idOf(this.conflict)];
    const roots: number[] = [];
    this.mark(this.conflict, 0, roots);
    for (let at = propagation.size - 1; at >= rootSize; at--) {
      const variable = trail[at] >> 1;
      if (marks[variable] === 0) continue;
      marks[variable] = 0;
      if (reason[variable] === 0) continue;
      hints.push(this.idOf(reason[variable]));
      this.mark(reason[variable], variable, roots);
    }
    for (const variable of roots) {
      marks[variable] = 0;
      hints.push(this.unitOf(variable));
    }
    return hints.reverse();
  }

  /**
   * Marks all variables of a clause but one, and collects those of the root: what the lemma itself
   * assumes needs no hint.
   */
  private mark(clause: number, except: number, roots: number[]): void {
    const { marks, goalOf, propagation } = this;
    for (const literal of this.literalsOf(clause)) {
      const variable = Math.abs(literal);
      if (variable === except || marks[variable] === 1) continue;
      const isRoot = propagation.position[variable] < propagation.rootSize;
      if (isRoot && this.goal !== null && goalOf[variable] === this.clauses) continue;
      marks[variable] = 1;
      if (isRoot) roots.push(variable);
    }
  }

  /** The number of a clause of what is known at the root about a variable, written on demand. */
  private unitOf(variable: number): number {
    const { propagation, units } = this;
    const needed = [variable];
    const unwritten = new Set<number>();
    for (let next = needed.pop(); next !== undefined; next = needed.pop()) {
      if (units[next] !== 0 || unwritten.has(next)) continue;
      unwritten.add(next);
      for (const literal of this.literalsOf(propagation.reason[next])) {
        if (Math.abs(literal) !== next) needed.push(Math.abs(literal));
      }
    }
    const { position } = propagation;
    for (const next of [...unwritten].sort((a, b) => position[a] - position[b])) {
      const reason = propagation.reason[next];
      const others = this.literalsOf(reason).filter((literal) => Math.abs(literal) !== next);
      const id = this.idOf(reason);
      if (others.length === 0) {
        units[next] = id;
        continue;
      }
      const hints = others.map((literal) => units[Math.abs(literal)]);
      units[next] = this.lemma([literalAt(propagation.trail[position[next]])], [...hints, id]);
    }
    return units[variable];
  }

  private idOf(reason: number): number {
    return reason > 0 ? reason : this.lemmaOf(reason).id;
  }

  private literalsOf(reason: number): readonly number[] {
    if (reason < 0) return this.lemmaOf(reason).literals;
    const { arena, starts } = this.propagation;
    return Array.from(arena.subarray(starts[reason], starts[reason + 1]), literalAt);
  }

  private lemmaOf(reason: number): Lemma {
    const lemma = this.kept.get(-reason);
    if (lemma === undefined) throw new Error(`clause ${-reason} is not there (any more)`);
    return lemma;
  }

  /** A literal of a proof, in which black and white cells have two numbers, as one of DIMACS. */
  private dimacs(literal: number): number {
    const { encoding } = this;
    const { colours } = encoding.puzzle;
    if (colours > 1) return literal;
    const place = Math.abs(literal) - 1;
    const own = encoding.literal(place >> 1, place & 1);
    return literal > 0 ? own : -own;
  }
}
