import type { Status, Technique } from '../../result/outcome.js';
import type { RunState } from '../../store/queries/runs.js';
import type { DuplicatePuzzle } from '../../store/queries/duplicates.js';
import type { StoredLeftOut } from '../../store/queries/left-out.js';
import type { SolvedPuzzle } from '../../store/queries/stored-results.js';
import type { Numbers, SolveTimes } from '../numbers/numbers.js';
import type { CrossChecks } from '../numbers/tally.js';

/** The contents of `summary.json` and of `--json`: programs rely on these names. */
export interface Summary {
  readonly run: {
    readonly runId: number;
    readonly name: string | null;
    readonly state: RunState;
    /** UTC, ISO 8601. */
    readonly startedAt: string;
    readonly finishedAt: string | null;
    readonly toolVersion: string;
  };
  readonly puzzles: number;
  readonly rejects: number;
  /** Files that were read, and those of folders that were left out, with the reason. */
  readonly files: {
    readonly read: number;
    readonly leftOut: readonly StoredLeftOut[];
  };
  /** Every status, even with 0. */
  readonly byStatus: Readonly<Record<Status, number>>;
  /** Every technique, even with 0; `unproven` if it is not known. */
  readonly byTechnique: Readonly<Record<Technique | 'unproven', number>>;
  /** `"2"` is known, `"2+"` is "at least 2", `"none"` has no depth. */
  readonly byGuessDepth: Readonly<Record<string, number>>;
  /** By `"<width>x<height>"`, in the order of the number of cells. */
  readonly bySize: Readonly<Record<string, number>>;
  /** Verdicts that a second engine looked at (`--cross-check`); null if there are none. */
  readonly crossCheck: CrossChecks | null;
  /** Verdicts with a checked proof (`--prove`); null if no proofs were asked for. */
  readonly proven: number | null;
  readonly solveMs: SolveTimes;
  /** Milliseconds of work, over all sessions of the run. */
  readonly wallMs: number;
  /** Null if no time has passed. */
  readonly puzzlesPerSecond: number | null;
  readonly hardest: {
    readonly byTime: readonly HardPuzzle[];
    readonly byGuessDepth: readonly HardPuzzle[];
  };
  /** Groups of equal puzzles; `surplus` would have to go for each to be there once. */
  readonly duplicates: {
    readonly groups: number;
    readonly surplus: number;
    /** The first groups, in the order of the corpus. */
    readonly first: readonly EqualPuzzles[];
  };
  /** Authors' pictures that came with the puzzles: how many, and how many are not solutions. */
  readonly goals: { readonly given: number; readonly wrong: number };
  /** Start positions: how many, how many do not fit the clues, and of how many that is not known. */
  readonly starts: { readonly given: number; readonly wrong: number; readonly open: number };
  /** The first puzzles of which a picture or a start position does not fit, with the first wrong cell. */
  readonly misfits: readonly MisfitPuzzle[];
}

/** A group of puzzles that are the same but for turns, mirror images and the names of colours. */
export interface EqualPuzzles {
  readonly shape: string;
  readonly puzzles: number;
  readonly first: readonly DuplicatePuzzle[];
}

/** A puzzle whose start position or author's picture does not fit the clues. */
export interface MisfitPuzzle {
  readonly puzzleId: number;
  readonly name: string;
  readonly title: string | null;
  readonly path: string;
  readonly ordinal: number;
  readonly what: string;
}

/** One of the hardest puzzles. */
export interface HardPuzzle {
  readonly puzzleId: number;
  readonly name: string;
  readonly title: string | null;
  readonly path: string;
  readonly ordinal: number;
  readonly width: number;
  readonly height: number;
  readonly status: Status;
  readonly technique: Technique | null;
  readonly guessDepth: number | null;
  readonly guessDepthMin: number | null;
  readonly solveMs: number;
}

/** The summary of a run, as plain data. */
export function summaryOf(numbers: Numbers): Summary {
  const { run, puzzles } = numbers;
  return {
    run: {
      runId: run.runId,
      name: run.name,
      state: run.state,
      startedAt: run.startedAt,
      finishedAt: run.finishedAt,
      toolVersion: run.toolVersion,
    },
    puzzles,
    rejects: numbers.rejects,
    files: { read: numbers.corpora.files, leftOut: numbers.leftOut },
    byStatus: Object.fromEntries(numbers.byStatus) as Summary['byStatus'],
    byTechnique: Object.fromEntries(numbers.byTechnique) as Summary['byTechnique'],
    byGuessDepth: Object.fromEntries(numbers.byGuessDepth),
    bySize: Object.fromEntries(
      numbers.bySize.map((size) => [`${size.width}x${size.height}`, size.puzzles]),
    ),
    crossCheck: numbers.crossCheck,
    proven: numbers.proven,
    solveMs: numbers.solveMs,
    wallMs: run.wallMs,
    puzzlesPerSecond: run.wallMs > 0 ? (puzzles / run.wallMs) * 1000 : null,
    hardest: {
      byTime: numbers.hardest.byTime.map(toHardPuzzle),
      byGuessDepth: numbers.hardest.byGuessDepth.map(toHardPuzzle),
    },
    ...partsOf(numbers),
  };
}

/** What the summary says of equal puzzles, and of what does not fit the clues. */
function partsOf({
  duplicates: { groups, surplus, first },
  misfits: { goals, starts, first: misfits },
}: Numbers): Pick<Summary, 'duplicates' | 'goals' | 'starts' | 'misfits'> {
  return {
    duplicates: { groups, surplus, first },
    goals: { given: goals.given, wrong: goals.wrong },
    starts,
    misfits: misfits.map(({ solved: { puzzleId, name, title, path, ordinal }, text }) => ({
      puzzleId,
      name,
      title,
      path,
      ordinal,
      what: text,
    })),
  };
}

/** The text of `summary.json`. */
export function summaryJson(numbers: Numbers): string {
  return JSON.stringify(summaryOf(numbers), null, 2) + '\n';
}

function toHardPuzzle({ puzzle, result, ...place }: SolvedPuzzle): HardPuzzle {
  return {
    puzzleId: place.puzzleId,
    name: place.name,
    title: place.title,
    path: place.path,
    ordinal: place.ordinal,
    width: puzzle.width,
    height: puzzle.height,
    status: result.status,
    technique: result.technique,
    guessDepth: result.guessDepth,
    guessDepthMin: result.guessDepthMin,
    solveMs: result.solveMs,
  };
}
