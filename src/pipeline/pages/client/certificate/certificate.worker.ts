import { pack } from '../../../../solver/core/puzzle/packed.js';
import type { Cells, Puzzle } from '../../../../solver/core/puzzle/types.js';
import { allSolutions } from '../../../../solver/engine/certificate/all-solutions.js';
import {
  certificateSeconds,
  certify,
  LONG_CERTIFICATE,
} from '../../../../solver/engine/certificate/certify.js';
import { DEFAULT_SOLVE_LIMITS, type SolveLimits } from '../../../../solver/engine/model/limits.js';
import { Solver } from '../../../../solver/engine/solver/solve.js';
import type { CertificateAnswer, CertificateRequest } from './ask-certificate.js';

// The scope of a worker: the pages are typed for windows, whose postMessage differs.
const scope = self as unknown as {
  onmessage: (event: MessageEvent<CertificateRequest>) => void;
  postMessage(message: CertificateAnswer): void;
};

/** The reader can stop it at any time. */
const LIMITS: SolveLimits = { ...DEFAULT_SOLVE_LIMITS, timeoutMs: 600_000 };
const MOST_SOLUTIONS = 1000;

scope.onmessage = ({ data }) => scope.postMessage(answerTo(data));

function answerTo({ puzzle, mayTakeLong }: CertificateRequest): CertificateAnswer {
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
