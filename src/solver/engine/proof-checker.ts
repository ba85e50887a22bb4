import { checkSolution, LineValues } from '../core/puzzle/check.js';
import { fingerprint } from '../core/puzzle/fingerprint.js';
import { pack } from '../core/puzzle/packed.js';
import { textToCells } from '../core/puzzle/text.js';
import { type Cells, type Clue, type Puzzle, UNKNOWN } from '../core/puzzle/types.js';

export type ProofReport =
  | {
      readonly valid: true;
      readonly claim: Claim;
      /** As many as are claimed, each row by row. */
      readonly solutions: readonly Cells[];
      /** How many steps were followed (lines of the proof, heading and end left out). */
      readonly steps: number;
      /** How many of them proved a clause. */
      readonly clauses: number;
    }
  | {
      readonly valid: false;
      /** Whether the fault is in the clauses that come with a certificate, not in the proof. */
      readonly inClauses?: true;
      /** The line that does not hold, from 1. */
      readonly line: number;
      readonly reason: string;
    };

/**
 * Checks a proof (docs/lab/proofs.md) as its text comes in. Memory is that of the clauses in use.
 *
 * Trusts nothing: every literal that a line adds is worked out again from the line's clue, every
 * clause must come to a contradiction when it is assumed to be false, and solutions are compared
 * with the clues. It imports only `puzzle`, so that it shares no mistake with the solver.
 */
export class ProofChecker {
  private readonly heading: ProofHeading;
  private readonly lines: ProofLines;
  private readonly known: KnownCells;
  private readonly lineValues = new LineValues();
  /** Room for the masks of a row, and of a column. */
  private readonly rowMasks: Int32Array;
  private readonly columnMasks: Int32Array;
  private readonly clauses = new Map<number, Int32Array>();
  /** By solution: the clause that some cell differs from it. */
  private readonly against: Int32Array[] = [];
  private fault: ProofReport | null = null;
  /** The literals of the clause that is being proven; null between clauses. */
  private goal: Int32Array | null = null;
  /** Whether somebody else follows the proof of that clause. */
  private isPassing = false;
  private steps = 0;
  private proven = 0;
  private isDone = false;
  private hasEnded = false;

  /**
   * `takes` says of each clause whether its proof is followed here. Of several that share a proof,
   * each reads all of it and one at least follows a clause: it holds if all of them say so.
   */
  constructor(
    private readonly puzzle: Puzzle,
    private readonly takes: (clause: number) => boolean = () => true,
  ) {
    this.known = new KnownCells(puzzle);
    this.rowMasks = new Int32Array(puzzle.width);
    this.columnMasks = new Int32Array(puzzle.height);
    this.heading = new ProofHeading(puzzle);
    // Room for a million clauses that are dropped at once, or for every literal of the puzzle.
    const longest = Math.max(2 ** 23, 16 * this.known.most);
    this.lines = new ProofLines((text) => this.take(text), longest);
  }

  /** Reads on; once a fault is found, the rest is ignored. */
  write(text: string): void {
    this.guard(() => this.lines.write(text));
  }

  end(): ProofReport {
    this.guard(() => {
      this.lines.end();
      if (!this.hasEnded) throw new ProofFault('the proof is cut off: its "end" is missing');
    });
    if (this.fault !== null) return this.fault;
    const { steps, proven } = this;
    const { claim, solutions } = this.heading;
    return { valid: true, claim, solutions, steps, clauses: proven };
  }

  /** Whether a fault was found: there is no point in reading on. */
  get failed(): boolean {
    return this.fault !== null;
  }

  private guard(work: () => void): void {
    if (this.fault !== null) return;
    try {
      work();
    } catch (error) {
      /* node:coverage ignore next */ // nothing that follows a proof throws anything else
      if (!(error instanceof ProofFault)) throw error;
      this.fault = { valid: false, line: Math.max(1, this.lines.line), reason: error.message };
    }
  }

  private take(text: string): void {
    if (this.hasEnded) {
      if (text !== '') throw new ProofFault('there is text after the end of the proof');
      return;
    }
    if (!this.heading.isComplete) this.heading.take(text.split(' '));
    else this.takeStep(new ProofWords(text));
  }

