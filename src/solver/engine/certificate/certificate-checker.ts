import type { Cells, Puzzle } from '../../core/puzzle/types.js';
import { checkSolution } from '../../core/puzzle/check.js';
import type { ProofReport } from '../proof-checker.js';
import { Encoding } from './encoding.js';

/**
 * Checks a certificate (LRAT or DRAT) of a puzzle: that the DIMACS file, which comes first, has the
 * clauses of the puzzle and one against each of its solutions, which fit, and that the lemmas
 * refute all of them. Memory is that of the clauses in use. It imports nothing of those who write.
 */
export class CertificateChecker {
  private readonly file: ClausesOfPuzzle;
  private readonly reader: LemmaReader;
  private readonly checker: LemmaChecker;
  private fault: ProofReport | null = null;
  private steps = 0;

  constructor(puzzle: Puzzle) {
    const encoding = new Encoding(puzzle, []);
    const checker = new LemmaChecker(encoding.variables);
    this.checker = checker;
    this.file = new ClausesOfPuzzle(encoding, (clause) => checker.add(clause));
    const longest = 24 * (encoding.variables + encoding.clauses) + 2 ** 23;
    this.reader = new LemmaReader((step) => {
      checker.follow(step);
      this.steps++;
    }, longest);
  }

  /** Reads on in the DIMACS file; once a fault is found, the rest is ignored. */
  writeClauses(bytes: Uint8Array): void {
    this.guard(this.file, () => this.file.write(bytes));
  }

  endClauses(): void {
    this.guard(this.file, () => this.file.end());
  }

  /** Reads on in the certificate; once a fault is found, the rest is ignored. */
  write(bytes: Uint8Array): void {
    this.guard(this.reader, () => this.reader.write(bytes));
  }

  end(): ProofReport {
    this.guard(this.reader, () => {
      this.reader.end();
      if (!this.checker.isRefuted) throw new LemmaFault('the empty clause is missing at its end');
    });
    if (this.fault !== null) return this.fault;
    const { solutions } = this.file;
    const claim =
      solutions.length === 0 ? 'contradiction' : solutions.length === 1 ? 'unique' : 'exactly';
    return { valid: true, claim, solutions, steps: this.steps, clauses: this.checker.lemmas };
  }

  get failed(): boolean {
    return this.fault !== null;
  }

  private guard(read: ClausesOfPuzzle | LemmaReader, work: () => void): void {
    if (this.fault !== null) return;
    try {
      work();
    } catch (error) {
      if (!(error instanceof LemmaFault)) throw error;
      const where = { line: Math.max(1, read.line), reason: error.message };
      this.fault = { valid: false, ...(read === this.file && { inClauses: true }), ...where };
    }
  }
}

/** Compares a DIMACS file with a puzzle's clauses, in order; those after them exclude solutions. */
class ClausesOfPuzzle {
  line = 0;
  readonly solutions: Cells[] = [];
  private readonly expected: Generator<readonly number[]>;
  private readonly seen = new Set<string>();
  private readonly decoder = new TextDecoder('latin1');
  private rest = '';
  private clauses = 0;
  private hasHeading = false;
  private stated = 0;

  constructor(
    private readonly encoding: Encoding,
    private readonly take: (clause: readonly number[]) => void,
  ) {
    this.expected = clausesOf(encoding);
  }

  write(bytes: Uint8Array): void {
    const lines = (this.rest + this.decoder.decode(bytes, { stream: true })).split('\n');
    this.rest = lines.pop()!;
    for (const line of lines) this.takeLine(line);
  }

  end(): void {
    if (this.rest !== '') this.takeLine(this.rest);
    if (this.clauses < this.encoding.clauses)
      throw new LemmaFault('clauses of the puzzle are missing');
    if (this.clauses !== this.stated) {
      throw new LemmaFault(`it has ${this.clauses} clauses, its heading says ${this.stated}`);
    }
  }

  private takeLine(text: string): void {
    this.line++;
    const words = text.split(/\s+/).filter((word) => word !== '');
    if (words.length === 0 || words[0] === 'c') return;
    if (!this.hasHeading) {
      const { variables } = this.encoding;
      if (words[0] !== 'p' || words[1] !== 'cnf' || Number(words[2]) !== variables) {
        throw new LemmaFault(`expected "p cnf ${variables} <clauses>": it is of another puzzle`);
      }
      this.stated = Number(words[3]);
      this.hasHeading = true;
      return;
    }
    const clause = words.map(Number);
    if (clause.pop() !== 0)
      throw new LemmaFault('expected one clause in a line, with 0 at its end');
    this.clauses++;
    const next = this.expected.next();
    if (next.done === true) this.takeAgainst(clause);
    else if (next.value.join() !== clause.join()) {
      throw new LemmaFault(
        `expected the clause ${next.value.join(' ')} 0: it is of another puzzle`,
      );
    }
    this.take(clause);
  }

