import type { StopReason } from './stop-request.js';

/**
 * How a run ended that was completed, or was stopped and can be resumed. A run that cannot be done
 * throws.
 */
export interface RunOutcome {
  readonly runId: number;
  /**
   *   started    a new run
   *   resumed    an unfinished run went on
   *   untouched  `resume` met a complete run: nothing was solved, only its report is written again
   *   retried    `retry` solved some of the latest run's puzzles again
   */
  readonly kind: 'started' | 'resumed' | 'untouched' | 'retried';
  /**
   * Whether everything asked for is done, as stored with the run; but if a retry is interrupted,
   * its run stays complete.
   */
  readonly state: 'complete' | 'interrupted';
  /**
   * Why the run is `interrupted`; null if it is complete. `locked`: another program held the
   * database for too long.
   */
  readonly stoppedBy: StopReason | 'disk-full' | 'locked' | null;
  /** Whether the same request can go on later: standard input cannot be read twice. */
  readonly resumable: boolean;
  /** Puzzles solved by this process, including those tried again. */
  readonly solved: number;
  /** Puzzles that are left of a run, or a retry, that was stopped; null if nobody can tell, or none is. */
  readonly left: { readonly count: number; readonly isEstimate: boolean } | null;
  readonly proof: EntryProof;
  /** Milliseconds from the first entry read to the last commit, in this process. */
  readonly wallMs: number;
}

/**
 * The account that nothing was lost or counted twice: entries = results + rejects + copied. A complete
 * run whose account does not hold throws instead.
 */
export interface EntryProof {
  /**
   * How many the readers counted, in all files; null if they did not see everything (interrupted).
   */
  readonly entries: number | null;
  /** How many the database holds. */
  readonly results: number;
  readonly rejects: number;
  /** Results and rejects that count again, for files with the content of another file. */
  readonly copied: number;
  /** Null if nothing can be claimed. */
  readonly holds: boolean | null;
}
