import { timeLimits, countWorse, verdictText } from '../../record/outcome.js';
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
import { findDuplicates, findMisfits, evaluateGates, gatesCommand } from '../../store/gates.js';
import { nearestMisses, solvedPuzzle } from '../../store/queries/stored-results.js';
import type { SolvedPuzzle } from '../../store/stored.js';
import { copiedFiles, copiedEntries } from '../../store/pieces.js';
import { Nights } from '../../store/changes/nights.js';
import { namedPuzzles, sinceLastNight, type NamedChange } from '../../store/changes/since.js';
import { countRejects, listRejects, rejectKinds } from '../../store/queries/rejects.js';
import type { ResultTally } from '../../store/result-tally.js';
import { NumberList } from '../../store/number-lists.js';
import { scanResults } from '../../store/queries/scan-results.js';
import { LINES_WITHIN, puzzleLines, type PuzzleLines } from '../../runs/puzzle-lines.js';
import { type Status, isUndecided } from '../../../solver/core/result/outcome.js';
import {
  binOf,
  emptyBins,
  type SizeClass,
  sizeClasses,
  sumOfSizes,
  TECHNIQUE_KEYS,
  type TechniqueKey,
  quantileAt,
  binMiddle,
  quantileOfBins,
  SCORE_BINS,
  scoreAt,
  scoreBinStart,
  type SizeNumbers,
} from '../../record/figures.js';
import { LIMITS_OF_ROUNDS, storedLimits } from '../../record/options.js';
import type { Needs } from '../../../solver/core/result/difficulty.js';

/** Everything that the summary, the pages and the charts show about a run: binned, no rows. */
export type Numbers = Readonly<ReturnType<typeof gather>>;

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

/** How much is listed; the others are only counted. */
export const MOST_LISTED = {
  files: 200,
  /** Puzzles whose start position or author's picture does not fit. */
  misfits: 50,
  /** Of each kind that does not meet the gates. */
  findings: 20,
} as const;

/** How many groups of equal puzzles are listed, and how many puzzles of each. */
const DUPLICATES_LISTED = { groups: 50, members: 12 } as const;

/**
 * How many ambiguous puzzles are looked at, and how many of them are mapped in full, since two
 * solutions show only some of the cells that vary. A report draws the nearest misses among these.
 */
const NEAR_MISSES = { seen: 20_000, mapped: 24 } as const;

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
    files: runSources(store, runId, -1, MOST_LISTED.files),
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
      items.slice(0, MOST_LISTED.findings).flatMap(({ puzzleId }) => puzzleId ?? []),
    ),
    ...namedPuzzles(since),
  ];
  return { ...numbers, lines: await puzzleLines(store, run.runId, ids, LINES_WITHIN) };
}

/**
 * Whether what came with the puzzles besides their clues fits them, and the first of those where
 * it does not, with what is wrong: only a run with misfits pays for looking them up.
 */
function misfitsOf(store: Store, runId: number, tally: ResultTally) {
  const [goals, starts] = [tally.fits('goalFit'), tally.fits('startFit')];
  const some = goals.wrong + starts.wrong + starts.open > 0;
  return { goals, starts, first: some ? findMisfits(store, runId, MOST_LISTED.misfits).first : [] };
}

const SHOWN = [
  ...(['puzzles', 'reused', 'solveMs', 'byStatus', 'byStatusAndTechnique'] as const),
  ...(['byDepth', 'byStars', 'byNeeds'] as const),
] as const;

/** Those that pages show and charts are drawn from, in the report and on pages: plain, as JSON. */
export type PlainFigures = ReturnType<typeof plainFigures>;

/**
 * These figures, with counts in bins in the place of times and sizes. Whoever knows how many scores
 * are bounds spares the others, which take as long as all else.
 */
