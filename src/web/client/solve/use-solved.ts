import { useEffect, useState } from 'preact/hooks';
import type { Puzzle } from '../../../puzzle/types.js';
import { DEFAULT_SOLVE_LIMITS, type SolveLimits } from '../../../solver/model/limits.js';
import type { SolveRequest, SolveAnswer } from './solve-request.js';

/** The limits for a page: as in the pipeline, with as much memory as a browser's tab has. */
const PAGE_LIMITS: SolveLimits = { ...DEFAULT_SOLVE_LIMITS, memoryBytes: 256 * 2 ** 20 };

/** The state of solving a puzzle: under way, done, or ended with a reason. */
export type Solving =
  | { readonly state: 'idle' }
  | { readonly state: 'solving' }
  | { readonly state: 'solved'; readonly puzzle: Puzzle; readonly answer: SolveAnswer }
  | { readonly state: 'failed'; readonly reason: string };

/** Solves a puzzle in a worker thread of the page; a new puzzle ends the work on the old one. */
export function useSolved(puzzle: Puzzle | null): Solving {
  const [solving, setSolving] = useState<Solving>({ state: 'idle' });
  useEffect(() => {
    if (puzzle === null) {
      setSolving({ state: 'idle' });
      return undefined;
    }
    setSolving({ state: 'solving' });
    const worker = new Worker(new URL('./solve.worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<SolveAnswer>) => {
      setSolving({ state: 'solved', puzzle, answer: data });
      worker.terminate();
    };
    worker.onerror = (event) => {
      setSolving({ state: 'failed', reason: event.message || 'The worker could not be started.' });
    };
    const request: SolveRequest = { puzzle, limits: PAGE_LIMITS };
    worker.postMessage(request);
    return () => worker.terminate();
  }, [puzzle]);
  return solving;
}
