import { timeLimits, type RetryLimits } from '../../record/outcome.js';
import type { Watch } from '../../record/progress.js';
import { keepFewPages, readSnapshot, type Store } from '../../store/open/open.js';
import {
  corporaOf,
  listLeftOut,
  runSources,
  sourcesSha256,
  shownState,
  findRun,
  runById,
  type Run,
} from '../../store/stored-runs.js';
import {
  findDuplicates,
  findMisfits,
  evaluateGates,
  gatesCommand,
  nameMisfits,
  type NamedMisfit,
} from '../../store/gates.js';
import { nearestMisses, solvedPuzzle } from '../../store/queries/stored-results.js';
import type { SolvedPuzzle } from '../../store/stored.js';
import { copiedFiles } from '../../store/pieces.js';
import { Nights } from '../../store/changes/nights.js';
import { namedPuzzles, sinceLastNight } from '../../store/changes/since.js';
import { countRejects, listRejects, rejectKinds } from '../../store/queries/rejects.js';
import type { Fits, ResultTally, CrossChecks } from '../../store/result-tally.js';
import { NumberList } from '../../store/number-lists.js';
import { scanResults } from '../../store/queries/scan-results.js';
import { LINES_WITHIN, puzzleLines, type PuzzleLines } from '../../runs/puzzle-lines.js';
import type { Needs } from '../../../solver/core/result/difficulty.js';
import { type Status, isUndecided } from '../../../solver/core/result/outcome.js';
import {
  binOf,
  type Counts,
  type DepthKey,
  emptyBins,
  type SizeClass,
  sizeClasses,
  type SizeNumbers,
  sumOfSizes,
  TECHNIQUE_KEYS,
  type TechniqueKey,
  quantileAt,
} from '../../record/figures.js';
import { LIMITS_OF_ROUNDS, storedLimits } from '../../record/options.js';

/** Everything that the summary, the pages and the charts show about a run: binned, no rows. */
export type Numbers = Readonly<ReturnType<typeof gather>>;

/** What a round of a run did, in all of its parts. */
type RoundNumbers = RetryLimits & {
  /** From 1. */
  readonly round: number;
  /** How many it was to try, how many it tried, and how many of these it decided. */
  readonly given: number;
  readonly tried: number;
  readonly decided: number;
  /** Milliseconds that it took; null if that is not known. */
  readonly wallMs: number | null;
};

/** How far a run, or a retry, was when it was stopped. */
export interface StoppedRun {
  readonly kind: 'run' | 'retry';
  readonly done: number;
  /** How many there are in all; null if nobody can tell. */
  readonly of: number | null;
  readonly isEstimate: boolean;
  /** Parts of a merged run that are missing, a phrase each. */
  readonly missing?: readonly string[];
}

/** What came with the puzzles besides their clues, and whether it fits them. */
export interface Misfits {
  readonly goals: Fits;
  readonly starts: Fits;
  /** The first puzzles that come with something that does not fit, with what is wrong. */
  readonly first: readonly NamedMisfit[];
}

/** How many files are listed; the others are only counted. */
export const FILES_LISTED = 200;

/** How many groups of equal puzzles are listed, and how many puzzles of each. */
const DUPLICATES_LISTED = { groups: 50, members: 12 } as const;

/** How many puzzles are listed whose start position or author's picture does not fit. */
export const MISFITS_LISTED = 50;

/**
 * How many ambiguous puzzles are looked at, and how many of them are mapped in full, since two
 * solutions show only some of the cells that vary. A report draws the nearest misses among these.
 */
const NEAR_MISSES = { seen: 20_000, mapped: 24 } as const;

/** How much of each kind is listed that does not meet the gates. */
export const FINDINGS_LISTED = 20;

/** How many rejects are listed; the others are only counted. */
const REJECTS_LISTED = 200;

/** The numbers of a run, which agree even while it goes on. @throws StoreError if there is none. */
export function gatherNumbers(
  store: Store,
  runId: number,
  from: { readonly stopped?: StoppedRun | null; readonly watch?: Watch } = {},
): Numbers {
  keepFewPages(store);
  return readSnapshot(store, () => gather(store, runId, from.stopped ?? null, from.watch));
}

