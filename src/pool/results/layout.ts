/**
 * Results on their way from a thread or another machine: one transferable buffer.
 *
 *   word 0    RESULT_VERSION            (a float64, as all words)
 *   word 1    the number of results
 *   then      FIELDS words for each result, in the order of `Field`
 *   then      text as UTF-8: for each result its solutions (if a word is too small for
 *             them), its solution, its second solution and its error
 */
export type PackedResults = ArrayBuffer;

/** Changes with every change of the layout, so that two versions never misread each other. */
export const RESULT_VERSION = 5;
/** Digits that a word holds exactly, whatever they are; a number of solutions in the text has more. */
export const SAFE_DIGITS = 15;
export const HEADER = 2;
export const FIELDS = 30;

/** The words of one result. -1 is null; lengths are bytes of text, -1 for no text. */
export const enum Field {
  Status,
  StoppedBy,
  Technique,
  GuessDepth,
  GuessDepthMin,
  SearchDepth,
  /** -1 if the text has them. */
  Solutions,
  SolutionsExact,
  Sweeps,
  LineSolves,
  Probes,
  Decisions,
  Conflicts,
  CrossCheck,
  SolveMs,
  Difficulty,
  DifficultyBound,
  EffortLine,
  EffortProbe,
  Tries,
  Stars,
  Needs,
  Proof,
  CountEstimate,
  CountEstimateError,
  FinishedAt,
  SolutionsLength,
  SolutionLength,
  SecondSolutionLength,
  ErrorLength,
}

/** The word for `name`: its index in `names`, or -1 for null. */
export function wordOf<T>(names: readonly T[], name: T | null): number {
  return name === null ? -1 : names.indexOf(name);
}
