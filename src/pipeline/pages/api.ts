import type { ErrorCode } from '../../solver/core/text/error-codes.js';
import type { Comparison, ConditionDifference, RunCondition } from '../store/compare/comparison.js';
import type { HistoryLine } from '../store/history.js';
import type { Standings } from '../store/compare/standings.js';
import type { Neighbours, ResultRow } from '../store/listing/result-page.js';
import type { StoredLeftOut, StoredWorker, Run, RunSource } from '../store/stored-runs.js';
import type { RejectGroup, RejectRow } from '../store/queries/rejects.js';
import type { ResultDetail } from '../store/queries/stored-results.js';
import type { CopiedFile } from '../store/pieces.js';
import type { GateVerdict, Finding, Duplicates } from '../store/gates.js';
import type { PlainFigures } from '../report/summary/numbers.js';
import type { Progress } from '../record/progress.js';
import type { RunRetry, ShownState } from '../record/outcome.js';
import type { Since } from '../report/summary/since-topic.js';
import type { AnswerRow } from '../report/statistics/answer-text.js';
import type { Status } from '../../solver/core/result/outcome.js';
import type { Corpora } from '../../solver/core/text/plain-text.js';

/* The server's answers as JSON: the contract with the pages, which import only these types. */

export type { ResultRow };

/** GET /api/runs, and each event of /api/live. */
export interface RunsAnswer {
  readonly database: string;
  readonly runs: readonly RunEntry[];
  /** What to type for a first run. */
  readonly commands: {
    /** Over the samples that came with the program; null if they are not there. */
    readonly samples: string | null;
    readonly own: string;
  };
}

/** One run with what it has found so far. */
export interface RunEntry extends Pick<
  Run,
  'runId' | 'name' | 'startedAt' | 'finishedAt' | 'wallMs'
> {
  readonly state: ShownState;
  /** The command that made it. */
  readonly command: 'run' | 'study phase' | 'race' | 'referee';
  readonly corpora: Corpora;
  readonly results: number;
  readonly rejects: number;
  readonly byStatus: Readonly<Partial<Record<Status, number>>>;
  /** How its gates were judged; null if it has none, or is not complete. */
  readonly gates: RunGatesAnswer | null;
  /** How far it is, as its terminal shows it; null if it is complete, or nobody knows. */
  readonly progress: Progress | null;
}

/** The gates of a run as a list shows them. */
export interface RunGatesAnswer {
  /** The names of those that did not hold; null if they were not judged. */
  readonly failed: readonly string[] | null;
}

/** GET /api/nights: the last nights of each name, the latest name first. */
export interface NightsAnswer {
  readonly names: readonly NightsOfName[];
  /** How many more names there are, and in how many of them the last night failed. */
  readonly more: { readonly names: number; readonly failed: number };
}

/** The nights of a name or, without one, over the same corpora, if there are several. */
export interface NightsOfName {
  /** The name, or the corpora as they were typed, and which part of a run it is. */
  readonly name: string;
  /** What `of=` of the history's address asks for. */
  readonly words: readonly string[];
  readonly total: number;
  readonly last: RunEntry;
  /** The last one that is complete, if `last` is not; null for none. */
  readonly lastComplete: NightEntry | null;
  /** The last thirty, the earliest first. */
  readonly nights: readonly NightEntry[];
}

/** One night as a chart shows it. */
export interface NightEntry extends Pick<RunEntry, 'runId' | 'startedAt' | 'state' | 'gates'> {
  readonly puzzles: number;
  /** How many of them have no verdict. */
  readonly open: number;
}

/** GET /api/runs/:run/since: what changed since the last complete night before it. */
export interface SinceAnswer {
  /** That night's run; null if there is none. */
  readonly before: number | null;
  readonly new: number;
  readonly gone: number;
  /** What the gate `no-worse` counts. */
  readonly worse: number;
  /** How many of the worse ones are no puzzles of the run any more, so that no list has them. */
  readonly rejected: number;
  readonly rejects: number;
}

/** GET /api/runs/:run */
export interface RunAnswer {
  readonly database: string;
  readonly run: RunEntry;
  /** How the run was made; the options without the corpora. */
  readonly conditions: Pick<Run, 'options' | 'toolVersion' | 'nodeVersion' | 'host' | 'cpu'>;
  readonly figures: PlainFigures;
  /** Files of folders that are not read: how many, and the first of them. */
  readonly leftOut: { readonly total: number; readonly first: readonly StoredLeftOut[] };
  /** The machines that solved through a queue. */
  readonly workers: readonly StoredWorker[];
  /** What was tried again, in the order in which it was. */
  readonly retries: readonly RunRetry[];
}

/** The times of a run's puzzles with a verdict, and of how many puzzles they are. */
export type RunTimesAnswer = Pick<PlainFigures, 'puzzles' | 'reused' | 'timeBins'>;