  private takeStep(words: ProofWords): void {
    const kind = words.word();
    if (kind === 'end') {
      this.takeEnd(words);
      return;
    }
    this.steps++;
    if (this.isDone) throw expected('"end", as the claim is proven', words.text);
    switch (kind) {
      case 'l':
        if (!this.known.contradicted && !this.isPassing) this.lineStep(words);
        break;
      case 'u':
        if (!this.known.contradicted && !this.isPassing) this.clauseStep(words);
        break;
      case 'c':
        this.open(words);
        break;
      case 'q':
        this.close(words);
        break;
      case 'd':
        this.forget(words);
        break;
      default:
        throw expected('a step (l, u, c, q or d)', words.text);
    }
    if (this.goal === null) this.known.keep();
  }

  /** `l <line> <literal>...`: these follow from the line. `l <line> !`: nothing fits in it. */
  private lineStep(words: ProofWords): void {
    const { puzzle, known } = this;
    const line = words.number('a line');
    const isRow = line <= puzzle.height;
    const clue: Clue | undefined = isRow
      ? puzzle.rows[line - 1]
      : puzzle.columns[line - 1 - puzzle.height];
    if (clue === undefined) throw new ProofFault(`line ${line} does not exist`);
    const first = isRow ? (line - 1) * puzzle.width : line - 1 - puzzle.height;
    const stride = isRow ? 1 : puzzle.width;
    const masks = isRow ? this.rowMasks : this.columnMasks;
    const { length } = masks;
    for (let i = 0; i < length; i++) masks[i] = known.masks[first + i * stride];
    const fits = this.lineValues.fill(clue, masks);
    if (words.rest === '!') {
      if (fits) throw new ProofFault(`${nameOf(line, puzzle)} still has a placement that fits`);
      known.contradicted = true;
      return;
    }
    if (words.isAtEnd) throw expected('literals or "!"', words.text);
    if (!fits) {
      known.contradicted = true;
      return;
    }
    while (!words.isAtEnd) {
      const literal = this.literal(words);
      const offset = known.cellOf(literal) - first;
      const i = offset / stride;
      if (!Number.isInteger(i) || i < 0 || i >= length) {
        throw new ProofFault(`${literal} is not about a cell of ${nameOf(line, puzzle)}`);
      }
      const values = this.lineValues.values[i];
      const bit = known.bitOf(literal);
      const follows = literal > 0 ? values === bit : (values & bit) === 0;
      if (!follows) throw new ProofFault(`${literal} does not follow from ${nameOf(line, puzzle)}`);
      known.assume(literal);
    }
  }

  /**
   * `u <clause>`: all its literals but one are false, so that one is true; or all are false. Clause
   * 0, -1 and so on: some cell differs from the first solution, the second and so on.
   */
  private clauseStep(words: ProofWords): void {
    const { known } = this;
    const id = words.number('the number of a clause');
    if (!words.isAtEnd) throw expected('one number', words.text);
    const clause = id > 0 ? this.clauses.get(id) : this.clauseAgainst(0 - id);
    if (clause === undefined) {
      throw new ProofFault(
        `clause ${id} ${id > 0 ? 'is not there (any more)' : 'needs a solution'}`,
      );
    }
    let open: Literal = 0;
    let opens = 0;
    for (const literal of clause) {
      const truth = known.truth(literal);
      if (truth === 'true') return;
      if (truth === 'false') continue;
      opens++;
      open = literal;
    }
    if (opens > 1) {
      throw new ProofFault(
        id > 0
          ? `clause ${id} has more than one literal that is not false`
          : 'more than one cell may still differ from the solution',
      );
    }
    if (open === 0) known.contradicted = true;
    else known.assume(open);
  }

  private clauseAgainst(number: number): Int32Array | undefined {
    const solution = this.heading.solutions.at(number);
    if (solution === undefined) return undefined;
    const { values } = this.known;
    this.against[number] ??= Int32Array.from(
      solution,
      (value, cell) => -(cell * values + value + 1),
    );
    return this.against[number];
  }

