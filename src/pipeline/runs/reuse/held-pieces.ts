import {
  type AskedOfPuzzles,
  type ReuseWish,
  isRoundLimit,
  LIMITS_OF_ROUNDS,
  ROUND_LIMITS,
  type RoundLimit,
  otherSolverOf,
  hasRound,
  limitIn,
  KEPT_OPTIONS,
} from '../../record/options.js';
import { type Status, isUndecided } from '../../../solver/core/result/outcome.js';
import { queryLists, queryValues, type Store } from '../../store/open/open.js';
import { countsIn } from '../../store/result-tally.js';
import { areOptionsLost, listRuns, type Run } from '../../store/stored-runs.js';
import type { StoredResult } from '../../../solver/core/result/result.js';
import type { SolvedWhy } from '../../record/outcome.js';
import type { RowValue } from '../../record/result-rules.js';
import { RESULT_AT as AT } from '../../store/queries/damaged-rows.js';

/** A piece that a run can take over as it is. */
export interface HeldPiece {
  /** The run that has written the rows. */
  readonly heldBy: number;
  readonly byStatus: ReadonlyMap<Status, number>;
}

/** Finds an earlier run whose results of a piece will do as they are; null if there is none. */
export function heldPieces(store: Store, wish: ReuseWish): (pieceId: number) => HeldPiece | null {
  // A run that goes on may be older than others, and has no rows of these. A new one has no number.
  const isEarlier = (runId: number): boolean => wish.runId === 0 || runId < wish.runId;
  const same = askedRuns(store, wish, wish.runId).runs.filter(
    ({ runId, then }) => isEarlier(runId) && asksTheSame(then, wish.asked),
  );
  const ids = JSON.stringify(same.map(({ runId }) => runId));
  const holders = new Map(queryLists<[pieceId: number, heldBy: number]>(store, HOLDERS, ids));
  return (pieceId) => {
    const heldBy = holders.get(pieceId);
    if (heldBy === undefined) return null;
    const counts = queryValues<Uint8Array>(store, COUNTS, heldBy, pieceId).at(0);
    const counted = counts === undefined ? null : countsIn(counts);
    if (counted === null || counted.wentWrong > 0) return null;
    return { heldBy, byStatus: counted.byStatus };
  };
}

/** Of a query with max(), SQLite takes the other columns from the row that has the most. */
const HOLDERS = `SELECT piece_id, held_by FROM (SELECT piece_id, held_by, max(run_id) FROM run_pieces
  WHERE run_id IN (SELECT value FROM json_each(?)) GROUP BY piece_id)`;
const COUNTS = 'SELECT counts FROM piece_counts WHERE run_id = ? AND piece_id = ?';

/** Under the same limits, and whether it tried nothing again. */
function asksTheSame(then: AskedRun['then'], now: AskedOfPuzzles): boolean {
  const { isRetried, isPart, ...asked } = then;
  if (isRetried || isPart) return false;
  const names = Object.keys(asked) as (keyof AskedOfPuzzles)[];
  // What was not asked is stored in several ways.
  const said = (value: unknown): string => JSON.stringify(value === false ? null : (value ?? null));
  return names.every((name) => said(then[name]) === said(now[name]));
}

/** A run whose results are asked for. */
interface AskedRun {
  readonly runId: number;
  readonly then: AskedThen;
}

/** Runs that may be asked, the latest first: of equal solvers, and not found changed by a check. */
export function askedRuns(
  store: Store,
  { solvers }: Pick<ReuseWish, 'solvers'>,
  without: number | null = null,
) {
  const own = listRuns(store).filter(
    ({ runId, options, damage }) =>
      runId !== without &&
      damage === null &&
      !areOptionsLost(options) &&
      otherSolverOf(options) === null,
  );
  const runs: AskedRun[] = [];
  /** Solved by another version of the solver, or by one that nobody noted. */
  const others: number[] = [];
  for (const run of own) {
    if (solvers.includes(String(run.options[KEPT_OPTIONS.solver]))) runs.push(askedRun(run));
    else others.push(run.runId);
  }
  /** The runs that have written rows of each piece, the latest first. */
  const byPiece = new Map<number, AskedRun[]>();
  const pieces = (runId: number): number[] => queryValues(store, OWN_PIECES, runId);
  for (const run of runs) {
    for (const pieceId of pieces(run.runId)) {
      const known = byPiece.get(pieceId);
      if (known === undefined) byPiece.set(pieceId, [run]);
      else known.push(run);
    }
  }
  const otherPieces = new Set(others.flatMap(pieces));
  return { runs, byPiece, otherVersions: others.length, otherPieces };
}

const OWN_PIECES = 'SELECT piece_id FROM run_pieces WHERE run_id = ? AND held_by = run_id';

