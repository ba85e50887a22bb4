import { countedFigures, type CountedFigures } from './counted-figures.js';
import { roundsOf, type RoundNumbers } from './round-numbers.js';
import { timeLimits } from '../../record/par2.js';
import type { Watch } from '../../record/counted-work.js';
import { keepFewPages, readSnapshot, type Store } from '../../store/open/open.js';
import {
  corporaOf,
  listLeftOut,
  runFiles,
  sourcesSha256,
  type StoredLeftOut,
} from '../../store/stored-runs/run-corpora.js';
import {
  shownState,
  findRun,
  runById,
  type Run,
  type RunSource,
} from '../../store/stored-runs/read-runs.js';
import type { ShownState } from '../../record/run-state.js';
import type { Corpora } from '../../../solver/core/text/plain-text.js';
import { duplicatesAmong, type Duplicates } from '../../store/queries/duplicates.js';
import { findMisfits } from '../../store/queries/misfits.js';
import { nearestMisses } from '../../store/queries/near-misses.js';
import { copiedFiles, type CopiedFile } from '../../store/stored-runs/copied-files.js';
import { Nights } from '../../store/changes/nights.js';
import { namedPuzzles, sinceLastNight, type SinceLastNight } from '../../store/changes/since.js';
import { evaluateGates, gatesCommand, type EvaluatedGates } from '../../store/gates/evaluate.js';
import { solvedPuzzle, type SolvedPuzzle } from '../../store/queries/stored-results.js';
import {
  countRejects,
  listRejects,
  rejectKinds,
  type RejectGroup,
} from '../../store/rows/rejects.js';
import type { StoredReject } from '../../store/rows/stored.js';
import type { Fits, ResultTally } from '../../store/tally/result-tally.js';
import { scanResults } from '../../store/queries/scan-results.js';
import { LINES_WITHIN, puzzleLines, type PuzzleLines } from '../../runs/stages/puzzle-lines.js';
import { nameMisfits, type NamedMisfit } from '../../store/gates/findings.js';

/** Everything that the summary, the pages and the charts show about a run: binned, no rows. */
export interface Numbers extends CountedFigures {
  readonly run: Run;
  readonly state: ShownState;
  /** What is new since the night before; null if the run is no night. */
  readonly since: SinceLastNight | null;
  /** What it was compared with. */
  readonly nights: Nights;
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
  readonly rejects: number;
  /** What each round did; none if the run does not go in rounds. */
  readonly rounds: readonly RoundNumbers[];
  /** Puzzles solved a second over all sessions; null if no time has passed. */
  readonly perSecond: number | null;
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
  /** The kinds of their reasons, the most frequent first. */
  readonly rejectKinds: readonly RejectGroup[];
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

/** What came with the puzzles besides their clues, and whether it fits them. */
export interface Misfits {
  /** Authors' pictures. */
  readonly goals: Fits;
  /** Start positions. */
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

/** What numbers are gathered from besides the database. */
interface GatheredFrom {
  readonly stopped?: StoppedRun | null;
  readonly watch?: Watch | undefined;
}

/**
 * Gathers the numbers of a run, which agree with each other also while the run goes on.
 * @throws StoreError if there is no such run.
 */
export function gatherNumbers(store: Store, runId: number, from: GatheredFrom = {}): Numbers {
  keepFewPages(store);
  return readSnapshot(store, () => gather(store, runId, from));
}

function gather(store: Store, runId: number, { stopped = null, watch }: GatheredFrom): Numbers {
  const run = runById(store, runId) ?? findRun(store, String(runId));
  const { timeoutMs, bySteps } = timeLimits(run.options, run.retries);
  const tally = scanResults(store, runId, watch);
  const figures = countedFigures(tally, bySteps);
  const own = figures.puzzles - figures.reused;
  const nights = new Nights(store);
  const puzzleOf = (id: number): SolvedPuzzle | never[] => solvedPuzzle(store, runId, id) ?? [];
  return {
    ...figures,
    run,
    state: shownState(store, run),
    since: sinceLastNight(store, run, nights),
    nights,
    corpora: corporaOf(store, run),
    files: runFiles(store, runId, -1, FILES_LISTED),
    corporaSha256: sourcesSha256(store, runId),
    leftOut: listLeftOut(store, runId),
    copies: copiedFiles(store, runId),
    gates: evaluateGates(store, run, { shapes: tally.shapes, nights }),
    gatesCommand: gatesCommand(store, runId),
    stopped,
    rejects: countRejects(store, runId),
    rounds: roundsOf(run, tally),
    perSecond:
      run.wallMs > 0 && !(figures.reused > 0 && own === 0) ? (own / run.wallMs) * 1000 : null,
    proven: run.options['prove'] === true || figures.proven > 0 ? figures.proven : null,
    timeoutMs,
    hardest: {
      byScore: tally.hardest('byScore').flatMap(puzzleOf),
      byTime: tally.hardest('byTime').flatMap(puzzleOf),
      byGuessDepth: tally.hardest('byGuessDepth').flatMap(puzzleOf),
    },
    firstRejects: listRejects(store, runId, REJECTS_LISTED),
    rejectKinds: allOf(rejectKinds(store, runId)),
    duplicates: duplicatesAmong(store, runId, tally.shapes, DUPLICATES_LISTED),
    misfits: misfitsOf(store, runId, tally),
    nearMisses: nearMissesOf(store, runId, puzzleOf),
    lines: new Map(),
  };
}

/** What a generator returns, at once. */
function allOf<Result>(steps: Generator<undefined, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/**
 * The numbers with the lines of puzzles that are listed with their place. The corpora are read
 * again for them, if they are still there.
 */
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

function nearMissesOf(
  store: Store,
  runId: number,
  puzzleOf: (id: number) => SolvedPuzzle | never[],
): Numbers['nearMisses'] {
  const { ids, seen } = nearestMisses(store, runId, NEAR_MISSES.mapped, NEAR_MISSES.seen);
  return { first: ids.flatMap(puzzleOf), seen };
}

/** Only a run with misfits pays for looking them up. */
function misfitsOf(store: Store, runId: number, tally: ResultTally): Misfits {
  const [goals, starts] = [tally.fits('goalFit'), tally.fits('startFit')];
  const some = goals.wrong + starts.wrong + starts.open > 0;
  const found = some ? findMisfits(store, runId, MISFITS_LISTED).first : [];
  return { goals, starts, first: nameMisfits(found) };
}
