import { roundsOf, type RoundNumbers } from './round-numbers.js';
import type { Needs } from '../../core/result/difficulty.js';
import { STATUSES, type Status } from '../../core/result/outcome.js';
import { timeLimits } from '../../core/run-record/par2.js';
import {
  TECHNIQUE_KEYS,
  depthOrder,
  type DepthKey,
  type TechniqueKey,
} from '../../core/result/technique-keys.js';
import { readSnapshot, versionOf, type Store } from '../../runs/store/open/open.js';
import {
  corporaOf,
  listLeftOut,
  runFiles,
  sourcesSha256,
  type StoredLeftOut,
} from '../../runs/store/stored-runs/run-corpora.js';
import {
  shownState,
  findRun,
  runById,
  type Run,
  type RunSource,
} from '../../runs/store/stored-runs/read-runs.js';
import type { ShownState } from '../../core/run-record/run-state.js';
import type { Corpora } from '../../core/text/corpora-text.js';
import { duplicatesAmong, type Duplicates } from '../../runs/store/queries/duplicates.js';
import { findMisfits } from '../../runs/store/queries/misfits.js';
import { nearestMisses } from '../../runs/store/queries/near-misses.js';
import { copiedFiles, type CopiedFile } from '../../runs/store/stored-runs/copied-files.js';
import {
  evaluateGates,
  gatesCommand,
  type EvaluatedGates,
} from '../../runs/store/gates/evaluate.js';
import { solvedPuzzle, type SolvedPuzzle } from '../../runs/store/queries/stored-results.js';
import { countRejects, listRejects } from '../../runs/store/rows/rejects.js';
import type { StoredReject } from '../../runs/store/rows/stored.js';
import { tallyResults, type CountedTally } from './tally-run.js';
import { merged, quantile, sumOf } from './number-lists.js';
import type { CrossChecks, Fits, Tally } from './tally.js';
import { LINES_WITHIN, puzzleLines, type PuzzleLines } from '../../runs/stages/puzzle-lines.js';
import { nameMisfits, type NamedMisfit } from '../../runs/store/gates/findings.js';
import { sumOfSizes, type Counts, type SizeNumbers } from '../../core/result/size-tally.js';

/** Everything that the summary, the pages and the charts show about a run: binned, no rows. */
export interface Numbers {
  readonly run: Run;
  readonly state: ShownState;
  readonly corpora: Corpora;
  /** The first files of the corpora. */
  readonly files: readonly RunSource[];
  /** One hash for the content of all of them, or null: see `sourcesSha256`. */
  readonly corporaSha256: string | null;
  /** Files of folders that were not read. */
  readonly leftOut: readonly StoredLeftOut[];
  /** Files that are copies of others: their puzzles are solved once. */
  readonly copies: readonly CopiedFile[];
  /** Whether the gates of the run hold. */
  readonly gates: EvaluatedGates;
  /** What to type for the list of what does not meet them. */
  readonly gatesCommand: string;
  /**
   * How much is left of a run that did not come to its end, or of a retry that was stopped just
   * now; else null.
   */
  readonly stopped: StoppedRun | null;
  /** The number of results; with the rejects, all entries. */
  readonly puzzles: number;
  /** How many of them were taken over from other runs: all figures of time leave these out. */
  readonly reused: number;
  readonly rejects: number;
  /** What each round did; none if the run does not go in rounds. */
  readonly rounds: readonly RoundNumbers[];
  /** Puzzles solved a second over all sessions; null if no time has passed. */
  readonly perSecond: number | null;
  readonly byStatus: ReadonlyMap<Status, number>;
  /** Techniques of unique puzzles, and what the others are. */
  readonly byTechnique: ReadonlyMap<TechniqueKey, number>;
  /** How many puzzles have each pair, for the stacked chart. */
  readonly byStatusAndTechnique: ReadonlyMap<Status, ReadonlyMap<TechniqueKey, number>>;
  readonly byGuessDepth: ReadonlyMap<DepthKey, number>;
  /** In the order of the number of cells. */
  readonly bySize: readonly SizeNumbers[];
  /** How hard the puzzles are for people. */
  readonly difficulty: DifficultyNumbers;
  /** Null if no verdict was checked. */
  readonly crossCheck: CrossChecks | null;
  /** Verdicts with a checked proof (`--prove`); null if no proofs were asked for. */
  readonly proven: number | null;
  readonly solveMs: SolveTimes;
  /** Solve times of the puzzles with a verdict, in ascending order: what "solved within" shows. */
  readonly decidedMs: Float64Array;
  /**
   * The limit for one puzzle that the run's options name, or that of a retry if it is longer; null
   * for none.
   */
  readonly timeoutMs: number | null;
  readonly hardest: {
    readonly byScore: readonly SolvedPuzzle[];
    readonly byTime: readonly SolvedPuzzle[];
    readonly byGuessDepth: readonly SolvedPuzzle[];
  };
  readonly firstRejects: readonly StoredReject[];
  /** Groups of puzzles that are the same, turned, mirrored, or in other colours. */
  readonly duplicates: Duplicates;
  readonly misfits: Misfits;
  /** The lines at which puzzles begin that are listed with their place; see `withLines`. */
  readonly lines: PuzzleLines;
  /** Puzzles with several solutions that differ in few cells: see `nearestMisses`. */
  readonly nearMisses: { readonly first: readonly SolvedPuzzle[]; readonly seen: number };
}

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

