import { ProofChecker } from '../../../solver/engine/proof-checker.js';
import { fingerprint } from '../../../solver/core/puzzle/fingerprint.js';
import { unpack, type PackedWords } from '../../../solver/core/puzzle/packed.js';
import type { Cells, Palette, Puzzle } from '../../../solver/core/puzzle/types.js';
import { certify } from '../../../solver/engine/certificate/certify.js';
import type { ProofFormat } from '../../../solver/engine/certificate/lemma-text.js';
import type { Outcome } from '../../../solver/core/result/outcome.js';
import { Prover } from '../../../solver/engine/solver/prove.js';
import type { PuzzleLimits } from './pool.js';
import { ProofFile } from './proof-folder.js';
import { messageOf } from '../../../solver/core/text/plain-text.js';

export interface ProvenVerdict {
  /** The steps of the proof; null if the limits ended it, or there is an error. */
  readonly steps: number | null;
  /** Why there is no proof that can be relied on; null if nothing failed. */
  readonly error: string | null;
}

/** Every error of a proof begins so: `findFailedProofs` of the store looks for it. */
const ERROR = 'the proof ';

/**
 * Proves verdicts one after the other, has each proof checked as it is written, and keeps it on
 * demand.
 */
export class VerdictProver {
  private prover = new Prover();

  /**
   * Proves a `unique` or `contradiction` verdict of the puzzle at `offset`, within the limits of a
   * puzzle anew. With `limits.proveTo` the proof is kept there once it is checked, under the
   * fingerprint of the puzzle with its `palette`, as its row has it.
   */
  prove(
    words: PackedWords,
    offset: number,
    palette: Palette | null,
    { solution }: Outcome,
    limits: PuzzleLimits,
  ): ProvenVerdict {
    const files: ProofFile[] = [];
    const open = (kind: ProofFormat | 'cnf'): ProofFile | null => {
      if (limits.proveTo === undefined) return null;
      const file = new ProofFile(limits.proveTo, kind);
      files.push(file);
      return file;
    };
    const { proofFormat: format = 'own' } = limits;
    const puzzle = unpack(words, offset);
    const solutions = solution === null ? [] : [solution];
    try {
      const steps =
        format === 'own'
          ? this.proveOwn(puzzle, solutions, limits, open)
          : this.certify(puzzle, solutions, limits, format, open);
      // The clauses come first: who finds a certificate finds them, too.
      for (const file of files.reverse()) {
        if (steps !== null) file.keep(fingerprint(words, offset, palette));
      }
      return { steps, error: null };
    } catch (thrown) {
      // The prover's state is unknown after that.
      this.prover = new Prover();
      const why = messageOf(thrown);
      const isRefusal = thrown instanceof Refusal;
      return { steps: null, error: isRefusal ? why : `${ERROR}failed: ${why}`.slice(0, 500) };
    } finally {
      for (const file of files) file.discard();
    }
  }

  /** Returns how many steps there are; null if the limits ended it. */
  private proveOwn(
    puzzle: Puzzle,
    solutions: readonly Cells[],
    limits: PuzzleLimits,
    open: (kind: ProofFormat) => ProofFile | null,
  ): number | null {
    const file = open('own');
    const checker = new ProofChecker(puzzle);
    const { stoppedBy } = this.prover.prove(puzzle, solutions, limits, (text) => {
      checker.write(text);
      if (checker.failed) refuse(checker);
      file?.write(text);
    });
    return stoppedBy === null ? refuse(checker) : null;
  }

  /** Returns how many lemmas there are, each of them checked; null if the limits ended it. */
  private certify(
    puzzle: Puzzle,
    solutions: readonly Cells[],
    limits: PuzzleLimits,
    format: 'lrat' | 'drat',
    open: (kind: ProofFormat | 'cnf') => ProofFile | null,
  ): number | null {
    const file = open(format);
    const take = (bytes: Uint8Array): void => file?.write(Buffer.from(bytes).toString('latin1'));
    const certificate = certify(puzzle, solutions, limits, format, take, this.prover);
    if (certificate.stoppedBy !== null) return null;
    const clauses = open('cnf');
    if (clauses !== null) for (const text of certificate.dimacs()) clauses.write(text);
    return certificate.lemmas;
  }
}

/** The checker finds a step that does not follow. */
class Refusal extends Error {}

/** The steps of a proof that has come to its end. @throws Refusal if it does not hold. */
function refuse(checker: ProofChecker): number {
  const report = checker.end();
  if (report.valid) return report.steps;
  throw new Refusal(`${ERROR}does not hold: line ${report.line}: ${report.reason}`);
}