function askedRun({ runId, options, retries }: Run): AskedRun {
  const { count, guessDepth, noDifficulty, prove, crossCheck } = options;
  const then: AskedThen = {
    count: count === 'exact' ? count : numberIn(count),
    guessDepth: numberIn(guessDepth),
    noDifficulty: noDifficulty === true,
    prove: prove === true,
    proveTo: null,
    crossCheck: numberIn(crossCheck),
    timeoutMs: storedRoundLimit('timeoutMs', options.timeoutMs),
    maxSteps: storedRoundLimit('maxSteps', options.maxSteps),
    memoryMiB: storedRoundLimit('memoryMiB', options.memoryMiB),
    isRetried: retries.some(({ round }) => round === null),
    isPart: options.shard != null,
  };
  return { runId, then };
}

function numberIn(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

/** A limit as it is stored; for anything else, a limit that nothing is within. */
function storedRoundLimit(name: LimitName, value: unknown): RoundLimit | null {
  return value == null ? null : isRoundLimit(name, value) ? value : 0;
}

/** The columns of a stored result that say whether it answers the questions of another run. */
export function answeringResult(values: readonly RowValue[]) {
  return {
    status: values[AT.status] as Status,
    stoppedBy: values[AT.stopped_by] as StoredResult['stoppedBy'],
    guessDepth: values[AT.guess_depth] as number | null,
    guessDepthMin: values[AT.guess_depth_min] as number | null,
    solutions: values[AT.solutions] as string,
    solutionsExact: values[AT.solutions_exact] === 1,
    difficulty: values[AT.difficulty] as number | null,
    innerLookAhead: values[AT.inner_look_ahead] as number | null,
    proof: values[AT.proof] as number | null,
    crossCheck: values[AT.cross_check] as StoredResult['crossCheck'],
    attempts: values[AT.attempts] as number,
    limitMs: values[AT.limit_ms] as number | null,
    error: values[AT.error] as string | null,
  };
}

type AnsweringResult = Readonly<ReturnType<typeof answeringResult>>;

/** What the run asked that has the result. */
interface AskedThen extends AskedOfPuzzles {
  /** Whether puzzles were tried again under limits that the options do not say (`--retry`). */
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

function isCounted({ solutions, solutionsExact }: AnsweringResult, count: number | 'exact') {
  if (solutionsExact) return true;
  return count !== 'exact' && BigInt(solutions) >= BigInt(count);
}

function isDepthKnown({ status, guessDepth, guessDepthMin }: AnsweringResult, wanted: number) {
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
  const [counted, count] = [then.count ?? 2, now.count ?? 2];
  return (
    (counted === 'exact' || (count !== 'exact' && counted >= count)) &&
    (then.guessDepth ?? 1) >= (now.guessDepth ?? 1) &&
    (then.noDifficulty !== true || now.noDifficulty === true) &&
    (then.prove === true || now.prove !== true) &&
    (then.crossCheck ?? 0) >= (now.crossCheck ?? 0)
  );
}

type LimitName = (typeof ROUND_LIMITS)[number];

/** How many rounds of a run, from the first on, have limits within those of a result. */
function roundsCovered(result: AnsweringResult, then: AskedThen, now: AskedOfPuzzles): number {
  const status = result.stoppedBy ?? result.status;
  const ended = ROUND_LIMITS.filter((name) => LIMITS_OF_ROUNDS[name].status === status);
  // If nobody knows which limit it was, each of them counts.
  const limits = ended.length === 0 ? ROUND_LIMITS : ended;
  let rounds = 0;
  while (
    (rounds === 0 || hasRound(now, rounds + 1)) &&
    limits.every((name) => limitThen(name, result, then) >= limitIn(name, now, rounds + 1))
  ) {
    rounds++;
  }
  return rounds;
}

/** The limit that a result was found under, as far as it is known; else 0. */
function limitThen(name: LimitName, { limitMs, attempts }: AnsweringResult, then: AskedThen) {
  if (name === 'timeoutMs') return limitMs ?? Infinity;
  return then.isRetried && attempts > 1 ? 0 : limitIn(name, then, attempts);
}

/**
 * Solver versions with equal results: what one of them has solved, the others take over; any other
 * takes over its own alone. `golden` is the SHA-256 of test/goldens/equal-results.txt,
 * which has what they say of 566 puzzles. While it stays as it is, a release joins the list
 * (CONTRIBUTING.md, "Make a release"); once it changes, the list begins anew, and what was solved
 * before is solved again.
 */
export const EQUAL_SOLVERS = {
  golden: 'f2df07cc7f3464c9fcc2b891276fd649cf0a25d6aafe390b350e3a3f594a36af',
  /** As `dist/solver-version` names them. */
  versions: [
    '72836504a6405e3f',
    'cc3832e2bd00f593',
    '0ad7415119245e92',
    '7d1f98c21fd5db4c',
    'b18f737775e4d1f0',
    '1e6a02ba261c317d',
    '283dfbb4391d17be',
    'e238415fa2519ad3',
    'b62dafd96419bee3',
    '7e2643a1a74b00bb',
    'a3b73cc682684bd3',
    '845648ec45cd10b6',
  ] as readonly string[],
} as const;

/** The solver versions whose results are those of `version`, itself included. */
export function solversEqualTo(version: string): readonly string[] {
  const { versions } = EQUAL_SOLVERS;
  return versions.includes(version) ? versions : [version];
}
