import type { Pool, PuzzleLimits } from '../pool/pool.js';
import type { Store } from '../../store/open/open.js';
import type { RunWriter } from '../../store/write/run-writer.js';
import type { RunMeter } from '../request/run-meter.js';
import type { RunStart } from '../request/run-observer.js';
import type { RunControls, RunRequest } from '../request/run-request.js';
import type { Committer } from '../feed/committer.js';
import type { Feed } from '../feed/feed.js';
import type { LockWait } from '../feed/lock-wait.js';
import type { NextRound } from '../plan/next-round.js';
import type { RoundStanding } from './round-standing.js';

/** What a pool needs to know in addition to the request. */
export interface PoolNeeds {
  /** Names the run in a queue, by the same 32 hexadecimal digits each time it is resumed. */
  readonly queueKey: () => string;
  readonly toolVersion: string;
  readonly onNote: (message: string) => void;
  /** How many threads have something to do at once, as far as that is known. */
  readonly atOnce: number;
}

export interface RunContext {
  readonly store: Store;
  readonly request: RunRequest;
  readonly controls: RunControls;
  readonly makePool: (request: RunRequest, needs: PoolNeeds) => Pool | Promise<Pool>;
  /** How it waits for another program that holds the database. */
  readonly lockWait: LockWait;
}

/** What differs between new, resumed and retried runs; ActiveRun does the rest. */
export interface RunTask<Batch, Next = NextRound> {
  /** What the observer is told at the start. */
  readonly start: RunStart;
  /** The writer of the run, which is begun: the database says `running`. */
  readonly writer: RunWriter;
  readonly limits: PuzzleLimits;
  readonly meter: RunMeter;
  /** How many threads have something to do at once, as far as that is known. */
  readonly atOnce: number;
  openFeed(committer: Committer): Feed<Batch>;
  /** How many entries results and rejects must add up to; null if that cannot be known yet. */
  entries(allDone: boolean): number | null;
  /** The run's state in the database if it stops before all is done. */
  readonly stateIfStopped: 'interrupted' | 'complete';
  /**
   * Whether every entry of the run has a result already, and the time that it may take is for
   * better ones: then the run is complete once that time is up.
   */
  readonly hasAllResults?: boolean;
  /** How far the run was when this round began; left out if it does not go in rounds. */
  readonly standing?: RoundStanding;
  /** The round or step that follows this one, asked for when all is done; left out: none. */
  readonly next?: () => Next | null;
  /**
   * Whether the run is complete only once nothing follows, also if its time is up; left out: no.
   */
  readonly mustGoOn?: boolean;
  /** Whether the run is deleted if it fails before its first result. */
  readonly discardIfEmpty: boolean;
}
