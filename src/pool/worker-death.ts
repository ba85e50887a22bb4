import { NO_DIFFICULTY } from '../result/difficulty.js';
import type { PuzzleResult } from '../result/result.js';

/** How a puzzle ended the thread that worked on it. */
export interface WorkerDeath {
  readonly status: 'timeout' | 'memory' | 'crash';
  /** In words, for the result's `error`. */
  readonly reason: string;
  /** How long the thread was seen on the puzzle. */
  readonly solveMs: number;
}

/** The result of the puzzle that a thread was working on when it was ended, or died. */
export function resultOfDeath(death: WorkerDeath): PuzzleResult {
  return {
    status: death.status,
    stoppedBy: death.status,
    technique: null,
    guessDepth: null,
    guessDepthMin: null,
    searchDepth: null,
    solutions: '0',
    solutionsExact: false,
    sweeps: null,
    lineSolves: null,
    probes: null,
    decisions: null,
    conflicts: null,
    solveMs: Math.max(0, death.solveMs),
    ...NO_DIFFICULTY,
    proof: null,
    solution: null,
    secondSolution: null,
    crossCheck: null,
    error: death.reason,
    finishedAt: Date.now(),
  };
}