/** GET /api/runs/:run/results */
export interface ResultsAnswer {
  readonly rows: readonly ResultRow[];
  readonly next: string | null;
  readonly found: number | null;
  readonly foundAtLeast: boolean;
}

/** GET /api/runs/:run/results/count, with the filter and the order of a list. */
export interface CountAnswer {
  /** Null if nobody waited for it. */
  readonly count: number | null;
}

/** GET /api/runs/:run/files */
export interface FilesAnswer {
  readonly rows: readonly RunSource[];
  /** The position after which the next page begins, or null at the end. */
  readonly next: number | null;
}

/** GET /api/runs/:run/rejects */
export interface RejectsAnswer {
  /** The most frequent first. */
  readonly kinds: readonly Pick<RejectGroup, 'kind' | 'count'>[];
  readonly total: number;
}

/** GET /api/runs/:run/rejects?kind= */
export interface RejectRowsAnswer {
  readonly rows: readonly RejectRow[];
  readonly next: string | null;
}

/** GET /api/runs/:run/gates */
export interface GatesAnswer {
  /** What is new since the night before; null for a run that is no night. */
  readonly since: Since | null;
  readonly gates: readonly GateVerdict[];
  /** The first of what does not meet them, each kind for itself. */
  readonly findings: readonly Finding[];
  /** What to type for the list of what does not meet them. */
  readonly command: string;
  /** The first files that are copies of others, and how many there are. */
  readonly copies: readonly CopiedFile[];
  readonly copied: number;
}

/** GET /api/runs/:run/stats?by=&of= */
export interface StatisticsAnswer {
  /** As JSON, a group that comes last has null for its order. */
  readonly rows: readonly AnswerRow[];
  /** How many puzzles are in all rows. */
  readonly puzzles: number;
  /** The same as CSV, and a query that finds it. */
  readonly csv: string;
  readonly sql: string;
}

/** GET /api/runs/:run/duplicates?skip=&places= */
export interface DuplicatesAnswer extends Duplicates {
  /** Where the puzzles that are named are, `a.csv:3`, by their ids; only if `places=1` asks. */
  readonly places: Readonly<Record<number, string>>;
  /** How many groups to pass over for the next page, or null at the end. */
  readonly next: number | null;
}

/** How hard a puzzle is among those of a run. */
export interface ScoreRank {
  /** How many puzzles of the run are easier. */
  readonly below: number;
  /** How many puzzles of the run have a score. */
  readonly rated: number;
}

/** GET /api/runs/:run/puzzles/:puzzle */
export interface PuzzleAnswer extends Neighbours {
  readonly runId: number;
  readonly runName: string | null;
  readonly result: ResultDetail;
  /** Null for a puzzle without a score. */
  readonly rank: ScoreRank | null;
}

/** GET /api/compare?left=&right= */
export interface CompareAnswer {
  readonly left: RunEntry;
  readonly right: RunEntry;
  readonly comparison: Comparison;
  readonly conditions: readonly ConditionDifference[];
  readonly leftTimes: RunTimesAnswer;
  readonly rightTimes: RunTimesAnswer;
}

/** GET /api/history?of=&of=...: the runs of a name or of corpora, else those of the latest. */
export interface HistoryAnswer {
  /** What there is a history of, that of the latest run first. */
  readonly series: readonly { readonly words: readonly string[]; readonly runs: number }[];
  /** The place of the one that is shown; -1 if it is none of them as a whole. */
  readonly shown: number;
  /** The earliest first. Of changes it has the numbers alone. */
  readonly lines: readonly HistoryLine[];
}

/** GET /api/compare/puzzles?left=&right=&x=&y= */
export interface PuzzlesAtTimesAnswer {
  /** The first puzzles with times in bin `x` of the left run and in bin `y` of the right one. */
  readonly rows: readonly Comparison['changed'][number][];
}

/** A run that can stand beside others. */
export interface ComparableRun extends Pick<RunEntry, 'runId' | 'name' | 'corpora'> {
  /** What `run=` of an address calls it: `3`, or `other.sqlite:3`. */
  readonly address: string;
  /** The path of its database; null for the one that is served. */
  readonly database: string | null;
}

/** GET /api/comparable */
export interface ComparableAnswer {
  readonly runs: readonly ComparableRun[];
}

/** GET /api/standings?run=&run=&...&x=&y= */
export interface StandingsAnswer {
  readonly runs: readonly (ComparableRun & Pick<Run, 'host' | 'cpu'>)[];
  readonly standings: Standings;
  /** Without corpora and machines, which `runs` has. */
  readonly conditions: readonly RunCondition[];
}

/** Every answer with a status of 400 and above. */
export interface ErrorAnswer {
  readonly error: string;
  /** One of docs/pipeline/errors.md. */
  readonly code: ErrorCode;
}
