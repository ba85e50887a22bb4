import type { NamedPuzzle } from '../formats/contract/format.js';
import type { SolveLimits } from '../solver/model/limits.js';
import type { Outcome } from '../result/outcome.js';
import { pack } from '../puzzle/packed.js';
import { Solver } from '../solver/solve.js';

/** Which puzzles are kept: those with one solution, or of these those of one technique. */
export type Keep = 'unique' | 'line' | 'probe' | 'search';

/** Line solves without a find after which nobody should wait any longer: about a minute. */
const PATIENCE = 100_000_000;

/** Steps instead of time, so that the same seed keeps the same puzzles on every machine. */
const LIMITS: SolveLimits = {
  timeoutMs: Infinity,
  maxSteps: 200_000,
  memoryBytes: Infinity,
  count: 2,
  guessDepth: 1,
};

/** Thrown where PATIENCE is at its end. */
export class NothingKept extends Error {
  override readonly name = 'NothingKept';
}

/**
 * Those of `puzzles` that the solver finds to be what is wanted; what it cannot decide within
 * its steps is not kept. Each that is not is a null, as it may be long until the next one is.
 * @throws NothingKept after PATIENCE line solves in a row without a find.
 */
export function* keepOnly(
  keep: Keep,
  puzzles: Iterable<NamedPuzzle>,
): Generator<NamedPuzzle | null, void, undefined> {
  const solver = new Solver();
  let spent = 0;
  let misses = 0;
  for (const named of puzzles) {
    const outcome = solver.solve(pack(named.puzzle), 0, LIMITS);
    if (fits(outcome, keep)) {
      spent = 0;
      misses = 0;
      yield named;
      continue;
    }
    spent += outcome.counters.lineSolves;
    misses++;
    if (spent >= PATIENCE) {
      throw new NothingKept(`none of the last ${misses} puzzles was of the kind "${keep}"`);
    }
    yield null;
  }
}

function fits({ status, technique }: Outcome, keep: Keep): boolean {
  return status === 'unique' && (keep === 'unique' || technique === keep);
}