export function plainFigures(
  figures: Omit<ReturnType<typeof countedFigures>, 'proven'>,
  bounds = figures.difficulty.bounds,
) {
  const timeBins = emptyBins();
  for (const [ms, count] of figures.decidedMs.steps()) timeBins[binOf(ms)] += count;
  const sizes: readonly SizeClass[] = sizeClasses(figures.bySize).map((size) => ({
    ...size,
    timeBins: plain(size.timeBins),
    scoreBins: plain(size.scoreBins),
    densities: size.densities.map((density) =>
      density === null ? null : { ...density, scoreBins: plain(density.scoreBins) },
    ),
  }));
  return {
    ...pick(figures, SHOWN),
    /** How many scores are in each bin, see `scoreBin`, and how many are lower bounds. */
    scoreBins: plain(sumOfSizes(figures.bySize).scoreBins),
    bounds,
    /** How many times of puzzles with a verdict are in each bin, see `binOf`. */
    timeBins: plain(timeBins),
    sizes,
  };
}

function pick<T, K extends keyof T>(of: T, names: readonly K[]): Pick<T, K> {
  return Object.fromEntries(names.map((name) => [name, of[name]])) as Pick<T, K>;
}

/** An array that JSON has, without the empty bins at the end. */
function plain(counts: ArrayLike<number>): number[] {
  const all = Array.from(counts);
  return all.slice(0, all.findLastIndex((count) => count > 0) + 1);
}

/**
 * The figures of a run that are made of its results alone, in the order of their keys, as JSON has
 * them: the same in the report, the summary, on the pages and in metrics. `bySteps` says whether
 * steps were limited.
 */
export function countedFigures(tally: ResultTally, bySteps: boolean) {
  const { crossChecks, byStatus } = tally;
  // Of other programs, and only theirs.
  if (byStatus.get('solved') === 0) byStatus.delete('solved');
  const pairs: Entries<Status, Entries<TechniqueKey, number>> = Array.from(
    tally.byStatusAndTechnique,
    ([of, counts]) => [of, [...counts]],
  );
  const techniques = pairs.flatMap(([, counts]) => counts);
  const sum = (key: TechniqueKey): number =>
    techniques.reduce((all, [of, count]) => all + (of === key ? count : 0), 0);
  const bySize = tally.sizes.bySize();
  const isChecked = Object.values(crossChecks).some((count: number) => count > 0);
  return {
    /** The number of results; with the rejects, all entries. */
    puzzles: tally.puzzles,
    /** How many of them were taken over from other runs: all figures of time leave these out. */
    reused: tally.count(({ isReused }) => isReused),
    /** All statuses, even if no puzzle has them. */
    byStatus: Object.fromEntries(byStatus) as Partial<Record<Status, number>>,
    /** Techniques of unique puzzles, and what the others are; all of them. */
    byTechnique: Object.fromEntries(TECHNIQUE_KEYS.map((key) => [key, sum(key)])) as Record<
      TechniqueKey,
      number
    >,
    /** How many puzzles have each pair, for the stacked chart. */
    byStatusAndTechnique: pairs,
    byDepth: [...tally.byDepth],
    /** One to five stars, all of them. */
    byStars: [...tally.byStars],
    /** Every technique, the weakest first. */
    byNeeds: [...tally.byNeeds],
    /** In the order of the number of cells. */
    bySize,
    get difficulty() {
      return difficultyOf(tally, bySize);
    },
    /** Null if no verdict was checked. */
    crossCheck: isChecked ? crossChecks : null,
    /** Verdicts with a checked proof (`--prove`). */
    proven: tally.count(({ isProven }) => isProven),
    solveMs: timesOf(tally, bySteps),
    /** Solve times of the puzzles with a verdict: what "solved within" shows. */
    decidedMs: tally.decidedTimes,
  };
}

type Entries<Key, Value> = readonly (readonly [Key, Value])[];

/** Milliseconds; null if there is no puzzle. `quantileAt` defines the quantiles. */
function timesOf(tally: ResultTally, bySteps: boolean) {
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
    /**
     * PAR-2, the mean solve time in which a puzzle without a verdict (timeout, memory, crash)
     * counts as twice the limit that it had; without a limit, as twice the time that it took. Null
     * where steps were limited: how far they lead says nothing of time.
     */
    par2: bySteps || puzzles === 0 ? null : (decided.sum() + penalties) / puzzles,
  };
}

/**
 * How hard the puzzles of a run are for people: those with a score alone. Its figures are bounds if
 * they may be more, as a lower bound is among the scores up to them.
 */
