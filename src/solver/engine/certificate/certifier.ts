import { BLANK, blockColour, blockLength } from '../../core/puzzle/types.js';
import type { ProofSteps } from '../wasm/event-reader.js';
import { blankStep, blockStep, type Encoding } from './encoding.js';
import type { Lemma, LemmaSink } from './lemma-text.js';

/** Turns steps of a proof into lemmas with hints; a step of a line into the clauses it rests on. */
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

/**
 * What is known while lemmas are proven: true literals of DIMACS, each with the clause that says so
 * and the variables of its other literals. What rests on no assumption is a fact of the root and
 * stays; it becomes a lemma of one literal, never dropped, when another lemma needs it.
 */
class Facts {
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

  /** Clauses up to `last`, the number of the one that came last, need no lemma. */
  constructor(
    variables: number,
    public last: number,
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

  /** `derive` without lists, in half the time: excludes a step by `one` and `other` (0: none). */
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
    const { assumed, values } = this;
    const id = this.write(this.goal, this.hints());
    for (const literal of this.goal) this.ofGoal[Math.abs(literal)] = 0;
    this.goal = [];
    this.conflict = null;
    for (const literal of assumed.literals.subarray(0, assumed.size)) {
      values[literalPlace(literal)] = 0;
      values[literalPlace(-literal)] = 0;
    }
    assumed.size = 0;
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
    this.sink.lemma(++this.last, literals, hints);
    return this.last;
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

  becauseOf(variable: number): Int32Array {
    const at = this.position[variable];
    return this.because.subarray(at === 0 ? 0 : this.ends[at - 1], this.ends[at]);
  }
}

/**
 * Why something follows from a line, in clauses: which steps of its ways (see Encoding) cells
 * exclude, or the lack of a way to or from them. As unit propagation, but only what is asked for.
 */
class LineReasons {
  private line!: Encoding['lines'][number];
  private number = -1;
  /** By node: whether a way leads to it, and whether one leads on from it. */
  private reached = new Uint8Array(0);
  private leading = new Uint8Array(0);
  /** By colour and cell: how many cells from it on can all have the colour. */
  private runs: Int32Array[] = [];
  /** By line, as they are needed: the places of the literals of its cells, value by value. */
  private readonly places: Int32Array[] = [];

  constructor(
    private readonly encoding: Encoding,
    private readonly numbers: ClauseNumbers,
    private readonly facts: Facts,
  ) {}

  /** Finds the ways of a line through what is known now. */
  load(number: number): void {
    const line = this.encoding.lines[number];
    this.line = line;
    this.number = number;
    const { clue, slack } = line;
    const room = (clue.length + 1) * (slack + 1);
    if (this.reached.length < room) {
      this.reached = new Uint8Array(room);
      this.leading = new Uint8Array(room);
    }
    this.countRuns();
    const { reached, leading } = this;
    const width = slack + 1;
    for (let j = 0, node = 0; j <= clue.length; j++) {
      for (let s = 0; s <= slack; s++, node++) {
        const isReached =
          node === 0 ||
          (s > 0 && reached[node - 1] === 1 && this.canBlank(j, s - 1)) ||
          (j > 0 && reached[node - width] === 1 && this.canBlock(j - 1, s));
        reached[node] = isReached ? 1 : 0;
      }
    }
    for (let j = clue.length, node = room - 1; j >= 0; j--) {
      for (let s = slack; s >= 0; s--, node--) {
        const isLeading =
          node === room - 1 ||
          (s < slack && leading[node + 1] === 1 && this.canBlank(j, s)) ||
          (j < clue.length && leading[node + width] === 1 && this.canBlock(j, s));
        leading[node] = isLeading ? 1 : 0;
      }
    }
  }

  /** Derives that a cell of the line does not have a value. @throws Error if it can */
  exclude(cell: number, value: number): void {
    const { encoding, line, number, numbers, facts } = this;
    const literal = encoding.literal(cell, value);
    if (facts.value(literal) < 0) return;
    const steps = this.stepsOver((cell - line.first) / line.stride, value);
    const isRow = number < encoding.puzzle.height;
    const support = numbers.supports[2 * literalPlace(literal) + (isRow ? 0 : 1)];
    facts.derive(-literal, support, steps);
  }

  /** Derives that no placement fits in the line. @throws Error if one does */
  contradict(): void {
    const steps: number[] = [];
    if (this.line.slack > 0) steps.push(this.killBlank(0, 0));
    if (this.line.clue.length > 0) steps.push(this.killBlock(0, 0));
    this.facts.contradict(this.numbers.beginnings[this.number], steps);
  }

