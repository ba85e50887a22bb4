import type { LearningWatcher, SearchLearning } from '../search/search-learning.js';
import type { ProofWriter } from './proof-writer.js';

/**
 * Follows a learning search and writes down why it is right: for each learned clause the lines and
 * clauses that lead from its negation to the conflict, in the order of the trail. What the analysis of
 * the conflict met is enough for that, as each reason names only what the analysis met too.
 */
export class ProofTrace implements LearningWatcher {
  /** The numbers of clauses by their place in the clause base. */
  private numbers = new Map<number, number>();
  /** The numbers of clauses of one literal, by variable. */
  private readonly units = new Map<number, number>();
  /** How much of what holds before all guesses is written. */
  private written = 0;
  /** By variable: whether the clause under way has it. */
  private inClause = new Uint8Array(0);
  private latest = 0;

  constructor(
    private readonly engine: SearchLearning,
    private readonly writer: ProofWriter,
    /** Values to a cell. */
    private readonly values: number,
  ) {}

  learned(conflict: number, literals: Int32Array, size: number, seen: Uint8Array): void {
    const { engine, writer } = this;
    this.writeRoot();
    this.openClause(literals, size);
    const { trail, trailSize, levelStart } = engine;
    for (let at = levelStart[1]; at < trailSize; at++) {
      const variable = trail[at] >> 1;
      if (seen[variable] === 1 && this.inClause[variable] === 0) this.writeReason(trail[at]);
    }
    if (conflict > 0) this.writeUnit(conflict);
    else writer.nothingFits(-1 - conflict);
    this.closeClause(literals, size);
  }

  excluded(literals: Int32Array, size: number): void {
    const { engine } = this;
    this.writeRoot();
    this.openClause(literals, size);
    const { trail, trailSize, levelStart } = engine;
    for (let at = levelStart[1]; at < trailSize; at++) {
      if (this.inClause[trail[at] >> 1] === 0) this.writeReason(trail[at]);
    }
    this.writer.unit(0);
    this.closeClause(literals, size);
  }

  added(clause: number): void {
    this.numbers.set(clause, this.latest);
  }

  reduced(moves: ReadonlyMap<number, number>): void {
    const numbers = new Map<number, number>();
    const dropped: number[] = [];
    this.writeRoot();
    for (const [from, number] of this.numbers) {
      const to = moves.get(from);
      if (to === undefined) dropped.push(number);
      else numbers.set(to, number);
    }
    this.numbers = numbers;
    this.writer.drop(dropped);
  }

  exhausted(conflict: number): void {
    this.writeRoot();
    if (conflict > 0) this.writeUnit(conflict);
    else if (conflict < 0) this.writer.nothingFits(-1 - conflict);
    else this.writer.unit(0);
    this.writer.end();
  }

  /** Writes what holds before all guesses, as far as it is not written yet. */
  private writeRoot(): void {
    const { engine } = this;
    const end = engine.currentLevel === 0 ? engine.trailSize : engine.levelStart[1];
    while (this.written < end) this.writeReason(engine.trail[this.written++]);
  }

  /** Writes why a literal of the trail is true that is not a guess. */
  private writeReason(literal: number): void {
    const reason = this.engine.reason[literal >> 1];
    if (reason < 0) this.writer.follows(-1 - reason, this.number(literal));
    else if (reason > 0) this.writeUnit(reason);
    else {
      const unit = this.units.get(literal >> 1);
      if (unit !== undefined) this.writer.unit(unit);
    }
  }

  /** A cell's own clauses, that it has exactly one value, need no step. */
  private writeUnit(clause: number): void {
    const number = this.numbers.get(clause);
    if (number !== undefined) this.writer.unit(number);
  }

  private openClause(literals: Int32Array, size: number): void {
    const { engine } = this;
    if (this.inClause.length < engine.variables) this.inClause = new Uint8Array(engine.variables);
    const named: number[] = [];
    for (let i = 0; i < size; i++) {
      this.inClause[literals[i] >> 1] = 1;
      named.push(this.number(literals[i]));
    }
    this.writer.open(named);
  }

  private closeClause(literals: Int32Array, size: number): void {
    this.latest = this.writer.close();
    for (let i = 0; i < size; i++) this.inClause[literals[i] >> 1] = 0;
    if (size === 1) this.units.set(literals[0] >> 1, this.latest);
  }

  /** The literal as a proof writes it; in black and white, variables are about value 1. */
  private number(literal: number): number {
    const variable = literal >> 1;
    const place = this.values === 2 ? 2 * variable + 2 : variable + 1;
    return (literal & 1) === 0 ? place : -place;
  }
}
