import type { StopReason } from './stop-request.js';

/** How a run went that was done, or stopped to be resumed. What could not be done throws. */
export interface RunOutcome {
  readonly runId: number;
  /**
   *   started    a new run
   *   resumed    an unfinished run went on
   *   untouched  `resume` met a complete run: nothing was solved, only report it again
   *   retried    `retry` solved some of the latest run's puzzles again
   */
  readonly kind: 'started' | 'resumed' | 'untouched' | 'retried';
  /** As stored: `interrupted` is to be resumed. */
  readonly state: 'complete' | 'interrupted';
  /** Why the run is `interrupted`; null where it is complete. */
  readonly stoppedBy: StopReason | null;
  /** What to type to go on, or null where nothing is left to do. */
  readonly goOn: string | null;
  /** Puzzles solved by this process, those tried again included. */
  readonly solved: number;
  readonly proof: EntryProof;
  /** Milliseconds from the first entry read to the last commit, of this process. */
  readonly wallMs: number;
}

/**
 * The proof that nothing was lost or counted twice. For a complete run `entries` is what the
 * readers counted, `results` and `rejects` what the database holds, and `holds` says whether
 * entries = results + rejects; a complete run whose proof does not hold throws. For an
 * interrupted run the readers did not see everything, so that nothing is claimed.
 */
export interface EntryProof {
  readonly entries: number;
  readonly results: number;
  readonly rejects: number;
  readonly holds: boolean;
}
