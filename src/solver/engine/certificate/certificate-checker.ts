import type { Cells, Puzzle } from '../../core/puzzle/types.js';
import { checkSolution } from '../../core/puzzle/check.js';
import type { ProofReport } from '../proof-checker.js';
import { Encoding } from './encoding.js';
import { LemmaChecker, LemmaFault, LemmaReader } from './lemma-checker.js';

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
