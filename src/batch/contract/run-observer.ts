import type { PoolMember } from '../../pool/pool.js';
import type { Status } from '../../result/outcome.js';

/** Who is told how a run goes: the command line draws it, tests look at it. */
export interface RunObserver {
  /** Once, before the first puzzle. */
  started(start: RunStart): void;
  /** Some ten times a second at most, and once at the end. */
  progress(progress: RunProgress): void;
  /** Something that a person should know now: little disk left, a worker that was ended. */
  warn(message: string): void;
}

export interface RunStart {
  readonly runId: number;
  readonly kind: 'started' | 'resumed' | 'retried';
  /** The corpora as they were found, in the order of work. */
  readonly sources: readonly { readonly path: string; readonly bytes: number | null }[];
  /** Results that were there before. */
  readonly doneBefore: number;
  readonly threads: number;
}

/** How far a run is. Counts are of this process but for `doneBefore`. */
export interface RunProgress {
  /** Results that are there, in the order they came; not all of them committed yet. */
  readonly solved: number;
  /** Puzzles passed over, since they had their result before. */
  readonly skipped: number;
  readonly rejects: number;
  readonly byStatus: Readonly<Record<Status, number>>;
  /** Puzzles a second over the last seconds. */
  readonly perSecond: number;
  /** Bytes of the corpora read so far, as they lie on disk, and in all; null: not known. */
  readonly bytesRead: number;
  readonly bytesTotal: number | null;
  /** Puzzles still to solve, guessed from the bytes read so far, or null if nobody can tell. */
  readonly left: number | null;
  /** Milliseconds left at this rate, or null if nobody can tell. */
  readonly leftMs: number | null;
  readonly elapsedMs: number;
  /** The machines that solve through a queue; none if there is no queue. */
  readonly workers: readonly PoolMember[];
}