function difficultyOf(tally: ResultTally, bySize: readonly SizeNumbers[]) {
  const { scores } = tally;
  const rated = scores.reduce((sum, { length }) => sum + length, 0);
  const at = (rank: number): number => NumberList.at(scores, rank);
  const bounds = scores.at(-1)!;
  const leastBound = bounds.at(0) ?? Infinity;
  const mayBeMore = (rank: number): boolean => rated > 0 && leastBound <= at(rank);
  return {
    rated,
    /** Scores that are lower bounds. */
    bounds: bounds.length,
    median: quantileAt(rated, 0.5, at),
    medianIsBound: mayBeMore(rated >> 1),
    lowest: quantileAt(rated, 0, at),
    lowestIsBound: mayBeMore(0),
    highest: quantileAt(rated, 1, at),
    highestIsBound: mayBeMore(rated - 1),
    /** See `scoreBin`. */
    byScore: sumOfSizes(bySize).scoreBins,
  };
}

/** What each round did, in all parts of a run; none if it does not go in rounds. */
function roundsOf(run: Run, tally: ResultTally) {
  const { options, retries, wallMs } = run;
  if (!Object.keys(LIMITS_OF_ROUNDS).some((name) => Array.isArray(options[name]))) return [];
  const after = retries.reduce((sum, retry) => sum + retry.wallMs, 0);
  // What was taken over, and tried in a later round for the first time, is none of the first.
  const tried =
    tally.count(({ isReused }) => !isReused) - retries.reduce((sum, { reused }) => sum + reused, 0);
  const first = {
    round: 1,
    ...storedLimits(options),
    /** How many it was to try, how many it tried, and how many of these it decided. */
    given: tried,
    tried,
    decided: tally.count(
      ({ status, isFirstTry, isReused }) =>
        isFirstTry && !isReused && !isUndecided(status as Status),
    ),
    /** Milliseconds that it took; null if that is not known. */
    wallMs: wallMs >= after ? wallMs - after : null,
  };
  const later = new Map<number, typeof first>();
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
  return [first, ...[...later.values()].sort((a, b) => a.round - b.round)];
}

/** The contents of `summary.json` and of `--json`: programs rely on these names. */
export type Summary = ReturnType<typeof summaryOf>;

const SOURCE = ['path', 'format', 'sha256', 'bytes', 'entries'] as const;
const VERDICT = [
  ...(['status', 'technique', 'guessDepth', 'guessDepthMin'] as const),
  ...(['difficulty', 'difficultyBound', 'stars', 'needs', 'solveMs'] as const),
] as const;