/** How hard the puzzles of a run are for people: those with a score alone. */
interface DifficultyNumbers {
  readonly rated: number;
  /** Scores that are lower bounds. */
  readonly bounds: number;
  readonly median: number | null;
  /** Whether the median may be more, as a lower bound is among the scores up to it. */
  readonly medianIsBound: boolean;
  readonly lowest: number | null;
  readonly highest: number | null;
  /** See `scoreBin`. */
  readonly byScore: Counts;
  /** One to five stars, all of them. */
  readonly byStars: ReadonlyMap<number, number>;
  /** Every technique, the weakest first. */
  readonly byNeeds: ReadonlyMap<Needs, number>;
}

/** What came with the puzzles besides their clues, and whether it fits them. */
export interface Misfits {
  /** Authors' pictures. */
  readonly goals: Fits;
  /** Start positions. */
  readonly starts: Fits;
  /** The first puzzles that come with something that does not fit, with what is wrong. */
  readonly first: readonly NamedMisfit[];
}

/**
 * Milliseconds; null if there is no puzzle. Quantiles are those of `quantileAt`.
 */
export interface SolveTimes {
  readonly total: number;
  readonly median: number | null;
  readonly p95: number | null;
  readonly p99: number | null;
  readonly max: number | null;
  /**
   * PAR-2, the mean solve time in which a puzzle without a verdict (timeout, memory, crash) counts
   * as twice the limit that it had; without a limit, as twice the time that it took. Null where
   * steps were limited: how far they lead says nothing of time.
   */
  readonly par2: number | null;
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

/**
 * Gathers the numbers of a run, which agree with each other also while the run goes on. It goes
 * over the results, unless `counted` did that and the database is still the same.
 * @throws StoreError if there is no such run.
 */
export function gatherNumbers(
  store: Store,
  runId: number,
  stopped: StoppedRun | null = null,
  counted: CountedTally | null = null,
): Numbers {
  return readSnapshot(store, () => gather(store, runId, stopped, counted));
}

function gather(
  store: Store,
  runId: number,
  stopped: StoppedRun | null,
  counted: CountedTally | null,
): Numbers {
  const run = runById(store, runId) ?? findRun(store, String(runId));
  const { timeoutMs, bySteps } = timeLimits(run.options, run.retries);
  const isSame = counted?.version === versionOf(store);
  const tally = isSame ? counted.tally : tallyResults(store, runId);
  const decidedMs = tally.decidedTimes.sorted();
  const openMs = tally.openTimes.sorted();
  // Nearly always all puzzles have a verdict.
  const sortedMs = openMs.length === 0 ? decidedMs : merged(decidedMs, openMs);
  const decidedTotal = sumOf(decidedMs);
  const puzzleOf = (id: number): SolvedPuzzle | never[] => solvedPuzzle(store, runId, id) ?? [];
  return {
    run,
    state: shownState(store, run),
    corpora: corporaOf(store, run),
    files: runFiles(store, runId, -1, FILES_LISTED),
    corporaSha256: sourcesSha256(store, runId),
    leftOut: listLeftOut(store, runId),
    copies: copiedFiles(store, runId),
    gates: evaluateGates(store, run, { shapes: tally.shapes }),
    gatesCommand: gatesCommand(store, runId),
    stopped,
    puzzles: tally.puzzles,
    reused: tally.reused,
    rejects: countRejects(store, runId),
    rounds: roundsOf(store, run, sortedMs.length),
    perSecond:
      run.wallMs > 0 && !(tally.reused > 0 && sortedMs.length === 0)
        ? (sortedMs.length / run.wallMs) * 1000
        : null,
    byStatus: byStatus(tally),
    byTechnique: byTechnique(tally),
    byStatusAndTechnique: tally.byStatusAndTechnique,
    byGuessDepth: new Map([...tally.byGuessDepth].sort(([a], [b]) => depthOrder(a, b))),
    bySize: tally.sizes.bySize(),
    difficulty: difficultyOf(tally),
    crossCheck: Object.values(tally.crossChecks).some((count) => count > 0)
      ? tally.crossChecks
      : null,
    proven: run.options['prove'] === true || tally.proven > 0 ? tally.proven : null,
    solveMs: {
      total: decidedTotal + sumOf(openMs),
      median: quantile(sortedMs, 0.5),
      p95: quantile(sortedMs, 0.95),
      p99: quantile(sortedMs, 0.99),
      max: quantile(sortedMs, 1),
      par2:
        bySteps || sortedMs.length === 0
          ? null
          : (decidedTotal + tally.openPenalty) / sortedMs.length,
    },
    decidedMs,
    timeoutMs,
    hardest: {
      byScore: tally.hardestByScore.items().flatMap(puzzleOf),
      byTime: tally.hardestByTime.items().flatMap(puzzleOf),
      byGuessDepth: tally.hardestByGuessDepth.items().flatMap(puzzleOf),
    },
    firstRejects: listRejects(store, runId, REJECTS_LISTED),
    duplicates: duplicatesAmong(store, runId, tally.shapes, DUPLICATES_LISTED),
    misfits: misfitsOf(store, runId, tally),
    nearMisses: nearMissesOf(store, runId, puzzleOf),
    lines: new Map(),
  };
}

/**
 * The numbers with the lines of puzzles that are listed with their place. The corpora are read
 * again for them, if they are still there.
 */
export async function withLines(store: Store, numbers: Numbers): Promise<Numbers> {
  const { duplicates, misfits, gates, run } = numbers;
  const ids = [
    ...duplicates.first.flatMap(({ first }) => first.map(({ puzzleId }) => puzzleId)),
    ...misfits.first.map(({ solved }) => solved.puzzleId),
    ...gates.findings.flatMap(({ items }) =>
      items.slice(0, FINDINGS_LISTED).flatMap(({ puzzleId }) => puzzleId ?? []),
    ),
  ];
  return { ...numbers, lines: await puzzleLines(store, run.runId, ids, LINES_WITHIN) };
}

/**
 * All statuses, even if no puzzle has them; `solved` is of other programs, and shows only there.
 */
function byStatus({ byStatusAndTechnique }: Tally): Map<Status, number> {
  const counts = STATUSES.map((status) => {
    const techniques = byStatusAndTechnique.get(status)?.values() ?? [];
    return [status, [...techniques].reduce((sum, count) => sum + count, 0)] as const;
  });
  return new Map(counts.filter(([status, count]) => status !== 'solved' || count > 0));
}

/** All techniques, also those that no puzzle has. */
function byTechnique({ byStatusAndTechnique }: Tally): Map<TechniqueKey, number> {
  const counts = [...byStatusAndTechnique.values()];
  return new Map(
    TECHNIQUE_KEYS.map((key) => [key, counts.reduce((sum, of) => sum + (of.get(key) ?? 0), 0)]),
  );
}

function difficultyOf(tally: Tally): DifficultyNumbers {
  const { scores, scoreBounds, leastBound, sizes, stars, needs } = tally;
  const sorted = scores.sorted();
  return {
    rated: sorted.length,
    bounds: scoreBounds,
    median: quantile(sorted, 0.5),
    medianIsBound: leastBound <= (sorted.at(sorted.length >> 1) ?? -1),
    lowest: quantile(sorted, 0),
    highest: quantile(sorted, 1),
    byScore: sumOfSizes(sizes.bySize()).scoreBins,
    byStars: stars,
    byNeeds: needs,
  };
}

function nearMissesOf(
  store: Store,
  runId: number,
  puzzleOf: (id: number) => SolvedPuzzle | never[],
): Numbers['nearMisses'] {
  const { ids, seen } = nearestMisses(store, runId, NEAR_MISSES.mapped, NEAR_MISSES.seen);
  return { first: ids.flatMap(puzzleOf), seen };
}

/** Only a run with misfits pays for looking them up. */
function misfitsOf(store: Store, runId: number, { goals, starts }: Tally): Misfits {
  const some = goals.wrong + starts.wrong + starts.open > 0;
  const found = some ? findMisfits(store, runId, MISFITS_LISTED).first : [];
  return { goals, starts, first: nameMisfits(found) };
}
