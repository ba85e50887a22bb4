import type { Reject } from '../../solver/core/puzzle/validate.js';
import type { Cells, Puzzle } from '../../solver/core/puzzle/types.js';
import type { RunState, RunRetry } from '../record/outcome.js';
import type { StoredResult } from '../../solver/core/result/result.js';

// Types of what the database holds, with nothing of SQLite, as users of the library see them.

/** One run as the database has it. */
export interface Run {
  readonly runId: number;
  readonly name: string | null;
  readonly state: RunState;
  /** UTC, ISO 8601. */
  readonly startedAt: string;
  readonly finishedAt: string | null;
  /** When (UTC, ISO 8601) and by whom it was accepted, for later runs to compare; or null. */
  readonly acceptedAt: string | null;
  readonly acceptedBy: string | null;
  /** What `runs --check` found changed of its rows; null if nothing, or if nobody looked. */
  readonly damage: string | null;
  /** Milliseconds of work, added up over all sessions of the run, up to its last commit. */
  readonly wallMs: number;
  /** As they were given to `startRun`; what a retry was given is in `retries`. */
  readonly options: Readonly<Record<string, unknown>>;
  /** In the order in which they were made. */
  readonly retries: readonly RunRetry[];
  /** The names of its gates that did not hold when it ended; null if they were not judged. */
  readonly failedGates: readonly string[] | null;
  readonly toolVersion: string;
  readonly nodeVersion: string;
  readonly host: string;
  readonly cpu: string;
}

/** A puzzle as the database gives it back. */
export interface StoredPuzzle {
  readonly puzzleId: number;
  readonly name: string;
  readonly title: string | null;
  readonly label: string | null;
  readonly puzzle: Puzzle;
  /** The author's picture, or null. */
  readonly goal: Cells | null;
}

/** A puzzle with its place in the corpus and a run's result. */
export interface SolvedPuzzle extends StoredPuzzle {
  readonly runId: number;
  readonly ordinal: number;
  /** The path of its source, as the run was given it. */
  readonly path: string;
  readonly fingerprint: string;
  readonly result: StoredResult;
}

/** One entry of a run that is not a puzzle. */
export interface StoredReject extends Reject {
  readonly path: string;
}