function gather(store: Store, runId: number, stopped: StoppedRun | null, watch?: Watch) {
  const run = runById(store, runId) ?? findRun(store, String(runId));
  const { timeoutMs, bySteps } = timeLimits(run.options, run.retries);
  const tally = scanResults(store, runId, watch);
  const figures = countedFigures(tally, bySteps);
  const own = figures.puzzles - figures.reused;
  const nights = new Nights(store);
  const puzzleOf = (id: number): SolvedPuzzle | never[] => solvedPuzzle(store, runId, id) ?? [];
  const { ids, seen } = nearestMisses(store, runId, NEAR_MISSES.mapped, NEAR_MISSES.seen);
  return {
    ...figures,
    run,
    state: shownState(store, run),
    /** Null if the run is no night; `nights` are what it was compared with. */
    since: sinceLastNight(store, run, nights),
    nights,
    corpora: corporaOf(store, run),
    files: runSources(store, runId, -1, FILES_LISTED),
    corporaSha256: sourcesSha256(store, runId),
    leftOut: listLeftOut(store, runId),
    copies: copiedFiles(store, runId),
    gates: evaluateGates(store, run, { nights }),
    /** What to type for the list of what does not meet them. */
    gatesCommand: gatesCommand(store, runId),
    stopped,
    rejects: countRejects(store, runId),
    /** None if the run does not go in rounds. */
    rounds: roundsOf(run, tally),
    /** Puzzles solved a second over all sessions; null if no time has passed. */
    perSecond:
      run.wallMs > 0 && !(figures.reused > 0 && own === 0) ? (own / run.wallMs) * 1000 : null,
    proven: run.options['prove'] === true || figures.proven > 0 ? figures.proven : null,
    /** The limit for a puzzle, that of a retry if it is longer; null for none. */
    timeoutMs,
    hardest: {
      byScore: tally.hardest('byScore').flatMap(puzzleOf),
      byTime: tally.hardest('byTime').flatMap(puzzleOf),
      byGuessDepth: tally.hardest('byGuessDepth').flatMap(puzzleOf),
    },
    firstRejects: listRejects(store, runId, REJECTS_LISTED),
    rejectKinds: allOf(rejectKinds(store, runId)),
    /** Groups of puzzles that are the same, turned, mirrored, or in other colours. */
    duplicates: findDuplicates(store, runId, DUPLICATES_LISTED),
    misfits: misfitsOf(store, runId, tally),
    /** Puzzles with several solutions that differ in few cells: see `nearestMisses`. */
    nearMisses: { first: ids.flatMap(puzzleOf), seen },
    /** The lines at which puzzles begin that are listed with their place; see `withLines`. */
    lines: new Map() as PuzzleLines,
  };
}

