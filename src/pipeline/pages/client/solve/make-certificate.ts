import { pack } from '../../../../solver/core/puzzle/packed.js';
import type { Cells, Puzzle } from '../../../../solver/core/puzzle/types.js';
import {
  allSolutions,
  certificateSeconds,
  certify,
  LONG_CERTIFICATE,
} from '../../../../solver/engine/certificate/certify.js';
import { DEFAULT_SOLVE_LIMITS, type SolveLimits } from '../../../../solver/engine/model/limits.js';
import { Solver } from '../../../../solver/engine/solver/solve.js';

export interface CertificateRequest {
  readonly puzzle: Puzzle;
  /** Whether it is made even if it takes long. */
  readonly mayTakeLong: boolean;
}

/** A certificate, or why there is none. */
export type CertificateAnswer =
  | {
      readonly kind: 'made';
      readonly solutions: number;
      readonly lemmas: number;
      /** LRAT. */
      readonly proof: Blob;
      /** DIMACS. */
      readonly clauses: Blob;
    }
  | { readonly kind: 'long'; readonly seconds: number }
  | { readonly kind: 'none'; readonly reason: string };

/** The reader can stop it at any time. */
const LIMITS: SolveLimits = { ...DEFAULT_SOLVE_LIMITS, timeoutMs: 600_000 };
const MOST_SOLUTIONS = 1000;

/** Certifies what is true of a puzzle, unless that takes long and may not. */
export function makeCertificate({ puzzle, mayTakeLong }: CertificateRequest): CertificateAnswer {
  const solutions = solutionsOf(puzzle);
  if (typeof solutions === 'string') return { kind: 'none', reason: solutions };
  if (!mayTakeLong) {
    const seconds = certificateSeconds(puzzle, solutions, LIMITS);
    if (seconds === null) return { kind: 'none', reason: NOT_DECIDED };
    if (seconds > LONG_CERTIFICATE) return { kind: 'long', seconds };
  }
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const take = (bytes: Uint8Array): void => void pieces.push(new Uint8Array(bytes));
  const { stoppedBy, lemmas, dimacs } = certify(puzzle, solutions, LIMITS, 'lrat', take);
  if (stoppedBy !== null) return { kind: 'none', reason: NOT_DECIDED };
  return {
    kind: 'made',
    solutions: solutions.length,
    lemmas,
    proof: new Blob(pieces),
    clauses: new Blob([...dimacs()]),
  };
}

const NOT_DECIDED = 'It could not be decided in ten minutes.';

/** All solutions; or why there is nothing to certify. */
function solutionsOf(puzzle: Puzzle): readonly Cells[] | string {
  const { status, solution } = new Solver().solve(pack(puzzle), 0, LIMITS);
  if (status === 'contradiction') return [];
  if (status === 'unique') return [solution!];
  if (status !== 'multiple') return NOT_DECIDED;
  const { outcome, solutions } = allSolutions(puzzle, MOST_SOLUTIONS, LIMITS);
  if (outcome.solutionsExact) return solutions;
  if (outcome.stoppedBy !== 'count') return NOT_DECIDED;
  return `It has more than ${MOST_SOLUTIONS} solutions. Two different pictures prove that it has several.`;
}
