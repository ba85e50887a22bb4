import type { Cells, Puzzle } from '../puzzle/types.js';
import type { SolveLimits } from '../solver/model/limits.js';
import type { Outcome } from '../result/outcome.js';
import { solvePuzzle } from '../solver/solve.js';
import { only, type Step, type Trace, startDomains } from './step.js';
import { anotherSolution, Recorder, type RecorderLimits } from './recorder.js';

/** Enough for every puzzle that anyone watches to its end. */
const DEFAULT_RECORDER_LIMITS: RecorderLimits = { maxSteps: 20_000 };

/** With more guesses than this, nobody follows a search step by step. */
const MOST_GUESSES = 200;

/**
 * Solves a puzzle and shows how: propagation, then the search. If probing solves the puzzle, or the
 * search cannot be followed by a person, it shows the probes and the search's solution instead. The
 * trace costs more than solving itself, so it is made on demand.
 *
 * @param known solutions found before: if the limits are too narrow for the search, the trace
 * goes from propagation straight to them
 */
export function traceSolving(
  puzzle: Puzzle,
  limits: SolveLimits,
  recorderLimits: RecorderLimits = DEFAULT_RECORDER_LIMITS,
  known: readonly Cells[] = [],
): { readonly outcome: Outcome; readonly trace: Trace } {
  const recorder = new Recorder(puzzle, recorderLimits);
  const outcome = solvePuzzle(puzzle, limits, recorder);
  const trace = toldTrace(puzzle, recorder, outcome);
  const isTold = !trace.cut && outcome.solution !== null;
  return isTold || !recorder.propagated || known.length === 0
    ? { outcome, trace }
    : { outcome, trace: toKnown(puzzle, recorder.trace('propagation'), known) };
}

function toldTrace(puzzle: Puzzle, recorder: Recorder, outcome: Outcome): Trace {
  const { solution, secondSolution, technique, counters } = outcome;
  const followed = !recorder.learning && counters.decisions <= MOST_GUESSES;
  if (technique !== 'probe' && followed) return withoutWayBack(recorder.trace('search'));
  const trace = recorder.trace('probing');
  if (trace.cut || solution === null) return trace;
  const words =
    technique === 'probe'
      ? 'solved: every clue is kept'
      : `solved by search: ${counters.decisions} guesses, ${counters.conflicts} contradictions`;
  const ended = withPicture(puzzle, trace, solution, words);
  return secondSolution === null
    ? ended
    : withPicture(puzzle, ended, secondSolution, anotherSolution(solution, secondSolution));
}

/** Without the end of a search that stops at a solution: there it only takes its guesses back. */
function withoutWayBack({ steps, ...rest }: Trace): Trace {
  const last = steps.findLastIndex(({ kind }) => kind !== 'back');
  const atSolution = last >= 0 && steps[last].kind === 'solution';
  return { ...rest, steps: atSolution ? steps.slice(0, last + 1) : steps };
}

/** Propagation, then the solutions of a search that is too long to be shown. */
function toKnown(puzzle: Puzzle, propagation: Trace, known: readonly Cells[]): Trace {
  if (propagation.cut) return propagation;
  return known.reduce((trace, solution, i) => {
    const words =
      i === 0
        ? 'from here on it takes a search that is too long to show; it finds this solution'
        : anotherSolution(known[i - 1], solution);
    return withPicture(puzzle, trace, solution, words);
  }, propagation);
}

/** The trace with one more step that shows a full picture. */
function withPicture(puzzle: Puzzle, trace: Trace, picture: Cells, words: string): Trace {
  const timeline = new Timeline(puzzle, trace.steps);
  timeline.seek(trace.steps.length);
  const changes: number[] = [];
  timeline.domains.forEach((domain, cell) => {
    if (domain !== only(picture[cell])) changes.push(cell, domain, only(picture[cell]));
  });
  const end: Step = {
    ...{ kind: 'solution', line: null, cell: null, depth: 0, changes, needs: null, words },
  };
  return { ...trace, steps: [...trace.steps, end] };
}

/** The grid at any point of a replay: 0 is before the first step. */
export class Timeline {
  /** The domains of all cells after `position` steps; callers must not change them. */
  readonly domains: Uint32Array;
  private current = 0;
  private readonly steps: readonly Step[];

  constructor(puzzle: Puzzle, steps: readonly Step[]) {
    this.domains = startDomains(puzzle);
    this.steps = steps;
  }

  get position(): number {
    return this.current;
  }

  /** Goes to a position by doing or undoing the steps in between. */
  seek(position: number): void {
    const target = Math.max(0, Math.min(this.steps.length, position));
    while (this.current < target) {
      const { changes } = this.steps[this.current++];
      for (let i = 0; i < changes.length; i += 3) this.domains[changes[i]] = changes[i + 2];
    }
    while (this.current > target) {
      const { changes } = this.steps[--this.current];
      for (let i = changes.length - 3; i >= 0; i -= 3) {
        this.domains[changes[i]] = changes[i + 1];
      }
    }
  }

  /** The cells that are assumed or guessed at this position, the latest last. */
  assumed(): number[] {
    const open: number[] = [];
    for (const step of this.steps.slice(0, this.current)) {
      if (step.kind === 'probe' || step.kind === 'guess') open.push(step.cell!);
      else open.length = Math.min(open.length, step.depth);
    }
    return open;
  }
}
