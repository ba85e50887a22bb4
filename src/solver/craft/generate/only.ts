import type { NamedPuzzle } from '../../formats/contract/format.js';
import type { SolveLimits } from '../../engine/model/limits.js';
import type { Needs } from '../../core/result/difficulty.js';
import type { Outcome } from '../../core/result/outcome.js';
import { countText } from '../../core/text/numbers.js';
import { pack } from '../../core/puzzle/packed.js';
import { Solver } from '../../engine/solver/solve.js';

/** Which puzzles are kept: those with one solution, or only those of one technique among them. */
export type Keep = 'unique' | 'line' | 'probe' | 'search';

/** What the puzzles that are kept have in common; null means any. */
export interface Wish {
  readonly keep: Keep | null;
  /** Bounds of the score, both included; a lower bound of a score is never within. */
  readonly difficulty: { readonly from: number; readonly to: number } | null;
  readonly stars: number | null;
  readonly needs: Needs | null;
}

export const NO_WISH: Wish = { keep: null, difficulty: null, stars: null, needs: null };

/** After how much without a find the search gives up. */
export interface MostTried {
  /** Unwanted puzzles in a row. */
  readonly tries: number;
  readonly lineSolves: number;
}

/** The line solves take about a minute. */
export const MOST_TRIED: MostTried = { tries: 1_000_000, lineSolves: 100_000_000 };

/** Steps instead of time, so that the same seed keeps the same puzzles on every machine. */
const LIMITS: SolveLimits = {
  timeoutMs: Infinity,
  maxSteps: 200_000,
  memoryBytes: Infinity,
  count: 2,
  guessDepth: 1,
};

export class NothingKept extends Error {
  override readonly name = 'NothingKept';
}

/** Whether anything is asked for at all. */
export function isWish({ keep, difficulty, stars, needs }: Wish): boolean {
  return keep !== null || difficulty !== null || stars !== null || needs !== null;
}

/**
 * The wanted ones among `puzzles`, as the solver finds; puzzles that it cannot decide within its
 * steps are not kept. For each one that is not kept it yields null, as the next find may take long.
 * @throws NothingKept when `most` is tried without one.
 */
export function* keepOnly(
  wish: Wish,
  puzzles: Iterable<NamedPuzzle>,
  most = MOST_TRIED,
): Generator<NamedPuzzle | null, void, undefined> {
  const solver = new Solver();
  let spent = 0;
  let misses = 0;
  for (const named of puzzles) {
    const outcome = solver.solve(pack(named.puzzle), 0, LIMITS);
    if (fits(outcome, wish, solver)) {
      spent = 0;
      misses = 0;
      yield named;
      continue;
    }
    spent += outcome.counters.lineSolves;
    misses++;
    if (spent >= most.lineSolves || misses >= most.tries) {
      const after = misses >= most.tries ? '' : `, after ${countText(spent)} line solves`;
      throw new NothingKept(
        `none of the last ${countText(misses)} puzzles was ${wishText(wish)}${after}`,
      );
    }
    yield null;
  }
}

/** What is wanted, in words: `unique, with 2 stars`. */
export function wishText({ keep, difficulty, stars, needs }: Wish): string {
  const parts = [keep === null ? 'unique' : `of the kind "${keep}"`];
  if (difficulty !== null) {
    const { from, to } = difficulty;
    parts.push(`of difficulty ${from}${to === Infinity ? ' or more' : ` to ${to}`}`);
  }
  if (stars !== null) parts.push(`with ${stars} ${stars === 1 ? 'star' : 'stars'}`);
  if (needs !== null) parts.push(`in need of "${needs}"`);
  return parts.join(', ');
}

function fits(outcome: Outcome, { keep, difficulty, stars, needs }: Wish, solver: Solver): boolean {
  const { status, technique } = outcome;
  if (status !== 'unique') return false;
  if (keep !== null && keep !== 'unique' && technique !== keep) return false;
  if (difficulty === null && stars === null && needs === null) return true;
  const rated = solver.rate(outcome);
  if (rated === null) return false;
  if (stars !== null && rated.stars !== stars) return false;
  if (needs !== null && rated.needs !== needs) return false;
  if (difficulty === null) return true;
  const { difficulty: score, difficultyBound } = rated;
  return !difficultyBound && score >= difficulty.from && score <= difficulty.to;
}