  /** `c <literal>...`: begins the proof of a clause by assuming that all its literals are false. */
  private open(words: ProofWords): void {
    if (this.goal !== null) throw new ProofFault('a clause is begun before the last one is proven');
    if (words.isAtEnd) throw expected('the literals of the clause', words.text);
    const literals: Literal[] = [];
    while (!words.isAtEnd) literals.push(this.literal(words));
    const goal = Int32Array.from(literals);
    this.goal = goal;
    this.isPassing = !this.takes(this.proven + 1);
    if (this.isPassing) return;
    for (const literal of goal) if (!this.known.contradicted) this.known.assume(-literal);
  }

  /** `q`: the contradiction is reached; of the open clause, or of the whole claim. */
  private close(words: ProofWords): void {
    if (!words.isAtEnd) throw expected('"q" alone', words.text);
    const { known, goal } = this;
    if (!known.contradicted && !this.isPassing) {
      throw new ProofFault(
        goal === null
          ? 'the claim is not proven yet'
          : 'the clause is not proven: there is no contradiction',
      );
    }
    if (goal === null) {
      this.isDone = true;
      return;
    }
    this.clauses.set(++this.proven, goal);
    this.goal = null;
    this.isPassing = false;
    known.undo();
  }

  /** `d <clause>...`: these are not used any more. */
  private forget(words: ProofWords): void {
    if (this.goal !== null) throw new ProofFault('clauses are dropped within the proof of another');
    if (words.isAtEnd) throw expected('the numbers of clauses', words.text);
    while (!words.isAtEnd) {
      const id = words.number('the number of a clause');
      if (!this.clauses.delete(id)) throw new ProofFault(`clause ${id} is not there (any more)`);
    }
  }

  /** `end <steps> <checksum>` */
  private takeEnd(words: ProofWords): void {
    if (!this.isDone) throw new ProofFault('the proof ends before its claim is proven');
    const steps = words.number('the number of steps');
    const checksum = this.lines.checksum.toString(16).padStart(8, '0');
    if (steps !== this.steps)
      throw new ProofFault(`the end names ${steps} steps, there are ${this.steps}`);
    if (words.rest !== checksum) {
      throw new ProofFault(
        `the checksum of the proof is ${checksum}, its end names another: it was changed`,
      );
    }
    this.hasEnded = true;
  }

  private literal(words: ProofWords): Literal {
    const literal = words.number('a literal');
    if (literal === 0 || Math.abs(literal) > this.known.most) {
      throw new ProofFault(
        `${literal} is not a literal: the puzzle has those from 1 to ${this.known.most}`,
      );
    }
    return literal;
  }
}

function nameOf(line: number, puzzle: Puzzle): string {
  return line <= puzzle.height ? `row ${line}` : `column ${line - puzzle.height}`;
}

/**
 * A literal: a number n other than 0. With V values to a cell (blank 0, then colours), |n| - 1 is
 * cell * V + value; n > 0 says that the cell has the value, n < 0 that it does not.
 */
type Literal = number;

/** The values that each cell can still have, as bits; `undo` takes back what an assumption adds. */
class KnownCells {
  /** Values to a cell: colours + 1. */
  readonly values: number;
  /** By cell, row by row. */
  readonly masks: Int32Array;
  /** Whether some cell has no value left, or a step found that nothing fits. */
  contradicted = false;
  /** The cells that were changed and their masks before, as pairs. */
  private readonly changes: number[] = [];

  constructor(puzzle: Puzzle) {
    this.values = puzzle.colours + 1;
    // With 32 values the shift is by 0 and the mask is all ones, as it has to be.
    const all = this.values === 32 ? -1 : (1 << this.values) - 1;
    this.masks = new Int32Array(puzzle.width * puzzle.height).fill(all);
    puzzle.start?.forEach((value, cell) => {
      if (value !== UNKNOWN) this.masks[cell] = 1 << value;
    });
  }

  /** The number of literals of either sign: the largest |n|. */
  get most(): number {
    return this.masks.length * this.values;
  }

  cellOf(literal: Literal): number {
    return Math.floor((Math.abs(literal) - 1) / this.values);
  }

  bitOf(literal: Literal): number {
    return 1 << ((Math.abs(literal) - 1) % this.values);
  }

