import type { Puzzle } from '../puzzle/types.js';
import type { SolveLimits } from '../solver/limits.js';
import type { Outcome } from '../solver/outcome.js';
import { solvePuzzle } from '../solver/solve.js';
import { isKnown, only } from './domain.js';
import { Recorder, type RecorderLimits } from './recorder.js';
import type { Step, Trace } from './step.js';
import { Timeline } from './timeline.js';

/** Enough for every puzzle that anyone watches to its end. */
export const DEFAULT_RECORDER_LIMITS: RecorderLimits = { maxSteps: 20_000 };

/**
 * Solves a puzzle and tells how: propagation, then, where a puzzle is solved by probing, the
 * probes, else the search. The trace costs more than the solving itself, so it is made on demand.
 */
export function traceSolving(
  puzzle: Puzzle,
  limits: SolveLimits,
  recorderLimits: RecorderLimits = DEFAULT_RECORDER_LIMITS,
): { readonly outcome: Outcome; readonly trace: Trace } {
  const recorder = new Recorder(puzzle, recorderLimits);
  const outcome = solvePuzzle(puzzle, limits, recorder);
  const byProbing = outcome.technique === 'probe';
  const trace = recorder.trace(byProbing ? 'probing' : 'search');
  return { outcome, trace: byProbing ? withEnd(puzzle, trace, outcome) : trace };
}

/** Probing ends without a word when the grid is full: its last step says so. */
function withEnd(puzzle: Puzzle, trace: Trace, { solution }: Outcome): Trace {
  if (solution === null || trace.cut) return trace;
  const timeline = new Timeline(puzzle, trace.steps);
  timeline.seek(trace.steps.length);
  const changes: number[] = [];
  timeline.domains.forEach((domain, cell) => {
    if (!isKnown(domain)) changes.push(cell, domain, only(solution[cell]));
  });
  const words = 'solved: every clue is kept';
  const end: Step = { kind: 'solution', line: null, cell: null, depth: 0, changes, words };
  return { steps: [...trace.steps, end], cut: false };
}