  /** A clause that says that some cell differs from a solution. */
  private takeAgainst(clause: readonly number[]): void {
    const { encoding, solutions, seen } = this;
    const { puzzle } = encoding;
    const { width, height, colours } = puzzle;
    const values = Array.from({ length: colours + 1 }, (_, value) => value);
    const cells = Uint8Array.from({ length: width * height }, (_, cell) =>
      values.findIndex((value) => clause[cell] === -encoding.literal(cell, value)),
    );
    if (clause.length !== cells.length || cells.includes(255)) {
      throw new LemmaFault('the clause is not one against a picture');
    }
    const wrong = checkSolution(puzzle, cells);
    if (wrong !== null) throw new LemmaFault(`a solution does not fit the puzzle: ${wrong}`);
    const key = cells.join();
    if (seen.has(key)) throw new LemmaFault('a solution is one of those before it');
    seen.add(key);
    solutions.push(cells);
  }
}

function* clausesOf(encoding: Encoding): Generator<readonly number[]> {
  for (const { clauses } of encoding.parts()) yield* clauses;
}

/** Follows lemmas: with hints (LRAT) by these clauses alone, without (DRAT) by unit propagation. */
export class LemmaChecker {
  lemmas = 0;
  /** Whether the empty clause is among them. */
  isRefuted = false;
  /** Those that were added, by number, and the lemmas. */
  private readonly given: (Clause | undefined)[] = [undefined];
  private readonly clauses = new Map<number, Clause>();
  private last = 0;
  /** By place of a literal: whether it is false. */
  private readonly isFalse: Uint8Array;
  private readonly trail: number[] = [];
  /** For lemmas without hints; made when the first one comes. */
  private watches: Watches | null = null;

  constructor(private readonly variables: number) {
    this.isFalse = new Uint8Array(2 * variables + 2);
  }

  /** Adds a clause that is not to be proven. @pre no lemma was followed */
  add(literals: readonly number[]): void {
    this.given.push(this.clauseOf(literals));
    this.last++;
  }

  /** @throws LemmaFault if the step does not follow */
  follow(step: LemmaStep): void {
    if (step.kind === 'drop') this.drop(step.ids);
    else if (step.kind === 'dropClause') this.open().drop(this.clauseOf(step.literals));
    else if (step.id === null) this.byPropagation(this.clauseOf(step.literals));
    else this.byHints(step.id, this.clauseOf(step.literals), step.hints);
  }

  private clauseOf(literals: readonly number[]): Clause {
    const clause = new Int32Array(literals.length);
    for (let i = 0; i < clause.length; i++) {
      const literal = literals[i];
      if (Math.abs(literal) > this.variables) {
        throw new LemmaFault(`${literal} is not a literal: there are ${this.variables} variables`);
      }
      clause[i] = literal > 0 ? 2 * literal : 1 - 2 * literal;
    }
    return clause;
  }

  private drop(ids: readonly number[]): void {
    for (const id of ids) {
      if (this.find(id) === undefined) throw new LemmaFault(`clause ${id} is not there (any more)`);
      if (id < this.given.length) this.given[id] = undefined;
      else this.clauses.delete(id);
    }
  }

  private find(id: number): Clause | undefined {
    return id < this.given.length ? this.given[id] : this.clauses.get(id);
  }

  private byHints(id: number, literals: Clause, hints: readonly number[]): void {
    if (id <= this.last) throw new LemmaFault(`the number ${id} does not come after ${this.last}`);
    const { isFalse, trail } = this;
    for (const place of literals) this.falsify(place);
    let isContradicted = false;
    for (const hint of hints) {
      const clause = this.find(hint);
      if (clause === undefined) throw new LemmaFault(`clause ${hint} is not there (any more)`);
      let open = -1;
      for (let i = 0; i < clause.length; i++) {
        const place = clause[i];
        if (isFalse[place] === 1) continue;
        if (open >= 0) throw new LemmaFault(`clause ${hint} has more than one open literal`);
        open = place;
      }
      if (open < 0) {
        isContradicted = true;
        break;
      }
      this.falsify(open ^ 1);
    }
    if (!isContradicted) throw new LemmaFault('the hints come to no contradiction');
    for (const place of trail) isFalse[place] = 0;
    trail.length = 0;
    this.last = id;
    this.keep(literals);
    this.clauses.set(id, literals);
  }

  private byPropagation(literals: Clause): void {
    const watches = this.open();
    if (!watches.contradicts(literals)) throw new LemmaFault('the lemma does not follow');
    watches.add(literals);
    this.keep(literals);
  }

  private keep({ length }: Clause): void {
    this.lemmas++;
    this.isRefuted ||= length === 0;
  }