  /** Whether a literal holds in what is known. */
  truth(literal: Literal): 'true' | 'false' | 'open' {
    const mask = this.masks[this.cellOf(literal)];
    const bit = this.bitOf(literal);
    if ((mask & bit) === 0) return literal > 0 ? 'false' : 'true';
    if (mask === bit) return literal > 0 ? 'true' : 'false';
    return 'open';
  }

  /** Makes a literal true; `contradicted` is set if its cell then has no value left. */
  assume(literal: Literal): void {
    const cell = this.cellOf(literal);
    const bit = this.bitOf(literal);
    const before = this.masks[cell];
    const after = literal > 0 ? before & bit : before & ~bit;
    if (after === before) return;
    this.changes.push(cell, before);
    this.masks[cell] = after;
    if (after === 0) this.contradicted = true;
  }

  /** Everything known so far holds without an assumption: `undo` comes back to here. */
  keep(): void {
    this.changes.length = 0;
  }

  /** Takes back everything since `keep`. */
  undo(): void {
    const { changes, masks } = this;
    for (let i = changes.length - 2; i >= 0; i -= 2) masks[changes[i]] = changes[i + 1];
    changes.length = 0;
    this.contradicted = false;
  }
}

/** What a proof can show of a puzzle: exactly one solution, none, or exactly so many. */
type Claim = 'unique' | 'contradiction' | 'exactly';

/** What a proof begins with: the name of the format and its version. */
const FORMAT = 'nonomill-proof 1';

/** The first lines of a proof: the format, the puzzle, the claim and the solutions. */
class ProofHeading {
  claim: Claim = 'contradiction';
  /** The solutions, which fit the puzzle and differ from each other. */
  readonly solutions: Cells[] = [];
  isComplete = false;
  private wanted = 0;
  private readonly seen = new Set<string>();
  private next: 'format' | 'puzzle' | 'claim' | 'solution' = 'format';

  constructor(private readonly puzzle: Puzzle) {}

  take(words: readonly string[]): void {
    switch (this.next) {
      case 'format':
        if (words.join(' ') !== FORMAT) throw expected(`"${FORMAT}"`, words.join(' '));
        this.next = 'puzzle';
        break;
      case 'puzzle':
        this.takePuzzle(words);
        this.next = 'claim';
        break;
      case 'claim':
        this.takeClaim(words);
        this.next = 'solution';
        this.isComplete = this.wanted === 0;
        break;
      case 'solution':
        if (words[0] !== 'solution' || words.length !== 2)
          throw expected('"solution <cells>"', words.join(' '));
        this.takeSolution(words[1]);
        break;
    }
  }

  private takePuzzle(words: readonly string[]): void {
    if (words[0] !== 'puzzle' || words.length !== 2)
      throw expected('"puzzle <fingerprint>"', words.join(' '));
    // Colours by any name: the palette decides nothing.
    const own = fingerprint(pack(this.puzzle), 0, null);
    if (words[1] === own) return;
    throw new ProofFault(
      `the proof is about puzzle ${quotedWord(words[1])}, this is puzzle ${own}`,
    );
  }

  private takeClaim(words: readonly string[]): void {
    const line = words.join(' ');
    const number = /^claim exactly ([2-9]|[1-9]\d{1,8})$/.exec(line)?.[1];
    if (line === 'claim contradiction') return;
    if (line !== 'claim unique' && number === undefined) {
      throw expected('"claim unique", "claim contradiction" or "claim exactly <2 or more>"', line);
    }
    this.claim = number === undefined ? 'unique' : 'exactly';
    this.wanted = Number(number ?? 1);
  }

  private takeSolution(text: string): void {
    const { puzzle, seen, solutions } = this;
    let cells: Cells;
    try {
      cells = textToCells(text, puzzle.width, puzzle.height);
    } catch (error) {
      /* node:coverage ignore next */ // nor does what reads cells
      if (!(error instanceof RangeError)) throw error;
      throw new ProofFault(`the solution cannot be read: ${error.message}`);
    }
    const isFull = cells.every((cell) => cell <= puzzle.colours);
    const wrong = isFull
      ? checkSolution(puzzle, cells)
      : 'a cell is unknown or in a colour of no block';
    if (wrong !== null) throw new ProofFault(`the solution does not fit the puzzle: ${wrong}`);
    const key = cells.join();
    if (seen.has(key)) throw new ProofFault('the solution is one of those before it');
    seen.add(key);
    solutions.push(cells);
    this.isComplete = solutions.length === this.wanted;
  }
}

