import type { Pool, PuzzleLimits } from '../pool/pool.js';
import { packBatch } from '../../../solver/core/puzzle/packed-batch.js';
import { pack } from '../../../solver/core/puzzle/packed.js';
import { isUndecided } from '../../../solver/core/result/outcome.js';
import { StoreError } from '../../store/open/store-error.js';
import type { Store } from '../../store/open/open.js';
import {
  slowestResults,
  solvedPuzzle,
  type TimedResult,
} from '../../store/queries/stored-results.js';
import type { RunWriter } from '../../store/write/run-writer.js';

/** How many of the slowest a report shows. */
const SHOWN = 12;

/** How many are looked at: as the slowest get faster, others become the slowest. */
const CANDIDATES = 60;

/** How often each is solved again. */
const TRIES = 2;

/** Milliseconds for all of it, and the share of the run's own time that is added. */
const LEAST_BUDGET_MS = 1000;
const BUDGET_SHARE = 0.05;

/** What is needed to time puzzles again. */
export interface TimeAgainParts {
  readonly store: Store;
  readonly writer: RunWriter;
  readonly pool: Pool;
  readonly limits: PuzzleLimits;
  /** Milliseconds that the run has taken so far. */
  readonly elapsedMs: number;
  readonly isStopped: () => boolean;
}

/**
 * Times the slowest puzzles of a run again, one after the other while nothing else works: a pause
 * of the garbage collector, another process or code that was not compiled yet makes any puzzle slow
 * once. The least time of all tries is kept. Puzzles without a verdict took their limit, and would
 * again.
 */
export async function timeAgain(parts: TimeAgainParts): Promise<void> {
  const { store, writer, elapsedMs, isStopped } = parts;
  const end = performance.now() + LEAST_BUDGET_MS + BUDGET_SHARE * elapsedMs;
  const known = slowestResults(store, writer.runId, CANDIDATES);
  const tried = new Set<number>();
  while (!isStopped()) {
    known.sort((a, b) => b.solveMs - a.solveMs);
    const at = known.findIndex(({ puzzleId }, i) => i < SHOWN && !tried.has(puzzleId));
    if (at < 0) return;
    const { puzzleId, solveMs } = known[at];
    tried.add(puzzleId);
    if (performance.now() + TRIES * solveMs > end) continue;
    const least = await leastTime(parts, known[at]);
    if (least === null) return;
    if (least >= solveMs) continue;
    known[at] = { puzzleId, solveMs: least };
    if (!keep(writer, puzzleId, least)) return;
  }
}

/**
 * Returns false if the database cannot be written now: then the longer time stays, which is true as
 * well.
 */
function keep(writer: RunWriter, puzzleId: number, solveMs: number): boolean {
  try {
    writer.shortenTime(puzzleId, solveMs);
    return true;
  } catch (error) {
    if (error instanceof StoreError) return false;
    throw error;
  }
}

/**
 * The least time of some more tries, each stopped once it takes longer than before; null if the
 * pool is gone.
 */
async function leastTime(
  { store, writer, pool, limits }: TimeAgainParts,
  { puzzleId, solveMs }: TimedResult,
): Promise<number | null> {
  const stored = solvedPuzzle(store, writer.runId, puzzleId);
  if (stored === null) return solveMs;
  const packed = packBatch([pack(stored.puzzle)]);
  let least = solveMs;
  for (let i = 0; i < TRIES; i++) {
    const { memoryBytes, maxSteps, count, guessDepth } = limits;
    const asked = { memoryBytes, maxSteps, count, guessDepth, timeoutMs: least };
    try {
      const solved = await pool.solve(packed, { ...asked, difficulty: false, sliceMs: Infinity });
      const [result] = solved.results;
      if (!isUndecided(result.status)) least = Math.min(least, result.solveMs);
    } catch {
      return null;
    }
  }
  return least;
}
