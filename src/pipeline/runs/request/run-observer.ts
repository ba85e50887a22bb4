import type { Watch, Progress } from '../../record/progress.js';
import type { SolvedWhyCounts } from '../../record/outcome.js';
import type { PoolMember } from '../../record/options.js';
import type { Status } from '../../../solver/core/result/outcome.js';
import type { MatchingPart } from './matching-options.js';
import type { StopReason } from './stop-request.js';

/** Is told how a run goes: the command line draws it, tests look at it. */
export interface RunObserver {
  /** Once, before the first puzzle. */
  started(start: RunStart): void;
  /** About ten times a second at most, and once at the end. */
  progress(progress: RunProgress): void;
  /** Before each round of a run after the first; left out by who does not care. */
  round?(round: RoundStart): void;
  /** Before each step of a study; left out by who does not care. */
  step?(step: StudyStep): void;
  /** What takes time before the run starts: an older database that is brought to this version. */
  readonly beforehand?: Watch;
  /** Something that a person should know now: little disk space left, a thread that was ended. */
  warn(message: string): void;
}

/** A round of a run that begins, or goes on. */
export interface RoundStart {
  readonly round: number;
  /** Null if rounds go on until nothing is open. */
  readonly of: number | null;
  /** Puzzles that it tries. */
  readonly left: number | null;
  readonly limits: Pick<MatchingPart, 'limits' | 'memoryMiB'>;
}

/** A step of a study that begins, or goes on. */
export interface StudyStep {
  /** From 1 on. */
  readonly step: number;
  /** Puzzles that are drawn in it, and for how many points. */
  readonly puzzles: number;
  readonly points: number;
  /** All points of the study. */
  readonly of: number;
}

export interface RunStart {
  readonly runId: number;
  readonly kind: 'started' | 'resumed' | 'retried';
  /** The corpora as they were found, in the order of work. */
  readonly sources: readonly { readonly path: string; readonly bytes: number | null }[];
  /** How many results were there before. */
  readonly doneBefore: number;
  readonly threads: number;
}

/**
 * How far a run is: `done` and `total` are entries, also the ones done before; of a
 * retry the puzzles that are tried again. All other counts are those of this process.
 */
export interface RunProgress extends Progress {
  /** Results that have come, in the order of arrival; not all of them are committed yet. */
  readonly solved: number;
  /** How many of them were taken over from other runs: the rate leaves them out. */
  readonly reused: number;
  /** Puzzles that were skipped because they had their result before. */
  readonly skipped: number;
  readonly rejects: number;
  readonly byStatus: Readonly<Record<Status, number>>;
  /** Bytes of the corpora on the disk: read so far, and in all; null if not known. */
  readonly bytesRead: number;
  readonly bytesTotal: number | null;
  /**
   * Puzzles still to solve, a whole number, estimated from the bytes read so far; null if nobody
   * can tell.
   */
  readonly left: number | null;
  /** Whether `left` is such an estimate: not once everything is read. */
  readonly leftIsEstimate: boolean;
  /** The middle of `timeLeft` in milliseconds, or null if nobody can tell. */
  readonly leftMs: number | null;
  readonly elapsedMs: number;
  /** The machines that solve through a queue; none if there is no queue. */
  readonly workers: readonly PoolMember[];
  /**
   * The longest time that a thread of this process has been on its puzzle, in milliseconds; null if
   * none is on one.
   */
  readonly oldestMs: number | null;
  /** How many threads of this process died, or were ended, and were replaced. */
  readonly threadDeaths: number;
  /** How many of its threads rest, since others need the machine; absent if none ever does. */
  readonly resting?: number;
}

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
  /** How many of them were taken over from other runs. */
  readonly reused: number;
  /** Why the others were solved; null if none were to be taken over. */
  readonly solvedWhy: SolvedWhyCounts | null;
  /**
   * Puzzles that are left of a run, or a retry, that was stopped; null if nobody can tell, or none
   * is.
   */
  readonly left: { readonly count: number; readonly isEstimate: boolean } | null;
  readonly proof: EntryProof;
  /** Milliseconds of the run in this process, from its first row to its last. */
  readonly wallMs: number;
}

/**
 * The account that nothing was lost or counted twice: entries = results + rejects + copied. A
 * complete run whose account does not hold throws instead.
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
