import type { Cells, Puzzle } from '../../core/puzzle/types.js';
import type { SolveLimits } from '../../engine/model/limits.js';
import type { Outcome } from '../../core/result/outcome.js';
import { solvePuzzle } from '../../engine/solver/solve.js';
import { only, type Step, type Replay, startDomains } from './step.js';
import { anotherSolution, Recorder, type RecorderLimits } from './recorder.js';

/** Enough for every puzzle that anyone watches to its end. */
const DEFAULT_RECORDER_LIMITS: RecorderLimits = { maxSteps: 20_000 };

/** With more guesses than this, nobody follows a search step by step. */
const MOST_GUESSES = 200;

/**
 * Solves a puzzle and shows how: propagation, then the search. If probing solves the puzzle, or the
 * search cannot be followed by a person, it shows the probes and the search's solution instead. The
 * replay costs more than solving itself, so it is made on demand.
 *
 * @param known solutions found before: if the limits are too narrow for the search, the replay
 * goes from propagation straight to them
 */
export function replaySolving(
  puzzle: Puzzle,
  limits: SolveLimits,
  recorderLimits: RecorderLimits = DEFAULT_RECORDER_LIMITS,
  known: readonly Cells[] = [],
): { readonly outcome: Outcome; readonly replay: Replay } {
  const recorder = new Recorder(puzzle, recorderLimits);
  const outcome = solvePuzzle(puzzle, limits, recorder);
  const replay = toldReplay(puzzle, recorder, outcome);
  const isTold = !replay.cut && outcome.solution !== null;
  return isTold || !recorder.propagated || known.length === 0
    ? { outcome, replay }
    : { outcome, replay: toKnown(puzzle, recorder.replay('propagation'), known) };
}

function toldReplay(puzzle: Puzzle, recorder: Recorder, outcome: Outcome): Replay {
  const { solution, secondSolution, technique, counters } = outcome;
  const followed = !recorder.learning && counters.decisions <= MOST_GUESSES;
  if (technique !== 'probe' && followed) return withoutWayBack(recorder.replay('search'));
  const replay = recorder.replay('probing');
  if (replay.cut || solution === null) return replay;
  const words =
    technique === 'probe'
      ? 'solved: every clue is kept'
      : `solved by search: ${counters.decisions} guesses, ${counters.conflicts} contradictions`;
  const ended = withPicture(puzzle, replay, solution, words);
  return secondSolution === null
    ? ended
    : withPicture(puzzle, ended, secondSolution, anotherSolution(solution, secondSolution));
}

/** Without the end of a search that stops at a solution: there it only takes its guesses back. */
function withoutWayBack({ steps, ...rest }: Replay): Replay {
  const last = steps.findLastIndex(({ kind }) => kind !== 'back');
  const atSolution = last >= 0 && steps[last].kind === 'solution';
  return { ...rest, steps: atSolution ? steps.slice(0, last + 1) : steps };
}

/** Propagation, then the solutions of a search that is too long to be shown. */
function toKnown(puzzle: Puzzle, propagation: Replay, known: readonly Cells[]): Replay {
  if (propagation.cut) return propagation;
  return known.reduce((replay, solution, i) => {
    const words =
      i === 0
        ? 'from here on it takes a search that is too long to show; it finds this solution'
        : anotherSolution(known[i - 1], solution);
    return withPicture(puzzle, replay, solution, words);
  }, propagation);
}

/** The replay with one more step that shows a full picture. */
function withPicture(puzzle: Puzzle, replay: Replay, picture: Cells, words: string): Replay {
  const timeline = new Timeline(puzzle, replay.steps);
  timeline.seek(replay.steps.length);
  const changes: number[] = [];
  timeline.domains.forEach((domain, cell) => {
    if (domain !== only(picture[cell])) changes.push(cell, domain, only(picture[cell]));
  });
  const end: Step = {
    kind: 'solution',
    line: null,
    cell: null,
    depth: 0,
    changes,
    needs: null,
    words,
  };
  return { ...replay, steps: [...replay.steps, end] };
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
