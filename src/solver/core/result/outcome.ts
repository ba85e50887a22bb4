import { checkPacked } from '../puzzle/check.js';
import type { PackedWords } from '../puzzle/packed.js';
import { cellsToText } from '../puzzle/text.js';
import type { Cells, Puzzle } from '../puzzle/types.js';
import { type DifficultyColumns, NO_DIFFICULTY } from './difficulty.js';

/** Every status, in the order in which they are shown. */
export const STATUSES = [
  'unique',
  'multiple',
  'contradiction',
  'solved',
  'timeout',
  'steps',
  'memory',
  'crash',
] as const;

/** What a result says. The pool adds `crash` for a dead thread; only other solvers say `solved`. */
export type Status = (typeof STATUSES)[number];

/** The pictures that come with each verdict of nonomill's own, as text. */
export type Verdict =
  | { readonly status: 'unique'; readonly solution: string; readonly secondSolution: null }
  | { readonly status: 'multiple'; readonly solution: string; readonly secondSolution: string }
  | { readonly status: 'contradiction'; readonly solution: null; readonly secondSolution: null }
  /** Nothing is proven; one solution may have been found. */
  | {
      readonly status: 'timeout' | 'steps' | 'memory' | 'crash';
      readonly solution: string | null;
      readonly secondSolution: null;
    };

/** Everything that can end the work before all questions are answered. */
export const STOPS = ['count', 'timeout', 'steps', 'memory', 'crash'] as const;

/** Whether a status means that nothing is proven: the work ended early. */
export function isUndecided(status: Status): boolean {
  return status !== 'unique' && status !== 'multiple' && status !== 'contradiction';
}

/** How hard the puzzle is: propagation alone, probing, or more. */
export const TECHNIQUES = ['line', 'probe', 'search'] as const;
export type Technique = (typeof TECHNIQUES)[number];

/** How much work each stage did on one puzzle. */
interface Counters {
  /** Calls of complete line solving. */
  lineSolves: number;
  /** Cell values assumed and propagated. */
  probes: number;
  /** Guesses of the search. */
  decisions: number;
  /** Contradictions that the search met (and learned from). */
  conflicts: number;
}

/** What the solver found about one puzzle. */
export interface Outcome {
  status: Verdict['status'];
  /** What ended the work early; null if nothing did. */
  stoppedBy: (typeof STOPS)[number] | null;
  technique: Technique | null;
  /** The least level of contradictions that solves the puzzle; null if it is not known. */
  guessDepth: number | null;
  /** The deepest level closed without solving the puzzle, plus 1; null for `multiple`. */
  guessDepthMin: number | null;
  /** The deepest nesting of guesses that the search had open. */
  searchDepth: number;
  /** Solutions found or counted: exact, or a proven lower bound. */
  solutions: bigint;
  solutionsExact: boolean;
  /** Passes over all rows or all columns until all is known; null unless unique by lines. */
  sweeps: number | null;
  counters: Counters;
  solution: Cells | null;
  /** A solution that differs from the first, or null. */
  secondSolution: Cells | null;
}

/** An outcome with nothing proven; `guessDepthMin` is 0 if the solver may still prove some. */
export function openOutcome(
  status: 'timeout' | 'memory' | 'crash',
  guessDepthMin: 0 | null,
): Outcome {
  return {
    status,
    stoppedBy: null,
    technique: null,
    guessDepth: null,
    guessDepthMin,
    searchDepth: 0,
    solutions: 0n,
    solutionsExact: false,
    sweeps: null,
    counters: { lineSolves: 0, probes: 0, decisions: 0, conflicts: 0 },
    solution: null,
    secondSolution: null,
  };
}

export const STATUS_MEANINGS: Readonly<Record<Status, string>> = {
  unique: 'It has exactly one solution.',
  multiple: 'It has more than one solution; two are stored.',
  contradiction: 'It has no solution.',
  solved:
    'A solution is shown, and nothing is said of others: only of other solvers (`nonomill race`).',
  timeout: 'Nothing is proven: the time of --timeout was over.',
  steps: 'Nothing is proven: the budget of --max-steps was spent.',
  memory: 'Nothing is proven: the memory of --memory did not suffice.',
  crash: 'Nothing is proven: the thread died of something else; error says of what.',
};

/** An outcome as plain data: pictures are text, and the number of solutions is a decimal. */
export interface OutcomeFields
  extends
    Omit<Outcome, 'solutions' | 'solution' | 'secondSolution' | 'counters'>,
    Readonly<Counters>,
    DifficultyColumns {
  /** A decimal of any length. */
  readonly solutions: string;
  /** From the unpacked puzzle to the verdict, in milliseconds. */
  readonly solveMs: number;
  /** Rows joined by '/'; null if none was found. */
  readonly solution: string | null;
  readonly secondSolution: string | null;
}

/** The names of the columns of `results` in JSON and in the library. */
export function outcomeFields(
  puzzle: Pick<Puzzle, 'width' | 'height' | 'colours'>,
  outcome: Outcome,
  solveMs: number,
  difficulty: DifficultyColumns | null = null,
): OutcomeFields {
  const { width, height, colours } = puzzle;
  const { solution, secondSolution, counters, solutions, ...verdict } = outcome;
  const text = (cells: Cells | null): string | null =>
    cells === null ? null : cellsToText(cells, width, height, colours);
  return {
    ...verdict,
    solutions: String(solutions),
    ...counters,
    solveMs,
    ...(difficulty ?? NO_DIFFICULTY),
    solution: text(solution),
    secondSolution: text(secondSolution),
  };
}

/** Why the independent checker refuses the solver's solutions, or null. */
export function refuse(words: PackedWords, offset: number, outcome: Outcome): string | null {
  const { solution, secondSolution } = outcome;
  if (solution !== null) {
    const reason = checkPacked(words, offset, solution);
    if (reason !== null) return refused('solution', reason);
  }
  if (secondSolution !== null) {
    const reason = checkPacked(words, offset, secondSolution, solution);
    if (reason !== null) return refused('second solution', reason);
    if (solution === null || same(solution, secondSolution)) {
      return refused('second solution', 'it does not differ from the first');
    }
  }
  if (outcome.status === 'unique' && solution === null) {
    return refused('verdict', 'unique, but no solution is shown');
  }
  if (outcome.status === 'multiple' && secondSolution === null) {
    return refused('verdict', 'multiple, but no two solutions are shown');
  }
  return null;
}

function refused(what: string, reason: string): string {
  return `the checker refused the ${what}: ${reason}`;
}

function same(a: Uint8Array, b: Uint8Array): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
