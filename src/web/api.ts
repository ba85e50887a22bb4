import type { ChangedPuzzle, Comparison, LonePuzzle } from '../store/compare/comparison.js';
import type { RejectRow } from '../store/pages/reject-page.js';
import type { ResultRow } from '../store/pages/result-page.js';
import type { TimeSizeBin, VerdictCount } from '../store/queries/run-figures.js';
import type { Run, RunSource } from '../store/queries/runs.js';
import type { PlacedResult } from '../store/pages/placed-result.js';
import type { Status } from '../result/outcome.js';

/*
 * What the server answers, as JSON: the contract between it and the pages, which import nothing
 * else of it, and of this nothing but types.
 */

export type {
  ChangedPuzzle,
  LonePuzzle,
  RejectRow,
  ResultRow,
  RunSource,
  TimeSizeBin,
  VerdictCount,
};

/** GET /api/runs, and each event of /api/live. */
export interface RunsAnswer {
  readonly database: string;
  readonly runs: readonly RunEntry[];
}

/** One run with what it has found so far. */
export interface RunEntry extends Run {
  readonly sources: readonly RunSource[];
  readonly results: number;
  readonly rejects: number;
  readonly byStatus: Readonly<Partial<Record<Status, number>>>;
  /** Results in the last second, while the run is under way; else null. */
  readonly perSecond: number | null;
}

/** GET /api/runs/:run */
export interface RunAnswer {
  readonly run: RunEntry;
  readonly verdicts: readonly VerdictCount[];
  /** Results by bin of time, as in `result/time-bins.ts`. */
  readonly timeBins: readonly number[];
  readonly timeBySize: { readonly bins: readonly TimeSizeBin[]; readonly step: number };
  readonly solveMs: {
    readonly total: number;
    readonly median: number | null;
    readonly p95: number | null;
    readonly p99: number | null;
    readonly max: number | null;
  };
}

/** GET /api/runs/:run/results */
export interface ResultsAnswer {
  readonly rows: readonly ResultRow[];
  readonly next: string | null;
  readonly found: number | null;
  readonly foundAtLeast: boolean;
}

/** GET /api/runs/:run/rejects */
export interface RejectsAnswer {
  readonly rows: readonly RejectRow[];
  readonly next: string | null;
  readonly total: number;
}

/** GET /api/runs/:run/puzzles/:puzzle */
export interface PuzzleAnswer {
  readonly runId: number;
  readonly runName: string | null;
  readonly options: Readonly<Record<string, unknown>>;
  readonly result: PlacedResult;
}

/** GET /api/compare?left=&right= */
export interface CompareAnswer {
  readonly left: RunEntry;
  readonly right: RunEntry;
  readonly comparison: Comparison;
  readonly leftBins: readonly number[];
  readonly rightBins: readonly number[];
}

/** Every answer with a status of 400 and above. */
export interface ErrorAnswer {
  readonly error: string;
}
