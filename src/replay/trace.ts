import type { Cells, Puzzle } from '../puzzle/types.js';
import type { SolveLimits } from '../solver/limits.js';
import type { Outcome } from '../solver/outcome.js';
import { solvePuzzle } from '../solver/solve.js';
import { only } from './domain.js';
import { Recorder, type RecorderLimits } from './recorder.js';
import type { Step, Trace } from './step.js';
import { Timeline } from './timeline.js';

/** Enough for every puzzle that anyone watches to its end. */
export const DEFAULT_RECORDER_LIMITS: RecorderLimits = { maxSteps: 20_000 };

/** Beyond so many guesses nobody follows a search step by step. */
const MOST_GUESSES = 200;

/**
 * Solves a puzzle and tells how: propagation, then the search, or, where probing solves the
 * puzzle or the search is none that a person can follow, the probes and what the search found.
 * The trace costs more than the solving itself, so it is made on demand.
 */
export function traceSolving(
  puzzle: Puzzle,
  limits: SolveLimits,
  recorderLimits: RecorderLimits = DEFAULT_RECORDER_LIMITS,
): { readonly outcome: Outcome; readonly trace: Trace } {
  const recorder = new Recorder(puzzle, recorderLimits);
  const outcome = solvePuzzle(puzzle, limits, recorder);
  const { decisions } = outcome.counters;
  const followed = !recorder.learning && decisions <= MOST_GUESSES;
  if (outcome.technique !== 'probe' && followed) {
    return { outcome, trace: recorder.trace('search') };
  }
  const trace = recorder.trace('probing');
  const { solution, secondSolution, technique } = outcome;
  if (trace.cut || solution === null) return { outcome, trace };
  const words =
    technique === 'probe'
      ? 'solved: every clue is kept'
      : `solved by search: ${decisions} guesses, ${outcome.counters.conflicts} contradictions`;
  const ended = withPicture(puzzle, trace, solution, words);
  if (secondSolution === null) return { outcome, trace: ended };
  return { outcome, trace: withPicture(puzzle, ended, secondSolution, 'another solution') };
}

/** The trace with one more step that shows a full picture. */
function withPicture(puzzle: Puzzle, trace: Trace, picture: Cells, words: string): Trace {
  const timeline = new Timeline(puzzle, trace.steps);
  timeline.seek(trace.steps.length);
  const changes: number[] = [];
  timeline.domains.forEach((domain, cell) => {
    if (domain !== only(picture[cell])) changes.push(cell, domain, only(picture[cell]));
  });
  const end: Step = { kind: 'solution', line: null, cell: null, depth: 0, changes, words };
  return { ...trace, steps: [...trace.steps, end] };
}