/** What a generator returns, at once. */
function allOf<Result>(steps: Generator<undefined, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** With the lines of listed puzzles: the corpora are read again, if they are there. */
export async function withLines(store: Store, numbers: Numbers): Promise<Numbers> {
  const { duplicates, misfits, gates, run, since } = numbers;
  const ids = [
    ...duplicates.first.flatMap(({ first }) => first.map(({ puzzleId }) => puzzleId)),
    ...misfits.first.map(({ solved }) => solved.puzzleId),
    ...gates.findings.flatMap(({ items }) =>
      items.slice(0, FINDINGS_LISTED).flatMap(({ puzzleId }) => puzzleId ?? []),
    ),
    ...namedPuzzles(since),
  ];
  return { ...numbers, lines: await puzzleLines(store, run.runId, ids, LINES_WITHIN) };
}

/** Only a run with misfits pays for looking them up. */
function misfitsOf(store: Store, runId: number, tally: ResultTally): Misfits {
  const [goals, starts] = [tally.fits('goalFit'), tally.fits('startFit')];
  const some = goals.wrong + starts.wrong + starts.open > 0;
  const found = some ? findMisfits(store, runId, MISFITS_LISTED).first : [];
  return { goals, starts, first: nameMisfits(found) };
}

/**
 * The figures of a run that are made of its results alone: the same in the report, the summary, on
 * the pages and in metrics. In the order of their keys, as JSON has them.
 */
interface CountedFigures {
  /** The number of results; with the rejects, all entries. */
  readonly puzzles: number;
  /** How many of them were taken over from other runs: all figures of time leave these out. */
  readonly reused: number;
  /** All statuses, even if no puzzle has them; `solved` is of other programs, and only theirs. */
  readonly byStatus: Readonly<Partial<Record<Status, number>>>;
  /** Techniques of unique puzzles, and what the others are; all of them. */
  readonly byTechnique: Readonly<Record<TechniqueKey, number>>;
  /** How many puzzles have each pair, for the stacked chart. */
  readonly byStatusAndTechnique: Entries<Status, Entries<TechniqueKey, number>>;
  readonly byDepth: Entries<DepthKey, number>;
  /** One to five stars, all of them. */
  readonly byStars: Entries<number, number>;
  /** Every technique, the weakest first. */
  readonly byNeeds: Entries<Needs, number>;
  /** In the order of the number of cells. */
  readonly bySize: readonly SizeNumbers[];
  readonly difficulty: DifficultyNumbers;
  /** Null if no verdict was checked. */
  readonly crossCheck: CrossChecks | null;
  /** Verdicts with a checked proof (`--prove`); null if no proofs were asked for. */
  readonly proven: number | null;
  /** Milliseconds; null if there is no puzzle. `quantileAt` defines the quantiles. */
  readonly solveMs: {
    readonly total: number;
    readonly median: number | null;
    readonly p95: number | null;
    readonly p99: number | null;
    readonly max: number | null;
    /**
     * PAR-2, the mean solve time in which a puzzle without a verdict (timeout, memory, crash)
     * counts as twice the limit that it had; without a limit, as twice the time that it took.
     * Null where steps were limited: how far they lead says nothing of time.
     */
    readonly par2: number | null;
  };
  /** Solve times of the puzzles with a verdict: what "solved within" shows. */
  readonly decidedMs: NumberList;
}

type Entries<Key, Value> = readonly (readonly [Key, Value])[];

/** How hard the puzzles of a run are for people: those with a score alone. */
interface DifficultyNumbers {
  readonly rated: number;
  /** Scores that are lower bounds. */
  readonly bounds: number;
  readonly median: number | null;
  /** Whether it may be more, as a lower bound is among the scores up to it. */
  readonly medianIsBound: boolean;
  readonly lowest: number | null;
  readonly lowestIsBound: boolean;
  readonly highest: number | null;
  readonly highestIsBound: boolean;
  /** See `scoreBin`. */
  readonly byScore: Counts;
}

/** Those that pages show and charts are drawn from, in the report and on pages: plain, as JSON. */
export interface PlainFigures extends Pick<CountedFigures, (typeof SHOWN)[number]> {
  /** How many scores are in each bin, see `scoreBin`, and how many are lower bounds. */
  readonly scoreBins: readonly number[];
  readonly bounds: number;
  /** How many times of puzzles with a verdict are in each bin, see `binOf`. */
  readonly timeBins: readonly number[];
  readonly sizes: readonly SizeClass[];
}

const SHOWN = [
  ...(['puzzles', 'reused', 'solveMs', 'byStatus', 'byStatusAndTechnique'] as const),
  ...(['byDepth', 'byStars', 'byNeeds'] as const),
] as const;

/**
 * These figures, with counts in bins in the place of times and sizes. Whoever knows how many scores
 * are bounds spares the others, which take as long as all else.
 */
export function plainFigures(
  figures: CountedFigures,
  bounds = figures.difficulty.bounds,
): PlainFigures {
  const timeBins = emptyBins();
  for (const [ms, count] of figures.decidedMs.steps()) timeBins[binOf(ms)] += count;
  return {
    ...pick(figures, SHOWN),
    scoreBins: plain(sumOfSizes(figures.bySize).scoreBins),
    bounds,
    timeBins: plain(timeBins),
    sizes: sizeClasses(figures.bySize).map((size) => ({
      ...size,
      timeBins: plain(size.timeBins),
      scoreBins: plain(size.scoreBins),
      densities: size.densities.map((density) =>
        density === null ? null : { ...density, scoreBins: plain(density.scoreBins) },
      ),
    })),
  };
}

export function pick<T, K extends keyof T>(of: T, names: readonly K[]): Pick<T, K> {
  return Object.fromEntries(names.map((name) => [name, of[name]])) as Pick<T, K>;
}

/** An array that JSON has, without the empty bins at the end. */
function plain(counts: ArrayLike<number>): number[] {
  const all = Array.from(counts);
  return all.slice(0, all.findLastIndex((count) => count > 0) + 1);
}

/** The figures of what was counted; `bySteps` says whether steps were limited. */
export function countedFigures(
  tally: ResultTally,
  bySteps: boolean,
): CountedFigures & { readonly proven: number } {
  const { crossChecks, byStatus } = tally;
  if (byStatus.get('solved') === 0) byStatus.delete('solved');
  const pairs = Array.from(
    tally.byStatusAndTechnique,
    ([of, counts]) => [of, [...counts]] as const,
  );
  const techniques = pairs.flatMap(([, counts]) => counts);
  const sum = (key: TechniqueKey): number =>
    techniques.reduce((all, [of, count]) => all + (of === key ? count : 0), 0);
  const bySize = tally.sizes.bySize();
  const isChecked = Object.values(crossChecks).some((count: number) => count > 0);
  return {
    puzzles: tally.puzzles,
    reused: tally.count(({ isReused }) => isReused),
    byStatus: Object.fromEntries(byStatus),
    byTechnique: Object.fromEntries(
      TECHNIQUE_KEYS.map((key) => [key, sum(key)]),
    ) as CountedFigures['byTechnique'],
    byStatusAndTechnique: pairs,
    byDepth: [...tally.byDepth],
    byStars: [...tally.byStars],
    byNeeds: [...tally.byNeeds],
    bySize,
    get difficulty() {
      return difficultyOf(tally, bySize);
    },
    crossCheck: isChecked ? crossChecks : null,
    proven: tally.count(({ isProven }) => isProven),
    solveMs: timesOf(tally, bySteps),
    decidedMs: tally.decidedTimes,
  };
}

function timesOf(tally: ResultTally, bySteps: boolean): CountedFigures['solveMs'] {
  const [decided, open] = [tally.decidedTimes, tally.openTimes];
  const puzzles = decided.length + open.length;
  const quantile = (q: number): number | null =>
    quantileAt(puzzles, q, (rank) => NumberList.at([decided, open], rank));
  const penalties = tally.openPenalties.sum();
  return {
    total: decided.sum() + open.sum(),
    median: quantile(0.5),
    p95: quantile(0.95),
    p99: quantile(0.99),
    max: quantile(1),
    par2: bySteps || puzzles === 0 ? null : (decided.sum() + penalties) / puzzles,
  };
}

function difficultyOf(tally: ResultTally, bySize: readonly SizeNumbers[]): DifficultyNumbers {
  const { scores } = tally;
  const rated = scores.reduce((sum, { length }) => sum + length, 0);
  const at = (rank: number): number => NumberList.at(scores, rank);
  const bounds = scores.at(-1)!;
  const leastBound = bounds.at(0) ?? Infinity;
  const mayBeMore = (rank: number): boolean => rated > 0 && leastBound <= at(rank);
  return {
    rated,
    bounds: bounds.length,
    median: quantileAt(rated, 0.5, at),
    medianIsBound: mayBeMore(rated >> 1),
    lowest: quantileAt(rated, 0, at),
    lowestIsBound: mayBeMore(0),
    highest: quantileAt(rated, 1, at),
    highestIsBound: mayBeMore(rated - 1),
    byScore: sumOfSizes(bySize).scoreBins,
  };
}

/** The rounds of a run of which this was counted; none if it does not go in rounds. */
function roundsOf(run: Run, tally: ResultTally): readonly RoundNumbers[] {
  const { options, retries, wallMs } = run;
  if (!Object.keys(LIMITS_OF_ROUNDS).some((name) => Array.isArray(options[name]))) return [];
  const later = new Map<number, RoundNumbers>();
  for (const retry of retries) {
    if (retry.round === null) continue;
    const { round, timeoutMs, maxSteps, memoryMiB } = retry;
    const before = later.get(round);
    later.set(round, {
      round,
      timeoutMs,
      maxSteps,
      memoryMiB,
      given: (before?.given ?? 0) + retry.puzzles,
      tried: (before?.tried ?? 0) + retry.tried,
      decided: (before?.decided ?? 0) + retry.decided,
      wallMs: (before?.wallMs ?? 0) + retry.wallMs,
    });
  }
  const after = retries.reduce((sum, retry) => sum + retry.wallMs, 0);
  // What was taken over, and tried in a later round for the first time, is none of the first.
  const tried =
    tally.count(({ isReused }) => !isReused) - retries.reduce((sum, { reused }) => sum + reused, 0);
  const first = {
    round: 1,
    ...storedLimits(options),
    given: tried,
    tried,
    decided: tally.count(
      ({ status, isFirstTry, isReused }) =>
        isFirstTry && !isReused && !isUndecided(status as Status),
    ),
    wallMs: wallMs >= after ? wallMs - after : null,
  };
  return [first, ...[...later.values()].sort((a, b) => a.round - b.round)];
}
