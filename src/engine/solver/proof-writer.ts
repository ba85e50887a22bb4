import { cellsToText } from '../../core/puzzle/text.js';
import { fingerprint } from '../../core/puzzle/fingerprint.js';
import { pack } from '../../core/puzzle/packed.js';
import type { Cells, Puzzle } from '../../core/puzzle/types.js';

/**
 * Writes a proof as text, step by step, in the format of docs/proofs.md. A literal is the number
 * n = cell * values + value + 1 if the cell has the value, and -n if it has not.
 *
 * Shares no code with the checker of proofs, on purpose: what one gets wrong, the other finds.
 */
export class ProofWriter {
  steps = 0;
  /** Clauses proven so far: the number of the last one. */
  clauses = 0;
  /** The line step under way, which goes on as long as the line stays the same. */
  private line = -1;
  /** The text that is not handed on yet, and how much of it is in the checksum. */
  private readonly bytes: Uint8Array;
  private at = 0;
  private summed = 0;
  private checksum = 0x811c9dc5;

  /** `write` takes the text, in pieces of some 64 kB. */
  constructor(private readonly write: (text: string) => void) {
    this.bytes = spare ?? new Uint8Array(PIECE + LONGEST_PART);
    spare = null;
  }

  /** Begins the proof that `solution` is the only one, or, if it is null, that there is none. */
  begin(puzzle: Puzzle, solution: Cells | null): void {
    this.put('nonomill-proof 1\n');
    this.put(`puzzle ${fingerprint(pack(puzzle), 0, null)}\n`);
    this.put(`claim ${solution === null ? 'contradiction' : 'unique'}\n`);
    if (solution !== null) {
      const { width, height, colours } = puzzle;
      this.put(`solution ${cellsToText(solution, width, height, colours)}\n`);
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
    this.put(' !');
    this.endStep();
  }

  /** All literals of a clause but one are false, or all; 0 is the clause against the solution. */
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
    this.beginStep(CLOSE);
    this.endStep();
    this.sum();
    this.put(`end ${this.steps} ${(this.checksum >>> 0).toString(16).padStart(8, '0')}\n`);
    this.flush();
    spare = this.bytes;
  }

  /** Begins a step by its letter, and ends the line step under way. */
  private beginStep(letter: number): void {
    if (this.line >= 0) this.endStep();
    this.steps++;
    this.bytes[this.at++] = letter;
  }

  private endStep(): void {
    this.line = -1;
    this.bytes[this.at++] = LINE_FEED;
    if (this.at >= PIECE) this.flush();
  }

  /** A space and a number. Written digit by digit: strings would take a fifth of all the time. */
  private number(value: number): void {
    const { bytes } = this;
    bytes[this.at++] = SPACE;
    if (value < 0) bytes[this.at++] = MINUS;
    let rest = Math.abs(value);
    let end = this.at + 1;
    for (let power = 10; power <= rest; power *= 10) end++;
    this.at = end;
    do {
      bytes[--end] = ZERO + (rest % 10);
      rest = Math.floor(rest / 10);
    } while (rest > 0);
    if (this.at >= PIECE) this.flush();
  }

  private put(text: string): void {
    for (let i = 0; i < text.length; i++) {
      this.bytes[this.at++] = text.charCodeAt(i);
      if (this.at >= PIECE) this.flush();
    }
  }

  /** Takes what is new into the checksum. */
  private sum(): void {
    const { bytes, at } = this;
    let hash = this.checksum;
    for (let i = this.summed; i < at; i++) hash = Math.imul(hash ^ bytes[i], 0x01000193);
    this.checksum = hash;
    this.summed = at;
  }

  private flush(): void {
    this.sum();
    this.write(DECODER.decode(this.bytes.subarray(0, this.at)));
    this.at = 0;
    this.summed = 0;
  }
}

/** Bytes of text that are handed on at once. */
const PIECE = 1 << 16;

/**
 * The bytes of a writer that has ended, for the next one: to make them takes longer than a small
 * proof.
 */
let spare: Uint8Array | null = null;

const DECODER = new TextDecoder('latin1');

/** More than a letter or a number with its space takes. */
const LONGEST_PART = 32;

const [LINE, UNIT, OPEN, CLOSE, DROP, LINE_FEED, SPACE, MINUS, ZERO] = Array.from(
  'lucqd\n -0',
  (sign) => sign.charCodeAt(0),
);