  private falsify(place: number): void {
    if (this.isFalse[place] === 1) return;
    this.isFalse[place] = 1;
    this.trail.push(place);
  }

  private open(): Watches {
    if (this.watches === null) {
      this.watches = new Watches(this.variables);
      for (const clause of this.given) if (clause !== undefined) this.watches.add(clause);
      for (const clause of this.clauses.values()) this.watches.add(clause);
      this.given.length = 0;
      this.clauses.clear();
    }
    return this.watches;
  }
}

/** Places of literals: 2 * variable, and one more if it is negative. */
type Clause = Int32Array;

/** Unit propagation in all clauses, by two watched literals in each. */
class Watches {
  /** By place: the clauses that watch the literal, which is one of their first two. */
  private readonly watching: Clause[][];
  private readonly dropped = new WeakSet<Clause>();
  /** By the literals of a clause in order: the clauses that have them. */
  private readonly named = new Map<string, Clause[]>();
  /** By place: 1 true, -1 false. */
  private readonly values: Int8Array;
  private readonly trail: number[] = [];
  private head = 0;
  private isContradicted = false;

  constructor(variables: number) {
    this.watching = Array.from({ length: 2 * variables + 2 }, () => []);
    this.values = new Int8Array(2 * variables + 2);
  }

  add(literals: Clause): void {
    // The first two are not false, if there are such.
    const isOpen = (place: number): number => (this.values[place] < 0 ? 1 : 0);
    const clause = literals.toSorted((a, b) => isOpen(a) - isOpen(b) || a - b);
    const name = nameOf(clause);
    const same = this.named.get(name);
    if (same === undefined) this.named.set(name, [clause]);
    else same.push(clause);
    if (clause.length > 1) {
      this.watching[clause[0]].push(clause);
      this.watching[clause[1]].push(clause);
    }
    if (clause.length === 0 || this.values[clause[0]] < 0) this.isContradicted = true;
    else if (clause.length === 1 || this.values[clause[1]] < 0) this.assign(clause[0]);
    this.propagate();
  }

  /** As checkers of DRAT do, keeps a clause by which a literal is true without an assumption. */
  drop(literals: Clause): void {
    const same = this.named.get(nameOf(literals));
    const clause = same?.pop();
    if (clause === undefined) throw new LemmaFault('the clause is not there (any more)');
    if (same?.length === 0) this.named.delete(nameOf(literals));
    if (!clause.some((place) => this.values[place] > 0)) this.dropped.add(clause);
  }

  /** Whether the opposites of all these literals contradict each other; takes them back. */
  contradicts(literals: Clause): boolean {
    if (this.isContradicted) return true;
    const { length } = this.trail;
    for (const place of literals) {
      if (this.values[place] > 0) this.isContradicted = true;
      else this.assign(place ^ 1);
    }
    this.propagate();
    const { isContradicted } = this;
    this.isContradicted = false;
    for (const place of this.trail.splice(length)) {
      this.values[place] = 0;
      this.values[place ^ 1] = 0;
    }
    this.head = length;
    return isContradicted;
  }

  private assign(place: number): void {
    if (this.values[place] !== 0) return;
    this.values[place] = 1;
    this.values[place ^ 1] = -1;
    this.trail.push(place);
  }

  private propagate(): void {
    while (!this.isContradicted && this.head < this.trail.length) {
      this.visit(this.trail[this.head++] ^ 1);
    }
  }

  /** Looks at all clauses that watch a literal that has become false. */
  private visit(falsified: number): void {
    const { values } = this;
    const list = this.watching[falsified];
    let kept = 0;
    for (const clause of list) {
      if (this.dropped.has(clause)) continue;
      const other = clause[0] ^ clause[1] ^ falsified;
      let at = 2;
      if (values[other] > 0) at = clause.length;
      while (at < clause.length && values[clause[at]] < 0) at++;
      if (at < clause.length) {
        clause[0] = other;
        clause[1] = clause[at];
        clause[at] = falsified;
        this.watching[clause[1]].push(clause);
        continue;
      }
      list[kept++] = clause;
      if (values[other] < 0) this.isContradicted = true;
      else this.assign(other);
    }
    list.length = kept;
  }
}

function nameOf(clause: Clause): string {
  return clause.toSorted().join();
}

type LemmaStep =
  | {
      readonly kind: 'lemma';
      /** Null in DRAT, which has neither numbers nor hints. */
      readonly id: number | null;
      readonly literals: readonly number[];
      readonly hints: readonly number[];
    }
  /** Lemmas by their numbers. */
  | { readonly kind: 'drop'; readonly ids: readonly number[] }
  /** A lemma by its literals, as DRAT has it. */
  | { readonly kind: 'dropClause'; readonly literals: readonly number[] };

/** What is wrong with a certificate, in words. */
class LemmaFault extends Error {}

