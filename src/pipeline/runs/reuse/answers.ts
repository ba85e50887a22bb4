import { isUndecided } from '../../../solver/core/result/outcome.js';
import type { StoredResult } from '../../../solver/core/result/result.js';
import {
  hasRound,
  limitIn,
  listOfLimits,
  type RoundLimit,
  type RoundLists,
  type AskedOfPuzzles,
} from '../../record/options.js';
import type { SolvedWhy } from '../../record/outcome.js';

/** The columns of a stored result that say whether it answers the questions of another run. */
export type AnsweringResult = Pick<
  StoredResult,
  | 'status'
  | 'stoppedBy'
  | 'guessDepth'
  | 'guessDepthMin'
  | 'solutions'
  | 'solutionsExact'
  | 'difficulty'
  | 'innerLookAhead'
  | 'proof'
  | 'crossCheck'
  | 'attempts'
  | 'limitMs'
  | 'error'
>;

/** What the run asked that has the result. */
export interface AskedThen extends AskedOfPuzzles {
  /**
   * Whether some of its puzzles were tried again under other limits (`--retry`): what the options
   * say is not true of them.
   */
  readonly isRetried: boolean;
  /** Whether it had a share of each piece (`--shard`). */
  readonly isPart: boolean;
}

/**
 * Whether a result answers what a run asks now: if so, what its `attempts` become, else why not.
 * The result itself tells what is known: that the puzzle has 7 solutions answers every count, a
 * guess depth of 1 every depth. Where something is not known, more time might tell: then the result
 * answers only if it was asked for at least as much, under limits of at least as much, and
 * `attempts` says for how many rounds of the run its limits would do.
 */
export function attemptsIfAnswered(
  result: AnsweringResult,
  then: AskedThen,
  now: AskedOfPuzzles,
  isCrossChecked: boolean,
): number | SolvedWhy {
  const { status, stoppedBy, error } = result;
  // Something went wrong, or was wrong: it is looked at again.
  if (error !== null || status === 'crash' || status === 'solved' || stoppedBy === 'crash') {
    return 'wentWrong';
  }
  // The proof itself is wanted, and only its steps were counted.
  if (now.proveTo !== null && isProvable(result)) return 'askedForMore';
  if (isAnswered(result, now, isCrossChecked)) return result.attempts;
  if (!asksAsMuch(then, now)) return 'askedForMore';
  const rounds = roundsCovered(result, then, now);
  return rounds === 0 ? 'largerLimits' : rounds;
}

function isProvable({ status }: AnsweringResult): boolean {
  return status === 'unique' || status === 'contradiction';
}

/** Whether all that is asked is known. */
function isAnswered(
  result: AnsweringResult,
  { count, guessDepth, noDifficulty, prove }: AskedOfPuzzles,
  isCrossChecked: boolean,
): boolean {
  const { status, proof, crossCheck } = result;
  return (
    !isUndecided(status) &&
    isCounted(result, count ?? 2) &&
    isDepthKnown(result, guessDepth ?? 1) &&
    (noDifficulty === true || isRated(result, guessDepth ?? 1)) &&
    (prove !== true || !isProvable(result) || proof !== null) &&
    (!isCrossChecked || crossCheck === 'agree')
  );
}

function isCounted(
  { solutions, solutionsExact }: AnsweringResult,
  count: number | 'exact',
): boolean {
  if (solutionsExact) return true;
  return count !== 'exact' && BigInt(solutions) >= BigInt(count);
}

function isDepthKnown(
  { status, guessDepth, guessDepthMin }: AnsweringResult,
  wanted: number,
): boolean {
  if (status === 'multiple' || guessDepth !== null) return true;
  return guessDepthMin !== null && guessDepthMin > wanted;
}

function isRated(
  { status, guessDepth, difficulty, innerLookAhead }: AnsweringResult,
  wanted: number,
): boolean {
  if (status !== 'unique') return true;
  return difficulty !== null && (wanted < 2 || guessDepth !== 2 || innerLookAhead !== null);
}

/** Whether a run was to find out all that another one is. */
function asksAsMuch(then: AskedOfPuzzles, now: AskedOfPuzzles): boolean {
  return (
    asksForAsMany(then.count ?? 2, now.count ?? 2) &&
    (then.guessDepth ?? 1) >= (now.guessDepth ?? 1) &&
    (then.noDifficulty !== true || now.noDifficulty === true) &&
    (then.prove === true || now.prove !== true) &&
    (then.crossCheck ?? 0) >= (now.crossCheck ?? 0)
  );
}

function asksForAsMany(
  then: NonNullable<AskedOfPuzzles['count']>,
  now: NonNullable<AskedOfPuzzles['count']>,
): boolean {
  return then === 'exact' || (now !== 'exact' && then >= now);
}

type LimitName = 'timeoutMs' | 'maxSteps' | 'memoryMiB';

const LIMITS: readonly LimitName[] = ['timeoutMs', 'maxSteps', 'memoryMiB'];

const LIMIT_OF: Readonly<Partial<Record<string, LimitName>>> = {
  timeout: 'timeoutMs',
  steps: 'maxSteps',
  memory: 'memoryMiB',
};

/**
 * For how many rounds of a run, from the first on, the limits of a result are as large as those of
 * the round; 0 if not even for one.
 */
function roundsCovered(result: AnsweringResult, then: AskedThen, now: AskedOfPuzzles): number {
  const ended = LIMIT_OF[result.stoppedBy ?? result.status];
  // If nobody knows which limit it was, each of them counts.
  const limits = ended === undefined ? LIMITS : [ended];
  const lists: RoundLists = Object.fromEntries(
    LIMITS.map((name) => [name, listOfLimits(now[name])]),
  );
  let rounds = 0;
  while (
    (rounds === 0 || hasRound(lists, rounds + 1)) &&
    limits.every((name) => limitThen(name, result, then) >= limitOf(name, now[name], rounds + 1))
  ) {
    rounds++;
  }
  return rounds;
}

function limitOf(name: LimitName, limit: RoundLimit | null, round: number): number {
  if (limit === null) return Infinity;
  return typeof limit === 'number' ? limit : limitIn(name, limit, round);
}

/** The limit that a result was found under, as far as it is known; else 0. */
function limitThen(
  name: LimitName,
  { limitMs, attempts }: AnsweringResult,
  then: AskedThen,
): number {
  if (name === 'timeoutMs') return limitMs ?? Infinity;
  return then.isRetried && attempts > 1 ? 0 : limitOf(name, then[name], attempts);
}
