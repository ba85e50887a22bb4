import { fingerprint } from '../../core/puzzle/fingerprint.js';
import { pack } from '../../core/puzzle/packed.js';
import { cellsToText } from '../../core/puzzle/text.js';
import type { Cells, Puzzle } from '../../core/puzzle/types.js';
import { ByteText } from '../../core/text/codes.js';
import { Budget, bytesFor, type SolveLimits } from '../model/limits.js';
import { SETTINGS } from '../model/settings.js';
import { type Engine, sharedEngine } from '../wasm/engine.js';
import type { ProofSteps } from '../wasm/event-reader.js';

/**
 * Writes proofs of verdicts (docs/lab/proofs.md). The engine searches anew, with clauses from the
 * start and without the shortcuts for small puzzles: all it finds has a reason to be written down.
 */
export class Prover {
  constructor(private readonly engine: Engine = sharedEngine()) {}

  /**
   * Proves that these are all solutions of the puzzle, which may be none. If something ran out
   * first (`stoppedBy`), the text is useless. `count` and `guessDepth` of the limits are ignored.
   * @pre solving the puzzle came to that verdict.
   * @throws Error if the search finds something else: then one of the two searches is wrong.
   */
  prove(
    puzzle: Puzzle,
    solutions: readonly Cells[],
    limits: SolveLimits,
    write: (text: string) => void,
  ) {
    const writer = new ProofWriter(write);
    writer.begin(puzzle, solutions);
    const stoppedBy = this.tell(puzzle, solutions, limits, writer);
    return { stoppedBy, steps: writer.steps, clauses: writer.clauses };
  }

  /** As `prove`, but hands the steps over. Returns null, or what ran out first. */
  tell(
    puzzle: Puzzle,
    solutions: readonly Cells[],
    limits: SolveLimits,
    proof: ProofSteps & { end(): void },
  ): Budget['stopped'] {
    const words = pack(puzzle);
    const budget = new Budget();
    budget.start(limits);
    if (!budget.allows(bytesFor(words, 0))) return budget.stopped;
    const numbers = new Map(solutions.map((cells, number) => [cells.join(), 0 - number]));
    const clauseAgainst = (solution: Cells): number => {
      const number = numbers.get(solution.join());
      if (number === undefined) throw otherVerdict();
      return number;
    };
    const { length } = solutions;
    const within = { ...limits, isTimeOver: () => budget.isTimeOver() };
    const answer = this.engine.prove(words, 0, SETTINGS, within, length, proof, clauseAgainst);
    const { ended, found, ranOut, steps } = answer;
    budget.takeOver(steps, ranOut);
    if (ended === 'stopped early' || ended === 'stopped') return budget.stopped;
    if (found !== BigInt(length)) throw otherVerdict();
    if (ended === 'solved') proof.unit(0);
    proof.end();
    return budget.stopped;
  }
}

function otherVerdict(): Error {
  return new Error('the search for a proof came to another verdict than solving');
}

/**
 * Writes a proof as text (docs/lab/proofs.md), step by step. It shares no code with the checker of
 * proofs, on purpose: what one gets wrong, the other finds.
 */
class ProofWriter {
  steps = 0;
  /** Clauses proven so far: the number of the last one. */
  clauses = 0;
  /** The line step under way, which goes on as long as the line stays the same. */
  private line = -1;
  private readonly text: ByteText;
  private checksum = 0x811c9dc5;

  /** `write` takes the text, in pieces of some 64 kB. */
  constructor(private readonly write: (text: string) => void) {
    this.text = new ByteText((bytes) => this.pass(bytes));
  }

  /** Begins the proof that these are all solutions. */
  begin(puzzle: Puzzle, solutions: readonly Cells[]): void {
    this.text.ascii('nonomill-proof 1\n');
    this.text.ascii(`puzzle ${fingerprint(pack(puzzle), 0, null)}\n`);
    const { width, height, colours } = puzzle;
    const { length } = solutions;
    const claim = length === 0 ? 'contradiction' : length === 1 ? 'unique' : `exactly ${length}`;
    this.text.ascii(`claim ${claim}\n`);
    for (const solution of solutions) {
      this.text.ascii(`solution ${cellsToText(solution, width, height, colours)}\n`);
    }
  }

  /** The literal follows from the line (rows first, from 0) and what is known. */
  follows(line: number, literal: number): void {
    if (this.line !== line) {
      this.beginStep(LINE);
      this.number(line + 1);
      this.line = line;
    }
    this.number(literal);
  }

  /** No placement of the line's blocks fits what is known. */
  nothingFits(line: number): void {
    this.beginStep(LINE);
    this.number(line + 1);
    this.text.ascii(' !');
    this.endStep();
  }

  /** All literals of a clause but one are false, or all; 0, -1, ... are those against solutions. */
  unit(clause: number): void {
    this.beginStep(UNIT);
    this.number(clause);
    this.endStep();
  }

  /** Assumes that all these literals are false, to prove the clause of them. */
  open(literals: Int32Array): void {
    this.beginStep(OPEN);
    for (const literal of literals) this.number(literal);
    this.endStep();
  }

  /** The contradiction is reached. Returns the number of the clause that was open. */
  close(): number {
    this.beginStep(CLOSE);
    this.endStep();
    return ++this.clauses;
  }

  /** These clauses are not used any more. */
  drop(clauses: Int32Array): void {
    if (clauses.length === 0) return;
    this.beginStep(DROP);
    for (const clause of clauses) this.number(clause);
    this.endStep();
  }

  /** The contradiction without any assumption is reached: the claim is proven. */
  end(): void {
    if (this.steps === 0) throw new Error('a clue does not fit in its line');
    this.beginStep(CLOSE);
    this.endStep();
    this.text.flush();
    const checksum = (this.checksum >>> 0).toString(16).padStart(8, '0');
    this.text.ascii(`end ${this.steps} ${checksum}\n`);
    this.text.end();
  }

  /** Begins a step by its letter, and ends the line step under way. */
  private beginStep(letter: number): void {
    if (this.line >= 0) this.endStep();
    this.steps++;
    this.text.byte(letter);
  }

  private endStep(): void {
    this.line = -1;
    this.text.byte(LINE_FEED);
  }

  private number(value: number): void {
    this.text.byte(SPACE);
    this.text.number(value);
  }

  /** Hands on text, and takes it into the checksum. */
  private pass(bytes: Uint8Array): void {
    let hash = this.checksum;
    for (let i = 0; i < bytes.length; i++) hash = Math.imul(hash ^ bytes[i], 0x01000193);
    this.checksum = hash;
    this.write(DECODER.decode(bytes));
  }
}

const DECODER = new TextDecoder('latin1');

const [LINE, UNIT, OPEN, CLOSE, DROP, LINE_FEED, SPACE] = Array.from('lucqd\n ', (sign) =>
  sign.charCodeAt(0),
);
