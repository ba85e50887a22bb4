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
  /** Steps written so far. */
  steps = 0;
  /** Clauses proven so far: the number of the last one. */
  clauses = 0;
  private text = '';
  /** The line step under way, which goes on as long as the line stays the same. */
  private line = -1;
  private checksum = 0x811c9dc5;

  /** `write` takes the text, in pieces of some 64 kB. */
  constructor(private readonly write: (text: string) => void) {}

  /** Begins the proof that `solution` is the only one, or, if it is null, that there is none. */
  begin(puzzle: Puzzle, solution: Cells | null): void {
    this.put('nonomill-proof 1');
    this.put(`puzzle ${fingerprint(pack(puzzle), 0, null)}`);
    this.put(`claim ${solution === null ? 'contradiction' : 'unique'}`);
    if (solution !== null) {
      const { width, height, colours } = puzzle;
      this.put(`solution ${cellsToText(solution, width, height, colours)}`);
    }
  }

  /** The literal follows from the line (rows first, from 0) and what is known. */
  follows(line: number, literal: number): void {
    if (this.line !== line) {
      this.closeLine();
      this.line = line;
      this.pending = `l ${line + 1}`;
    }
    this.pending += ` ${literal}`;
  }

  /** No placement of the line's blocks fits what is known. */
  nothingFits(line: number): void {
    this.step(`l ${line + 1} !`);
  }

  /** All literals of a clause but one are false, or all; 0 is the clause against the solution. */
  unit(clause: number): void {
    this.step(`u ${clause}`);
  }

  /** Assumes that all these literals are false, to prove the clause of them. */
  open(literals: readonly number[]): void {
    this.step(`c ${literals.join(' ')}`);
  }

  /** The contradiction is reached. Returns the number of the clause that was open. */
  close(): number {
    this.step('q');
    return ++this.clauses;
  }

  /** These clauses are not used any more. */
  drop(clauses: readonly number[]): void {
    if (clauses.length > 0) this.step(`d ${clauses.join(' ')}`);
  }

  /** The contradiction without any assumption is reached: the claim is proven. */
  end(): void {
    this.step('q');
    this.put(`end ${this.steps} ${(this.checksum >>> 0).toString(16).padStart(8, '0')}`);
    this.flush();
  }

  private pending = '';

  private step(text: string): void {
    this.closeLine();
    this.steps++;
    this.put(text);
  }

  private closeLine(): void {
    if (this.line < 0) return;
    this.line = -1;
    this.steps++;
    this.put(this.pending);
  }

  private put(line: string): void {
    let hash = this.checksum;
    for (let i = 0; i < line.length; i++) hash = Math.imul(hash ^ line.charCodeAt(i), 0x01000193);
    this.checksum = Math.imul(hash ^ 10, 0x01000193);
    this.text += line + '\n';
    if (this.text.length > 65_536) this.flush();
  }

  private flush(): void {
    this.write(this.text);
    this.text = '';
  }
}