/** Reads a certificate in pieces: LRAT or DRAT, as the first line tells, or binary LRAT. */
class LemmaReader {
  /** The line of the text, or the step of the binary form, that is under way, from 1. */
  line = 0;
  private form: 'lrat' | 'drat' | 'binary' | null = null;
  private rest = '';
  /** In the binary form: the step under way, its numbers, and the one that is being read. */
  private letter = 0;
  private numbers: number[] = [];
  private zeros = 0;
  private value = 0;
  private factor = 1;

  /** A line with more characters, or a step with more numbers, than `longest` is a fault. */
  constructor(
    private readonly take: (step: LemmaStep) => void,
    private readonly longest: number,
  ) {}

  /** @throws LemmaFault */
  write(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    // Neither form of text begins with this letter.
    if (this.form === null && this.rest === '' && bytes[0] === ADD) this.form = 'binary';
    if (this.form === 'binary') for (const byte of bytes) this.takeByte(byte);
    else this.takeText(LATIN1.decode(bytes));
  }

  /** @throws LemmaFault */
  end(): void {
    if (this.rest !== '') this.takeText('\n');
    if (this.letter !== 0) throw new LemmaFault('the last step is cut off');
  }

  private takeText(text: string): void {
    let from = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      this.takeLine(this.rest + text.slice(from, end));
      this.rest = '';
      from = end + 1;
    }
    this.rest += text.slice(from);
    if (this.rest.length > this.longest) {
      this.line++;
      throw new LemmaFault(`the line has more than ${this.longest} characters`);
    }
  }

  private takeLine(text: string): void {
    this.line++;
    const words = text.split(/\s+/).filter((word) => word !== '');
    if (words.length === 0 || words[0] === 'c') return;
    this.form ??= isLrat(words) ? 'lrat' : 'drat';
    if (this.form === 'drat') {
      const isDrop = words[0] === 'd';
      const literals = numbersOf(isDrop ? words.slice(1) : words);
      endsWithZero(literals);
      this.take(
        isDrop
          ? { kind: 'dropClause', literals }
          : { kind: 'lemma', id: null, literals, hints: [] },
      );
      return;
    }
    if (words[1] === 'd') {
      const ids = numbersOf(words.slice(2));
      endsWithZero(ids);
      this.take({ kind: 'drop', ids });
    } else this.takeLemma(numbersOf(words));
  }

  private takeLemma([id, ...numbers]: readonly number[]): void {
    const end = numbers.indexOf(0);
    if (end < 0) throw new LemmaFault('a lemma has no 0 after its literals');
    const hints = numbers.slice(end + 1);
    endsWithZero(hints);
    this.take({ kind: 'lemma', id, literals: numbers.slice(0, end), hints });
  }

  private takeByte(byte: number): void {
    if (this.letter === 0) {
      this.line++;
      if (byte !== ADD && byte !== DROP) throw new LemmaFault(`expected a step, got byte ${byte}`);
      this.letter = byte;
      return;
    }
    this.value += (byte & 127) * this.factor;
    this.factor *= 128;
    if (this.factor > 2 ** 49) throw new LemmaFault('a number is too large');
    if (byte > 127) return;
    const half = Math.floor(this.value / 2);
    const number = this.value % 2 === 0 ? half : -half;
    this.value = 0;
    this.factor = 1;
    this.numbers.push(number);
    if (this.numbers.length > this.longest) throw new LemmaFault('a step is too long');
    if (number !== 0) return;
    if (this.letter === ADD && ++this.zeros < 2) return;
    const { letter, numbers } = this;
    this.letter = 0;
    this.numbers = [];
    this.zeros = 0;
    if (letter === ADD) this.takeLemma(numbers);
    else this.take({ kind: 'drop', ids: numbers.slice(0, -1) });
  }
}

/** Whether the words of a line are a step of LRAT: a lemma with a second 0, or a deletion. */
function isLrat(words: readonly string[]): boolean {
  const end = words.indexOf('0', 1);
  return words[1] === 'd' || (end > 0 && end < words.length - 1);
}

function numbersOf(words: readonly string[]): number[] {
  return words.map((word) => {
    if (!/^-?\d{1,15}$/.test(word)) {
      throw new LemmaFault(`expected a number, got "${word.slice(0, 40).replace(/[^ -~]/g, '?')}"`);
    }
    return Number(word);
  });
}

/** Takes the 0 off the end of numbers. @throws LemmaFault if there is another, or none */
function endsWithZero(numbers: number[]): void {
  if (numbers.pop() !== 0 || numbers.includes(0))
    throw new LemmaFault('expected one 0, at the end');
}

const LATIN1 = new TextDecoder('latin1');
const [ADD, DROP] = ['a', 'd'].map((letter) => letter.charCodeAt(0));