export function summaryOf(numbers: Numbers) {
  const { run, hardest } = numbers;
  return {
    /** Of its options, null is "no limit", or not asked for; rounds are none of its retries. */
    run: {
      ...pick(run, ['runId', 'name', 'state']),
      /** Of a run that was merged without all of its parts: those that are missing. */
      ...(numbers.stopped?.missing && { missingParts: numbers.stopped.missing }),
      ...pick(run, ['startedAt', 'finishedAt', 'toolVersion', 'options']),
      /** What each round did, if the run goes in rounds. */
      ...(numbers.rounds.length > 0 && { rounds: numbers.rounds }),
      retries: run.retries.filter(({ round }) => round === null),
      /** Where it was made; times mean nothing without it. */
      machine: pick(run, ['host', 'cpu', 'nodeVersion']),
    },
    /** Null for a study, and for runs of other solvers. */
    since: sinceOf(numbers),
    ...pick(numbers, ['puzzles', 'reused', 'rejects']),
    /** Files that were read, and those of folders that were left out, with the reason. */
    files: {
      read: numbers.corpora.files,
      /** Of those of all files in order, in hexadecimal, each with a line feed; else null. */
      sha256: numbers.corporaSha256,
      /** The first `MOST_LISTED.files` of them. */
      sources: numbers.files.map((file) => pick(file, SOURCE)),
      leftOut: numbers.leftOut,
      /** Files with the content of another: their entries are solved once. */
      copies: numbers.copies
        .slice(0, MOST_LISTED.files)
        .map((copy) => ({ path: copy.path, of: copy.of, entries: copiedEntries([copy]) })),
    },
    accounting: accountingOf(numbers),
    damaged: [],
    /** The gates that are stored with the run, and whether they hold; empty without any. */
    gates: numbers.gates.verdicts.map((verdict) => ({
      ...pick(verdict, ['name', 'holds', 'misfits', 'why', 'compared']),
      first: firstMisfits(numbers, verdict.flag),
      /** The command that lists what does not meet it; null if there is nothing. */
      list: verdict.holds ? null : numbers.gatesCommand,
    })),
    /** Every status, even with 0. */
    byStatus: numbers.byStatus as Readonly<Record<Status, number>>,
    byTechnique: numbers.byTechnique,
    /** `"2"` is known, `"2+"` is "at least 2"; `"ambiguous"` and `"none"` have no depth. */
    byGuessDepth: Object.fromEntries(numbers.byDepth) as Readonly<Record<string, number>>,
    /** By `"<width>x<height>"`, in the order of the number of cells. */
    bySize: Object.fromEntries(
      numbers.bySize.map((size) => [`${size.width}x${size.height}`, size.puzzles]),
    ),
    /** What was found of each size, in the same order. */
    sizes: numbers.bySize.map(toSummarySize),
    difficulty: difficultyFields(numbers),
    ...pick(numbers, ['crossCheck', 'proven', 'solveMs']),
    /** Milliseconds of work, over all sessions of the run. */
    wallMs: run.wallMs,
    /** Null if no time has passed. */
    puzzlesPerSecond: numbers.perSecond,
    hardest: {
      byScore: hardest.byScore.map(toHardPuzzle),
      byTime: hardest.byTime.map(toHardPuzzle),
      byGuessDepth: hardest.byGuessDepth.map(toHardPuzzle),
    },
    ...partsOf(numbers),
  };
}

/** What is new since the last complete run of the same name, or over the same corpora. */
function sinceOf({ since, lines }: Numbers) {
  if (since === null) return null;
  // There is no complete run before it, or it is not complete itself.
  if (since.kind !== 'compared') return { run: null, why: since.kind };
  const { before, by, unfinished, fresh, counts, isWhole, worse, gained, rejects, files } = since;
  const named = (change: NamedChange) => ({
    ...pick(change, ['kind', 'name', 'title', 'path']),
    /** The line of the file, from 1; null if it is not known, as that of standard input. */
    line: lineOf(change, lines),
    edited: change.edited,
    /** As `unique, line`. */
    was: change.before === null ? '' : verdictText(change.before),
    /** Null if it is not a puzzle any more: then `rejected` says why. */
    is: change.after === null ? null : verdictText(change.after),
    rejected: change.rejected,
    /** The run that `was` is of. */
    best: change.before?.runId ?? null,
    since: change.since,
  });
  return {
    /** The run that it is compared with, and when that began. */
    run: before.runId,
    startedAt: before.startedAt,
    by,
    unfinished,
    new: fresh,
    /** Null if it cannot be known: the run is a part, or has a limit. */
    gone: isWhole ? counts.gone : null,
    changed: since.changed,
    /** How many are worse than the best that they were: the number of the gate. */
    worse: countWorse(counts),
    /** How many of the worse ones were so the night before already. */
    standing: countWorse(since.standing),
    /** Every kind of change, even with 0: those of `history`. */
    byKind: counts,
    /** The first puzzles that are worse, of each kind, the worst kind first. */
    lost: worse.map(named),
    /** The first puzzles that got a verdict, or are good again. */
    gained: gained.map(named),
    wholeFiles: since.wholeFiles,
    /** Rejects that were not there before, by the kinds of their reasons. */
    rejects: {
      count: rejects.count,
      kinds: rejects.kinds.map(({ reason, count, path, line }) => ({ reason, count, path, line })),
    },
    /** Files in which something is new or changed, the worst first, and how many more. */
    files: files.first.map(
      ({ path, changed, worse: worseHere, gone, rejects: refused, ...rest }) => {
        return { path, new: rest, changed, worse: worseHere, gone, rejects: refused };
      },
    ),
    moreFiles: files.count - files.first.length,
    next: since.next,
  };
}