/** What is wrong with a proof, in words; the checker adds the line. */
class ProofFault extends Error {}

/**
 * Cuts text in pieces into lines, numbered from 1, and adds up the checksum of those before: FNV-1a
 * of 32 bits (Fowler, Noll and Vo) over the characters, each line closed by one "\n".
 */
class ProofLines {
  line = 0;
  /** Of all lines before the current one. */
  checksum = FNV_START;
  private rest = '';

  /** A line with more characters than `longest` is a fault: it cannot use up the memory. */
  constructor(
    private readonly take: (text: string) => void,
    private readonly longest: number,
  ) {}

  write(text: string): void {
    let from = 0;
    // Only what is new is searched: a line that comes in many pieces is looked at once.
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      if (this.rest === '') this.next(text, from, end);
      else {
        const line = this.rest + text.slice(from, end);
        this.rest = '';
        this.next(line, 0, line.length);
      }
      from = end + 1;
    }
    this.rest += text.slice(from);
    if (this.rest.length > this.longest) {
      this.line++;
      throw new ProofFault(`the line has more than ${this.longest} characters`);
    }
  }

  end(): void {
    if (this.rest !== '') this.next(this.rest, 0, this.rest.length);
    this.rest = '';
  }

  /** The next line is what is in `text` between two places. */
  private next(text: string, from: number, end: number): void {
    this.line++;
    const to = end > from && text[end - 1] === '\r' ? end - 1 : end;
    this.take(text.slice(from, to));
    let hash = this.checksum;
    for (let i = from; i < to; i++) hash = Math.imul(hash ^ text.charCodeAt(i), FNV_PRIME);
    this.checksum = Math.imul(hash ^ LINE_FEED, FNV_PRIME) >>> 0;
  }
}

/** Reads the words of a line, which single spaces separate, one after the other. */
class ProofWords {
  private at = 0;

  constructor(readonly text: string) {}

  get isAtEnd(): boolean {
    return this.at > this.text.length;
  }

  /** All words that are left, with the spaces between them. */
  get rest(): string {
    return this.text.slice(this.at);
  }

  /** The next word. @pre there is one. */
  word(): string {
    const end = this.text.indexOf(' ', this.at);
    const word = this.text.slice(this.at, end < 0 ? undefined : end);
    this.at += word.length + 1;
    return word;
  }

  /** The next word, which is `what` and a whole number. @throws ProofFault if it is not. */
  number(what: string): number {
    const { text } = this;
    const isNegative = text.charCodeAt(this.at) === MINUS;
    const from = isNegative ? this.at + 1 : this.at;
    let at = from;
    let value = 0;
    for (;;) {
      // At the end it is not a number.
      const digit = text.charCodeAt(at) - ZERO;
      if (!(digit >= 0 && digit <= 9)) break;
      value = 10 * value + digit;
      at++;
    }
    const isWhole = at === text.length || text.charCodeAt(at) === SPACE;
    if (at === from || at - from > MOST_DIGITS || !isWhole) {
      const got = this.isAtEnd ? 'nothing' : quotedWord(this.word());
      throw new ProofFault(`expected ${what}, got ${got}`);
    }
    this.at = at + 1;
    return isNegative ? -value : value;
  }
}

/** A word of the proof as a message may show it: short, in quotes, plain ASCII. */
function quotedWord(word: string): string {
  const plain = word.slice(0, 40).replace(/[^\x20-\x7e]/g, '?');
  return word.length > 40 ? `"${plain}..."` : `"${plain}"`;
}

/** The fault of a line that is not what it should be. */
function expected(what: string, line: string): ProofFault {
  return new ProofFault(`expected ${what}, got ${quotedWord(line)}`);
}

const FNV_START = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

const [LINE_FEED, SPACE, MINUS, ZERO] = Array.from('\n -0', (sign) => sign.charCodeAt(0));

/** So many digits are exact in a double. */
const MOST_DIGITS = 15;
