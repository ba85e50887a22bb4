import { Certifier } from '../../src/solver/engine/certificate/certifier.js';
import { Encoding } from '../../src/solver/engine/certificate/encoding.js';
import { type LemmaForm, lemmaText } from '../../src/solver/engine/certificate/lemma-text.js';
import { CertificateChecker } from '../../src/solver/engine/certificate/certificate-checker.js';
import { allSolutions } from '../../src/solver/engine/certificate/certify.js';
import { DEFAULT_SOLVE_LIMITS } from '../../src/solver/engine/model/limits.js';
import type { ProofReport } from '../../src/solver/engine/proof-checker.js';
import { Prover } from '../../src/solver/engine/solver/prove.js';
import type { Cells, Puzzle } from '../../src/solver/core/puzzle/types.js';

/** A certificate with its clauses. */
export interface Certificate {
  readonly puzzle: Puzzle;
  readonly solutions: readonly Cells[];
  /** The DIMACS file. */
  readonly cnf: string;
  /** The lemmas: text, or bytes as characters. */
  readonly lemmas: string;
}

const LIMITS = { ...DEFAULT_SOLVE_LIMITS, timeoutMs: Infinity };

/** The certificate of a puzzle with at most `most` solutions; null if it has more. */
export function certificateOf(
  puzzle: Puzzle,
  form: LemmaForm = 'lrat',
  most = 1,
): Certificate | null {
  const { outcome, solutions } = allSolutions(puzzle, most, LIMITS);
  if (!outcome.solutionsExact) return null;
  const encoding = new Encoding(puzzle, solutions);
  const pieces: Buffer[] = [];
  const sink = lemmaText(form, (bytes) => pieces.push(Buffer.from(bytes)));
  new Prover().tell(puzzle, solutions, LIMITS, new Certifier(encoding, sink));
  const lemmas = Buffer.concat(pieces).toString('latin1');
  return { puzzle, solutions, cnf: [...encoding.dimacs()].join(''), lemmas };
}

/** What the program's own checker says of a certificate. */
export function checkCertificate({ puzzle, cnf, lemmas }: Certificate): ProofReport {
  const checker = new CertificateChecker(puzzle);
  checker.writeClauses(Buffer.from(cnf, 'latin1'));
  checker.endClauses();
  checker.write(Buffer.from(lemmas, 'latin1'));
  return checker.end();
}