  /** Excludes all steps with which the cell at a position has a value; returns them. */
  private stepsOver(position: number, value: number): number[] {
    const { clue, earliest, slack } = this.line;
    const steps: number[] = [];
    for (let j = 0; j <= clue.length; j++) {
      const last = position - earliest[j];
      if (last < 0) break;
      if (value === BLANK && last < slack) steps.push(this.killBlank(j, last));
      if (j === clue.length) continue;
      const length = blockLength(clue[j]);
      if (value === blockColour(clue[j])) {
        const from = Math.max(0, last - length + 1);
        for (let s = from; s <= last && s <= slack; s++) steps.push(this.killBlock(j, s));
      } else if (value === BLANK && this.hasGap(j) && last >= length && last - length <= slack) {
        steps.push(this.killBlock(j, last - length));
      }
    }
    return steps;
  }

  /** Excludes the blank cell after node (j, s); returns its variable. */
  private killBlank(j: number, s: number): number {
    const { encoding, numbers, facts, line } = this;
    const step = blankStep(line, j, s);
    if (facts.value(step) < 0) return step;
    const literal = encoding.literal(this.cellAt(line.earliest[j] + s), BLANK);
    if (facts.value(literal) < 0) facts.exclude(step, numbers.covers[step], Math.abs(literal), 0);
    else this.killByWay(step, j, s, j, s + 1);
    return step;
  }

  /** Excludes block j after node (j, s); returns its variable. */
  private killBlock(j: number, s: number): number {
    const { encoding, numbers, facts, line } = this;
    const step = blockStep(line, j, s);
    if (facts.value(step) < 0) return step;
    const from = line.earliest[j] + s;
    const [length, colour] = [blockLength(line.clue[j]), blockColour(line.clue[j])];
    const size = length + (this.hasGap(j) ? 1 : 0);
    let found = -1;
    let foundVariable = 0;
    for (let i = 0; i < size; i++) {
      const literal = encoding.literal(this.cellAt(from + i), i < length ? colour : BLANK);
      if (facts.value(literal) >= 0) continue;
      found = i;
      foundVariable = Math.abs(literal);
      // Then the step is excluded at the root as well.
      if (facts.holdsAtRoot(foundVariable)) break;
    }
    if (found >= 0) facts.exclude(step, numbers.covers[step] + found, foundVariable, 0);
    else this.killByWay(step, j, s, j + 1, s);
    return step;
  }

  /** Excludes a step from a node to another as no way leads to the one, or on from the other. */
  private killByWay(step: number, j: number, s: number, toJ: number, toS: number): void {
    const { line, numbers, facts } = this;
    const width = line.slack + 1;
    let [one, other] = [0, 0];
    if (this.reached[j * width + s] === 0) {
      if (s > 0) one = this.killBlank(j, s - 1);
      if (j > 0) other = this.killBlock(j - 1, s);
      facts.exclude(step, numbers.cameFrom[step], one, other);
    } else if (this.leading[toJ * width + toS] === 0) {
      if (toS < line.slack) one = this.killBlank(toJ, toS);
      if (toJ < line.clue.length) other = this.killBlock(toJ, toS);
      facts.exclude(step, numbers.leadsOn[step], one, other);
    } else throw new Error(`a step of the proof does not follow from line ${this.number + 1}`);
  }

  private canBlank(j: number, s: number): boolean {
    return this.runs[BLANK][this.line.earliest[j] + s] > 0;
  }

  private canBlock(j: number, s: number): boolean {
    const { clue, earliest } = this.line;
    const at = earliest[j] + s;
    const length = blockLength(clue[j]);
    if (this.runs[blockColour(clue[j])][at] < length) return false;
    return !this.hasGap(j) || this.runs[BLANK][at + length] > 0;
  }

  private hasGap(j: number): boolean {
    const { clue, earliest } = this.line;
    return earliest[j] + blockLength(clue[j]) < earliest[j + 1];
  }

  private cellAt(position: number): number {
    return this.line.first + position * this.line.stride;
  }

  private countRuns(): void {
    const { length } = this.line;
    const { values } = this.facts;
    const { colours, width, height } = this.encoding.puzzle;
    const places = (this.places[this.number] ??= this.placesOfLine());
    for (let value = 0; value <= colours; value++) {
      const runs = (this.runs[value] ??= new Int32Array(Math.max(width, height)));
      let run = 0;
      for (let i = length - 1; i >= 0; i--) {
        run = values[places[value * length + i]] < 0 ? 0 : run + 1;
        runs[i] = run;
      }
    }
  }

  private placesOfLine(): Int32Array {
    const { length } = this.line;
    return Int32Array.from({ length: (this.encoding.puzzle.colours + 1) * length }, (_, place) => {
      const position = place % length;
      return literalPlace(
        this.encoding.literal(this.cellAt(position), (place - position) / length),
      );
    });
  }
}

/** The numbers of an encoding's clauses, told by their literals alone, to agree with the file. */
class ClauseNumbers {
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
function literalPlace(literal: number): number {
  return literal > 0 ? 2 * literal : 1 - 2 * literal;
}
