import { ProofChecker, type ProofReport } from '../../src/solver/engine/proof-checker.js';
import type { Puzzle } from '../../src/solver/core/puzzle/types.js';

/** Checks a whole proof at once. */
export function checkProof(puzzle: Puzzle, text: string): ProofReport {
  const checker = new ProofChecker(puzzle);
  checker.write(text);
  return checker.end();
}
