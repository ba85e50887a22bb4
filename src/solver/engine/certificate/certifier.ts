import { BLANK } from '../../core/puzzle/types.js';
import type { ProofSteps } from '../wasm/event-reader.js';
import { ClauseNumbers } from './clause-numbers.js';
import type { Encoding } from './encoding.js';
import { Facts } from './facts.js';
import type { Lemma, LemmaSink } from './lemma-text.js';
import { LineReasons } from './line-reasons.js';

/**
 * Turns the steps of a proof into lemmas about an encoding, each with its hints. A step of a line
 * becomes the clauses of that line that it rests on.
 */
export class Certifier implements ProofSteps {
  private readonly facts: Facts;
  private readonly reasons: LineReasons;
  private readonly numbers: ClauseNumbers;
  /** The clauses of the proof that are still used, by their numbers. */
  private readonly used = new Map<number, Lemma>();
  /** Clauses of the proof that were begun: the number of the last one. */
  private clauses = 0;
  /** The literals of the clause that is being proven; null between clauses. */
  private goal: readonly number[] | null = null;
  /** The line that the last step was about, as long as nothing else has changed; -1: none. */
  private line = -1;
  private isDone = false;

  constructor(
    private readonly encoding: Encoding,
    private readonly sink: LemmaSink,
  ) {
    this.facts = new Facts(encoding.variables, encoding.clauses, sink);
    this.numbers = new ClauseNumbers(encoding);
    this.reasons = new LineReasons(encoding, this.numbers, this.facts);
    for (const { number, literal } of this.numbers.units) {
      if (literal === 0) this.facts.contradict(number, []);
      else if (Math.abs(literal) <= encoding.cellVariables) this.learn(literal, number, []);
    }
    this.settle();
  }

  /** Lemmas written so far. */
  get lemmas(): number {
    return this.facts.lemmas;
  }

  follows(line: number, literal: number): void {
    if (!this.isOpen) return;
    if (this.line !== line) this.reasons.load(line);
    this.line = line;
    const values = this.encoding.puzzle.colours + 1;
    const place = Math.abs(literal) - 1;
    const own = place % values;
    const cell = (place - own) / values;
    for (let value = 0; value < values && this.isOpen; value++) {
      if ((value === own) !== literal < 0) continue;
      // If it has the value, nothing fits in the line.
      if (this.facts.value(this.encoding.literal(cell, value)) > 0) this.reasons.contradict();
      else this.reasons.exclude(cell, value);
      this.propagate(cell);
    }
    this.settle();
  }

  nothingFits(line: number): void {
    if (!this.isOpen) return;
    this.line = -1;
    this.reasons.load(line);
    this.reasons.contradict();
    this.settle();
  }

  /** A clause by its number; 0, -1 and so on are those against the solutions. */
  unit(clause: number): void {
    if (!this.isOpen) return;
    this.line = -1;
    const { id, literals } = this.clause(clause);
    let open = 0;
    for (const literal of literals) {
      const value = this.facts.value(literal);
      if (value > 0) return;
      if (value < 0) continue;
      if (open !== 0) throw new Error(`more than one literal of clause ${clause} is not false`);
      open = literal;
    }
    const others = literals.filter((literal) => literal !== open).map(Math.abs);
    if (open === 0) this.facts.contradict(id, others);
    else {
      this.learn(open, id, others);
      // The clause may be dropped.
      this.facts.keep(Math.abs(open));
    }
    this.settle();
  }

  open(literals: Int32Array): void {
    this.clauses++;
    this.line = -1;
    if (this.isDone) return;
    this.goal = Array.from(literals, (literal) => this.dimacs(literal));
    this.facts.assume(this.goal);
    for (const literal of this.goal) this.propagate(this.cellOf(literal));
  }

  close(): void {
    if (this.isDone || this.goal === null) return;
    if (!this.facts.isContradicted) throw new Error('a clause of the proof is not proven');
    this.line = -1;
    this.used.set(this.clauses, { id: this.facts.prove(), literals: this.goal });
    this.goal = null;
  }

  drop(clauses: Int32Array): void {
    if (this.isDone) return;
    const dropped: Lemma[] = [];
    for (const clause of clauses) {
      const lemma = this.clause(clause);
      this.used.delete(clause);
      // What is known at the root is never dropped.
      if (lemma.literals.length > 1) dropped.push(lemma);
    }
    if (dropped.length > 0) this.sink.drop(this.facts.last, dropped);
  }

  /** The proof has come to its end. @throws Error if it proves nothing */
  end(): void {
    if (!this.isDone) throw new Error('the claim is not proven');
    this.sink.end();
  }

  /** Whether steps are to be followed: there is no contradiction yet. */
  private get isOpen(): boolean {
    return !this.isDone && !this.facts.isContradicted;
  }

  /** A contradiction without an assumption is the last lemma. */
  private settle(): void {
    if (this.goal !== null || !this.facts.isContradicted) return;
    this.facts.prove();
    this.isDone = true;
  }

  private learn(literal: number, clause: number, because: readonly number[]): void {
    this.facts.derive(literal, clause, because);
    this.propagate(this.cellOf(literal));
  }

  /** Derives what follows from a cell's having exactly one value. */
  private propagate(cell: number): void {
    const { encoding, facts, numbers } = this;
    if (encoding.puzzle.colours === 1) return;
    const { number, literals } = numbers.values[cell];
    const own = literals.find((literal) => facts.value(literal) > 0);
    const others = literals.filter((literal) => literal !== own && facts.value(literal) >= 0);
    if (own !== undefined) {
      for (const other of others) facts.derive(-other, numbers.notBoth(own, other), [own]);
      return;
    }
    if (others.length > 1) return;
    const rest = literals.filter((literal) => literal !== others[0]);
    if (others.length === 0) facts.contradict(number, rest);
    else facts.derive(others[0], number, rest);
  }

  private clause(number: number): Lemma {
    const { solutions, firstAgainst } = this.encoding;
    const lemma =
      number > 0
        ? this.used.get(number)
        : {
            id: firstAgainst - number,
            literals: this.encoding.clauseAgainst(solutions[0 - number]),
          };
    if (lemma === undefined) throw new Error(`clause ${number} is not there (any more)`);
    return lemma;
  }

  private cellOf(literal: number): number {
    const { colours } = this.encoding.puzzle;
    return Math.floor((Math.abs(literal) - 1) / (colours === 1 ? 1 : colours + 1));
  }

  /** A literal of a proof, in which black and white cells have two numbers, as one of DIMACS. */
  private dimacs(literal: number): number {
    if (this.encoding.puzzle.colours > 1) return literal;
    const place = Math.abs(literal) - 1;
    const isFilled = place % 2 !== BLANK;
    const cell = (place >> 1) + 1;
    return isFilled === literal > 0 ? cell : -cell;
  }
}