/** The line at which a puzzle or a reject begins, if it is known. */
export function lineOf({ after, line }: NamedChange, lines: PuzzleLines): number | null {
  return line ?? (after === null ? null : (lines.get(after.puzzleId) ?? null));
}

function toSummarySize(size: SizeNumbers) {
  const score = scoreAt(size, 0.5);
  const time = quantileOfBins(size.timeBins, 0.5, binMiddle);
  return {
    ...pick(size, ['width', 'height', 'puzzles', 'unique', 'line', 'open']),
    /** Within a quarter; null if none has a score. */
    medianScore: score === null ? null : score.value,
    /** Whether it may be more, as a lower bound is among the scores up to it. */
    medianScoreIsBound: score?.isBound === true,
    /** In milliseconds, within an eighth; null if all were taken over from other runs. */
    medianMs: time === null ? null : Number(time.toPrecision(3)),
  };
}

/** Where all entries of all files are: `entries` is the sum of the others. */
function accountingOf({ puzzles, rejects, copies }: Numbers) {
  const copied = copiedEntries(copies);
  const entries = puzzles + rejects + copied;
  // Nothing is damaged: a database with a damaged result has no report. `copied` counts results and
  // rejects again, in files that are copies.
  return { entries, results: puzzles, rejects, damaged: 0, copied };
}

/** What the summary says of equal puzzles, and of what does not fit the clues. */
function partsOf({
  duplicates: { groups, surplus, first },
  misfits: { goals, starts, first: misfits },
  lines,
}: Numbers) {
  const lineAt = (puzzleId: number): number | null => lines.get(puzzleId) ?? null;
  return {
    /** The first groups of equal puzzles, in the order of the corpus. */
    duplicates: {
      groups,
      surplus,
      first: first.map((group) => ({
        ...group,
        first: group.first.map((puzzle) => ({ ...puzzle, line: lineAt(puzzle.puzzleId) })),
      })),
    },
    /** Authors' pictures that came with the puzzles: how many, and how many are not solutions. */
    goals: { given: goals.given, wrong: goals.wrong },
    /** How many start positions, how many do not fit, and of how many that is not known. */
    starts,
    /** The first puzzles whose picture or start does not fit, with the first wrong cell. */
    misfits: misfits.map(({ solved, text }) => ({
      ...pick(solved, ['puzzleId', 'name', 'title', 'path', 'ordinal']),
      line: lineAt(solved.puzzleId),
      what: text,
    })),
  };
}

/** The first entries, puzzles or files that do not meet a gate: where they are, what is wrong. */
function firstMisfits({ gates, lines }: Numbers, flag: string) {
  return gates.findings
    .filter(({ gate, kind }) => gate === flag || kind === 'empty')
    .flatMap(({ items }) => items.slice(0, MOST_LISTED.findings))
    .map(({ path, line, called, what, puzzleId }) => ({
      path,
      line: line ?? (puzzleId === null ? null : (lines.get(puzzleId) ?? null)),
      name: called,
      what,
    }));
}

/** How hard the puzzles with one solution are for people: see docs/solver/difficulty.md. */
function difficultyFields({ difficulty, byStars, byNeeds }: Numbers) {
  const { byScore, ...figures } = difficulty;
  const bins = Array.from({ length: SCORE_BINS }, (_, i) => i).filter((bin) => byScore[bin] > 0);
  return {
    ...figures,
    /** By the least score of each half point that occurs: `"6.5"` is from 6.5 to below 7. */
    byScore: Object.fromEntries(bins.map((bin) => [scoreBinStart(bin).toFixed(1), byScore[bin]])),
    byStars: Object.fromEntries(byStars) as Readonly<Record<string, number>>,
    byNeeds: Object.fromEntries(byNeeds) as Readonly<Record<Needs, number>>,
  };
}

export function summaryJson(numbers: Numbers): string {
  return JSON.stringify(summaryOf(numbers), null, 2) + '\n';
}

function toHardPuzzle({ puzzle, result, ...place }: SolvedPuzzle) {
  return {
    ...pick(place, ['puzzleId', 'name', 'title', 'path', 'ordinal']),
    ...pick(puzzle, ['width', 'height']),
    ...pick(result, VERDICT),
  };
}
