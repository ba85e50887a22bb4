import type { ErrorCode } from '../../solver/core/text/error-codes.js';
import type { Comparison, ConditionDifference } from '../store/compare/comparison.js';
import type { StoredLeftOut, StoredWorker, Run } from '../store/stored-runs.js';
import type { PlainFigures } from '../report/summary/numbers.js';
import type { Progress } from '../record/progress.js';
import type { RunRetry, ShownState } from '../record/outcome.js';
import type { Status } from '../../solver/core/result/outcome.js';
import type { Corpora } from '../../solver/core/text/plain-text.js';

/*
 * The server's answers as JSON, the contract with the pages, which import only their types: those
 * that are kept, or that several of the others begin with. What makes the others says their types.
 */

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
  /** The names of gates that did not hold, null if not judged; null without any, or unfinished. */
  readonly gates: { readonly failed: readonly string[] | null } | null;
  /** How far it is, as its terminal shows it; null if it is complete, or nobody knows. */
  readonly progress: Progress | null;
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

/** How hard a puzzle is among those of a run. */
export interface ScoreRank {
  /** How many puzzles of the run are easier. */
  readonly below: number;
  /** How many puzzles of the run have a score. */
  readonly rated: number;
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

/** GET /api/compare/puzzles?left=&right=&x=&y= */
export interface PuzzlesAtTimesAnswer {
  /** The first puzzles with times in bin `x` of the left run and in bin `y` of the right one. */
  readonly rows: readonly Comparison['changed'][number][];
}

/** Every answer with a status of 400 and above. */
export interface ErrorAnswer {
  readonly error: string;
  /** One of docs/pipeline/errors.md. */
  readonly code: ErrorCode;
}
