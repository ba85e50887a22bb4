import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import type { Puzzle } from '../../../../solver/core/puzzle/types.js';
import { helpersHere } from './helping-workers.js';
import { LatestSolver, type Replayed, type SolvingState } from './latest-solver.js';

/** What a page knows of its puzzle. */
export interface PageSolution {
  readonly solving: SolvingState;
  /** The newest replay, which may be of an earlier puzzle; null if there is none yet. */
  readonly replayed: Replayed | null;
}

const NOT_YET: PageSolution = { solving: { state: 'idle' }, replayed: null };

/**
 * Solves a puzzle in a worker thread of the page.
 * @param pauseMs how long a puzzle must stay before its replay is made, in milliseconds
 */
export function useSolved(puzzle: Puzzle | null, pauseMs = 0): PageSolution {
  const [solved, setSolved] = useState(NOT_YET);
  const [solver] = useState(
    () =>
      new LatestSolver({
        start: () => new Worker(new URL('./puzzle.worker.ts', import.meta.url), { type: 'module' }),
        helpers: helpersHere(),
        onSolving: (solving) => setSolved((now) => ({ ...now, solving })),
        onReplay: (replayed) => setSolved((now) => ({ ...now, replayed })),
        pauseMs,
      }),
  );
  useEffect(() => () => solver.end(), [solver]);
  // Before the page is painted: the verdict of a stroke may then be there in the same frame.
  useLayoutEffect(() => {
    if (puzzle !== null) {
      solver.solve(puzzle);
      return;
    }
    solver.end();
    setSolved(NOT_YET);
  }, [solver, puzzle]);
  return solved;
}
